//! Finding good moves in crossword board games.

#![warn(missing_docs)]

mod engine;
mod evaluate;
#[doc(hidden)]
pub mod fuzz;
mod measure;
pub mod movegen;
mod players;
mod search;
mod study;
pub mod train;

pub use engine::models::{ListedModel, Models};
pub use engine::{Count, Engine, Session};
pub use evaluate::candidate::{Candidate, canonical};
pub use evaluate::equity::{Evaluation, PositionLeaves};
pub use evaluate::fingerprint::Fingerprint;
pub use evaluate::model::{Model, ModelError};
pub use evaluate::{leave, win};
pub use measure::{bench, perft};
pub use players::{bot, matches, rating};
pub use search::analysis::{
    Analysis, Ended, Exactness, FEWEST_SAMPLES, Limits, Line, Method, PlyMeans, Sampled,
};
pub use search::{Go, endgame, infer};
pub use study::{review, strength};

/// The example of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
