//! Finds the best plays without listing the others.
//!
//! Every span of every lane that a play could fill gets an upper bound for the equity of its plays:
//! the most valuable tiles on the best squares, plus the best leave. Spans are searched from the
//! highest bound down, and the search ends when no bound reaches the best play found (the idea of
//! Kurnia's "shadow", applied span by span). Bounds are separate for each number of blanks used,
//! because a blank that stays on the rack is worth more than anything it can score.

mod answers;
mod keeper;
mod listed;
mod selections;
mod spans;
mod words;

use super::Generator;
use super::book::{Book, RackBits, TILES};
use super::grid::Grid;
use super::index::{Anagrams, Index};
use super::rack::Rack;
use super::slot::Slot;
use answers::Answers;
use keeper::Keeper;
pub(crate) use keeper::TopPlay;
pub(crate) use listed::Judge;
use selections::Selections;
use spans::{Span, Spans, Stretch};
use words::{Whole, dot};

/// Memory that is reused from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    pub keeper: Keeper,
    /// The values of leaves.
    pub leaves: Vec<i32>,
    selections: Selections,
    spans: Spans,
    live: Vec<Live>,
    whole: Whole,
    /// Words formed by tiles and blanks.
    made: Answers<Anagrams>,
}

/// A selection of tiles that may make a good enough play in the current span.
#[derive(Copy, Clone, Debug)]
struct Live {
    /// The [`KEYS`](super::index::KEYS) of its letters and of those on the board, added up.
    key: u64,
    rest: RackBits,
}

/// An impossible leave: low enough, and adding a score does not overflow.
const NEVER: i32 = i32::MIN / 2;

/// One search.
pub(crate) struct BestSearch<'a> {
    generator: &'a Generator,
    index: &'a Index,
    grid: &'a Grid,
    rack: &'a Rack,
    book: &'a mut Book,
    space: &'a mut Workspace,
    /// The number of the stretch for which `slot`, `times` and `allowed` are valid.
    stretch: Option<u32>,
    slot: Slot,
    /// The factors of new tiles, for the main word and cross words together, highest first.
    times: [i16; TILES],
    /// The letters allowed on each of the slot's squares with cross words.
    allowed: [u64; TILES],
    n_allowed: usize,
}

impl<'a> BestSearch<'a> {
    pub(crate) fn new(
        generator: &'a Generator,
        index: &'a Index,
        grid: &'a Grid,
        rack: &'a Rack,
        book: &'a mut Book,
        space: &'a mut Workspace,
    ) -> BestSearch<'a> {
        BestSearch {
            generator,
            index,
            grid,
            rack,
            book,
            space,
            stretch: None,
            slot: Slot::NONE,
            times: [0; TILES],
            allowed: [0; TILES],
            n_allowed: 0,
        }
    }

    /// Fills the keeper. Needs the values of leaves, and a ruleset for which bounds are valid.
    pub(crate) fn run(&mut self, lanes: impl Iterator<Item = usize>) {
        self.book.deal(self.rack, 0);
        let Workspace { leaves, selections, spans, whole, made, .. } = &mut *self.space;
        selections.deal(&self.generator.tables, self.rack, self.book, leaves);
        whole.clear();
        made.about(0);
        spans.clear();
        for lane in lanes {
            spans.add(&self.generator.tables, self.grid, self.rack, lane);
        }
        spans.bound(&self.generator.tables, self.index, self.rack, selections);
        for step in self.space.spans.steps() {
            let (mut at, most) = self.space.spans.last_of(step);
            if most < self.space.keeper.threshold() {
                break;
            }
            while let Some((span, before)) = self.space.spans.get(at) {
                if span.bound >= self.space.keeper.threshold() {
                    self.look(span);
                }
                at = before;
            }
        }
    }

    /// Searches one span.
    #[inline(never)]
    fn look(&mut self, span: Span) {
        let stretch = self.space.spans.stretch(&span);
        self.live(&span, &stretch);
        if self.space.live.is_empty() {
            return;
        }
        let alone = stretch.n_tiles() == stretch.len();
        if alone && span.blanks > 1 && stretch.len() == self.rack.len {
            self.whole(stretch.lane.into(), stretch.start.into());
        } else {
            self.words(&stretch, span.blanks as usize);
        }
    }

    /// Finds the selections that may make a good enough play in the span.
    fn live(&mut self, span: &Span, stretch: &Stretch) {
        self.space.live.clear();
        let (n, blanks) = (stretch.n_tiles(), span.blanks as usize);
        let found = self.space.selections.feasible(
            self.index.of(stretch.len()),
            stretch.through,
            n,
            blanks,
        );
        if found.is_empty() {
            return;
        }
        if self.stretch != Some(span.stretch) {
            self.stretch = Some(span.stretch);
            self.lay(stretch);
        }
        let Workspace { keeper, selections, live, .. } = &mut *self.space;
        let group = selections.of(n, blanks);
        let allowed = &self.allowed[..self.n_allowed];
        let whole = ((1u32 << self.rack.len) - 1) as RackBits;
        for &place in selections.found(found) {
            let selection = &group[place as usize];
            let score = self.slot.total(dot(&selection.values, &self.times));
            if score * 1000 + selection.leave >= keeper.threshold() {
                let letters = self.book.placeable(whole & !selection.rest);
                if allowed.iter().filter(|&&allowed| allowed & letters == 0).count() > blanks {
                    continue;
                }
                live.push(Live {
                    key: stretch.through.wrapping_add(selection.key),
                    rest: selection.rest,
                });
            }
        }
    }

    /// Prepares the slot of the stretch.
    fn lay(&mut self, stretch: &Stretch) {
        let tables = &self.generator.tables;
        let here = &self.grid.lanes[stretch.lane as usize];
        let premiums = &tables.lanes[stretch.lane as usize];
        let BestSearch { slot, times, allowed, n_allowed, .. } = self;
        let (n, word) = (stretch.n_tiles(), i32::from(stretch.word));
        slot.lane = stretch.lane;
        slot.n_tiles = n as u8;
        slot.constant = stretch.tiles() * word;
        slot.bonus = tables.bonus[n];
        *n_allowed = 0;
        *times = [0; TILES];
        slot.times[..TILES].fill(0);
        let mut empty = !here.occupied >> stretch.start << stretch.start;
        slot.squares = empty;
        for tile in 0..n {
            let at = empty.trailing_zeros() as usize & 31;
            empty &= empty - 1;
            let mut factor = word;
            if here.crossed >> at & 1 == 1 {
                factor += premiums.word[at];
                slot.constant += here.cross_points[at] * premiums.word[at];
                allowed[*n_allowed] = here.cross_sets[at];
                *n_allowed += 1;
            }
            let factor = factor * premiums.letter[at];
            slot.times[tile] = factor;
            let mut place = tile;
            while place > 0 && times[place - 1] < factor as i16 {
                times[place] = times[place - 1];
                place -= 1;
            }
            times[place] = factor as i16;
        }
        slot.squares &= !empty;
    }
}
