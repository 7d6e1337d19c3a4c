//! The value of every leave on one board, computed exactly: the best result with every rack that
//! could be drawn, and from that the expected result of each leave over the tiles drawn to it.
//!
//! A rack is a *stem* and one tile that is not greater than any of it. The racks of one stem are
//! adjacent in every table, and so are the corresponding splits into tiles played and kept, so that
//! eight racks are processed in one step.

use super::POINT;
use super::sheet::Sheet;
use crate::evaluate::ranking::{MAX_TILES, Pool, Ranking};

/// Racks processed in one step.
const LANES: usize = 8;

/// The leaves of the previous generation, prepared for a census.
pub(super) struct PreviousLeaves {
    /// By place, in [`POINT`]s.
    leaves: Vec<i16>,
    /// For each full rack, by rank, its best leave: the value of exchanging.
    keeps: Vec<i16>,
}

impl PreviousLeaves {
    /// From values in thousandths of a point, by place.
    pub(super) fn new(ranking: &Ranking, values: &[i32]) -> PreviousLeaves {
        let rack = ranking.largest();
        let mut leaves: Vec<i16> = values.iter().map(|&value| units(value)).collect();
        assert_eq!(leaves.len(), ranking.first(rack), "a value for each leave");
        let mut keeps = leaves.clone();
        keeps.resize(ranking.len(), i16::MIN);
        let pool = Pool { counts: [u8::MAX; crate::evaluate::ranking::MAX_KINDS], len: usize::MAX };
        for size in 1..=rack {
            ranking.visit(size, &pool, |kinds, rank| {
                let mut lesser = 0;
                let mut best = keeps[ranking.first(size) + rank as usize];
                for (&kind, n) in kinds.iter().zip(1..) {
                    // Without this tile, those above it move down by one.
                    let without: u32 = kinds[n..]
                        .iter()
                        .zip(n..)
                        .map(|(&kind, n)| ranking.step(n, kind.into()))
                        .sum();
                    best = best.max(keeps[ranking.first(size - 1) + (lesser + without) as usize]);
                    lesser += ranking.step(n, kind.into());
                }
                keeps[ranking.first(size) + rank as usize] = best;
            });
        }
        keeps.drain(..ranking.first(rack));
        keeps.extend([0; LANES]);
        leaves.extend([0; LANES]);
        PreviousLeaves { leaves, keeps }
    }
}

fn units(thousandths: i32) -> i16 {
    (thousandths * i32::from(POINT)).div_euclid(1000).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// The best result with each full rack, by rank, in [`POINT`]s; 0 for racks that cannot be drawn.
pub(super) fn best(
    ranking: &Ranking,
    before: &PreviousLeaves,
    sheet: &Sheet,
    pool: &Pool,
    best: &mut [i16],
) {
    best.fill(0);
    let stem = ranking.largest() - 1;
    let mut census =
        Census { ranking, before, sheet, pool, best, splits: vec![Vec::new(); stem.max(1)] };
    census.splits[0].push(Split {
        played: 0,
        in_run: 0,
        rank: [0; SHIFTS],
        kept_rank: [0; SHIFTS],
    });
    if stem == 0 {
        return;
    }
    census.stems(stem, ranking.kinds(), 0, 0);
}

/// How far a rank can be shifted: by the number of lesser tiles still to come.
const SHIFTS: usize = MAX_TILES + 1;

/// One way to split a part of a stem into tiles played and kept.
#[derive(Copy, Clone)]
struct Split {
    played: u8,
    /// How many of the latest tiles, which are all equal, are played.
    in_run: u8,
    /// The ranks of the tiles played; at `n` as if there were `n` lesser tiles.
    rank: [u32; SHIFTS],
    /// The same for the tiles kept.
    kept_rank: [u32; SHIFTS],
}

struct Census<'a> {
    ranking: &'a Ranking,
    before: &'a PreviousLeaves,
    sheet: &'a Sheet,
    pool: &'a Pool,
    best: &'a mut [i16],
    /// By the number of tiles in the part of the stem.
    splits: Vec<Vec<Split>>,
}

