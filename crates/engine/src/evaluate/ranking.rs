//! The place of every multiset of up to a given number of tiles in one array.
//!
//! Multisets of one size are adjacent, ordered by their rank in the combinatorial number system:
//! for kinds `a ≤ b ≤ c` that is C(a, 1) + C(b + 1, 2) + C(c + 2, 3). Multisets that differ only in
//! their least tile are neighbours, which makes visiting all of them fast.

use tisane_rules::{Ruleset, Tile};

/// The largest number of kinds of tile.
pub(crate) const MAX_KINDS: usize = 64;
/// The largest multiset.
pub(crate) const MAX_TILES: usize = 16;
/// More places than this take too much memory.
const MAX_PLACES: usize = 1 << 26;

#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Ranking {
    kinds: usize,
    largest: usize,
    /// The contribution of a kind to the rank as the `n`th least tile, by `n`, then `kind`.
    steps: Vec<u32>,
    /// The first place of each size, and the end.
    first: Vec<usize>,
}

impl Ranking {
    /// For up to `largest` tiles; `None` if there are too many multisets.
    pub(crate) fn new(kinds: usize, largest: usize) -> Option<Ranking> {
        if kinds > MAX_KINDS || largest > MAX_TILES {
            return None;
        }
        let mut first = vec![0];
        for size in 0..=largest {
            first.push(first[size] + choose(kinds + size - 1, size));
            if first[size + 1] > MAX_PLACES {
                return None;
            }
        }
        let mut steps = vec![0; (largest + 1) * kinds];
        for n in 1..=largest {
            for kind in 0..kinds {
                steps[n * kinds + kind] = choose(kind + n - 1, n) as u32;
            }
        }
        Some(Ranking { kinds, largest, steps, first })
    }

    pub(crate) fn kinds(&self) -> usize {
        self.kinds
    }

    pub(crate) fn largest(&self) -> usize {
        self.largest
    }

    /// The number of multisets.
    pub(crate) fn len(&self) -> usize {
        self.first[self.largest + 1]
    }

    /// The places of all multisets of one size.
    pub(crate) fn of_size(&self, size: usize) -> std::ops::Range<usize> {
        self.first[size]..self.first[size + 1]
    }

    /// The first place of the multisets of one size.
    #[inline]
    pub(crate) fn first(&self, size: usize) -> usize {
        self.first[size]
    }

    /// The contribution of a kind to the rank as the `n`th least tile.
    #[inline]
    pub(crate) fn step(&self, n: usize, kind: usize) -> u32 {
        self.steps[n * self.kinds + kind]
    }

    /// The contributions of all kinds as the `n`th least tile.
    pub(crate) fn steps(&self, n: usize) -> &[u32] {
        &self.steps[n * self.kinds..][..self.kinds]
    }

    /// The place of these kinds, which are sorted.
    pub(crate) fn place(&self, kinds: impl ExactSizeIterator<Item = usize>) -> usize {
        let first = self.first[kinds.len()];
        first + kinds.zip(1..).map(|(kind, n)| self.step(n, kind) as usize).sum::<usize>()
    }

    /// Calls `visit` for each kind, with the place of `kinds` plus one tile of that kind. `kinds`
    /// is sorted.
    #[inline]
    pub(crate) fn with_one_more(&self, kinds: &[u8], mut visit: impl FnMut(usize, usize)) {
        let n = kinds.len();
        // Kinds between two of these have the same lesser tiles; the tiles above move up by one.
        let mut rank = self.first(n + 1)
            + kinds
                .iter()
                .zip(2..)
                .map(|(&kind, n)| self.step(n, kind.into()) as usize)
                .sum::<usize>();
        let mut from = 0;
        for lesser in 0..=n {
            let to = kinds.get(lesser).map_or(self.kinds(), |&kind| usize::from(kind) + 1);
            for (kind, &step) in self.steps(lesser + 1).iter().enumerate().take(to).skip(from) {
                visit(kind, rank + step as usize);
            }
            from = to;
            if let Some(&kind) = kinds.get(lesser) {
                rank = rank + self.step(lesser + 1, kind.into()) as usize
                    - self.step(lesser + 2, kind.into()) as usize;
            }
        }
    }

    /// Visits the multisets of one size that can be taken from a pool, each with its sorted kinds
    /// and its rank.
    pub(crate) fn visit(&self, size: usize, pool: &Pool, mut visit: impl FnMut(&[u8], u32)) {
        if size == 0 {
            return visit(&[], 0);
        }
        let mut kinds = [0; MAX_TILES];
        self.visit_rows(size, pool, |row| {
            kinds[1..size].copy_from_slice(row.others);
            for least in row.least() {
                kinds[0] = least as u8;
                visit(&kinds[..size], row.rank + least as u32);
            }
        });
    }

