//! Lexicons that were opened. There are as many as lists times alphabets, so only those used last
//! stay.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::entry::Origin;
use super::error::CatalogueError;
use super::source::Source;
use super::{Got, Wanted};
use crate::alphabet::encode_alphabet;
use crate::lexicon::Report;

/// So many stay open. A server that plays in every language of the built-in lists needs about ten.
const MOST: usize = 16;

/// So many of the words that cannot be used are remembered.
const FEW: usize = 20;

/// The lexicons used last, by what they were made of.
#[derive(Default)]
pub(super) struct Recent(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    known: HashMap<Opened, (Found, u64)>,
    uses: u64,
}

#[derive(Clone)]
enum Found {
    Lexicon(Got),
    /// None of the words can be used. Whoever asks again need not wait for the same again.
    Nothing {
        name: String,
        report: Report,
    },
}

impl Recent {
    pub(super) fn get(&self, key: &Opened) -> Option<Result<Got, CatalogueError>> {
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

    /// Keeps what was found, and forgets what was not used for longest. Errors that may pass are
    /// not kept.
    pub(super) fn keep(&self, key: Opened, found: &Result<Got, CatalogueError>) {
        let found = match found {
            Ok(got) => Found::Lexicon(got.clone()),
            Err(CatalogueError::Nothing { name, report }) => {
                // All words were left out; a few of them show why.
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

/// What an opened lexicon was made of. To hash the bytes each time would take longer than most
/// questions about words.
#[derive(Eq, PartialEq, Hash)]
pub(super) struct Opened {
    origin: Origin,
    name: String,
    /// When a file was last changed, and how long it was then.
    file: Option<(SystemTime, u64)>,
    alphabet: Vec<u8>,
    longest: usize,
    without_slurs: bool,
}

impl Opened {
    /// Nothing for files that do not say when they were changed.
    pub(super) fn new(source: &Source, wanted: &Wanted) -> Option<Opened> {
        let (origin, file) = match source {
            Source::Folder(_) => (Origin::BuiltIn, None),
            Source::File(path) => {
                let about = std::fs::metadata(path).ok()?;
                (Origin::File(path.clone()), Some((about.modified().ok()?, about.len())))
            }
        };
        let Wanted { alphabet, longest, without_slurs, .. } = *wanted;
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
