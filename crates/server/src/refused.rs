//! Why something about players and games was not done. A refusal changes nothing.

use axum::http::StatusCode;
use tisane_protocol::ErrorCode;
use tisane_protocol::request::BadAction;
use tisane_protocol::stored::StoredError;
use tisane_rules::{Millis, Refusal};

use crate::now;
use crate::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("say who you are first")]
    WhoAreYou,
    #[error("name and password do not go together")]
    WrongPassword,
    #[error("a password has {least} characters or more, and {most} at most")]
    WeakPassword { least: usize, most: usize },
    #[error("there is an account {0:?} already")]
    AccountNameTaken(String),
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
    #[error("you keep as much as there is room for ({most} things, {megabytes} MB); delete something first")]
    Full { most: usize, megabytes: usize },
    #[error("{0}")]
    Agreement(String),
    #[error("you do not sit at this game")]
    NotSeated,
    #[error("you sit at this game already")]
    AlreadySeated,
    #[error("the free seats are kept for those who played the game before")]
    SeatsKept,
    #[error("the host of this game wants no spectators")]
    NoSpectators,
    #[error("that turn is over")]
    TurnOver,
    #[error(transparent)]
    Action(#[from] BadAction),
    #[error("you are playing this game, so there is no help for it before it has ended")]
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

/// For how long something holds, in days begun.
fn until_text(until: Option<Millis>) -> String {
    match until.map(|until| (until - now()).max(0) / (24 * 3_600_000) + 1) {
        None => String::new(),
        Some(1) => " for another day".to_owned(),
        Some(days) => format!(" for another {days} days"),
    }
}

impl Refused {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refused::WhoAreYou | Refused::WrongPassword => StatusCode::UNAUTHORIZED,
            Refused::Message(_) | Refused::WeakPassword { .. } | Refused::Agreement(_) | Refused::Action(_) | Refused::Notation(_) => {
                StatusCode::BAD_REQUEST
            }
            Refused::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Refused::Busy | Refused::Closing => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Origin | Refused::NotForYou | Refused::NotSeated | Refused::SeatsKept | Refused::NoSpectators | Refused::NoHelp => {
                StatusCode::FORBIDDEN
            }
            Refused::Banned { .. } | Refused::Muted { .. } | Refused::Blocked | Refused::NotAdmin => StatusCode::FORBIDDEN,
            Refused::NoSuchPlayer => StatusCode::NOT_FOUND,
            Refused::Moderation(_) => StatusCode::CONFLICT,
            Refused::NoSuchGame(_) | Refused::NoSuchBot { .. } | Refused::NotKept => StatusCode::NOT_FOUND,
            Refused::AccountNameTaken(_)
            | Refused::AlreadySeated
            | Refused::TurnOver
            | Refused::NotEnded
            | Refused::Changed
            | Refused::Full { .. }
            | Refused::Rules(_) => StatusCode::CONFLICT,
            Refused::Failed | Refused::Store(_) | Refused::Stored(_) => StatusCode::INTERNAL_SERVER_ERROR,
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
            Refused::Failed | Refused::Store(_) | Refused::Stored(_) => ErrorCode::Storage,
        }
    }

    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Refused::WhoAreYou => Some("POST /api/me with a name makes you a guest".to_owned()),
            Refused::NotForYou => Some("ask from the machine it runs on, or set a token with `tisane serve --metrics-token`".to_owned()),
            Refused::NoSuchBot { known, .. } => Some(format!("there are {}", known.join(", "))),
            _ => None,
        }
    }
}