    /// [`visit`](Self::visit) for a row of multisets at a time; the size is at least one.
    pub(crate) fn visit_rows(&self, size: usize, pool: &Pool, mut visit: impl FnMut(Row<'_>)) {
        let mut others = [0; MAX_TILES];
        self.visit_below(size, self.kinds, 0, pool, 0, &mut others[..size - 1], &mut visit);
    }

    /// Chooses the `n` least tiles except the least one; `run` is how often the kind `below - 1`
    /// was chosen just before.
    #[allow(clippy::too_many_arguments, reason = "a recursion in a hot loop")]
    fn visit_below(
        &self,
        n: usize,
        below: usize,
        run: u8,
        pool: &Pool,
        rank: u32,
        others: &mut [u8],
        visit: &mut impl FnMut(Row<'_>),
    ) {
        if n == 1 {
            return visit(Row { others, rank, below, run, pool });
        }
        for kind in (0..below).rev() {
            let taken = if kind + 1 == below { run } else { 0 };
            if pool.counts[kind] > taken {
                others[n - 2] = kind as u8;
                self.visit_below(
                    n - 1,
                    kind + 1,
                    taken + 1,
                    pool,
                    rank + self.step(n, kind),
                    others,
                    visit,
                );
            }
        }
    }
}

/// The multisets that differ only in their least tile.
pub(crate) struct Row<'a> {
    /// The tiles they share, sorted.
    pub others: &'a [u8],
    /// The rank without the least tile, whose kind is to be added.
    pub rank: u32,
    below: usize,
    run: u8,
    pool: &'a Pool,
}

impl Row<'_> {
    /// The kinds of the least tile, highest first.
    pub(crate) fn least(&self) -> impl Iterator<Item = usize> {
        (0..self.below).rev().filter(|&kind| {
            self.pool.counts[kind] > if kind + 1 == self.below { self.run } else { 0 }
        })
    }
}

/// The number of tiles of each kind.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Pool {
    pub counts: [u8; MAX_KINDS],
    pub len: usize,
}

impl Pool {
    pub(crate) fn new(kinds: usize, tiles: &tisane_rules::Tiles) -> Pool {
        let mut counts = [0; MAX_KINDS];
        for (tile, n) in tiles.kinds() {
            counts[kind(kinds, tile)] = n as u8;
        }
        Pool { counts, len: tiles.len() }
    }

    /// How many multisets of up to `largest` tiles can be taken.
    pub(crate) fn n_multisets(&self, largest: usize) -> u64 {
        let mut of_size = vec![0u64; largest + 1];
        of_size[0] = 1;
        for &count in &self.counts {
            for size in (1..=largest).rev() {
                of_size[size] += (1..=size.min(count.into()))
                    .map(|n| of_size[size - n])
                    .fold(0, u64::saturating_add);
            }
        }
        of_size.into_iter().fold(0, u64::saturating_add)
    }
}

/// The number of kinds of tile in a game: its letters, then the blank.
pub(crate) fn kinds_of(ruleset: &Ruleset) -> usize {
    ruleset.alphabet.len() + 1
}

/// The kind of a tile, given the number of kinds.
pub(crate) fn kind(kinds: usize, tile: Tile) -> usize {
    match tile {
        Tile::Letter(letter) => letter.index(),
        Tile::Blank => kinds - 1,
    }
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_its_own_place() {
        let ranking = Ranking::new(5, 4).unwrap();
        let pool = Pool { counts: [4; MAX_KINDS], len: 20 };
        for size in 0..=4 {
            let mut places = Vec::new();
            ranking.visit(size, &pool, |kinds, rank| {
                assert!(kinds.is_sorted());
                let place = ranking.place(kinds.iter().map(|&kind| kind.into()));
                assert_eq!(place, ranking.first(size) + rank as usize);
                places.push(place);
            });
            places.sort_unstable();
            assert!(places.into_iter().eq(ranking.of_size(size)));
        }
    }

    #[test]
    fn a_pool_limits_what_is_visited() {
        let ranking = Ranking::new(3, 3).unwrap();
        let mut pool = Pool { counts: [0; MAX_KINDS], len: 4 };
        pool.counts[..3].copy_from_slice(&[2, 0, 2]);
        let mut seen = Vec::new();
        ranking.visit(3, &pool, |kinds, _| seen.push(kinds.to_vec()));
        assert_eq!(seen, [[0, 2, 2], [0, 0, 2]]);
        assert_eq!(pool.n_multisets(3), 1 + 2 + 3 + 2);
    }

    #[test]
    fn too_many_multisets_are_rejected() {
        assert!(Ranking::new(34, 7).is_some());
        assert!(Ranking::new(34, 10).is_none());
    }
}
