//! The layout of a board: squares, directions, premium squares and start squares.

use std::fmt;

use tisane_lexicon::count;

/// A square, counted from 0 at the top left. It is shown in the usual notation: `D8` is the fourth
/// column, eighth row.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub col: u8,
}

impl Square {
    /// The square in this row and column.
    pub const fn new(row: u8, col: u8) -> Square {
        Square { row, col }
    }

    /// The square `n` steps further in this direction, on or off any board.
    pub fn step(self, direction: Direction, n: i32) -> Option<Square> {
        let (row, col) = match direction {
            Direction::Across => (self.row as i32, self.col as i32 + n),
            Direction::Down => (self.row as i32 + n, self.col as i32),
        };
        Some(Square { row: row.try_into().ok()?, col: col.try_into().ok()? })
    }

    /// The square with row and column swapped.
    pub fn transposed(self) -> Square {
        Square { row: self.col, col: self.row }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.col), self.row as u16 + 1)
    }
}

/// The name of a column: A to Z, then AA, AB and so on.
pub fn column_name(col: u8) -> String {
    let letter = char::from(b'A' + col % 26);
    match col / 26 {
        0 => letter.to_string(),
        n => format!("{}{letter}", char::from(b'A' + n - 1)),
    }
}

/// The column with this name, in any case. Letters of other scripts that look like a Latin one
/// count as it, so that players need not switch keyboards.
pub(crate) fn column_number(name: &str) -> Option<u8> {
    let index = |c: char| {
        let capital = c.to_uppercase().next()?;
        let latin = ALIKE
            .chars()
            .zip(LATIN.chars())
            .find(|&(alike, _)| alike == capital)
            .map_or(capital, |(_, latin)| latin);
        latin.is_ascii_uppercase().then(|| latin as u16 - u16::from(b'A'))
    };
    let mut letters = name.chars();
    let number = match (letters.next(), letters.next(), letters.next()) {
        (Some(only), None, None) => index(only)?,
        (Some(first), Some(second), None) => (index(first)? + 1) * 26 + index(second)?,
        _ => return None,
    };
    u8::try_from(number).ok()
}

/// Cyrillic and Greek capitals, and the Latin ones that look the same.
const ALIKE: &str = "АВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΧΥ";
const LATIN: &str = "ABCEHIJKMOPSTXYABEZHIKMNOPTXY";

/// The direction of a word.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// Across and down.
    pub const BOTH: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The direction of cross words.
    pub const fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}

/// What a square does for a new tile on it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Premium {
    /// Multiplies the tile.
    pub letter: u8,
    /// Multiplies the word.
    pub word: u8,
    /// The letter premium is only for tiles of this value, as on coloured boards.
    pub only_value: Option<i16>,
}

impl Premium {
    /// A plain square.
    pub const NONE: Premium = Premium { letter: 1, word: 1, only_value: None };

    /// The letter premium for a tile of this value.
    pub fn letter_for(self, value: i32) -> i32 {
        match self.only_value {
            Some(only) if i32::from(only) != value => 1,
            _ => i32::from(self.letter),
        }
    }
}

/// A board's size, premium squares and start squares.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Layout {
    rows: u8,
    cols: u8,
    premiums: Vec<Premium>,
    starts: Vec<Square>,
}

/// Why a layout is invalid.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum LayoutError {
    #[error("a board is from 2×2 to 32×32 squares, not {rows}×{cols}")]
    Size { rows: usize, cols: usize },
    #[error("row {row} of the board has {}, the first has {expected}", count(*found, "square"))]
    Ragged { row: usize, found: usize, expected: usize },
    #[error("the start square {0} is not on the board")]
    StartOffBoard(Square),
    #[error("a board needs a start square")]
    NoStart,
    #[error("a board of {squares} squares cannot have {found} start squares")]
    TooManyStarts { found: usize, squares: usize },
}

impl Layout {
    /// The smallest number of rows or columns.
    pub const MIN: usize = 2;
    /// The largest number of rows or columns.
    pub const MAX: usize = 32;

    /// A board of these rows, with the squares of which the first play covers one.
    pub fn new(rows: Vec<Vec<Premium>>, starts: Vec<Square>) -> Result<Layout, LayoutError> {
        let (n_rows, n_cols) = (rows.len(), rows.first().map_or(0, Vec::len));
        let sizes = Layout::MIN..=Layout::MAX;
        if !sizes.contains(&n_rows) || !sizes.contains(&n_cols) {
            return Err(LayoutError::Size { rows: n_rows, cols: n_cols });
        }
        if let Some((row, squares)) =
            rows.iter().enumerate().find(|(_, squares)| squares.len() != n_cols)
        {
            return Err(LayoutError::Ragged {
                row: row + 1,
                found: squares.len(),
                expected: n_cols,
            });
        }
        if starts.is_empty() {
            return Err(LayoutError::NoStart);
        }
        let squares = n_rows * n_cols;
        if starts.len() > squares {
            return Err(LayoutError::TooManyStarts { found: starts.len(), squares });
        }
        let layout =
            Layout { rows: n_rows as u8, cols: n_cols as u8, premiums: rows.concat(), starts };
        match layout.starts.iter().find(|&&start| !layout.contains(start)) {
            Some(&start) => Err(LayoutError::StartOffBoard(start)),
            None => Ok(layout),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// The length of the longest row or column.
    pub fn longest(&self) -> usize {
        self.rows.max(self.cols) as usize
    }

    /// The start squares. The first play covers one of them.
    pub fn starts(&self) -> &[Square] {
        &self.starts
    }

    /// Whether the square is on the board.
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// # Panics
    /// If the square is off the board.
    pub fn premium(&self, square: Square) -> Premium {
        assert!(self.contains(square), "{square} is on the board");
        self.premiums[self.index(square)]
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Square { row, col }))
    }

    /// The square's number, row by row.
    pub fn index(&self, square: Square) -> usize {
        square.row as usize * self.cols as usize + square.col as usize
    }

    /// Whether the board is symmetric: on an empty board, down plays are then the mirror images of
    /// across plays.
    pub fn is_symmetric(&self) -> bool {
        self.rows == self.cols
            && self
                .squares()
                .all(|square| self.premium(square) == self.premium(square.transposed()))
            && self.starts.iter().all(|start| self.starts.contains(&start.transposed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_can_be_typed_with_look_alike_letters() {
        assert_eq!(ALIKE.chars().count(), LATIN.len());
        assert!(
            !ALIKE.chars().any(|c| c.is_ascii()) && LATIN.chars().all(|c| c.is_ascii_uppercase())
        );
        for (cyrillic, latin) in [("А", "A"), ("н", "h"), ("О", "O"), ("АА", "AA"), ("Ν", "N")]
        {
            assert_eq!(column_number(cyrillic), column_number(latin), "{cyrillic}");
        }
        assert_eq!(
            [column_number("Д"), column_number("ж"), column_number(""), column_number("AAA")],
            [None; 4]
        );
    }

    #[test]
    fn every_column_is_found_by_its_name() {
        assert!((0..=u8::MAX).all(|col| column_number(&column_name(col)) == Some(col)));
    }
}
