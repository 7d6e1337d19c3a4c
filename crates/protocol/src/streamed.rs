//! Answers that take a while.

use serde::{Deserialize, Serialize};

use crate::ErrorView;

/// One line of an answer that takes a while. The last one is `done` or `refused`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Streamed<T> {
    /// What is known so far.
    Progress { so_far: T },
    /// The answer.
    Done { answer: T },
    /// There is no answer.
    Refused { error: ErrorView },
}
