//! Why a lexicon cannot be opened.

use std::path::PathBuf;

use crate::files::{KwgError, OpenError};
use crate::lexicon::{ListError, Report};
use crate::text::excerpt;

/// Why a lexicon cannot be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum CatalogueError {
    #[error("unknown lexicon {:?}", excerpt(.name))]
    Unknown { name: String, nearest: Option<String>, known: Vec<String> },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{path}: {source}")]
    List { path: PathBuf, source: ListError },
    #[error("{path}: {source}")]
    Kwg { path: PathBuf, source: KwgError },
    #[error("{name} has no words")]
    Empty { name: String },
    #[error("none of the words of {name} can be used here\n{report}")]
    Nothing { name: String, report: Report },
}

impl CatalogueError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            CatalogueError::Unknown { nearest, known, .. } => {
                let nearest = nearest.as_ref().map(|name| format!("did you mean {name}? "));
                let known = match known.is_empty() {
                    true => "no lexicon is built in".to_owned(),
                    false => format!("choose from {}", known.join(", ")),
                };
                Some(format!("{}{known}", nearest.unwrap_or_default()))
            }
            CatalogueError::Open(error) => error.hint(),
            CatalogueError::List { source, .. } => source.hint(),
            CatalogueError::Kwg { source, .. } => source.hint(),
            CatalogueError::Empty { .. } => Some("a word list has one word per line".to_owned()),
            CatalogueError::Nothing { .. } => None,
        }
    }
}
