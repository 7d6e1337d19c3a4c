//! What can go wrong with a request: one list, each with its status and a sentence.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tisane_lexicon::query::PatternError;
use tisane_lexicon::{CatalogueError, OpenError, SpellingError};
use tisane_protocol::{ErrorCode, ErrorView};
use tisane_rules::NoSuchRuleset;

use crate::refused::Refused;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is nothing at this address")]
    NoSuchPage,
    #[error("this address does not answer to that method")]
    Method,
    #[error("there is no ruleset {:?}", .0.name)]
    NoSuchRuleset(NoSuchRuleset),
    #[error("there is no lexicon {name:?}")]
    NoSuchLexicon { name: String, known: Vec<String> },
    #[error("say which lexicon or which ruleset")]
    WhichLexicon,
    #[error("this word list does not say its letters: choose the tiles of a game")]
    WhichTiles,
    #[error("{}", lexicon_trouble(.0))]
    Lexicon(#[from] CatalogueError),
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error("that is more than {most} bytes of text")]
    Long { most: usize },
    #[error("the question cannot be read: {}", .0.body_text())]
    Query(#[from] QueryRejection),
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::NoSuchPage | Error::NoSuchRuleset(_) | Error::NoSuchLexicon { .. } => StatusCode::NOT_FOUND,
            Error::Method => StatusCode::METHOD_NOT_ALLOWED,
            Error::WhichLexicon | Error::WhichTiles | Error::Spelling(_) | Error::Pattern(_) | Error::Long { .. } | Error::Query(_) => {
                StatusCode::BAD_REQUEST
            }
            Error::Lexicon(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Refused(refused) => refused.status(),
        }
    }

    fn code(&self) -> ErrorCode {
        match self {
            Error::NoSuchPage => ErrorCode::NoSuchPage,
            Error::Method => ErrorCode::Method,
            Error::NoSuchRuleset(_) => ErrorCode::NoSuchRuleset,
            Error::NoSuchLexicon { .. } | Error::Lexicon(CatalogueError::Unknown { .. }) => ErrorCode::NoSuchLexicon,
            Error::WhichLexicon => ErrorCode::WhichLexicon,
            Error::WhichTiles => ErrorCode::WhichTiles,
            Error::Lexicon(CatalogueError::Nothing { .. }) => ErrorCode::NoWords,
            Error::Lexicon(_) => ErrorCode::Lexicon,
            Error::Spelling(_) => ErrorCode::Spelling,
            Error::Pattern(_) => ErrorCode::Pattern,
            Error::Long { .. } => ErrorCode::Long,
            Error::Query(_) => ErrorCode::Query,
            Error::Refused(refused) => refused.code(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Error::NoSuchRuleset(NoSuchRuleset { nearest: Some(nearest), .. }) => Some(format!("did you mean {nearest:?}?")),
            Error::NoSuchRuleset(_) => Some("/api/rulesets lists them all".to_owned()),
            Error::NoSuchLexicon { known, .. } if !known.is_empty() => Some(format!("there are {}", known.join(", "))),
            Error::Refused(refused) => refused.hint(),
            Error::WhichLexicon => Some("/api/lexicons and /api/rulesets list them".to_owned()),
            _ => None,
        }
    }
}

/// What is wrong with a lexicon, without telling where on the disk it is.
fn lexicon_trouble(error: &CatalogueError) -> String {
    match error {
        CatalogueError::Unknown { name, .. } => format!("there is no lexicon {name:?}"),
        CatalogueError::Open(error) => file_trouble(error),
        CatalogueError::List { source, .. } => format!("this word list cannot be read: {source}"),
        CatalogueError::Kwg { source, .. } => format!("this KWG file cannot be used: {source}"),
        CatalogueError::Nothing { name, .. } => format!("none of the words of {name} can be spelled with these tiles"),
    }
}

fn file_trouble(error: &OpenError) -> String {
    match error {
        OpenError::File { source, .. } => file_trouble(source),
        OpenError::Io(_) => "the file of this lexicon cannot be read".to_owned(),
        OpenError::Foreign => "the file of this lexicon is damaged, or no lexicon at all".to_owned(),
        OpenError::Newer { .. } | OpenError::Truncated { .. } | OpenError::Damaged(_) => format!("this lexicon cannot be used: {error}"),
    }
}

impl From<NoSuchRuleset> for Error {
    fn from(error: NoSuchRuleset) -> Error {
        Error::NoSuchRuleset(error)
    }
}

impl Error {
    /// As clients are told.
    pub(crate) fn view(&self) -> ErrorView {
        ErrorView { code: self.code(), error: self.to_string(), hint: self.hint() }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(self.view())).into_response()
    }
}
