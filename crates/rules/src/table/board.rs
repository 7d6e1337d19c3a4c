//! The tiles on a board.

use tisane_lexicon::Letter;

use crate::table::{Direction, Layout, Placed, Square, Tile, Tiles};

/// The tiles on a board. It has no premium squares; those are in the [`Layout`].
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct Board {
    rows: u8,
    cols: u8,
    squares: Vec<Option<Placed>>,
    n_tiles: u16,
}

impl Board {
    /// The empty board of this layout.
    pub fn empty(layout: &Layout) -> Board {
        let squares = vec![None; layout.rows() as usize * layout.cols() as usize];
        Board { rows: layout.rows(), cols: layout.cols(), squares, n_tiles: 0 }
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Whether the square is on the board.
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// The tile on this square, if there is one.
    pub fn get(&self, square: Square) -> Option<Placed> {
        if self.contains(square) { self.squares[self.index(square)] } else { None }
    }

    /// Whether no tile is on the board.
    pub fn is_empty(&self) -> bool {
        self.n_tiles == 0
    }

    /// How many tiles are on the board.
    pub fn n_tiles(&self) -> usize {
        self.n_tiles as usize
    }

    /// Places or removes a tile, without checking any rules.
    ///
    /// # Panics
    /// If the square is off the board.
    pub fn set(&mut self, square: Square, placed: Option<Placed>) {
        assert!(self.contains(square), "{square} is on the board");
        let index = self.index(square);
        self.n_tiles -= u16::from(self.squares[index].is_some());
        self.n_tiles += u16::from(placed.is_some());
        self.squares[index] = placed;
    }

    /// All tiles with their squares, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Square, Placed)> + '_ {
        self.squares
            .iter()
            .enumerate()
            .filter_map(|(index, placed)| Some((self.square(index), (*placed)?)))
    }

    /// The tiles on the board as they were in the bag.
    ///
    /// If there are more than 255 of a kind, which is possible only in drawings.
    pub fn played(&self) -> Tiles {
        self.tiles().map(|(_, placed)| placed.tile()).collect::<Tiles>()
    }

    /// The next square in this direction, if it is on the board.
    pub fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        square.step(direction, 1).filter(|&next| self.contains(next))
    }

    /// The previous square in this direction, if it is on the board.
    pub(crate) fn previous(&self, square: Square, direction: Direction) -> Option<Square> {
        square.step(direction, -1)
    }

    /// Whether a neighbouring square has a tile.
    pub fn has_neighbour(&self, square: Square) -> bool {
        Direction::BOTH.into_iter().any(|direction| {
            [-1, 1]
                .into_iter()
                .any(|n| square.step(direction, n).is_some_and(|beside| self.get(beside).is_some()))
        })
    }

    /// All words on the board: runs of two or more tiles.
    pub fn words(&self) -> Vec<(Square, Direction, Vec<Letter>)> {
        let mut words = Vec::new();
        for (square, _) in self.tiles() {
            for direction in Direction::BOTH {
                let begins = self
                    .previous(square, direction)
                    .is_none_or(|before| self.get(before).is_none());
                if begins {
                    let run: Vec<Letter> = (0..)
                        .map_while(|n| self.get(square.step(direction, n)?))
                        .map(|placed| placed.letter)
                        .collect();
                    if run.len() > 1 {
                        words.push((square, direction, run));
                    }
                }
            }
        }
        words
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.cols as usize + square.col as usize
    }

    fn square(&self, index: usize) -> Square {
        Square::new((index / self.cols as usize) as u8, (index % self.cols as usize) as u8)
    }
}

/// The kind of tile alone.
impl From<Placed> for Tile {
    fn from(placed: Placed) -> Tile {
        placed.tile()
    }
}
