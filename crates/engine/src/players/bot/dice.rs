//! Randomness that depends only on a seed and a position: the same player always makes the same
//! choice in the same position.

use tisane_lexicon::Letter;
use tisane_rules::{Position, Tile};

/// Random decisions for one position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Dice(u64);

/// Chances are in millionths.
pub(crate) const CERTAIN: u32 = 1_000_000;

impl Dice {
    pub(crate) fn new(seed: u64, position: &Position) -> Dice {
        let mut dice = Dice(mix(seed)).and(position.history.len() as u64);
        for (square, placed) in position.board.tiles() {
            let placed = (placed.letter.index() as u64) << 1 | u64::from(placed.blank);
            dice = dice.and(u64::from(square.row) << 32 | u64::from(square.col) << 16 | placed);
        }
        for (tile, n) in position.rack.kinds() {
            let kind = if let Tile::Letter(letter) = tile { letter.index() as u64 + 1 } else { 0 };
            dice = dice.and(kind << 16 | n as u64);
        }
        dice
    }

    /// An independent decision for a part of the turn.
    pub(crate) fn and(self, part: u64) -> Dice {
        Dice(mix(self.0 ^ mix(part)))
    }

    /// An independent decision for a word.
    pub(crate) fn about(self, word: &[Letter]) -> Dice {
        self.and(number(word))
    }

    /// A uniform random number below [`CERTAIN`].
    pub(crate) fn draw(self) -> u32 {
        (((self.0 >> 32) * u64::from(CERTAIN)) >> 32) as u32
    }

    /// A random number from `-most` to `most`, most likely near 0.
    pub(crate) fn around(self, most: i32) -> i32 {
        let half =
            |part| (i64::from(self.and(part).draw()) * i64::from(most) / i64::from(CERTAIN)) as i32;
        half(1) - half(2)
    }
}

/// A hash of a word, the same on every machine.
pub(crate) fn number(word: &[Letter]) -> u64 {
    word.iter().fold(word.len() as u64, |number, letter| mix(number ^ letter.index() as u64))
}

/// Mixes the bits of a number (Steele, Lea and Flood's SplitMix).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
