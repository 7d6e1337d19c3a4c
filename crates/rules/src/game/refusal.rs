//! Why an action is refused. A refusal changes nothing.

use tisane_lexicon::{count, excerpt};

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
    #[error("it is {0}'s turn")]
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
    #[error("you can exchange while the bag has {} or more; it has {bag}", count(*needed, "tile"))]
    BagTooSmall { needed: usize, bag: usize },

    #[error("invalid words can't be played, so there is nothing to challenge")]
    NoChallenges,
    #[error("there is no play to challenge")]
    NothingToChallenge,
    #[error("this is your own play; only opponents can challenge or accept it")]
    OwnPlay,
    #[error("this play was already challenged and is valid")]
    AlreadyJudged,
    /// `asked` counts from 0, the message from 1.
    #[error("the play formed {}; there is no word {} to challenge", count(*words, "word"), .asked.saturating_add(1))]
    NoSuchWord { asked: usize, words: usize },
    #[error("the last play can only be accepted or challenged")]
    LastChallenge,
    #[error("there is nothing to accept")]
    NothingToAccept,

    #[error("at least {needed} players are needed; only {have} {}", if *have == 1 { "has joined" } else { "have joined" })]
    NotEnoughPlayers { needed: usize, have: usize },
    #[error("all {seats} seats are taken")]
    GameFull { seats: usize },
    #[error("the name {:?} is already taken", excerpt(.0))]
    NameTaken(String),
    #[error("a name has 1 to {longest} characters, and no line breaks or control characters")]
    BadName { longest: usize },
    #[error("only the host can start the game")]
    NotHost,
    #[error("the game has started; resign to leave it")]
    LeaveByResigning,

    #[error("there is already an offer to abort")]
    AbortOffered,
    #[error("nobody has offered to abort the game")]
    NoAbortOffer,
    #[error("moves can be undone only in games on one device")]
    NotLocal,
    #[error("there is nothing to undo")]
    NothingToUndo,
}
