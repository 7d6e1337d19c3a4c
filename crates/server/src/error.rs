//! What can go wrong with a request: one list, each with its status and a sentence.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
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
    #[error("{}", .0.body_text())]
    Query(#[from] QueryRejection),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::NoSuchPage | Error::NoSuchRuleset(_) => StatusCode::NOT_FOUND,
            Error::Method => StatusCode::METHOD_NOT_ALLOWED,
            Error::Query(_) => StatusCode::BAD_REQUEST,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Error::NoSuchRuleset(NoSuchRuleset { nearest: Some(nearest), .. }) => Some(format!("did you mean {nearest:?}?")),
            Error::NoSuchRuleset(_) => Some("/api/rulesets lists them all".to_owned()),
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
