//! Why a request about players or games is refused. A refusal changes nothing.

use axum::http::StatusCode;
use tisane_protocol::bounds::OutOfRange;
use tisane_protocol::request::BadAction;
use tisane_protocol::stored::StoredError;
use tisane_protocol::{BannedView, ErrorCode};
use tisane_rules::{Millis, Refusal};

use crate::base::names::NameError;
use crate::base::now;
use crate::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("you are not logged in")]
    WhoAreYou,
    #[error("wrong name or password")]
    WrongPassword,
    #[error("a password has {least} to {most} characters")]
    WeakPassword { least: usize, most: usize },
    #[error("the name {0:?} is taken, or looks like one that is")]
    AccountNameTaken(String),
    /// Reserved for bots and the server. No account of this name has to exist.
    #[error("the name {0:?} is reserved; choose another")]
    NameReserved(String),
    #[error("invalid request: {0}")]
    Message(String),
    #[error("too many requests; wait {}", tisane_lexicon::count(*seconds as usize, "second"))]
    TooOften { seconds: u64 },
    #[error("the computer is busy; try again in a moment")]
    Busy,
    /// The details are in the log.
    #[error("internal error; the server's log has the details")]
    Failed,
    #[error("requests from other websites are refused")]
    Origin,
    #[error("only the operator of this server can see this")]
    NotForYou,
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    #[error("there is no bot {name:?}")]
    NoSuchBot { name: String, known: Vec<String> },
    #[error("this item does not exist or is no longer shared")]
    NotKept,
    #[error("this was changed on another device; reload it")]
    Changed,
    #[error("your storage is full ({most} items, {megabytes} MB); delete something first")]
    Full { most: usize, megabytes: usize },
    #[error("{0}")]
    Agreement(String),
    #[error("you are not playing in this game")]
    NotSeated,
    #[error("you have already joined this game")]
    AlreadySeated,
    #[error("the free seats are reserved for the players of the last game")]
    SeatsKept,
    #[error(
        "spectators see all racks during this game, so your opponents could, too; join with \"open_racks\": true to accept"
    )]
    OpenRacks,
    #[error("the host does not allow spectators")]
    NoSpectators,
    #[error("this turn is already over")]
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
    /// The details are in the log.
    #[error("this could not be saved; please try again")]
    Store(#[from] StoreError),
    #[error("this version cannot read the stored game")]
    Stored(#[from] StoredError),
    #[error("the server is shutting down; try again in a moment")]
    Closing,
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("{0}")]
    Number(UnfitNumber),
    #[error("the request body is larger than {} KB", .most / 1024)]
    BodyLarge { most: usize },
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
    #[error("too many attempts to log in; wait {}", tisane_lexicon::count(*seconds as usize, "second"))]
    LoginDelay { seconds: u64 },
    #[error("wrong password")]
    WrongOldPassword,
    #[error("this password is among the most common ones; choose another")]
    CommonPassword,
    #[error("the password can't be your name")]
    PasswordIsName,
    #[error("this is already your password; choose another")]
    SamePassword,
    #[error("you have an account; change its password with PUT /api/me/password")]
    AlreadyAccount,
    #[error("guests have no password; create an account with POST /api/me/account")]
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
        "{most} requests from your address are being worked on; try again in {}",
        tisane_lexicon::count(*seconds as usize, "second")
    )]
    Crowded { most: usize, seconds: u64 },
    #[error("the computer is busy; try again in {}", tisane_lexicon::count(*seconds as usize, "second"))]
    Queue { seconds: u64 },
    #[error("this game has reached its limit of {most} events")]
    TooManyEvents { most: u64 },
    #[error("this chat has reached its limit of {most} messages")]
    ChatFull { most: u64 },
    #[error("an administrator has banned you{}{}", until_text(.0.until), reason_text(&.0.reason))]
    Banned(BannedView),
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

