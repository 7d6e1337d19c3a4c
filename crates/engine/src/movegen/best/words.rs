//! The words that certain tiles form in a span, offered as plays.

use crate::movegen::Generator;
use crate::movegen::book::{Planes, RackBits, TILES};
use crate::movegen::graph::bits;
use crate::movegen::grid::{Lane, mask};
use crate::movegen::index::{Anagrams, WordsOfLength};
use crate::movegen::rack::{Rack, choices};
use crate::movegen::slot::Slot;
use crate::movegen::tables::{BLANK, KINDS, LONGEST};

use super::keeper::TopPlay;
use super::spans::Stretch;
use super::{BestSearch, Live};

/// Words that use exactly the whole rack, including blanks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whole {
    known: bool,
    words: Vec<Anagrams>,
    planes: Planes,
    /// The highest points of each word's letters.
    values: Vec<[i16; TILES]>,
    set: Vec<u64>,
}

/// Letters with their counts.
struct LetterCounts {
    kinds: [(u8, u8); LONGEST],
    n: usize,
}

impl LetterCounts {
    fn new(letters: impl Iterator<Item = u8>) -> LetterCounts {
        let mut counts = [0u8; 64];
        letters.for_each(|letter| counts[letter as usize & 63] += 1);
        let mut kinds = [(0, 0); LONGEST];
        let mut n = 0;
        for (letter, &copies) in counts.iter().enumerate().filter(|&(_, &copies)| copies > 0) {
            kinds[n] = (letter as u8, copies);
            n += 1;
        }
        LetterCounts { kinds, n }
    }

    fn as_slice(&self) -> &[(u8, u8)] {
        &self.kinds[..self.n]
    }
}

impl BestSearch<'_> {
    /// Offers the words of the live selections, which have this many blanks.
    pub(super) fn words(&mut self, stretch: &Stretch, blanks: usize) {
        let here = &self.grid.lanes[stretch.lane as usize];
        let (start, length) = (stretch.start as usize, stretch.len());
        let live = std::mem::take(&mut self.space.live);
        let words = self.index.of(length);
        for &Live { key, rest } in &live {
            if blanks == 0 {
                for word in words.spelled(words.anagrams(key)) {
                    self.place(here, start, word, rest, 0);
                }
                continue;
            }
            let made = self.space.made.to(key.wrapping_add(blanks as u64), |made| {
                if blanks <= 2 {
                    return words.completed(key, blanks, 0, &mut |found| made.push(found));
                }
                let tiles = bits((here.occupied & mask(length as u8) << start).into())
                    .map(|at| here.letters[at as usize]);
                let used = ((1u64 << self.rack.len) - 1) & !u64::from(rest | self.book.blanks());
                let letters = LetterCounts::new(
                    tiles.chain(bits(used).map(|tile| self.book.face(tile as usize))),
                );
                words.containing(letters.as_slice(), |found| made.push(found));
            });
            for at in 0..self.space.made.list(made).len() {
                for word in words.spelled(self.space.made.list(made)[at]) {
                    self.place(here, start, word, rest, blanks);
                }
            }
        }
        self.space.live = live;
    }

    /// Offers the words that use exactly the whole rack, including blanks. With two blanks there
    /// are a thousand, the same for every span.
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
        for at in bits((here.crossed & mask(length as u8) << start).into()).map(|at| at as usize) {
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

    /// Offers a word for the slot, using the tiles that leave `rest`, if they and the board allow
    /// it.
    #[inline]
    fn place(&mut self, here: &Lane, start: usize, word: &[u8], rest: RackBits, blanks: usize) {
        let (mut letters, mut n) = (0, 0);
        let mut left = ((1u32 << self.rack.len) - 1) as RackBits & !rest;
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
        bits(used.into()).for_each(|tile| rack.counts[self.book.face(tile as usize) as usize] += 1);
        let mut all = Vec::new();
        choices(&rack, &letters.to_le_bytes()[..n], &[0; TILES], 0, |blanks, _| all.push(blanks));
        for blanks in all {
            self.keep(letters, blanks, rest);
        }
    }

    /// Offers a play.
    #[inline]
    fn keep(&mut self, letters: u64, blanks: u32, rest: RackBits) {
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
            self.space
                .keeper
                .offer(tables, TopPlay { equity, score, squares, blanks, letters, lane });
        }
    }
}

impl Whole {
    pub(crate) fn clear(&mut self) {
        self.known = false;
    }

    fn fill(&mut self, generator: &Generator, index: &WordsOfLength, rack: &Rack) {
        self.known = true;
        let Whole { words, planes, values, .. } = self;
        words.clear();
        values.clear();
        let (tables, length) = (&generator.tables, rack.len);
        let letters = LetterCounts::new(
            (0..64u8).filter(|&letter| rack.letters >> letter & 1 == 1).flat_map(|letter| {
                let copies = rack.counts[letter as usize];
                (0..copies).map(move |_| letter)
            }),
        );
        index.containing(letters.as_slice(), |word| words.push(word));
        planes.clear(words.len(), length, tables.alphabet.count_ones() as usize);
        let mut most = [tables.value[BLANK] as i16; 64];
        for &(letter, _) in letters.as_slice() {
            most[letter as usize & 63] =
                tables.value[letter as usize].max(tables.value[BLANK]) as i16;
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
