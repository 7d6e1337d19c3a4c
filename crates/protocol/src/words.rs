//! Questions about words, and their answers.

use serde::{Deserialize, Serialize};
use tisane_lexicon::catalogue::Definition;
use tisane_lexicon::query::{Filter, Hooks, Pattern, PatternError, Side, parse_tiles};
use tisane_lexicon::{Alphabet, Catalogue, Letter, LetterSet, Lexicon, SpellingError};

use crate::desk::{Json, written};

/// A question about the words of the game that is open.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum WordsQuestion {
    /// Which of these are words. Answered by [`WordCheck`], without what they mean.
    Check {
        text: String,
    },
    /// Words of these letters. Answered by [`WordsFound`], as are all that find words.
    Anagrams {
        text: String,
        /// Words of only some of the letters, too.
        shorter: bool,
        limit: u32,
    },
    Patterns {
        text: String,
        limit: u32,
    },
    /// What can be added to a word. Answered by [`HooksView`].
    Hooks {
        text: String,
    },
    /// Longer words that have this one in them.
    Extensions {
        text: String,
        limit: u32,
    },
    /// All words of a length, with these letters in them.
    List {
        text: String,
        length: u32,
        limit: u32,
    },
}

/// The longest text, in bytes, that a question about words may have.
pub const LONGEST_WORDS_TEXT: usize = 1_000;

/// The most words in one answer.
pub const MOST_WORDS: usize = 10_000;

/// Which of some words are valid.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WordCheck {
    pub lexicon: String,
    /// Whether all of them are.
    pub valid: bool,
    pub words: Vec<CheckedWord>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedWord {
    /// In capitals; as it was written if it cannot be spelled.
    pub word: String,
    pub valid: bool,
    /// It would be valid, but was left out as slurs were to be.
    pub left_out: bool,
    /// How common it is, where the lexicon says so; lower is commoner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// Why it cannot be a word: it has letters the alphabet has not, or more than the board has
    /// squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// Of a word that is longer than that: how many squares the longest line of the board has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub too_long: Option<u32>,
    /// What it means, if it is a word and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub definition: Option<DefinitionView>,
}

/// What a word means.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefinitionView {
    /// The word that has the entry: the one asked for, or the one it is a form of.
    pub word: String,
    /// The usual one first.
    pub senses: Vec<SenseView>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SenseView {
    pub part: PartView,
    pub text: String,
}

/// The part of speech.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PartView {
    Noun,
    Verb,
    Adjective,
    Adverb,
}

/// Words that were looked for.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WordsFound {
    pub lexicon: String,
    /// What was asked.
    pub query: String,
    /// How many there are; `words` may hold only the first.
    pub total: u32,
    pub words: Vec<FoundWord>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundWord {
    pub word: String,
    /// How many tiles it takes.
    pub length: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
}

/// What can be added to a word, or taken away.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HooksView {
    pub lexicon: String,
    pub word: String,
    /// Whether it is a word itself.
    pub valid: bool,
    pub front: Vec<String>,
    pub back: Vec<String>,
    /// Inside, after its first letter, its second letter and so on.
    pub inner: Vec<Vec<String>>,
    /// It is still a word without its first letter.
    pub beheads: bool,
    /// It is still a word without its last letter.
    pub curtails: bool,
}

impl WordsQuestion {
    fn text(&self) -> &str {
        use WordsQuestion::{Anagrams, Check, Extensions, Hooks, List, Patterns};
        match self {
            Check { text }
            | Anagrams { text, .. }
            | Patterns { text, .. }
            | Hooks { text }
            | Extensions { text, .. }
            | List { text, .. } => text,
        }
    }

