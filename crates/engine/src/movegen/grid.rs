//! The board as the generator sees it: every row and every column as a lane, with cross-sets.
//!
//! A cross-set says which letters form a valid cross word on a square. A play changes cross-sets
//! only at the ends of its runs, so a move recomputes a handful and keeps the old ones for undoing
//! it.

use tisane_rules::{Board, Direction, Placed, Play, Square};

use super::graph::{Arc, WordGraph};
use super::tables::{BLANK, LONGEST, Tables, letter};

/// One row or column.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Lane {
    pub len: u8,
    /// Bit `i`: square `i` has a tile.
    pub occupied: u32,
    /// Bit `i`: square `i` is empty and next to a tile across the lane, so that a tile placed there
    /// forms a cross word.
    pub crossed: u32,
    /// Bit `i`: the tile on square `i` is a blank.
    pub blanks: u32,
    /// The letter on each square.
    pub letters: [u8; LONGEST],
    /// The value of the tile on each square.
    pub values: [i32; LONGEST],
    /// The letters each square may take; all if there is no cross word.
    pub cross_sets: [u64; LONGEST],
    /// The value of the cross word's tiles.
    pub cross_points: [i32; LONGEST],
}

/// A board with cross-sets for one lexicon.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// Rows first, then columns.
    pub lanes: Vec<Lane>,
    pub n_tiles: usize,
    /// The cross-sets that were replaced, and their number before each play.
    log: Vec<SavedSet>,
    plays: Vec<UndoEntry>,
    known: CrossSets,
}

/// A cache of cross-sets: most squares of most boards have the same few letters around them.
#[derive(Clone, Debug)]
struct CrossSets {
    /// The letters around a square and its cross-set; entries may replace each other.
    places: Vec<(u64, u64)>,
    /// The cross-sets still to be computed.
    pending: Vec<PendingSet>,
}

/// An empty square with tiles before or after it in a lane.
#[derive(Copy, Clone, Debug)]
struct PendingSet {
    key: u64,
    lane: u8,
    start: u8,
    index: u8,
    end: u8,
    /// Where the letters before the square lead.
    arc: Option<Arc>,
}

impl CrossSets {
    const BITS: u32 = 12;
    /// The number of letters that fit a key.
    const LETTERS: usize = 9;

    fn new() -> CrossSets {
        CrossSets { places: vec![(0, 0); 1 << CrossSets::BITS], pending: Vec::new() }
    }

    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - CrossSets::BITS)) as usize
    }
}

#[derive(Copy, Clone, Debug)]
struct SavedSet {
    lane: u8,
    index: u8,
    crossed: bool,
    cross_set: u64,
    cross_points: i32,
}

#[derive(Clone, Debug)]
struct UndoEntry {
    log: usize,
    squares: Vec<Square>,
}

impl Grid {
    pub(crate) fn new(tables: &Tables) -> Grid {
        let lane = |len| Lane {
            len,
            occupied: 0,
            crossed: 0,
            blanks: 0,
            letters: [0; LONGEST],
            values: [0; LONGEST],
            cross_sets: [tables.alphabet; LONGEST],
            cross_points: [0; LONGEST],
        };
        let lanes = (0..tables.n_lanes()).map(|index| lane(tables.lane_len(index) as u8)).collect();
        Grid { lanes, n_tiles: 0, log: Vec::new(), plays: Vec::new(), known: CrossSets::new() }
    }

    /// The same tiles as on `board`, nothing to undo.
    pub(crate) fn set_board(&mut self, tables: &Tables, graph: &WordGraph, board: &Board) {
        for lane in &mut self.lanes {
            lane.occupied = 0;
            lane.crossed = 0;
            lane.blanks = 0;
            lane.cross_sets = [tables.alphabet; LONGEST];
        }
        self.n_tiles = 0;
        self.log.clear();
        self.plays.clear();
        for (square, placed) in board.tiles() {
            self.put(tables, square, placed);
        }
        for lane in 0..self.lanes.len() {
            let here = &self.lanes[lane];
            // The empty squares at both ends of every run.
            let mut ends =
                (here.occupied << 1 | here.occupied >> 1) & !here.occupied & mask(here.len);
            while ends != 0 {
                let index = ends.trailing_zeros() as usize;
                ends &= ends - 1;
                self.update(tables, lane, index);
            }
        }
        self.compute_pending(tables, graph);
    }

