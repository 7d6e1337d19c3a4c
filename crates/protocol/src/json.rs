//! Answers as JSON text.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::ErrorView;

/// An answer as text. A tree of values would take twenty times the memory.
pub type Json = Box<RawValue>;

/// A value as JSON text.
pub fn written(value: impl Serialize) -> Json {
    serde_json::value::to_raw_value(&value).expect("answers are plain data")
}

/// An answer as pages get it: `{"ok": …}` or `{"error": …}`.
#[derive(Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Ok(Json),
    Error(ErrorView),
}

impl From<Result<Json, ErrorView>> for Answer {
    fn from(answer: Result<Json, ErrorView>) -> Answer {
        answer.map_or_else(Answer::Error, Answer::Ok)
    }
}