    /// The answer from a lexicon that is all there is: nobody knows what its words mean, or which
    /// it leaves out.
    pub fn answer(&self, lexicon: &Lexicon, squares: usize) -> Result<Json, PatternError> {
        let most = |limit: &u32| (*limit as usize).min(MOST_WORDS);
        if self.text().len() > LONGEST_WORDS_TEXT {
            return Err(PatternError::TooLong {
                found: self.text().len(),
                max: LONGEST_WORDS_TEXT,
            });
        }
        Ok(match self {
            WordsQuestion::Check { text } => written(WordCheck::alone(lexicon, squares, text)),
            WordsQuestion::Anagrams { text, shorter, limit } => {
                written(WordsFound::anagrams(lexicon, text, *shorter, most(limit))?)
            }
            WordsQuestion::Patterns { text, limit } => {
                written(WordsFound::patterns(lexicon, text, most(limit))?)
            }
            WordsQuestion::Hooks { text } => written(HooksView::read(lexicon, text)?),
            WordsQuestion::Extensions { text, limit } => {
                written(WordsFound::extensions(lexicon, text, most(limit))?)
            }
            WordsQuestion::List { text, length, limit } => {
                written(WordsFound::list(lexicon, text, *length as usize, None, most(limit))?)
            }
        })
    }
}

impl WordCheck {
    /// Looks up words; `family` says that slurs were left out of the lexicon, `squares` how many
    /// the longest line of the board has where a game is meant.
    pub fn of<'a>(
        catalogue: &Catalogue,
        lexicon: &Lexicon,
        family: bool,
        squares: Option<usize>,
        words: impl IntoIterator<Item = &'a str>,
    ) -> WordCheck {
        let more = |word: &[Letter], valid: bool| match valid {
            true => (false, catalogue.definition(lexicon, &lexicon.alphabet().spell(word))),
            false => {
                (family && catalogue.slurs(lexicon.name(), lexicon.alphabet()).contains(word), None)
            }
        };
        WordCheck::with(lexicon, squares, words, more)
    }

    /// The words of a text, where there is nothing but the lexicon.
    fn alone(lexicon: &Lexicon, squares: usize, text: &str) -> WordCheck {
        WordCheck::with(lexicon, Some(squares), words_of(text), |_, _| (false, None))
    }

    /// `more` tells of a word, and whether it is valid, if it was left out and what it means.
    fn with<'a>(
        lexicon: &Lexicon,
        squares: Option<usize>,
        words: impl IntoIterator<Item = &'a str>,
        more: impl Fn(&[Letter], bool) -> (bool, Option<Definition>),
    ) -> WordCheck {
        let words: Vec<CheckedWord> =
            words.into_iter().map(|word| CheckedWord::of(lexicon, squares, word, &more)).collect();
        WordCheck {
            lexicon: lexicon.name().to_owned(),
            valid: words.iter().all(|word| word.valid),
            words,
        }
    }
}

/// The words of a text: what stands between spaces, commas and semicolons.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|word| !word.is_empty())
}

impl CheckedWord {
    fn of(
        lexicon: &Lexicon,
        squares: Option<usize>,
        text: &str,
        more: &impl Fn(&[Letter], bool) -> (bool, Option<Definition>),
    ) -> CheckedWord {
        match lexicon.alphabet().parse(text) {
            Ok(word) => {
                let valid = lexicon.contains(&word);
                let too_few = squares.filter(|&squares| !valid && word.len() > squares);
                let (left_out, definition) = more(&word, valid);
                CheckedWord {
                    word: lexicon.alphabet().show(&word),
                    valid,
                    left_out,
                    level: lexicon.level(&word),
                    reason: too_few
                        .map(|squares| format!("longer than the board's {squares} squares")),
                    too_long: too_few.map(|squares| squares as u32),
                    definition: definition.map(DefinitionView::from),
                }
            }
            Err(error) => CheckedWord {
                word: text.to_owned(),
                valid: false,
                left_out: false,
                level: None,
                reason: Some(error.reason()),
                too_long: None,
                definition: None,
            },
        }
    }
}

impl From<Definition> for DefinitionView {
    fn from(Definition { word, senses }: Definition) -> DefinitionView {
        DefinitionView {
            word,
            senses: senses.iter().filter_map(|sense| SenseView::read(sense)).collect(),
        }
    }
}

