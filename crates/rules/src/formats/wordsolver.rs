//! The wordsolver format of a programming course: boards with premium squares, tiles and a tray.
//!
//! ```text
//! 3                    the size; then a line for each row
//! 3. .. .2             word ×3, plain, letter ×2
//!  c  a  T             tiles, and a blank as T
//! .. .. 31             word ×3 and letter ×1, written out
//! dgos*ie              the tray; * is a blank
//! ```
//!
//! Capitals and lowercase letters are swapped compared to all other formats. A text has any number
//! of cases. The premium below a tile is not written; it no longer matters.

use tisane_lexicon::{SpellingError, composed, count, excerpt};

use crate::notation::{Brackets, read_square, show_before, show_square};
use crate::plays::fit;
use crate::ruleset::Ruleset;
use crate::table::{Board, Layout, LayoutError, Placed, Play, Premium, Square, Tile, Tiles};

/// One board with its tray.
#[derive(Clone, PartialEq, Debug)]
pub struct WordsolverCase {
    /// The base ruleset, on this case's board.
    pub ruleset: Ruleset,
    /// The tiles on the board.
    pub board: Board,
    /// In the order of the text.
    pub tray: Vec<Tile>,
}

/// Why a text is not in the wordsolver format.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum WordsolverError {
    #[error("line {line}: {:?} is not the size of a board", excerpt(.found))]
    Size { line: usize, found: String },
    #[error("line {line}: {error}")]
    Layout { line: usize, error: LayoutError },
    #[error("line {line}: the board has {}, but its size is {size}", count(*found, "row"))]
    Rows { line: usize, found: usize, size: usize },
    #[error("line {line}: the row has {}, but the size of the board is {size}: {:?}", count(*found, "square"), excerpt(.text))]
    Squares { line: usize, found: usize, size: usize, text: String },
    #[error("line {line}: {:?} is not a square; write .. or 2. or .3 or a letter", excerpt(.found))]
    Square { line: usize, found: String },
    #[error(
        "line {line}: the board that ends here has no tray; write it below the rows, such as dgos*ie, where * is a blank"
    )]
    NoTray { line: usize },
    #[error("line {line}: {error}")]
    TooDear { line: usize, error: String },
    #[error("the text has no board")]
    None,
    #[error("the text has several boards; give one")]
    Several,
    #[error("line {line}: the tray cannot be read: {error}")]
    Tray { line: usize, error: SpellingError },
    #[error("line {line}: the tray has {found} tiles; at most {max} are possible")]
    LongTray { line: usize, found: usize, max: usize },
}

impl Ruleset {
    /// Reads a text with one case, as [`parse_wordsolver`](Self::parse_wordsolver) does.
    pub fn parse_wordsolver_case(&self, text: &str) -> Result<WordsolverCase, WordsolverError> {
        let mut cases = Vec::new();
        self.read_wordsolver(text, false, 2, &mut cases)?;
        match (cases.pop(), cases.is_empty()) {
            (Some(case), true) => Ok(case),
            (None, _) => Err(WordsolverError::None),
            _ => Err(WordsolverError::Several),
        }
    }

    /// Reads all cases of a text, with the tiles and bonuses of this ruleset. The tray may be
    /// missing.
    pub fn parse_wordsolver(&self, text: &str) -> Result<Vec<WordsolverCase>, WordsolverError> {
        let mut cases = Vec::new();
        self.read_wordsolver(text, false, usize::MAX, &mut cases)?;
        Ok(cases)
    }

    /// The cases before the first one that cannot be read or has no tray, and the error. The line
    /// of the tray may be empty.
    pub fn parse_wordsolver_until_fault(
        &self,
        text: &str,
    ) -> (Vec<WordsolverCase>, Option<WordsolverError>) {
        let mut cases = Vec::new();
        let fault = self.read_wordsolver(text, true, usize::MAX, &mut cases).err();
        (cases, fault)
    }

    /// At most `most` cases, since each has its own ruleset.
    fn read_wordsolver(
        &self,
        text: &str,
        needs_tray: bool,
        most: usize,
        cases: &mut Vec<WordsolverCase>,
    ) -> Result<(), WordsolverError> {
        let text = composed(text.strip_prefix('\u{feff}').unwrap_or(text));
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .peekable();
        let below: Vec<&str> = if needs_tray { text.lines().collect() } else { Vec::new() };
        while cases.len() < most
            && let Some((line, size)) = lines.next()
        {
            let size: usize = size
                .trim()
                .parse()
                .map_err(|_| WordsolverError::Size { line, found: size.trim().to_owned() })?;
            if !(Layout::MIN..=Layout::MAX).contains(&size) {
                return Err(WordsolverError::Layout {
                    line,
                    error: LayoutError::Size { rows: size, cols: size },
                });
            }
            let rows: Vec<(usize, &str)> = lines.by_ref().take(size).collect();
            if rows.len() < size {
                return Err(WordsolverError::Rows { line, found: rows.len(), size });
            }
            // Without a tray, the next line is the size of the next case, or the end of the file.
            let tray = lines.next_if(|(_, line)| line.trim().parse::<usize>().is_err());
            let case = self.wordsolver_case(line, &rows, tray)?;
            let last = rows.last().map_or(line, |&(line, _)| line);
            let is_left_empty = || below.get(last).is_some_and(|below| below.trim().is_empty());
            if needs_tray && tray.is_none() && !is_left_empty() {
                return Err(WordsolverError::NoTray { line: last });
            }
            cases.push(case);
        }
        Ok(())
    }

