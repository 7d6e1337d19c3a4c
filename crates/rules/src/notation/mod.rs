//! Games as text: tiles, moves, boards and positions, in the notations people already use.

mod cgp;
mod drawing;
mod moves;
mod tiles;
mod typed;
mod wordsolver;
mod written;

pub use cgp::{CGP_OPERATIONS, Cgp, CgpError, Operation};
pub use drawing::{DrawingError, drawing_and_rack};
pub use moves::{MoveText, MoveTextError, Through};
pub(crate) use tiles::Brackets;
pub use tiles::TilesError;
pub use typed::read_move;
pub use wordsolver::{WordsolverCase, WordsolverError};
pub use written::{Written, WrittenError};
