//! Games as text: tiles, moves, boards and positions, in the notations people already use.

mod tiles;
