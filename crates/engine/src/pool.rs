//! Leaves corrected for the tiles that can still be drawn.
//!
//! The table says what a leave is worth with the tiles that are usually unseen. Its value is the mean of the values with
//! one tile more, over the tiles that may be drawn; so the mean over those that are really unseen, less the
//! value itself, tells what this pool is worth to this leave for one tile drawn. Tiles are drawn until the rack is full,
//! each of them changes the value by about as much: the correction is that difference for every tile to be drawn. (Counting
//! out all full racks takes a thousand times as long.) The empty leave stays at nothing, as in the table.

use std::cell::RefCell;

use tisane_rules::{Tile, Tiles};

use crate::leave::{LeaveTable, Leaves};
use crate::ranking::{MAX_KINDS, MAX_TILES, Pool, kind};

/// The values of leaves with one pool of unseen tiles.
#[derive(Clone, Debug)]
pub struct PoolAware<'a> {
    table: &'a LeaveTable,
    /// The kinds of tile that can be drawn, in order, with how many there are.
    pool: Vec<(u8, i32)>,
    len: i32,
    /// No more tiles than this can be drawn.
    bag: usize,
    /// What the pool is worth to the empty leave.
    empty: i32,
    memory: Option<&'a RefCell<Draws>>,
}

impl<'a> PoolAware<'a> {
    /// `bag` of the `unseen` tiles can be drawn; the others are on racks.
    pub fn new(table: &'a LeaveTable, unseen: &Tiles, bag: usize) -> PoolAware<'a> {
        let kinds = table.ranking().kinds();
        let counts = Pool::new(kinds, unseen).counts;
        let pool = (0..kinds).filter(|&kind| counts[kind] > 0).map(|kind| (kind as u8, counts[kind].into())).collect();
        let aware = PoolAware { table, pool, len: unseen.len() as i32, bag, empty: 0, memory: None };
        PoolAware { empty: aware.of_kinds(&[]), ..aware }
    }

    /// The same, with values of racks that come again and again remembered.
    pub(crate) fn with_memory(self, memory: &'a RefCell<Draws>) -> PoolAware<'a> {
        PoolAware { memory: Some(memory), ..self }
    }

    /// What these kinds, which are in order, are worth.
    fn of_kinds(&self, kinds: &[u8]) -> i32 {
        let ranking = self.table.ranking();
        if kinds.len() > ranking.largest() {
            return 0;
        }
        let value = self.table.values()[ranking.place(kinds.iter().map(|&kind| kind.into()))];
        if self.len == 0 {
            return value;
        }
        let rack = ranking.largest() + 1;
        let correction = match rack - kinds.len() {
            // Leaves with one tile more than these are not in the table: ask with any one of the tiles less.
            1 => {
                let mut fewer = [0; MAX_TILES];
                let n = kinds.len();
                let sum: i32 = (0..n)
                    .map(|gone| {
                        fewer[..gone].copy_from_slice(&kinds[..gone]);
                        fewer[gone..n - 1].copy_from_slice(&kinds[gone + 1..]);
                        self.for_one_draw(&fewer[..n - 1])
                    })
                    .sum();
                sum / n.max(1) as i32
            }
            drawn => self.for_one_draw(kinds) * drawn.min(self.bag) as i32,
        };
        value + correction - self.empty
    }

    /// How much more a leave is worth when one tile is drawn from this pool, and not from the usual one.
    fn for_one_draw(&self, kinds: &[u8]) -> i32 {
        let ranking = self.table.ranking();
        let n = kinds.len();
        // The ranks of the lesser tiles, and of the others as if there were one more below them.
        let mut lower = 0;
        let mut upper: u32 = kinds.iter().zip(2..).map(|(&kind, n)| ranking.step(n, kind.into())).sum();
        let first = ranking.first(n + 1);
        let mut at = 0;
        let mut sum = 0i64;
        for &(kind, count) in &self.pool {
            while at < n && kinds[at] < kind {
                lower += ranking.step(at + 1, kinds[at].into());
                upper -= ranking.step(at + 2, kinds[at].into());
                at += 1;
            }
            let rank = lower + ranking.step(at + 1, kind.into()) + upper;
            sum += i64::from(count) * i64::from(self.table.values()[first + rank as usize]);
        }
        let usual = self.table.values()[ranking.place(kinds.iter().map(|&kind| kind.into()))];
        (sum / i64::from(self.len)) as i32 - usual
    }

    /// [`tabulate`](Leaves::tabulate) for tiles of these kinds, from what is remembered of them.
    fn tabulate_remembered(&self, memory: &mut Draws, kinds: &[u8], values: &mut [i32]) {
        let mut counts = [0; MAX_KINDS];
        self.pool.iter().for_each(|&(kind, count)| counts[kind as usize] = count);
        let drawn = memory.of(self.table, kinds, &counts);
        let changed: Vec<(usize, i64)> = (0..drawn.kinds)
            .filter(|&kind| counts[kind] != drawn.counts[kind])
            .map(|kind| (kind, i64::from(counts[kind] - drawn.counts[kind])))
            .collect();
        let rack = self.table.ranking().largest() + 1;
        let mut one = [0; 1 << Draws::LONGEST];
        for selection in 0..1usize << kinds.len() {
            if let Some(same) = drawn.same(selection) {
                (one[selection], values[selection]) = (one[same], values[same]);
                continue;
            }
            let n = selection.count_ones() as usize;
            values[selection] = match (rack - n.min(rack), drawn.plain[selection]) {
                (0, _) => 0,
                (1, value) => {
                    let tiles = (0..kinds.len()).filter(|at| selection >> at & 1 == 1);
                    value + tiles.map(|at| one[selection ^ 1 << at]).sum::<i32>() / n.max(1) as i32 - self.empty
                }
                (draws, value) => {
                    let row = &drawn.with_one[selection * drawn.kinds..][..drawn.kinds];
                    let sum = changed.iter().fold(drawn.sums[selection], |sum, &(kind, more)| sum + i64::from(row[kind]) * more);
                    one[selection] = (sum / i64::from(self.len)) as i32 - value;
                    value + one[selection] * draws.min(self.bag) as i32 - self.empty
                }
            };
        }
    }
}

/// What the leaves of some racks are worth with each kind of tile drawn to them, whatever the pool: what takes most of the time
/// of [`PoolAware::tabulate`]. In a simulation the same racks meet pools that differ in a few tiles.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    racks: Vec<DrawsToRack>,
}

#[derive(Clone, Debug, Default)]
struct DrawsToRack {
    rack: Vec<u8>,
    kinds: usize,
    /// By selection of the rack's tiles: what it is worth.
    plain: Vec<i32>,
    /// By selection and by kind: what they are worth together.
    with_one: Vec<i32>,
    /// The pool that the rack met first, and by selection the sum of what it is worth with each of its tiles.
    counts: Vec<i32>,
    sums: Vec<i64>,
    /// Bit `i`: tile `i` is like the one before.
    repeated: usize,
}

impl Draws {
    /// Longer racks are not remembered.
    const LONGEST: usize = 8;
    /// Racks in memory; one may push out another.
    const RACKS: usize = 16;