/// A number that is negative, a fraction or too large for its field.
#[derive(Debug, thiserror::Error)]
#[error("{name} must be a whole number between {from} and {to}, not {value}")]
pub struct UnfitNumber {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) from: i128,
    pub(super) to: i128,
}

impl UnfitNumber {
    /// The values of the sentence, by name.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            ("name", self.name.clone()),
            ("value", self.value.clone()),
            ("from", self.from.to_string()),
            ("to", self.to.to_string()),
        ]
    }
}

/// The reason for the operator, without details for strangers.
fn not_ready(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged(_) => "the database is damaged",
        StoreError::Full => "the disk is full",
        StoreError::Unreachable(_) => "the database can't be reached",
        StoreError::Clock(_) => "the database's clock has jumped",
        _ => "the database can't be written",
    }
}

/// The start of a text, as errors quote it.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// How long a sanction lasts, in whole days.
fn until_text(until: Option<Millis>) -> String {
    match until.map(|until| (until - now()).max(0) / (24 * 3_600_000) + 1) {
        None => String::new(),
        Some(1) => " for another day".to_owned(),
        Some(days) => format!(" for another {days} days"),
    }
}

fn reason_text(reason: &str) -> String {
    if reason.trim().is_empty() { String::new() } else { format!(": {}", reason.trim()) }
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
            Refused::Banned(_) | Refused::Muted { .. } | Refused::Blocked | Refused::NotAdmin => {
                StatusCode::FORBIDDEN
            }
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
            Refused::OutOfRange(_) | Refused::Number(_) | Refused::SeedChosen => {
                StatusCode::BAD_REQUEST
            }
            Refused::BodyLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
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
            Refused::Banned(_) => ErrorCode::Banned,
            Refused::Muted { .. } => ErrorCode::Muted,
            Refused::Blocked => ErrorCode::Blocked,
            Refused::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            Refused::NotAdmin => ErrorCode::NotForYou,
            Refused::Moderation(_) => ErrorCode::Moderation,
            Refused::Rules(refusal) => refusal.into(),
            Refused::Failed | Refused::Store(_) | Refused::Stored(_) | Refused::NotReady(_) => {
                ErrorCode::Storage
            }
            Refused::OutOfRange(_) | Refused::Number(_) => ErrorCode::OutOfRange,
            Refused::BodyLarge { .. } => ErrorCode::Long,
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

    /// Values for translated messages.
    pub(crate) fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = vec![("detail", self.to_string())];
        match self {
            Refused::AccountNameTaken(name) | Refused::NameReserved(name) => {
                values.push(("name", name.clone()))
            }
            Refused::BodyLarge { most } => values.push(("most", most.to_string())),
            Refused::LoginDelay { seconds } => values.push(("seconds", seconds.to_string())),
            Refused::WeakPassword { least, most } => {
                values.extend([("least", least.to_string()), ("most", most.to_string())])
            }
            Refused::NameLong { length, longest } => {
                values.extend([("length", length.to_string()), ("longest", longest.to_string())])
            }
            Refused::Banned(ban) => {
                values.push(("because", ban.reason.trim().to_owned()));
                values.extend(ban.until.map(|until| ("until", until.to_string())));
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
            Refused::WhoAreYou => Some("POST /api/me with a name to become a guest".to_owned()),
            Refused::NotForYou => Some(
                "ask from the server itself, or set a token with `tisane serve --metrics-token`"
                    .to_owned(),
            ),
            Refused::NoSuchBot { known, .. } => Some(format!("there are {}", known.join(", "))),
            Refused::Action(bad) => bad.hint(),
            Refused::NotReady(StoreError::Damaged(_)) => {
                Some("stop the server and start it with a backup: --database".to_owned())
            }
            Refused::NotReady(StoreError::Full) => {
                Some("free some disk space; the server recovers by itself".to_owned())
            }
            Refused::NotReady(_) => Some("see the server's log".to_owned()),
            Refused::Host(_) => Some(
                "the operator can allow it with `tisane serve --allow-host NAME` or `--public-url`"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// After how many seconds to try again.
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
