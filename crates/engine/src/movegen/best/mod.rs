//! The best plays without the others.
//!
//! Every span of every lane that a play could fill gets an upper bound of what any play there can be worth: the
//! most valuable tiles on the best squares, and the best leave of what remains. Spans are looked at from
//! the highest bound down, and the search ends where no bound reaches what has been found (the idea of
//! Kurnia's "shadow", made span by span). Bounds are kept apart by how many blanks a play uses, because
//! a blank that stays on the rack is worth more than anything it can score.

mod answers;
mod keeper;
mod listed;
mod selections;
mod spans;
mod words;

use super::Generator;
use super::book::{Book, Rest, TILES};
use super::grid::Grid;
use super::index::{Anagrams, Index};
use super::rack::Rack;
use super::slot::Slot;
use answers::Answers;
use keeper::Keeper;
pub(crate) use keeper::Kept;
pub(crate) use listed::Judge;
use selections::Selections;
use spans::{Span, Spans};
use words::{Whole, dot};

/// What is reused from one search to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    pub keeper: Keeper,
    /// The values of what may be left.
    pub leaves: Vec<i32>,
    selections: Selections,
    spans: Spans,
    live: Vec<Live>,
    whole: Whole,
    /// Words that tiles and blanks make.
    made: Answers<Anagrams>,
}

/// A selection of tiles that may make a good enough play in the span at hand.
#[derive(Copy, Clone, Debug)]
struct Live {
    /// The [`KEYS`](super::index::KEYS) of its letters and of those on the board, added up.
    key: u64,
    rest: Rest,
}

/// No such leave; low enough, and adding a score does not overflow.
const NEVER: i32 = i32::MIN / 2;

/// One search.
pub(crate) struct Search<'a> {
    generator: &'a Generator,
    index: &'a Index,
    grid: &'a Grid,
    rack: &'a Rack,
    book: &'a mut Book,
    space: &'a mut Workspace,
    /// The stretch for which `constant`, `times` and `wanted` hold, and that for which `slot` does.
    stretch: Option<(u8, u8, u8)>,
    filled: Option<(u8, u8, u8)>,
    slot: Slot,
    /// What the tiles already there count.
    constant: i32,
    /// What new tiles are multiplied by, in the main word and cross words together, highest first.
    times: [i16; TILES],
    /// The letters that may go on each of the slot's squares where words cross.
    wanted: [u64; TILES],
    n_wanted: usize,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        generator: &'a Generator,
        index: &'a Index,
        grid: &'a Grid,
        rack: &'a Rack,
        book: &'a mut Book,
        space: &'a mut Workspace,
    ) -> Search<'a> {
        Search {
            generator,
            index,
            grid,
            rack,
            book,
            space,
            stretch: None,
            filled: None,
            slot: Slot::NONE,
            constant: 0,
            times: [0; TILES],
            wanted: [0; TILES],
            n_wanted: 0,
        }
    }

    /// Fills the keeper. Needs the values of leaves, and a ruleset whose bounds hold.
    pub(crate) fn run(&mut self, lanes: impl Iterator<Item = usize>) {
        self.book.deal(self.rack, 0);
        let Workspace { leaves, selections, spans, whole, made, .. } = &mut *self.space;
        selections.deal(&self.generator.tables, self.rack, self.book, leaves);
        whole.clear();
        made.about(0);
        spans.clear();
        for lane in lanes {
            spans.add(&self.generator.tables, self.index, self.grid, self.rack, selections, lane);
        }
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

    /// Looks for plays in one span.
    #[inline(never)]
    fn look(&mut self, span: Span) {
        self.live(&span);
        if self.space.live.is_empty() {
            return;
        }
        let stretch = Some((span.lane, span.start, span.end));
        if self.filled != stretch {
            self.filled = stretch;
            self.slot.fill(&self.generator.tables, self.grid, span.lane.into(), span.start.into(), span.end.into());
        }
        let alone = span.n_tiles == span.end - span.start;
        if alone && span.blanks > 1 && span.n_tiles as usize == self.rack.len {
            self.whole(span.lane.into(), span.start.into());
        } else {
            self.words(&span);
        }
    }

    /// Finds the selections that may make a good enough play in the span.
    fn live(&mut self, span: &Span) {
        self.space.live.clear();
        let (n, blanks) = (span.n_tiles as usize, span.blanks as usize);
        let found = self.space.selections.feasible(self.index.of((span.end - span.start).into()), span.through, n, blanks);
        if found.is_empty() {
            return;
        }
        if self.stretch != Some((span.lane, span.start, span.end)) {
            self.stretch = Some((span.lane, span.start, span.end));
            let here = &self.grid.lanes[span.lane as usize];
            let premiums = &self.generator.tables.lanes[span.lane as usize];
            self.constant = i32::from(span.tiles) * i32::from(span.word);
            self.n_wanted = 0;
            self.times = [0; TILES];
            let mut squares = !here.occupied >> span.start << span.start;
            for times in &mut self.times[..n] {
                let at = squares.trailing_zeros() as usize & 31;
                squares &= squares - 1;
                let mut word = i32::from(span.word);
                if here.crossed >> at & 1 == 1 {
                    word += premiums.word[at];
                    self.constant += here.cross_points[at] * premiums.word[at];
                    self.wanted[self.n_wanted] = here.cross_sets[at];
                    self.n_wanted += 1;
                }
                *times = (word * premiums.letter[at]) as i16;
            }
            descending(&mut self.times[..n]);
        }
        let Workspace { keeper, selections, live, .. } = &mut *self.space;
        let group = selections.of(n, blanks);
        let wanted = &self.wanted[..self.n_wanted];
        let whole = ((1u32 << self.rack.len) - 1) as Rest;
        let bonus = self.generator.tables.bonus[n];
        for &place in selections.found(found) {
            let selection = &group[place as usize];
            let score = (dot(&selection.values, &self.times) + self.constant) * bonus.times + bonus.plus;
            if score * 1000 + selection.leave >= keeper.threshold() {
                let letters = self.book.placeable(whole & !selection.rest);
                if wanted.iter().filter(|&&wanted| wanted & letters == 0).count() > blanks {
                    continue;
                }
                live.push(Live { key: span.through.wrapping_add(selection.key), rest: selection.rest });
            }
        }
    }
}

/// Sorts a few numbers, highest first.
#[inline]
fn descending(numbers: &mut [i16]) {
    for i in 1..numbers.len() {
        let number = numbers[i];
        let mut at = i;
        while at > 0 && numbers[at - 1] < number {
            numbers[at] = numbers[at - 1];
            at -= 1;
        }
        numbers[at] = number;
    }
}
