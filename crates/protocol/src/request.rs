//! What is asked of the server about games: text and plain numbers, read into what the rules
//! understand.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    Action, Board, Challenge, Clock, Doubt, Move, MoveText, MoveTextError, Overtime, PerChallenge,
    Ruleset, Tiles, read_move,
};

use crate::game::PlacedView;
use crate::tiles::{faces_of, tiles_of};
use crate::{ChallengeView, ClockView, PerChallengeView};

/// What the host of a new game wishes. What is left out is as the ruleset has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub ruleset: String,
    /// The ruleset's own, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    /// Leaves out slurs, where the lexicon says which of its words are.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// How many seats there are, bots included. As few as the ruleset takes, if not said; never
    /// fewer than the bots and the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seats: Option<u32>,
    /// Bots that sit down at once, by name.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub bots: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
    /// Whether the game stands in the lobby, and starts by itself once people have taken all seats
    /// and the host watches; otherwise it is found by its link only.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub public: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<SpectatorsView>", optional))]
    pub spectators: SpectatorsView,
    /// Whether it is rated, if it is played by the ruleset's standard rules.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// Decides all draws. Whoever knows it knows the bag, so such a game is not rated, everybody at
    /// the table is shown the seed, and a public game with several people can't have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
    /// After so many seconds away, a seat's turns are skipped. A minute, if not said; nobody's
    /// presence matters where a turn may last an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub grace_seconds: Option<u32>,
}

fn yes() -> bool {
    true
}

impl NewGame {
    /// A game as this ruleset has it, by link.
    pub fn new(ruleset: &str) -> NewGame {
        NewGame {
            ruleset: ruleset.to_owned(),
            lexicon: None,
            family: false,
            seats: None,
            bots: Vec::new(),
            clock: None,
            challenge: None,
            public: false,
            spectators: SpectatorsView::default(),
            rated: true,
            seed: None,
            grace_seconds: None,
        }
    }
}

/// What people without a seat may see.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SpectatorsView {
    /// Nobody looks on.
    Nobody,
    /// What everybody at the table sees.
    #[default]
    Table,
    /// All racks, too. Whoever joins has to agree to that.
    Racks,
    /// Board, scores and all racks as they were so many turns ago, 2 to 20; everything when the
    /// game has ended.
    Delayed { turns: u32 },
}

/// The fewest and the most turns that spectators may be behind.
pub const SHORTEST_DELAY: u32 = 2;
pub const LONGEST_DELAY: u32 = 20;

impl SpectatorsView {
    /// Whether spectators see racks before the game has ended.
    pub fn shows_racks(self) -> bool {
        matches!(self, SpectatorsView::Racks | SpectatorsView::Delayed { .. })
    }

    /// How many turns spectators are behind, if they are.
    pub fn delay(self) -> Option<usize> {
        if let SpectatorsView::Delayed { turns } = self { Some(turns as usize) } else { None }
    }
}

/// How somebody joins a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Agrees that spectators see all racks, where the game is played so.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub open_racks: bool,
}

/// What a seat asks for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The `turn` of the view that was acted on. With it, nothing is done twice, and nothing on a
    /// board that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turn: Option<u64>,
    pub action: ActionView,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionView {
    /// A move as people write it: `8D RE(TA)INs`, `-QVU`, `pass`.
    Move {
        text: String,
    },
    /// A play, tile by tile.
    Place {
        tiles: Vec<PlacedView>,
    },
    /// `?` is a blank.
    Exchange {
        tiles: Vec<String>,
    },
    Pass,
    /// Doubts the last play, or those of its words that are named by their place.
    Challenge {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        words: Option<Vec<u32>>,
    },
    /// Lets the last play of the game stand.
    Accept,
    Resign,
    OfferAbort,
    AcceptAbort,
    DeclineAbort,
    Ready {
        ready: bool,
    },
    /// By the host, who has the first seat.
    Start,
    /// Before the start.
    Leave,
}

/// A position to look at, and with which rules and words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// As CGP.
    pub position: String,
    /// What the position itself says, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    /// The ruleset's own, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// How many of the best moves; 15, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub top: Option<u32>,
    /// How far to look ahead; not at all, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ahead: Option<AheadRequest>,
}

/// How far to look ahead in a position. What comes first ends it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AheadRequest {
    /// How long to think; three seconds, or as long as the rollouts take. The server has a limit of
    /// its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub milliseconds: Option<u64>,
    /// How many games are played on in all. With the same seed, the same answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rollouts: Option<u64>,
    /// How many turns are played after each move; a round, if not said: one for each who is in the
    /// game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u32>,
    /// How many moves are looked at; 15, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub candidates: Option<u32>,
    /// What chance follows from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
}

