//! Finding lexicons by name or path, in any alphabet: built-in ones and files of the user.
//!
//! - Built in: every folder of `lexicons/` in the repository. `<name>/<name>.lexicon` is the list
//!   in its native alphabet; other `*.lexicon` files beside it have the same words for other
//!   alphabets. `slurs.txt` lists words that players may want to exclude, any number per line, with
//!   `#` before comments; `definitions.tsv.zst` has definitions.
//! - Of the user: any path to a word list (`.txt`, `.tsv`), lexicon file, KWG or KBWG file; or the
//!   name of such a file in `<data>/lexicons`. It takes precedence over a built-in lexicon of the
//!   same name.
//!
//! Words are respelled if the alphabet differs: Russian Ё becomes Е for Эрудит, Spanish C and H
//! become the tile CH. Slow results are cached in `<data>/cache` under a hash of their inputs,
//! together with the number of words left out. The folder can be deleted at any time.

mod cache;
mod definitions;
mod entry;
mod error;
mod folder;
mod opened;
mod respell;
mod source;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cache::{keep, kept_left_out};
use definitions::Definitions;
pub use definitions::{Definition, pack_definitions};
pub use entry::{Entry, Origin};
pub use error::CatalogueError;
pub use folder::Folder;
use opened::{Opened, Recent};
use source::{Kind, Source};

pub use crate::files::{Files, is_readable, read_file};

use crate::alphabet::{Alphabet, Letter};
use crate::files::{Head, OpenError};
use crate::graph::LONGEST;
use crate::lexicon::{Fingerprint, Lexicon, Report};
use crate::text::nearest;

/// Part of the name of every cached file. Increment it when the contents change.
const CACHE_FORMAT: u64 = 3;

/// The available lexicons.
pub struct Catalogue {
    data: Option<PathBuf>,
    built_in: Vec<Folder>,
    files: Files,
    /// Recently used lexicons.
    opened: Recent,
    /// By language; `None` if there are no definitions.
    definitions: Mutex<HashMap<String, Option<Arc<Definitions>>>>,
}

/// A lexicon in the requested form.
#[derive(Clone, Debug)]
pub struct FoundLexicon {
    /// The lexicon.
    pub lexicon: Arc<Lexicon>,
    /// How many words it lacks.
    pub left_out: NumberLeftOut,
}

/// How many words of a list or lexicon were left out.
#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub struct NumberLeftOut {
    /// Words with letters that have no tiles, or that fit on no board.
    pub unusable: usize,
    /// Words longer than requested.
    pub too_long: usize,
}

impl NumberLeftOut {
    fn of(report: &Report) -> NumberLeftOut {
        NumberLeftOut { unusable: report.unusable(), too_long: report.too_long() }
    }
}

/// A request for a lexicon.
#[derive(Clone, Debug)]
pub struct LexiconRequest<'a> {
    /// A name, or a path.
    pub name: &'a OsStr,
    /// The alphabet to spell the words in.
    pub alphabet: &'a Alphabet,
    /// The maximum length of words.
    pub longest: usize,
    /// Whether to exclude the words of `slurs.txt`.
    pub without_slurs: bool,
}

impl<'a> LexiconRequest<'a> {
    /// A lexicon in this alphabet, with words of any length and slurs.
    pub fn new(
        name: &'a (impl AsRef<OsStr> + ?Sized),
        alphabet: &'a Alphabet,
    ) -> LexiconRequest<'a> {
        LexiconRequest { name: name.as_ref(), alphabet, longest: LONGEST, without_slurs: false }
    }
}

impl Catalogue {
    /// The built-in lexicons, and the files in the data folder of the user, if there is one.
    pub fn new(data: Option<PathBuf>) -> Catalogue {
        Catalogue::with_folders(data, folder::built_in())
    }

    /// The same with other folders instead of the built-in ones.
    pub fn with_folders(data: Option<PathBuf>, built_in: Vec<Folder>) -> Catalogue {
        Catalogue {
            data,
            built_in,
            files: Files::default(),
            opened: Recent::default(),
            definitions: Mutex::default(),
        }
    }

