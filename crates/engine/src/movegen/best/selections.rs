//! The selections of tiles a play may use: their bounds, and which of them form words with the
//! tiles on the board.

use crate::movegen::book::{Book, RackBits, TILES};
use crate::movegen::index::{KEYS, WordsOfLength};
use crate::movegen::rack::Rack;
use crate::movegen::tables::{BLANK, Tables};

use super::NEVER;
use super::answers::{Answer, Answers};

/// Some tiles of the rack.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Selection {
    /// Their values, highest first, then zeros.
    pub values: [i16; TILES],
    /// The [`KEYS`] of its letters, added up.
    pub key: u64,
    /// The value of the remaining tiles as a leave.
    pub leave: i32,
    /// The remaining tiles.
    pub rest: RackBits,
}

/// Upper bounds for selections with a given number of tiles and blanks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Best {
    /// The sum of the highest `n` values.
    pub values: [i32; 2 * TILES],
    /// The highest value of any selection, in thousandths, if all its tiles are scored once, twice
    /// and so on and its leave is added; greater factors use the last entry plus the remaining
    /// factor times all values.
    pub joint: [i32; FACTORS + 1],
}

/// Word factors for which tiles and leave are combined.
pub(crate) const FACTORS: usize = 4;

/// An upper bound for the number of selections of some of [`TILES`] tiles.
const MOST: usize = 128;

/// All selections from one rack; selections of equal tiles are listed once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selections {
    /// By number of tiles, then of blanks among them.
    groups: Vec<Vec<Selection>>,
    best: Vec<Best>,
    /// The [`KEYS`] of all letters of the rack, added up.
    pub whole_key: u64,
    made: Vec<Made>,
    /// Those that form words, by their index in their group.
    feasible: Answers<u8>,
}

/// A tile of the rack.
#[derive(Copy, Clone, Debug, Default)]
struct Tile {
    value: i32,
    key: u64,
    face: u8,
    blank: bool,
    /// Its bit in the rack.
    bit: RackBits,
    /// An equal tile that is taken before, as a bit in order of value.
    after: usize,
}

/// A selection under construction: tiles are added from the most valuable down.
#[derive(Copy, Clone, Debug)]
struct Made {
    /// Their values, highest first, then zeros, 16 bits each: adding one is arithmetic. (Writing
    /// one element of an array and then reading all of it would stall.)
    values: u128,
    key: u64,
    /// The sum of their values, in thousandths.
    sum: i32,
    used: RackBits,
    n: u8,
    blanks: u8,
    /// Whether the first of equal tiles are taken.
    in_order: bool,
}

impl Default for Made {
    fn default() -> Made {
        Made { values: 0, key: 0, sum: 0, used: 0, n: 0, blanks: 0, in_order: true }
    }
}

#[inline(always)]
fn group(n: usize, blanks: usize) -> usize {
    n * (TILES + 1) + blanks
}

