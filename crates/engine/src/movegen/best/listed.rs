//! Finds the best plays among all plays. For a few positions this is faster than building the
//! index, and it works where bounds are not valid.

use crate::movegen::book::{Packed, RackBits, TileBits};
use crate::movegen::plays::Sink;
use crate::movegen::slot::Slot;
use crate::movegen::tables::Tables;

use super::keeper::{Keeper, TopPlay};

/// Keeps the best of the plays it receives.
pub(crate) struct Judge<'a> {
    tables: &'a Tables,
    tiles: TileBits,
    /// The values of leaves, and the highest of them.
    leaves: &'a [i32],
    dearest: i32,
    whole: RackBits,
    keeper: &'a mut Keeper,
    /// Number of plays received.
    pub seen: usize,
}

impl<'a> Judge<'a> {
    /// For a rack of `len` tiles.
    pub(crate) fn new(
        tables: &'a Tables,
        tiles: TileBits,
        len: usize,
        leaves: &'a [i32],
        keeper: &'a mut Keeper,
    ) -> Judge<'a> {
        let leaves = &leaves[..1 << len];
        let dearest = leaves.iter().copied().max().unwrap_or(0);
        Judge {
            tables,
            tiles,
            leaves,
            dearest,
            whole: ((1u32 << len) - 1) as RackBits,
            keeper,
            seen: 0,
        }
    }
}

impl Sink for Judge<'_> {
    #[inline]
    fn found(&mut self, slot: &Slot, letters: Packed, blanks: u32, score: i32) {
        self.seen += 1;
        if score * 1000 + self.dearest < self.keeper.threshold() {
            return;
        }
        let rest = self.tiles.rest_after(self.whole, letters, slot.n_tiles.into(), blanks);
        let equity = score * 1000 + self.leaves[rest as usize];
        self.keeper.offer(
            self.tables,
            TopPlay { equity, score, squares: slot.squares, blanks, letters, lane: slot.lane },
        );
    }

    fn found_long(&mut self, _: &Slot, _: &[u8], _: u32, _: i32) {
        unreachable!("racks have at most eight tiles");
    }
}
