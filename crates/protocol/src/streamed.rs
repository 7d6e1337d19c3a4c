//! Streamed answers.

use serde::{Deserialize, Serialize};

use crate::ErrorView;

/// One line of a streamed answer. The last one is `done` or `refused`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Streamed<T> {
    /// An interim result.
    Progress { so_far: T },
    /// The answer.
    Done { answer: T },
    /// There is no answer.
    Refused { error: ErrorView },
}
