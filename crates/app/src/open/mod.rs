//! Opening: text and choices become a ruleset, a lexicon, a position or a record, and warnings.
//!
//! A [`Rulebook`] reads positions and games with their rules alone. A [`Library`] adds the words.
//! Both return what looks wrong as [`Warning`]s; they print nothing.

mod error;
mod language;
mod library;
mod position;
mod rulebook;
mod warning;

pub use error::OpenError;
pub use language::words_of;
pub use library::{
    Choices, Defaults, LexiconChoices, Library, Opened, position_warnings, word_list_path,
};
pub use position::{OpenedGame, OpenedPosition, PositionChoices, read_rack};
pub use rulebook::{BuiltIn, RuleChoices, Rulebook, Rules, RulesetSource, Rulesets};
pub use warning::{EndCause, Listing, Warning, board_warnings, phonies, place_name};
