//! Games as text: tiles, moves, boards and positions, in the notations people already use.

mod moves;
mod tiles;

pub use moves::{MoveText, MoveTextError, Through};
pub use tiles::TilesError;
