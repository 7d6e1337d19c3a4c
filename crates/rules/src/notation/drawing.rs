//! Boards as plain drawings: a line for each row, a character for each square.
//!
//! An empty square is `.`, `-`, `_`, `·` or a blank; a small letter is a blank tile; brackets hold tiles
//! of several characters. Drawings that people paste carry more: row numbers, a line of column names,
//! frames of `|` and `+---+`, blanks between the squares, marks for premium squares. All of that is read
//! over, as long as what is left has the board's size.

use tisane_lexicon::{composed, count};

use super::tiles::{read_square, show_square};
use crate::board::Board;
use crate::layout::{Square, column_name};
use crate::ruleset::Ruleset;
use crate::tile::Placed;

/// Why a text is not a drawing of the board.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DrawingError {
    #[error("the drawing has {}, but {ruleset} is played on {expected}", count(*found, "row"))]
    Rows { ruleset: String, found: usize, expected: usize },
    #[error("line {line} of the drawing has {}, but {ruleset} is played on {expected}: {text:?}", count(*found, "square"))]
    Columns { ruleset: String, line: usize, found: usize, expected: usize, text: String },
    #[error("line {line} of the drawing has {found:?}, which is neither a tile nor an empty square: {text:?}")]
    Unreadable { line: usize, found: String, text: String },
}