    fn wordsolver_case(
        &self,
        line: usize,
        rows: &[(usize, &str)],
        tray: Option<(usize, &str)>,
    ) -> Result<WordsolverCase, WordsolverError> {
        let size = rows.len();
        let mut tiles = Vec::new();
        let mut premiums = Vec::new();
        for (row, &(line, text)) in (0..).zip(rows) {
            let squares: Vec<&str> = text.split_whitespace().collect();
            if squares.len() != size {
                return Err(WordsolverError::Squares {
                    line,
                    found: squares.len(),
                    size,
                    text: text.to_owned(),
                });
            }
            let mut row_of_premiums = Vec::new();
            for (col, &found) in (0..).zip(&squares) {
                if let Some((placed, _)) =
                    read_square(&self.alphabet, found).filter(|&(_, bytes)| bytes == found.len())
                {
                    tiles.push((Square::new(row, col), Placed { blank: !placed.blank, ..placed }));
                    row_of_premiums.push(Premium::NONE);
                } else {
                    row_of_premiums.push(premium(found).ok_or_else(|| {
                        WordsolverError::Square { line, found: found.to_owned() }
                    })?);
                }
            }
            premiums.push(row_of_premiums);
        }
        let centre = (size / 2) as u8;
        let layout = Layout::new(premiums, vec![Square::new(centre, centre)])
            .map_err(|error| WordsolverError::Layout { line, error })?;
        let mut board = Board::empty(&layout);
        Play::new(tiles).place_on(&mut board);
        let tray = match tray {
            None => Vec::new(),
            Some((line, text)) => {
                let tray = self
                    .parse_tile_list(text)
                    .map_err(|error| WordsolverError::Tray { line, error })?;
                if tray.len() > MAX_TRAY {
                    return Err(WordsolverError::LongTray {
                        line,
                        found: tray.len(),
                        max: MAX_TRAY,
                    });
                }
                tray
            }
        };
        let ruleset = self
            .checked_on_layout(layout)
            .map_err(|error| WordsolverError::TooDear { line, error: error.to_string() })?;
        Ok(WordsolverCase { ruleset, board, tray })
    }
}

/// The most tiles a rack has in any ruleset.
const MAX_TRAY: usize = 32;

/// `..`, `3.`, `.2`, `32`: first the word premium, then the letter premium; 1 and `.` mean none.
fn premium(text: &str) -> Option<Premium> {
    let times = |c: u8| match c {
        b'.' => Some(1),
        b'1'..=b'9' => Some(c - b'0'),
        _ => None,
    };
    match *text.as_bytes() {
        [word, letter] => {
            Some(Premium { letter: times(letter)?, word: times(word)?, only_value: None })
        }
        _ => None,
    }
}

impl WordsolverCase {
    /// The tray as a rack.
    pub fn rack(&self) -> Tiles {
        self.tray.iter().copied().collect()
    }

    /// The case as text. Each line ends with a line break.
    pub fn show(&self) -> String {
        format!("{}\n{}{}\n", self.board.rows(), self.show_rows(&self.board), self.show_tray())
    }

    /// The main word of a play in lowercase, with capitals for blanks. Of several best plays, the
    /// answer is the one whose word comes first in byte order.
    pub fn word(&self, play: &Play) -> Option<String> {
        let words = fit(&self.ruleset, &self.board, play).ok()?;
        Some(words[0].tiles.iter().rev().fold(String::new(), |rest, tile| {
            show_before(&self.ruleset.alphabet, swapped(tile.placed), Brackets::WhereNeeded, &rest)
        }))
    }

    /// The answer to the case: both boards, and between them the best play with its points. Answers
    /// to several cases are separated by empty lines.
    pub fn answer(&self, best: Option<(&Play, i32)>) -> String {
        let mut text =
            format!("Input Board:\n{}Tray: {}\n", self.show_rows(&self.board), self.show_tray());
        let Some((play, points)) = best else { return text + "No solution\n" };
        let mut after = self.board.clone();
        play.place_on(&mut after);
        text += &format!("Solution {} has {points} points\n", self.word(play).unwrap_or_default());
        text += &format!("Solution Board:\n{}", self.show_rows(&after));
        text
    }

    fn show_rows(&self, board: &Board) -> String {
        let square = |square| match board.get(square) {
            Some(placed) => format!("{:>2}", show_square(&self.ruleset.alphabet, swapped(placed))),
            None => {
                let premium = self.ruleset.layout.premium(square);
                match (premium.word, premium.letter) {
                    (1, 1) => "..".to_owned(),
                    (word, 1) => format!("{word}."),
                    (1, letter) => format!(".{letter}"),
                    (word, letter) => format!("{word}{letter}"),
                }
            }
        };
        let row = |row| {
            (0..board.cols()).map(|col| square(Square::new(row, col))).collect::<Vec<_>>().join(" ")
                + "\n"
        };
        (0..board.rows()).map(row).collect()
    }

    fn show_tray(&self) -> String {
        self.tray.iter().rev().fold(String::new(), |rest, &tile| match tile {
            Tile::Blank => format!("*{rest}"),
            Tile::Letter(letter) => {
                // A script without lowercase keeps its letters.
                let blank = self.ruleset.alphabet.lower(letter).is_some();
                show_before(
                    &self.ruleset.alphabet,
                    Placed { letter, blank },
                    Brackets::WhereNeeded,
                    &rest,
                )
            }
        })
    }
}

fn swapped(placed: Placed) -> Placed {
    Placed { blank: !placed.blank, ..placed }
}
