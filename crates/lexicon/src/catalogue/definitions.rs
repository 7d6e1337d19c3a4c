//! What words mean: a packed table of `word<TAB>definition`, unpacked when first asked.

use std::collections::HashMap;

use crate::file::unpack;

/// No table is larger unpacked.
const LARGEST: usize = 1 << 27;

/// What a word means.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Definition {
    /// The word that has the entry: the one asked for, or the one it is a form of.
    pub word: String,
    pub text: String,
}

pub(super) struct Definitions {
    text: String,
    /// Where the definition of each word stands in the text.
    places: HashMap<String, (usize, usize)>,
    english: bool,
}

impl Definitions {
    pub(super) fn unpack(packed: &[u8], language: &str) -> Option<Definitions> {
        let text = String::from_utf8(unpack(packed, LARGEST).ok()?).ok()?;
        let mut places = HashMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if let Some((word, definition)) = line.trim_end().split_once('\t') {
                let from = start + word.len() + 1;
                places.entry(word.to_uppercase()).or_insert((from, from + definition.len()));
            }
            start += line.len();
        }
        Some(Definitions { text, places, english: language.split(['-', '_']).next() == Some("en") })
    }

    pub(super) fn look_up(&self, word: &str) -> Option<Definition> {
        let word = word.to_uppercase();
        let bases = if self.english { english_bases(&word) } else { Vec::new() };
        std::iter::once(word).chain(bases).find_map(|word| {
            let &(from, to) = self.places.get(&word)?;
            Some(Definition { word, text: self.text[from..to].to_owned() })
        })
    }
}

/// The words of which this may be a plural, a past or a comparative, likeliest first.
fn english_bases(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &[&str]); 9] = [
        ("IES", &["Y", "IE"]),
        ("IED", &["Y"]),
        ("IER", &["Y"]),
        ("IEST", &["Y"]),
        ("ES", &["E", ""]),
        ("S", &[""]),
        ("ED", &["", "E"]),
        ("ING", &["", "E"]),
        ("LY", &[""]),
    ];
    const COMPARED: [(&str, &[&str]); 2] = [("EST", &["", "E"]), ("ER", &["", "E"])];
    let mut bases = Vec::new();
    for (ending, replacements) in ENDINGS.iter().chain(&COMPARED) {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() >= 2) else { continue };
        bases.extend(replacements.iter().map(|replacement| format!("{stem}{replacement}")));
        // STOPPED, BIGGEST: the consonant was doubled.
        let bytes = stem.as_bytes();
        if ending.starts_with(['E', 'I']) && bytes.len() >= 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
            bases.extend(stem.get(..stem.len() - 1).map(str::to_owned));
        }
    }
    bases
}
