//! Plays by lane, for a search that tries thousands of boards which differ in a few lanes.

use std::hash::Hasher;

use super::book::{Packed, TILES};
use super::grid::{Lane, crossing};
use super::list::Lister;
use super::plays::{Sink, to_play};
use super::rack::Rack;
use super::slot::Slot;
use super::{Generator, Searcher};
use tisane_rules::{Play, Tiles};

/// A play of at most eight tiles, as found in a lane.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LanePlay {
    /// The new tiles' letters, the first in the lowest byte.
    pub letters: Packed,
    /// Bit `i`: a new tile on square `i` of the lane.
    pub squares: u32,
    pub score: i32,
    /// Bit `n`: the `n`th new tile is a blank.
    pub blanks: u8,
    pub lane: u8,
}

/// One rack with everything it can spell by itself, used lane by lane.
pub(crate) struct LaneLister {
    rack: Rack,
    lister: Lister,
}

/// By lane, as bits: the squares on which a new tile would change a play.
pub(crate) type Footprint = [u32; 64];

impl LaneLister {
    /// The longest rack.
    pub(crate) const LONGEST_RACK: usize = TILES;

    /// A lister for one rack.
    ///
    /// # Panics
    ///
    /// If the rack is longer than [`LONGEST_RACK`](Self::LONGEST_RACK).
    pub(crate) fn new(generator: &Generator, rack: &Tiles) -> LaneLister {
        assert!(rack.len() <= LaneLister::LONGEST_RACK, "a rack of at most eight tiles");
        let (rack, mut lister) = (Rack::new(rack), Lister::default());
        lister.open_book(generator, &rack);
        LaneLister { rack, lister }
    }

    /// Every play of the rack in this lane.
    pub(crate) fn list(&mut self, searcher: &Searcher<'_>, lane: usize, plays: &mut Vec<LanePlay>) {
        // On an empty symmetric board only rows are listed.
        let lanes = searcher.lanes(super::Directions::Both);
        let lane = lanes.contains(&lane).then_some(lane);
        self.lister.with_open_book(
            searcher.generator,
            &searcher.grid,
            &self.rack,
            lane.into_iter(),
            plays,
        );
    }
}

impl Sink for Vec<LanePlay> {
    #[inline(always)]
    fn found(&mut self, slot: &Slot, letters: Packed, blanks: u32, score: i32) {
        self.push(LanePlay {
            letters,
            squares: slot.squares,
            score,
            blanks: blanks as u8,
            lane: slot.lane,
        });
    }

    fn found_long(&mut self, _: &Slot, _: &[u8], _: u32, _: i32) {
        unreachable!("racks have at most eight tiles");
    }
}

impl Searcher<'_> {
    /// The number of tiles on the board.
    pub(crate) fn n_tiles(&self) -> usize {
        self.grid.n_tiles
    }

    pub(crate) fn n_lanes(&self) -> usize {
        self.tables.n_lanes()
    }

    /// A hash of everything the plays of a lane depend on: its tiles and cross-sets.
    pub(crate) fn lane_state(&self, lane: usize) -> u64 {
        let Lane { len, occupied, crossed, blanks, letters, values, cross_sets, cross_points } =
            &self.grid.lanes[lane];
        let crossed = crossed & !occupied;
        let first = u64::from(self.grid.n_tiles == 0) << 16 | (lane as u64) << 8 | 1;
        let mut state = mix(
            mix(mix(SEED, first), u64::from(*occupied) << 32 | u64::from(crossed)),
            u64::from(*blanks),
        );
        for index in 0..usize::from(*len) {
            if occupied >> index & 1 == 1 {
                state =
                    mix(state, u64::from(letters[index]) << 32 | u64::from(values[index] as u32));
            } else if crossed >> index & 1 == 1 {
                state = mix(mix(state, cross_sets[index]), u64::from(cross_points[index] as u32));
            }
        }
        state
    }

    /// The lanes, as bits, whose plays may have changed since the latest play.
    pub(crate) fn touched(&self) -> u64 {
        self.grid.touched(self.tables)
    }

    /// Tiles placed elsewhere do not change a play or its score.
    pub(crate) fn footprint(&self, play: &LanePlay) -> Footprint {
        let mut footprint = [0; 64];
        let mut mark = |lane: usize, index: usize| {
            let (other, at) = crossing(self.tables, lane, index);
            footprint[lane] |= 1 << index;
            footprint[other] |= 1 << at;
        };
        let ends = |lane: usize, first: usize, last: usize, tiles: u32| {
            let Lane { len, occupied, .. } = self.grid.lanes[lane];
            let is_empty = move |index: &usize| (tiles | occupied) >> index & 1 == 0;
            (0..first).rev().find(is_empty).into_iter().chain((last + 1..len.into()).find(is_empty))
        };
        let lane = play.lane as usize;
        let (first, last) =
            (play.squares.trailing_zeros() as usize, 31 - play.squares.leading_zeros() as usize);
        ends(lane, first, last, play.squares).for_each(|index| mark(lane, index));
        for index in (first..=last).filter(|index| play.squares >> index & 1 == 1) {
            let (other, at) = crossing(self.tables, lane, index);
            mark(lane, index);
            ends(other, at, at, 0).for_each(|index| mark(other, index));
        }
        footprint
    }

    /// The play as the rules represent it.
    pub(crate) fn lane_play(&self, play: &LanePlay) -> Play {
        let bytes = play.letters.to_le_bytes();
        to_play(
            self.tables,
            play.lane,
            play.squares,
            &bytes[..play.squares.count_ones() as usize],
            play.blanks.into(),
        )
    }

    /// Row and column of a lane's square, in one number.
    pub(crate) fn square_number(&self, lane: usize, index: usize) -> u64 {
        let square = self.tables.square(lane, index);
        u64::from(square.row) << 5 | u64::from(square.col)
    }
}

/// The initial value of a hash.
pub(crate) const SEED: u64 = 0xD1B5_4A32_D192_ED03;

/// Adds a number to a hash.
pub(crate) fn mix(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
}

/// A hasher for keys that are already hashes.
#[derive(Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
