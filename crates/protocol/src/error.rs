//! What is said when something cannot be done.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tisane_lexicon::{brief, excerpt};
use tisane_rules::Refusal;

/// A sentence for people, and what to do about it where that is known.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorView {
    /// Which kind of trouble it is, for readers who say it in their own language.
    pub code: ErrorCode,
    /// What it is about, by name, for the same readers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<String, String>>"))]
    pub values: BTreeMap<String, String>,
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hint: Option<String>,
}

/// Every kind of trouble there is.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    NoSuchPage,
    Method,
    NoSuchRuleset,
    NoSuchLexicon,
    WhichLexicon,
    /// The lexicon is there, but cannot be used.
    Lexicon,
    /// None of the lexicon's words can be spelled with these tiles.
    NoWords,
    Spelling,
    PatternEmpty,
    /// A bracket is not closed.
    PatternOpen,
    /// Nothing stands in the brackets.
    PatternNothing,
    PatternLong,
    /// A position that cannot be read, or cannot be.
    Position,
    Move,
    Long,
    Query,
    /// The body or the message is not what is expected there.
    Message,
    /// Asked too much in too short a time.
    TooOften,
    /// Everything that computes is busy.
    Busy,
    /// The request comes from a page of somebody else.
    Origin,
    /// Only for those who run the server.
    NotForYou,
    /// Nobody is logged in, and no guest.
    WhoAreYou,
    WrongPassword,
    /// Passwords have a least length.
    WeakPassword,
    AccountNameTaken,
    NoSuchGame,
    NoSuchBot,
    /// Nothing of that name is kept, or it is somebody else's, or not shared any more.
    NotKept,
    /// Another device has changed it in the meantime.
    Changed,
    /// There is no room for more.
    Full,
    /// The wishes for a new game do not fit together.
    Agreement,
    NotSeated,
    AlreadySeated,
    /// The seats that are free are kept for those who played the game before.
    SeatsKept,
    /// Spectators see all racks, and whoever joins has to agree to that.
    OpenRacks,
    NoSpectators,
    /// The move was for a turn that is over.
    TurnOver,
    /// The text of a move, or a tile that does not exist.
    Action,
    /// No analysis of a game for those who play it.
    NoHelp,
    /// A position, a score sheet or another notation that cannot be read.
    Notation,
    /// A text that is in no notation of a position.
    NoNotation,
    NotEnded,
    /// A number in the request is too small or too large.
    OutOfRange,
    /// A public game with several people can't have a chosen seed.
    SeedChosen,
    /// Against bots, whoever ends a game early after everybody has moved resigns it.
    ResignInstead,
    /// The server has failed: it could not keep, find or work out something; nothing has changed.
    Storage,
    /// The server does not answer to this host name.
    Host,
    /// The request took too long to arrive.
    Slow,
    /// The log of the game can take no more.
    TooManyEvents,
    /// The chat of the game can take no more.
    ChatFull,
    /// An administrator has shut out this player or address.
    Banned,
    /// An administrator has muted this player.
    Muted,
    /// Somebody at the table has blocked this player.
    Blocked,
    NoSuchPlayer,
    /// What an administrator or a report asks for is not possible.
    Moderation,

    NotStarted,
    AlreadyStarted,
    AlreadyEnded,
    NotYourTurn,
    NoSuchSeat,
    DroppedOut,
    TimeUp,
    Misfit,
    NotOnRack,
    NotWords,
    NoExchanges,
    NothingToExchange,
    BagTooSmall,
    NoChallenges,
    NothingToChallenge,
    OwnPlay,
    AlreadyJudged,
    NoSuchWord,
    LastChallenge,
    NothingToAccept,
    NotEnoughPlayers,
    GameFull,
    NameTaken,
    BadName,
    NotHost,
    LeaveByResigning,
    AbortOffered,
    NoAbortOffer,
    NotLocal,
    NothingToUndo,

    /// The session was ended, or has expired.
    SessionEnded,
    NoSuchSession,
    /// Too many attempts to log in to one account.
    LoginDelay,
    WrongOldPassword,
    CommonPassword,
    PasswordIsName,
    /// The new password is the old one.
    SamePassword,
    /// Bots and the server itself have such names.
    NameReserved,
    /// Only guests become accounts.
    AlreadyAccount,
    /// Guests have no password.
    NoAccount,
    NameLong,
    /// The name has a character that nobody can see or read.
    NameCharacter,
}

