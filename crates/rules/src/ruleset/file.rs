//! Ruleset files: TOML in, a checked [`Ruleset`] out. `rulesets/README.md` explains every key.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Deserialize;
use tisane_lexicon::{Alphabet, AlphabetError, Casing, brief, count, excerpt};

use super::most::MOST;
use super::settings::{in_words, set};
use super::*;
use crate::table::{LayoutError, Premium, Square};

/// Why a ruleset file cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum RulesetError {
    #[error("the ruleset cannot be read: {}", short(.0))]
    Toml(#[from] toml::de::Error),
    #[error("{:?} is not a setting", excerpt(.0))]
    Setting(String),
    #[error("{} cannot be set: {}", excerpt(.settings), brief(.reason))]
    Settings { settings: String, reason: String, hint: Option<String> },
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    #[error(transparent)]
    Layout(#[from] LayoutError),
    #[error(
        "row {row} of the board has {found:?}, which is neither a usual square (. 2–9 d t q) nor in board.legend"
    )]
    Legend { row: usize, found: char },
    #[error(
        "{:?} in board.legend cannot be used: a premium multiplies by 1 to 9, and its key is one character",
        excerpt(.0)
    )]
    Premium(String),
    #[error("{what} is {}, but must be {expected}", excerpt(.found))]
    Range { what: &'static str, found: String, expected: &'static str },
    #[error("the tiles add up to {found}, but total_tiles says {expected}")]
    Total { found: usize, expected: usize },
    #[error("there are two bonuses for {}", count(*.0, "tile"))]
    TwoBonuses(usize),
    #[error("the bonus for {} needs either points or times", count(*.0, "tile"))]
    BonusKind(usize),
    #[error("a play could score {found} points, but at most {max} are possible", max = MOST)]
    TooDear { found: i64 },
    #[error("a clock has either minutes or hours_per_turn")]
    Clock,
    #[error(
        "in a clock, increment_seconds and overtime go with minutes, bank_hours with hours_per_turn"
    )]
    ClockParts,
    #[error("a clock has either increment_seconds or overtime")]
    IncrementAndOvertime,
}

impl RulesetError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            RulesetError::Setting(_) => Some("write key=value, such as end.passes=2".to_owned()),
            RulesetError::Settings { hint, .. } => hint.clone(),
            RulesetError::TooDear { .. } => {
                Some("use smaller values for tiles, premiums or bonuses".to_owned())
            }
            _ => None,
        }
    }
}

/// The message with the line it is about, unless that line is long.
fn short(error: &toml::de::Error) -> String {
    const LONGEST: usize = 400;
    let text = error.to_string();
    if text.len() <= LONGEST { text } else { brief(error.message()).into_owned() }
}

impl Ruleset {
    /// Reads a ruleset file.
    pub fn parse(text: &str) -> Result<Ruleset, RulesetError> {
        Ruleset::parse_with(text, &[] as &[&str])
    }

    /// Reads a ruleset file with some values changed: `end.passes=2`, `rack=8`, `challenge="void"`.
    /// A value is TOML; a bare word is text.
    pub fn parse_with(text: &str, settings: &[impl AsRef<str>]) -> Result<Ruleset, RulesetError> {
        let file: File = if settings.is_empty() {
            toml::from_str(text)?
        } else {
            let mut table: toml::Table = toml::from_str(text)?;
            for setting in settings {
                set(&mut table, setting.as_ref())?;
            }
            table.try_into().map_err(|error: toml::de::Error| faulty(text, settings, &error))?
        };
        file.check()
    }
}

