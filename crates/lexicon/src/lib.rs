//! Letters and words: alphabets, word graphs, lexicon files and word queries.
//!
//! # Your own word list
//!
//! A [`Lexicon`] is a set of words over an [`Alphabet`]. Build one from a [`WordList`]; the
//! [`Report`] names every word that was left out, and why.
//!
//! ```
//! use tisane_lexicon::{Alphabet, Lexicon, WordList};
//!
//! let alphabet = Alphabet::latin();
//! let list = WordList::from_text("tea\nteam\nmeat\nmate\nretains\ncafé");
//! let (lexicon, report) = Lexicon::build("mine", &alphabet, &list, 15);
//! assert_eq!(lexicon.len(), 5);
//! assert_eq!(report.left_out[0].spelling, "café"); // É is not a letter of this alphabet
//! ```
//!
//! [`Lexicon::save`] writes it to a file and [`Lexicon::open`] reads it back. A [`Catalogue`] finds
//! the built-in lexicons and the user's own files by name.
//!
//! # Looking words up
//!
//! Inside, a [`Letter`] is an index into its alphabet. An alphabet reads and writes text, including
//! tiles of several characters such as the Spanish CH.
//!
//! ```
//! # use tisane_lexicon::{Alphabet, Lexicon};
//! # let alphabet = Alphabet::latin();
//! # let words = ["TEA", "TEAM", "MEAT", "MATE"].iter().collect();
//! # let (lexicon, _) = Lexicon::build("mine", &alphabet, &words, 15);
//! assert!(lexicon.has("Team"));
//! let tea = alphabet.parse("TEA")?;
//! assert!(lexicon.contains(&tea));
//! let back: Vec<&str> = lexicon.hooks(&tea).back.iter().map(|m| alphabet.face(m)).collect();
//! assert_eq!(back, ["M"]); // TEA takes an M at the back
//! # Ok::<(), tisane_lexicon::SpellingError>(())
//! ```
//!
//! # Anagrams and patterns
//!
//! ```
//! # use tisane_lexicon::{Alphabet, Lexicon};
//! # let alphabet = Alphabet::latin();
//! # let words = ["TEA", "TEAM", "MEAT", "MATE"].iter().collect();
//! # let (lexicon, _) = Lexicon::build("mine", &alphabet, &words, 15);
//! use tisane_lexicon::query::{Pattern, parse_tiles};
//!
//! let spell = |words: Vec<_>| -> Vec<String> {
//!     words.iter().map(|word: &Vec<_>| alphabet.spell(word)).collect()
//! };
//! let (letters, blanks) = parse_tiles(&alphabet, "TEA?")?;
//! assert_eq!(spell(lexicon.anagrams(&letters, blanks).collect()), ["MATE", "MEAT", "TEAM"]);
//! let pattern = Pattern::parse(&alphabet, "M*T?")?;
//! assert_eq!(spell(lexicon.matches(&pattern).collect()), ["MATE"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use files::{Head, KwgError, KwgKind, OpenError, write_whole};
pub use graph::{Dawg, Gaddag};
pub use lexicon::{
    About, LeftOut, Lexicon, ListError, Listed, Remark, Report, Why, WordList, language_of_lexicon,
};
pub use text::{LONGEST_QUOTE, brief, count, excerpt, nearest, range, unreadable};
