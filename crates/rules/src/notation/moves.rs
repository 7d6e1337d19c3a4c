//! Moves as text: `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`.
//!
//! A place that begins with the row runs across, one that begins with the column runs down. Tiles
//! already on the board are spelled, written as `.`, or put in parentheses: `8D RE(TA)INs`.
//! Lowercase letters are blanks.

use tisane_lexicon::{SpellingError, composed, excerpt};

use super::tiles::{Brackets, TilesError, show_before};
use crate::ruleset::Ruleset;
use crate::table::{Board, Direction, Move, Placed, Play, Square, column_name, column_number};

/// A move, or something else that players enter.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum MoveText {
    /// A play, an exchange or a pass.
    Move(Move),
    /// `-3`: an exchange of unknown tiles, as in records of games.
    ExchangeOf(usize),
    /// `challenge`
    Challenge,
    /// `resign`
    Resign,
}

/// How to write tiles that were already on the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Through {
    /// `8D RETAINs`: for lists, the same for the same play everywhere.
    Spelled,
    /// `8D RE(TA)INs`: for people.
    Parenthesised,
    /// `8D RE..INs`: for GCG files.
    Dots,
}

/// Why a text is not a move.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum MoveTextError {
    #[error("enter a move")]
    Empty,
    #[error("{:?} is not a move", excerpt(.0))]
    NotAMove(String),
    #[error("{:?} is not a square", excerpt(.0))]
    Place(String),
    #[error("{} is not on the board, which has rows 1 to {rows} and columns A to {last_col}", excerpt(.place))]
    PlaceOffBoard { place: String, rows: u8, last_col: String },
    #[error("{:?} needs a word after it, such as 8D RETAINS", excerpt(.place))]
    NoWord { place: String },
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error(transparent)]
    Tiles(#[from] TilesError),
    #[error("{} at {place} runs off the board; the last square is {last}", excerpt(.word))]
    OffBoard { word: String, place: String, last: Square },
    #[error("{square} has {there} on it, but {} needs {wanted} there", excerpt(.word))]
    Contradiction { word: String, square: Square, there: String, wanted: String },
    #[error("{} plays through {square}, which is empty", excerpt(.word))]
    NothingThere { word: String, square: Square },
    #[error("the parentheses in {} do not match", excerpt(.word))]
    Parentheses { word: String },
    #[error("{} at {place} places no tile: all of it is already on the board", excerpt(.word))]
    NoNewTile { word: String, place: String },
    #[error("{} at {place} would be part of {whole}", excerpt(.word))]
    Part { word: String, place: String, whole: String },
    #[error("{:?} does not say which tiles to exchange", excerpt(.0))]
    NoTiles(String),
    #[error("{:?} says how many tiles to exchange, not which", excerpt(.text))]
    UnknownTiles { text: String },
}

impl MoveTextError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            MoveTextError::NotAMove(_) => {
                "write a square and a word, such as 8D RETAINS (across) or D8 RETAINS (down), \
                 -QVU to exchange, or pass"
            }
            MoveTextError::Place(_) => "columns are Latin letters: 8D for across, D8 for down",
            MoveTextError::Part { .. } => "write the whole word",
            MoveTextError::UnknownTiles { .. } => "write the tiles, such as -QVU",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

