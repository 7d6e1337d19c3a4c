//! What the tiles kept after a move are worth.

use tisane_rules::{Ruleset, Tile, Tiles};

/// Values of leaves, in thousandths of a point.
pub trait Leaves {
    /// What these tiles are worth on a rack.
    fn value(&self, leave: &Tiles) -> i32;

    /// The values of every selection of `tiles`: bit `i` of the place in `values` stands for tile `i`.
    /// `tiles` is in order, blanks last. A search asks once for each rack.
    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        for (selection, value) in values.iter_mut().enumerate().take(1 << tiles.len()) {
            let leave = tiles.iter().enumerate().filter(|&(i, _)| selection >> i & 1 == 1).map(|(_, &tile)| tile);
            *value = self.value(&leave.collect());
        }
    }
}

/// Every leave is worth nothing: equity is the score.
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

/// A value for every leave of up to so many tiles, in one array.
///
/// A leave's place is its rank among all leaves of its size in the combinatorial number system: for
/// kinds `a ≤ b ≤ c` that is C(a, 1) + C(b + 1, 2) + C(c + 2, 3). The rank grows by one summand with each tile, so
/// tabulating a rack is one addition and one load for each selection.
#[derive(Clone, Debug)]
pub struct LeaveTable {
    kinds: usize,
    largest: usize,
    /// What a tile of a kind adds as the `n`th tile, at `n`, `kind`; as the first, where its size begins.
    steps: Vec<u32>,
    values: Vec<i32>,
}

impl LeaveTable {
    /// A table for all leaves of up to `largest` tiles; `value` gives each its value.
    ///
    /// # Panics
    /// If that were more than a few hundred million leaves.
    pub fn new(ruleset: &Ruleset, largest: usize, value: impl Fn(&Tiles) -> i32) -> LeaveTable {
        let kinds = ruleset.alphabet.len() + 1;
        let sizes: Vec<usize> = (0..=largest).map(|size| choose(kinds + size - 1, size)).collect();
        let total: usize = sizes.iter().sum();
        assert!(total < 1 << 28, "too many leaves for one table");
        let mut steps = vec![0; (largest + 1) * kinds];
        for n in 1..=largest {
            for kind in 0..kinds {
                // Going from n - 1 to n tiles, the rank also passes all leaves of n - 1 tiles.
                steps[n * kinds + kind] = (choose(kind + n - 1, n) + sizes[n - 1]) as u32;
            }
        }
        let mut table = LeaveTable { kinds, largest, steps, values: vec![0; total] };
        let all: Vec<Tile> = ruleset.alphabet.letters().map(Tile::Letter).chain([Tile::Blank]).collect();
        table.fill(&all, 0, 0, 0, &mut Tiles::new(), &value);
        table
    }

    fn fill(&mut self, all: &[Tile], kind: usize, n: usize, place: u32, leave: &mut Tiles, value: &impl Fn(&Tiles) -> i32) {
        self.values[place as usize] = value(leave);
        if n == self.largest {
            return;
        }
        for next in kind..self.kinds {
            leave.insert(all[next]);
            let place = place + self.steps[(n + 1) * self.kinds + next];
            self.fill(all, next, n + 1, place, leave, value);
            leave.remove(all[next]);
        }
    }

    fn kind(&self, tile: Tile) -> usize {
        match tile {
            Tile::Letter(letter) => letter.index(),
            Tile::Blank => self.kinds - 1,
        }
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        size_of_val(&*self.values)
    }
}

impl Leaves for LeaveTable {
    fn value(&self, leave: &Tiles) -> i32 {
        if leave.len() > self.largest {
            return 0;
        }
        let place: u32 = leave.iter().zip(1..).map(|(tile, n)| self.steps[n * self.kinds + self.kind(tile)]).sum();
        self.values[place as usize]
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        let mut places = [0u32; 256];
        let Some(places) = places.get_mut(..1 << tiles.len()) else { return };
        values[0] = self.values[0];
        for selection in 1..places.len() {
            let last = selection.ilog2() as usize;
            let n = selection.count_ones() as usize;
            if n > self.largest {
                values[selection] = 0;
                continue;
            }
            places[selection] = places[selection & !(1 << last)] + self.steps[n * self.kinds + self.kind(tiles[last])];
            values[selection] = self.values[places[selection] as usize];
        }
    }
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// A table of made-up values that look like trained ones: blanks and S are worth keeping, heavy
/// consonants and repeated or unbalanced tiles are not. For benchmarks and until a table is trained.
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
                    // Scarce letters of middling value are hard to place; the commonest are handy.
                    value += n * (many * 20 - about.value * 350 - 600 + letter.index() as i32 * 7);
                    value -= (n - 1) * n * 1_450;
                }
            }
        }
        let lean = (vowels - consonants).abs();
        value - if lean > 1 { (lean - 1) * 1_300 } else { 0 }
    })
}
