//! Lists every play.

use super::Generator;
use super::book::{Book, PartOfWord, TILES};
use super::grid::{Grid, Lane, mask};
use super::plays::Sink;
use super::rack::{Rack, designate};
use super::slot::Slot;
use super::tables::{LONGEST, Tables};

/// Lists the plays of a rack that fits a [`Book`]; reuses its memory.
#[derive(Clone, Debug)]
pub(crate) struct Lister {
    pub book: Book,
    /// By the first square, for the current end.
    slots: Vec<Slot>,
    /// Parts of words up to the current square, and up to the next.
    parts: Vec<PartOfWord>,
    longer: Vec<PartOfWord>,
    fitting: Vec<u64>,
}

impl Default for Lister {
    fn default() -> Lister {
        Lister {
            book: Book::default(),
            slots: vec![Slot::NONE; LONGEST],
            parts: Vec::new(),
            longer: Vec::new(),
            fitting: Vec::new(),
        }
    }
}

impl Lister {
    /// Computes what the rack can spell by itself.
    pub(crate) fn open_book(&mut self, generator: &Generator, rack: &Rack) {
        self.book.deal(rack, generator.tables.alphabet);
        self.book.open(&generator.tables, &generator.graph, rack);
    }

    /// Every play of these lanes, for the rack whose book is open.
    pub(crate) fn with_open_book(
        &mut self,
        generator: &Generator,
        grid: &Grid,
        rack: &Rack,
        lanes: impl Iterator<Item = usize>,
        sink: &mut impl Sink,
    ) {
        for lane in lanes {
            let here = &grid.lanes[lane];
            let anchors = grid.anchors(&generator.tables, lane);
            if anchors != 0 {
                alone(generator, grid, self, rack, lane, anchors, sink);
            }
            if here.occupied != 0 {
                through(generator, grid, self, rack, lane, sink);
            }
        }
    }
}

/// Words of the rack's own letters, next to tiles of other lanes.
#[inline(never)]
fn alone(
    generator: &Generator,
    grid: &Grid,
    lister: &mut Lister,
    rack: &Rack,
    lane: usize,
    anchors: u32,
    sink: &mut impl Sink,
) {
    let tables = &generator.tables;
    let Lister { book, slots, fitting, .. } = lister;
    let slot = &mut slots[0];
    let here = &grid.lanes[lane];
    let len = here.len as usize;
    let crossed = here.crossed & !here.occupied;
    // Empty squares without a tile before or after them in the lane.
    let free = !here.occupied & !(here.occupied << 1) & !(here.occupied >> 1) & mask(here.len);
    let mut start = 0;
    while start < len {
        if free >> start & 1 == 0 {
            start += 1;
            continue;
        }
        let room = (!(free >> start)).trailing_zeros() as usize;
        let end = (start + room).min(len);
        let first = start;
        start = end;
        if anchors >> first & mask(room.min(32) as u8) == 0 {
            continue;
        }
        for from in first..end {
            for length in 2..=(end - from).min(rack.len) {
                let words = &book.words[length];
                let within = mask(length as u8) << from;
                if words.planes.is_empty() || anchors & within == 0 {
                    continue;
                }
                words.planes.all(fitting);
                let mut places = crossed & within;
                let mut any = true;
                while places != 0 && any {
                    let at = places.trailing_zeros() as usize;
                    places &= places - 1;
                    any = words.planes.keep(fitting, at - from, here.cross_sets[at]);
                }
                if !any {
                    continue;
                }
                slot.fill(tables, grid, lane, from, from + length);
                for (block, &fitting) in fitting.iter().enumerate() {
                    let mut fitting = fitting;
                    while fitting != 0 {
                        let number = block * 64 + fitting.trailing_zeros() as usize;
                        fitting &= fitting - 1;
                        designate(tables, rack, slot, words.letters[number], sink);
                    }
                }
            }
        }
    }
}

