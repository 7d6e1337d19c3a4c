//! Rulesets on the wire.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    Blanks, Bonus, BonusKind, Challenge, Clock, End, Layout, Millis, OutGains, Overtime,
    PerChallenge, Players, Premium, Ruleset, Square, TieBreak, USUAL_RULESET,
};

use crate::lines::line_number;
use crate::script::is_right_to_left;

/// All rulesets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesetList {
    pub rulesets: Vec<RulesetSummary>,
}

/// A ruleset in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesetSummary {
    pub name: String,
    pub title: String,
    /// Whether it is the default.
    pub usual: bool,
    /// The language tag of its words.
    pub locale: String,
    /// Whether its words and its board are read from right to left: column A is the rightmost.
    pub right_to_left: bool,
    /// Its default lexicon.
    pub lexicon: Option<String>,
    pub rows: u8,
    pub cols: u8,
    /// Number of tiles in the set.
    pub tiles: u32,
    pub rack: u32,
    pub bonuses: Vec<BonusView>,
    pub players: PlayersView,
    /// Whether its facts have only a single source.
    pub single_source: bool,
}

/// All details of a ruleset.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesetView {
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub summary: RulesetSummary,
    pub layout: LayoutView,
    /// In alphabet order.
    pub letters: Vec<TileView>,
    pub blanks: BlanksView,
    /// Letters that are read as others: Ё as Е.
    pub folds: Vec<(String, String)>,
    /// Tiles can be exchanged while the bag holds this many; null if never.
    pub exchange_bag_at_least: Option<u32>,
    pub challenge: ChallengeView,
    pub end: EndView,
    pub clock: ClockView,
    /// The sources of its facts.
    pub status: String,
    pub sources: Vec<String>,
    pub notes: String,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayersView {
    pub from: u32,
    pub to: u32,
}

/// The bonus for placing exactly this many tiles: points, or a multiple of the play's score.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BonusView {
    pub tiles: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub points: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub times: Option<i32>,
}

/// The board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LayoutView {
    pub rows: u8,
    pub cols: u8,
    /// The first play covers one of these.
    pub starts: Vec<SquareView>,
    /// Row by row; null is a plain square.
    pub premiums: Vec<Vec<Option<PremiumView>>>,
}

/// A square, with row and column from 0 at the top left.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SquareView {
    #[serde(deserialize_with = "line_number")]
    pub row: u8,
    #[serde(deserialize_with = "line_number")]
    pub col: u8,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PremiumView {
    /// Multiplies the tile.
    pub letter: u8,
    /// Multiplies the word.
    pub word: u8,
    /// The letter premium applies only to tiles of this value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub only_value: Option<i16>,
}

/// The tiles of a letter.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TileView {
    /// Its face: `A`, `CH`.
    pub face: String,
    /// How other tiles with the same spelling are written, if there are any: `[C][H]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub apart: Option<String>,
    pub value: i32,
    /// 0 if it can be played only with blanks.
    pub count: u32,
    pub vowel: bool,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlanksView {
    pub count: u32,
    pub value: i32,
}

/// The challenge rule.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum ChallengeView {
    /// Void: invalid words can't be played.
    Void,
    /// A failed challenge costs nothing.
    Single,
    /// A failed challenge costs the next turn.
    Double,
    /// The loser of a challenge loses the game.
    Triple,
    /// A failed challenge gives the owner of the play these points.
    Points { points: i32, per: PerChallengeView },
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PerChallengeView {
    Play,
    Word,
}

