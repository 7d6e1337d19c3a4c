//! Why a lexicon cannot be opened.

use std::path::PathBuf;

use crate::files::{KwgError, OpenError};
use crate::lexicon::{ListError, Report};
use crate::text::excerpt;

/// Why a lexicon cannot be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum CatalogueError {
    #[error("unknown lexicon {:?}{}; {}", excerpt(.name), did_you_mean(.nearest), choices(.known))]
    Unknown { name: String, nearest: Option<String>, known: Vec<String> },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{path}: {source}")]
    List { path: PathBuf, source: ListError },
    #[error("{path}: {source}")]
    Kwg { path: PathBuf, source: KwgError },
    #[error("{name} has no words; a word list has one word per line")]
    Empty { name: String },
    #[error("none of the words of {name} can be used here\n{report}")]
    Nothing { name: String, report: Report },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

fn choices(known: &[String]) -> String {
    match known {
        [] => "give the path of a word list, a lexicon file or a KWG file".to_owned(),
        _ => format!(
            "choose {}, or give the path of a word list, a lexicon file or a KWG file",
            known.join(", ")
        ),
    }
}
