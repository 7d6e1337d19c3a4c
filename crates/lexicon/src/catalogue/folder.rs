//! The built-in folders of lexicons.

use std::borrow::Cow;
use std::fmt;

use crate::alphabet::Alphabet;
use crate::files::Head;

/// A folder of `lexicons/` and its files.
#[derive(Clone)]
pub struct Folder {
    /// The name of the folder and of its lexicon.
    pub name: String,
    /// Name and contents of each file.
    pub files: Vec<(String, Cow<'static, [u8]>)>,
}

impl Folder {
    pub(super) fn file(&self, name: &str) -> Option<&[u8]> {
        self.contents(name).map(|bytes| &**bytes)
    }

    /// As [`file`](Self::file), without copying built-in bytes.
    pub(super) fn contents(&self, name: &str) -> Option<&Cow<'static, [u8]>> {
        self.files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes)
    }

    /// A file of text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.file(name).and_then(|bytes| str::from_utf8(bytes).ok())
    }

    /// Words that players may want to exclude.
    pub(super) fn slurs(&self) -> Option<&str> {
        self.text("slurs.txt")
    }

    /// The lexicon in its native alphabet.
    pub(super) fn native(&self) -> Option<&[u8]> {
        self.file(&format!("{}.lexicon", self.name))
    }

    /// The lexicon for this alphabet, if it was prepared.
    pub(super) fn spelled_for(&self, alphabet: &Alphabet) -> Option<&[u8]> {
        let lexicons = || {
            self.files
                .iter()
                .filter(|(name, _)| name.ends_with(".lexicon"))
                .map(|(_, bytes)| &**bytes)
        };
        let fits = |bytes: &&[u8], alike: fn(&Alphabet, &Alphabet) -> bool| {
            Head::from_bytes(bytes).is_ok_and(|head| alike(&head.alphabet, alphabet))
        };
        lexicons()
            .find(|bytes| fits(bytes, Alphabet::eq))
            .or_else(|| lexicons().find(|bytes| fits(bytes, Alphabet::spells_alike)))
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} files)", self.name, self.files.len())
    }
}

/// The built-in folders. To add a lexicon, add a folder.
#[cfg(feature = "built-in")]
pub(super) fn built_in() -> Vec<Folder> {
    static LEXICONS: include_dir::Dir =
        include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../lexicons");
    let name = |path: &std::path::Path| {
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    };
    let folder = |folder: &'static include_dir::Dir| Folder {
        name: name(folder.path()),
        files: folder
            .files()
            .map(|file| (name(file.path()), Cow::Borrowed(file.contents())))
            .collect(),
    };
    LEXICONS.dirs().map(folder).collect()
}

#[cfg(not(feature = "built-in"))]
pub(super) fn built_in() -> Vec<Folder> {
    Vec::new()
}
