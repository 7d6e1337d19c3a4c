//! Errors of requests, with status, code and message.

pub(crate) mod json;
mod refused;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{AppendHeaders, IntoResponse, Response};
use tisane_lexicon::query::PatternError;
use tisane_lexicon::{CatalogueError, OpenError, SpellingError};
use tisane_protocol::stored::StoredError;
use tisane_protocol::{
    ErrorCode, ErrorView, action_values, pattern_trouble, refusal_values, spelling_values,
};
use tisane_rules::NoSuchRuleset;

pub use refused::Refused;

/// What an [`Error`] leaves in its response for the log.
#[derive(Clone)]
pub(crate) struct Cause {
    pub(crate) code: ErrorCode,
    pub(crate) sentence: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("page not found")]
    NoSuchPage,
    #[error("this address does not support that method")]
    Method,
    #[error("there is no ruleset {:?}", .0.name)]
    NoSuchRuleset(NoSuchRuleset),
    #[error("there is no lexicon {name:?}")]
    NoSuchLexicon { name: String, known: Vec<String> },
    #[error("name a lexicon or a ruleset")]
    WhichLexicon,
    #[error("{}", lexicon_trouble(.0))]
    Lexicon(#[from] CatalogueError),
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error("the text is longer than {most} bytes")]
    Long { most: usize },
    #[error("invalid query: {}", query_trouble(.0))]
    Query(#[from] QueryRejection),
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// A path that isn't UTF-8 leads nowhere.
impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Error {
        Error::NoSuchPage
    }
}

impl Error {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Error::NoSuchPage | Error::NoSuchRuleset(_) | Error::NoSuchLexicon { .. } => {
                StatusCode::NOT_FOUND
            }
            Error::Method => StatusCode::METHOD_NOT_ALLOWED,
            Error::WhichLexicon
            | Error::Spelling(_)
            | Error::Pattern(_)
            | Error::Long { .. }
            | Error::Query(_) => StatusCode::BAD_REQUEST,
            Error::Lexicon(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Refused(refused) => refused.status(),
        }
    }

    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Error::NoSuchPage => ErrorCode::NoSuchPage,
            Error::Method => ErrorCode::Method,
            Error::NoSuchRuleset(_) => ErrorCode::NoSuchRuleset,
            Error::NoSuchLexicon { .. } | Error::Lexicon(CatalogueError::Unknown { .. }) => {
                ErrorCode::NoSuchLexicon
            }
            Error::WhichLexicon => ErrorCode::WhichLexicon,
            Error::Lexicon(CatalogueError::Nothing { .. } | CatalogueError::Empty { .. }) => {
                ErrorCode::NoWords
            }
            Error::Lexicon(_) => ErrorCode::Lexicon,
            Error::Spelling(_) => ErrorCode::Spelling,
            Error::Pattern(error) => pattern_trouble(error).0,
            Error::Long { .. } => ErrorCode::Long,
            Error::Query(_) => ErrorCode::Query,
            Error::Refused(refused) => refused.code(),
        }
    }

    /// Values for translated messages.
    fn values(&self) -> BTreeMap<String, String> {
        let known = |known: &[String]| ("known", known.join(", "));
        let values = match self {
            Error::NoSuchRuleset(NoSuchRuleset { name, nearest }) => {
                vec![("name", name.clone()), ("nearest", nearest.clone().unwrap_or_default())]
            }
            Error::NoSuchLexicon { name, known: all } => vec![("name", name.clone()), known(all)],
            Error::Lexicon(CatalogueError::Unknown { name, known: all, .. }) => {
                vec![("name", name.clone()), known(all)]
            }
            Error::Lexicon(
                CatalogueError::Nothing { name, .. } | CatalogueError::Empty { name },
            ) => vec![("name", name.clone())],
            Error::Spelling(error) => spelling_values(error),
            Error::Pattern(error) => pattern_trouble(error).1,
            Error::Long { most } => vec![("most", most.to_string())],
            Error::Refused(Refused::Rules(refusal)) => refusal_values(refusal),
            Error::Refused(Refused::Action(bad)) => action_values(bad),
            Error::Refused(Refused::OutOfRange(out)) => out.values(),
            Error::Refused(Refused::Number(number)) => number.values(),
            Error::Refused(refused) => refused.values(),
            Error::NoSuchPage
            | Error::Method
            | Error::WhichLexicon
            | Error::Lexicon(_)
            | Error::Query(_) => vec![],
        };
        values
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    fn hint(&self) -> Option<String> {
        match self {
            Error::NoSuchRuleset(NoSuchRuleset { nearest: Some(nearest), .. }) => {
                Some(format!("did you mean {nearest:?}?"))
            }
            Error::NoSuchRuleset(_) => Some("/api/rulesets lists them all".to_owned()),
            Error::NoSuchLexicon { known, .. } if !known.is_empty() => {
                Some(format!("there are {}", known.join(", ")))
            }
            Error::Pattern(error) => error.hint(),
            Error::Refused(refused) => refused.hint(),
            Error::WhichLexicon => Some("/api/lexicons and /api/rulesets list them".to_owned()),
            _ => None,
        }
    }
}

