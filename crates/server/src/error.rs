//! What can go wrong with a request: one list, each with its status and a sentence.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tisane_lexicon::query::PatternError;
use tisane_lexicon::{CatalogueError, SpellingError};
use tisane_protocol::ErrorView;
use tisane_rules::NoSuchRuleset;

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
    #[error("this lexicon cannot be used here")]
    Lexicon(#[from] CatalogueError),
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error("that is more than {most} bytes of text")]
    Long { most: usize },
    #[error("the question cannot be read: {}", .0.body_text())]
    Query(#[from] QueryRejection),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::NoSuchPage | Error::NoSuchRuleset(_) | Error::NoSuchLexicon { .. } => StatusCode::NOT_FOUND,
            Error::Method => StatusCode::METHOD_NOT_ALLOWED,
            Error::WhichLexicon | Error::Spelling(_) | Error::Pattern(_) | Error::Long { .. } | Error::Query(_) => StatusCode::BAD_REQUEST,
            // Its files are the host's business; what is wrong with them is not the visitor's.
            Error::Lexicon(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Error::NoSuchRuleset(NoSuchRuleset { nearest: Some(nearest), .. }) => Some(format!("did you mean {nearest:?}?")),
            Error::NoSuchRuleset(_) => Some("/api/rulesets lists them all".to_owned()),
            Error::NoSuchLexicon { known, .. } if !known.is_empty() => Some(format!("there are {}", known.join(", "))),
            Error::WhichLexicon => Some("/api/lexicons and /api/rulesets list them".to_owned()),
            Error::Lexicon(_) => Some("a word list without a ruleset does not say its letters: name a ruleset too".to_owned()),
            _ => None,
        }
    }
}

impl From<NoSuchRuleset> for Error {
    fn from(error: NoSuchRuleset) -> Error {
        Error::NoSuchRuleset(error)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(ErrorView { error: self.to_string(), hint: self.hint() })).into_response()
    }
}
