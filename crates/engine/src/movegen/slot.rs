//! A slot is a stretch of one lane that a word may fill: some squares are empty, the others have
//! tiles to play through. The squares of the new tiles decide all premiums, so a slot scores any
//! word with one multiplication for each tile.

use super::book::TILES;
use super::grid::Grid;
use super::tables::{Bonus, LONGEST, Tables};

/// Where new tiles go, and their factors.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Slot {
    pub lane: u8,
    /// Number of new tiles.
    pub n_tiles: u8,
    /// Bit `i`: a new tile on square `i` of the lane.
    pub squares: u32,
    /// The square of each new tile.
    pub index: [u8; LONGEST],
    /// The factor of each new tile, for the main word and the cross word together.
    pub times: [i32; LONGEST],
    /// The points of the tiles already on the board.
    pub constant: i32,
    pub bonus: Bonus,
}

impl Slot {
    pub(crate) const NONE: Slot = Slot {
        lane: 0,
        n_tiles: 0,
        squares: 0,
        index: [0; LONGEST],
        times: [0; LONGEST],
        constant: 0,
        bonus: Bonus { times: 1, plus: 0 },
    };

    /// The slot from square `start` to square `end`, exclusive.
    pub(crate) fn new(tables: &Tables, grid: &Grid, lane: usize, start: usize, end: usize) -> Slot {
        let mut slot = Slot::NONE;
        slot.fill(tables, grid, lane, start, end);
        slot
    }

    /// [`new`](Self::new) in place.
    pub(crate) fn fill(
        &mut self,
        tables: &Tables,
        grid: &Grid,
        lane: usize,
        start: usize,
        end: usize,
    ) {
        let here = &grid.lanes[lane];
        let premiums = &tables.lanes[lane];
        let (mut word, mut through, mut crossing, mut n) = (1, 0, 0, 0);
        let mut squares = 0;
        for index in start..end {
            if here.occupied >> index & 1 == 1 {
                through += here.values[index];
                continue;
            }
            word *= premiums.word[index];
            squares |= 1 << index;
            self.index[n] = index as u8;
            let crossed = (here.crossed >> index & 1) as i32;
            self.times[n] = premiums.word[index] * crossed;
            crossing += here.cross_points[index] * premiums.word[index] * crossed;
            n += 1;
        }
        for n in 0..n {
            let letter =
                if tables.conditional { 1 } else { premiums.letter[self.index[n] as usize] };
            self.times[n] = (self.times[n] + word) * letter;
        }
        for n in n..TILES {
            self.times[n] = 0;
        }
        self.lane = lane as u8;
        self.n_tiles = n as u8;
        self.squares = squares;
        self.constant = through * word + crossing;
        self.bonus = tables.bonus[n];
    }

    /// The points of a kind of tile as the `n`th new tile.
    #[inline(always)]
    pub(crate) fn points(&self, tables: &Tables, n: usize, kind: usize) -> i32 {
        let value = if tables.conditional {
            tables.worth(self.lane.into(), self.index[n].into(), kind)
        } else {
            tables.value[kind]
        };
        value * self.times[n]
    }

    /// The score, given the points of the new tiles.
    #[inline(always)]
    pub(crate) fn total(&self, points: i32) -> i32 {
        (points + self.constant) * self.bonus.times + self.bonus.plus
    }
}