impl Selections {
    /// Sorts the selections by number of tiles and blanks.
    #[inline(never)]
    pub(crate) fn deal(&mut self, tables: &Tables, rack: &Rack, book: &Book, leaves: &[i32]) {
        let Selections { groups, best, whole_key, made, feasible } = self;
        groups.resize_with((TILES + 1) * (TILES + 1), Vec::new);
        best.resize(
            (TILES + 1) * (TILES + 1),
            Best { values: [0; 2 * TILES], joint: [NEVER; FACTORS + 1] },
        );
        let mut tiles = [Tile::default(); TILES];
        *whole_key = 0;
        for at in 0..rack.len {
            let blank = book.blanks() >> at & 1 == 1;
            let face = book.face(at);
            let (value, key) = if blank {
                (tables.value[BLANK], 0)
            } else {
                (tables.value[face as usize & 63], KEYS[face as usize & 63])
            };
            *whole_key = whole_key.wrapping_add(key);
            let mut place = at;
            while place > 0 && tiles[place - 1].value < value {
                tiles[place] = tiles[place - 1];
                place -= 1;
            }
            tiles[place] = Tile { value, key, face, blank, bit: 1 << at, after: 0 };
        }
        // Equal tiles are taken in order, as in the book.
        for place in 1..rack.len {
            let [before, tile] = [tiles[place - 1], tiles[place]];
            tiles[place].after =
                usize::from((before.face, before.blank) == (tile.face, tile.blank)) << (place - 1);
        }
        feasible.about(whole_key.wrapping_add(rack.blanks as u64));
        let tiles = &tiles[..rack.len];
        for n in 0..=rack.len {
            for blanks in 0..=rack.blanks.min(n) {
                groups[group(n, blanks)].clear();
                best[group(n, blanks)] =
                    Best { values: highest(tiles, n, blanks), joint: [NEVER; FACTORS + 1] };
            }
        }
        let whole = ((1u32 << rack.len) - 1) as RackBits;
        made.resize(1 << TILES, Made::default());
        for (last, tile) in tiles.iter().enumerate() {
            for number in 1usize << last..2 << last {
                let shorter = made[number ^ 1 << last];
                let in_order = shorter.in_order && number & tile.after == tile.after;
                let selection = Made {
                    values: shorter.values
                        | u128::from(tile.value as u16)
                            << (16 * (shorter.n as usize & (TILES - 1))),
                    key: shorter.key.wrapping_add(tile.key),
                    used: shorter.used | tile.bit,
                    n: shorter.n + 1,
                    blanks: shorter.blanks + u8::from(tile.blank),
                    sum: shorter.sum + tile.value * 1000,
                    in_order,
                };
                made[number] = selection;
                if !in_order {
                    continue;
                }
                let rest = whole & !selection.used;
                let group = group(selection.n.into(), selection.blanks.into());
                let leave = leaves[rest as usize];
                let mut joint = leave;
                for best in &mut best[group].joint {
                    *best = (*best).max(joint);
                    joint += selection.sum;
                }
                groups[group].push(Selection {
                    values: apart(selection.values),
                    key: selection.key,
                    leave,
                    rest,
                });
            }
        }
    }

    /// Upper bounds for selections with this many tiles and blanks.
    #[inline(always)]
    pub(crate) fn best(&self, n: usize, blanks: usize) -> &Best {
        &self.best[group(n, blanks)]
    }

    /// All selections with this many tiles and blanks.
    #[inline]
    pub(crate) fn of(&self, n: usize, blanks: usize) -> &[Selection] {
        &self.groups[group(n, blanks)]
    }

    /// The [feasible](Self::feasible) selections, by their index in their group.
    #[inline]
    pub(crate) fn found(&self, answer: Answer) -> &[u8] {
        self.feasible.list(answer)
    }

    /// Finds the selections of `n_tiles` tiles with this many blanks that may form one of these
    /// words with tiles on the board whose [`KEYS`] add up to `through`.
    #[inline]
    pub(crate) fn feasible(
        &mut self,
        words: &WordsOfLength,
        through: u64,
        n_tiles: usize,
        blanks: usize,
    ) -> Answer {
        let Selections { groups, feasible, .. } = self;
        feasible.to(through.wrapping_add((n_tiles * 16 + blanks) as u64), |feasible| {
            let filter = words.short_of(blanks);
            // The result is unpredictable, so there is no branch.
            let (mut found, mut n) = ([0; MOST], 0);
            for (number, selection) in groups[group(n_tiles, blanks)].iter().enumerate() {
                found[n & (MOST - 1)] = number as u8;
                n += usize::from(
                    filter
                        .is_none_or(|filter| filter.may_have(through.wrapping_add(selection.key))),
                );
            }
            feasible.extend_from_slice(&found[..n]);
        })
    }
}

/// The 16-bit numbers in this one.
#[inline(always)]
fn apart(values: u128) -> [i16; TILES] {
    std::array::from_fn(|n| (values >> (16 * n)) as i16)
}

/// The sums of the highest values of `n` tiles with this many blanks; `tiles` are sorted by value,
/// highest first.
fn highest(tiles: &[Tile], n: usize, mut blanks: usize) -> [i32; 2 * TILES] {
    let mut sums = [0; 2 * TILES];
    let mut letters = n - blanks;
    let (mut sum, mut count) = (0, 0);
    for tile in tiles {
        let left = if tile.blank { &mut blanks } else { &mut letters };
        if *left > 0 {
            *left -= 1;
            sum += tile.value;
            count += 1;
            sums[count] = sum;
        }
    }
    sums
}
