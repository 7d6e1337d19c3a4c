//! Moves: the tiles of a play, an exchange or a pass.

use crate::table::{Board, Placed, Square, Tiles};

/// Tiles placed on the board in one turn. Two plays are equal when they put the same tiles on the
/// same squares, so a single tile that reads both across and down is one play.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Play {
    /// Sorted, top to bottom and left to right.
    placements: Vec<(Square, Placed)>,
}

/// What a player may do with a turn.
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
    /// A play of these tiles, in any order. Whether it fits a board, [`fit`] tells.
    pub fn new(placements: impl IntoIterator<Item = (Square, Placed)>) -> Play {
        let mut placements: Vec<_> = placements.into_iter().collect();
        placements.sort();
        Play { placements }
    }

    /// The tiles and their squares, from top to bottom and left to right.
    pub fn placements(&self) -> &[(Square, Placed)] {
        &self.placements
    }

    /// The tiles it takes from the rack.
    pub fn tiles(&self) -> Tiles {
        self.placements.iter().map(|(_, placed)| placed.tile()).collect()
    }

    /// Puts the tiles on the board.
    pub fn place_on(&self, board: &mut Board) {
        for &(square, placed) in &self.placements {
            board.set(square, Some(placed));
        }
    }

    /// Takes the tiles off the board again.
    pub fn take_from(&self, board: &mut Board) {
        for &(square, _) in &self.placements {
            board.set(square, None);
        }
    }
}