impl Ruleset {
    /// Reads a drawing of this ruleset's board.
    ///
    /// ```
    /// use tisane_rules::{Ruleset, Square};
    /// let ruleset = Ruleset::named("english")?;
    /// let text = ".......e.......\n".repeat(2) + &"...............\n".repeat(13);
    /// let board = ruleset.parse_board(&text)?;
    /// assert!(board.get(Square::new(1, 7)).is_some_and(|placed| placed.blank));
    /// assert_eq!(ruleset.show_board(&board), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_board(&self, text: &str) -> Result<Board, DrawingError> {
        let text = composed(text.strip_prefix('\u{feff}').unwrap_or(text));
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let blanks_are_squares = !text.contains(['.', '·', '_', '-']);
        let lines = self.rows_of(&text, blanks_are_squares);
        let expected = self.layout.rows() as usize;
        if lines.len() != expected {
            return Err(DrawingError::Rows { ruleset: self.name.clone(), found: lines.len(), expected });
        }
        let mut board = Board::empty(&self.layout);
        for (row, (line, text)) in (0..).zip(lines) {
            for (col, placed) in (0..).zip(self.squares_of(line, text, blanks_are_squares)?) {
                board.set(Square::new(row, col), placed);
            }
        }
        Ok(board)
    }

    /// Draws a board: a line for each row, `.` for an empty square. [`parse_board`](Self::parse_board)
    /// reads it back.
    pub fn show_board(&self, board: &Board) -> String {
        let mut text = String::new();
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                match board.get(Square::new(row, col)) {
                    Some(placed) => text += &show_square(&self.alphabet, placed),
                    None => text.push('.'),
                }
            }
            text.push('\n');
        }
        text
    }

    /// The lines that are rows, with their numbers. Headers and frames go first, and only while there are
    /// too many lines: on a board of two columns, `AB` may be a row of tiles.
    fn rows_of<'a>(&self, text: &'a str, blanks_are_squares: bool) -> Vec<(usize, &'a str)> {
        let mut lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
        let rows = self.layout.rows() as usize;
        if !blanks_are_squares {
            lines.retain(|(_, line)| !line.trim().is_empty());
        }
        let header: String = (0..self.layout.cols()).map(column_name).collect();
        let is_header = |line: &str| line.chars().filter(|c| c.is_alphanumeric()).collect::<String>().eq_ignore_ascii_case(&header);
        let is_frame = |line: &str| line.contains(['+', '-', '=', '─', '━', '═']) && line.chars().all(|c| FRAME.contains(c));
        let is_row_of_dashes = |line: &str| line.trim().chars().count() == self.layout.cols() as usize && !line.contains(['+', '|']);
        let passes: [&dyn Fn(&str) -> bool; 4] =
            [&|line| is_frame(line) && !is_row_of_dashes(line), &is_header, &|line| line.trim().is_empty(), &is_frame];
        for is_decoration in passes {
            // From the end and from the beginning: a frame stands around the rows, rarely between them.
            while lines.len() > rows && lines.last().is_some_and(|(_, line)| is_decoration(line)) {
                lines.pop();
            }
            while lines.len() > rows && lines.first().is_some_and(|(_, line)| is_decoration(line)) {
                lines.remove(0);
            }
        }
        if lines.len() > rows {
            lines.retain(|(_, line)| !is_header(line) && !line.trim().is_empty() && (!is_frame(line) || is_row_of_dashes(line)));
        }
        // Rows at the end that are all blanks tend to get lost.
        while blanks_are_squares && !lines.is_empty() && lines.len() < rows {
            lines.push((lines.len() + 1, ""));
        }
        lines
    }

    fn squares_of(&self, line: usize, text: &str, blanks_are_squares: bool) -> Result<Vec<Option<Placed>>, DrawingError> {
        let expected = self.layout.cols() as usize;
        let bars = text.chars().filter(|&c| is_bar(c)).count();
        let marks = if bars > expected { self.marks_in_grid(line, text)? } else { self.marks(line, inside(text, blanks_are_squares))? };
        let to_squares = |marks: Vec<Mark>| marks.into_iter().map(|mark| if let Mark::Tile(placed) = mark { Some(placed) } else { None });
        let is_blank = |mark: &Mark| *mark == Mark::Blank;
        if marks.len() == expected {
            return Ok(to_squares(marks).collect());
        }
        let spaced = marks.len().div_ceil(2) == expected && marks.iter().skip(1).step_by(2).all(is_blank);
        if spaced {
            return Ok(to_squares(marks).step_by(2).collect());
        }
        let without_blanks: Vec<Mark> = marks.iter().copied().filter(|mark| !is_blank(mark)).collect();
        if without_blanks.len() == expected {
            return Ok(to_squares(without_blanks).collect());
        }
        let mut cut = marks.clone();
        cut.truncate(expected);
        if marks[cut.len()..].iter().all(is_blank) && blanks_are_squares {
            cut.resize(expected, Mark::Blank);
            return Ok(to_squares(cut).collect());
        }
        let found = if blanks_are_squares { marks.len() } else { without_blanks.len() };
        Err(DrawingError::Columns { ruleset: self.name.clone(), line, found, expected, text: text.to_owned() })
    }

    fn marks(&self, line: usize, inside: &str) -> Result<Vec<Mark>, DrawingError> {
        let mut marks = Vec::new();
        let mut rest = inside;
        while let Some(first) = rest.chars().next() {
            let (mark, bytes) = if first.is_whitespace() {
                (Mark::Blank, first.len_utf8())
            } else if EMPTY.contains(first) {
                (Mark::Empty, first.len_utf8())
            } else if let Some((placed, bytes)) = read_square(&self.alphabet, rest) {
                (Mark::Tile(placed), bytes)
            } else {
                let found = self.alphabet.unreadable(inside, rest).found;
                return Err(DrawingError::Unreadable { line, found, text: inside.to_owned() });
            };
            marks.push(mark);
            rest = &rest[bytes..];
        }
        Ok(marks)
    }

    /// A bar on both sides of every square.
    fn marks_in_grid(&self, line: usize, text: &str) -> Result<Vec<Mark>, DrawingError> {
        let mut cells: Vec<&str> = text.split(is_bar).collect();
        cells.remove(0);
        cells.pop();
        let mark = |cell: &str| match *self.marks(line, cell.trim())? {
            [] => Ok(Mark::Empty),
            [mark] => Ok(mark),
            _ => Err(DrawingError::Unreadable { line, found: cell.to_owned(), text: text.to_owned() }),
        };
        cells.into_iter().map(mark).collect()
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Mark {
    Tile(Placed),
    Empty,
    /// An empty square, or the space between two.
    Blank,
}

/// Besides blanks. The last ones are premium squares as other programs draw them.
const EMPTY: &str = ".-_·*'\"=~^";

const FRAME: &str = " \t+-=|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬";

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// The squares of a row, without the frame and the row's number on either side.
fn inside(line: &str, blanks_are_squares: bool) -> &str {
    match (line.find(is_bar), line.rfind(is_bar)) {
        (Some(first), Some(last)) if first < last => {
            let after = first + line[first..].chars().next().map_or(0, char::len_utf8);
            &line[after..last]
        }
        (Some(only), _) => {
            let (before, after) = line.split_at(only);
            let after = &after[after.chars().next().map_or(0, char::len_utf8)..];
            if before.trim().bytes().all(|b| b.is_ascii_digit()) { after } else { before }
        }
        _ => {
            let is_digit = |c: char| c.is_ascii_digit();
            let start = line.trim_start();
            let after_number = start.trim_start_matches(is_digit);
            let line = match (after_number.len() < start.len(), blanks_are_squares) {
                (false, _) => line,
                (true, true) => after_number.strip_prefix(char::is_whitespace).unwrap_or(after_number),
                (true, false) => after_number.trim_start(),
            };
            let end = line.trim_end();
            let line = if end.ends_with(is_digit) { end.trim_end_matches(is_digit) } else { line };
            if blanks_are_squares { line } else { line.trim() }
        }
    }
}