impl From<&Refusal> for ErrorCode {
    fn from(refusal: &Refusal) -> ErrorCode {
        match refusal {
            Refusal::NotStarted => ErrorCode::NotStarted,
            Refusal::AlreadyStarted => ErrorCode::AlreadyStarted,
            Refusal::AlreadyEnded => ErrorCode::AlreadyEnded,
            Refusal::NotYourTurn(_) => ErrorCode::NotYourTurn,
            Refusal::NoSuchSeat(_) => ErrorCode::NoSuchSeat,
            Refusal::DroppedOut => ErrorCode::DroppedOut,
            Refusal::TimeUp => ErrorCode::TimeUp,
            Refusal::Misfit(_) => ErrorCode::Misfit,
            Refusal::NotOnRack { .. } => ErrorCode::NotOnRack,
            Refusal::NotWords(_) => ErrorCode::NotWords,
            Refusal::NoExchanges => ErrorCode::NoExchanges,
            Refusal::NothingToExchange => ErrorCode::NothingToExchange,
            Refusal::BagTooSmall { .. } => ErrorCode::BagTooSmall,
            Refusal::NoChallenges => ErrorCode::NoChallenges,
            Refusal::NothingToChallenge => ErrorCode::NothingToChallenge,
            Refusal::OwnPlay => ErrorCode::OwnPlay,
            Refusal::AlreadyJudged => ErrorCode::AlreadyJudged,
            Refusal::NoSuchWord { .. } => ErrorCode::NoSuchWord,
            Refusal::LastChallenge => ErrorCode::LastChallenge,
            Refusal::NothingToAccept => ErrorCode::NothingToAccept,
            Refusal::NotEnoughPlayers { .. } => ErrorCode::NotEnoughPlayers,
            Refusal::GameFull { .. } => ErrorCode::GameFull,
            Refusal::NameTaken(_) => ErrorCode::NameTaken,
            Refusal::BadName { .. } => ErrorCode::BadName,
            Refusal::NotHost => ErrorCode::NotHost,
            Refusal::LeaveByResigning => ErrorCode::LeaveByResigning,
            Refusal::AbortOffered => ErrorCode::AbortOffered,
            Refusal::NoAbortOffer => ErrorCode::NoAbortOffer,
            Refusal::NotLocal => ErrorCode::NotLocal,
            Refusal::NothingToUndo => ErrorCode::NothingToUndo,
        }
    }
}

impl ErrorView {
    /// With its own sentence as what it is about.
    pub fn new(code: ErrorCode, error: impl std::fmt::Display) -> ErrorView {
        let error = error.to_string();
        ErrorView {
            code,
            values: BTreeMap::from([("detail".to_owned(), error.clone())]),
            error,
            hint: None,
        }
        .brief()
    }
}

impl ErrorView {
    /// The same with no more of what somebody wrote than
    /// [`LONGEST_QUOTE`](tisane_lexicon::LONGEST_QUOTE) characters at a time.
    #[must_use]
    pub fn brief(mut self) -> ErrorView {
        for (name, value) in &mut self.values {
            // These are sentences and lists of ours, which may quote; the others are quotes
            // themselves.
            let is_sentence = matches!(
                name.as_str(),
                "detail" | "known" | "words" | "why" | "because" | "squares"
            );
            *value = if is_sentence { brief(value) } else { excerpt(value) }.into_owned();
        }
        self.error = brief(&self.error).into_owned();
        self.hint = self.hint.map(|hint| brief(&hint).into_owned());
        self
    }
}
