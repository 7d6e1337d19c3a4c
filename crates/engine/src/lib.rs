//! Finding good moves in crossword board games.

pub mod bench;
mod candidate;
pub mod endgame;
mod engine;
pub mod leave;
pub mod movegen;
pub mod perft;

pub use candidate::{Candidate, canonical};
pub use engine::{Count, Engine, Session};

/// The example of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
