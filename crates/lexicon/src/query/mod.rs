//! Word queries: anagrams, patterns, hooks, extensions, words by length and letters.
//!
//! All results are lazy, in alphabetical order and without duplicates. Most queries are one graph
//! walk (`search.rs`) with different guides. If a walk finds little, it scans the whole graph once
//! (`machine.rs`) and wastes no step from then on. Racks with several blanks are looked up by sets
//! of letters (`graph/sets.rs`).

mod filter;
mod gather;
mod machine;
mod pattern;
mod search;

use std::ops::RangeInclusive;

use filter::Filtering;
use gather::Gathering;
pub use pattern::{Pattern, PatternError};
use search::Search;

use crate::alphabet::{Alphabet, Letter, LetterSet, SpellingError, composed};
use crate::graph::{Dawg, LONGEST};
use crate::lexicon::Lexicon;

/// Where letters are added to a word.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Side {
    /// Before it only.
    Front,
    /// After it only.
    Back,
    /// Before it, after it or both.
    Around,
}

/// The letters that make another word when added to a word, and the letters that can be dropped.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Hooks {
    /// Letters before it: ARE gives CARE.
    pub front: LetterSet,
    /// Letters after it: CARE gives CARET.
    pub back: LetterSet,
    /// Letters inside, after its first letter, its second letter and so on: COT gives COAT after
    /// the second.
    pub inner: Vec<LetterSet>,
    /// Whether it is a word without its first letter.
    pub beheads: bool,
    /// Whether it is a word without its last letter.
    pub curtails: bool,
}

/// Words by length and letters. The default is all words.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Filter {
    /// The allowed lengths.
    pub lengths: RangeInclusive<usize>,
    /// Letters that must be in the word, as often as here, in any order.
    pub with: Vec<Letter>,
    /// Letters that must not be in the word.
    pub without: LetterSet,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { lengths: 0..=LONGEST, with: Vec::new(), without: LetterSet::EMPTY }
    }
}

impl Lexicon {
    /// All words in alphabetical order.
    pub fn words(&self) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        all(&self.dawg)
    }

    /// The words of these lengths with and without these letters.
    pub fn words_where(&self, filter: &Filter) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        Search::new(&self.dawg, Filtering::new(filter))
    }

    /// The words made of all these letters and `blanks` more.
    ///
    /// ```
    /// # use tisane_lexicon::*;
    /// # let (lexicon, _) = Lexicon::build("", &Alphabet::latin(), &["TEA", "EAT", "ATE", "TEAM", "MEAT"].iter().collect(), 15);
    /// let (letters, blanks) = query::parse_tiles(lexicon.alphabet(), "TEA?")?;
    /// let words: Vec<String> = lexicon.anagrams(&letters, blanks).map(|word| lexicon.alphabet().spell(&word)).collect();
    /// assert_eq!(words, ["MEAT", "TEAM"]);
    /// # Ok::<(), SpellingError>(())
    /// ```
    pub fn anagrams(
        &self,
        letters: &[Letter],
        blanks: usize,
    ) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        // With several blanks a walk branches too much, and few words have all the letters, unless
        // most tiles are blanks.
        let by_sets = blanks >= 2 && blanks <= letters.len();
        let listed = by_sets.then(|| gather::having(&self.dawg, letters, blanks));
        let walked =
            (!by_sets).then(|| Search::new(&self.dawg, Filtering::anagrams(letters, blanks)));
        listed.into_iter().flatten().chain(walked.into_iter().flatten())
    }

    /// The words made of some of these letters and up to `blanks` more.
    pub fn subanagrams(
        &self,
        letters: &[Letter],
        blanks: usize,
    ) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        Search::new(&self.dawg, Gathering::new(letters, blanks))
    }

    /// The words that fit a pattern.
    pub fn matches(&self, pattern: &Pattern) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        Search::new(&self.dawg, pattern.guide())
    }

    /// The longer words that contain this one at their end, at their beginning or anywhere. It need
    /// not be a word.
    pub fn extensions(
        &self,
        word: &[Letter],
        side: Side,
    ) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        let length = word.len();
        // A pattern that is too long matches nothing.
        let guide = Pattern::extending(word, side).map(|pattern| pattern.guide());
        guide
            .into_iter()
            .flat_map(|guide| Search::new(&self.dawg, guide))
            .filter(move |found| found.len() > length)
    }

    /// The hooks of a word. It need not be a word.
    pub fn hooks(&self, word: &[Letter]) -> Hooks {
        let dawg = &self.dawg;
        let ends = |rest: &[Letter], at| match rest.split_last() {
            None => false,
            Some((&last, rest)) => rest
                .iter()
                .try_fold(at, |at, &letter| dawg.child(at, letter))
                .is_some_and(|at| dawg.accepts(at).contains(last)),
        };
        // The letters that can be inserted at `place`.
        let inserted = |place: usize| -> LetterSet {
            let (before, after) = word.split_at(place);
            let Some(at) = dawg.walk(before) else { return LetterSet::EMPTY };
            if after.is_empty() {
                return dawg.accepts(at);
            }
            dawg.children(at)
                .iter()
                .filter(|&letter| dawg.child(at, letter).is_some_and(|at| ends(after, at)))
                .collect()
        };
        Hooks {
            front: inserted(0),
            back: inserted(word.len()),
            inner: (1..word.len()).map(inserted).collect(),
            beheads: word.len() > 1 && dawg.contains(&word[1..]),
            curtails: word.len() > 1 && dawg.contains(&word[..word.len() - 1]),
        }
    }
}

/// The words of a graph in alphabetical order.
pub fn all(dawg: &Dawg) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
    Search::new(dawg, Filtering::new(&Filter::default()))
}

/// Reads the tiles of a rack: letters, and `?` for a blank. Returns the letters and the number of
/// blanks.
pub fn parse_tiles(alphabet: &Alphabet, text: &str) -> Result<(Vec<Letter>, usize), SpellingError> {
    let text = composed(text);
    let mut rest = &*text;
    let (mut letters, mut blanks) = (Vec::new(), 0);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('?') {
            blanks += 1;
            rest = after;
        } else {
            let reading = alphabet.read(rest).ok_or_else(|| alphabet.unreadable(&text, rest))?;
            letters.extend_from_slice(reading.letters);
            rest = &rest[reading.bytes..];
        }
    }
    Ok((letters, blanks))
}