    /// The same, reading through these files, so that a pipe that was already read is not lost.
    pub fn reading(self, files: Files) -> Catalogue {
        Catalogue { files, ..self }
    }

    /// The files it reads.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// All lexicons with a name: files of the user first, then the built-in ones that they do not
    /// hide.
    pub fn list(&self) -> Vec<Entry> {
        let mut all: Vec<Entry> = Vec::new();
        for (name, path) in self.user_files() {
            match all.iter_mut().find(|before| is_same_name(&before.name, &name)) {
                Some(before) => before.hides.push(path),
                None => {
                    let instead_of_built_in = self.folder(&name).is_some();
                    all.push(Entry {
                        instead_of_built_in,
                        ..Entry::of_file(name, path, &self.files)
                    });
                }
            }
        }
        let mut built_in = self.built_in();
        built_in.retain(|entry| !all.iter().any(|users| is_same_name(&users.name, &entry.name)));
        all.append(&mut built_in);
        all
    }

    /// The lexicon with this name.
    pub fn entry(&self, name: impl AsRef<OsStr>) -> Option<Entry> {
        let name = name.as_ref().to_str()?;
        self.list().into_iter().find(|entry| is_same_name(&entry.name, name))
    }

    /// The built-in lexicons, also hidden ones.
    pub fn built_in(&self) -> Vec<Entry> {
        let entry = |folder: &Folder| {
            let head = Head::from_bytes(folder.native()?).ok();
            let (name, origin) = (folder.name.clone(), Origin::BuiltIn);
            Some(Entry {
                name,
                origin,
                head,
                instead_of_built_in: false,
                hides: Vec::new(),
                fault: None,
            })
        };
        self.built_in.iter().filter_map(entry).collect()
    }

    /// Whether there is a lexicon with this name. Check names from strangers with this first, since
    /// [`get`](Self::get) opens any path.
    pub fn knows(&self, name: impl AsRef<OsStr>) -> bool {
        let name = name.as_ref();
        self.folder(name).is_some() || self.user_file(name).is_some()
    }

    /// Whether this is the name of a built-in lexicon.
    pub fn is_built_in(&self, name: impl AsRef<OsStr>) -> bool {
        let name = name.as_ref();
        self.folder(name).is_some() && self.user_file(name).is_none()
    }

    /// The words excluded as slurs; empty if the lexicon has no such list.
    pub fn slurs(&self, name: &str, alphabet: &Alphabet) -> HashSet<Vec<Letter>> {
        let slurs =
            if self.is_built_in(name) { self.folder(name).and_then(Folder::slurs) } else { None };
        listed_slurs(slurs.unwrap_or_default())
            .filter_map(|word| alphabet.parse(word).ok())
            .collect()
    }

    /// The text files of a built-in lexicon: `LICENSE.txt`, `about.toml`.
    pub fn text(&self, name: &str, file: &str) -> Option<&str> {
        self.folder(name)?.text(file)
    }

    /// The lexicon with this name or at this path, for this alphabet.
    pub fn get(
        &self,
        name_or_path: impl AsRef<OsStr>,
        alphabet: &Alphabet,
    ) -> Result<Arc<Lexicon>, CatalogueError> {
        self.get_with(&LexiconRequest::new(name_or_path.as_ref(), alphabet)).map(|got| got.lexicon)
    }

    /// A built-in lexicon or lexicon file in its own alphabet.
    pub fn native(&self, name_or_path: impl AsRef<OsStr>) -> Result<Arc<Lexicon>, CatalogueError> {
        let name_or_path = name_or_path.as_ref();
        let alphabet = match self.find(name_or_path)? {
            Source::Folder(folder) => {
                Head::from_bytes(folder.native().unwrap_or_default())?.alphabet
            }
            Source::File(path) => {
                let file =
                    |source| OpenError::File { path: path.clone(), source: Box::new(source) };
                let bytes = self.files.read(&path).map_err(OpenError::Io).map_err(file)?;
                Head::from_bytes(&bytes).map_err(file)?.alphabet
            }
        };
        self.get(name_or_path, &alphabet)
    }

