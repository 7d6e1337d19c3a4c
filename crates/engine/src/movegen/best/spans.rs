//! The stretches of a lane that a play can fill, each with an upper bound for the equity of its
//! plays.

use crate::movegen::book::TILES;
use crate::movegen::grid::{Grid, Lane, mask};
use crate::movegen::index::{Index, KEYS};
use crate::movegen::rack::Rack;
use crate::movegen::tables::{BLANK, LONGEST, Premiums, Tables};

use super::selections::{FACTORS, Selections};

/// A stretch of a lane that a play can fill.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stretch {
    /// The [`KEYS`] of the tiles to play through, added up.
    pub through: u64,
    counts: SpanCounts,
    /// Letter premiums of the empty squares, as [`Premiums::layers`].
    layers: u64,
    /// The factor of a word here.
    pub word: u16,
    pub lane: u8,
    pub start: u8,
    pub end: u8,
}

/// The number of empty squares (the lowest 8 bits), the points of the tiles (16; rulesets allow up
/// to 999 each), and the highest points of cross words (40).
#[derive(Copy, Clone, Debug, Default)]
struct SpanCounts(u64);

impl SpanCounts {
    #[inline(always)]
    fn n_empty(self) -> usize {
        (self.0 & 0xFF) as usize
    }

    #[inline(always)]
    fn tiles(self) -> i32 {
        (self.0 >> 8 & 0xFFFF) as i32
    }

    #[inline(always)]
    fn across(self) -> i32 {
        (self.0 >> 24) as i32
    }
}

impl Stretch {
    /// The number of new tiles that fill it.
    #[inline(always)]
    pub(crate) fn n_tiles(&self) -> usize {
        self.counts.n_empty()
    }

    /// The points of the tiles to play through.
    #[inline(always)]
    pub(crate) fn tiles(&self) -> i32 {
        self.counts.tiles()
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        (self.end - self.start).into()
    }
}

/// A stretch to be filled with this many blanks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Span {
    pub stretch: u32,
    pub bound: i32,
    /// The previous span with a similar bound.
    before: u32,
    pub blanks: u32,
}

/// Spans by their bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    stretches: Vec<Stretch>,
    all: Vec<Span>,
    /// For each step of bounds the last span, and for each span the previous one.
    latest: Latest,
    /// The highest step that has a span.
    highest: usize,
    sums: Sums,
}

/// Steps of bounds are 1,024 thousandths: the lowest step, and the number of steps.
const LOWEST: i32 = -64;
const STEPS: usize = 512;
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Latest([u32; STEPS]);

impl Default for Latest {
    fn default() -> Latest {
        Latest([NONE; STEPS])
    }
}

/// Prefix sums of a lane: entry `i` covers the squares before `i`, so that any stretch is a
/// difference. Arrays are longer than lanes, so that six bits are an index.
#[derive(Clone, Debug)]
struct Sums {
    counts: [SpanCounts; 64],
    /// Letter premiums of empty squares, as [`Premiums::layers`].
    layers: [u64; 64],
    /// The [`KEYS`] of the tiles.
    keys: [u64; 64],
    /// The empty squares in order, then the lane's end.
    empty: [u8; 64],
    /// Bit `i`: no tile of the rack may go on square `i`.
    barred: u32,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums {
            counts: [SpanCounts(0); 64],
            layers: [0; 64],
            keys: [0; 64],
            empty: [0; 64],
            barred: 0,
        }
    }
}

