//! Judging one play: whether it fits the board, which words it forms, what it scores, whether the
//! words are valid, and where a given word can go.

mod fit;
mod places;
mod score;
mod words;

pub use fit::{FormedTile, FormedWord, Misfit, fit};
pub use places::{NoPlace, Place, TargetWord, TargetWordError, places, why_nowhere};
pub use score::{Scored, ScoredTile, ScoredWord, score};
pub use words::Words;
