//! The best plays of one rack, found once for boards that differ in a few lanes.
//!
//! In a simulation the same rack answers many candidates. What it can play in the lanes that a candidate leaves as they are is the same
//! each time, score and all; only what leaves are worth may differ a little. So the best plays on the board before the candidate are
//! listed once. After each candidate those in its untouched lanes are valued again, only the lanes it touched are searched, and if
//! the best of both beats everything that was not listed, it is the best of all.

use tisane_rules::{Tile, Tiles};

use super::best::{self, Kept};
use super::book::{Rest, TILES};
use super::rack::Rack;
use super::{Directions, Searcher, Valued};
use crate::leave::Leaves;

/// The best plays of one rack on one board.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    plays: Vec<(Kept, Rest)>,
    /// What leaves were worth.
    leaves: Vec<i32>,
    /// What the least of the plays is worth, unless there are no others.
    least: Option<i32>,
}

impl Searcher<'_> {
    /// Lists the `n` best plays on the board as it is, if there is anything on it.
    pub(crate) fn prepare(&mut self, n: usize, rack: &Tiles, leaves: &impl Leaves) -> Option<Prepared> {
        let own = Rack::new(rack);
        if self.grid.n_tiles == 0 || own.len == 0 || self.bounding_index(own.len).is_none() {
            return None;
        }
        self.search(n, rack, &own, leaves, &[], u64::MAX)?;
        let kept = &self.best.keeper.kept;
        let plays =
            kept.iter().map(|kept| (*kept, self.scratch.book.rest_after(own.len, kept.letters, kept.squares.count_ones(), kept.blanks)));
        let plays: Vec<(Kept, Rest)> = plays.collect();
        let least = (plays.len() == n).then(|| plays[n - 1].0.equity);
        Some(Prepared { plays, leaves: self.best.leaves[..1 << own.len].to_vec(), least })
    }

    /// The best play of the same rack after plays that touched these lanes, if what was prepared tells.
    pub(crate) fn best_prepared(
        &mut self,
        prepared: &Prepared,
        rack: &Tiles,
        leaves: &impl Leaves,
        touched: u64,
    ) -> Option<Option<Valued>> {
        let own = Rack::new(rack);
        self.search(1, rack, &own, leaves, &prepared.plays, touched)?;
        let values = self.best.leaves.iter().zip(&prepared.leaves);
        let more = values.map(|(now, before)| now - before).max().unwrap_or(0);
        let best = self.best.keeper.kept.first();
        let is_best = prepared.least.is_none_or(|least| best.is_some_and(|best| best.equity > least.saturating_add(more)));
        is_best.then(|| best.map(|kept| Valued { play: kept.play(self.tables), score: kept.score, equity: kept.equity }))
    }

    /// Searches these lanes for the `n` best plays, beginning with the plays known from the other lanes. None where bounds do not hold.
    pub(super) fn search(
        &mut self,
        n: usize,
        rack: &Tiles,
        own: &Rack,
        leaves: &impl Leaves,
        known: &[(Kept, Rest)],
        lanes: u64,
    ) -> Option<()> {
        let index = self.bounding_index(own.len)?;
        let mut tiles = [Tile::Blank; TILES];
        tiles.iter_mut().zip(rack.iter()).for_each(|(slot, tile)| *slot = tile);
        let all = self.lanes(Directions::Both).filter(|lane| lanes >> lane & 1 == 1);
        let scratch = &mut self.best;
        scratch.keeper.clear(n);
        scratch.leaves.resize(1 << TILES, 0);
        leaves.tabulate(&tiles[..own.len], &mut scratch.leaves);
        for &(kept, rest) in known.iter().filter(|(kept, _)| lanes >> kept.lane & 1 == 0) {
            let equity = kept.score * 1000 + scratch.leaves[rest as usize];
            scratch.keeper.offer(self.tables, Kept { equity, ..kept });
        }
        best::Search::new(self.generator, index, &self.grid, own, &mut self.scratch.book, scratch).run(all);
        Some(())
    }
}
