//! What the player on turn may know: all an engine ever sees of a game.

use tisane_lexicon::count;

use crate::board::Board;
use crate::play::Play;
use crate::ruleset::Ruleset;
use crate::tile::Tiles;

/// A position from the point of view of the player on turn. Lists over seats begin with that player
/// and go on in turn order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Position {
    pub board: Board,
    /// The tiles of the player on turn.
    pub rack: Tiles,
    pub scores: Vec<i32>,
    /// The racks of the others, as far as they are known.
    pub others: Vec<OtherRack>,
    /// How many tiles are in the bag.
    pub bag: usize,
    /// Passes in a row before this turn.
    pub passes: u32,
    /// Scoreless turns in a row before this turn.
    pub scoreless_turns: u32,
    /// Where an empty bag gives everybody one more turn: how many turns are left, this one included.
    pub final_turns: Option<u32>,
    /// What happened so far, as everybody saw it, oldest first.
    pub history: Vec<PublicTurn>,
}

/// What is known of another player's rack.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct OtherRack {
    /// How many tiles are on it.
    pub len: usize,
    /// Those of them that have been seen, for instance in a withdrawn play.
    pub known: Tiles,
    /// The player has dropped out: takes no more turns, and the tiles stay out of play.
    pub gone: bool,
}

/// One turn as everybody saw it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PublicTurn {
    /// Whose turn it was, counted from the player now on turn.
    pub seat: usize,
    pub what: PublicMove,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PublicMove {
    Played {
        play: Play,
        score: i32,
    },
    /// Played, challenged and taken back.
    Withdrawn {
        play: Play,
    },
    Exchanged {
        n_tiles: usize,
    },
    Passed,
    /// Nothing was chosen: the turn was lost to a challenge, or its player was away.
    Lost,
}

/// Far more than anybody scores, and thousandths of a sum of two are still numbers that can be counted with.
pub(crate) const HIGHEST_SCORE: i32 = 500_000;

/// Why a position cannot be.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Impossible {
    #[error("the board is {found_rows}×{found_cols}, but {ruleset} is played on {rows}×{cols}")]
    BoardSize { ruleset: String, rows: u8, cols: u8, found_rows: u8, found_cols: u8 },
    #[error("board and racks have {tiles} more than the set holds")]
    TooManyTiles { tiles: String },
    #[error("a rack holds {}, not {found}", count(*max, "tile"))]
    RackTooLong { max: usize, found: usize },
    #[error("nobody has {score} points; scores go up to {HIGHEST_SCORE}")]
    Score { score: i32 },
    #[error("a position needs {from} to {to} seats, not {found}")]
    Seats { from: usize, to: usize, found: usize },
}

impl Position {
    /// A position of which only the board, the mover's rack and perhaps some of the others' tiles are
    /// known; the others' racks are full as far as the tiles go, the rest is in the bag.
    pub fn new(ruleset: &Ruleset, board: Board, rack: Tiles, known: Vec<Tiles>, scores: Vec<i32>) -> Result<Position, Impossible> {
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
            return Err(Impossible::Seats { from: players.from, to: players.to, found: known.len() + 1 });
        }
        if let Some(&score) = scores.iter().find(|score| score.abs() > HIGHEST_SCORE) {
            return Err(Impossible::Score { score });
        }
        if let Some(found) = known.iter().chain([&rack]).map(Tiles::len).find(|&len| len > ruleset.rack) {
            return Err(Impossible::RackTooLong { max: ruleset.rack, found });
        }
        let mut seen = rack.clone();
        known.iter().for_each(|tiles| seen.add(tiles));
        let mut hidden = match ruleset.unseen(&board, &seen) {
            Ok(hidden) => hidden.len(),
            Err(missing) => return Err(Impossible::TooManyTiles { tiles: ruleset.name_tiles(&missing) }),
        };
        let others = known
            .into_iter()
            .map(|known| {
                let drawn = hidden.min(ruleset.rack - known.len());
                hidden -= drawn;
                OtherRack { len: known.len() + drawn, known, gone: false }
            })
            .collect();
        Ok(Position { board, rack, scores, others, bag: hidden, passes: 0, scoreless_turns: 0, final_turns: None, history: Vec::new() })
    }

    /// The tiles the mover does not see: those in the bag and on the other racks, known ones included.
    pub fn unseen(&self, ruleset: &Ruleset) -> Tiles {
        ruleset.unseen(&self.board, &self.rack).expect("a position holds no tile twice")
    }

    /// Those of them of which nobody knows where they are: in the bag, or unknown on another rack.
    pub fn hidden(&self, ruleset: &Ruleset) -> Tiles {
        let known = self.others.iter().flat_map(|other| other.known.iter()).collect();
        self.unseen(ruleset).without(&known).expect("known tiles are not on the board")
    }

    /// Whether the mover may exchange this many tiles now.
    pub fn may_exchange(&self, ruleset: &Ruleset, n_tiles: usize) -> bool {
        ruleset.exchange.is_some_and(|rule| self.bag >= rule.bag_at_least) && (1..=self.bag).contains(&n_tiles)
    }
}
