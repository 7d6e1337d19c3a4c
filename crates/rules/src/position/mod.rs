//! What the player to move may know: all that an engine sees of a game.

mod history;
mod validate;

pub use history::{History, PublicMove, PublicTurn, SeenTurn};
pub use validate::{Illegal, ValidatedWord, Validation, validate};

use tisane_lexicon::{count, excerpt, range};

use crate::ruleset::Ruleset;
use crate::table::{Board, Tiles};

/// A position as the player to move sees it. Lists by seat begin with that player and go on in turn
/// order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Position {
    /// The tiles on the board.
    pub board: Board,
    /// The tiles of the player to move.
    pub rack: Tiles,
    /// By seat, the player to move first.
    pub scores: Vec<i32>,
    /// The racks of the opponents, as far as known.
    pub others: Vec<OtherRack>,
    /// How many tiles are in the bag.
    pub bag: usize,
    /// Passes in a row before this turn.
    pub passes: u32,
    /// Scoreless turns in a row before this turn.
    pub scoreless_turns: u32,
    /// If an empty bag gives everybody one more turn: how many turns are left, this one included.
    pub final_turns: Option<u32>,
    /// The turns so far, oldest first.
    pub history: History,
}

/// What is known of the rack of an opponent.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct OtherRack {
    /// How many tiles are on it.
    pub len: usize,
    /// Tiles that were seen, for instance in a withdrawn play.
    pub known: Tiles,
    /// The player dropped out. The tiles stay out of play.
    pub gone: bool,
}

/// Far more than anyone scores. Thousandths of a sum of two still fit into 32 bits.
pub const HIGHEST_SCORE: i32 = 500_000;

/// Why a position is impossible.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum Impossible {
    #[error("the board is {found_rows}×{found_cols}, but {ruleset} is played on {rows}×{cols}")]
    BoardSize { ruleset: String, rows: u8, cols: u8, found_rows: u8, found_cols: u8 },
    #[error("too many tiles: board and racks have {} more than the set", excerpt(.tiles))]
    TooManyTiles { tiles: String },
    #[error("a rack has at most {}, not {found}", count(*max, "tile"))]
    RackTooLong { max: usize, found: usize },
    #[error("a score of {score} is impossible; scores go up to {HIGHEST_SCORE}")]
    Score { score: i32 },
    #[error("a position has {} players, not {found}", range(*from, *to))]
    Seats { from: usize, to: usize, found: usize },
}

impl Position {
    /// A position from the board, the rack of the player to move and the known tiles of the
    /// opponents. Opponents have full racks; if there are too few tiles for that, about equally
    /// many. The other tiles are in the bag.
    pub fn new(
        ruleset: &Ruleset,
        board: Board,
        rack: Tiles,
        known: Vec<Tiles>,
        scores: Vec<i32>,
    ) -> Result<Position, Impossible> {
        match Position::lenient(ruleset, board, rack, known, scores)? {
            (position, None) => Ok(position),
            (_, Some(excess)) => Err(excess),
        }
    }

    /// As [`new`](Self::new), for a board that may have more tiles than the set, as in a puzzle
    /// that nobody counted: then the second value is a warning. Racks still need to be possible.
    pub fn lenient(
        ruleset: &Ruleset,
        board: Board,
        rack: Tiles,
        known: Vec<Tiles>,
        scores: Vec<i32>,
    ) -> Result<(Position, Option<Impossible>), Impossible> {
        if (board.rows(), board.cols()) != (ruleset.layout.rows(), ruleset.layout.cols()) {
            return Err(Impossible::BoardSize {
                ruleset: ruleset.name.clone(),
                rows: ruleset.layout.rows(),
                cols: ruleset.layout.cols(),
                found_rows: board.rows(),
                found_cols: board.cols(),
            });
        }
        let players = ruleset.players;
        if scores.len() != known.len() + 1 || !(players.from..=players.to).contains(&scores.len()) {
            return Err(Impossible::Seats {
                from: players.from,
                to: players.to,
                found: known.len() + 1,
            });
        }
        if let Some(&score) = scores.iter().find(|score| score.abs() > HIGHEST_SCORE) {
            return Err(Impossible::Score { score });
        }
        if let Some(found) =
            known.iter().chain([&rack]).map(Tiles::len).find(|&len| len > ruleset.rack)
        {
            return Err(Impossible::RackTooLong { max: ruleset.rack, found });
        }
        let too_many =
            |tiles: &Tiles| Impossible::TooManyTiles { tiles: ruleset.name_tiles(tiles) };
        let mut seen = rack.clone();
        known.iter().for_each(|tiles| seen.add(tiles));
        let (off_board, excess) = ruleset.off_board(&board);
        let hidden = match off_board.without(&seen) {
            Ok(hidden) => hidden.len(),
            Err(missing) => {
                return Err(too_many(&ruleset.unseen(&board, &seen).err().unwrap_or(missing)));
            }
        };
        let warning = (!excess.is_empty()).then(|| too_many(&excess));
        let others = known
            .into_iter()
            .map(|known| OtherRack { len: known.len(), known, gone: false })
            .collect();
        let mut position = Position {
            board,
            rack,
            scores,
            others,
            bag: hidden,
            passes: 0,
            scoreless_turns: 0,
            final_turns: None,
            history: History::default(),
        };
        position.spread(ruleset);
        Ok((position, warning))
    }

