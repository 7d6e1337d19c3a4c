//! Boards as plain drawings: one line per row, one character per square.
//!
//! An empty square is `.`, `-`, `_`, `·` or a space. A lowercase letter is a blank. Brackets
//! enclose tiles of several characters. Drawings that people paste contain more: row numbers,
//! column names, frames of `|` and `+---+`, spaces between squares, premium squares (`2L`, `3W`),
//! and brackets around new tiles. The reader ignores all of that if the rest has the size of the
//! board. If all rows have numbers, other lines are ignored. A line that begins with `#` is a
//! comment.

use tisane_lexicon::{Alphabet, composed, count, excerpt};

use crate::notation::{read_square, show_square};
use crate::ruleset::Ruleset;
use crate::table::{Board, Placed, Square, column_name};

/// Why a text is not a drawing of the board.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum DrawingError {
    #[error("the drawing has {}, but {ruleset} is played on {expected}", count(*found, "row"))]
    Rows { ruleset: String, found: usize, expected: usize },
    #[error("line {line} of the drawing has {}, but {ruleset} is played on {expected}: {:?}", count(*found, "square"), excerpt(.text))]
    Columns { ruleset: String, line: usize, found: usize, expected: usize, text: String },
    #[error(
        "line {line} of the drawing has {:?} at position {at}, which is neither a tile nor an empty square: {:?}",
        excerpt(.found),
        excerpt(.text)
    )]
    Unreadable { line: usize, found: String, at: usize, text: String },
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
        let lines: Vec<(usize, &str)> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim_start().starts_with('#'))
            .collect();
        let blanks_are_squares = |lines: &[(usize, &str)]| {
            !lines.iter().any(|(_, line)| line.contains(['.', '·', '_', '-']))
        };
        let numbered = self.numbered_rows(&lines);
        let blanks_are_squares = blanks_are_squares(numbered.as_ref().unwrap_or(&lines));
        let lines = numbered.unwrap_or_else(|| self.rows_of(lines, blanks_are_squares));
        let expected = self.layout.rows() as usize;
        if lines.len() != expected {
            return Err(DrawingError::Rows {
                ruleset: self.name.clone(),
                found: lines.len(),
                expected,
            });
        }
        let mut board = Board::empty(&self.layout);
        for (row, (line, text)) in (0..).zip(lines) {
            for (col, placed) in (0..).zip(self.squares_of(line, text, blanks_are_squares)?) {
                board.set(Square::new(row, col), placed);
            }
        }
        Ok(board)
    }

    /// Draws a board: one line per row, `.` for an empty square. [`parse_board`](Self::parse_board)
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

    /// The lines that begin with the row numbers, if all of them do, in order.
    fn numbered_rows<'a>(&self, lines: &[(usize, &'a str)]) -> Option<Vec<(usize, &'a str)>> {
        let mut lines = lines.iter().copied();
        (1..=usize::from(self.layout.rows()))
            .map(|row| lines.find(|(_, line)| row_number(line) == Some(row)))
            .collect()
    }

    /// The lines that are rows, with their line numbers. Headers and frames are dropped only while
    /// there are too many lines: on a board of two columns, `AB` may be a row of tiles.
    fn rows_of<'a>(
        &self,
        mut lines: Vec<(usize, &'a str)>,
        blanks_are_squares: bool,
    ) -> Vec<(usize, &'a str)> {
        let rows = self.layout.rows() as usize;
        if !blanks_are_squares {
            lines.retain(|(_, line)| !line.trim().is_empty());
        }
        let header: String = (0..self.layout.cols()).map(column_name).collect();
        let is_header = |line: &str| {
            line.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
                .eq_ignore_ascii_case(&header)
        };
        let is_frame = |line: &str| {
            line.contains(['+', '-', '=', '─', '━', '═']) && line.chars().all(|c| FRAME.contains(c))
        };
        let is_row_of_dashes = |line: &str| {
            line.trim().chars().count() == self.layout.cols() as usize && !line.contains(['+', '|'])
        };
        let passes: [&dyn Fn(&str) -> bool; 4] = [
            &|line| is_frame(line) && !is_row_of_dashes(line),
            &is_header,
            &|line| line.trim().is_empty(),
            &is_frame,
        ];
        for is_decoration in passes {
            // Decoration is usually above and below the rows, rarely between them.
            while lines.len() > rows && lines.last().is_some_and(|(_, line)| is_decoration(line)) {
                lines.pop();
            }
            let most = lines.len().saturating_sub(rows);
            let above = lines.iter().take(most).take_while(|(_, line)| is_decoration(line)).count();
            lines.drain(..above);
        }
        if lines.len() > rows {
            lines.retain(|(_, line)| {
                !is_header(line)
                    && !line.trim().is_empty()
                    && (!is_frame(line) || is_row_of_dashes(line))
            });
        }
        // Trailing rows of spaces are often lost.
        while blanks_are_squares && !lines.is_empty() && lines.len() < rows {
            lines.push((lines.len() + 1, ""));
        }
        lines
    }

    fn squares_of(
        &self,
        line: usize,
        text: &str,
        blanks_are_squares: bool,
    ) -> Result<Vec<Option<Placed>>, DrawingError> {
        let expected = self.layout.cols() as usize;
        let bars = text.chars().filter(|&c| is_bar(c)).count();
        // A tile is one character or in brackets; between spaces it may be longer.
        let readings: [Read; 2] = [read_square, read_longest];
        let mut refused = None; // by the first reading, which is the usual one
        for read in readings {
            let marks = match bars > expected {
                true => self.marks_in_grid(line, text, read),
                false => self.marks(line, text, inside(text, blanks_are_squares), read),
            };
            let marks = match marks {
                Ok(marks) => marks,
                Err(error) => {
                    refused = refused.or(Some(error));
                    continue;
                }
            };
            let without_blanks: Vec<Mark> =
                marks.iter().copied().filter(|mark| *mark != Mark::Blank).collect();
            let found = if blanks_are_squares { marks.len() } else { without_blanks.len() };
            let columns = || DrawingError::Columns {
                ruleset: self.name.clone(),
                line,
                found,
                expected,
                text: text.to_owned(),
            };
            refused = refused.or_else(|| Some(columns()));
            if let Some(squares) = fitting(marks, without_blanks, expected, blanks_are_squares) {
                let square = |mark| if let Mark::Tile(placed) = mark { Some(placed) } else { None };
                return Ok(squares.into_iter().map(square).collect());
            }
        }
        Err(refused.expect("there are readings, and none fits"))
    }

    /// The marks of `part`, a part of the line `text`.
    fn marks(
        &self,
        line: usize,
        text: &str,
        part: &str,
        read: Read,
    ) -> Result<Vec<Mark>, DrawingError> {
        let mut marks = Vec::new();
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let (mark, bytes) = if first.is_whitespace() {
                (Some(Mark::Blank), first.len_utf8())
            } else if EMPTY.contains(first) {
                (Some(Mark::Empty), first.len_utf8())
            } else if let Some(bytes) = premium_name(rest) {
                (Some(Mark::Empty), bytes)
            } else if let Some((placed, bytes)) = read(&self.alphabet, rest) {
                // In a script without lowercase letters, `?` marks a blank.
                let marked = rest[bytes..].starts_with('?');
                (
                    Some(Mark::Tile(Placed { blank: placed.blank || marked, ..placed })),
                    bytes + usize::from(marked),
                )
            } else if matches!(first, '[' | ']') {
                (None, 1)
            } else {
                let found = self.alphabet.unreadable(part, rest).found;
                let at =
                    text[..rest.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
                return Err(DrawingError::Unreadable { line, found, at, text: text.to_owned() });
            };
            marks.extend(mark);
            rest = &rest[bytes..];
        }
        Ok(marks)
    }

    /// The marks of a row with bars around every square.
    fn marks_in_grid(
        &self,
        line: usize,
        text: &str,
        read: Read,
    ) -> Result<Vec<Mark>, DrawingError> {
        let mut cells: Vec<&str> = text.split(is_bar).collect();
        cells.remove(0);
        cells.pop();
        let mark = |cell: &str| match *self.marks(line, text, cell.trim(), read)? {
            [] => Ok(Mark::Empty),
            [mark] => Ok(mark),
            _ => {
                let at =
                    text[..cell.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
                Err(DrawingError::Unreadable {
                    line,
                    found: cell.to_owned(),
                    at,
                    text: text.to_owned(),
                })
            }
        };
        cells.into_iter().map(mark).collect()
    }
}

