//! The values of leaves: the tiles kept after a move.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use tisane_rules::{Ruleset, Tile, Tiles};

use super::draws::Draws;
use crate::evaluate::ranking::{MAX_KINDS, Pool, Ranking, kind, kinds_of};

/// Values of leaves, in thousandths of a point.
pub trait Leaves {
    /// The value of these tiles on a rack.
    fn value(&self, leave: &Tiles) -> i32;

    /// Computes the values of every subset of `tiles`; bit `i` of an index into `values` means that
    /// tile `i` is kept. `tiles` is sorted, blanks last. A search calls this once for each rack.
    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        tabulate_each(self, tiles, values);
    }
}

/// [`Leaves::tabulate`] through [`Leaves::value`].
fn tabulate_each(leaves: &(impl Leaves + ?Sized), tiles: &[Tile], values: &mut [i32]) {
    for (selection, value) in values.iter_mut().enumerate().take(1 << tiles.len()) {
        let leave = tiles
            .iter()
            .enumerate()
            .filter(|&(i, _)| selection >> i & 1 == 1)
            .map(|(_, &tile)| tile);
        *value = leaves.value(&leave.collect());
    }
}

/// Every leave has the value zero: equity is the score.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoLeaves;

impl Leaves for NoLeaves {
    fn value(&self, _leave: &Tiles) -> i32 {
        0
    }

    fn tabulate(&self, _tiles: &[Tile], values: &mut [i32]) {
        values.fill(0);
    }
}

/// A value for every leave up to a size, in one array.
#[derive(Clone, Debug)]
pub struct LeaveTable {
    ranking: Ranking,
    values: Vec<i32>,
    /// The same values arranged for sums over a pool, and how often those were requested.
    draws: OnceLock<Option<Draws>>,
    requests: Arc<AtomicUsize>,
}

/// The number of requests before [`Draws`] are built.
const PATIENCE: usize = 1_000;

impl PartialEq for LeaveTable {
    fn eq(&self, other: &LeaveTable) -> bool {
        self.ranking == other.ranking && self.values == other.values
    }
}

impl Eq for LeaveTable {}

impl LeaveTable {
    /// A table of all leaves of up to `largest` tiles, with their values computed by `value`.
    ///
    /// # Panics
    ///
    /// If there are more than some tens of millions of leaves.
    pub fn new(ruleset: &Ruleset, largest: usize, value: impl Fn(&Tiles) -> i32) -> LeaveTable {
        let ranking =
            Ranking::new(kinds_of(ruleset), largest).expect("not too many leaves for one table");
        let all: Vec<Tile> =
            ruleset.alphabet.letters().map(Tile::Letter).chain([Tile::Blank]).collect();
        let mut values = vec![0; ranking.len()];
        let pool = Pool { counts: [u8::MAX; MAX_KINDS], len: usize::MAX };
        for size in 0..=largest {
            ranking.visit(size, &pool, |kinds, rank| {
                let leave = kinds.iter().map(|&kind| all[kind as usize]).collect();
                values[ranking.first(size) + rank as usize] = value(&leave);
            });
        }
        LeaveTable::from_values(ranking, values)
    }

    /// A table from values by place.
    pub(crate) fn from_values(ranking: Ranking, values: Vec<i32>) -> LeaveTable {
        assert_eq!(ranking.len(), values.len(), "a value for each leave");
        LeaveTable { ranking, values, draws: OnceLock::new(), requests: Arc::default() }
    }

    /// Every leave with one more tile, once that was requested often enough.
    pub(crate) fn draws(&self) -> Option<&Draws> {
        match self.draws.get() {
            Some(draws) => draws.as_ref(),
            None if self.requests.fetch_add(1, Ordering::Relaxed) < PATIENCE => None,
            None => self.draws.get_or_init(|| Draws::new(&self.ranking, &self.values)).as_ref(),
        }
    }

    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    pub(crate) fn values(&self) -> &[i32] {
        &self.values
    }

    /// The size of the largest leave. Larger ones have the value zero.
    pub fn largest(&self) -> usize {
        self.ranking.largest()
    }

    /// Size in memory, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.values)
            + self.draws.get().and_then(Option::as_ref).map_or(0, Draws::size)
    }
}

impl Leaves for LeaveTable {
    fn value(&self, leave: &Tiles) -> i32 {
        if leave.len() > self.ranking.largest() {
            return 0;
        }
        let kinds: Vec<usize> = leave.iter().map(|tile| kind(self.ranking.kinds(), tile)).collect();
        self.values[self.ranking.place(kinds.into_iter())]
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        let mut ranks = [0u32; 256];
        let Some(ranks) = ranks.get_mut(..1 << tiles.len()) else {
            return tabulate_each(self, tiles, values);
        };
        values[0] = self.values[0];
        for selection in 1..ranks.len() {
            let last = selection.ilog2() as usize;
            let n = selection.count_ones() as usize;
            if n > self.ranking.largest() {
                values[selection] = 0;
                continue;
            }
            ranks[selection] = ranks[selection & !(1 << last)]
                + self.ranking.step(n, kind(self.ranking.kinds(), tiles[last]));
            values[selection] = self.values[self.ranking.first(n) + ranks[selection] as usize];
        }
    }
}

/// A table of made-up values that resemble trained ones: blanks and S are good, heavy consonants
/// and repeated or unbalanced tiles are not. For benchmarks and tests, which must not change when a
/// model is trained again.
pub fn rule_of_thumb(ruleset: &Ruleset, largest: usize) -> LeaveTable {
    let bag = ruleset.tiles().len();
    LeaveTable::new(ruleset, largest, |leave| {
        let (mut value, mut vowels, mut consonants) = (0, 0i32, 0i32);
        for (tile, n) in leave.kinds() {
            let n = n as i32;
            match tile {
                Tile::Blank => value += 24_500 * n - 2_000 * (n - 1),
                Tile::Letter(letter) => {
                    let about = ruleset.letter(letter);
                    if about.vowel {
                        vowels += n
                    } else {
                        consonants += n
                    }
                    let many = about.count as i32 * 1000 / (bag as i32).max(1);
                    // Scarce letters of middling value are hard to place; common ones are useful.
                    value += n * (many * 20 - about.value * 350 - 600 + letter.index() as i32 * 7);
                    value -= (n - 1) * n * 1_450;
                }
            }
        }
        let lean = (vowels - consonants).abs();
        value - if lean > 1 { (lean - 1) * 1_300 } else { 0 }
    })
}