    pub(crate) fn new() -> Draws {
        Draws { racks: vec![DrawsToRack::default(); Draws::RACKS] }
    }

    /// What is known of a rack; if nothing is, it is worked out, best for this pool.
    fn of(&mut self, table: &LeaveTable, kinds: &[u8], counts: &[i32; MAX_KINDS]) -> &DrawsToRack {
        let hash = kinds.iter().fold(0u32, |hash, &kind| (hash ^ u32::from(kind)).wrapping_mul(0x0100_0193));
        let place = &mut self.racks[(hash >> 16) as usize % Draws::RACKS];
        if place.rack != kinds || place.plain.is_empty() {
            place.fill(table, kinds, counts);
        }
        place
    }
}

impl DrawsToRack {
    fn fill(&mut self, table: &LeaveTable, rack: &[u8], counts: &[i32; MAX_KINDS]) {
        let ranking = table.ranking();
        self.rack.clear();
        self.rack.extend_from_slice(rack);
        let kinds = ranking.kinds();
        let counts = &counts[..kinds];
        self.kinds = kinds;
        self.counts.clear();
        self.counts.extend_from_slice(counts);
        self.sums.resize(1 << rack.len(), 0);
        self.repeated = (1..rack.len()).filter(|&at| rack[at] == rack[at - 1]).map(|at| 1 << at).sum();
        self.plain.resize(1 << rack.len(), 0);
        self.with_one.resize(kinds << rack.len(), 0);
        let mut chosen = [0; Draws::LONGEST];
        for selection in 0..1usize << rack.len() {
            let n = selection.count_ones() as usize;
            if n > ranking.largest() || self.same(selection).is_some() {
                continue;
            }
            let tiles = (0..rack.len()).filter(|at| selection >> at & 1 == 1).map(|at| rack[at]);
            chosen.iter_mut().zip(tiles).for_each(|(slot, kind)| *slot = kind);
            let chosen = &chosen[..n];
            self.plain[selection] = table.values()[ranking.place(chosen.iter().map(|&kind| kind.into()))];
            if n == ranking.largest() {
                continue;
            }
            // Kinds between two tiles of the selection have the same lesser tiles; the others rank as if there were one more below them.
            let row = &mut self.with_one[selection * kinds..][..kinds];
            let mut rank =
                ranking.first(n + 1) + chosen.iter().zip(2..).map(|(&kind, n)| ranking.step(n, kind.into()) as usize).sum::<usize>();
            let (mut from, mut sum) = (0, 0i64);
            for lesser in 0..=n {
                let to = chosen.get(lesser).map_or(kinds, |&kind| usize::from(kind) + 1).min(kinds);
                let (steps, values) = (&ranking.steps(lesser + 1)[..kinds], &table.values()[rank..]);
                for kind in from..to {
                    let worth = values[steps[kind] as usize];
                    row[kind] = worth;
                    sum += i64::from(worth) * i64::from(counts[kind]);
                }
                from = to;
                if let Some(&kind) = chosen.get(lesser) {
                    rank = rank + ranking.step(lesser + 1, kind.into()) as usize - ranking.step(lesser + 2, kind.into()) as usize;
                }
            }
            self.sums[selection] = sum;
        }
    }

