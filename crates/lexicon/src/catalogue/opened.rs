//! Opened lexicons. There is one per list and alphabet, so only recent ones are kept.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::entry::Origin;
use super::error::CatalogueError;
use super::source::Source;
use super::{FoundLexicon, LexiconRequest};
use crate::alphabet::encode_alphabet;
use crate::lexicon::Report;

/// The number of lexicons kept. A server with games in every built-in language needs about ten.
const MOST: usize = 16;

/// The number of unusable words to remember.
const FEW: usize = 20;

/// The lexicons used last, by what they were made from.
#[derive(Default)]
pub(super) struct Recent(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    known: HashMap<Opened, (Found, u64)>,
    uses: u64,
}

#[derive(Clone)]
enum Found {
    Lexicon(FoundLexicon),
    /// None of the words can be used. Remembering that saves time.
    Nothing {
        name: String,
        report: Report,
    },
}

impl Recent {
    pub(super) fn get(&self, key: &Opened) -> Option<Result<FoundLexicon, CatalogueError>> {
        let mut entries = self.entries();
        entries.uses += 1;
        let now = entries.uses;
        let (found, used) = entries.known.get_mut(key)?;
        *used = now;
        Some(match found.clone() {
            Found::Lexicon(got) => Ok(got),
            Found::Nothing { name, report } => Err(CatalogueError::Nothing { name, report }),
        })
    }

    /// Keeps a result and drops the least recently used one. Temporary errors are not kept.
    pub(super) fn keep(&self, key: Opened, found: &Result<FoundLexicon, CatalogueError>) {
        let found = match found {
            Ok(got) => Found::Lexicon(got.clone()),
            Err(CatalogueError::Nothing { name, report }) => {
                // A few of the words are enough to show why.
                let left_out = report.left_out.iter().take(FEW).cloned().collect();
                let report = Report {
                    listed: report.listed,
                    kept: report.kept,
                    left_out,
                    remarks: Vec::new(),
                };
                Found::Nothing { name: name.clone(), report }
            }
            Err(_) => return,
        };
        let mut entries = self.entries();
        entries.uses += 1;
        let now = entries.uses;
        entries.known.insert(key, (found, now));
        if entries.known.len() > MOST {
            let oldest = entries.known.values().map(|(_, used)| *used).min();
            entries.known.retain(|_, (_, used)| Some(*used) != oldest);
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an opened lexicon was made from. Hashing the bytes each time would be slower than most
/// queries.
#[derive(Eq, PartialEq, Hash)]
pub(super) struct Opened {
    origin: Origin,
    name: String,
    /// Modification time and length of a file.
    file: Option<(SystemTime, u64)>,
    alphabet: Vec<u8>,
    longest: usize,
    without_slurs: bool,
}

impl Opened {
    /// `None` for files without a modification time.
    pub(super) fn new(source: &Source, wanted: &LexiconRequest) -> Option<Opened> {
        let (origin, file) = match source {
            Source::Folder(_) => (Origin::BuiltIn, None),
            Source::File(path) => {
                let about = std::fs::metadata(path).ok()?;
                (Origin::File(path.clone()), Some((about.modified().ok()?, about.len())))
            }
        };
        let LexiconRequest { alphabet, longest, without_slurs, .. } = *wanted;
        Some(Opened {
            origin,
            name: source.name(),
            file,
            alphabet: encode_alphabet(alphabet),
            longest,
            without_slurs,
        })
    }
}