impl Census<'_> {
    /// Chooses the `n` least tiles of the stem, all of kinds below `below`; `run` tiles of the kind
    /// before that were chosen last. `row` is the rank of the stem as if there were one lesser
    /// tile.
    fn stems(&mut self, n: usize, below: usize, run: u8, row: u32) {
        let depth = self.ranking.largest() - 1 - n;
        for kind in (0..below).rev() {
            let taken = if kind + 1 == below { run } else { 0 };
            if self.pool.counts[kind] <= taken {
                continue;
            }
            let row = row + self.ranking.step(n + 1, kind);
            if n == 1 {
                self.racks(kind, taken, row);
                continue;
            }
            let (done, rest) = self.splits.split_at_mut(depth + 1);
            let (from, to) = (&done[depth], &mut rest[0]);
            to.clear();
            for split in from {
                let in_run = if taken > 0 { split.in_run } else { 0 };
                let mut played = Split { played: split.played + 1, in_run: in_run + 1, ..*split };
                for shift in 0..=n {
                    played.rank[shift] = self.ranking.step(shift + 1, kind) + split.rank[shift + 1];
                }
                // If these tiles start no play, neither do more of them.
                if self.sheet.begun
                    [self.ranking.first(played.played.into()) + played.rank[0] as usize]
                {
                    to.push(played);
                }
                if in_run == 0 {
                    let mut kept = Split { in_run: 0, ..*split };
                    for shift in 0..=n {
                        kept.kept_rank[shift] =
                            self.ranking.step(shift + 1, kind) + split.kept_rank[shift + 1];
                    }
                    to.push(kept);
                }
            }
            self.stems(n - 1, kind + 1, taken + 1, row);
        }
    }

    /// The racks of a stem with the least tile `least`, of which there are `taken` more: each has
    /// one more tile, not greater.
    fn racks(&mut self, least: usize, taken: u8, row: u32) {
        let steps = least / LANES + 1;
        let mut found = [[0i16; LANES]; crate::evaluate::ranking::MAX_KINDS / LANES];
        let found = &mut found[..steps];
        for (step, found) in found.iter_mut().enumerate() {
            found.copy_from_slice(&self.before.keeps[row as usize + step * LANES..][..LANES]);
        }
        let depth = self.ranking.largest() - 2;
        for split in &self.splits[depth] {
            let (played, kept) = (split.played as usize, depth - split.played as usize);
            let in_run = if taken > 0 { split.in_run } else { 0 };
            let step_2 = self.ranking.step(2, least);
            // The least tile of the stem is played or kept; of equal tiles, the first ones are
            // played.
            self.racks_of_split(
                found,
                Part {
                    size: played + 1,
                    rank: least as u32 + split.rank[1],
                    row: step_2 + split.rank[2],
                },
                Part { size: kept, rank: split.kept_rank[0], row: split.kept_rank[1] },
            );
            if in_run == 0 {
                self.racks_of_split(
                    found,
                    Part { size: played, rank: split.rank[0], row: split.rank[1] },
                    Part {
                        size: kept + 1,
                        rank: least as u32 + split.kept_rank[1],
                        row: step_2 + split.kept_rank[2],
                    },
                );
            }
        }
        for (tile, &worth) in found.as_flattened().iter().enumerate().take(least + 1) {
            let gone = if tile == least { taken + 1 } else { 0 };
            if self.pool.counts[tile] > gone {
                self.best[row as usize + tile] = worth;
            }
        }
    }

    #[inline]
    fn racks_of_split(&self, found: &mut [[i16; LANES]], played: Part, kept: Part) {
        let PreviousLeaves { leaves, .. } = self.before;
        let place = self.ranking.first(played.size) + played.rank as usize;
        // The additional tile is played.
        if self.sheet.with_one[place] {
            let leave = leaves[self.ranking.first(kept.size) + kept.rank as usize];
            raise(
                found,
                &self.sheet.scores[self.ranking.first(played.size + 1) + played.row as usize..],
                leave,
            );
        }
        // It is kept.
        let score = self.sheet.scores[place];
        if score > 0 {
            raise(found, &leaves[self.ranking.first(kept.size + 1) + kept.row as usize..], score);
        }
    }
}

/// The tiles of a stem that are played, or those that are kept.
#[derive(Copy, Clone)]
struct Part {
    size: usize,
    rank: u32,
    /// The rank as if there were one lesser tile.
    row: u32,
}

/// Raises the results to the sums where those are higher.
#[inline]
fn raise(found: &mut [[i16; LANES]], summands: &[i16], other: i16) {
    for (found, summands) in found.iter_mut().zip(summands.as_chunks::<LANES>().0) {
        for (found, summand) in found.iter_mut().zip(summands) {
            *found = summand.saturating_add(other).max(*found);
        }
    }
}

/// Computes the values of multisets of `size` tiles, to which one tile is drawn from the pool, from
/// those of `size + 1` tiles. `scale` multiplies the result to keep precision.
pub(super) fn draw_one<T: Copy + Into<i32>>(
    ranking: &Ranking,
    pool: &Pool,
    size: usize,
    above: &[T],
    scale: i32,
    below: &mut Vec<i32>,
) {
    below.clear();
    below.resize(ranking.of_size(size).len(), 0);
    let left = |kind: usize, kinds: &[u8]| {
        i32::from(pool.counts[kind])
            - kinds.iter().filter(|&&other| usize::from(other) == kind).count() as i32
    };
    if size == 0 {
        below[0] = (0..ranking.kinds())
            .map(|kind| i32::from(pool.counts[kind]) * above[kind].into())
            .sum();
    } else {
        ranking.visit(size, pool, |kinds, rank| {
            let least = usize::from(kinds[0]);
            let row: u32 =
                kinds.iter().zip(2..).map(|(&kind, n)| ranking.step(n, kind.into())).sum();
            let racks = &above[row as usize..][..=least];
            let mut sum = 0;
            for (kind, &worth) in racks.iter().enumerate() {
                sum += left(kind, kinds).max(0) * worth.into();
            }
            below[rank as usize] += sum;
            // In the same racks, any other tile may be the one drawn.
            let mut lower = 0;
            for (at, &kind) in kinds.iter().enumerate() {
                if at == 0 || kinds[at - 1] != kind {
                    let upper: u32 = kinds[at + 1..]
                        .iter()
                        .zip(at + 2..)
                        .map(|(&kind, n)| ranking.step(n, kind.into()))
                        .sum();
                    let row = (lower + upper) as usize;
                    let weight = left(kind.into(), kinds) + 1;
                    let n = if usize::from(kind) == least { least } else { least + 1 };
                    for (below, &worth) in below[row..].iter_mut().zip(&racks[..n]) {
                        *below += weight * worth.into();
                    }
                }
                lower += ranking.step(at + 2, kind.into());
            }
        });
    }
    let n = (pool.len - size) as i32;
    below.iter_mut().for_each(|sum| *sum = (*sum * scale + n / 2) / n);
}
