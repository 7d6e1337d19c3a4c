//! The border between text and letters. Inside, a letter is an index; outside, it is what the
//! language writes on one tile: `A`, `Ё`, `CH`, `L·L`.
//!
//! Reading prefers the longest tile: Spanish `CHE` is the tiles CH and E. Brackets override that:
//! `[C]HE` is three tiles, `[CH]E` is two. `[א?]` and `[ch]` are blanks, for alphabets without
//! lowercase and for tiles of several characters.
//!
//! Folds are spellings for other letters: Ё is Е in Эрудит, ß is SS in German, É is E in French. A
//! fold to nothing is ignored, such as Hebrew points. Words are shown as tiles, so that the same
//! tiles always look the same: without the final forms of Hebrew and Greek, which are also folds.

mod casing;
mod encode;
mod letter;
mod script;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use unicode_normalization::UnicodeNormalization;

pub use casing::Casing;
pub(crate) use encode::{encode_alphabet, write_text};
pub use letter::{Letter, LetterSet};
use script::Script;

use crate::text::{count, excerpt};

/// The index of the bracket that closes the one at the start of a text. The search stops at the
/// next opening bracket, so that a text full of them takes linear time.
pub fn closing_bracket(text: &str) -> Option<usize> {
    let next = 1 + text.get(1..)?.find(['[', ']'])?;
    text[next..].starts_with(']').then_some(next)
}

/// The letters of one language or game, in order, with the ways to write them.
#[derive(Clone)]
pub struct Alphabet {
    faces: Vec<Face>,
    folds: Vec<(String, String)>,
    casing: Casing,
    /// All spellings, by their first character, longest first.
    spellings: HashMap<char, Vec<Spelling>>,
    /// For characters that begin exactly one spelling, of one letter: a fast path.
    singles: Vec<Option<(Letter, bool)>>,
}

/// How one letter is written.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Face {
    upper: String,
    /// Empty if the script has no case, like Hebrew.
    lower: String,
}

#[derive(Clone, Debug)]
struct Spelling {
    text: String,
    letters: Vec<Letter>,
    lower: bool,
}

/// One tile, read from the start of a text by [`Alphabet::read`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Reading<'a> {
    /// One letter; several for a fold such as ß, none for a sign without a tile.
    pub letters: &'a [Letter],
    /// It was lowercase (or `[א?]`), which means a blank in moves and boards.
    pub lower: bool,
    /// Its length in bytes.
    pub bytes: usize,
}

/// Why letters do not make an alphabet.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum AlphabetError {
    #[error("an alphabet needs at least one letter")]
    Empty,
    #[error("this alphabet has {}; at most {max} are possible", count(*.0, "letter"), max = LetterSet::CAPACITY)]
    TooMany(usize),
    #[error("the alphabet has the letter {:?} twice", excerpt(.0))]
    Twice(String),
    #[error(
        "{:?} cannot be a letter: a letter has no spaces, digits, or characters such as []()?.*-+/",
        excerpt(.0)
    )]
    Unusable(String),
    #[error("the fold {:?} = {:?} cannot be used: {error}", excerpt(.from), excerpt(.to))]
    Fold { from: String, to: String, error: SpellingError },
    #[error("the fold {:?} is itself a letter of the alphabet", excerpt(.0))]
    FoldIsLetter(String),
}

/// Text that the alphabet cannot spell.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SpellingError {
    /// The whole text.
    pub text: String,
    /// What could not be read.
    pub found: String,
    /// Its position in characters, from 1.
    pub at: usize,
    /// The script of the unreadable letter and that of the alphabet, if they differ.
    scripts: Option<[Script; 2]>,
}

impl SpellingError {
    /// Why, without the text: `unknown character "K", which is Latin; the alphabet is Cyrillic`.
    pub fn reason(&self) -> String {
        format!("unknown character {:?}{}", excerpt(&self.found), self.wrong_script())
    }

    fn wrong_script(&self) -> String {
        self.scripts.map_or(String::new(), |[found, alphabet]| {
            format!(", which is {found}; the alphabet is {alphabet}")
        })
    }
}

impl fmt::Display for SpellingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpellingError { text, found, at, .. } = self;
        write!(
            f,
            "{:?} cannot be read: unknown character {:?} at position {at}{}",
            excerpt(text),
            excerpt(found),
            self.wrong_script()
        )
    }
}

