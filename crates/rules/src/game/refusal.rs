//! Why something asked for was not done. A refusal changes nothing.

use tisane_lexicon::count;

use crate::plays::Misfit;

/// Why an action was refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum Refusal {
    #[error("the game has not started yet")]
    NotStarted,
    #[error("the game has already started")]
    AlreadyStarted,
    #[error("the game has already ended")]
    AlreadyEnded,
    #[error("it is not your turn but {0}'s")]
    NotYourTurn(String),
    #[error("this game has no seat {}", .0.saturating_add(1))]
    NoSuchSeat(usize),
    #[error("you have dropped out of this game")]
    DroppedOut,
    #[error("your time is up")]
    TimeUp,

    #[error(transparent)]
    Misfit(#[from] Misfit),
    #[error("you do not have {missing} on your rack ({rack})")]
    NotOnRack { missing: String, rack: String },
    #[error("not in the lexicon: {}", .0.join(", "))]
    NotWords(Vec<String>),

    #[error("this game has no exchanges")]
    NoExchanges,
    #[error("an exchange needs at least one tile")]
    NothingToExchange,
    #[error("to exchange, the bag must hold {} or more; it holds {bag}", count(*needed, "tile"))]
    BagTooSmall { needed: usize, bag: usize },

    #[error("words are checked when they are played, so there is nothing to challenge")]
    NoChallenges,
    #[error("there is no play to challenge")]
    NothingToChallenge,
    #[error("that is your own play: it is for the others to challenge or accept")]
    OwnPlay,
    #[error("that play has been challenged already, and stands")]
    AlreadyJudged,
    /// Counted from 0, as [`Doubt::Words`](crate::Doubt::Words) counts them; the sentence counts as
    /// people do.
    #[error("the play formed {}; there is no word {} to challenge", count(*words, "word"), .asked.saturating_add(1))]
    NoSuchWord { asked: usize, words: usize },
    #[error("that was the last play: it may be accepted or challenged, nothing else")]
    LastChallenge,
    #[error("there is no last play to accept")]
    NothingToAccept,

    #[error("a game needs {needed} players, and {have} are here")]
    NotEnoughPlayers { needed: usize, have: usize },
    #[error("all {seats} seats are taken")]
    GameFull { seats: usize },
    #[error("the name {0:?} is taken")]
    NameTaken(String),
    #[error(
        "a name has 1 to {longest} characters, none of them a line break or another control character"
    )]
    BadName { longest: usize },
    #[error("only the host starts the game")]
    NotHost,
    #[error("the game is under way; resign to leave it")]
    LeaveByResigning,

    #[error("aborting has been offered already")]
    AbortOffered,
    #[error("nobody has offered to abort the game")]
    NoAbortOffer,
    #[error("moves are taken back only in games at one machine")]
    NotLocal,
    #[error("there is nothing to take back")]
    NothingToUndo,
}