/// How a game ends, and how it is settled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndView {
    /// This many passes in a row.
    pub passes: Option<u32>,
    /// This many turns in a row without points.
    pub scoreless_turns: Option<u32>,
    /// Whether these numbers are for two players and grow with more.
    pub scale_with_seats: bool,
    /// Which turns besides passes count as scoreless.
    pub scoreless: ScorelessView,
    pub others_lose_rack: bool,
    pub out_player_gains: OutGainsView,
    pub stalled_loses_rack: bool,
    pub final_turn_each: bool,
    pub tie_break: TieBreakView,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScorelessView {
    pub exchange: bool,
    pub withdrawn: bool,
    pub lost_challenge: bool,
    pub zero_play: bool,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OutGainsView {
    Nothing,
    OtherRacks,
    TwiceOtherRacks,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TieBreakView {
    None,
    BeforeRacks,
    FirstInOrder,
}

/// The clock, in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockView {
    None,
    Game { initial: Millis, increment: Millis, overtime: Option<OvertimeView> },
    Turn { turn: Millis, bank: Millis },
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OvertimeView {
    /// Points lost for each `per` that was begun.
    pub points: i32,
    pub per: Millis,
    /// Beyond this, the game is lost.
    pub at_most: Millis,
}

impl RulesetSummary {
    pub fn of(ruleset: &Ruleset) -> RulesetSummary {
        RulesetSummary {
            name: ruleset.name.clone(),
            title: ruleset.title.clone(),
            usual: ruleset.aliases.iter().any(|alias| alias == USUAL_RULESET),
            locale: ruleset.locale.clone(),
            right_to_left: is_right_to_left(&ruleset.alphabet),
            lexicon: ruleset.lexicon.clone(),
            rows: ruleset.layout.rows(),
            cols: ruleset.layout.cols(),
            tiles: ruleset.tiles().len() as u32,
            rack: ruleset.rack as u32,
            bonuses: ruleset.bonuses().iter().map(|&bonus| bonus.into()).collect(),
            players: ruleset.players.into(),
            single_source: ruleset.status.starts_with("not confirmed"),
        }
    }
}

impl RulesetView {
    pub fn of(ruleset: &Ruleset) -> RulesetView {
        let alphabet = &ruleset.alphabet;
        RulesetView {
            summary: RulesetSummary::of(ruleset),
            layout: LayoutView::of(&ruleset.layout),
            letters: ruleset
                .letters()
                .map(|(letter, tile)| TileView {
                    face: alphabet.face(letter).to_owned(),
                    apart: alphabet.apart(letter),
                    value: tile.value,
                    count: tile.count as u32,
                    vowel: tile.vowel,
                })
                .collect(),
            blanks: ruleset.blanks.into(),
            folds: alphabet.folds().map(|(from, to)| (from.to_owned(), to.to_owned())).collect(),
            exchange_bag_at_least: ruleset.exchange.map(|exchange| exchange.bag_at_least as u32),
            challenge: ruleset.challenge.into(),
            end: (&ruleset.end).into(),
            clock: ruleset.clock.into(),
            status: ruleset.status.clone(),
            sources: ruleset.sources.clone(),
            notes: ruleset.notes.clone(),
        }
    }
}

impl LayoutView {
    pub fn of(layout: &Layout) -> LayoutView {
        let premium = |row, col| {
            let premium = layout.premium(Square { row, col });
            (premium != Premium::NONE).then(|| premium.into())
        };
        LayoutView {
            rows: layout.rows(),
            cols: layout.cols(),
            starts: layout.starts().iter().map(|&square| square.into()).collect(),
            premiums: (0..layout.rows())
                .map(|row| (0..layout.cols()).map(|col| premium(row, col)).collect())
                .collect(),
        }
    }
}

impl From<Players> for PlayersView {
    fn from(Players { from, to }: Players) -> PlayersView {
        PlayersView { from: from as u32, to: to as u32 }
    }
}

impl From<Bonus> for BonusView {
    fn from(Bonus { tiles, kind }: Bonus) -> BonusView {
        let (points, times) = match kind {
            BonusKind::Points(points) => (Some(points), None),
            BonusKind::Times(times) => (None, Some(times)),
        };
        BonusView { tiles: tiles as u32, points, times }
    }
}

impl From<Square> for SquareView {
    fn from(Square { row, col }: Square) -> SquareView {
        SquareView { row, col }
    }
}

impl From<Premium> for PremiumView {
    fn from(Premium { letter, word, only_value }: Premium) -> PremiumView {
        PremiumView { letter, word, only_value }
    }
}

impl From<Blanks> for BlanksView {
    fn from(Blanks { count, value }: Blanks) -> BlanksView {
        BlanksView { count: count as u32, value }
    }
}

impl From<Challenge> for ChallengeView {
    fn from(challenge: Challenge) -> ChallengeView {
        match challenge {
            Challenge::Void => ChallengeView::Void,
            Challenge::Single => ChallengeView::Single,
            Challenge::Double => ChallengeView::Double,
            Challenge::Triple => ChallengeView::Triple,
            Challenge::Points { points, per: PerChallenge::Play } => {
                ChallengeView::Points { points, per: PerChallengeView::Play }
            }
            Challenge::Points { points, per: PerChallenge::Word } => {
                ChallengeView::Points { points, per: PerChallengeView::Word }
            }
        }
    }
}

impl From<&End> for EndView {
    fn from(end: &End) -> EndView {
        EndView {
            passes: end.passes,
            scoreless_turns: end.scoreless_turns,
            scale_with_seats: end.scale_with_seats,
            scoreless: ScorelessView {
                exchange: end.scoreless.exchange,
                withdrawn: end.scoreless.withdrawn,
                lost_challenge: end.scoreless.lost_challenge,
                zero_play: end.scoreless.zero_play,
            },
            others_lose_rack: end.out.others_lose_rack,
            out_player_gains: match end.out.gains {
                OutGains::Nothing => OutGainsView::Nothing,
                OutGains::OtherRacks => OutGainsView::OtherRacks,
                OutGains::TwiceOtherRacks => OutGainsView::TwiceOtherRacks,
            },
            stalled_loses_rack: end.stalled_loses_rack,
            final_turn_each: end.final_turn_each,
            tie_break: match end.tie_break {
                TieBreak::None => TieBreakView::None,
                TieBreak::BeforeRacks => TieBreakView::BeforeRacks,
                TieBreak::FirstInOrder => TieBreakView::FirstInOrder,
            },
        }
    }
}

impl From<Clock> for ClockView {
    fn from(clock: Clock) -> ClockView {
        match clock {
            Clock::None => ClockView::None,
            Clock::Game { initial, increment, overtime } => ClockView::Game {
                initial,
                increment,
                overtime: overtime.map(|Overtime { points, per, at_most }| OvertimeView {
                    points,
                    per,
                    at_most,
                }),
            },
            Clock::Turn { turn, bank } => ClockView::Turn { turn, bank },
        }
    }
}