impl Sums {
    #[inline(always)]
    fn add_up(&mut self, tables: &Tables, premiums: &Premiums, here: &Lane, rack: &Rack) {
        let len = (here.len as usize).min(LONGEST);
        self.barred = 0;
        let mut across = [0u64; LONGEST];
        let mut crossed = here.crossed & !here.occupied;
        while crossed != 0 {
            let at = crossed.trailing_zeros() as usize & 31;
            crossed &= crossed - 1;
            match dearest(tables, rack, here.cross_sets[at]) {
                None => self.barred |= 1 << at,
                Some(most) => {
                    across[at] = (((here.cross_points[at] + most * premiums.letter[at])
                        * premiums.word[at]) as u64)
                        << 24
                }
            }
        }
        // Which squares have tiles is unpredictable, so there is no branch.
        let (mut count, mut layers, mut key, mut n) = (0u64, 0u64, 0u64, 0);
        for (at, across) in across.iter().enumerate().take(len) {
            let is_empty = u64::from(!here.occupied >> at & 1);
            let (if_empty, if_tile) = (is_empty.wrapping_neg(), is_empty.wrapping_sub(1));
            count += is_empty + across + ((here.values[at] as u64) << 8 & if_tile);
            key = key.wrapping_add(KEYS[here.letters[at] as usize & 63] & if_tile);
            layers += premiums.layers[at] & if_empty;
            self.empty[n & 63] = at as u8;
            n += is_empty as usize;
            self.counts[at + 1] = SpanCounts(count);
            self.layers[at + 1] = layers;
            self.keys[at + 1] = key;
        }
        self.empty[n..][..=TILES].fill(len as u8);
    }
}

/// The highest points of a tile of the rack as one of these letters.
#[inline(always)]
fn dearest(tables: &Tables, rack: &Rack, letters: u64) -> Option<i32> {
    let mut own = letters & rack.letters;
    let mut most = if rack.blanks > 0 && letters != 0 { tables.value[BLANK] } else { -1 };
    while own != 0 {
        most = most.max(tables.value[own.trailing_zeros() as usize]);
        own &= own - 1;
    }
    (most >= 0).then_some(most)
}

/// Bits `from..=to`.
#[inline(always)]
fn range(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (63 - to))
}

impl Spans {
    pub(crate) fn clear(&mut self) {
        self.stretches.clear();
        self.all.clear();
        self.latest.0.fill(NONE);
        self.highest = 0;
    }

    /// Adds the stretches of a lane.
    #[inline(never)]
    pub(crate) fn add(&mut self, tables: &Tables, grid: &Grid, rack: &Rack, lane: usize) {
        let here = &grid.lanes[lane];
        let anchors = grid.anchors(tables, lane);
        let holds = anchors | here.occupied;
        if holds == 0 {
            return;
        }
        let premiums = &tables.lanes[lane];
        let len = (here.len as usize).min(LONGEST);
        let Spans { stretches, sums, .. } = self;
        sums.add_up(tables, premiums, here, rack);
        // A single tile that forms words both ways is listed across.
        let both_ways = if lane >= tables.rows { here.crossed } else { 0 };
        // Bit `i`: a word may end before square `i`.
        let ends = !u64::from(here.occupied);
        let mut starts = !(here.occupied << 1) & mask(here.len);
        while starts != 0 {
            let start = starts.trailing_zeros() as usize & 31;
            starts &= starts - 1;
            let ahead = holds >> start;
            if ahead == 0 {
                break;
            }
            // The first square that connects the play, and the first that can't be filled.
            let hold = start + ahead.trailing_zeros() as usize;
            let before = sums.counts[start].n_empty();
            let blocked = start + (sums.barred >> start).trailing_zeros() as usize;
            let limit = (sums.empty[(before + rack.len) & 63] as usize).min(blocked).min(len);
            // A word has a new tile and at least two letters.
            let mut first = sums.empty[before & 63] as usize;
            if both_ways >> (first & 31) & 1 == 1 {
                first = sums.empty[(before + 1) & 63] as usize;
            }
            let least = (hold + 1).max(first + 1).max(start + 2);
            if least > limit {
                continue;
            }
            let mut word = 1;
            let mut multiplying =
                u64::from((premiums.multiplying & !here.occupied) >> start << start);
            let mut ends = ends & range(least, limit);
            while ends != 0 {
                let end = ends.trailing_zeros() as usize & 63;
                ends &= ends - 1;
                while multiplying.trailing_zeros() < end as u32 {
                    word *= premiums.word[multiplying.trailing_zeros() as usize & 31];
                    multiplying &= multiplying - 1;
                }
                stretches.push(Stretch {
                    through: sums.keys[end].wrapping_sub(sums.keys[start]),
                    counts: SpanCounts(sums.counts[end].0 - sums.counts[start].0),
                    layers: sums.layers[end] - sums.layers[start],
                    word: word as u16,
                    lane: lane as u8,
                    start: start as u8,
                    end: end as u8,
                });
            }
        }
    }