    /// A lesser selection of the same tiles, where some of them are alike.
    #[inline]
    fn same(&self, selection: usize) -> Option<usize> {
        let moved = selection & self.repeated & !(selection << 1);
        (moved != 0).then(|| selection ^ (moved & moved.wrapping_neg()) ^ (moved & moved.wrapping_neg()) >> 1)
    }
}

impl Leaves for PoolAware<'_> {
    fn value(&self, leave: &Tiles) -> i32 {
        let mut kinds = [0; MAX_TILES];
        let n = leave.len();
        if n > MAX_TILES {
            return 0;
        }
        kinds.iter_mut().zip(leave.iter()).for_each(|(slot, tile)| *slot = kind(self.table.ranking().kinds(), tile) as u8);
        self.of_kinds(&kinds[..n])
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        let mut all = [0; MAX_TILES];
        let mut chosen = [0; MAX_TILES];
        if tiles.len() > MAX_TILES {
            return values.fill(0);
        }
        all.iter_mut().zip(tiles).for_each(|(slot, &tile)| *slot = kind(self.table.ranking().kinds(), tile) as u8);
        if let Some(memory) = self.memory
            && tiles.len() <= Draws::LONGEST
            && self.len > 0
        {
            return self.tabulate_remembered(&mut memory.borrow_mut(), &all[..tiles.len()], values);
        }
        for (selection, value) in values.iter_mut().enumerate().take(1 << tiles.len()) {
            let mut n = 0;
            for (at, &kind) in all.iter().enumerate().take(tiles.len()) {
                if selection >> at & 1 == 1 {
                    chosen[n] = kind;
                    n += 1;
                }
            }
            *value = self.of_kinds(&chosen[..n]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tisane_rules::Ruleset;

    #[test]
    fn a_pool_of_good_tiles_makes_leaves_better_that_draw_more() {
        let ruleset = Ruleset::named("english").unwrap();
        let table = LeaveTable::new(&ruleset, 6, |leave| 25_000 * leave.blanks() as i32);
        let aware = |pool: &str, leave: &str| {
            PoolAware::new(&table, &ruleset.parse_tiles(pool).unwrap(), 7).value(&ruleset.parse_tiles(leave).unwrap())
        };
        assert_eq!(aware("AEIO", "RST"), 0);
        assert_eq!(aware("AEI?", ""), 0);
        // Four tiles are drawn, and not seven.
        assert_eq!(aware("AEI?", "RST"), (4 - 7) * 25_000 / 4);
        assert_eq!(aware("AEI?", "RSTLNE"), (1 - 7) * 25_000 / 4);
        assert_eq!(aware("AEI?", "R?"), 25_000 + (5 - 7) * 25_000 / 4);
    }

    #[test]
    fn a_list_of_values_has_the_same_as_each() {
        let ruleset = Ruleset::named("english").unwrap();
        let table = crate::leave::rule_of_thumb(&ruleset, 6);
        let aware = PoolAware::new(&table, &ruleset.parse_tiles("AABDEEEIILMNORSSTUVZ?").unwrap(), 14);
        let tiles: Vec<Tile> = ruleset.parse_tiles("AEERSZ?").unwrap().iter().collect();
        let mut values = [0; 128];
        aware.tabulate(&tiles, &mut values);
        for (selection, value) in values.into_iter().enumerate() {
            let leave = tiles.iter().enumerate().filter(|(at, _)| selection >> at & 1 == 1).map(|(_, &tile)| tile).collect();
            assert_eq!(value, aware.value(&leave));
        }
    }

    #[test]
    fn what_is_remembered_is_the_same() {
        let ruleset = Ruleset::named("english").unwrap();
        let table = crate::leave::rule_of_thumb(&ruleset, 6);
        let memory = RefCell::new(Draws::new());
        for rack in ["AEERSZ?", "AEERSZ?", "EEEEEE", "AB", "QQXZ???", "AAABBCC", "ABCDEFG", "AEERSZ?", ""] {
            for pool in ["AABDEEEIILMNORSSTUVZ?", "Q", "EEEEEEEEEEEE??"] {
                let tiles: Vec<Tile> = ruleset.parse_tiles(rack).unwrap().iter().collect();
                let aware = PoolAware::new(&table, &ruleset.parse_tiles(pool).unwrap(), 3);
                let (mut plain, mut remembered) = ([0; 128], [0; 128]);
                aware.tabulate(&tiles, &mut plain);
                aware.with_memory(&memory).tabulate(&tiles, &mut remembered);
                assert_eq!(plain, remembered, "{rack} with {pool}");
            }
        }
    }
}