/// Splits a drawing from the rack below it. `tisane solve` draws its play in brackets; its tiles
/// are still on the rack, so they are removed from the board unless `is_made`.
pub fn drawing_and_rack(text: &str, is_made: bool) -> (String, Option<String>) {
    let Some((board, below)) = text.split_once("\nrack ") else { return (text.to_owned(), None) };
    let rack = below.split([',', ' ', '\r', '\n']).next().map(str::to_owned);
    // Drawings by others may have tiles of two letters in brackets.
    if is_made || !below.contains(" unseen") {
        return (board.to_owned(), rack);
    }
    let mut before = String::new();
    let mut is_new = false;
    for c in board.chars() {
        match c {
            '[' => before.push_str(" ·"),
            ']' => before.push(' '),
            _ if is_new => {}
            _ => before.push(c),
        }
        is_new = c == '[' || is_new && c != ']';
    }
    (before, rack)
}

/// Reads the tile at the start of a text, and how many bytes it takes.
type Read = fn(&Alphabet, &str) -> Option<(Placed, usize)>;

fn read_longest(alphabet: &Alphabet, text: &str) -> Option<(Placed, usize)> {
    let reading = alphabet.read(text)?;
    if let &[letter] = reading.letters {
        Some((Placed { letter, blank: reading.lower }, reading.bytes))
    } else {
        None
    }
}

