//! A ruleset compiled for the generator: values, premiums and bonuses in plain arrays.

use tisane_lexicon::{Letter, LetterSet};
use tisane_rules::{BonusKind, Direction, Ruleset, Square, Tile};

use super::book::TILES;

/// The index of the blank in arrays by kind of tile; letters come first.
pub(crate) const BLANK: usize = LetterSet::CAPACITY;
/// Kinds of tile: letters and the blank.
pub(crate) const KINDS: usize = BLANK + 1;
/// The longest lane.
pub(crate) const LONGEST: usize = 32;

/// A ruleset's numbers.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub rows: usize,
    pub cols: usize,
    /// The value of each kind of tile.
    pub value: [i32; KINDS],
    /// All letters of the alphabet.
    pub alphabet: u64,
    /// Premiums of every lane: rows first, then columns.
    pub lanes: Vec<Premiums>,
    /// Whether some letter premium depends on the tile's value, so that tiles have to be looked up
    /// by square.
    pub conditional: bool,
    /// With `conditional`: the points of a kind of tile on a square, by `lane`, `index`, `kind`.
    worth: Vec<i32>,
    /// By the number of tiles placed.
    pub bonus: Vec<Bonus>,
    /// The starting squares, as bits of each lane.
    pub starts: Vec<u32>,
    /// Whether bounds are valid: premiums do not depend on the tile, no value is negative, and
    /// products fit 16 bits.
    pub boundable: bool,
    /// Whether the down plays on an empty board are the mirror images of the across plays.
    pub symmetric: bool,
}

/// The premiums of one row or column.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Premiums {
    /// The factor of a new tile; 1 if it depends on the tile.
    pub letter: [i32; LONGEST],
    /// The factor of a word with a new tile here.
    pub word: [i32; LONGEST],
    /// Bit `i`: square `i` multiplies words.
    pub multiplying: u32,
    /// One in byte `n - 2` for each `n` from 2 up to the letter premium: sums count the squares
    /// that multiply by `n` or more.
    pub layers: [u64; LONGEST],
}

/// The bonus for a number of placed tiles: points × times + plus.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bonus {
    pub times: i32,
    pub plus: i32,
}

impl Premiums {
    /// An upper bound for the factor of a tile in a play of eight tiles.
    fn greatest_factor(&self) -> i64 {
        let mut words = self.word;
        words.sort_unstable_by_key(|&word| std::cmp::Reverse(word));
        let main: i64 = words[..TILES].iter().map(|&word| i64::from(word)).product();
        let letter = self.letter.iter().copied().max().unwrap_or(1);
        (main + i64::from(words[0])) * i64::from(letter)
    }
}

impl Tables {
    pub(crate) fn new(ruleset: &Ruleset) -> Tables {
        let layout = &ruleset.layout;
        let (rows, cols) = (layout.rows() as usize, layout.cols() as usize);
        let mut value = [0; KINDS];
        for (letter, tile) in ruleset.letters() {
            value[letter.index()] = tile.value;
        }
        value[BLANK] = ruleset.blanks.value;
        let conditional =
            layout.squares().any(|square| layout.premium(square).only_value.is_some());
        let n_lanes = rows + cols;
        let mut tables = Tables {
            rows,
            cols,
            value,
            alphabet: ruleset.alphabet.all().bits(),
            lanes: vec![
                Premiums {
                    letter: [1; LONGEST],
                    word: [1; LONGEST],
                    multiplying: 0,
                    layers: [0; LONGEST]
                };
                n_lanes
            ],
            conditional,
            worth: if conditional { vec![0; n_lanes * LONGEST * KINDS] } else { Vec::new() },
            bonus: (0..=ruleset.rack.max(LONGEST))
                .map(|n| match ruleset.bonus(n) {
                    None => Bonus { times: 1, plus: 0 },
                    Some(BonusKind::Points(plus)) => Bonus { times: 1, plus },
                    Some(BonusKind::Times(times)) => Bonus { times, plus: 0 },
                })
                .collect(),
            starts: vec![0; n_lanes],
            boundable: !conditional
                && value.iter().all(|&value| value >= 0)
                && ruleset
                    .bonuses()
                    .iter()
                    .all(|bonus| !matches!(bonus.kind, BonusKind::Times(times) if times < 1)),
            symmetric: layout.is_symmetric(),
        };
        for lane in 0..n_lanes {
            for index in 0..tables.lane_len(lane) {
                let square = tables.square(lane, index);
                let premium = layout.premium(square);
                tables.lanes[lane].letter[index] =
                    if premium.only_value.is_some() { 1 } else { premium.letter.into() };
                tables.lanes[lane].word[index] = premium.word.into();
                tables.lanes[lane].multiplying |= u32::from(premium.word != 1) << index;
                tables.lanes[lane].layers[index] =
                    (2..=premium.letter).fold(0, |layers, n| layers | 1 << (8 * (n - 2)));
                if conditional {
                    let worth = &mut tables.worth[(lane * LONGEST + index) * KINDS..][..KINDS];
                    worth
                        .iter_mut()
                        .zip(value)
                        .for_each(|(worth, value)| *worth = value * premium.letter_for(value));
                }
                tables.starts[lane] |= u32::from(layout.starts().contains(&square)) << index;
            }
        }
        tables.boundable &=
            tables.lanes.iter().all(|lane| lane.greatest_factor() <= i64::from(i16::MAX));
        tables
    }

    pub(crate) fn n_lanes(&self) -> usize {
        self.rows + self.cols
    }

    pub(crate) fn lane_len(&self, lane: usize) -> usize {
        if lane < self.rows { self.cols } else { self.rows }
    }

    pub(crate) fn square(&self, lane: usize, index: usize) -> Square {
        if lane < self.rows {
            Square::new(lane as u8, index as u8)
        } else {
            Square::new(index as u8, (lane - self.rows) as u8)
        }
    }

    /// The lane through a square in this direction, and the square's index in it.
    pub(crate) fn lane_of(&self, square: Square, direction: Direction) -> (usize, usize) {
        match direction {
            Direction::Across => (square.row as usize, square.col as usize),
            Direction::Down => (self.rows + square.col as usize, square.row as usize),
        }
    }

    /// The points of a new tile of this kind on this square, including its letter premium.
    #[inline]
    pub(crate) fn worth(&self, lane: usize, index: usize, kind: usize) -> i32 {
        if self.conditional {
            self.worth[(lane * LONGEST + index) * KINDS + kind]
        } else {
            self.value[kind] * self.lanes[lane].letter[index]
        }
    }
}

/// The kind of a tile: its letter's index, or [`BLANK`].
pub(crate) fn kind(tile: Tile) -> usize {
    match tile {
        Tile::Letter(letter) => letter.index(),
        Tile::Blank => BLANK,
    }
}

/// The letter with this index.
pub(crate) fn letter(index: u8) -> Letter {
    Letter::from_index(index as usize)
}