    pub(crate) fn get(&self, tables: &Tables, square: Square) -> Option<Placed> {
        let (lane, index) = tables.lane_of(square, Direction::Across);
        let lane = &self.lanes[lane];
        (lane.occupied >> index & 1 == 1).then(|| Placed {
            letter: letter(lane.letters[index]),
            blank: lane.blanks >> index & 1 == 1,
        })
    }

    /// The empty squares of a lane that connect a play which touches no tile of the lane itself, as
    /// bits.
    #[inline]
    pub(crate) fn anchors(&self, tables: &Tables, lane: usize) -> u32 {
        let Lane { occupied, crossed, .. } = self.lanes[lane];
        if self.n_tiles == 0 { tables.starts[lane] } else { crossed & !occupied }
    }

    /// Places a play on the board and updates cross-sets.
    pub(crate) fn place(&mut self, tables: &Tables, graph: &WordGraph, play: &Play) {
        self.plays.push(UndoEntry {
            log: self.log.len(),
            squares: play.placements().iter().map(|&(square, _)| square).collect(),
        });
        for &(square, placed) in play.placements() {
            self.put(tables, square, placed);
        }
        // Across and along the play, the runs of several tiles end at the same squares; a square is
        // recomputed once for each, except along the play.
        for direction in Direction::BOTH {
            let mut before = None;
            for &(square, _) in play.placements() {
                let (lane, index) = tables.lane_of(square, direction);
                let (start, end) = run(&self.lanes[lane], index);
                if before == Some((lane, start)) {
                    continue;
                }
                before = Some((lane, start));
                for index in [start.wrapping_sub(1), end] {
                    if index < self.lanes[lane].len as usize {
                        self.remember(tables, lane, index);
                        self.update(tables, lane, index);
                    }
                }
            }
        }
        self.compute_pending(tables, graph);
    }

    /// The lanes, as bits, whose plays have changed since the latest play: those through its tiles,
    /// and those in which a cross-set has changed.
    pub(crate) fn touched(&self, tables: &Tables) -> u64 {
        let Some(UndoEntry { log, squares }) = self.plays.last() else { return 0 };
        if squares.len() == self.n_tiles {
            // After the first play, plays may go anywhere next to it.
            return u64::MAX >> (64 - tables.n_lanes());
        }
        let through = squares.iter().flat_map(|&square| {
            Direction::BOTH.map(|direction| tables.lane_of(square, direction).0)
        });
        through
            .chain(self.log[*log..].iter().map(|saved| saved.lane.into()))
            .fold(0, |lanes, lane| lanes | 1 << lane)
    }

    /// Takes the latest play back. Returns whether there was one.
    pub(crate) fn undo(&mut self, tables: &Tables) -> bool {
        let Some(UndoEntry { log, squares }) = self.plays.pop() else { return false };
        while self.log.len() > log {
            let saved = self.log.pop().expect("longer than log");
            let lane = &mut self.lanes[saved.lane as usize];
            lane.crossed =
                lane.crossed & !(1 << saved.index) | u32::from(saved.crossed) << saved.index;
            lane.cross_sets[saved.index as usize] = saved.cross_set;
            lane.cross_points[saved.index as usize] = saved.cross_points;
        }
        for square in squares {
            for direction in Direction::BOTH {
                let (lane, index) = tables.lane_of(square, direction);
                self.lanes[lane].occupied &= !(1 << index);
                self.lanes[lane].blanks &= !(1 << index);
            }
            self.n_tiles -= 1;
        }
        true
    }

    fn put(&mut self, tables: &Tables, square: Square, placed: Placed) {
        let kind = if placed.blank { BLANK } else { placed.letter.index() };
        for direction in Direction::BOTH {
            let (lane, index) = tables.lane_of(square, direction);
            let lane = &mut self.lanes[lane];
            lane.occupied |= 1 << index;
            lane.blanks |= u32::from(placed.blank) << index;
            lane.letters[index] = placed.letter.index() as u8;
            lane.values[index] = tables.value[kind];
        }
        self.n_tiles += 1;
    }

