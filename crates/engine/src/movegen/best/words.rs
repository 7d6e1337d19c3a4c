//! The words that certain tiles make in a span, offered as plays.

use crate::movegen::Generator;
use crate::movegen::book::{Planes, Rest, TILES};
use crate::movegen::grid::{Lane, mask};
use crate::movegen::index::{Found, Words};
use crate::movegen::rack::{Rack, choices};
use crate::movegen::slot::Slot;
use crate::movegen::tables::{BLANK, KINDS, LONGEST};

use super::keeper::Kept;
use super::spans::Span;
use super::{Live, Search};

/// Words that tiles and blanks make, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered {
    /// By key; a list may push out another.
    lists: Vec<List>,
    /// Tells the lists of this search from those before.
    salt: u64,
    words: Vec<Found>,
}

#[derive(Copy, Clone, Debug, Default)]
struct List {
    key: u64,
    from: u32,
    to: u32,
}

/// Places for [`List`]s.
const LISTS: usize = 1 << 10;

/// Words that take the whole rack, blanks and all, and nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whole {
    known: bool,
    words: Vec<Found>,
    planes: Planes,
    /// What the letters of each count at most.
    values: Vec<[i16; TILES]>,
    set: Vec<u64>,
}

impl Remembered {
    pub(crate) fn clear(&mut self) {
        self.lists.resize(LISTS, List::default());
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.words.clear();
    }

    /// The words made of letters with these [`KEYS`](crate::movegen::index::KEYS) and so many others.
    fn find(&mut self, words: &Words, key: u64, blanks: usize, letters: impl Fn() -> Letters) -> (u32, u32) {
        let own = (key ^ self.salt).wrapping_add(blanks as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let place = &mut self.lists[(own >> 54) as usize & (LISTS - 1)];
        if place.key == own {
            return (place.from, place.to);
        }
        let from = self.words.len() as u32;
        if blanks <= 2 {
            words.completed(key, blanks, 0, &mut |found| self.words.push(found));
        } else {
            words.containing(letters().as_slice(), |found| self.words.push(found));
        }
        let to = self.words.len() as u32;
        *place = List { key: own, from, to };
        (from, to)
    }
}

/// Some letters, each with how often.
struct Letters {
    kinds: [(u8, u8); LONGEST],
    n: usize,
}

impl Letters {
    fn new(letters: impl Iterator<Item = u8>) -> Letters {
        let mut wanted = [0u8; 64];
        letters.for_each(|letter| wanted[letter as usize & 63] += 1);
        let mut kinds = [(0, 0); LONGEST];
        let mut n = 0;
        for (letter, &copies) in wanted.iter().enumerate().filter(|&(_, &copies)| copies > 0) {
            kinds[n] = (letter as u8, copies);
            n += 1;
        }
        Letters { kinds, n }
    }

    fn as_slice(&self) -> &[(u8, u8)] {
        &self.kinds[..self.n]
    }
}

/// The places of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

impl Search<'_> {
    /// Offers the words of the live selections.
    pub(super) fn words(&mut self, span: &Span) {
        let blanks = span.blanks as usize;
        let here = &self.grid.lanes[span.lane as usize];
        let (start, length) = (span.start as usize, (span.end - span.start) as usize);
        let live = std::mem::take(&mut self.space.live);
        let words = self.index.of(length);
        for &Live { key, rest } in &live {
            if blanks == 0 {
                for word in words.spelled(words.anagrams(key)) {
                    self.place(here, start, word, rest, 0);
                }
                continue;
            }
            let letters = || {
                let tiles = bits(here.occupied & mask(length as u8) << start).map(|at| here.letters[at]);
                let used = ((1u32 << self.rack.len) - 1) & !u32::from(rest | self.book.blanks());
                Letters::new(tiles.chain(bits(used).map(|tile| self.book.face(tile))))
            };
            let (from, to) = self.space.remembered.find(words, key, blanks, letters);
            for at in from..to {
                for word in words.spelled(self.space.remembered.words[at as usize]) {
                    self.place(here, start, word, rest, blanks);
                }
            }
        }
        self.space.live = live;
    }

