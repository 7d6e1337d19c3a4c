//! The plain walk: from every square of every lane, left to right through the word graph. Short,
//! slow and easy to verify; the fast generator is checked and measured against it.

use super::Searcher;
use super::book::TILES;
use super::graph::WordNode;
use super::grid::Lane;
use super::plays::Sink;
use super::rack::{Hand, Rack, choices};
use super::slot::Slot;
use super::tables::{BLANK, LONGEST};

/// Every play of these lanes.
pub(crate) fn every_play(
    searcher: &Searcher<'_>,
    rack: &Rack,
    lanes: impl Iterator<Item = usize>,
    sink: &mut impl Sink,
) {
    let graph = &searcher.generator.graph;
    for lane in lanes {
        let grid = &searcher.grid;
        let here = &grid.lanes[lane];
        let anchors = grid.anchors(searcher.tables, lane);
        let mut walk = PlainWalk {
            searcher,
            rack,
            lane,
            here,
            anchors,
            start: 0,
            hand: Hand::new(rack),
            letters: [0; LONGEST],
            sink,
        };
        for start in 0..here.len as usize {
            if start == 0 || here.occupied >> (start - 1) & 1 == 0 {
                walk.start = start;
                walk.go(graph.node(graph.root()), start, 0, false, false);
            }
        }
    }
}

struct PlainWalk<'a, S> {
    searcher: &'a Searcher<'a>,
    rack: &'a Rack,
    lane: usize,
    here: &'a Lane,
    anchors: u32,
    start: usize,
    hand: Hand,
    letters: [u8; LONGEST],
    sink: &'a mut S,
}

impl<S: Sink> PlainWalk<'_, S> {
    fn go(&mut self, node: &WordNode, at: usize, n: usize, attached: bool, ends_word: bool) {
        let occupied = at < self.here.len as usize && self.here.occupied >> at & 1 == 1;
        if ends_word && !occupied && attached && n > 0 && at - self.start > 1 {
            self.emit(at, n);
        }
        if at == self.here.len as usize {
            return;
        }
        let graph = &self.searcher.generator.graph;
        if occupied {
            let letter = self.here.letters[at];
            if let Some(next) = graph.step(node, letter) {
                self.go(next, at + 1, n, true, node.accepts >> letter & 1 == 1);
            }
            return;
        }
        let mut letters = node.children & self.here.cross_sets[at];
        while letters != 0 {
            let letter = letters.trailing_zeros() as usize;
            letters &= letters - 1;
            let Some(taken) = self.hand.take(letter) else { continue };
            self.letters[n] = letter as u8;
            let attached = attached || self.anchors >> at & 1 == 1;
            self.go(
                graph.node(node.child(letter as u32)),
                at + 1,
                n + 1,
                attached,
                node.accepts >> letter & 1 == 1,
            );
            self.hand.give_back(taken);
        }
    }

    fn emit(&mut self, end: usize, n: usize) {
        emit(self.searcher, self.rack, self.lane, self.start, end, &self.letters[..n], self.sink);
    }
}

/// Reports a word with every choice of blanks.
pub(crate) fn emit(
    searcher: &Searcher<'_>,
    rack: &Rack,
    lane: usize,
    start: usize,
    end: usize,
    letters: &[u8],
    sink: &mut impl Sink,
) {
    let tables = searcher.tables;
    let slot = Slot::new(tables, &searcher.grid, lane, start, end);
    // A single tile that forms words both ways is listed across.
    if letters.len() == 1
        && lane >= tables.rows
        && slot.squares & searcher.grid.lanes[lane].crossed != 0
    {
        return;
    }
    let points = |n, kind| slot.points(tables, n, kind);
    let mut change = [0; LONGEST];
    let mut total = 0;
    for (n, &letter) in letters.iter().enumerate() {
        change[n] = points(n, BLANK) - points(n, letter.into());
        total += points(n, letter.into());
    }
    let mut packed = [0; TILES];
    packed.iter_mut().zip(letters).for_each(|(byte, &letter)| *byte = letter);
    choices(rack, letters, &change, total, |blanks, points| match letters.len() {
        0..=TILES => sink.found(&slot, u64::from_le_bytes(packed), blanks, slot.total(points)),
        _ => sink.found_long(&slot, letters, blanks, slot.total(points)),
    });
}