    /// Saves the cross-set of the lane's empty square for undoing.
    fn remember(&mut self, tables: &Tables, along: usize, index: usize) {
        let (lane, at) = crossing(tables, along, index);
        let here = &self.lanes[lane];
        self.log.push(SavedSet {
            lane: lane as u8,
            index: at as u8,
            crossed: here.crossed >> at & 1 == 1,
            cross_set: here.cross_sets[at],
            cross_points: here.cross_points[at],
        });
    }

    /// Updates what the tiles along lane `along` mean for its empty square `index`, as the crossing
    /// lane sees it; cross-sets not in the cache are [computed later](Self::compute_pending).
    fn update(&mut self, tables: &Tables, along: usize, index: usize) {
        let lane = &self.lanes[along];
        let (start, end) = run(lane, index);
        let (before, after) = (&lane.letters[start..index], &lane.letters[index + 1..end]);
        let points = lane.values[start..index].iter().chain(&lane.values[index + 1..end]).sum();
        // Six bits for each letter, and a gap: squares with different tiles around them have
        // different keys.
        let add = |key: u64, &letter: &u8| key << 6 | u64::from(letter + 1);
        let short = before.len() + after.len() <= CrossSets::LETTERS;
        let key = if short { after.iter().fold(before.iter().fold(0, add) << 6, add) } else { 0 };
        let known = self.known.places[CrossSets::place(key)];
        let (crossing, at) = crossing(tables, along, index);
        if key == 0 || known.0 != key {
            let [along, start, index, end] = [along, start, index, end].map(|number| number as u8);
            self.known.pending.push(PendingSet { key, lane: along, start, index, end, arc: None });
        }
        let lane = &mut self.lanes[crossing];
        lane.crossed |= 1 << at;
        lane.cross_sets[at] = known.1;
        lane.cross_points[at] = points;
    }

    /// Computes all missing cross-sets, letter by letter in parallel: the loads do not wait for
    /// each other.
    fn compute_pending(&mut self, tables: &Tables, graph: &WordGraph) {
        let Grid { lanes, known: CrossSets { places, pending }, .. } = self;
        pending.iter_mut().for_each(|pending| pending.arc = Some(graph.root()));
        let longest =
            pending.iter().map(|pending| pending.index - pending.start).max().unwrap_or(0);
        for n in 0..longest {
            for pending in pending.iter_mut().filter(|pending| n < pending.index - pending.start) {
                let letter = lanes[pending.lane as usize].letters[(pending.start + n) as usize];
                pending.arc = pending.arc.and_then(|arc| {
                    let node = graph.node(arc);
                    (node.children >> letter & 1 == 1).then(|| node.child(letter.into()))
                });
            }
        }
        for PendingSet { key, lane: along, index, end, arc, .. } in pending.drain(..) {
            let after = &lanes[along as usize].letters[index as usize + 1..end as usize];
            let set = arc.map_or(0, |arc| graph.ended_by(arc, after));
            if key != 0 {
                places[CrossSets::place(key)] = (key, set);
            }
            let (crossing, at) = crossing(tables, along.into(), index.into());
            lanes[crossing].cross_sets[at] = set;
        }
    }
}

/// The first `len` bits.
pub(crate) fn mask(len: u8) -> u32 {
    if len >= 32 { u32::MAX } else { (1 << len) - 1 }
}

/// The start and the end of the run of tiles around a square; the square itself counts as occupied.
fn run(lane: &Lane, index: usize) -> (usize, usize) {
    let (empty, len) = (!u64::from(lane.occupied), lane.len.into());
    let start = u64::BITS - (empty & ((1 << index) - 1)).leading_zeros();
    let end = index + 1 + (empty >> (index + 1)).trailing_zeros() as usize;
    (start as usize, end.min(len))
}

/// The lane that crosses lane `along` at its square `index`, and where.
pub(crate) fn crossing(tables: &Tables, along: usize, index: usize) -> (usize, usize) {
    if along < tables.rows { (tables.rows + index, along) } else { (index, along - tables.rows) }
}
