//! The lexicons that can be opened by name.

use std::path::PathBuf;

use super::source::Kind;
use crate::files::{Files, Head, OpenError, looks_like_lexicon};
use crate::lexicon::WordList;

/// A lexicon with a name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name to open it by.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What its file says about it; `None` for word lists and KWG files.
    pub head: Option<Head>,
    /// It is a file of the user that hides a built-in lexicon.
    pub instead_of_built_in: bool,
    /// Other files of the user with the same name, which need a path.
    pub hides: Vec<PathBuf>,
    /// Why its file cannot be used, if that is easy to see.
    pub fault: Option<String>,
}

impl Entry {
    /// The entry of a file.
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

    /// Why a list or a KWG file cannot be used. This reads all of it.
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
