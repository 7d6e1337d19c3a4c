//! Plays, exchanges and passes.

use crate::table::{Board, Placed, Square, Tiles};

/// Tiles placed in one turn. Two plays are equal if they put the same tiles on the same squares, so
/// a single tile that reads both across and down is one play.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Play {
    /// Sorted by row, then by column.
    placements: Vec<(Square, Placed)>,
}

/// A move: what a player can do with a turn.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Move {
    /// `8D RETAINS`
    Play(Play),
    /// `-QVU`
    Exchange(Tiles),
    /// `pass`
    Pass,
}

impl Play {
    /// A play of these tiles, in any order. [`fit`](crate::fit) says whether it is legal.
    pub fn new(placements: impl IntoIterator<Item = (Square, Placed)>) -> Play {
        let mut placements: Vec<_> = placements.into_iter().collect();
        placements.sort();
        Play { placements }
    }

    /// The tiles and their squares, from top to bottom and left to right.
    pub fn placements(&self) -> &[(Square, Placed)] {
        &self.placements
    }

    /// The tiles from the rack.
    pub fn tiles(&self) -> Tiles {
        self.placements.iter().map(|(_, placed)| placed.tile()).collect()
    }

    /// Places the tiles on the board.
    pub fn place_on(&self, board: &mut Board) {
        for &(square, placed) in &self.placements {
            board.set(square, Some(placed));
        }
    }

    /// Removes the tiles from the board.
    pub fn take_from(&self, board: &mut Board) {
        for &(square, _) in &self.placements {
            board.set(square, None);
        }
    }
}