    /// [`get`](Self::get) with all options.
    pub fn get_with(&self, wanted: &LexiconRequest) -> Result<FoundLexicon, CatalogueError> {
        let source = self.find(wanted.name)?;
        let Some(key) = Opened::new(&source, wanted) else { return self.open(&source, wanted) };
        if let Some(found) = self.opened.get(&key) {
            return found;
        }
        let found = self.open(&source, wanted);
        self.opened.keep(key, &found);
        found
    }

    fn open(
        &self,
        source: &Source,
        wanted: &LexiconRequest,
    ) -> Result<FoundLexicon, CatalogueError> {
        let (bytes, slurs) = match source {
            Source::Folder(folder) => {
                let bytes = folder
                    .spelled_for(wanted.alphabet)
                    .or_else(|| folder.native())
                    .unwrap_or_default();
                (Cow::Borrowed(bytes), folder.slurs().filter(|_| wanted.without_slurs))
            }
            Source::File(path) => {
                let bytes = self.files.read(path).map_err(OpenError::Io);
                let bytes = bytes.map_err(|source| OpenError::File {
                    path: path.clone(),
                    source: Box::new(source),
                })?;
                (Cow::Owned(bytes), None)
            }
        };
        let key = {
            let mut key = Fingerprint::new();
            key.bytes(&CACHE_FORMAT.to_le_bytes());
            // The same bytes mean something else under another name: a word list, or a KWG file of
            // the other kind.
            key.bytes(source.file_name().as_encoded_bytes());
            key.bytes(&bytes);
            key.alphabet(wanted.alphabet);
            key.bytes(&wanted.longest.to_le_bytes());
            key.bytes(slurs.unwrap_or_default().as_bytes());
            key.finish()
        };
        let cached = self
            .data
            .as_ref()
            .map(|data| data.join("cache").join(format!("{}-{key:016x}.lexicon", source.name())));
        // A damaged or wrong file is made again.
        let kept = cached
            .as_deref()
            .filter(|path| path.exists())
            .and_then(|path| Lexicon::open(path).ok());
        let (mut lexicon, left_out) = match kept
            .filter(|kept| kept.alphabet() == wanted.alphabet && kept.longest() <= wanted.longest)
        {
            Some(kept) => (kept, cached.as_deref().map(kept_left_out).unwrap_or_default()),
            None => {
                let MadeLexicon { lexicon, left_out, took_time } =
                    self.make(source, &bytes, slurs, wanted)?;
                if took_time {
                    // If it cannot be saved, only time is lost.
                    let _ = cached.map(|path| keep(&path, &lexicon, left_out));
                }
                (lexicon, left_out)
            }
        };
        let whole = slurs
            .map(|_| self.get_with(&LexiconRequest { without_slurs: false, ..wanted.clone() }))
            .transpose()?;
        lexicon.whole = whole.map(|whole| whole.lexicon);
        Ok(FoundLexicon { lexicon: Arc::new(lexicon), left_out })
    }

    /// The definition of a word in the language of the lexicon. An inflected form has the entry of
    /// its base word.
    pub fn definition(&self, lexicon: &Lexicon, word: &str) -> Option<Definition> {
        let language = &lexicon.about().language;
        let definitions = {
            let mut opened = self.definitions.lock().unwrap_or_else(PoisonError::into_inner);
            opened
                .entry(language.clone())
                .or_insert_with(|| self.definitions_in(language).map(Arc::new))
                .clone()?
        };
        definitions.look_up(word)
    }

    fn definitions_in(&self, language: &str) -> Option<Definitions> {
        let speaks = |folder: &&Folder| {
            folder
                .native()
                .and_then(|bytes| Head::from_bytes(bytes).ok())
                .is_some_and(|head| head.about.language == language)
        };
        let packed = self
            .built_in
            .iter()
            .filter(speaks)
            .find_map(|folder| folder.contents("definitions.tsv.zst"))?;
        Definitions::new(packed.clone())
    }

