//! Letters and words: alphabets, word graphs, lexicon files, word queries.

mod alphabet;
mod build;
pub mod catalogue;
mod count;
mod excerpt;
mod file;
#[doc(hidden)]
pub mod fuzz;
pub mod graph;
mod kwg;
mod letter;
mod lexicon;
mod list;
mod nearest;
pub mod query;
mod script;

pub use alphabet::{
    Alphabet, AlphabetError, Casing, Reading, SpellingError, closing_bracket, composed,
};
pub use build::{LeftOut, Report, Why};
pub use catalogue::{Catalogue, CatalogueError, is_readable, read_file};
pub use count::{count, range};
pub use excerpt::{LONGEST_QUOTE, brief, excerpt};
pub use file::{Head, OpenError, looks_like_lexicon, write_whole};
pub use graph::{Dawg, Gaddag};
pub use kwg::{KwgError, KwgKind};
pub use letter::{Letter, LetterSet};
pub use lexicon::{About, Lexicon};
pub use list::{ListError, Listed, Remark, WordList};
pub use nearest::nearest;
