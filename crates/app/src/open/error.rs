//! Why something can't be opened.

use std::path::PathBuf;

use tisane_lexicon::{CatalogueError, count, excerpt};
use tisane_rules::{
    CgpError, DrawingError, GcgError, Impossible, NoSuchRuleset, Reason, RecordError, RulesetError,
    TilesError, WordsolverError,
};

/// Why a position, a game, a ruleset or a lexicon can't be opened.
///
/// The sentence names the fault. How to fix it depends on the interface, so each interface adds
/// its own hint.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The text names a game for which there is no ruleset.
    #[error("the position is from the game {:?}, for which there is no ruleset", excerpt(.named))]
    UnknownGame {
        /// The game's name in the text.
        named: String,
    },
    /// Neither the text nor the user names a game.
    #[error("the text does not say which game it is from; name a ruleset")]
    WhichGame,
    /// No ruleset has this name.
    #[error(transparent)]
    NoSuchRuleset(#[from] NoSuchRuleset),
    /// The file of a ruleset can't be read.
    #[error("{} can't be read: {error}", path.display())]
    RulesetFile {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The text of a ruleset can't be used.
    #[error("{}{error}", file.as_ref().map_or(String::new(), |file| format!("{file}: ")))]
    Ruleset {
        /// The file it comes from, unless it is built in.
        file: Option<String>,
        /// What is wrong with it.
        error: Box<RulesetError>,
    },
    /// The CGP can't be read.
    #[error(transparent)]
    Cgp(CgpError),
    /// The drawing of a board can't be read.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// The wordsolver board can't be read.
    #[error(transparent)]
    Wordsolver(#[from] WordsolverError),
    /// The score sheet can't be read.
    #[error(transparent)]
    Game(#[from] GcgError),
    /// The moves of the score sheet can't be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The rack can't be read.
    #[error("rack: {0}")]
    Rack(TilesError),
    /// No game can lead to this position.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// A turn is chosen, but the text is a single position.
    #[error("a turn can be chosen only for a game, and this is a single position")]
    NotAGame,
    /// The game has fewer turns.
    #[error("the game has no turn {number}, only {}", count(*turns, "turn"))]
    NoSuchTurn {
        /// The turn that was asked for, from 1.
        number: usize,
        /// How many positions the game has.
        turns: usize,
    },
    /// The position after the last turn of a game that is over.
    #[error("the game is over")]
    GameOver {
        /// Why it is over.
        reason: Reason,
        /// The last turn that was taken, from 1.
        last_turn: usize,
    },
    /// The game has no lexicon of its own, and none is chosen.
    #[error("there is no lexicon for {title}")]
    NoLexicon {
        /// The game's title.
        title: String,
    },
    /// The lexicon can't be found or used.
    #[error(transparent)]
    Lexicon(#[from] CatalogueError),
}

impl From<CgpError> for OpenError {
    fn from(error: CgpError) -> OpenError {
        match error {
            CgpError::Impossible(error) => OpenError::Impossible(error),
            error => OpenError::Cgp(error),
        }
    }
}
