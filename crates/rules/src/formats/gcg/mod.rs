//! GCG: games as text files with one line per turn, the usual format of programs and annotators.
//!
//! ```text
//! #character-encoding UTF-8
//! #player1 ann Ann Example
//! #player2 bob Bob Example
//! >ann: AEINRST 8D RETAINS +66 66
//! >bob: AEEGTTV 9C VEG +27 27
//! >bob: AEEGTTV -- -27 0
//! ```
//!
//! Reading has two steps, since only a ruleset knows the letters: [`GcgFile::read`] splits the text
//! into lines and finds the ruleset that the file names; [`GcgFile::record`] makes a
//! [`Record`](crate::Record) of them. Many files lack racks, wrap notes, write the tiles they play
//! through in three ways, or miscount. All of that is read, and anything doubtful becomes a warning
//! with a line number. Only a line without any meaning is an error.

mod read;
mod syntax;
mod write;

use tisane_lexicon::excerpt;

use crate::notation::{MoveTextError, TilesError};
use crate::position::Impossible;
use crate::record::{Record, RecordDoubt, RecordFault};

pub use syntax::{GcgEvent, GcgFile};

/// In place of a play: points for a failed challenge of it. We also begin the note of a turn lost
/// to a challenge with it, since the format has no line for that.
const CHALLENGE: &str = "(challenge)";
/// Begins the note of a turn that was skipped.
const AWAY: &str = "(away)";

/// A game read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct GcgRecord {
    /// The game.
    pub record: Record,
    /// What looks wrong in the file, by line.
    pub warnings: Vec<GcgWarning>,
    /// The line in the file of each entry, from 1.
    pub lines: Vec<usize>,
}

/// Something in a file that looks wrong.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {doubt}")]
pub struct GcgWarning {
    /// The line in the file, from 1.
    pub line: usize,
    /// What looks wrong.
    pub doubt: GcgDoubt,
}

#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum GcgDoubt {
    #[error(transparent)]
    Entry(RecordDoubt),
    #[error("the file says it is UTF-8, but it is not; it was read as ISO-8859-1")]
    NotUtf8,
    #[error("{} has no #player line", excerpt(.nick))]
    NewPlayer { nick: String },
    #[error("the points are missing; {computed} is used")]
    NoPoints { computed: i32 },
    #[error("the total is missing")]
    NoTotal,
    #[error("the rack {:?} is ignored: {error}", excerpt(.rack))]
    Rack { rack: String, error: TilesError },
    #[error("the rack {:?} is impossible: {error}", excerpt(.rack))]
    ImpossibleRack { rack: String, error: Impossible },
    #[error("unknown game type {:?}; the game is read by the usual rules", excerpt(.0))]
    GameType(String),
    #[error("two players have the nickname {:?}; their lines are read in turn order", excerpt(.0))]
    SameNick(String),
}

/// A line that has no meaning.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {fault}: {:?}", excerpt(.text))]
pub struct GcgError {
    /// From 1.
    pub line: usize,
    /// The line as the file has it.
    pub text: String,
    /// What is wrong.
    pub fault: GcgFault,
}

#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum GcgFault {
    #[error("unknown character encoding {:?}; use UTF-8 or ISO-8859-1", excerpt(.0))]
    Encoding(String),
    #[error("a line begins with # or > unless it continues a note")]
    NoLine,
    #[error("a player line is #player1 nick Full Name, with a number from 1 to {max}", max = MAX_PLAYERS)]
    Player,
    #[error("there are two lines for player {0}")]
    PlayerTwice(usize),
    #[error("player {0} is missing")]
    PlayerMissing(usize),
    #[error("there is no player {:?}", excerpt(.0))]
    NoSuchPlayer(String),
    #[error("this is not a turn; write it as >nick: RACK 8D WORD +20 20")]
    NoEvent,
    #[error("the sheet has {found} turns; at most {max} can be read")]
    TooLong { found: usize, max: usize },
    #[error(transparent)]
    Move(#[from] MoveTextError),
    #[error(transparent)]
    Tiles(#[from] TilesError),
    #[error(transparent)]
    Entry(#[from] RecordFault),
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The most players of any ruleset.
const MAX_PLAYERS: usize = 4;
