//! Fixed work for measuring speed and for detecting changes in play: listing the plays of fixed
//! positions, finding their best moves, and static games from fixed seeds. The caller measures the
//! time.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Cgp, Move, Position, Ruleset};

use crate::engine::{Engine, Session};
use crate::evaluate::leave::NoLeaves;
use crate::search::table::SimulatedGame;

/// The benchmark's games and positions.
const FILE: &str = include_str!("bench.txt");

/// A game in the benchmark.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Discipline {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Name of the lexicon.
    pub lexicon: String,
    /// Number of seats.
    pub seats: usize,
    /// In CGP.
    positions: Vec<String>,
}

/// The position with the most plays found among random racks of some games.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Widest {
    /// Name of the ruleset.
    pub ruleset: &'static str,
    /// Name of the lexicon.
    pub lexicon: &'static str,
    /// The board, in CGP.
    pub board: &'static str,
    /// The rack.
    pub rack: &'static str,
}

/// The widest position.
pub fn widest() -> Widest {
    let fields = FILE
        .lines()
        .find_map(|line| line.strip_prefix("widest "))
        .map(|line| line.split(' ').collect::<Vec<_>>());
    match fields.as_deref() {
        Some(&[ruleset, lexicon, board, rack]) => Widest { ruleset, lexicon, board, rack },
        _ => unreachable!("a test reads the file"),
    }
}

/// All games in the benchmark.
pub fn disciplines() -> Vec<Discipline> {
    let mut all: Vec<Discipline> = Vec::new();
    for line in FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match *line.split(' ').collect::<Vec<_>>() {
            ["game", ruleset, lexicon, seats] => all.push(Discipline {
                ruleset: ruleset.to_owned(),
                lexicon: lexicon.to_owned(),
                seats: seats.parse().expect("the number of seats"),
                positions: Vec::new(),
            }),
            ["widest", ..] => {}
            _ => all.last_mut().expect("a game comes first").positions.push(line.to_owned()),
        }
    }
    all
}

impl Discipline {
    /// The positions of this game.
    pub fn positions(&self, ruleset: &Ruleset) -> Vec<Position> {
        let read = |text: &String| {
            text.parse::<Cgp>()
                .and_then(|cgp| cgp.position(ruleset))
                .expect("a test reads every position")
        };
        self.positions.iter().map(read).collect()
    }
}

/// A hash of everything added, the same on every machine (FNV-1a).
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Signature(pub u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    /// Adds bytes to the hash.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn add_move(&mut self, mv: &Move, score: i32) {
        match mv {
            Move::Play(play) => {
                for (square, placed) in play.placements() {
                    self.add(&[
                        square.row,
                        square.col,
                        placed.letter.index() as u8,
                        placed.blank.into(),
                    ]);
                }
            }
            Move::Exchange(tiles) => self.add(&[b'-', tiles.len() as u8]),
            Move::Pass => self.add(b"pass"),
        }
        self.add(&score.to_le_bytes());
    }
}

/// Lists the plays of the positions and returns their number.
pub fn list(session: &mut Session<'_>, positions: &[Position]) -> usize {
    positions.iter().map(|position| session.count(position, None).plays).sum()
}

/// Finds the best move of each position.
pub fn best(session: &mut Session<'_>, positions: &[Position]) -> Signature {
    let mut signature = Signature::default();
    for position in positions {
        let best = session.best(position);
        signature.add_move(&best.mv, best.score);
    }
    signature
}

/// A game played to its end. Racks are not settled.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Played {
    /// Number of turns.
    pub turns: usize,
    /// Scores by seat.
    pub scores: Vec<i32>,
    /// Signature over all moves and scores.
    pub signature: Signature,
}

/// Plays a game in which everybody makes the move with the highest static equity, without a
/// correction for the pool; once the bag is empty, the highest-scoring one.
pub fn play(engine: &Engine, seats: usize, seed: u64) -> Played {
    let exchange = engine.ruleset().exchange;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut table = SimulatedGame::dealt(engine.ruleset(), seats, &mut random);
    let mut searcher = engine.generator().searcher();
    let (mut turns, mut signature) = (0, Signature::default());
    while table.over().is_none() {
        let (rack, bag) = (&table.racks[table.on_turn], table.bag.len());
        let exchanged = if exchange.is_some_and(|rule| bag >= rule.bag_at_least) {
            bag.min(rack.len())
        } else {
            0
        };
        let found = match bag {
            0 => searcher.best_move(rack, &NoLeaves, 0),
            _ => searcher.best_move(rack, engine.evaluation(), exchanged),
        };
        signature.add_move(&found.mv, found.score);
        table.make(&found.mv, found.score, &mut random);
        if let Move::Play(play) = &found.mv {
            searcher.place(play);
        }
        turns += 1;
    }
    table.scores.iter().for_each(|score| signature.add(&score.to_le_bytes()));
    Played { turns, scores: table.scores, signature }
}