    /// Makes the lexicon in the requested form.
    fn make(
        &self,
        source: &Source,
        bytes: &[u8],
        slurs: Option<&str>,
        wanted: &LexiconRequest,
    ) -> Result<MadeLexicon, CatalogueError> {
        let name = source.name();
        let (mut lexicon, mut report) = source.open(bytes, wanted)?;
        let mut took_time = report.is_some() || slurs.is_some();
        if lexicon.alphabet() == wanted.alphabet || lexicon.alphabet().spells_alike(wanted.alphabet)
        {
            lexicon.alphabet = wanted.alphabet.clone();
            if lexicon.longest() > wanted.longest {
                let (shorter, what_was_left_out) = lexicon.no_longer_than(wanted.longest);
                (lexicon, report) = (shorter, Some(what_was_left_out));
            }
        } else {
            let (respelled, what_was_left_out) = lexicon.respell(wanted.alphabet, wanted.longest);
            (lexicon, report) = (respelled, Some(what_was_left_out));
            took_time = true;
        }
        if let Some(slurs) = slurs {
            lexicon = lexicon.without(listed_slurs(slurs));
        }
        match report {
            Some(report) if report.listed == 0 => Err(CatalogueError::Empty { name }),
            Some(report) if lexicon.is_empty() => Err(CatalogueError::Nothing { name, report }),
            report => {
                let left_out = report.as_ref().map(NumberLeftOut::of).unwrap_or_default();
                Ok(MadeLexicon { lexicon: lexicon.with_name(name), left_out, took_time })
            }
        }
    }

    fn find(&self, name: &OsStr) -> Result<Source<'_>, CatalogueError> {
        let path = Path::new(name);
        let is_path = path.components().count() > 1 || path.extension().is_some() || path.is_dir();
        if let Some(path) = self.user_file(name) {
            return Ok(Source::File(path));
        }
        if let Some(folder) = self.folder(name) {
            return Ok(Source::Folder(folder));
        }
        if is_readable(path) {
            return Ok(Source::File(path.to_owned()));
        }
        if is_path {
            let why = if path.is_dir() { ErrorKind::IsADirectory } else { ErrorKind::NotFound };
            return Err(OpenError::File {
                path: path.to_owned(),
                source: Box::new(OpenError::Io(why.into())),
            }
            .into());
        }
        let mut known: Vec<String> = self.list().into_iter().map(|entry| entry.name).collect();
        known.dedup();
        let name = name.to_string_lossy().into_owned();
        let nearest = nearest(&name, known.iter().map(String::as_str)).map(str::to_owned);
        Err(CatalogueError::Unknown { name, nearest, known })
    }

    fn folder(&self, name: impl AsRef<OsStr>) -> Option<&Folder> {
        let name = name.as_ref().to_str()?;
        self.built_in
            .iter()
            .find(|folder| is_same_name(&folder.name, name) && folder.native().is_some())
    }

    fn user_file(&self, name: impl AsRef<OsStr>) -> Option<PathBuf> {
        let name = name.as_ref().to_str()?;
        self.user_files()
            .into_iter()
            .find(|(known, _)| is_same_name(known, name))
            .map(|(_, path)| path)
    }

    /// The lexicon files in the folder of the user, by name. Of files with the same name, the first
    /// is used.
    fn user_files(&self) -> Vec<(String, PathBuf)> {
        let Some(data) = &self.data else { return Vec::new() };
        let Ok(folder) = std::fs::read_dir(data.join("lexicons")) else { return Vec::new() };
        let mut files: Vec<(String, PathBuf)> = folder
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|path| Kind::of_extension(path).is_some())
            .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
            .collect();
        files.sort();
        files
    }
}

/// Case does not matter.
fn is_same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// The words of a `slurs.txt`.
fn listed_slurs(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
}

/// A lexicon that was made.
struct MadeLexicon {
    lexicon: Lexicon,
    left_out: NumberLeftOut,
    took_time: bool,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue")
            .field("data", &self.data)
            .field("built_in", &self.built_in.len())
            .finish()
    }
}
