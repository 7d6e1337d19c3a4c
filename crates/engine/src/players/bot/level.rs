//! The levels of human-like play.

use crate::engine::Engine;

use super::dice::CERTAIN;
use super::vocabulary::{Commonness, vocabulary};

/// How well somebody plays. Numbers without a unit are thousandths; `lab/2026-11-16-ladder.md`
/// shows how they were found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Level {
    /// Its name, as used in commands.
    pub name: &'static str,
    /// A sentence about the player.
    pub about: &'static str,
    /// How many words of a list of [`USUAL`] length are known, the most common first.
    pub(crate) words: u32,
    /// Words of up to this many letters are known, however rare.
    pub(crate) short: usize,
    /// How often a word with few tiles is seen.
    pub(crate) sees: u32,
    /// Factor for each tile beyond [`FEW_TILES`].
    pub(crate) long: u32,
    /// Factor for each cross word.
    pub(crate) parallel: u32,
    /// How much of a leave's value is taken into account.
    pub(crate) leaves: i32,
    /// The largest misjudgement of a play, in thousandths of a point.
    pub(crate) misjudges: i32,
    /// How often an exchange is considered.
    pub(crate) exchanges: u32,
    /// How often the settlement at the end of the game is taken into account.
    pub(crate) endgames: u32,
    /// For how many known words the player also believes in a false form.
    pub(crate) phonies: u32,
    /// How many of the lexicon's words are recognised as valid when an opponent plays them.
    pub(crate) recognises: u32,
    /// How likely an unrecognised word seems to be invalid.
    pub(crate) suspicion: u32,
}

/// Up to this many tiles, plays are equally easy to see.
pub(crate) const FEW_TILES: usize = 3;

/// All levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        about: "has just learned the rules and is happy with any word",
        words: 25,
        short: 0,
        sees: 60,
        long: 200,
        parallel: 100,
        leaves: 0,
        misjudges: 14_000,
        exchanges: 0,
        endgames: 0,
        phonies: 30,
        recognises: 500,
        suspicion: 50,
    },
    Level {
        name: "novice",
        about: "plays with the family on holidays, one word at a time",
        words: 60,
        short: 0,
        sees: 230,
        long: 400,
        parallel: 300,
        leaves: 0,
        misjudges: 9_000,
        exchanges: 0,
        endgames: 0,
        phonies: 25,
        recognises: 600,
        suspicion: 100,
    },
    Level {
        name: "casual",
        about: "knows many words and looks for good squares",
        words: 110,
        short: 0,
        sees: 370,
        long: 480,
        parallel: 430,
        leaves: 0,
        misjudges: 7_000,
        exchanges: 50,
        endgames: 50,
        phonies: 20,
        recognises: 720,
        suspicion: 200,
    },
    Level {
        name: "regular",
        about: "plays every week and has begun to lay words side by side",
        words: 150,
        short: 2,
        sees: 430,
        long: 580,
        parallel: 480,
        leaves: 150,
        misjudges: 6_000,
        exchanges: 150,
        endgames: 100,
        phonies: 15,
        recognises: 820,
        suspicion: 300,
    },
    Level {
        name: "club",
        about: "goes to a club, knows the short words and keeps good tiles",
        words: 220,
        short: 2,
        sees: 560,
        long: 690,
        parallel: 590,
        leaves: 400,
        misjudges: 5_000,
        exchanges: 400,
        endgames: 250,
        phonies: 10,
        recognises: 900,
        suspicion: 450,
    },
    Level {
        name: "tournament",
        about: "plays tournaments and finds most bonus plays",
        words: 340,
        short: 3,
        sees: 690,
        long: 780,
        parallel: 710,
        leaves: 600,
        misjudges: 4_500,
        exchanges: 600,
        endgames: 450,
        phonies: 6,
        recognises: 950,
        suspicion: 600,
    },
    Level {
        name: "expert",
        about: "has studied lists of words and plans the next turn",
        words: 540,
        short: 4,
        sees: 820,
        long: 850,
        parallel: 830,
        leaves: 750,
        misjudges: 3_500,
        exchanges: 850,
        endgames: 700,
        phonies: 3,
        recognises: 980,
        suspicion: 750,
    },
    Level {
        name: "master",
        about: "knows nearly every word and misses little",
        words: 800,
        short: 5,
        sees: 920,
        long: 920,
        parallel: 920,
        leaves: 900,
        misjudges: 2_500,
        exchanges: 950,
        endgames: 900,
        phonies: 1,
        recognises: 998,
        suspicion: 900,
    },
];

impl Level {
    /// The level with this name.
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// The default level: an opponent that a casual player can beat and learn from.
    pub fn usual() -> &'static Level {
        &LEVELS[2]
    }
}

/// The length of the word list that the table of levels is calibrated on.
const USUAL: usize = 254_979;

/// The share of a list of `n_words` words known to a player who knows `words` thousandths of the
/// usual list, in millionths. A shorter list has fewer rare words, so the odds of knowing one grow
/// with the square root of the ratio (`lab/2026-11-16-ladder.md`).
fn part_known(words: u32, n_words: usize) -> u32 {
    let better = (USUAL as f64 / n_words.max(1) as f64).sqrt();
    let (knows, misses) = (f64::from(words) * better, f64::from(1000 - words.min(1000)));
    (knows / (knows + misses) * f64::from(CERTAIN)).round() as u32
}

/// The vocabulary of a level in one game: made once and shared by any number of players.
pub struct LevelVocabulary {
    pub(crate) level: &'static Level,
    pub(crate) commonness: Commonness,
    /// An engine with the words that the player believes to be valid.
    pub(crate) believed: Engine,
}

impl LevelVocabulary {
    /// The vocabulary of this level, for this engine's game.
    pub fn new(level: &'static Level, engine: &Engine) -> LevelVocabulary {
        let commonness = Commonness::new(engine.lexicon());
        let known = part_known(level.words, commonness.n_words());
        let words =
            vocabulary(engine.lexicon(), &commonness, known, level.short, level.phonies * 1000);
        let believed =
            Engine::new(engine.ruleset().clone(), words.into(), engine.evaluation().clone());
        LevelVocabulary { level, commonness, believed }
    }

    /// Its level.
    pub fn level(&self) -> &'static Level {
        self.level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_know_more_of_a_shorter_list() {
        for level in LEVELS {
            assert_eq!(part_known(level.words, USUAL), level.words * 1000);
            assert!(part_known(level.words, 40_000) > level.words * 1000);
            assert!((1..=CERTAIN).contains(&part_known(level.words, 1)));
            assert!(part_known(level.words, 600_000) < level.words * 1000);
        }
        assert_eq!([part_known(1000, 10), part_known(0, 10)], [CERTAIN, 0]);
    }
}
