//! What is said when something cannot be done.

use serde::{Deserialize, Serialize};

/// A sentence for people, and what to do about it where that is known.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorView {
    /// Which kind of trouble it is, for readers who say it in their own language.
    pub code: ErrorCode,
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hint: Option<String>,
}

/// Every kind of trouble there is.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    NoSuchPage,
    Method,
    NoSuchRuleset,
    NoSuchLexicon,
    WhichLexicon,
    WhichTiles,
    /// The lexicon is there, but cannot be used.
    Lexicon,
    /// None of the lexicon's words can be spelled with these tiles.
    NoWords,
    Spelling,
    Pattern,
    /// A position that cannot be read, or cannot be.
    Position,
    Move,
    Long,
    Query,
}

impl ErrorView {
    pub fn new(code: ErrorCode, error: impl std::fmt::Display) -> ErrorView {
        ErrorView { code, error: error.to_string(), hint: None }
    }
}