/// The marks of exactly `expected` squares, if that is possible.
fn fitting(
    marks: Vec<Mark>,
    without_blanks: Vec<Mark>,
    expected: usize,
    blanks_are_squares: bool,
) -> Option<Vec<Mark>> {
    let is_blank = |mark: &Mark| *mark == Mark::Blank;
    if marks.len() == expected {
        return Some(marks);
    }
    let spaced =
        marks.len().div_ceil(2) == expected && marks.iter().skip(1).step_by(2).all(is_blank);
    if spaced {
        return Some(marks.into_iter().step_by(2).collect());
    }
    if without_blanks.len() == expected {
        return Some(without_blanks);
    }
    let mut cut = marks.clone();
    cut.truncate(expected);
    if marks[cut.len()..].iter().all(is_blank) && blanks_are_squares {
        cut.resize(expected, Mark::Blank);
        return Some(cut);
    }
    None
}

/// The length in bytes of the premium at the start of a text: `2L`, `3W`, `2V` for tiles of one
/// value, `2*` for the start square.
fn premium_name(text: &str) -> Option<usize> {
    let times = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut after = text[times..].chars();
    let is_name = times > 0 && after.next().is_some_and(|kind| "LWV*".contains(kind));
    (is_name && after.next().is_none_or(|next| next.is_whitespace() || "[]".contains(next)))
        .then_some(times + 1)
}

/// The row number at the start of a line, unless it is a premium.
fn row_number(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if premium_name(line).is_some() { None } else { line[..digits].parse().ok() }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Mark {
    Tile(Placed),
    Empty,
    /// A space: an empty square, or a separator.
    Blank,
}

/// Characters for empty squares, besides spaces. The last ones are premium squares as other
/// programs draw them.
const EMPTY: &str = ".-_·*'\"=~^:";

const FRAME: &str = " \t+-=|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬";

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// The squares of a row, without its frame and row numbers.
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
            let after_number = if row_number(start).is_some() {
                start.trim_start_matches(is_digit)
            } else {
                start
            };
            let line = match (after_number.len() < start.len(), blanks_are_squares) {
                (false, _) => line,
                (true, true) => {
                    after_number.strip_prefix(char::is_whitespace).unwrap_or(after_number)
                }
                (true, false) => after_number.trim_start(),
            };
            let end = line.trim_end();
            let line = if end.ends_with(is_digit) { end.trim_end_matches(is_digit) } else { line };
            if blanks_are_squares { line } else { line.trim() }
        }
    }
}
