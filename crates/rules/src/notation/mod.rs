//! Tiles and moves as text: `AEINRT?`, `8D RETAINS`, `-QVU`, `pass`.

mod moves;
mod tiles;
mod typed;

pub use moves::{MoveText, MoveTextError, Through};
pub use tiles::TilesError;
pub(crate) use tiles::{Brackets, read_square, show_before, show_square};
pub use typed::read_move;
