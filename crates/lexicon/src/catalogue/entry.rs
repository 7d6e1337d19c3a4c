//! The lexicons that can be opened by name.

use std::path::PathBuf;

use super::source::Kind;
use crate::files::{Files, Head, OpenError, looks_like_lexicon};
use crate::lexicon::WordList;

/// A lexicon that can be asked for by name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name to open it by.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What its file says about it; nothing for word lists and KWG files, which say nothing.
    pub head: Option<Head>,
    /// It is the user's, and hides a built-in one of the same name.
    pub instead_of_built_in: bool,
    /// Other files of the user that have its name, and are found only by their paths.
    pub hides: Vec<PathBuf>,
    /// Why its file cannot be used, if that shows at a glance.
    pub fault: Option<String>,
}

impl Entry {
    /// Of a file, which gets this name.
    pub fn of_file(name: String, path: PathBuf, files: &Files) -> Entry {
        let (head, fault) = match files.read(&path) {
            Err(error) => (None, Some(OpenError::Io(error).to_string())),
            Ok(bytes)
                if looks_like_lexicon(&bytes)
                    || Kind::of_extension(&path) == Some(Kind::Lexicon) =>
            {
                match Head::from_bytes(&bytes) {
                    Ok(head) => (Some(head), None),
                    Err(error) => (None, Some(error.to_string())),
                }
            }
            Ok(_) => (None, None),
        };
        Entry {
            name,
            origin: Origin::File(path),
            head,
            instead_of_built_in: false,
            hides: Vec::new(),
            fault,
        }
    }

    /// Why a list or a KWG file cannot be used: for that all of it is read.
    pub fn fault_within(&self, files: &Files) -> Option<String> {
        let Origin::File(path) = &self.origin else { return None };
        let bytes = || files.read(path).ok();
        match Kind::of_extension(path)? {
            Kind::List => match WordList::read(&bytes()?) {
                Ok(list) if list.is_empty() && list.remarks().is_empty() => {
                    Some("the list has no words".to_owned())
                }
                list => list.err().map(|error| error.to_string()),
            },
            Kind::Kwg(kind) => kind.fault(&bytes()?).map(|error| error.to_string()),
            Kind::Lexicon => None,
        }
    }
}

/// Where a lexicon comes from.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Origin {
    /// It is part of the program.
    BuiltIn,
    /// It is a file of the user.
    File(PathBuf),
}
