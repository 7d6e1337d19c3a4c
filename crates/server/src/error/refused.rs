//! Why something about players and games was not done. A refusal changes nothing.

use axum::http::StatusCode;
use tisane_protocol::ErrorCode;
use tisane_protocol::bounds::OutOfRange;
use tisane_protocol::request::BadAction;
use tisane_protocol::stored::StoredError;
use tisane_rules::{Millis, Refusal};

use crate::base::names::NameError;
use crate::base::now;
use crate::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("say who you are first")]
    WhoAreYou,
    #[error("name and password do not go together")]
    WrongPassword,
    #[error("a password has {least} characters or more, and {most} at most")]
    WeakPassword { least: usize, most: usize },
    #[error("the name {0:?} is taken, or looks like one that is")]
    AccountNameTaken(String),
    /// Bots and the server itself have such names. No account need exist.
    #[error("the name {0:?} is reserved; choose another")]
    NameReserved(String),
    #[error("the request cannot be read: {0}")]
    Message(String),
    #[error("that is too much at once; wait {seconds} seconds")]
    TooOften { seconds: u64 },
    #[error("the computer is busy; try again in a moment")]
    Busy,
    /// What exactly went wrong is for the log here, too.
    #[error("the server failed at this; the fault is its own, and stands in its log")]
    Failed,
    #[error("the request comes from another page than ours")]
    Origin,
    #[error("this is for those who run the server")]
    NotForYou,
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    #[error("there is no bot {name:?}")]
    NoSuchBot { name: String, known: Vec<String> },
    #[error("there is nothing kept here, or it is not shared any more")]
    NotKept,
    #[error("this was changed elsewhere in the meantime; load it again")]
    Changed,
    #[error(
        "you keep as much as there is room for ({most} things, {megabytes} MB); delete something first"
    )]
    Full { most: usize, megabytes: usize },
    #[error("{0}")]
    Agreement(String),
    #[error("you do not sit at this game")]
    NotSeated,
    #[error("you sit at this game already")]
    AlreadySeated,
    #[error("the free seats are kept for those who played the game before")]
    SeatsKept,
    #[error(
        "spectators see all racks while this game is played, so your opponents could, too; join with \"open_racks\": true if you agree"
    )]
    OpenRacks,
    #[error("the host of this game wants no spectators")]
    NoSpectators,
    #[error("that turn is over")]
    TurnOver,
    #[error(transparent)]
    Action(#[from] BadAction),
    #[error("this position is from a live game; analysis is available when the game has ended")]
    NoHelp,
    #[error("{0}")]
    Notation(String),
    #[error("the game has not ended yet")]
    NotEnded,
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// What exactly went wrong is for the log, not for visitors.
    #[error("the server could not keep this; nothing has changed")]
    Store(#[from] StoreError),
    #[error("this game was kept in a form that cannot be read here")]
    Stored(#[from] StoredError),
    #[error("the server is about to end; come back in a moment")]
    Closing,
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error(
        "a public game for several people cannot have a chosen seed; leave out `seed`, or make the game private"
    )]
    SeedChosen,
    #[error("everybody has moved, so a game against bots cannot be aborted; resign instead")]
    ResignInstead,
    #[error("your session has ended; log in again")]
    SessionEnded,
    #[error("there is no such session; it may have ended")]
    NoSuchSession,
    #[error("too many attempts to log in; wait {seconds} seconds")]
    LoginDelay { seconds: u64 },
    #[error("the old password is wrong")]
    WrongOldPassword,
    #[error("this password is among the most common ones; choose another")]
    CommonPassword,
    #[error("the password can't be your name")]
    PasswordIsName,
    #[error("this is already your password; choose another")]
    SamePassword,
    #[error("you have an account; change its password with PUT /api/me/password")]
    AlreadyAccount,
    #[error("guests have no password; POST /api/me/account makes an account")]
    NoAccount,
    #[error("the name has {length} characters; {longest} are allowed")]
    NameLong { length: usize, longest: usize },
    #[error("names cannot contain the character U+{:04X}", u32::from(*.0))]
    NameCharacter(char),
    #[error("the server can't save games: {}", not_ready(.0))]
    NotReady(StoreError),
    #[error("this server does not answer to the host name {:?}", short(.0))]
    Host(String),
    #[error("the request needs one Host header")]
    NoHost,
    #[error("the request took too long to arrive")]
    Slow,
    #[error(
        "{most} requests from your address are being worked on; try again in {seconds} seconds"
    )]
    Crowded { most: usize, seconds: u64 },
    #[error("the computer is busy; try again in {}", tisane_lexicon::count(*seconds as usize, "second"))]
    Queue { seconds: u64 },
    #[error("this game has {most} events, which is all it can take")]
    TooManyEvents { most: u64 },
    #[error("this chat has {most} messages, which is all it can take")]
    ChatFull { most: u64 },
    #[error("an administrator has banned you{}", until_text(*.until))]
    Banned { until: Option<Millis> },
    #[error("an administrator has muted you{}", until_text(*.until))]
    Muted { until: Option<Millis> },
    #[error("a player at this table has blocked you")]
    Blocked,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("only administrators can do this")]
    NotAdmin,
    #[error("{0}")]
    Moderation(String),
}

