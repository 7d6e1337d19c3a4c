//! A lexicon: a named, immutable set of words over one alphabet.

mod build;
mod fingerprint;
mod language;
mod list;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::alphabet::{Alphabet, Letter};
use crate::graph::{Dawg, Gaddag};

pub use build::{LeftOut, Report, Why};
pub(crate) use fingerprint::Fingerprint;
pub use language::language_of_lexicon;
pub use list::{ListError, Listed, Remark, WordList};

/// A named, immutable set of words over one alphabet, perhaps with a commonness level for each.
///
/// ```
/// use tisane_lexicon::{Alphabet, Lexicon, WordList};
/// let alphabet = Alphabet::latin();
/// let list = WordList::from_text("tisane\n# a comment\nTEA 20\nTE");
/// let (lexicon, report) = Lexicon::build("small", &alphabet, &list, 15);
/// assert_eq!(lexicon.len(), 3);
/// assert!(lexicon.has("Tea"));
/// assert_eq!(lexicon.level(&alphabet.parse("TEA")?), Some(20));
/// println!("{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lexicon {
    pub(crate) name: String,
    pub(crate) about: About,
    pub(crate) alphabet: Alphabet,
    pub(crate) dawg: Dawg,
    /// By word in alphabetical order; [`NO_LEVEL`] for words without.
    pub(crate) levels: Option<Vec<u8>>,
    /// The lexicon before slurs were excluded.
    pub(crate) whole: Option<Arc<Lexicon>>,
    gaddag: OnceLock<Gaddag>,
    fingerprint: OnceLock<u64>,
}

/// A word without level.
pub(crate) const NO_LEVEL: u8 = 255;

/// Where a lexicon comes from, for people.
#[derive(Clone, Default, Eq, PartialEq, Debug)]
pub struct About {
    /// A line for lists of lexicons: `English, from SCOWL`.
    pub title: String,
    /// A language tag: `en`, `pt-BR`.
    pub language: String,
    /// The licence of the words.
    pub licence: String,
    /// Whom to thank.
    pub credit: String,
}

impl Lexicon {
    /// A lexicon with the words of this graph. `levels` has one level for each word in alphabetical
    /// order, 255 for none.
    ///
    /// # Panics
    /// If there are fewer or more levels than words.
    pub fn new(
        name: impl Into<String>,
        alphabet: Alphabet,
        dawg: Dawg,
        levels: Option<Vec<u8>>,
    ) -> Lexicon {
        assert!(
            levels.as_ref().is_none_or(|levels| levels.len() == dawg.len()),
            "one level for each word"
        );
        Lexicon {
            name: name.into(),
            about: About::default(),
            alphabet,
            dawg,
            levels,
            whole: None,
            gaddag: OnceLock::new(),
            fingerprint: OnceLock::new(),
        }
    }

    /// The same lexicon with another description.
    pub fn with_about(mut self, about: About) -> Lexicon {
        self.about = about;
        self
    }

    /// The same lexicon under another name.
    pub fn with_name(mut self, name: impl Into<String>) -> Lexicon {
        self.name = name.into();
        self
    }

    /// The lexicon before slurs were excluded. Models trained on it fit both.
    pub fn whole(&self) -> &Lexicon {
        self.whole.as_deref().unwrap_or(self)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it comes from.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The alphabet of its words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.dawg.len()
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.dawg.is_empty()
    }

    /// The length of the longest word, in letters.
    pub fn longest(&self) -> usize {
        self.dawg.longest()
    }

    /// Whether this is a word.
    pub fn contains(&self, word: &[Letter]) -> bool {
        self.dawg.contains(word)
    }

    /// Whether the text is a word.
    pub fn has(&self, text: &str) -> bool {
        self.alphabet.parse(text).is_ok_and(|word| self.contains(&word))
    }

    /// The commonness level of a word, if it has one. Lower is more common.
    pub fn level(&self, word: &[Letter]) -> Option<u8> {
        let levels = self.levels.as_ref()?;
        self.dawg.index(word).map(|index| levels[index]).filter(|&level| level != NO_LEVEL)
    }

    /// Whether any word has a commonness level.
    pub fn has_levels(&self) -> bool {
        self.levels.is_some()
    }

    /// The graph that reads from left to right.
    pub fn dawg(&self) -> &Dawg {
        &self.dawg
    }

    /// The graph that reads from any letter outwards. The first call builds it, which takes two to
    /// three tenths of a second for English.
    pub fn gaddag(&self) -> &Gaddag {
        self.gaddag.get_or_init(|| Gaddag::new(&self.dawg))
    }

    /// A hash of alphabet, words and levels, but not of the name. It is the same on every machine
    /// and in every version.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let mut hash = Fingerprint::new();
            hash.alphabet(&self.alphabet);
            hash.bytes(&self.dawg.encode());
            hash.bytes(self.levels.as_deref().unwrap_or_default());
            hash.finish()
        })
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon")
            .field("name", &self.name)
            .field("words", &self.len())
            .field("alphabet", &self.alphabet)
            .finish()
    }
}
