//! A game known from outside: from a file, or tracked by somebody who watches. Racks may be partly
//! known, words invalid, and totals wrong.
//!
//! A record is a list of [`Entry`]s, like a score sheet or a GCG file: a withdrawn play is an
//! entry, and so is its withdrawal. [`Record::positions`] gives what each player knew before each
//! turn; [`Record::check`] recomputes the points and finds what looks wrong.

mod dropouts;
mod following;
mod replay;

use tisane_lexicon::{Letter, count};

use crate::plays::Misfit;
use crate::ruleset::Ruleset;
use crate::table::{Move, Play, Tiles};

pub use dropouts::Dropout;
pub(crate) use dropouts::how_it_stopped;
pub use following::{Following, Unwritable};
pub use replay::RecordedPosition;
pub(crate) use replay::Replay;

/// A game known from outside.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Record {
    /// By seat, in turn order.
    pub players: Vec<RecordPlayer>,
    /// A title for the game.
    pub title: String,
    /// Anything about the game; may have several lines.
    pub description: String,
    /// The identifier of the game.
    pub id: Option<RecordId>,
    /// The lexicon it was played with.
    pub lexicon: Option<String>,
    /// The name of the tile set, as in the file; see [`ruleset_name`](Self::ruleset_name).
    pub tile_distribution: Option<String>,
    /// The name of the board.
    pub board_layout: Option<String>,
    /// The name of the variant.
    pub game_type: Option<String>,
    /// Other facts about the game, by keyword.
    pub others: Vec<(String, String)>,
    /// The lines of the score sheet.
    pub entries: Vec<Entry>,
    /// By seat: the known tiles after the last entry. May be shorter than the list of players.
    pub racks: Vec<Tiles>,
    /// The game was not over.
    pub incomplete: bool,
}

/// A player of a recorded game.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct RecordPlayer {
    /// A short name without spaces, for the lines of a file.
    pub nick: String,
    /// The full name; may be empty.
    pub name: String,
}

/// The identifier of a game, and who gave it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordId {
    /// Who gave the identifier.
    pub authority: String,
    /// The identifier.
    pub id: String,
}

/// One line of a score sheet.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entry {
    /// Whose line it is.
    pub seat: usize,
    /// The known tiles on the rack of the seat before it.
    pub rack: Tiles,
    /// What happened.
    pub what: What,
    /// Points gained or lost, as the record says.
    pub points: i32,
    /// The total of the seat after it, as the record says.
    pub total: i32,
    /// May have several lines.
    pub note: String,
}

/// What happened in an entry.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum What {
    /// Tiles were placed. They stay unless a withdrawal follows.
    Played(Play),
    /// The last play of the seat was challenged and withdrawn.
    Withdrawn,
    /// Tiles were exchanged.
    Exchanged {
        /// The tiles that are known.
        tiles: Tiles,
        /// How many more were exchanged.
        unknown: usize,
    },
    /// The turn was passed, or lost if the record does not say.
    Passed,
    /// The turn was lost to a wrong challenge of this word, which may be unknown.
    TurnLost {
        /// The word that was challenged.
        word: Vec<Letter>,
    },
    /// The turn was skipped because the player was away.
    Skipped,
    /// The seat gained points for a failed challenge of its play.
    ChallengeBonus,
    /// The seat lost points for overtime.
    TimePenalty,
    /// At the end: gained for these tiles of opponents, or lost for own ones.
    EndRack(Tiles),
}

impl What {
    /// Whether the entry is a turn, taken or lost. Other entries only change scores.
    pub fn is_turn(&self) -> bool {
        matches!(
            self,
            What::Played(_)
                | What::Exchanged { .. }
                | What::Passed
                | What::TurnLost { .. }
                | What::Skipped
        )
    }