/// Words that use tiles on the board: a sweep along the lane with all parts of words that reach the
/// square.
#[inline(never)]
fn through(
    generator: &Generator,
    grid: &Grid,
    lister: &mut Lister,
    rack: &Rack,
    lane: usize,
    sink: &mut impl Sink,
) {
    let (tables, graph) = (&generator.tables, &generator.graph);
    let here = &grid.lanes[lane];
    let len = here.len as usize;
    let Lister { book, slots, parts, longer, .. } = lister;
    // Bit `i`: a word may end before square `i`.
    let ends = !u64::from(here.occupied) & ((1u64 << (len + 1)) - 1);
    // A single tile that forms words both ways is listed across.
    let both_ways = if lane >= tables.rows { here.crossed & !here.occupied } else { 0 };
    let gaps = Gaps::new(here);
    parts.clear();
    // The first square after the previous tiles.
    let mut before = 0;
    for at in here.occupied.trailing_zeros() as usize..len {
        if here.occupied >> at & 1 == 1 {
            if at == 0 || here.occupied >> (at - 1) & 1 == 0 {
                let room = if before == 0 { at } else { at - before - 1 };
                begin(here, book, at, room.min(rack.len), parts);
            }
            before = at + 1;
            let letter = here.letters[at];
            let is_end = ends >> (at + 1) & 1 == 1;
            let mut fresh = 0u32;
            longer.clear();
            for part in parts.iter() {
                let node = graph.node(part.arc);
                if node.children >> letter & 1 == 0 {
                    continue;
                }
                if is_end && node.accepts >> letter & 1 == 1 && part.n > 0 {
                    emit(
                        tables,
                        grid,
                        slots,
                        &mut fresh,
                        rack,
                        lane,
                        both_ways,
                        part,
                        part.letters,
                        part.n,
                        at + 1,
                        sink,
                    );
                }
                let arc = node.child(letter.into());
                longer.push(PartOfWord { arc, ..*part });
            }
            std::mem::swap(parts, longer);
            continue;
        }
        if parts.is_empty() {
            continue;
        }
        let is_end = ends >> (at + 1) & 1 == 1;
        let here_reach = gaps.reach(ends, at, rack.len);
        let next_reach = gaps.reach(ends, at + 1, rack.len);
        let mut fresh = 0u32;
        longer.clear();
        for part in parts.iter() {
            let left = rack.len - usize::from(part.n);
            let node = graph.node(part.arc);
            if node.lengths & here_reach[left] == 0 {
                continue;
            }
            let mut letters = node.children & here.cross_sets[at] & book.placeable(part.rest);
            let n = part.n;
            let reach = if left > 0 { next_reach[left - 1] } else { 0 };
            while letters != 0 {
                let letter = letters.trailing_zeros();
                letters &= letters - 1;
                let spelled = part.letters | u64::from(letter) << (8 * n);
                if is_end && node.accepts >> letter & 1 == 1 {
                    emit(
                        tables,
                        grid,
                        slots,
                        &mut fresh,
                        rack,
                        lane,
                        both_ways,
                        part,
                        spelled,
                        n + 1,
                        at + 1,
                        sink,
                    );
                }
                if reach != 0 {
                    let arc = node.child(letter);
                    longer.push(PartOfWord {
                        letters: spelled,
                        arc,
                        rest: book.take(part.rest, letter),
                        n: n + 1,
                        ..*part
                    });
                }
            }
        }
        std::mem::swap(parts, longer);
    }
}

/// The beginnings before the tile at square `at`, of up to `room` letters.
fn begin(here: &Lane, book: &mut Book, at: usize, room: usize, parts: &mut Vec<PartOfWord>) {
    for n in 0..=room {
        beginnings(here, book, at, n, parts);
    }
}

/// The beginnings of `n` letters before the tile at square `at`.
pub(crate) fn beginnings(
    here: &Lane,
    book: &mut Book,
    at: usize,
    n: usize,
    parts: &mut Vec<PartOfWord>,
) {
    let start = at - n;
    let beginnings = &mut book.beginnings[n];
    beginnings.find_followed_by(here.letters[at]);
    let places = here.crossed & !here.occupied & (mask(n as u8) << start);
    'next: for &index in beginnings.followed_by(here.letters[at]) {
        let part = &beginnings.all[index as usize];
        let mut places = places;
        while places != 0 {
            let at = places.trailing_zeros() as usize;
            places &= places - 1;
            if here.cross_sets[at] >> (part.letters >> (8 * (at - start)) & 63) & 1 == 0 {
                continue 'next;
            }
        }
        parts.push(PartOfWord { start: start as u8, ..*part });
    }
}

/// The empty squares of a lane.
struct Gaps {
    /// In order, padded with the lane's end.
    at: [u8; LONGEST + TILES + 1],
    empty: u32,
}

impl Gaps {
    fn new(lane: &Lane) -> Gaps {
        let empty = !lane.occupied & mask(lane.len);
        let mut gaps = Gaps { at: [lane.len; LONGEST + TILES + 1], empty };
        let (mut squares, mut n) = (empty, 0);
        while squares != 0 {
            gaps.at[n] = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            n += 1;
        }
        gaps
    }

    /// By the number of tiles left: after how many more letters a word that has reached square `at`
    /// may end. Bit `n - 1` represents `n` letters.
    fn reach(&self, ends: u64, at: usize, rack: usize) -> [u32; TILES + 1] {
        let mut reach = [0; TILES + 1];
        let before = (self.empty & mask(at as u8)).count_ones() as usize;
        let ends = ends >> (at + 1);
        for (tiles, reach) in reach[..rack + 1].iter_mut().enumerate() {
            let far = (self.at[before + tiles] as usize).max(at);
            *reach = (ends & ((1u64 << (far - at)) - 1)) as u32;
        }
        reach
    }
}

#[inline]
#[expect(clippy::too_many_arguments)]
fn emit(
    tables: &Tables,
    grid: &Grid,
    slots: &mut [Slot],
    fresh: &mut u32,
    rack: &Rack,
    lane: usize,
    both_ways: u32,
    part: &PartOfWord,
    letters: u64,
    n: u8,
    end: usize,
    sink: &mut impl Sink,
) {
    let slot = &mut slots[part.start as usize];
    if *fresh >> part.start & 1 == 0 {
        *fresh |= 1 << part.start;
        slot.fill(tables, grid, lane, part.start as usize, end);
    }
    if n == 1 && slot.squares & both_ways != 0 {
        return;
    }
    designate(tables, rack, slot, letters, sink);
}
