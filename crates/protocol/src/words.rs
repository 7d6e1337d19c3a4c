//! Answers to questions about words.

use serde::{Deserialize, Serialize};
use tisane_lexicon::catalogue::Definition;
use tisane_lexicon::query::Hooks;
use tisane_lexicon::{Alphabet, Catalogue, Letter, LetterSet, Lexicon};

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
    /// Why it cannot be a word: it has letters the alphabet has not, or more than the board has squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
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

impl WordCheck {
    /// Looks up words; `family` says that slurs were left out of the lexicon, `squares` how many the longest line of the board has where a game
    /// is meant.
    pub fn of<'a>(
        catalogue: &Catalogue,
        lexicon: &Lexicon,
        family: bool,
        squares: Option<usize>,
        words: impl IntoIterator<Item = &'a str>,
    ) -> WordCheck {
        let words: Vec<CheckedWord> = words.into_iter().map(|word| CheckedWord::of(catalogue, lexicon, family, squares, word)).collect();
        WordCheck { lexicon: lexicon.name().to_owned(), valid: words.iter().all(|word| word.valid), words }
    }
}

impl CheckedWord {
    fn of(catalogue: &Catalogue, lexicon: &Lexicon, family: bool, squares: Option<usize>, text: &str) -> CheckedWord {
        match lexicon.alphabet().parse(text) {
            Ok(word) => {
                let valid = lexicon.contains(&word);
                let too_few = squares.filter(|&squares| !valid && word.len() > squares);
                let definition = if valid { catalogue.definition(lexicon, &lexicon.alphabet().spell(&word)) } else { None };
                CheckedWord {
                    word: lexicon.alphabet().show(&word),
                    valid,
                    left_out: !valid && family && catalogue.slurs(lexicon.name(), lexicon.alphabet()).contains(&word),
                    level: lexicon.level(&word),
                    reason: too_few.map(|squares| format!("longer than the board's {squares} squares")),
                    definition: definition.map(DefinitionView::from),
                }
            }
            Err(error) => CheckedWord {
                word: text.to_owned(),
                valid: false,
                left_out: false,
                level: None,
                reason: Some(error.reason()),
                definition: None,
            },
        }
    }
}

impl From<Definition> for DefinitionView {
    fn from(Definition { word, senses }: Definition) -> DefinitionView {
        DefinitionView { word, senses: senses.iter().filter_map(|sense| SenseView::read(sense)).collect() }
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
    pub fn of(lexicon: &Lexicon, query: &str, words: impl IntoIterator<Item = Vec<Letter>>, limit: usize) -> WordsFound {
        let mut total = 0;
        let mut found = Vec::new();
        for word in words {
            total += 1;
            if found.len() < limit {
                found.push(FoundWord { word: lexicon.alphabet().show(&word), length: word.len() as u32, level: lexicon.level(&word) });
            }
        }
        WordsFound { lexicon: lexicon.name().to_owned(), query: query.to_owned(), total, words: found }
    }
}

impl HooksView {
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
