//! What is on a table: tiles, the board and its squares, and the moves that change it. No rules.

mod board;
mod layout;
mod play;
mod tile;

pub use board::Board;
pub(crate) use layout::column_number;
pub use layout::{Direction, Layout, LayoutError, Premium, Square, column_name};
pub use play::{Move, Play};
pub use tile::{Placed, Tile, Tiles};

/// A place at a game, counted from 0 in the order of the seats.
pub type Seat = usize;