impl std::error::Error for SpellingError {}

impl Alphabet {
    /// An alphabet of these letters, in capitals and in this order.
    ///
    /// ```
    /// use tisane_lexicon::{Alphabet, Casing};
    /// let spanish = Alphabet::new(Casing::Standard, ["A", "C", "CH", "E", "H"], [("É", "E")])?;
    /// assert_eq!(spanish.parse("che")?.len(), 2);
    /// assert_eq!(spanish.parse("[C]HÉ")?.len(), 3);
    /// assert_eq!(spanish.show(&spanish.parse("[C]HÉ")?), "[C]HE");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<F, K, V>(
        casing: Casing,
        letters: impl IntoIterator<Item = F>,
        folds: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Alphabet, AlphabetError>
    where
        F: AsRef<str>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let faces: Vec<Face> = letters
            .into_iter()
            .map(|text| Face::new(casing, text.as_ref()))
            .collect::<Result<_, _>>()?;
        match faces.len() {
            0 => return Err(AlphabetError::Empty),
            n if n > LetterSet::CAPACITY => return Err(AlphabetError::TooMany(n)),
            _ => {}
        }
        let mut alphabet = Alphabet {
            faces,
            folds: Vec::new(),
            casing,
            spellings: HashMap::new(),
            singles: Vec::new(),
        };
        for index in 0..alphabet.faces.len() {
            alphabet.learn_letter(Letter::from_index(index))?;
        }
        for (from, to) in folds {
            alphabet.learn_fold(&composed(from.as_ref()), &composed(to.as_ref()))?;
        }
        alphabet.index_singles();
        Ok(alphabet)
    }

    /// A to Z, without folds.
    pub fn latin() -> Alphabet {
        let letters = (b'A'..=b'Z').map(|letter| char::from(letter).to_string());
        Alphabet::new(Casing::Standard, letters, [("", ""); 0])
            .expect("26 different letters are an alphabet")
    }

    /// The number of letters.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// All letters in order.
    pub fn letters(&self) -> impl ExactSizeIterator<Item = Letter> + use<> {
        (0..self.faces.len()).map(Letter::from_index)
    }

    /// All letters as a set.
    pub fn all(&self) -> LetterSet {
        LetterSet::first(self.faces.len())
    }

    /// The letter in capitals, as on its tile.
    pub fn face(&self, letter: Letter) -> &str {
        &self.faces[letter.index()].upper
    }

    /// The single letters of a tile of several characters, `[C][H]` for `CH`, if they are letters
    /// of the alphabet too.
    pub fn apart(&self, letter: Letter) -> Option<String> {
        let face = self.face(letter);
        let n = face.chars().count();
        let apart: String = face.chars().map(|c| format!("[{c}]")).collect();
        (n > 1 && self.parse(&apart).is_ok_and(|letters| letters.len() == n)).then_some(apart)
    }

    /// The letter in lowercase, if the script has it.
    pub fn lower(&self, letter: Letter) -> Option<&str> {
        let lower = &self.faces[letter.index()].lower;
        (!lower.is_empty()).then_some(lower)
    }

    /// The folds, as given.
    pub fn folds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.folds.iter().map(|(from, to)| (from.as_str(), to.as_str()))
    }

    /// How the language writes capitals and small letters.
    pub fn casing(&self) -> Casing {
        self.casing
    }

    /// Whether both alphabets spell words with the same letters: the same faces in the same order,
    /// and no fold that applies to a text of faces.
    pub fn spells_alike(&self, other: &Alphabet) -> bool {
        let foreign = |text: &str| {
            text.chars().any(|c| !self.faces.iter().any(|face| face.upper.contains(c)))
        };
        let harmless = |alphabet: &Alphabet| {
            alphabet.folds().all(|(from, to)| {
                let upper = alphabet.casing.upper(from);
                foreign(from) && (foreign(&upper) || upper == to)
            })
        };
        self.faces == other.faces && harmless(self) && harmless(other)
    }

    /// The letter with this face, in any case.
    pub fn letter(&self, face: &str) -> Option<Letter> {
        let reading = self.read(face)?;
        match reading.letters {
            &[letter] if reading.bytes == face.len() => Some(letter),
            _ => None,
        }
    }

    /// Reads the tile at the start of `text`: the longest that fits, or the one in brackets. `text`
    /// must be [`composed`].
    pub fn read(&self, text: &str) -> Option<Reading<'_>> {
        let first = text.chars().next()?;
        if first == '[' {
            return self.read_bracket(text);
        }
        self.spellings.get(&first)?.iter().find(|spelling| text.starts_with(&spelling.text)).map(
            |spelling| Reading {
                letters: &spelling.letters,
                lower: spelling.lower,
                bytes: spelling.text.len(),
            },
        )
    }

    /// The letters of a word in any case, or what could not be read.
    pub fn parse(&self, text: &str) -> Result<Vec<Letter>, SpellingError> {
        let mut letters = Vec::with_capacity(text.len());
        self.parse_into(text, &mut letters)?;
        Ok(letters)
    }

    /// [`parse`](Self::parse) into a buffer, which is emptied first: for long lists.
    pub(crate) fn parse_into(
        &self,
        text: &str,
        letters: &mut Vec<Letter>,
    ) -> Result<(), SpellingError> {
        letters.clear();
        let text = composed(text);
        let mut rest = &*text;
        while let Some(first) = rest.chars().next() {
            if let Some(Some((letter, _))) = self.singles.get(first as usize) {
                letters.push(*letter);
                rest = &rest[first.len_utf8()..];
            } else if let Some(reading) = self.read(rest) {
                letters.extend_from_slice(reading.letters);
                rest = &rest[reading.bytes..];
            } else {
                return Err(self.unreadable(&text, rest));
            }
        }
        Ok(())
    }

    /// The error for `rest`, an unreadable tail of `text`.
    pub fn unreadable(&self, text: &str, rest: &str) -> SpellingError {
        let end = if rest.starts_with('[') {
            closing_bracket(rest).map_or(rest.len(), |i| i + 1)
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        self.no_letter(text, &rest[..end], text[..text.len() - rest.len()].chars().count() + 1)
    }

    /// The error for `found` in `text`, at this position in characters.
    pub(crate) fn no_letter(&self, text: &str, found: &str, at: usize) -> SpellingError {
        let script_of = |text: &str| text.chars().find_map(Script::of);
        let own = self.letters().next().and_then(|letter| script_of(self.face(letter)));
        let scripts = script_of(found)
            .zip(own)
            .filter(|(found, own)| found != own)
            .map(|(found, own)| [found, own]);
        SpellingError { text: text.to_owned(), found: found.to_owned(), at, scripts }
    }

    /// The word in capitals. Two words of different tiles may look the same; [`show`](Self::show)
    /// tells them apart.
    pub fn spell(&self, letters: &[Letter]) -> String {
        letters.iter().map(|&letter| self.face(letter)).collect()
    }

    /// The word in capitals, with brackets if needed: `parse(show(word)) == word`.
    pub fn show(&self, letters: &[Letter]) -> String {
        let plain = self.spell(letters);
        if self.parse(&plain).is_ok_and(|read| read == letters) {
            return plain;
        }
        // A spelling has a maximum length, so only the next few characters matter.
        let longest = self
            .spellings
            .values()
            .flatten()
            .map(|spelling| spelling.text.len())
            .max()
            .unwrap_or_default();
        let mut pieces = Vec::with_capacity(letters.len());
        let mut following = String::new();
        for &letter in letters.iter().rev() {
            let face = self.face(letter);
            following.insert_str(0, face);
            match self.read(&following) {
                Some(reading) if reading.letters == [letter] && reading.bytes == face.len() => {
                    pieces.push(face.to_owned())
                }
                _ => {
                    let piece = format!("[{face}]");
                    following.replace_range(..face.len(), &piece);
                    pieces.push(piece);
                }
            }
            following.truncate(following.floor_char_boundary(longest));
        }
        pieces.into_iter().rev().collect()
    }

    fn read_bracket(&self, text: &str) -> Option<Reading<'_>> {
        let end = closing_bracket(text)?;
        let inside = &text[1..end];
        let (face, blank) = match inside.strip_suffix('?') {
            Some(face) => (face, true),
            None => (inside, false),
        };
        let first = face.chars().next()?;
        let spelling = self
            .spellings
            .get(&first)?
            .iter()
            .find(|spelling| spelling.text == face && spelling.letters.len() == 1)?;
        Some(Reading { letters: &spelling.letters, lower: spelling.lower || blank, bytes: end + 1 })
    }

    fn learn_letter(&mut self, letter: Letter) -> Result<(), AlphabetError> {
        let Face { upper, lower } = self.faces[letter.index()].clone();
        if self.knows(&upper) {
            return Err(AlphabetError::Twice(upper));
        }
        self.learn(upper.clone(), vec![letter], false);
        if !lower.is_empty() && !self.knows(&lower) {
            self.learn(lower.clone(), vec![letter], true);
        }
        // "Ch" is the tile CH, not a C and a blank h.
        let mut rest = upper.chars();
        if let Some(first) = rest.next() {
            let title: String =
                std::iter::once(first).chain(self.casing.lower(rest.as_str()).chars()).collect();
            if !self.knows(&title) {
                self.learn(title, vec![letter], false);
            }
        }
        Ok(())
    }

    fn learn_fold(&mut self, from: &str, to: &str) -> Result<(), AlphabetError> {
        if self.faces.iter().any(|face| face.upper == from) {
            return Err(AlphabetError::FoldIsLetter(from.to_owned()));
        }
        let letters =
            self.parse(to)
                .and_then(|letters| {
                    if from.is_empty() { Err(self.unreadable(from, from)) } else { Ok(letters) }
                })
                .map_err(|error| AlphabetError::Fold {
                    from: from.to_owned(),
                    to: to.to_owned(),
                    error,
                })?;
        for text in [from.to_owned(), self.casing.lower(from), self.casing.upper(from)] {
            // The capital of ß is SS, which is already two letters.
            if !self.knows(&text) && self.parse(&text).as_ref() != Ok(&letters) {
                let lower = text != self.casing.upper(&text);
                self.learn(text, letters.clone(), lower);
            }
        }
        self.folds.push((from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn knows(&self, text: &str) -> bool {
        let first = text.chars().next();
        first
            .and_then(|first| self.spellings.get(&first))
            .is_some_and(|all| all.iter().any(|spelling| spelling.text == text))
    }

    fn learn(&mut self, text: String, letters: Vec<Letter>, lower: bool) {
        let Some(first) = text.chars().next() else { return };
        let spellings = self.spellings.entry(first).or_default();
        spellings.push(Spelling { text, letters, lower });
        spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.text.len()));
    }

    fn index_singles(&mut self) {
        // Two-byte UTF-8 ends at 0x7FF: Latin, Greek, Cyrillic, Hebrew and Arabic.
        self.singles = vec![None; 0x800];
        for (&first, spellings) in &self.spellings {
            if let [Spelling { text, letters, lower }] = spellings.as_slice()
                && let (&[letter], true, Some(slot)) =
                    (&letters[..], text.chars().count() == 1, self.singles.get_mut(first as usize))
            {
                *slot = Some((letter, *lower));
            }
        }
    }
}

/// The text in composed Unicode form (NFC), which alphabets use. Й may be И and a breve.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || unicode_normalization::is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

impl Face {
    fn new(casing: Casing, text: &str) -> Result<Face, AlphabetError> {
        let upper = composed(text).into_owned();
        let reserved = |c: char| {
            c.is_whitespace()
                || c.is_control()
                || c.is_ascii_digit()
                || "[]()?.*+-/,;:=<>|\"#".contains(c)
        };
        if upper.is_empty() || upper.chars().any(reserved) {
            return Err(AlphabetError::Unusable(text.to_owned()));
        }
        let lower = casing.lower(&upper);
        let lower = if lower == upper { String::new() } else { lower };
        Ok(Face { upper, lower })
    }
}

/// Alphabets are equal if they have the same letters in the same order and read text alike.
impl PartialEq for Alphabet {
    fn eq(&self, other: &Alphabet) -> bool {
        self.faces == other.faces && self.folds == other.folds && self.casing == other.casing
    }
}

impl Eq for Alphabet {}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.faces.iter().map(|face| &face.upper)).finish()
    }
}
