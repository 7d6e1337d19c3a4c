//! The best plays of one rack, found once for boards that differ in a few lanes.
//!
//! In a simulation the same rack replies to many candidates. In the lanes that a candidate does not
//! touch, its plays and scores are the same each time; only the values of leaves may differ a
//! little. So the best plays on the board before the candidate are listed once. After each
//! candidate, those in untouched lanes are valued again and only the touched lanes are searched. If
//! the best of both beats everything that was not listed, it is the best of all.

use tisane_rules::Tiles;

use super::best::TopPlay;
use super::book::{RackBits, TILES};
use super::{Searcher, Valued};
use crate::evaluate::leave::Leaves;

/// The best plays of one rack on one board.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    plays: Vec<(TopPlay, RackBits)>,
    /// The values of leaves at that time.
    leaves: Vec<i32>,
    /// The equity of the worst listed play; `None` if all plays are listed.
    least: Option<i32>,
}

impl Searcher<'_> {
    /// Lists the `n` best plays on the current board, unless it is empty.
    pub(crate) fn prepare(
        &mut self,
        n: usize,
        rack: &Tiles,
        leaves: &impl Leaves,
    ) -> Option<Prepared> {
        let len = rack.len();
        if self.grid.n_tiles == 0 || len == 0 || len > TILES || self.generator.index().is_none() {
            return None;
        }
        self.keep_best(n, rack, leaves, &[], u64::MAX);
        let (tiles, whole) = (self.lister.book.dealt(), ((1u32 << len) - 1) as RackBits);
        let kept = &self.best.keeper.kept;
        let plays = kept.iter().map(|kept| {
            (*kept, tiles.rest_after(whole, kept.letters, kept.squares.count_ones(), kept.blanks))
        });
        let plays: Vec<(TopPlay, RackBits)> = plays.collect();
        let least = (plays.len() == n).then(|| plays[n - 1].0.equity);
        Some(Prepared { plays, leaves: self.best.leaves[..1 << len].to_vec(), least })
    }

    /// The best play of the same rack after plays that touched these lanes; `None` if the prepared
    /// plays do not decide it.
    pub(crate) fn best_prepared(
        &mut self,
        prepared: &Prepared,
        rack: &Tiles,
        leaves: &impl Leaves,
        touched: u64,
    ) -> Option<Option<Valued>> {
        self.keep_best(1, rack, leaves, &prepared.plays, touched);
        let values = self.best.leaves.iter().zip(&prepared.leaves);
        let more = values.map(|(now, before)| now - before).max().unwrap_or(0);
        let best = self.best.keeper.kept.first();
        let is_best = prepared
            .least
            .is_none_or(|least| best.is_some_and(|best| best.equity > least.saturating_add(more)));
        is_best.then(|| {
            best.map(|kept| Valued {
                play: kept.play(self.tables),
                score: kept.score,
                equity: kept.equity,
            })
        })
    }
}