/// A game to look back upon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    pub of: ReviewedGame,
    /// What the game itself says, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    /// The game's or the ruleset's own, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// How far to look ahead in each turn; not at all, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ahead: Option<AheadRequest>,
}

/// Which game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReviewedGame {
    /// A score sheet, as GCG.
    Sheet(String),
    /// A game of this server that has ended, by its id.
    Game(String),
}

/// A move to be judged in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// As CGP.
    pub position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// As people write it: `8D RE(TA)INs`, `-QVU`, `pass`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Why a request makes no sense in this game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadAction {
    #[error(transparent)]
    Text(#[from] MoveTextError),
    #[error("there is no tile {0:?} in this game")]
    NoSuchTile(String),
    #[error("a rack never holds {0} tiles")]
    TooMany(usize),
}

impl ActionView {
    /// As a program asks for a move it has chosen.
    pub fn of_move(ruleset: &Ruleset, mv: &Move) -> ActionView {
        match mv {
            Move::Play(play) => {
                ActionView::Place { tiles: PlacedView::list(ruleset, play.placements()) }
            }
            Move::Exchange(tiles) => ActionView::Exchange { tiles: faces_of(ruleset, tiles) },
            Move::Pass => ActionView::Pass,
        }
    }

    /// What the rules are to judge. In a word all small, as phones write, letters are no blanks
    /// where the hand has them.
    pub fn action(
        &self,
        ruleset: &Ruleset,
        board: &Board,
        hand: &Tiles,
    ) -> Result<Action, BadAction> {
        Ok(match self {
            ActionView::Move { text } => match read_move(ruleset, board, hand, text)? {
                MoveText::Move(mv) => mv.into(),
                // What is said about the others stands in one place.
                _ => ruleset.parse_move(board, text)?.into(),
            },
            ActionView::Place { tiles } if tiles.len() > ruleset.rack => {
                return Err(BadAction::TooMany(tiles.len()));
            }
            ActionView::Place { tiles } => {
                Action::Play(PlacedView::play(ruleset, tiles).map_err(BadAction::NoSuchTile)?)
            }
            ActionView::Exchange { tiles } if tiles.len() > ruleset.rack => {
                return Err(BadAction::TooMany(tiles.len()));
            }
            ActionView::Exchange { tiles } => Action::Exchange(
                tiles_of(ruleset, tiles).map_err(|face| BadAction::NoSuchTile(face.to_owned()))?,
            ),
            ActionView::Pass => Action::Pass,
            ActionView::Challenge { words: None } => Action::Challenge(Doubt::All),
            ActionView::Challenge { words: Some(words) } => {
                Action::Challenge(Doubt::Words(words.iter().map(|&word| word as usize).collect()))
            }
            ActionView::Accept => Action::Accept,
            ActionView::Resign => Action::Resign,
            ActionView::OfferAbort => Action::OfferAbort,
            ActionView::AcceptAbort => Action::AcceptAbort,
            ActionView::DeclineAbort => Action::DeclineAbort,
            ActionView::Ready { ready } => Action::Ready(*ready),
            ActionView::Start => Action::Start,
            ActionView::Leave => Action::Leave,
        })
    }

    /// Whether it takes a turn.
    pub fn is_move(&self) -> bool {
        use ActionView::*;
        matches!(self, Move { .. } | Place { .. } | Exchange { .. } | Pass)
    }

    /// Whether it is about the turn that is due, so that it must not be done in another.
    pub fn is_for_a_turn(&self) -> bool {
        use ActionView::*;
        matches!(
            self,
            Move { .. } | Place { .. } | Exchange { .. } | Pass | Challenge { .. } | Accept
        )
    }
}

impl From<ChallengeView> for Challenge {
    fn from(challenge: ChallengeView) -> Challenge {
        match challenge {
            ChallengeView::Void => Challenge::Void,
            ChallengeView::Single => Challenge::Single,
            ChallengeView::Double => Challenge::Double,
            ChallengeView::Triple => Challenge::Triple,
            ChallengeView::Points { points, per: PerChallengeView::Play } => {
                Challenge::Points { points, per: PerChallenge::Play }
            }
            ChallengeView::Points { points, per: PerChallengeView::Word } => {
                Challenge::Points { points, per: PerChallenge::Word }
            }
        }
    }
}

impl From<ClockView> for Clock {
    fn from(clock: ClockView) -> Clock {
        match clock {
            ClockView::None => Clock::None,
            ClockView::Game { initial, increment, overtime } => {
                Clock::Game {
                    initial,
                    increment,
                    overtime: overtime.map(|crate::OvertimeView { points, per, at_most }| {
                        Overtime { points, per, at_most }
                    }),
                }
            }
            ClockView::Turn { turn, bank } => Clock::Turn { turn, bank },
        }
    }
}