    /// Offers the words of the whole rack, blanks and all, and nothing else. With two blanks there are a thousand, and the
    /// same for every span.
    #[inline(never)]
    pub(super) fn whole(&mut self, lane: usize, start: usize) {
        let here = &self.grid.lanes[lane];
        let length = self.rack.len;
        let mut whole = std::mem::take(&mut self.space.whole);
        if !whole.known {
            whole.fill(self.generator, self.index.of(length), self.rack);
        }
        let mut fits = !whole.planes.is_empty();
        whole.planes.all(&mut whole.set);
        for at in bits(here.crossed & mask(length as u8) << start) {
            fits = fits && whole.planes.keep(&mut whole.set, at - start, here.cross_sets[at]);
        }
        let mut times = [0i16; TILES];
        for (times, &slot) in times.iter_mut().zip(&self.slot.times) {
            *times = slot as i16;
        }
        let leave = self.space.leaves[0];
        for block in 0..if fits { whole.set.len() } else { 0 } {
            let mut fitting = whole.set[block];
            while fitting != 0 {
                let number = block * 64 + fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                let bound = self.slot.total(dot(&whole.values[number], &times)) * 1000 + leave;
                if bound >= self.space.keeper.threshold() {
                    let words = self.index.of(length).spelled(whole.words[number]);
                    words.for_each(|word| self.place(here, start, word, 0, self.rack.blanks));
                }
            }
        }
        self.space.whole = whole;
    }

    /// Offers a word for the slot with the tiles that leave `rest`, if they and the board allow it.
    #[inline]
    fn place(&mut self, here: &Lane, start: usize, word: &[u8], rest: Rest, blanks: usize) {
        let (mut letters, mut n) = (0, 0);
        let mut left = ((1u32 << self.rack.len) - 1) as Rest & !rest;
        let mut chosen = 0;
        let mut repeated = false;
        let mut seen = 0u64;
        for (at, &letter) in (start..).zip(word) {
            if here.occupied >> at & 1 == 1 {
                if here.letters[at] != letter {
                    return;
                }
                continue;
            }
            if here.cross_sets[at] >> letter & 1 == 0 {
                return;
            }
            let after = self.book.take(left, letter.into());
            if after == left {
                return;
            }
            chosen |= u32::from(after & self.book.blanks() != left & self.book.blanks()) << n;
            left = after;
            repeated |= seen >> letter & 1 == 1;
            seen |= 1 << letter;
            letters |= u64::from(letter) << (8 * n);
            n += 1;
        }
        if n != self.slot.n_tiles as usize {
            return;
        }
        if !repeated || blanks == 0 {
            return self.keep(letters, chosen, rest);
        }
        let mut rack = Rack { counts: [0; KINDS], blanks, ..*self.rack };
        let used = ((1u32 << self.rack.len) - 1) & !u32::from(rest | self.book.blanks());
        bits(used).for_each(|tile| rack.counts[self.book.face(tile) as usize] += 1);
        let mut all = Vec::new();
        choices(&rack, &letters.to_le_bytes()[..n], &[0; TILES], 0, |blanks, _| all.push(blanks));
        for blanks in all {
            self.keep(letters, blanks, rest);
        }
    }

    /// Offers a play.
    #[inline]
    fn keep(&mut self, letters: u64, blanks: u32, rest: Rest) {
        let tables = &self.generator.tables;
        let mut points = 0;
        for (n, letter) in letters.to_le_bytes().into_iter().enumerate() {
            let kind = if blanks >> n & 1 == 1 { BLANK } else { letter as usize & 63 };
            points += tables.value[kind] * self.slot.times[n];
        }
        let score = self.slot.total(points);
        let equity = score * 1000 + self.space.leaves[rest as usize];
        let Slot { lane, squares, .. } = self.slot;
        if equity >= self.space.keeper.threshold() {
            self.space.keeper.offer(tables, Kept { equity, score, squares, blanks, letters, lane });
        }
    }
}

impl Whole {
    pub(crate) fn clear(&mut self) {
        self.known = false;
    }

    fn fill(&mut self, generator: &Generator, index: &Words, rack: &Rack) {
        self.known = true;
        let Whole { words, planes, values, .. } = self;
        words.clear();
        values.clear();
        let (tables, length) = (&generator.tables, rack.len);
        let letters = Letters::new((0..64u8).filter(|&letter| rack.letters >> letter & 1 == 1).flat_map(|letter| {
            let copies = rack.counts[letter as usize];
            (0..copies).map(move |_| letter)
        }));
        index.containing(letters.as_slice(), |word| words.push(word));
        planes.clear(words.len(), length, tables.alphabet.count_ones() as usize);
        let mut most = [tables.value[BLANK] as i16; 64];
        for &(letter, _) in letters.as_slice() {
            most[letter as usize & 63] = tables.value[letter as usize].max(tables.value[BLANK]) as i16;
        }
        for (number, &word) in words.iter().enumerate() {
            let mut at_most = [0; TILES];
            for (place, &letter) in index.spelled(word).flatten().enumerate() {
                planes.insert(number, place, letter);
                at_most[place] = most[letter as usize & 63];
            }
            values.push(at_most);
        }
    }
}

#[inline(always)]
pub(super) fn dot(values: &[i16; TILES], times: &[i16; TILES]) -> i32 {
    values.iter().zip(times).map(|(&value, &times)| i32::from(value) * i32::from(times)).sum()
}
