//! Where a lexicon was found, and reading it from there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::LexiconRequest;
use super::error::CatalogueError;
use super::folder::Folder;
use crate::files::{KwgKind, OpenError, looks_like_lexicon};
use crate::lexicon::{Lexicon, Report, WordList};

/// Where a lexicon is.
pub(super) enum Source<'a> {
    Folder(&'a Folder),
    File(PathBuf),
}

/// The kind of a file.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Kind {
    Lexicon,
    Kwg(KwgKind),
    List,
}

impl Kind {
    pub(super) fn of_extension(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "lexicon" => Some(Kind::Lexicon),
            "kwg" => Some(Kind::Kwg(KwgKind::Kwg)),
            "kbwg" => Some(Kind::Kwg(KwgKind::Kbwg)),
            "txt" | "tsv" => Some(Kind::List),
            _ => None,
        }
    }
}

impl Source<'_> {
    pub(super) fn name(&self) -> String {
        match self {
            Source::Folder(folder) => folder.name.clone(),
            Source::File(path) => {
                path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    /// The name with its extension.
    pub(super) fn file_name(&self) -> &OsStr {
        match self {
            Source::Folder(folder) => folder.name.as_ref(),
            Source::File(path) => path.file_name().unwrap_or_default(),
        }
    }

    /// Reads the lexicon. Lists and KWG files do not name their alphabet; they get the requested
    /// one.
    pub(super) fn open(
        &self,
        bytes: &[u8],
        wanted: &LexiconRequest,
    ) -> Result<(Lexicon, Option<Report>), CatalogueError> {
        let Source::File(path) = self else { return Ok((Lexicon::from_bytes(bytes)?, None)) };
        let kind = if looks_like_lexicon(bytes) {
            Kind::Lexicon
        } else {
            Kind::of_extension(path).unwrap_or(Kind::List)
        };
        match kind {
            Kind::Lexicon => {
                let lexicon = Lexicon::from_bytes(bytes).map_err(|source| OpenError::File {
                    path: path.clone(),
                    source: Box::new(source),
                })?;
                Ok((lexicon, None))
            }
            Kind::Kwg(kind) => Lexicon::from_kwg(self.name(), wanted.alphabet, bytes, kind)
                .map(|lexicon| (lexicon, None))
                .map_err(|source| CatalogueError::Kwg { path: path.clone(), source }),
            Kind::List => {
                let list = WordList::read(bytes)
                    .map_err(|source| CatalogueError::List { path: path.clone(), source })?;
                let (lexicon, report) =
                    Lexicon::build(self.name(), wanted.alphabet, &list, wanted.longest);
                Ok((lexicon, Some(report)))
            }
        }
    }
}