/// Finds the setting that makes no sense, if one alone does not, and says why.
fn faulty(text: &str, settings: &[impl AsRef<str>], error: &toml::de::Error) -> RulesetError {
    let alone = |setting: &str| {
        let mut table: toml::Table = toml::from_str(text).ok()?;
        set(&mut table, setting).ok()?;
        Some((setting.to_owned(), table.try_into::<File>().err()?))
    };
    let all = || settings.iter().map(AsRef::as_ref);
    let (settings, (reason, hint)) = match all().find_map(alone) {
        Some((setting, error)) => (setting.clone(), in_words(&setting, error.message())),
        None => (all().collect::<Vec<_>>().join(", "), in_words("", error.message())),
    };
    RulesetError::Settings { settings, reason, hint }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    title: String,
    locale: String,
    lexicon: Option<String>,
    rated_as: Option<String>,
    #[serde(default)]
    status: String,
    #[serde(default)]
    sources: Vec<String>,
    #[serde(default)]
    notes: String,
    players: Option<[usize; 2]>,
    rack: usize,
    #[serde(default)]
    bonuses: Vec<BonusFile>,
    exchange: Option<ExchangeFile>,
    #[serde(default)]
    challenge: ChallengeFile,
    #[serde(default)]
    end: EndFile,
    #[serde(default)]
    clock: ClockFile,
    total_tiles: Option<usize>,
    blanks: BlanksFile,
    tiles: Vec<TileFile>,
    #[serde(default)]
    folds: BTreeMap<String, String>,
    board: BoardFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusFile {
    tiles: usize,
    points: Option<i32>,
    times: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExchangeFile {
    bag_at_least: usize,
}

#[derive(Deserialize, Default)]
#[serde(untagged, expecting = "a challenge is void, single, double, triple or { points = 5 }")]
enum ChallengeFile {
    #[default]
    Default,
    Named(ChallengeName),
    Points(PointsFile),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsFile {
    points: i32,
    #[serde(default)]
    per: PerFile,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChallengeName {
    Void,
    Single,
    Double,
    Triple,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum PerFile {
    #[default]
    Play,
    Word,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct EndFile {
    passes: Option<u32>,
    scoreless_turns: Option<u32>,
    scale_with_seats: bool,
    scoreless: Vec<ScorelessFile>,
    others: OthersFile,
    out_player: OutPlayerFile,
    stalled: OthersFile,
    final_turn_each: bool,
    tie_break: TieBreakFile,
}

impl Default for EndFile {
    fn default() -> EndFile {
        use ScorelessFile::*;
        EndFile {
            passes: None,
            scoreless_turns: None,
            scale_with_seats: true,
            scoreless: vec![Exchange, Withdrawn, LostChallenge],
            others: OthersFile::LoseRack,
            out_player: OutPlayerFile::GainsOtherRacks,
            stalled: OthersFile::LoseRack,
            final_turn_each: false,
            tie_break: TieBreakFile::None,
        }
    }
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum ScorelessFile {
    Exchange,
    Withdrawn,
    LostChallenge,
    ZeroPlay,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum OthersFile {
    LoseRack,
    Nothing,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutPlayerFile {
    Nothing,
    GainsOtherRacks,
    GainsTwiceOtherRacks,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TieBreakFile {
    None,
    BeforeRacks,
    FirstInOrder,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ClockFile {
    minutes: Option<f64>,
    #[serde(default)]
    increment_seconds: f64,
    overtime: Option<OvertimeFile>,
    hours_per_turn: Option<f64>,
    #[serde(default)]
    bank_hours: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OvertimeFile {
    points: i32,
    per_seconds: f64,
    minutes_at_most: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlanksFile {
    count: usize,
    #[serde(default)]
    value: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileFile {
    tile: String,
    value: i32,
    count: usize,
    #[serde(default)]
    vowel: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    /// Row and column, counted from 0.
    starts: Vec<[u8; 2]>,
    layout: Vec<String>,
    #[serde(default)]
    legend: BTreeMap<String, PremiumFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PremiumFile {
    #[serde(default = "one")]
    letter: u8,
    #[serde(default = "one")]
    word: u8,
    only_value: Option<i16>,
}

fn one() -> u8 {
    1
}

impl File {
    fn check(self) -> Result<Ruleset, RulesetError> {
        let layout = self.board.check()?;
        let alphabet = Alphabet::new(
            Casing::of_locale(&self.locale),
            self.tiles.iter().map(|tile| &tile.tile),
            &self.folds,
        )?;
        let letters: Vec<LetterTile> = self
            .tiles
            .iter()
            .map(|tile| LetterTile { value: tile.value, count: tile.count, vowel: tile.vowel })
            .collect();
        for tile in &letters {
            within(
                "a tile's count",
                tile.count as i64,
                0..=Tiles::MAX_OF_A_KIND as i64,
                "0 to 255",
            )?;
            within("a tile's value", tile.value, -99..=999, "-99 to 999")?;
        }
        within(
            "blanks.count",
            self.blanks.count as i64,
            0..=Tiles::MAX_OF_A_KIND as i64,
            "0 to 255",
        )?;
        within("blanks.value", self.blanks.value, -99..=999, "-99 to 999")?;
        within("rack", self.rack as i64, 1..=32, "1 to 32")?;
        let total = letters.iter().map(|tile| tile.count).sum::<usize>() + self.blanks.count;
        within("the number of tiles", total as i64, 1..=9999, "1 to 9999")?;
        if let Some(expected) = self.total_tiles.filter(|&expected| expected != total) {
            return Err(RulesetError::Total { found: total, expected });
        }
        let [from, to] = self.players.unwrap_or([2, 4]);
        within("players", from as i64, 2..=to as i64, "from 2 to 4, the smaller first")?;
        within("players", to as i64, from as i64..=4, "from 2 to 4, the smaller first")?;
        let ruleset = Ruleset {
            rated_as: self.rated_as.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            aliases: self.aliases,
            title: self.title,
            locale: self.locale,
            lexicon: self.lexicon,
            status: self.status,
            sources: self.sources,
            notes: self.notes.trim().to_owned(),
            players: Players { from, to },
            layout,
            alphabet: Arc::new(alphabet),
            letters,
            blanks: Blanks { count: self.blanks.count, value: self.blanks.value },
            rack: self.rack,
            bonuses: bonuses(&self.bonuses)?,
            exchange: self
                .exchange
                .map(|exchange| Exchange { bag_at_least: exchange.bag_at_least.max(1) }),
            challenge: self.challenge.check()?,
            end: self.end.check()?,
            clock: self.clock.check()?,
        };
        ruleset.check_most()?;
        Ok(ruleset)
    }
}

impl Ruleset {
    /// Refuses values and premiums with which a play could score too much.
    pub(crate) fn check_most(&self) -> Result<(), RulesetError> {
        match self.most() {
            found if found > MOST => Err(RulesetError::TooDear { found }),
            _ => Ok(()),
        }
    }
}

fn within<T>(
    what: &'static str,
    found: T,
    range: RangeInclusive<T>,
    expected: &'static str,
) -> Result<(), RulesetError>
where
    T: PartialOrd + ToString,
{
    if range.contains(&found) {
        Ok(())
    } else {
        Err(RulesetError::Range { what, found: found.to_string(), expected })
    }
}

fn bonuses(file: &[BonusFile]) -> Result<Vec<Bonus>, RulesetError> {
    let mut bonuses: Vec<Bonus> = Vec::new();
    for &BonusFile { tiles, points, times } in file {
        let kind = match (points, times) {
            (Some(points), None) => BonusKind::Points(points),
            (None, Some(times)) => BonusKind::Times(times),
            _ => return Err(RulesetError::BonusKind(tiles)),
        };
        if bonuses.iter().any(|bonus| bonus.tiles == tiles) {
            return Err(RulesetError::TwoBonuses(tiles));
        }
        bonuses.push(Bonus { tiles, kind });
    }
    Ok(bonuses)
}

impl ChallengeFile {
    fn check(self) -> Result<Challenge, RulesetError> {
        Ok(match self {
            ChallengeFile::Default | ChallengeFile::Named(ChallengeName::Void) => Challenge::Void,
            ChallengeFile::Named(ChallengeName::Single) => Challenge::Single,
            ChallengeFile::Named(ChallengeName::Double) => Challenge::Double,
            ChallengeFile::Named(ChallengeName::Triple) => Challenge::Triple,
            ChallengeFile::Points(PointsFile { points, per }) => {
                within("challenge.points", points, 0..=999, "0 to 999")?;
                let per = match per {
                    PerFile::Play => PerChallenge::Play,
                    PerFile::Word => PerChallenge::Word,
                };
                Challenge::Points { points, per }
            }
        })
    }
}

impl EndFile {
    fn check(self) -> Result<End, RulesetError> {
        for (what, count) in
            [("end.passes", self.passes), ("end.scoreless_turns", self.scoreless_turns)]
        {
            within(what, count.unwrap_or(1), 1..=1000, "1 to 1000")?;
        }
        let counts = |kind| self.scoreless.contains(&kind);
        Ok(End {
            passes: self.passes,
            scoreless_turns: self.scoreless_turns,
            scale_with_seats: self.scale_with_seats,
            scoreless: Scoreless {
                exchange: counts(ScorelessFile::Exchange),
                withdrawn: counts(ScorelessFile::Withdrawn),
                lost_challenge: counts(ScorelessFile::LostChallenge),
                zero_play: counts(ScorelessFile::ZeroPlay),
            },
            out: Out {
                others_lose_rack: self.others == OthersFile::LoseRack,
                gains: match self.out_player {
                    OutPlayerFile::Nothing => OutGains::Nothing,
                    OutPlayerFile::GainsOtherRacks => OutGains::OtherRacks,
                    OutPlayerFile::GainsTwiceOtherRacks => OutGains::TwiceOtherRacks,
                },
            },
            stalled_loses_rack: self.stalled == OthersFile::LoseRack,
            final_turn_each: self.final_turn_each,
            tie_break: match self.tie_break {
                TieBreakFile::None => TieBreak::None,
                TieBreakFile::BeforeRacks => TieBreak::BeforeRacks,
                TieBreakFile::FirstInOrder => TieBreak::FirstInOrder,
            },
        })
    }
}

impl ClockFile {
    fn check(self) -> Result<Clock, RulesetError> {
        let for_games = self.increment_seconds != 0.0 || self.overtime.is_some();
        let for_turns = self.bank_hours != 0.0;
        match (self.minutes, self.hours_per_turn) {
            (None, None) if for_games || for_turns => Err(RulesetError::Clock),
            (None, None) => Ok(Clock::None),
            (Some(_), Some(_)) => Err(RulesetError::Clock),
            (Some(_), None) if for_turns => Err(RulesetError::ClockParts),
            (None, Some(_)) if for_games => Err(RulesetError::ClockParts),
            (Some(_), None) if self.increment_seconds != 0.0 && self.overtime.is_some() => {
                Err(RulesetError::IncrementAndOvertime)
            }
            (Some(minutes), None) => Ok(Clock::Game {
                initial: millis("clock.minutes", minutes, 60.0 * SECOND)?,
                increment: millis("clock.increment_seconds", self.increment_seconds, SECOND)?,
                overtime: self.overtime.map(OvertimeFile::check).transpose()?,
            }),
            (None, Some(hours)) => Ok(Clock::Turn {
                turn: millis("clock.hours_per_turn", hours, 3600.0 * SECOND)?,
                bank: millis("clock.bank_hours", self.bank_hours, 3600.0 * SECOND)?,
            }),
        }
    }
}

impl OvertimeFile {
    fn check(self) -> Result<Overtime, RulesetError> {
        within("clock.overtime.points", self.points, 0..=999, "0 to 999")?;
        within("clock.overtime.per_seconds", self.per_seconds, 1.0..=100_000.0, "1 to 100000")?;
        within("clock.overtime.minutes_at_most", self.minutes_at_most, 0.0..=1000.0, "0 to 1000")?;
        Ok(Overtime {
            points: self.points,
            per: millis("clock.overtime.per_seconds", self.per_seconds, SECOND)?,
            at_most: millis("clock.overtime.minutes_at_most", self.minutes_at_most, 60.0 * SECOND)?,
        })
    }
}

/// Milliseconds.
const SECOND: f64 = 1000.0;

fn millis(what: &'static str, amount: f64, unit: f64) -> Result<Millis, RulesetError> {
    within(what, amount, 0.0..=100_000.0, "0 to 100000")?;
    Ok((amount * unit) as Millis)
}

impl BoardFile {
    fn check(&self) -> Result<Layout, RulesetError> {
        let mut legend = BTreeMap::from([('.', Premium::NONE)]);
        legend.extend(
            ('2'..='9').zip(2..).map(|(key, letter)| (key, Premium { letter, ..Premium::NONE })),
        );
        legend.extend(
            [('d', 2), ('t', 3), ('q', 4)]
                .map(|(key, word)| (key, Premium { word, ..Premium::NONE })),
        );
        for (key, &PremiumFile { letter, word, only_value }) in &self.legend {
            let mut chars = key.chars();
            match (chars.next(), chars.next()) {
                (Some(key), None) if (1..=9).contains(&letter) && (1..=9).contains(&word) => {
                    legend.insert(key, Premium { letter, word, only_value });
                }
                _ => return Err(RulesetError::Premium(key.clone())),
            }
        }
        let rows = (1..).zip(&self.layout).map(|(row, text)| {
            let premium =
                |found| legend.get(&found).copied().ok_or(RulesetError::Legend { row, found });
            text.chars().map(premium).collect::<Result<Vec<_>, _>>()
        });
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        let starts = self.starts.iter().map(|&[row, col]| Square::new(row, col)).collect();
        Ok(Layout::new(rows, starts)?)
    }
}
