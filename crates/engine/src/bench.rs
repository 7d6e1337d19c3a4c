//! Work that is always the same, to see how fast it goes and whether it still gives the same moves: listing the
//! plays of fixed positions, finding their best moves, and static games from fixed seeds. Whoever
//! calls this holds the stopwatch.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tisane_rules::{Cgp, Move, Position, Ruleset, Tile, Tiles};

use crate::engine::{Engine, Session};
use crate::leave::NoLeaves;
use crate::movegen::Searcher;

/// The games that are measured.
const FILE: &str = include_str!("bench.txt");

/// A game that is measured.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Discipline {
    pub ruleset: String,
    pub lexicon: String,
    pub seats: usize,
    /// As CGP.
    positions: Vec<String>,
}

/// The position with the most plays that was found: Super with four blanks, after some games' worth of random racks.
pub mod widest {
    pub const RULESET: &str = "english-super";
    pub const LEXICON: &str = "english";
    pub const BOARD: &str = "10B10/10I7B2/9FOLKIES2U2/4S5T4T2N2/4Y5R4I2D2/4N5O4V1MY2/4E5N3FY1O3/4DENNETS3O2R3/4R9O2R3/4I9T1NO3/\
         4A5ANOSMIAS3/14A1U4/14N1S4/16E4/16A4/16T4/16E4/21/21/21/21";
    pub const RACK: &str = "AES????";
}

/// All games that are measured.
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
            _ => all.last_mut().expect("a game comes first").positions.push(line.to_owned()),
        }
    }
    all
}

impl Discipline {
    pub fn positions(&self, ruleset: &Ruleset) -> Vec<Position> {
        let read = |text: &String| text.parse::<Cgp>().and_then(|cgp| cgp.position(ruleset)).expect("a test reads every position");
        self.positions.iter().map(read).collect()
    }
}

/// One number over all that it was shown, the same on every machine (FNV-1a).
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Signature(pub u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn add_move(&mut self, mv: &Move, score: i32) {
        match mv {
            Move::Play(play) => {
                for (square, placed) in play.placements() {
                    self.add(&[square.row, square.col, placed.letter.index() as u8, placed.blank.into()]);
                }
            }
            Move::Exchange(tiles) => self.add(&[b'-', tiles.len() as u8]),
            Move::Pass => self.add(b"pass"),
        }
        self.add(&score.to_le_bytes());
    }
}

/// Lists the plays of the positions; how many there were.
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

/// A game that was played to its end. Racks are not settled.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Played {
    pub turns: usize,
    pub scores: Vec<i32>,
    pub signature: Signature,
}

/// Plays a game in which everybody makes the move of the highest static equity; when the bag is empty, of the
/// highest score.
pub fn play(engine: &Engine, seats: usize, seed: u64) -> Played {
    Table::new(engine, seats, seed).play()
}

struct Table<'a> {
    engine: &'a Engine,
    searcher: Searcher<'a>,
    random: ChaCha8Rng,
    bag: Vec<Tile>,
    racks: Vec<Tiles>,
    played: Played,
}

impl<'a> Table<'a> {
    fn new(engine: &'a Engine, seats: usize, seed: u64) -> Table<'a> {
        let mut table = Table {
            engine,
            searcher: engine.generator().searcher(),
            random: ChaCha8Rng::seed_from_u64(seed),
            bag: engine.ruleset().tiles().iter().collect(),
            racks: vec![Tiles::new(); seats],
            played: Played { turns: 0, scores: vec![0; seats], signature: Signature::default() },
        };
        table.shuffle();
        (0..seats).for_each(|seat| table.draw(seat));
        table
    }

    fn shuffle(&mut self) {
        for last in (1..self.bag.len()).rev() {
            // So few tiles that the slight preference of a remainder does not matter here.
            let at = self.random.next_u32() as usize % (last + 1);
            self.bag.swap(last, at);
        }
    }

    fn draw(&mut self, seat: usize) {
        while self.racks[seat].len() < self.engine.ruleset().rack
            && let Some(tile) = self.bag.pop()
        {
            self.racks[seat].insert(tile);
        }
    }

    fn play(mut self) -> Played {
        let end = &self.engine.ruleset().end;
        let seats = self.racks.len();
        let (mut passes, mut scoreless, mut last_turns) = (0, 0, None);
        for seat in (0..seats).cycle() {
            self.played.turns += 1;
            let (scored, passed) = self.turn(seat);
            passes = if passed { passes + 1 } else { 0 };
            scoreless = if scored { 0 } else { scoreless + 1 };
            if end.final_turn_each && self.bag.is_empty() {
                last_turns = Some(last_turns.map_or(seats, |n| n - 1));
            }
            let out = self.bag.is_empty() && !end.final_turn_each && self.racks[seat].is_empty();
            let stalled = end.pass_limit(seats).is_some_and(|limit| passes >= limit)
                || end.scoreless_limit(seats).is_some_and(|limit| scoreless >= limit)
                || passes as usize >= 3 * seats;
            if out || stalled || last_turns == Some(0) {
                break;
            }
        }
        for score in &self.played.scores {
            self.played.signature.add(&score.to_le_bytes());
        }
        self.played
    }

    /// Whether the seat scored, and whether it passed.
    fn turn(&mut self, seat: usize) -> (bool, bool) {
        let (rack, bag) = (&self.racks[seat], self.bag.len());
        let may_exchange = self.engine.ruleset().exchange.is_some_and(|rule| bag >= rule.bag_at_least);
        let found = match bag {
            0 => self.searcher.best_move(rack, &NoLeaves, 0),
            _ => self.searcher.best_move(rack, self.engine.evaluation(), if may_exchange { bag.min(rack.len()) } else { 0 }),
        };
        self.played.signature.add_move(&found.mv, found.score);
        match found.mv {
            Move::Play(play) => {
                self.searcher.place(&play);
                play.tiles().iter().for_each(|tile| assert!(self.racks[seat].remove(tile)));
                self.played.scores[seat] += found.score;
                self.draw(seat);
                (found.score != 0, false)
            }
            Move::Exchange(tiles) => {
                tiles.iter().for_each(|tile| assert!(self.racks[seat].remove(tile)));
                self.draw(seat);
                self.bag.extend(tiles.iter());
                self.shuffle();
                (false, false)
            }
            Move::Pass => (false, true),
        }
    }
}
