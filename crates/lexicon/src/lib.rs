//! Letters and words: alphabets, word graphs, lexicon files, word queries.

mod alphabet;
mod letter;

pub use alphabet::{Alphabet, AlphabetError, Casing, Reading, SpellingError, composed};
pub use letter::{Letter, LetterSet};