    /// The turn as a move, unless exchanged tiles are unknown or the player did not choose it.
    pub fn to_move(&self) -> Option<Move> {
        match self {
            What::Played(play) => Some(Move::Play(play.clone())),
            What::Exchanged { tiles, unknown: 0 } => Some(Move::Exchange(tiles.clone())),
            What::Passed => Some(Move::Pass),
            _ => None,
        }
    }

    /// The tiles that were certainly on the rack.
    pub fn tiles_shown(&self) -> Tiles {
        match self {
            What::Played(play) => play.tiles(),
            What::Exchanged { tiles, .. } => tiles.clone(),
            _ => Tiles::new(),
        }
    }
}

/// An entry that is impossible, so that nothing after it makes sense.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("entry {number}: {fault}", number = entry + 1)]
pub struct RecordError {
    /// Its index in [`Record::entries`].
    pub entry: usize,
    /// What is impossible.
    pub fault: RecordFault,
}

/// What is impossible.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum RecordFault {
    #[error("there is no player {number}", number = seat + 1)]
    NoSuchSeat { seat: usize },
    #[error(transparent)]
    Misfit(Misfit),
    #[error("there is no play to take back")]
    NothingToWithdraw,
}

/// An entry that looks wrong but can be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordWarning {
    /// Its index in [`Record::entries`].
    pub entry: usize,
    /// What looks wrong.
    pub doubt: RecordDoubt,
}

/// What looks wrong.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum RecordDoubt {
    #[error("{play} scores {computed}, but the file says {given}")]
    Points { play: String, given: i32, computed: i32 },
    #[error("{play} does not fit: {misfit}")]
    Misfit { play: String, misfit: Misfit },
    #[error("the total should be {computed}, not {given}")]
    Total { given: i32, computed: i32 },
    #[error("the withdrawn play scored {computed}, but {given} were taken back")]
    Withdrawn { given: i32, computed: i32 },
    #[error("a turn without a play scores 0, but the file says {given}")]
    NoPoints { given: i32 },
    #[error("the tiles {tiles} at the end are worth {worth}, but the file says {given}")]
    EndRack { tiles: String, worth: i32, given: i32 },
    #[error("the tiles {missing} are not on the rack {rack}")]
    NotOnRack { missing: String, rack: String },
    #[error("a rack has at most {}, not {found}", count(*max, "tile"))]
    RackTooLong { max: usize, found: usize },
    #[error("too many tiles: board and rack have {tiles} more than the set")]
    TooManyTiles { tiles: String },
    #[error("it was the turn of player {expected}")]
    OutOfTurn { expected: usize },
    #[error("the final rack {given} disagrees with the tiles that were left: {left}")]
    FinalRack { given: String, left: String },
    #[error("this is the second time penalty of the same player")]
    SecondTimePenalty,
}

impl Record {
    /// The maximum number of entries. The longest games have about a hundred.
    pub const MAX_ENTRIES: usize = 1_000;

    /// The built-in ruleset that the names of tiles and board mean, or else the usual game in the
    /// language of the lexicon.
    pub fn ruleset_name(&self) -> Option<String> {
        Ruleset::name_for(self.tile_distribution.as_deref(), self.board_layout.as_deref())
            .or_else(|| Ruleset::name_for_lexicon(self.lexicon.as_deref()?))
    }

    /// The totals after the last entry, as the record gives them.
    pub fn totals(&self) -> Vec<i32> {
        let total = |seat| {
            self.entries
                .iter()
                .rev()
                .find(|entry| entry.seat == seat)
                .map_or(0, |entry| entry.total)
        };
        (0..self.players.len()).map(total).collect()
    }

    /// Whether the play of this entry was withdrawn later.
    pub fn is_withdrawn(&self, entry: usize) -> bool {
        let Some(Entry { seat, what: What::Played(_), .. }) = self.entries.get(entry) else {
            return false;
        };
        let later = self.entries[entry + 1..].iter().filter(|later| later.seat == *seat);
        later.take_while(|later| !later.what.is_turn()).any(|later| later.what == What::Withdrawn)
    }
}