impl Ruleset {
    /// Reads a move. It must not contradict the tiles on the board, but may be illegal or form
    /// invalid words.
    ///
    /// ```
    /// use tisane_rules::{Board, Ruleset, score};
    /// let ruleset = Ruleset::named("english")?;
    /// let mut board = Board::empty(&ruleset.layout);
    /// let play = ruleset.parse_play(&board, "8D RETAINS")?;
    /// assert_eq!(score(&ruleset, &board, &play)?.total, 66);
    /// play.place_on(&mut board);
    /// assert_eq!(ruleset.parse_play(&board, "g6 sT.R")?, ruleset.parse_play(&board, "G6 sT(A)R")?);
    /// assert!(ruleset.parse_play(&board, "G6 STIR").unwrap_err().to_string().contains("G8 has A on it"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, board: &Board, text: &str) -> Result<Move, MoveTextError> {
        match self.parse_move_text(board, text)? {
            MoveText::Move(mv) => Ok(mv),
            MoveText::ExchangeOf(_) => {
                Err(MoveTextError::UnknownTiles { text: text.trim().to_owned() })
            }
            MoveText::Challenge | MoveText::Resign => {
                Err(MoveTextError::NotAMove(text.trim().to_owned()))
            }
        }
    }

    /// Reads a play such as `8D RETAINS`.
    pub fn parse_play(&self, board: &Board, text: &str) -> Result<Play, MoveTextError> {
        match self.parse_move(board, text)? {
            Move::Play(play) => Ok(play),
            Move::Exchange(_) | Move::Pass => Err(MoveTextError::NotAMove(text.trim().to_owned())),
        }
    }

    /// Reads a move, or `challenge`, `resign`, or an exchange of unknown tiles such as `-3`.
    pub fn parse_move_text(&self, board: &Board, text: &str) -> Result<MoveText, MoveTextError> {
        let text = &*composed(text.trim());
        match text.to_ascii_lowercase().as_str() {
            "" => return Err(MoveTextError::Empty),
            "-" | "pass" => return Ok(MoveText::Move(Move::Pass)),
            "challenge" => return Ok(MoveText::Challenge),
            "resign" => return Ok(MoveText::Resign),
            _ => {}
        }
        if let Some(tiles) = exchanged(text) {
            return self.parse_exchange(text, tiles);
        }
        let mut parts = text.split_whitespace();
        match (parts.next(), parts.next(), parts.next()) {
            (Some(place), Some(word), None) => {
                Ok(MoveText::Move(Move::Play(self.parse_placement(board, place, word)?)))
            }
            (Some(place), None, None) if read_place(place).is_some() => {
                Err(MoveTextError::NoWord { place: place.to_owned() })
            }
            _ => Err(MoveTextError::NotAMove(text.to_owned())),
        }
    }

    fn parse_exchange(&self, text: &str, tiles: &str) -> Result<MoveText, MoveTextError> {
        if tiles.is_empty() {
            return Err(MoveTextError::NoTiles(text.to_owned()));
        }
        if tiles.bytes().all(|b| b.is_ascii_digit()) {
            return match tiles.parse() {
                Ok(n) if n > 0 => Ok(MoveText::ExchangeOf(n)),
                _ => Err(MoveTextError::NotAMove(text.to_owned())),
            };
        }
        Ok(MoveText::Move(Move::Exchange(self.parse_tiles(tiles)?)))
    }

    /// Reads a play from its place and word.
    pub(crate) fn parse_placement(
        &self,
        board: &Board,
        place: &str,
        word: &str,
    ) -> Result<Play, MoveTextError> {
        Ok(self.read_word(board, place, word)?.0)
    }

    /// Refuses a play that is part of a longer word than the one written.
    pub(super) fn check_is_whole(
        &self,
        board: &Board,
        play: &Play,
        written: &WrittenWord,
    ) -> Result<(), MoveTextError> {
        match word_along(board, play, written.direction) {
            Some(made) if (made.start, made.tiles.len()) != (written.start, written.len) => {
                Err(MoveTextError::Part {
                    word: written.word.clone(),
                    place: show_place(written.start, written.direction),
                    whole: self.show_main_word(&made, Through::Spelled, Brackets::WhereNeeded),
                })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn read_word(
        &self,
        board: &Board,
        place: &str,
        word: &str,
    ) -> Result<(Play, WrittenWord), MoveTextError> {
        let (start, direction) = locate(board, place)?;
        let off_board = || {
            let last = match direction {
                Direction::Across => Square::new(start.row, board.cols() - 1),
                Direction::Down => Square::new(board.rows() - 1, start.col),
            };
            MoveTextError::OffBoard {
                word: word.to_owned(),
                place: show_place(start, direction),
                last,
            }
        };
        let text = composed(word);
        let mut placements = Vec::new();
        let mut len = 0;
        let mut next = Some(start);
        let mut inside = false;
        let mut rest = &*text;
        while let Some(first) = rest.chars().next() {
            if matches!(first, '(' | ')') {
                if inside == (first == '(') {
                    return Err(MoveTextError::Parentheses { word: word.to_owned() });
                }
                inside = !inside;
                rest = &rest[1..];
                continue;
            }
            if first == '.' {
                let square = next.ok_or_else(off_board)?;
                if board.get(square).is_none() {
                    return Err(MoveTextError::NothingThere { word: word.to_owned(), square });
                }
                next = board.next(square, direction);
                len += 1;
                rest = &rest[1..];
                continue;
            }
            let reading =
                self.alphabet.read(rest).ok_or_else(|| self.alphabet.unreadable(&text, rest))?;
            for &letter in reading.letters {
                let square = next.ok_or_else(off_board)?;
                match board.get(square) {
                    Some(there) if there.letter == letter => {}
                    Some(there) => {
                        let face = |letter| self.alphabet.face(letter).to_owned();
                        let (there, wanted) = (face(there.letter), face(letter));
                        return Err(MoveTextError::Contradiction {
                            word: word.to_owned(),
                            square,
                            there,
                            wanted,
                        });
                    }
                    None if inside => {
                        return Err(MoveTextError::NothingThere { word: word.to_owned(), square });
                    }
                    None => placements.push((square, Placed { letter, blank: reading.lower })),
                }
                next = board.next(square, direction);
                len += 1;
            }
            rest = &rest[reading.bytes..];
        }
        if inside {
            return Err(MoveTextError::Parentheses { word: word.to_owned() });
        }
        if placements.is_empty() {
            return Err(MoveTextError::NoNewTile {
                word: word.to_owned(),
                place: show_place(start, direction),
            });
        }
        Ok((Play::new(placements), WrittenWord { word: word.to_owned(), start, direction, len }))
    }

    /// The move as text: the place and the main word, with lowercase blanks and spelled through
    /// tiles. [`parse_move`](Self::parse_move) reads it back.
    pub fn show_move(&self, board: &Board, mv: &Move) -> String {
        self.show_move_as(board, mv, Through::Spelled)
    }

    /// The move in the form of `through`. A play without a main word, because it leaves its line,
    /// has a gap or overlaps, is written tile by tile.
    pub fn show_move_as(&self, board: &Board, mv: &Move, through: Through) -> String {
        match mv {
            Move::Play(play) => self.show_play(board, play, through),
            Move::Exchange(tiles) => format!("-{}", self.show_tiles(tiles)),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// [`show_move_as`](Self::show_move_as) for a play.
    pub fn show_play(&self, board: &Board, play: &Play, through: Through) -> String {
        self.show_play_with(board, play, through, Brackets::WhereNeeded)
    }

    pub(crate) fn show_play_with(
        &self,
        board: &Board,
        play: &Play,
        through: Through,
        brackets: Brackets,
    ) -> String {
        let Some(word) = main_word(board, play) else {
            let single = |&(square, placed): &(Square, Placed)| {
                format!("{square} {}", show_before(&self.alphabet, placed, brackets, ""))
            };
            return play.placements().iter().map(single).collect::<Vec<_>>().join(" + ");
        };
        self.show_main_word(&word, through, brackets)
    }

    fn show_main_word(&self, word: &MainWord, through: Through, brackets: Brackets) -> String {
        let mut text = String::new();
        let mut inside = false; // Written from the end, since a tile's spelling depends on what follows.
        for &(placed, new) in word.tiles.iter().rev() {
            if through == Through::Parenthesised && new == inside {
                text.insert(0, if inside { '(' } else { ')' });
                inside = !inside;
            }
            text = if !new && through == Through::Dots {
                format!(".{text}")
            } else {
                show_before(&self.alphabet, placed, brackets, &text)
            };
        }
        if inside {
            text.insert(0, '(');
        }
        format!("{} {text}", show_place(word.start, word.direction))
    }
}

/// The tiles of the text of an exchange.
fn exchanged(text: &str) -> Option<&str> {
    if let Some(tiles) = text.strip_prefix('-') {
        return Some(tiles.trim());
    }
    let (verb, tiles) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (verb.eq_ignore_ascii_case("exchange") || verb.eq_ignore_ascii_case("ex")).then(|| tiles.trim())
}

/// Row, column and direction of `8D` or `D8`, from 0; may be off the board.
fn read_place(place: &str) -> Option<(u32, u32, Direction)> {
    let row = |digits: &str| {
        digits
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| digits.parse::<u32>().ok()?.checked_sub(1))?
    };
    let split = place
        .find(|c: char| c.is_ascii_digit() != place.starts_with(|c: char| c.is_ascii_digit()))?;
    let (first, second) = place.split_at(split);
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        Some((row(first)?, column_number(second)?.into(), Direction::Across))
    } else {
        Some((row(second)?, column_number(first)?.into(), Direction::Down))
    }
}

fn locate(board: &Board, place: &str) -> Result<(Square, Direction), MoveTextError> {
    let (row, col, direction) =
        read_place(place).ok_or_else(|| MoveTextError::Place(place.to_owned()))?;
    if row >= u32::from(board.rows()) || col >= u32::from(board.cols()) {
        let (rows, last_col) = (board.rows(), column_name(board.cols() - 1));
        return Err(MoveTextError::PlaceOffBoard { place: place.to_owned(), rows, last_col });
    }
    Ok((Square::new(row as u8, col as u8), direction))
}

fn show_place(square: Square, direction: Direction) -> String {
    match direction {
        Direction::Across => format!("{}{}", u16::from(square.row) + 1, column_name(square.col)),
        Direction::Down => square.to_string(),
    }
}

/// A word as written, and its place.
pub(super) struct WrittenWord {
    word: String,
    start: Square,
    direction: Direction,
    /// The number of its tiles.
    len: usize,
}

struct MainWord {
    start: Square,
    direction: Direction,
    /// Each with whether it is new.
    tiles: Vec<(Placed, bool)>,
}

/// The main word of a play, which need not touch other tiles. `None` if the play has a gap, leaves
/// its line, or is off the board or on other tiles.
fn main_word(board: &Board, play: &Play) -> Option<MainWord> {
    let placements = play.placements();
    let (&(first, _), &(last, _)) = (placements.first()?, placements.last()?);
    let across = word_along(board, play, Direction::Across);
    let single_down = first == last && across.as_ref().is_some_and(|word| word.tiles.len() == 1);
    if first.row == last.row && !single_down {
        across
    } else {
        word_along(board, play, Direction::Down)
    }
}

/// The word that a play forms or extends in this direction; `None` as for [`main_word`].
fn word_along(board: &Board, play: &Play, direction: Direction) -> Option<MainWord> {
    let placements = play.placements();
    let get = |square: Square| match placements.binary_search_by_key(&square, |&(square, _)| square)
    {
        Ok(i) => Some((placements[i].1, true)),
        Err(_) => Some((board.get(square)?, false)),
    };
    let mut start = placements.first()?.0;
    while let Some(before) = start.step(direction, -1).filter(|&before| get(before).is_some()) {
        start = before;
    }
    let tiles: Vec<_> = (0..).map_while(|n| get(start.step(direction, n)?)).collect();
    let fits =
        placements.iter().all(|&(square, _)| board.contains(square) && board.get(square).is_none());
    (fits && tiles.iter().filter(|(_, new)| *new).count() == placements.len()).then_some(MainWord {
        start,
        direction,
        tiles,
    })
}
