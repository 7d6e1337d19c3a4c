//! Letters and words: alphabets, word graphs, lexicon files, word queries.

#![warn(missing_docs)]

mod alphabet;
pub mod catalogue;
mod files;
#[doc(hidden)]
pub mod fuzz;
pub mod graph;
mod lexicon;
pub mod query;
mod text;

pub use alphabet::{
    Alphabet, AlphabetError, Casing, Letter, LetterSet, Reading, SpellingError, closing_bracket,
    composed,
};
pub use catalogue::{Catalogue, CatalogueError, is_readable, read_file};
pub use files::{Head, KwgError, KwgKind, OpenError, looks_like_lexicon, write_whole};
pub use graph::{Dawg, Gaddag};
pub use lexicon::{
    About, LeftOut, Lexicon, ListError, Listed, Remark, Report, Why, WordList, language_of_lexicon,
};
pub use text::{LONGEST_QUOTE, brief, count, excerpt, nearest, range};
