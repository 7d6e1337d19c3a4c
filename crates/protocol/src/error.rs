//! Errors on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tisane_lexicon::{brief, excerpt};
use tisane_rules::Refusal;

/// What went wrong and, if known, how to fix it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorView {
    /// The kind of error, for clients that translate it.
    pub code: ErrorCode,
    /// The values of the sentence, by name, for the same clients.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<String, String>>"))]
    pub values: BTreeMap<String, String>,
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hint: Option<String>,
}

/// The kinds of errors.
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
    /// The lexicon exists but can't be used.
    Lexicon,
    /// None of the lexicon's words can be spelled with these tiles.
    NoWords,
    Spelling,
    PatternEmpty,
    /// An open bracket.
    PatternOpen,
    /// Empty brackets.
    PatternNothing,
    PatternLong,
    /// A position that can't be read, or is impossible.
    Position,
    Move,
    Long,
    Query,
    /// An unexpected body or message.
    Message,
    /// Too many requests.
    TooOften,
    /// The server is busy.
    Busy,
    /// The request comes from another site.
    Origin,
    /// Only for the operators of the server.
    NotForYou,
    /// Neither logged in nor a guest.
    WhoAreYou,
    WrongPassword,
    /// The password is too short.
    WeakPassword,
    AccountNameTaken,
    NoSuchGame,
    NoSuchBot,
    /// No such saved item, or it is not yours, or no longer shared.
    NotKept,
    /// Another device has changed it in the meantime.
    Changed,
    /// The player's storage is full.
    Full,
    /// The choices for a new game contradict each other.
    Agreement,
    NotSeated,
    AlreadySeated,
    /// The free seats are reserved for the players of the previous game.
    SeatsKept,
    /// Spectators see all racks, and players must agree to that.
    OpenRacks,
    NoSpectators,
    /// The turn is over.
    TurnOver,
    /// The text of a move, or a tile that does not exist.
    Action,
    /// No analysis of a live game for its players.
    NoHelp,
    /// A position, score sheet or other text that can't be read.
    Notation,
    /// A text in no known notation.
    NoNotation,
    NotEnded,
    /// A number in the request is too small or too large.
    OutOfRange,
    /// A public game with several people can't have a chosen seed.
    SeedChosen,
    /// A game against bots in which everybody has moved can only be resigned.
    ResignInstead,
    /// The server failed; nothing has changed.
    Storage,
    /// The server does not answer to this host name.
    Host,
    /// The request took too long to arrive.
    Slow,
    /// The log of the game is full.
    TooManyEvents,
    /// The chat of the game is full.
    ChatFull,
    /// An administrator has banned this player or address.
    Banned,
    /// An administrator has muted this player.
    Muted,
    /// Somebody at the table has blocked this player.
    Blocked,
    NoSuchPlayer,
    /// An administrator's action or a report is not possible.
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

    /// The session has ended.
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
    /// Only guests can become accounts.
    AlreadyAccount,
    /// Guests have no password.
    NoAccount,
    NameLong,
    /// The name has an invisible or unreadable character.
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
    /// An error whose only value is its sentence.
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
    /// The same, with quoted input cut at [`LONGEST_QUOTE`](tisane_lexicon::LONGEST_QUOTE)
    /// characters.
    #[must_use]
    pub fn brief(mut self) -> ErrorView {
        for (name, value) in &mut self.values {
            // These are our own sentences and lists, which may contain quotes; the other values are
            // quotes.
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