    /// Turns all stretches into spans, for each number of blanks.
    pub(crate) fn bound(
        &mut self,
        tables: &Tables,
        index: &Index,
        rack: &Rack,
        selections: &Selections,
    ) {
        for blanks in 0..=rack.blanks {
            self.bound_with(tables, index, rack, selections, blanks);
        }
    }

    /// Turns all stretches that can be filled with exactly this many blanks into spans.
    #[inline(never)]
    fn bound_with(
        &mut self,
        tables: &Tables,
        index: &Index,
        rack: &Rack,
        selections: &Selections,
        blanks: usize,
    ) {
        let Spans { stretches, all, latest: Latest(latest), highest, .. } = self;
        // A play of all tiles uses all blanks.
        let most = rack.len + blanks - rack.blanks;
        let by_number: [_; 2 * TILES] =
            std::array::from_fn(|n| (selections.best(n.min(TILES), blanks), tables.bonus[n]));
        for (number, stretch) in stretches.iter().enumerate() {
            let n = stretch.n_tiles();
            if n < blanks || n > most {
                continue;
            }
            // Most racks form no word of all their tiles here, and the bonus would put the span
            // before all others.
            if n == rack.len
                && let Some(filter) = index.of(stretch.len()).short_of(rack.blanks)
                && !filter.may_have(stretch.through.wrapping_add(selections.whole_key))
            {
                continue;
            }
            let (best, bonus) = by_number[n & (2 * TILES - 1)];
            let (word, layers) = (i32::from(stretch.word), stretch.layers);
            let factor = word * bonus.times;
            let joint = (factor as usize).min(FACTORS);
            let mut main = stretch.tiles()
                + best.values[(layers & 15) as usize]
                + best.values[(layers >> 8 & 15) as usize];
            let mut more = layers >> 16;
            while more != 0 {
                main += best.values[(more & 15) as usize];
                more >>= 8;
            }
            main = (main * word + stretch.counts.across()) * bonus.times
                + bonus.plus
                + best.values[n & 15] * (factor - joint as i32);
            let bound = main * 1000 + best.joint[joint];
            let step = ((bound >> 10) - LOWEST).clamp(0, STEPS as i32 - 1) as usize;
            *highest = (*highest).max(step);
            let before = std::mem::replace(&mut latest[step], all.len() as u32);
            all.push(Span { stretch: number as u32, bound, before, blanks: blanks as u32 });
        }
    }

    #[inline]
    pub(crate) fn stretch(&self, span: &Span) -> Stretch {
        self.stretches[span.stretch as usize]
    }

    /// All steps that may have a span, from the highest down.
    pub(crate) fn steps(&self) -> impl Iterator<Item = usize> + use<> {
        (0..=self.highest).rev()
    }

    /// The last span of a step, and the highest bound it may have.
    #[inline]
    pub(crate) fn last_of(&self, step: usize) -> (u32, i32) {
        let most =
            if step == STEPS - 1 { i32::MAX } else { ((step as i32 + LOWEST + 1) << 10) - 1 };
        (self.latest.0[step], most)
    }

    /// A span, and the previous one in its step.
    #[inline]
    pub(crate) fn get(&self, at: u32) -> Option<(Span, u32)> {
        let span = self.all.get(at as usize)?;
        Some((*span, span.before))
    }
}
