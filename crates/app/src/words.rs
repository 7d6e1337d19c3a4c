//! Looking up words: checks, anagrams, patterns, hooks, extensions, lists.

use std::cmp::Reverse;

use tisane_lexicon::catalogue::Definition;
use tisane_lexicon::query::{Filter, Hooks, Pattern, PatternError, Side, parse_tiles};
use tisane_lexicon::{Catalogue, Letter, Lexicon, SpellingError};

/// Words that were found.
///
/// ```
/// use tisane_app::words;
/// use tisane_lexicon::{Lexicon, WordList};
/// use tisane_rules::Ruleset;
/// let ruleset = Ruleset::named("english")?;
/// let list = WordList::from_text("retains\nretinas\nstain\n");
/// let (lexicon, _) = Lexicon::build("three", &ruleset.alphabet, &list, 15);
/// assert_eq!(words::anagrams(&lexicon, "AEINRST", false, 10)?.total, 2);
/// assert_eq!(words::anagrams(&lexicon, "AEINRST", true, 1)?.words.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Found {
    /// The first of them.
    pub words: Vec<Vec<Letter>>,
    /// How many there are in all.
    pub total: usize,
}

impl Found {
    /// The first `limit` of these words.
    pub fn first(words: impl IntoIterator<Item = Vec<Letter>>, limit: usize) -> Found {
        let mut found = Found::default();
        for word in words {
            found.total += 1;
            if found.words.len() < limit {
                found.words.push(word);
            }
        }
        found
    }
}

/// A word that was looked up.
#[derive(Clone, Debug)]
pub struct Checked {
    /// In capitals; as it was written if it can't be spelled.
    pub word: String,
    /// Whether it is in the lexicon.
    pub valid: bool,
    /// Whether it would be valid if slurs were not left out.
    pub left_out: bool,
    /// How common it is, if the lexicon says so; lower is more common.
    pub level: Option<u8>,
    /// Why it can't be a word.
    pub fault: Option<WordFault>,
    /// What it means, if that is known.
    pub definition: Option<Definition>,
}

/// Why a text can't be a word.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum WordFault {
    /// It has characters that are no letters of the alphabet.
    #[error("{}", .0.reason())]
    Spelling(SpellingError),
    /// It does not fit on the board.
    #[error("longer than the board's {squares} squares")]
    TooLong {
        /// The length of the board's longest line.
        squares: usize,
    },
}

/// What is known about words besides the lexicon itself.
#[derive(Copy, Clone, Debug, Default)]
pub struct Reference<'a> {
    /// Gives definitions and slurs.
    pub catalogue: Option<&'a Catalogue>,
    /// Whether slurs were left out of the lexicon.
    pub family: bool,
    /// The length of the board's longest line; `None` for look-ups without a game.
    pub squares: Option<usize>,
}

/// Looks up a word.
pub fn check(lexicon: &Lexicon, reference: Reference<'_>, text: &str) -> Checked {
    let word = match lexicon.alphabet().parse(text) {
        Ok(word) => word,
        Err(error) => {
            return Checked {
                word: text.to_owned(),
                valid: false,
                left_out: false,
                level: None,
                fault: Some(WordFault::Spelling(error)),
                definition: None,
            };
        }
    };
    let Reference { catalogue, family, squares } = reference;
    let valid = lexicon.contains(&word);
    let is_slur =
        |catalogue: &Catalogue| catalogue.slurs(lexicon.name(), lexicon.alphabet()).contains(&word);
    let define =
        |catalogue: &Catalogue| catalogue.definition(lexicon, &lexicon.alphabet().spell(&word));
    let too_long = squares.filter(|&squares| !valid && word.len() > squares);
    Checked {
        valid,
        left_out: !valid && family && catalogue.is_some_and(is_slur),
        level: lexicon.level(&word),
        fault: too_long.map(|squares| WordFault::TooLong { squares }),
        definition: catalogue.filter(|_| valid).and_then(define),
        word: lexicon.alphabet().show(&word),
    }
}

/// The words of a text: what is between spaces, commas and semicolons.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|word| !word.is_empty())
}

/// Words made of these letters, or with `shorter` of some of them; the longest first.
pub fn anagrams(
    lexicon: &Lexicon,
    text: &str,
    shorter: bool,
    limit: usize,
) -> Result<Found, SpellingError> {
    let (letters, blanks) = parse_tiles(lexicon.alphabet(), text)?;
    let mut words: Vec<Vec<Letter>> = match shorter {
        true => lexicon.subanagrams(&letters, blanks).collect(),
        false => lexicon.anagrams(&letters, blanks).collect(),
    };
    words.sort_by_key(|word| Reverse(word.len()));
    Ok(Found::first(words, limit))
}

/// Words that match a pattern, the longest first.
pub fn patterns(lexicon: &Lexicon, text: &str, limit: usize) -> Result<Found, PatternError> {
    let pattern = Pattern::parse(lexicon.alphabet(), text)?;
    let mut words: Vec<Vec<Letter>> = lexicon.matches(&pattern).collect();
    words.sort_by_key(|word| Reverse(word.len()));
    Ok(Found::first(words, limit))
}

/// Longer words that contain this one, the shortest first.
pub fn extensions(lexicon: &Lexicon, text: &str, limit: usize) -> Result<Found, SpellingError> {
    let word = lexicon.alphabet().parse(text.trim())?;
    let mut words: Vec<Vec<Letter>> = lexicon.extensions(&word, Side::Around).collect();
    words.sort_by_key(Vec::len);
    Ok(Found::first(words, limit))
}

/// All words of a length that contain these letters, in order. With a level, only words that are at
/// least that common, if the lexicon says how common they are.
pub fn list(
    lexicon: &Lexicon,
    text: &str,
    length: usize,
    level: Option<u8>,
    limit: usize,
) -> Result<Found, SpellingError> {
    let with = parse_tiles(lexicon.alphabet(), text)?.0;
    let filter = Filter { lengths: length..=length, with, ..Filter::default() };
    let is_common = |word: &Vec<Letter>| {
        level.is_none_or(|level| lexicon.level(word).is_none_or(|found| found <= level))
    };
    Ok(Found::first(lexicon.words_where(&filter).filter(is_common), limit))
}

/// A word, and the letters that can be added to it or taken away.
pub fn hooks(lexicon: &Lexicon, text: &str) -> Result<(Vec<Letter>, Hooks), SpellingError> {
    let word = lexicon.alphabet().parse(text.trim())?;
    let hooks = lexicon.hooks(&word);
    Ok((word, hooks))
}