    /// The same with some opponents dropped out. Seats are counted from the player to move, who is
    /// 0.
    pub fn with_gone(mut self, ruleset: &Ruleset, is_gone: impl Fn(usize) -> bool) -> Position {
        (1..).zip(&mut self.others).for_each(|(seat, other)| other.gone = is_gone(seat));
        self.spread(ruleset);
        self
    }

    /// Guesses how many tiles opponents have. If the hidden tiles do not fill all racks, the bag is
    /// empty and the racks are about equally long: if one had all tiles, the others would be out
    /// and the game over.
    fn spread(&mut self, ruleset: &Ruleset) {
        let sizes = self.others.iter().map(|other| other.len).sum::<usize>();
        let known = self.others.iter().map(|other| other.known.len()).sum::<usize>();
        let mut hidden = self.bag + sizes - known;
        self.others.iter_mut().for_each(|other| other.len = other.known.len());
        let room = |others: &[OtherRack], gone: bool| -> usize {
            others
                .iter()
                .filter(|other| other.gone == gone)
                .map(|other| ruleset.rack - other.len)
                .sum()
        };
        // Players who drop out while the bag has tiles keep a full rack. If that leaves no tile for
        // a remaining player, the bag was already empty, and their number of tiles is unknown.
        let empty = self.others.iter().filter(|other| !other.gone && other.len == 0).count();
        if hidden >= room(&self.others, true) + empty {
            for other in self.others.iter_mut().filter(|other| other.gone) {
                hidden -= ruleset.rack - other.len;
                other.len = ruleset.rack;
            }
        }
        for _ in 0..hidden.min(room(&self.others, false)) {
            let shortest =
                self.others.iter_mut().filter(|other| !other.gone).min_by_key(|other| other.len);
            shortest.expect("there is room").len += 1;
            hidden -= 1;
        }
        self.bag = hidden;
    }

    /// The next turns, up to the next of the player to move, who is seat 0. Players who dropped out
    /// have none.
    pub fn round(&self) -> impl Iterator<Item = usize> + Clone {
        (1..).zip(&self.others).filter(|(_, other)| !other.gone).map(|(seat, _)| seat).chain([0])
    }

    /// Whether opponents could have other numbers of tiles: some tiles are hidden and could be on
    /// another rack.
    pub fn sizes_may_differ(&self, ruleset: &Ruleset) -> bool {
        let could_move = |from: usize, to: usize| {
            let (from, to) = (&self.others[from], &self.others[to]);
            from.len > from.known.len() && to.len < ruleset.rack
        };
        let seats = 0..self.others.len();
        self.bag == 0
            && seats.clone().any(|from| seats.clone().any(|to| from != to && could_move(from, to)))
    }

    /// The tiles that the player to move does not see: in the bag and on the other racks, known
    /// ones included.
    pub fn unseen(&self, ruleset: &Ruleset) -> Tiles {
        let (off_board, _) = ruleset.off_board(&self.board);
        off_board.without(&self.rack).expect("the rack of a position is possible")
    }

    /// The unseen tiles without those known to be on a rack.
    pub fn hidden(&self, ruleset: &Ruleset) -> Tiles {
        let known = self.others.iter().flat_map(|other| other.known.iter()).collect();
        self.unseen(ruleset).without(&known).expect("known tiles are not on the board")
    }

    /// The tiles that the player to move can place: the rack, or if it is unknown, all tiles that
    /// may be on it.
    pub fn hand(&self, ruleset: &Ruleset) -> Tiles {
        if self.rack.is_empty() { self.hidden(ruleset) } else { self.rack.clone() }
    }

    /// Whether the player to move can exchange this many tiles.
    pub fn may_exchange(&self, ruleset: &Ruleset, n_tiles: usize) -> bool {
        ruleset.exchange.is_some_and(|rule| self.bag >= rule.bag_at_least)
            && (1..=self.bag).contains(&n_tiles)
    }
}
