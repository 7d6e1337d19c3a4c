//! Plays as the generator finds them: small, and cheap to copy by the ten thousand.

use tisane_rules::{Placed, Play};

use super::book::{Packed, TILES};
use super::slot::Slot;
use super::tables::{Tables, letter};

/// Receives the plays that the generator finds.
pub(crate) trait Sink {
    /// Letters on the slot's new squares; bit `n` of `blanks`: the `n`th is a blank.
    fn found(&mut self, slot: &Slot, letters: Packed, blanks: u32, score: i32);

    /// The same for plays of more than eight tiles.
    fn found_long(&mut self, slot: &Slot, letters: &[u8], blanks: u32, score: i32);
}

/// One play of a list.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Listed {
    /// Up to eight letters; for longer plays, the index of the first letter.
    letters: Packed,
    pub score: i32,
    /// Bit `i`: a new tile on square `i` of the lane.
    squares: u32,
    /// Bit `n`: the `n`th new tile is a blank.
    blanks: u32,
    lane: u8,
}

/// A list of plays with their scores.
#[derive(Clone, Default, Debug)]
pub struct Plays {
    found: Vec<Listed>,
    long: Vec<u8>,
}

impl Plays {
    /// An empty list.
    pub fn new() -> Plays {
        Plays::default()
    }

    /// Number of plays.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there are no plays.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Removes all plays and keeps the memory.
    pub fn clear(&mut self) {
        self.found.clear();
        self.long.clear();
    }

    /// The scores, in list order.
    pub fn scores(&self) -> impl ExactSizeIterator<Item = i32> + '_ {
        self.found.iter().map(|found| found.score)
    }

    /// The play at this index.
    pub(crate) fn play(&self, tables: &Tables, index: usize) -> Play {
        let Listed { letters, squares, blanks, lane, .. } = self.found[index];
        let n_tiles = squares.count_ones() as usize;
        let bytes = letters.to_le_bytes();
        let letters = if n_tiles <= TILES {
            &bytes[..n_tiles]
        } else {
            &self.long[letters as usize..][..n_tiles]
        };
        to_play(tables, lane, squares, letters, blanks)
    }
}

impl Sink for Plays {
    #[inline(always)]
    fn found(&mut self, slot: &Slot, letters: Packed, blanks: u32, score: i32) {
        self.found.push(Listed { letters, score, squares: slot.squares, blanks, lane: slot.lane });
    }

    fn found_long(&mut self, slot: &Slot, letters: &[u8], blanks: u32, score: i32) {
        let at = self.long.len();
        self.long.extend_from_slice(letters);
        self.found(slot, at as Packed, blanks, score);
    }
}

/// The play as the rules represent it.
pub(crate) fn to_play(
    tables: &Tables,
    lane: u8,
    squares: u32,
    letters: &[u8],
    blanks: u32,
) -> Play {
    let mut squares = squares;
    Play::new(letters.iter().enumerate().map(|(n, &index)| {
        let at = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        (
            tables.square(lane.into(), at),
            Placed { letter: letter(index), blank: blanks >> n & 1 == 1 },
        )
    }))
}
