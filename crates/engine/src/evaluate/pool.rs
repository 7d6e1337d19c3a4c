//! Leaves corrected for the tiles that can still be drawn.
//!
//! The table holds the value of a leave for an average pool of unseen tiles. That value is the
//! mean, over the tiles that may be drawn, of the values with one more tile. So the mean over the
//! tiles that are really unseen, minus the value itself, is what this pool changes for one drawn
//! tile. Each further tile changes about as much, so the correction is this difference times the
//! number of tiles to draw. (Enumerating all full racks takes a thousand times as long.) The empty
//! leave stays at zero, as in the table.

use tisane_rules::{Tile, Tiles};

use crate::evaluate::draws::{Draws, KindCounts};
use crate::evaluate::leave::{LeaveTable, Leaves};
use crate::evaluate::ranking::{MAX_TILES, Pool, kind};

/// The values of leaves for one pool of unseen tiles.
#[derive(Clone, Debug)]
pub(crate) struct PoolAware<'a> {
    table: &'a LeaveTable,
    /// How many tiles of each kind can be drawn.
    counts: KindCounts,
    len: i32,
    /// The number of tiles in the bag.
    bag: usize,
    /// What the pool changes for the empty leave.
    empty: i32,
}

impl<'a> PoolAware<'a> {
    /// `bag` of the `unseen` tiles can be drawn; the rest are on racks.
    pub(crate) fn new(table: &'a LeaveTable, unseen: &Tiles, bag: usize) -> PoolAware<'a> {
        let counts = Pool::new(table.ranking().kinds(), unseen).counts;
        let counts = counts.map(i16::from);
        let aware = PoolAware { table, counts, len: unseen.len() as i32, bag, empty: 0 };
        PoolAware { empty: aware.of_kinds(&[]), ..aware }
    }

    /// The value of these kinds, which are sorted.
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
            // The table has no leaves with one more tile: use the mean over the leaves with one
            // tile fewer.
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

    /// The difference between drawing one tile from this pool and from an average one.
    fn for_one_draw(&self, kinds: &[u8]) -> i32 {
        let mut sum = 0i64;
        let values = self.table.values();
        self.table.ranking().with_one_more(kinds, |kind, place| {
            sum += i64::from(self.counts[kind]) * i64::from(values[place])
        });
        let usual = values[self.table.ranking().place(kinds.iter().map(|&kind| kind.into()))];
        (sum / i64::from(self.len)) as i32 - usual
    }

    /// [`tabulate`](Leaves::tabulate) for tiles of these kinds, using `draws`.
    fn tabulate_known(&self, draws: &Draws, kinds: &[u8], values: &mut [i32]) {
        let ranking = self.table.ranking();
        let rack = ranking.largest() + 1;
        let (mut ranks, mut one) = ([0u32; 1 << LONGEST], [0i32; 1 << LONGEST]);
        for selection in 0..1usize << kinds.len() {
            let n = selection.count_ones() as usize;
            if n == rack {
                values[selection] = 0;
                continue;
            }
            if selection > 0 {
                let last = selection.ilog2() as usize;
                ranks[selection] =
                    ranks[selection ^ 1 << last] + ranking.step(n, kinds[last].into());
            }
            let place = ranking.first(n) + ranks[selection] as usize;
            values[selection] = if n + 1 == rack {
                let tiles = (0..kinds.len()).filter(|at| selection >> at & 1 == 1);
                let correction =
                    tiles.map(|at| one[selection ^ 1 << at]).sum::<i32>() / n.max(1) as i32;
                self.table.values()[place] + correction - self.empty
            } else {
                let (value, sum) = draws.of(place, &self.counts);
                one[selection] = sum / self.len - value;
                value + one[selection] * (rack - n).min(self.bag) as i32 - self.empty
            };
        }
    }
}

/// Longer racks are evaluated subset by subset.
const LONGEST: usize = 8;

impl Leaves for PoolAware<'_> {
    fn value(&self, leave: &Tiles) -> i32 {
        let mut kinds = [0; MAX_TILES];
        let n = leave.len();
        if n > MAX_TILES {
            return 0;
        }
        kinds
            .iter_mut()
            .zip(leave.iter())
            .for_each(|(slot, tile)| *slot = kind(self.table.ranking().kinds(), tile) as u8);
        self.of_kinds(&kinds[..n])
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        let mut all = [0; MAX_TILES];
        let mut chosen = [0; MAX_TILES];
        if tiles.len() > MAX_TILES {
            return values.fill(0);
        }
        all.iter_mut()
            .zip(tiles)
            .for_each(|(slot, &tile)| *slot = kind(self.table.ranking().kinds(), tile) as u8);
        if tiles.len() <= LONGEST.min(self.table.largest() + 1)
            && self.len > 0
            && let Some(draws) = self.table.draws()
        {
            return self.tabulate_known(draws, &all[..tiles.len()], values);
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
    use crate::evaluate::draws::UNIT;
    use tisane_rules::Ruleset;

    #[test]
    fn a_good_pool_favours_leaves_that_draw_more() {
        let ruleset = Ruleset::named("english").unwrap();
        let table = LeaveTable::new(&ruleset, 6, |leave| 25_000 * leave.blanks() as i32);
        let aware = |pool: &str, leave: &str| {
            PoolAware::new(&table, &ruleset.parse_tiles(pool).unwrap(), 7)
                .value(&ruleset.parse_tiles(leave).unwrap())
        };
        assert_eq!(aware("AEIO", "RST"), 0);
        assert_eq!(aware("AEI?", ""), 0);
        // Four tiles are drawn instead of seven.
        assert_eq!(aware("AEI?", "RST"), (4 - 7) * 25_000 / 4);
        assert_eq!(aware("AEI?", "RSTLNE"), (1 - 7) * 25_000 / 4);
        assert_eq!(aware("AEI?", "R?"), 25_000 + (5 - 7) * 25_000 / 4);
    }

    #[test]
    fn tabulated_values_equal_single_ones() {
        let ruleset = Ruleset::named("english").unwrap();
        let table = crate::evaluate::leave::rule_of_thumb(&ruleset, 6);
        let aware =
            PoolAware::new(&table, &ruleset.parse_tiles("AABDEEEIILMNORSSTUVZ?").unwrap(), 14);
        let tiles: Vec<Tile> = ruleset.parse_tiles("AEERSZ?").unwrap().iter().collect();
        let mut values = [0; 128];
        aware.tabulate(&tiles, &mut values);
        for (selection, value) in values.into_iter().enumerate() {
            let leave = tiles
                .iter()
                .enumerate()
                .filter(|(at, _)| selection >> at & 1 == 1)
                .map(|(_, &tile)| tile)
                .collect();
            assert_eq!(value, aware.value(&leave));
        }
    }

    #[test]
    fn precomputed_draws_change_no_value() {
        let ruleset = Ruleset::named("english").unwrap();
        let rough = crate::evaluate::leave::rule_of_thumb(&ruleset, 6);
        let table = LeaveTable::new(&ruleset, 6, |leave| rough.value(leave) / UNIT * UNIT);
        let draws = Draws::new(table.ranking(), table.values()).unwrap();
        for rack in ["AEERSZ?", "EEEEEE", "AB", "QQXZ???", "AAABBCC", "ABCDEFG", ""] {
            for (pool, bag) in [("AABDEEEIILMNORSSTUVZ?", 14), ("Q", 1), ("EEEEEEEEEEEE??", 3)] {
                let kinds: Vec<u8> = ruleset
                    .parse_tiles(rack)
                    .unwrap()
                    .iter()
                    .map(|tile| kind(27, tile) as u8)
                    .collect();
                let tiles: Vec<Tile> = ruleset.parse_tiles(rack).unwrap().iter().collect();
                let aware = PoolAware::new(&table, &ruleset.parse_tiles(pool).unwrap(), bag);
                let (mut plain, mut known) = ([0; 128], [0; 128]);
                aware.tabulate(&tiles, &mut plain);
                aware.tabulate_known(&draws, &kinds, &mut known);
                assert_eq!(plain, known, "{rack} with {pool}");
            }
        }
    }
}
