//! Slow answers: whole, or streamed as lines of JSON.

use std::convert::Infallible;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tisane_protocol::Streamed;
use tokio::sync::mpsc;

use crate::compute::AnalysisMessage;
use crate::{App, Error};

/// The kind of an answer line by line.
pub(crate) const LINES: &str = "application/x-ndjson";

/// The requested form: `Accept: application/x-ndjson` asks for lines.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum AnswerForm {
    Whole,
    Lines,
}

impl FromRequestParts<App> for AnswerForm {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<AnswerForm, Infallible> {
        let accepted = parts.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
        Ok(if accepted.into_iter().any(|value| value.contains(LINES)) {
            AnswerForm::Lines
        } else {
            AnswerForm::Whole
        })
    }
}

/// Sends the results. When the client leaves, the receiver is dropped and the analysis stops.
pub(crate) async fn answer<T: Serialize + Send + 'static>(
    form: AnswerForm,
    mut told: mpsc::Receiver<AnalysisMessage<T>>,
) -> Result<Response, Error> {
    if form == AnswerForm::Lines {
        let lines = stream::unfold(told, async |mut told| {
            Some((Ok::<Bytes, Infallible>(line(told.recv().await?)), told))
        });
        // Keeps proxies from buffering lines.
        let headers = [
            (CONTENT_TYPE, LINES),
            (CACHE_CONTROL, "no-store"),
            (HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        return Ok((headers, Body::from_stream(lines)).into_response());
    }
    loop {
        match told.recv().await {
            Some(AnalysisMessage::SoFar(_)) => {}
            Some(AnalysisMessage::Answer(answer)) => return Ok(Json(answer).into_response()),
            Some(AnalysisMessage::Refused(refused)) => return Err(refused.into()),
            None => return Err(crate::Refused::Closing.into()),
        }
    }
}

fn line<T: Serialize>(told: AnalysisMessage<T>) -> Bytes {
    let said = match told {
        AnalysisMessage::SoFar(so_far) => Streamed::Progress { so_far },
        AnalysisMessage::Answer(answer) => Streamed::Done { answer },
        AnalysisMessage::Refused(refused) => {
            Streamed::Refused { error: Error::from(refused).view() }
        }
    };
    let mut line = serde_json::to_vec(&said).expect("answers are plain data");
    line.push(b'\n');
    line.into()
}