/// What is wrong with a query, without the framework's introduction.
fn query_trouble(rejection: &QueryRejection) -> String {
    let text = rejection.body_text();
    text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text).to_owned()
}

/// Hides the path of the lexicon file.
fn lexicon_trouble(error: &CatalogueError) -> String {
    match error {
        CatalogueError::Unknown { name, .. } => format!("there is no lexicon {name:?}"),
        CatalogueError::Open(error) => file_trouble(error),
        CatalogueError::List { source, .. } => format!("this word list cannot be read: {source}"),
        CatalogueError::Kwg { source, .. } => format!("this KWG file cannot be used: {source}"),
        CatalogueError::Empty { name } => format!("{name} has no words"),
        CatalogueError::Nothing { name, .. } => {
            format!("none of the words of {name} can be spelled with these tiles")
        }
    }
}

fn file_trouble(error: &OpenError) -> String {
    match error {
        OpenError::File { source, .. } => file_trouble(source),
        OpenError::Io(_) => "the lexicon file cannot be read".to_owned(),
        OpenError::Foreign => "the lexicon file is damaged or not a lexicon".to_owned(),
        OpenError::Newer { .. } | OpenError::Truncated { .. } | OpenError::Damaged(_) => {
            format!("this lexicon cannot be used: {error}")
        }
    }
}

impl From<NoSuchRuleset> for Error {
    fn from(error: NoSuchRuleset) -> Error {
        Error::NoSuchRuleset(error)
    }
}

impl Error {
    /// The message for the log. Stored data may be secret, so it is never quoted.
    pub(crate) fn cause(&self) -> String {
        let Error::Refused(refused) = self else { return self.to_string() };
        match refused {
            Refused::Store(error) | Refused::NotReady(error) => error.to_string(),
            Refused::Stored(StoredError::Json(error)) => {
                format!(
                    "stored JSON can't be read: {:?} error at line {}, column {}",
                    error.classify(),
                    error.line(),
                    error.column()
                )
            }
            Refused::Stored(StoredError::Tile { ruleset, .. }) => {
                format!("a stored event has a tile that {ruleset} does not have")
            }
            Refused::Stored(StoredError::Setup(_)) => "a stored setup can't be used".to_owned(),
            Refused::Stored(error) => error.to_string(),
            Refused::NoSuchGame(_) => "it is not stored".to_owned(),
            refused => refused.to_string(),
        }
    }

    /// As clients see it. Faults of the server are logged here, since every error passes through
    /// here.
    pub(crate) fn view(&self) -> ErrorView {
        if self.status() == StatusCode::INTERNAL_SERVER_ERROR
            || matches!(self, Error::Refused(Refused::NotReady(_)))
        {
            log_fault(&self.cause());
        }
        ErrorView {
            code: self.code(),
            values: self.values(),
            error: self.to_string(),
            hint: self.hint(),
        }
        .brief()
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let cause = Cause { code: self.code(), sentence: self.cause() };
        let retry = if let Error::Refused(refused) = &self { refused.retry_after() } else { None };
        let headers = AppendHeaders(retry.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
        let mut response = (self.status(), headers, Json(self.view())).into_response();
        response.extensions_mut().insert(cause);
        response
    }
}

/// Logs a fault of the server. These are rare, so none is left out.
fn log_fault(cause: &str) {
    tracing::error!(cause, "a request failed");
}