/// What those who run the server have to know, without details for strangers.
fn not_ready(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged(_) => "the database is damaged",
        StoreError::Full => "the disk is full",
        _ => "the database can't be written",
    }
}

/// As much of a text from outside as a sentence quotes.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// For how long something holds, in days begun.
fn until_text(until: Option<Millis>) -> String {
    match until.map(|until| (until - now()).max(0) / (24 * 3_600_000) + 1) {
        None => String::new(),
        Some(1) => " for another day".to_owned(),
        Some(days) => format!(" for another {days} days"),
    }
}

impl From<NameError> for Refused {
    fn from(error: NameError) -> Refused {
        match error {
            NameError::Empty { longest } => Refusal::BadName { longest }.into(),
            NameError::Long { length, longest } => Refused::NameLong { length, longest },
            NameError::Character(char) => Refused::NameCharacter(char),
        }
    }
}

impl Refused {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refused::WhoAreYou | Refused::WrongPassword | Refused::SessionEnded => {
                StatusCode::UNAUTHORIZED
            }
            Refused::Message(_)
            | Refused::WeakPassword { .. }
            | Refused::Agreement(_)
            | Refused::Action(_)
            | Refused::Notation(_) => StatusCode::BAD_REQUEST,
            Refused::CommonPassword | Refused::PasswordIsName | Refused::SamePassword => {
                StatusCode::BAD_REQUEST
            }
            Refused::TooOften { .. } | Refused::LoginDelay { .. } => StatusCode::TOO_MANY_REQUESTS,
            Refused::Busy | Refused::Closing | Refused::NotReady(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Refused::Origin
            | Refused::NotForYou
            | Refused::NotSeated
            | Refused::SeatsKept
            | Refused::NoSpectators
            | Refused::NoHelp => StatusCode::FORBIDDEN,
            Refused::WrongOldPassword => StatusCode::FORBIDDEN,
            Refused::NoSuchSession => StatusCode::NOT_FOUND,
            Refused::AlreadyAccount
            | Refused::NoAccount
            | Refused::NameReserved(_)
            | Refused::NameLong { .. }
            | Refused::NameCharacter(_) => StatusCode::CONFLICT,
            Refused::Banned { .. }
            | Refused::Muted { .. }
            | Refused::Blocked
            | Refused::NotAdmin => StatusCode::FORBIDDEN,
            Refused::NoSuchPlayer => StatusCode::NOT_FOUND,
            Refused::Moderation(_) => StatusCode::CONFLICT,
            Refused::NoSuchGame(_) | Refused::NoSuchBot { .. } | Refused::NotKept => {
                StatusCode::NOT_FOUND
            }
            Refused::AccountNameTaken(_)
            | Refused::AlreadySeated
            | Refused::OpenRacks
            | Refused::TurnOver
            | Refused::NotEnded
            | Refused::Changed
            | Refused::Full { .. }
            | Refused::Rules(_) => StatusCode::CONFLICT,
            Refused::Failed | Refused::Store(_) | Refused::Stored(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Refused::OutOfRange(_) | Refused::SeedChosen => StatusCode::BAD_REQUEST,
            Refused::ResignInstead => StatusCode::CONFLICT,
            Refused::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            Refused::NoHost => StatusCode::BAD_REQUEST,
            Refused::Slow => StatusCode::REQUEST_TIMEOUT,
            Refused::Crowded { .. } | Refused::Queue { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Refused::TooManyEvents { .. } | Refused::ChatFull { .. } => StatusCode::CONFLICT,
        }
    }

    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Refused::WhoAreYou => ErrorCode::WhoAreYou,
            Refused::WrongPassword => ErrorCode::WrongPassword,
            Refused::WeakPassword { .. } => ErrorCode::WeakPassword,
            Refused::AccountNameTaken(_) => ErrorCode::AccountNameTaken,
            Refused::Message(_) => ErrorCode::Message,
            Refused::TooOften { .. } => ErrorCode::TooOften,
            Refused::Busy | Refused::Closing => ErrorCode::Busy,
            Refused::Origin => ErrorCode::Origin,
            Refused::NotForYou => ErrorCode::NotForYou,
            Refused::NoSuchGame(_) => ErrorCode::NoSuchGame,
            Refused::NoSuchBot { .. } => ErrorCode::NoSuchBot,
            Refused::NotKept => ErrorCode::NotKept,
            Refused::Changed => ErrorCode::Changed,
            Refused::Full { .. } => ErrorCode::Full,
            Refused::Agreement(_) => ErrorCode::Agreement,
            Refused::NotSeated => ErrorCode::NotSeated,
            Refused::AlreadySeated => ErrorCode::AlreadySeated,
            Refused::SeatsKept => ErrorCode::SeatsKept,
            Refused::OpenRacks => ErrorCode::OpenRacks,
            Refused::NoSpectators => ErrorCode::NoSpectators,
            Refused::TurnOver => ErrorCode::TurnOver,
            Refused::Action(_) => ErrorCode::Action,
            Refused::NoHelp => ErrorCode::NoHelp,
            Refused::Notation(_) => ErrorCode::Notation,
            Refused::NotEnded => ErrorCode::NotEnded,
            Refused::Banned { .. } => ErrorCode::Banned,
            Refused::Muted { .. } => ErrorCode::Muted,
            Refused::Blocked => ErrorCode::Blocked,
            Refused::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            Refused::NotAdmin => ErrorCode::NotForYou,
            Refused::Moderation(_) => ErrorCode::Moderation,
            Refused::Rules(refusal) => refusal.into(),
            Refused::Failed | Refused::Store(_) | Refused::Stored(_) | Refused::NotReady(_) => {
                ErrorCode::Storage
            }
            Refused::OutOfRange(_) => ErrorCode::OutOfRange,
            Refused::SeedChosen => ErrorCode::SeedChosen,
            Refused::ResignInstead => ErrorCode::ResignInstead,
            Refused::SessionEnded => ErrorCode::SessionEnded,
            Refused::NoSuchSession => ErrorCode::NoSuchSession,
            Refused::LoginDelay { .. } => ErrorCode::LoginDelay,
            Refused::WrongOldPassword => ErrorCode::WrongOldPassword,
            Refused::CommonPassword => ErrorCode::CommonPassword,
            Refused::PasswordIsName => ErrorCode::PasswordIsName,
            Refused::SamePassword => ErrorCode::SamePassword,
            Refused::NameReserved(_) => ErrorCode::NameReserved,
            Refused::AlreadyAccount => ErrorCode::AlreadyAccount,
            Refused::NoAccount => ErrorCode::NoAccount,
            Refused::NameLong { .. } => ErrorCode::NameLong,
            Refused::NameCharacter(_) => ErrorCode::NameCharacter,
            Refused::Host(_) | Refused::NoHost => ErrorCode::Host,
            Refused::Slow => ErrorCode::Slow,
            Refused::Crowded { .. } | Refused::Queue { .. } => ErrorCode::Busy,
            Refused::TooManyEvents { .. } => ErrorCode::TooManyEvents,
            Refused::ChatFull { .. } => ErrorCode::ChatFull,
        }
    }

    /// What the sentence is about, for those who say it in another language.
    pub(crate) fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = vec![("detail", self.to_string())];
        match self {
            Refused::AccountNameTaken(name) | Refused::NameReserved(name) => {
                values.push(("name", name.clone()))
            }
            Refused::LoginDelay { seconds } => values.push(("seconds", seconds.to_string())),
            Refused::WeakPassword { least, most } => {
                values.extend([("least", least.to_string()), ("most", most.to_string())])
            }
            Refused::NameLong { length, longest } => {
                values.extend([("length", length.to_string()), ("longest", longest.to_string())])
            }
            Refused::NameCharacter(char) => {
                values.push(("character", format!("U+{:04X}", u32::from(*char))))
            }
            _ => {}
        }
        values
    }

    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Refused::WhoAreYou => Some("POST /api/me with a name makes you a guest".to_owned()),
            Refused::NotForYou => Some("ask from the machine it runs on, or set a token with `tisane serve --metrics-token`".to_owned()),
            Refused::NoSuchBot { known, .. } => Some(format!("there are {}", known.join(", "))),
            Refused::NotReady(StoreError::Damaged(_)) => Some("stop the server and start it with a backup: --database".to_owned()),
            Refused::NotReady(StoreError::Full) => Some("free some space; the server goes on by itself".to_owned()),
            Refused::NotReady(_) => Some("the log says why".to_owned()),
            Refused::Host(_) => Some("whoever runs it can allow a name with `tisane serve --allow-host NAME` or `--public-url`".to_owned()),
            _ => None,
        }
    }

    /// In how many seconds it is worth trying again.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Refused::TooOften { seconds }
            | Refused::Crowded { seconds, .. }
            | Refused::Queue { seconds }
            | Refused::LoginDelay { seconds } => Some(*seconds),
            _ => None,
        }
    }
}
