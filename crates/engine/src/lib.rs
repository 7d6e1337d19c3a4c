//! Finding good moves in crossword board games.

mod analysis;
pub mod bench;
pub mod bot;
mod candidate;
mod draws;
pub mod endgame;
mod engine;
mod equity;
mod fingerprint;
#[doc(hidden)]
pub mod fuzz;
pub mod infer;
pub mod leave;
pub mod matches;
mod model;
mod models;
pub mod movegen;
mod opening;
pub mod perft;
mod pool;
mod preendgame;
mod ranking;
pub mod rating;
pub mod review;
mod simulate;
mod solve;
pub mod strength;
pub mod train;
pub mod win;

pub use analysis::{Analysis, Ended, Exactness, Limits, Line, Method, PlyMeans, Sampled};
pub use candidate::{Candidate, canonical};
pub use engine::{Count, Engine, Session};
pub use equity::{Evaluation, PositionLeaves};
pub use fingerprint::Fingerprint;
pub use model::{Model, ModelError};
pub use models::{ListedModel, Models};

/// The example of docs/library.md is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