impl SenseView {
    /// `n a small bird`; nothing for a part of speech that we do not know.
    fn read(sense: &str) -> Option<SenseView> {
        let (part, text) = sense.split_once(' ')?;
        let part = match part {
            "n" => PartView::Noun,
            "v" => PartView::Verb,
            "a" => PartView::Adjective,
            "r" => PartView::Adverb,
            _ => return None,
        };
        Some(SenseView { part, text: text.to_owned() })
    }
}

impl WordsFound {
    /// The first `limit` of the words, and how many there are in all.
    pub fn of(
        lexicon: &Lexicon,
        query: &str,
        words: impl IntoIterator<Item = Vec<Letter>>,
        limit: usize,
    ) -> WordsFound {
        let mut total = 0;
        let mut found = Vec::new();
        for word in words {
            total += 1;
            if found.len() < limit {
                found.push(FoundWord {
                    word: lexicon.alphabet().show(&word),
                    length: word.len() as u32,
                    level: lexicon.level(&word),
                });
            }
        }
        WordsFound {
            lexicon: lexicon.name().to_owned(),
            query: query.to_owned(),
            total,
            words: found,
        }
    }

    /// Words of these letters, or with `shorter` of some of them; the longest first.
    pub fn anagrams(
        lexicon: &Lexicon,
        text: &str,
        shorter: bool,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        let (letters, blanks) = parse_tiles(lexicon.alphabet(), text)?;
        let mut words: Vec<Vec<Letter>> = match shorter {
            true => lexicon.subanagrams(&letters, blanks).collect(),
            false => lexicon.anagrams(&letters, blanks).collect(),
        };
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(WordsFound::of(lexicon, text, words, limit))
    }

    /// Words that match a pattern, the longest first.
    pub fn patterns(
        lexicon: &Lexicon,
        text: &str,
        limit: usize,
    ) -> Result<WordsFound, PatternError> {
        let pattern = Pattern::parse(lexicon.alphabet(), text)?;
        let mut words: Vec<Vec<Letter>> = lexicon.matches(&pattern).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(WordsFound::of(lexicon, text, words, limit))
    }

    /// Longer words that have this one in them, the shortest first.
    pub fn extensions(
        lexicon: &Lexicon,
        text: &str,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        let word = lexicon.alphabet().parse(text.trim())?;
        let mut words: Vec<Vec<Letter>> = lexicon.extensions(&word, Side::Around).collect();
        words.sort_by_key(Vec::len);
        Ok(WordsFound::of(lexicon, text, words, limit))
    }

    /// All words of a length that have these letters, in order; only those as common as `level`, or
    /// commoner, where the lexicon says so.
    pub fn list(
        lexicon: &Lexicon,
        text: &str,
        length: usize,
        level: Option<u8>,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        let with = parse_tiles(lexicon.alphabet(), text)?.0;
        let filter = Filter { lengths: length..=length, with, ..Filter::default() };
        let is_common = |word: &Vec<Letter>| {
            level.is_none_or(|level| lexicon.level(word).is_none_or(|found| found <= level))
        };
        Ok(WordsFound::of(lexicon, text, lexicon.words_where(&filter).filter(is_common), limit))
    }
}

impl HooksView {
    pub fn read(lexicon: &Lexicon, text: &str) -> Result<HooksView, SpellingError> {
        Ok(HooksView::of(lexicon, &lexicon.alphabet().parse(text.trim())?))
    }

    pub fn of(lexicon: &Lexicon, word: &[Letter]) -> HooksView {
        let Hooks { front, back, inner, beheads, curtails } = lexicon.hooks(word);
        let alphabet = lexicon.alphabet();
        HooksView {
            lexicon: lexicon.name().to_owned(),
            word: alphabet.show(word),
            valid: lexicon.contains(word),
            front: faces(alphabet, front),
            back: faces(alphabet, back),
            inner: inner.into_iter().map(|letters| faces(alphabet, letters)).collect(),
            beheads,
            curtails,
        }
    }
}

fn faces(alphabet: &Alphabet, letters: LetterSet) -> Vec<String> {
    letters.iter().map(|letter| alphabet.face(letter).to_owned()).collect()
}
