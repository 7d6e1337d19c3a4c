//! What looks wrong about something that can be opened all the same.

use std::fmt;

use tisane_lexicon::{Lexicon, count, excerpt};
use tisane_rules::{
    Board, BonusKind, Direction, GcgWarning, Impossible, Position, Ruleset, Square, column_name,
};

/// Something to know that stops nothing. Its sentence names no option of any interface; an
/// interface may add which of its options helps.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Warning {
    /// An operation of a CGP that nobody defines.
    UnknownOperation {
        /// Its code.
        code: String,
    },
    /// The rack size was changed, but the bonus for a full rack was not.
    BonusUnchanged {
        /// How many tiles earn the bonus.
        tiles: usize,
        /// How many tiles a rack has now.
        rack: usize,
        /// The bonus.
        bonus: BonusKind,
    },
    /// Several of the user's files have the lexicon's name.
    SameName {
        /// The file that is used.
        used: String,
        /// The others.
        unused: Vec<String>,
    },
    /// Some words of the user's lexicon can't be spelled with the game's tiles.
    UnusableWords {
        /// The lexicon.
        lexicon: String,
        /// How many words.
        count: usize,
        /// How the words can be listed.
        listing: Listing,
    },
    /// Some words of the user's lexicon are longer than the board.
    LongWords {
        /// The lexicon.
        lexicon: String,
        /// How many words.
        count: usize,
    },
    /// Slurs are to be left out, but the lexicon does not mark any.
    NoSlursMarked {
        /// The lexicon.
        lexicon: String,
    },
    /// The position names a lexicon that is not installed.
    LexiconMissing {
        /// Its name.
        named: String,
        /// The lexicon that is used instead.
        used: String,
    },
    /// The game was guessed from the letters of a word list.
    GuessedGame {
        /// The word list.
        lexicon: String,
        /// The game.
        game: String,
    },
    /// Many words of a word list have accents that the game ignores.
    Accents {
        /// The word list.
        lexicon: String,
        /// The game.
        game: String,
    },
    /// The game has no lexicon, so words are not checked.
    WordsUnchecked {
        /// The game's title.
        game: String,
    },
    /// There are tiles on the board, but none on a start square.
    StartEmpty {
        /// The start squares.
        starts: Vec<Square>,
    },
    /// Some tiles are not connected to the rest.
    Disconnected {
        /// The first of them.
        first: Square,
        /// How many there are.
        count: usize,
    },
    /// Words on the board that are not in the lexicon.
    Phonies {
        /// The words with their places: `8D RETANIS`.
        words: Vec<String>,
        /// The lexicon.
        lexicon: String,
    },
    /// How many tiles each opponent holds is not known.
    GuessedRackSizes {
        /// The sizes that are assumed, in turn order.
        sizes: Vec<usize>,
    },
    /// The board has more tiles than the set.
    Impossible(Impossible),
    /// By the rules, the game is already over.
    AlreadyOver {
        /// What ends it.
        cause: EndCause,
        /// How many end the game.
        limit: u32,
        /// How many there were.
        found: u32,
    },
    /// A line of a score sheet looks wrong.
    Line(GcgWarning),
    /// Only some tiles of the rack are known.
    RackIncomplete {
        /// The known tiles.
        known: String,
        /// How many are missing.
        missing: usize,
    },
}

/// How unusable words of a lexicon can be listed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Listing {
    /// They can't: the file is no plain word list.
    None,
    /// With the game that its words belong to.
    OwnGame,
    /// With this game.
    Game(String),
}

/// What ends a game without anybody going out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EndCause {
    /// Turns without points in a row.
    ScorelessTurns,
    /// Passes in a row.
    Passes,
}

/// At most this many words are named in one warning.
const MOST_NAMED: usize = 5;

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::UnknownOperation { code } => {
                write!(f, "unknown CGP operation {} ignored", excerpt(code))
            }
            Warning::BonusUnchanged { tiles, rack, .. } => write!(
                f,
                "the bonus is still for {}, although racks now have {rack}",
                count(*tiles, "tile")
            ),
            Warning::SameName { used, unused } => {
                write!(f, "using {used}, not {}; give a path to choose", unused.join(" or "))
            }
            Warning::UnusableWords { lexicon, count: n, .. } => {
                write!(f, "{} of {lexicon} can't be spelled with these tiles", count(*n, "word"))
            }
            Warning::LongWords { lexicon, count: n } => {
                let are = if *n == 1 { "is" } else { "are" };
                write!(f, "{} of {lexicon} {are} too long for the board", count(*n, "word"))
            }
            Warning::NoSlursMarked { lexicon } => {
                write!(f, "{lexicon} does not mark slurs, so none are left out")
            }
            Warning::LexiconMissing { named, used } => write!(
                f,
                "the lexicon {} of the position is not installed; using {used}",
                excerpt(named)
            ),
            Warning::GuessedGame { lexicon, game } => {
                write!(f, "{lexicon} is read with the tiles of {game}, which match its letters")
            }
            Warning::Accents { lexicon, game } => {
                write!(f, "many words of {lexicon} have accents, which {game} ignores")
            }
            Warning::WordsUnchecked { game } => {
                write!(f, "there is no lexicon for {game}, so words are not checked")
            }
            Warning::StartEmpty { starts } => {
                let names: Vec<String> = starts.iter().map(Square::to_string).collect();
                write!(f, "no tile is on the start square {}", names.join(" or "))
            }
            Warning::Disconnected { first, count: 1 } => {
                write!(f, "the tile on {first} is not connected to the rest")
            }
            Warning::Disconnected { first, count } => {
                write!(f, "{count} tiles are not connected to the rest, the first on {first}")
            }
            Warning::Phonies { words, lexicon } => {
                let named = &words[..words.len().min(MOST_NAMED)];
                let more = match words.len() - named.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                write!(f, "not in {lexicon}: {}{more}", named.join(", "))
            }
            Warning::GuessedRackSizes { sizes } => {
                let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
                let (last, before) = sizes.split_last().map_or(("", &[][..]), |(l, b)| (l, b));
                write!(
                    f,
                    "opponents' rack sizes are assumed to be {} and {last}, in turn order",
                    before.join(", ")
                )
            }
            Warning::AlreadyOver { cause, limit, found } => {
                let limit = match (cause, limit) {
                    (EndCause::ScorelessTurns, n) => {
                        format!("{} without points", count(*n as usize, "turn"))
                    }
                    (EndCause::Passes, 1) => "1 pass".to_owned(),
                    (EndCause::Passes, n) => format!("{n} passes"),
                };
                write!(f, "the game is already over: {limit} in a row end it, there were {found}")
            }
            Warning::Line(warning) => warning.fmt(f),
            Warning::Impossible(error) => error.fmt(f),
            Warning::RackIncomplete { known, missing } => write!(
                f,
                "only {known} of the rack is known; {} missing",
                if *missing == 1 { "1 tile is".to_owned() } else { format!("{missing} tiles are") }
            ),
        }
    }
}

