//! What is said when something cannot be done.

use serde::{Deserialize, Serialize};

/// A sentence for people, and what to do about it where that is known.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorView {
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hint: Option<String>,
}
