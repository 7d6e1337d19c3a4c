//! A rack packed into one number, so that a subtraction tells whether it contains the tiles of a
//! play.

use tisane_rules::{Ruleset, Tile, Tiles};

use crate::movegen::ceiling::KindCount;

/// Tiles of one side's rack: a byte for each kind, as defined by the [`Packing`] of that side.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct PackedRack(pub u64);

/// The high bit of each byte; counts never reach it.
const GUARD: u64 = 0x8080_8080_8080_8080;

impl PackedRack {
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> u32 {
        self.0.to_le_bytes().into_iter().map(u32::from).sum()
    }

    pub(crate) fn contains(self, other: PackedRack) -> bool {
        ((self.0 | GUARD) - other.0) & GUARD == GUARD
    }

    /// `other` must be contained in this rack.
    pub(crate) fn without(self, other: PackedRack) -> PackedRack {
        PackedRack(self.0 - other.0)
    }
}

/// Which kind of tile has which byte, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    /// Letters by index, then the blank.
    places: [u8; 65],
    pub values: [i32; 8],
    kinds: Vec<KindCount>,
    /// The byte of the blank.
    blank: u64,
    pub whole: PackedRack,
}

const BLANK: usize = 64;

impl Packing {
    /// For at most eight tiles.
    pub(crate) fn new(ruleset: &Ruleset, rack: &Tiles) -> Packing {
        let mut deal = Packing {
            places: [0; 65],
            values: [0; 8],
            kinds: Vec::new(),
            blank: 0,
            whole: PackedRack(0),
        };
        for (place, (tile, n)) in rack.kinds().enumerate() {
            deal.places[slot(tile)] = place as u8;
            deal.values[place] = ruleset.value(tile);
            deal.whole.0 |= (n as u64) << (8 * place);
            let letter = match tile {
                Tile::Letter(letter) => Some(letter.index() as u8),
                Tile::Blank => None,
            };
            if letter.is_none() {
                deal.blank = 0xFF << (8 * place);
            }
            deal.kinds.push(KindCount { letter, n: n as u8 });
        }
        deal
    }

    /// The tiles of a play: its letters, some of which are blanks.
    pub(crate) fn taken(&self, letters: u64, blanks: u8, n_tiles: u32) -> PackedRack {
        let one = |n: u32| {
            let letter = (letters >> (8 * n)) as u8;
            let slot = if blanks >> n & 1 == 1 { BLANK } else { letter as usize };
            1u64 << (8 * self.places[slot])
        };
        PackedRack((0..n_tiles).map(one).sum())
    }

    /// One tile of this kind, which must be on the rack.
    pub(crate) fn one(&self, tile: Tile) -> PackedRack {
        PackedRack(1 << (8 * self.places[slot(tile)]))
    }

    pub(crate) fn has_blank(&self, hand: PackedRack) -> bool {
        hand.0 & self.blank != 0
    }

    /// The tiles of a rack by kind, in the order of its bytes.
    pub(crate) fn kinds(&self, hand: PackedRack) -> Vec<KindCount> {
        let counts = hand.0.to_le_bytes();
        self.kinds.iter().zip(counts).map(|(kind, n)| KindCount { n, ..*kind }).collect()
    }

    pub(crate) fn worth(&self, hand: PackedRack) -> i32 {
        self.values.iter().zip(hand.0.to_le_bytes()).map(|(value, n)| value * i32::from(n)).sum()
    }
}

fn slot(tile: Tile) -> usize {
    match tile {
        Tile::Letter(letter) => letter.index(),
        Tile::Blank => BLANK,
    }
}