/// Tiles that no game can have put there: none on a start square, or some not connected.
pub fn board_warnings(ruleset: &Ruleset, board: &Board) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let starts = ruleset.layout.starts();
    let taken = |square: &Square| board.get(*square).is_some();
    let tiles: Vec<Square> = ruleset.layout.squares().filter(taken).collect();
    let Some(&first) = tiles.first() else { return warnings };
    let on_start: Vec<Square> = starts.iter().copied().filter(taken).collect();
    if on_start.is_empty() {
        warnings.push(Warning::StartEmpty { starts: starts.to_vec() });
    }
    let mut connected = if on_start.is_empty() { vec![first] } else { on_start };
    let mut next = 0;
    while let Some(&square) = connected.get(next) {
        let steps = Direction::BOTH
            .into_iter()
            .flat_map(|direction| [-1, 1].map(|n| square.step(direction, n)));
        let neighbours = steps.flatten().filter(|&neighbour| board.contains(neighbour));
        for neighbour in neighbours.filter(taken) {
            if !connected.contains(&neighbour) {
                connected.push(neighbour);
            }
        }
        next += 1;
    }
    let apart: Vec<Square> =
        tiles.into_iter().filter(|square| !connected.contains(square)).collect();
    if let Some(&first) = apart.first() {
        warnings.push(Warning::Disconnected { first, count: apart.len() });
    }
    warnings
}

/// The words on the board that are not in the lexicon, with their places: `8D RETANIS`.
pub fn phonies(ruleset: &Ruleset, lexicon: &Lexicon, board: &Board) -> Vec<String> {
    let unknown = board.words().into_iter().filter(|(_, _, word)| !lexicon.contains(word));
    unknown
        .map(|(square, direction, word)| {
            format!("{} {}", place_name(square, direction), ruleset.alphabet.show(&word))
        })
        .collect()
}

/// Where a word begins and which way it runs: `8D` across, `D8` down.
pub fn place_name(square: Square, direction: Direction) -> String {
    match direction {
        Direction::Across => format!("{}{}", u16::from(square.row) + 1, column_name(square.col)),
        Direction::Down => square.to_string(),
    }
}

/// A position in which, by the rules, nobody would be on turn.
pub(super) fn already_over(ruleset: &Ruleset, position: &Position) -> Option<Warning> {
    let (end, seats) = (&ruleset.end, position.scores.len());
    let limits = [
        (EndCause::ScorelessTurns, position.scoreless_turns, end.scoreless_limit(seats)),
        (EndCause::Passes, position.passes, end.pass_limit(seats)),
    ];
    limits.into_iter().find_map(|(cause, found, limit)| {
        let limit = limit.filter(|limit| found >= *limit)?;
        Some(Warning::AlreadyOver { cause, limit, found })
    })
}

/// Opponents of whom only the tiles of all together are known.
pub(super) fn guessed_sizes(ruleset: &Ruleset, position: &Position) -> Option<Warning> {
    let sizes = || position.others.iter().map(|other| other.len).collect();
    position.sizes_may_differ(ruleset).then(|| Warning::GuessedRackSizes { sizes: sizes() })
}

/// A bonus for a full rack that was left behind when only the rack size was changed.
pub(super) fn bonus_unchanged(
    plain: &Ruleset,
    changed: &Ruleset,
    settings: &[String],
) -> Option<Warning> {
    let is_set = |key: &str| {
        settings
            .iter()
            .any(|setting| setting.split('=').next().is_some_and(|set| set.trim() == key))
    };
    if !is_set("rack") || is_set("bonuses") {
        return None;
    }
    let for_all = |rack: usize| plain.bonuses().iter().find(|bonus| bonus.tiles == rack);
    match (for_all(plain.rack), for_all(changed.rack)) {
        (Some(bonus), None) => Some(Warning::BonusUnchanged {
            tiles: plain.rack,
            rack: changed.rack,
            bonus: bonus.kind,
        }),
        _ => None,
    }
}
