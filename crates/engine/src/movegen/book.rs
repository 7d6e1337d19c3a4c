//! Everything a rack can spell by itself, computed once for each rack instead of once for each
//! square of the board: every word, and every beginning of a word.

use super::graph::{Arc, WordGraph};
use super::rack::Rack;
use super::tables::{BLANK, LONGEST, Tables};

/// The longest rack whose book fits machine words.
pub(crate) const TILES: usize = 8;

/// Up to eight letters, the first in the lowest byte.
pub(crate) type Packed = u64;

/// The remaining tiles of a rack: one bit for each of its tiles, letters in order, then blanks.
pub(crate) type RackBits = u8;

/// The first letters of a word.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PartOfWord {
    /// The letters placed so far.
    pub letters: Packed,
    /// Where the graph continues.
    pub arc: Arc,
    pub rest: RackBits,
    /// Number of letters placed.
    pub n: u8,
    /// The square of the lane on which the word begins.
    pub start: u8,
}

/// Which bits represent which tiles of a rack.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TileBits {
    /// By letter: its tiles.
    groups: [RackBits; 64],
    blanks: RackBits,
}

/// Words and beginnings of words that one rack can spell; each spelling once, whichever of its
/// letters are blanks.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    dealt: TileBits,
    /// By tile: its letter, except blanks.
    faces: [u8; TILES],
    /// Groups of two or more equal tiles.
    multiple: [RackBits; TILES],
    n_multiple: usize,
    /// By remaining tiles: which letters can be placed.
    placeable: [u64; 256],
    /// By length.
    pub beginnings: [Beginnings; TILES + 1],
    /// By length.
    pub words: [Spellings; TILES + 1],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Beginnings {
    pub all: Vec<PartOfWord>,
    /// The letters that may follow each.
    children: Vec<u64>,
    /// By letter: the beginnings that may continue with it.
    followed: Vec<Vec<u32>>,
    /// The letters for which `followed` is up to date.
    known: u64,
}

/// Words of one length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spellings {
    pub letters: Vec<Packed>,
    /// The tiles that remain after each.
    pub rests: Vec<RackBits>,
    pub planes: Planes,
}

/// Words of one length, transposed: for each place and letter a set of words, one bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planes {
    sets: Vec<u64>,
    /// The letters at each place.
    present: [u64; LONGEST],
    count: usize,
    blocks: usize,
    n_letters: usize,
}

impl Default for Book {
    fn default() -> Book {
        Book {
            dealt: TileBits { groups: [0; 64], blanks: 0 },
            faces: [0; TILES],
            multiple: [0; TILES],
            n_multiple: 0,
            placeable: [0; 256],
            beginnings: Default::default(),
            words: Default::default(),
        }
    }
}

impl Book {
    /// Computes the book of a rack of at most [`TILES`] tiles, after [`deal`](Self::deal).
    pub(crate) fn open(&mut self, tables: &Tables, graph: &WordGraph, rack: &Rack) {
        for beginnings in &mut self.beginnings {
            beginnings.all.clear();
            beginnings.children.clear();
            beginnings.known = 0;
        }
        for words in &mut self.words {
            words.letters.clear();
            words.rests.clear();
        }
        let whole = ((1u32 << rack.len) - 1) as RackBits;
        self.beginnings[0].all.push(PartOfWord {
            letters: 0,
            arc: graph.root(),
            rest: whole,
            n: 0,
            start: 0,
        });
        // Level by level, so that the loads of one level do not wait for each other.
        for length in 0..=rack.len {
            let (shorter, longer) = self.beginnings.split_at_mut(length + 1);
            let Beginnings { all, children, .. } = &mut shorter[length];
            children.clear();
            let Some(longer) = longer.first_mut() else {
                children.extend(all.iter().map(|part| graph.node(part.arc).children));
                break;
            };
            let words = &mut self.words[length + 1];
            for part in all {
                let node = graph.node(part.arc);
                children.push(node.children);
                let mut letters = node.children & self.placeable[part.rest as usize];
                while letters != 0 {
                    let letter = letters.trailing_zeros();
                    letters &= letters - 1;
                    let spelled = part.letters | u64::from(letter) << (8 * length);
                    let rest = self.dealt.take(part.rest, letter);
                    if node.accepts >> letter & 1 == 1 {
                        words.letters.push(spelled);
                        words.rests.push(rest);
                    }
                    longer.all.push(PartOfWord {
                        letters: spelled,
                        arc: node.child(letter),
                        rest,
                        n: part.n + 1,
                        start: 0,
                    });
                }
            }
        }
        let n_letters = tables.alphabet.count_ones() as usize;
        for (length, Spellings { letters, planes, .. }) in self.words.iter_mut().enumerate() {
            planes.clear(letters.len(), length, n_letters);
            for (number, word) in letters.iter().enumerate() {
                for place in 0..length {
                    planes.insert(number, place, (word >> (8 * place)) as u8);
                }
            }
        }
    }

    /// Assigns a bit to each tile; blanks get the highest. They may represent the letters of
    /// `blank`.
    pub(crate) fn deal(&mut self, rack: &Rack, blank: u64) {
        self.dealt = TileBits { groups: [0; 64], blanks: 0 };
        self.n_multiple = 0;
        let mut tile = 0;
        let mut letters = rack.letters;
        let mut faces = [0u64; TILES];
        self.faces = [0; TILES];
        while letters != 0 {
            let letter = letters.trailing_zeros() as usize;
            letters &= letters - 1;
            for _ in 0..rack.counts[letter] {
                self.dealt.groups[letter] |= 1 << tile;
                faces[tile] = 1 << letter;
                self.faces[tile] = letter as u8;
                tile += 1;
            }
            if rack.counts[letter] > 1 {
                self.multiple[self.n_multiple] = self.dealt.groups[letter];
                self.n_multiple += 1;
            }
        }
        for _ in 0..rack.counts[BLANK] {
            self.dealt.blanks |= 1 << tile;
            faces[tile] = blank;
            tile += 1;
        }
        if rack.blanks > 1 {
            self.multiple[self.n_multiple] = self.dealt.blanks;
            self.n_multiple += 1;
        }
        for rest in 1..1usize << rack.len {
            self.placeable[rest] =
                self.placeable[rest & (rest - 1)] | faces[rest.trailing_zeros() as usize];
        }
    }

