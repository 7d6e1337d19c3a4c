//! Gordon's walk: from every anchor outwards through a GADDAG. Here to be measured against; `lab/`
//! tells how it did.

use tisane_lexicon::Gaddag;
use tisane_lexicon::graph::NodeId;

use super::Searcher;
use super::grid::{Lane, mask};
use super::plain::emit;
use super::plays::Sink;
use super::rack::{Hand, Rack};
use super::tables::LONGEST;

/// Every play of these lanes.
pub(crate) fn every_play(
    searcher: &Searcher<'_>,
    gaddag: &Gaddag,
    rack: &Rack,
    lanes: impl Iterator<Item = usize>,
    sink: &mut impl Sink,
) {
    for lane in lanes {
        let grid = &searcher.grid;
        let here = &grid.lanes[lane];
        let beside = (here.occupied << 1 | here.occupied >> 1 | here.crossed)
            & !here.occupied
            & mask(here.len);
        let mut anchors = if grid.n_tiles == 0 { searcher.tables.starts[lane] } else { beside };
        let mut limit = 0;
        while anchors != 0 {
            let anchor = anchors.trailing_zeros() as usize;
            anchors &= anchors - 1;
            let letters = [0; LONGEST];
            let mut walk = Walk {
                searcher,
                gaddag,
                rack,
                lane,
                here,
                anchor,
                limit,
                hand: Hand::new(rack),
                letters,
                sink,
            };
            walk.left(gaddag.root(), anchor);
            limit = anchor + 1;
        }
    }
}

struct Walk<'a, S> {
    searcher: &'a Searcher<'a>,
    gaddag: &'a Gaddag,
    rack: &'a Rack,
    lane: usize,
    here: &'a Lane,
    anchor: usize,
    /// The first square that new tiles may take.
    limit: usize,
    hand: Hand,
    /// By square.
    letters: [u8; LONGEST],
    sink: &'a mut S,
}

impl<S: Sink> Walk<'_, S> {
    fn is_free(&self, at: Option<usize>) -> bool {
        at.is_none_or(|at| at >= self.here.len as usize || self.here.occupied >> at & 1 == 0)
    }

    /// Takes square `at`, then goes on with `then`, for every letter that it may have.
    fn take(&mut self, node: NodeId, at: usize, then: impl Fn(&mut Self, NodeId, bool)) {
        let graph = self.gaddag.graph();
        let (children, accepts) = (graph.node(node).children, graph.node(node).accepts);
        if self.here.occupied >> at & 1 == 1 {
            let letter = u32::from(self.here.letters[at]);
            if let Some(next) = graph.child(node, letter) {
                then(self, next, accepts >> letter & 1 == 1);
            }
            return;
        }
        let mut letters = children & self.here.cross_sets[at];
        while letters != 0 {
            let letter = letters.trailing_zeros() as usize;
            letters &= letters - 1;
            let Some(taken) = self.hand.take(letter) else { continue };
            self.letters[at] = letter as u8;
            then(self, graph.target(graph.node(node), letter as u32), accepts >> letter & 1 == 1);
            self.hand.give_back(taken);
        }
    }

    fn left(&mut self, node: NodeId, at: usize) {
        self.take(node, at, |walk, next, ends| {
            let begins = walk.is_free(at.checked_sub(1));
            if begins && ends && walk.is_free(Some(walk.anchor + 1)) {
                walk.emit(at, walk.anchor + 1);
            }
            if begins
                && let Some(right) = walk.gaddag.graph().child(next, Gaddag::SEPARATOR)
                && walk.anchor + 1 < walk.here.len as usize
            {
                walk.right(right, at, walk.anchor + 1);
            }
            if at > walk.limit || at > 0 && walk.here.occupied >> (at - 1) & 1 == 1 {
                walk.left(next, at - 1);
            }
        });
    }

    fn right(&mut self, node: NodeId, start: usize, at: usize) {
        self.take(node, at, |walk, next, ends| {
            if ends && walk.is_free(Some(at + 1)) {
                walk.emit(start, at + 1);
            }
            if at + 1 < walk.here.len as usize {
                walk.right(next, start, at + 1);
            }
        });
    }

    fn emit(&mut self, start: usize, end: usize) {
        let mut letters = [0; LONGEST];
        let mut n = 0;
        for at in (start..end).filter(|at| self.here.occupied >> at & 1 == 0) {
            letters[n] = self.letters[at];
            n += 1;
        }
        if end - start > 1 {
            emit(self.searcher, self.rack, self.lane, start, end, &letters[..n], self.sink);
        }
    }
}
