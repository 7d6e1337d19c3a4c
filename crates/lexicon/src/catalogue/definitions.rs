//! What words mean: a packed table, unpacked when first asked. A line is a word, a tab and its senses
//! separated by tabs (`n a small bird`), or `=` and the word it is a form of.

use std::collections::HashMap;

use crate::file::unpack;

/// No table is larger unpacked.
const LARGEST: usize = 1 << 27;

/// What a word means.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Definition {
    /// The word that has the entry: the one asked for, or the one it is a form of.
    pub word: String,
    /// Each begins with the part of speech: n, v, a, or r for adverbs.
    pub senses: Vec<String>,
}

pub(super) struct Definitions {
    text: String,
    /// Where the entry of each word stands in the text.
    places: HashMap<String, (usize, usize)>,
}

impl Definitions {
    pub(super) fn unpack(packed: &[u8]) -> Option<Definitions> {
        let text = String::from_utf8(unpack(packed, LARGEST).ok()?).ok()?;
        let mut places = HashMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if let Some((word, entry)) = line.trim_end().split_once('\t') {
                let from = start + word.len() + 1;
                places.entry(word.to_uppercase()).or_insert((from, from + entry.len()));
            }
            start += line.len();
        }
        Some(Definitions { text, places })
    }

    pub(super) fn look_up(&self, word: &str) -> Option<Definition> {
        let word = word.to_uppercase();
        let entry = self.entry(&word)?;
        let (word, entry) = match entry.strip_prefix('=') {
            Some(base) => (base.to_owned(), self.entry(base)?),
            None => (word, entry),
        };
        Some(Definition { word, senses: entry.split('\t').map(str::to_owned).collect() })
    }

    fn entry(&self, word: &str) -> Option<&str> {
        self.places.get(word).map(|&(from, to)| &self.text[from..to])
    }
}