    /// The letters that can be placed with these tiles.
    #[inline(always)]
    pub(crate) fn placeable(&self, rest: RackBits) -> u64 {
        self.placeable[rest as usize]
    }

    /// The tiles that remain after placing a letter that can be placed.
    #[inline(always)]
    pub(crate) fn take(&self, rest: RackBits, letter: u32) -> RackBits {
        self.dealt.take(rest, letter)
    }

    /// Whether equal tiles were taken in order, lowest first, as [`take`](Self::take) does.
    pub(crate) fn is_canonical(&self, rest: RackBits) -> bool {
        self.multiple[..self.n_multiple].iter().all(|&group| {
            let left = group & rest;
            // Adding the lowest bit carries through to the end of the group unless there is a hole.
            left == 0
                || (u16::from(left) + u16::from(left & left.wrapping_neg())) & u16::from(group) == 0
                    && left & (1 << (7 - group.leading_zeros())) != 0
        })
    }

    /// The letter of a tile that is not a blank.
    pub(crate) fn face(&self, tile: usize) -> u8 {
        self.faces[tile]
    }

    /// The blanks, as bits.
    pub(crate) fn blanks(&self) -> RackBits {
        self.dealt.blanks
    }

    pub(crate) fn dealt(&self) -> TileBits {
        self.dealt
    }
}

impl TileBits {
    /// The tiles that remain after `n` letters; the bits of `blanks` say which of them are blanks.
    #[inline]
    pub(crate) fn rest_after(
        &self,
        tiles: RackBits,
        letters: Packed,
        n: u32,
        blanks: u32,
    ) -> RackBits {
        let letters = letters.to_le_bytes().into_iter().enumerate().take(n as usize);
        letters.fold(tiles, |rest, (at, letter)| {
            if blanks >> at & 1 == 1 {
                self.take_blank(rest)
            } else {
                self.take(rest, letter.into())
            }
        })
    }

    /// Takes a tile with the letter, otherwise a blank. Of equal tiles the lowest is taken first.
    #[inline(always)]
    pub(crate) fn take(&self, rest: RackBits, letter: u32) -> RackBits {
        let own = rest & self.groups[letter as usize & 63];
        let tiles = if own != 0 { own } else { rest & self.blanks };
        rest & !(tiles & tiles.wrapping_neg())
    }

    #[inline(always)]
    pub(crate) fn take_blank(&self, rest: RackBits) -> RackBits {
        let tiles = rest & self.blanks;
        rest & !(tiles & tiles.wrapping_neg())
    }
}

impl Beginnings {
    /// Finds the beginnings that may continue with this letter.
    pub(crate) fn find_followed_by(&mut self, letter: u8) {
        if self.known >> letter & 1 == 1 {
            return;
        }
        self.known |= 1 << letter;
        if self.followed.is_empty() {
            self.followed.resize(64, Vec::new());
        }
        let followed = &mut self.followed[letter as usize];
        followed.clear();
        followed.resize(self.children.len(), 0);
        let mut n = 0;
        for (index, children) in self.children.iter().enumerate() {
            followed[n] = index as u32;
            n += (children >> letter & 1) as usize;
        }
        followed.truncate(n);
    }

    /// What [`find_followed_by`](Self::find_followed_by) found.
    pub(crate) fn followed_by(&self, letter: u8) -> &[u32] {
        &self.followed[letter as usize]
    }
}

impl Planes {
    /// Clears the sets, for this many words.
    pub(crate) fn clear(&mut self, count: usize, length: usize, n_letters: usize) {
        self.n_letters = n_letters;
        self.count = count;
        self.blocks = count.div_ceil(64);
        self.sets.clear();
        self.sets.resize(length * n_letters * self.blocks, 0);
        self.present = [0; LONGEST];
    }

    /// Records that a word has a letter at a place.
    #[inline(always)]
    pub(crate) fn insert(&mut self, number: usize, place: usize, letter: u8) {
        self.present[place] |= 1 << letter;
        self.sets[(place * self.n_letters + letter as usize) * self.blocks + number / 64] |=
            1 << (number % 64);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All words, as a set.
    pub(crate) fn all(&self, set: &mut Vec<u64>) {
        set.clear();
        set.resize(self.blocks, u64::MAX);
        if let Some(last) = set.last_mut()
            && !self.count.is_multiple_of(64)
        {
            *last = (1 << (self.count % 64)) - 1;
        }
    }

    /// Keeps the words of a set that have one of the letters at this place. Returns whether any are
    /// left.
    #[inline]
    pub(crate) fn keep(&self, set: &mut [u64], place: usize, letters: u64) -> bool {
        let letters = letters & self.present[place];
        if letters == self.present[place] {
            return true;
        }
        let planes =
            &self.sets[place * self.n_letters * self.blocks..][..self.n_letters * self.blocks];
        let mut any = 0;
        for (block, set) in set.iter_mut().enumerate() {
            let mut allowed = 0;
            let mut letters = letters;
            while letters != 0 {
                allowed |= planes[letters.trailing_zeros() as usize * self.blocks + block];
                letters &= letters - 1;
            }
            *set &= allowed;
            any |= *set;
        }
        any != 0
    }
}
