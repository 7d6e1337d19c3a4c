//! What is said when something cannot be done.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A sentence for people, and what to do about it where that is known.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorView {
    /// Which kind of trouble it is, for readers who say it in their own language.
    pub code: ErrorCode,
    /// What it is about, by name, for the same readers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<String, String>>"))]
    pub values: BTreeMap<String, String>,
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
    /// The lexicon is there, but cannot be used.
    Lexicon,
    /// None of the lexicon's words can be spelled with these tiles.
    NoWords,
    Spelling,
    PatternEmpty,
    /// A bracket is not closed.
    PatternOpen,
    /// Nothing stands in the brackets.
    PatternNothing,
    PatternLong,
    Long,
    Query,
}
