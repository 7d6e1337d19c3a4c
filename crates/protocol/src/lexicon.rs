//! Lexicons as readers elsewhere see them.

use serde::{Deserialize, Serialize};

/// Every lexicon there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconList {
    pub lexicons: Vec<LexiconSummary>,
}

/// A lexicon in a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconSummary {
    pub name: String,
    pub title: String,
    /// The language tag of its words.
    pub language: String,
    /// How many words. Nothing for word lists and KWG files, which do not say.
    pub words: Option<u32>,
    /// The length of the longest, in letters.
    pub longest: Option<u32>,
    /// Whether it says how common each word is.
    pub levels: bool,
    pub licence: String,
    /// `built in`, or where its file is.
    pub place: String,
}

/// Everything a lexicon says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconView {
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub summary: LexiconSummary,
    /// In order.
    pub letters: Vec<String>,
    /// Whom to thank.
    pub credit: String,
    /// How it was made and from what.
    pub provenance: String,
    /// The licence in full; empty for lexicons of your own.
    pub licence_text: String,
}

/// What this program is, and whom to thank for its words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AboutView {
    pub version: String,
    pub licence: String,
    /// Those built in, with their licences in full.
    pub lexicons: Vec<LexiconView>,
}
