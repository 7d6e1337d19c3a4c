//! Word look-ups.

use serde::{Deserialize, Serialize};
use tisane_app::words::{self, Checked, Found, Reference, WordFault};
use tisane_lexicon::catalogue::Definition;
use tisane_lexicon::query::{Hooks, PatternError};
use tisane_lexicon::{Alphabet, Catalogue, Letter, LetterSet, Lexicon, SpellingError};

use crate::json::{Json, written};

/// A look-up in the lexicon of the open game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum WordsQuestion {
    /// Which of these are words. Answered by [`WordCheck`], without definitions.
    Check {
        text: String,
    },
    /// Words made of these letters. Answered by [`WordsFound`], like all look-ups that find words.
    Anagrams {
        text: String,
        /// Also words made of some of the letters.
        shorter: bool,
        limit: u32,
    },
    Patterns {
        text: String,
        limit: u32,
    },
    /// Hooks of a word. Answered by [`HooksView`].
    Hooks {
        text: String,
    },
    /// Longer words that contain this one.
    Extensions {
        text: String,
        limit: u32,
    },
    /// All words of a length that contain these letters.
    List {
        text: String,
        length: u32,
        limit: u32,
    },
}

/// The longest text of a look-up, in bytes.
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
    /// In capitals; as it was written if it can't be spelled.
    pub word: String,
    pub valid: bool,
    /// Whether it was left out as a slur.
    pub left_out: bool,
    /// How common it is, if the lexicon says so; lower is more common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// Why it can't be a word: it has unknown letters, or is longer than the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// If it is longer than the board: the length of the board's longest line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub too_long: Option<u32>,
    /// The definition, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub definition: Option<DefinitionView>,
}

/// The definition of a word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefinitionView {
    /// The headword: the word itself, or the one it is a form of.
    pub word: String,
    /// The most common first.
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

/// The words that a look-up found.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WordsFound {
    pub lexicon: String,
    /// The query.
    pub query: String,
    /// Number of words; `words` may contain only the first.
    pub total: u32,
    pub words: Vec<FoundWord>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundWord {
    pub word: String,
    /// Length in tiles.
    pub length: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
}

/// The letters that can be added to a word or removed.
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
    /// After its first letter, its second letter and so on.
    pub inner: Vec<Vec<String>>,
    /// Whether it is still a word without its first letter.
    pub beheads: bool,
    /// Whether it is still a word without its last letter.
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

    /// The answer from the lexicon alone, without definitions and slurs.
    pub fn answer(&self, lexicon: &Lexicon, squares: usize) -> Result<Json, PatternError> {
        let most = |limit: &u32| (*limit as usize).min(MOST_WORDS);
        if self.text().len() > LONGEST_WORDS_TEXT {
            return Err(PatternError::TooLong {
                found: self.text().len(),
                max: LONGEST_WORDS_TEXT,
            });
        }
        Ok(match self {
            WordsQuestion::Check { text } => {
                let reference = Reference { squares: Some(squares), ..Reference::default() };
                written(WordCheck::with(lexicon, reference, words::split(text)))
            }
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
    /// Looks up words. `family` says that slurs were left out of the lexicon; `squares` is the
    /// length of the board's longest line, for look-ups with a game.
    pub fn of<'a>(
        catalogue: &Catalogue,
        lexicon: &Lexicon,
        family: bool,
        squares: Option<usize>,
        words: impl IntoIterator<Item = &'a str>,
    ) -> WordCheck {
        let reference = Reference { catalogue: Some(catalogue), family, squares };
        WordCheck::with(lexicon, reference, words)
    }

    fn with<'a>(
        lexicon: &Lexicon,
        reference: Reference<'_>,
        words: impl IntoIterator<Item = &'a str>,
    ) -> WordCheck {
        let checked = words.into_iter().map(|word| words::check(lexicon, reference, word));
        let words: Vec<CheckedWord> = checked.map(CheckedWord::from).collect();
        WordCheck {
            lexicon: lexicon.name().to_owned(),
            valid: words.iter().all(|word| word.valid),
            words,
        }
    }
}

/// The words of a text: what is between spaces, commas and semicolons.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    words::split(text)
}

impl From<Checked> for CheckedWord {
    fn from(checked: Checked) -> CheckedWord {
        let Checked { word, valid, left_out, level, fault, definition } = checked;
        CheckedWord {
            word,
            valid,
            left_out,
            level,
            reason: fault.as_ref().map(WordFault::to_string),
            too_long: match fault {
                Some(WordFault::TooLong { squares }) => Some(squares as u32),
                _ => None,
            },
            definition: definition.map(DefinitionView::from),
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
    /// `n a small bird`; nothing for an unknown part of speech.
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
        WordsFound::found(lexicon, query, Found::first(words, limit))
    }

    fn found(lexicon: &Lexicon, query: &str, found: Found) -> WordsFound {
        let view = |word: Vec<Letter>| FoundWord {
            word: lexicon.alphabet().show(&word),
            length: word.len() as u32,
            level: lexicon.level(&word),
        };
        WordsFound {
            lexicon: lexicon.name().to_owned(),
            query: query.to_owned(),
            total: found.total as u32,
            words: found.words.into_iter().map(view).collect(),
        }
    }

    /// Words made of these letters, or with `shorter` of some of them; the longest first.
    pub fn anagrams(
        lexicon: &Lexicon,
        text: &str,
        shorter: bool,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        let found = words::anagrams(lexicon, text, shorter, limit)?;
        Ok(WordsFound::found(lexicon, text, found))
    }

    /// Words that match a pattern, the longest first.
    pub fn patterns(
        lexicon: &Lexicon,
        text: &str,
        limit: usize,
    ) -> Result<WordsFound, PatternError> {
        Ok(WordsFound::found(lexicon, text, words::patterns(lexicon, text, limit)?))
    }

    /// Longer words that contain this one, the shortest first.
    pub fn extensions(
        lexicon: &Lexicon,
        text: &str,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        Ok(WordsFound::found(lexicon, text, words::extensions(lexicon, text, limit)?))
    }

    /// All words of a length that contain these letters, in order. With a level, only words that
    /// are at least that common, if the lexicon says how common they are.
    pub fn list(
        lexicon: &Lexicon,
        text: &str,
        length: usize,
        level: Option<u8>,
        limit: usize,
    ) -> Result<WordsFound, SpellingError> {
        let found = words::list(lexicon, text, length, level, limit)?;
        Ok(WordsFound::found(lexicon, text, found))
    }
}

impl HooksView {
    pub fn read(lexicon: &Lexicon, text: &str) -> Result<HooksView, SpellingError> {
        let (word, hooks) = words::hooks(lexicon, text)?;
        Ok(HooksView::with(lexicon, &word, hooks))
    }

    pub fn of(lexicon: &Lexicon, word: &[Letter]) -> HooksView {
        HooksView::with(lexicon, word, lexicon.hooks(word))
    }

    fn with(lexicon: &Lexicon, word: &[Letter], hooks: Hooks) -> HooksView {
        let Hooks { front, back, inner, beheads, curtails } = hooks;
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
