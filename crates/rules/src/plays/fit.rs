//! Whether a play fits the board, and which words it forms. The words need not be valid.

use tisane_lexicon::Letter;

use crate::ruleset::Ruleset;
use crate::table::{Board, Direction, Placed, Play, Square};

/// Why a play does not fit the board.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum Misfit {
    #[error("no tiles were placed")]
    NoTiles,
    #[error("the play runs off the board{}", at(.0))]
    OffBoard(Square),
    #[error("{0} is already occupied")]
    Occupied(Square),
    #[error("two tiles were placed on {0}")]
    Twice(Square),
    #[error("the tiles are not in one row or column")]
    NotInLine,
    #[error("the play has a gap at {0}")]
    Gap(Square),
    #[error("the first play must cover {}", one_of(.0))]
    MissesStart(Vec<Square>),
    #[error("the play does not touch any tile on the board")]
    Unattached,
    #[error("a single tile forms no word; the first play needs two or more")]
    NoWord,
}

/// Where a play leaves the board. Numbers that are no row or column are read as the largest one, so
/// that square is not shown.
fn at(square: &Square) -> String {
    let is_real = square.row < u8::MAX && square.col < u8::MAX;
    if is_real { format!(" at {square}") } else { String::new() }
}

fn one_of(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" or ")
}

/// A word that a play forms on the board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct FormedWord {
    /// The first square.
    pub start: Square,
    /// Across or down.
    pub direction: Direction,
    /// The tiles in order.
    pub tiles: Vec<FormedTile>,
}

/// One tile of a formed word.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct FormedTile {
    /// Where the tile lies.
    pub square: Square,
    /// The tile.
    pub placed: Placed,
    /// Whether this play placed it.
    pub new: bool,
}

impl FormedWord {
    /// The word, letter by letter.
    pub fn letters(&self) -> Vec<Letter> {
        self.tiles.iter().map(|tile| tile.placed.letter).collect()
    }
}

/// The words that `play` forms on `board`, the main word first, then cross words in board order; or
/// why the play does not fit. The main word of a single tile is the across word if there is one.
pub fn fit(ruleset: &Ruleset, board: &Board, play: &Play) -> Result<Vec<FormedWord>, Misfit> {
    let placements = play.placements();
    let (Some(&(first, _)), Some(&(last, _))) = (placements.first(), placements.last()) else {
        return Err(Misfit::NoTiles);
    };
    for &(square, _) in placements {
        if !board.contains(square) {
            return Err(Misfit::OffBoard(square));
        }
        if board.get(square).is_some() {
            return Err(Misfit::Occupied(square));
        }
    }
    if let Some(pair) = placements.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Misfit::Twice(pair[0].0));
    }
    let line = line_of(placements)?;
    let mut after = board.clone();
    play.place_on(&mut after);
    let direction = line.unwrap_or_else(|| {
        let across = word_through(&after, first, Direction::Across);
        if across.1 > 1 { Direction::Across } else { Direction::Down }
    });
    let mut square = first;
    while square != last {
        square = square.step(direction, 1).expect("the last tile lies further on in this line");
        if after.get(square).is_none() {
            return Err(Misfit::Gap(square));
        }
    }
    attached(ruleset, board, placements)?;
    let main = formed(board, &after, first, direction).ok_or(Misfit::NoWord)?;
    let crosses = placements
        .iter()
        .filter_map(|&(square, _)| formed(board, &after, square, direction.other()));
    Ok(std::iter::once(main).chain(crosses).collect())
}

/// The direction of two or more tiles. A single tile has both.
fn line_of(placements: &[(Square, Placed)]) -> Result<Option<Direction>, Misfit> {
    let first = placements[0].0;
    match (
        placements.iter().all(|p| p.0.row == first.row),
        placements.iter().all(|p| p.0.col == first.col),
    ) {
        (true, true) => Ok(None),
        (true, false) => Ok(Some(Direction::Across)),
        (false, true) => Ok(Some(Direction::Down)),
        (false, false) => Err(Misfit::NotInLine),
    }
}

fn attached(
    ruleset: &Ruleset,
    board: &Board,
    placements: &[(Square, Placed)],
) -> Result<(), Misfit> {
    if board.is_empty() {
        let starts = ruleset.layout.starts();
        let covers = placements.iter().any(|(square, _)| starts.contains(square));
        return if covers { Ok(()) } else { Err(Misfit::MissesStart(starts.to_vec())) };
    }
    let touches = placements.iter().any(|&(square, _)| board.has_neighbour(square));
    if touches { Ok(()) } else { Err(Misfit::Unattached) }
}

/// Start and length of the word through an occupied square.
fn word_through(board: &Board, square: Square, direction: Direction) -> (Square, usize) {
    let mut start = square;
    while let Some(before) =
        board.previous(start, direction).filter(|&before| board.get(before).is_some())
    {
        start = before;
    }
    let length = (0..)
        .take_while(|&n| start.step(direction, n).is_some_and(|s| board.get(s).is_some()))
        .count();
    (start, length)
}

/// The word through a square after the play, unless it is a single tile.
fn formed(
    before: &Board,
    after: &Board,
    square: Square,
    direction: Direction,
) -> Option<FormedWord> {
    let (start, length) = word_through(after, square, direction);
    if length < 2 {
        return None;
    }
    let tiles = (0..length as i32)
        .map(|n| {
            let square = start.step(direction, n).expect("the word is on the board");
            let placed = after.get(square).expect("the run has a tile on every square");
            FormedTile { square, placed, new: before.get(square).is_none() }
        })
        .collect();
    Some(FormedWord { start, direction, tiles })
}
