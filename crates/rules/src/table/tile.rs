//! Tiles in a bag or rack, tiles on the board, and multisets of tiles.

use tisane_lexicon::{Letter, LetterSet};

/// A tile on a rack or in the bag.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Tile {
    /// A tile with this letter.
    Letter(Letter),
    /// A blank.
    Blank,
}

/// A tile on the board. A blank has a letter, but scores the value of a blank.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Placed {
    /// Its letter, also for a blank.
    pub letter: Letter,
    /// Whether it is a blank.
    pub blank: bool,
}

impl Placed {
    /// The tile as on the rack.
    pub fn tile(self) -> Tile {
        if self.blank { Tile::Blank } else { Tile::Letter(self.letter) }
    }
}

/// A multiset of tiles: a bag, a rack, a leave or the unseen tiles.
#[derive(Clone, Eq, PartialEq, Hash)]
pub struct Tiles {
    /// By letter; the blank is last.
    counts: [u8; KINDS],
    len: u16,
}

/// The letters of the largest alphabet, and the blank.
const KINDS: usize = LetterSet::CAPACITY + 1;
const BLANK: usize = LetterSet::CAPACITY;

impl Tiles {
    /// At most this many tiles of one kind.
    pub const MAX_OF_A_KIND: usize = u8::MAX as usize;

    /// No tiles.
    pub const fn new() -> Tiles {
        Tiles { counts: [0; KINDS], len: 0 }
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many tiles of this kind there are.
    pub fn count(&self, tile: Tile) -> usize {
        self.counts[slot(tile)] as usize
    }

    /// Whether there is a tile of this kind.
    pub fn contains(&self, tile: Tile) -> bool {
        self.count(tile) > 0
    }

    /// How many blanks there are.
    pub fn blanks(&self) -> usize {
        self.counts[BLANK] as usize
    }

    /// The letters, without blanks.
    pub fn letters(&self) -> LetterSet {
        self.kinds()
            .filter_map(
                |(tile, _)| if let Tile::Letter(letter) = tile { Some(letter) } else { None },
            )
            .collect()
    }

    /// If there are already 255 of the kind. Rulesets have fewer.
    pub fn insert(&mut self, tile: Tile) {
        self.insert_many(tile, 1);
    }

    /// # Panics
    /// As [`insert`](Self::insert).
    pub fn insert_many(&mut self, tile: Tile, n: usize) {
        let count = &mut self.counts[slot(tile)];
        *count = u8::try_from(*count as usize + n).expect("at most 255 tiles of a kind");
        self.len += n as u16;
    }

    /// Removes one tile, and returns whether there was one.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let count = &mut self.counts[slot(tile)];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.len -= 1;
        true
    }

    /// Adds all of these tiles.
    pub fn add(&mut self, other: &Tiles) {
        for (tile, n) in other.kinds() {
            self.insert_many(tile, n);
        }
    }

    /// `self` without `other`, or the missing tiles.
    pub fn without(&self, other: &Tiles) -> Result<Tiles, Tiles> {
        let mut rest = self.clone();
        let mut missing = Tiles::new();
        for tile in other.iter() {
            if !rest.remove(tile) {
                missing.insert(tile);
            }
        }
        if missing.is_empty() { Ok(rest) } else { Err(missing) }
    }

    /// Fewer of each kind, down to none.
    pub(crate) fn less(&self, fewer: impl Fn(Tile) -> usize) -> Tiles {
        let mut rest = Tiles::new();
        for (tile, n) in self.kinds() {
            rest.insert_many(tile, n.saturating_sub(fewer(tile)));
        }
        rest
    }

    /// Whether all of these tiles are there.
    pub fn contains_all(&self, other: &Tiles) -> bool {
        self.counts.iter().zip(&other.counts).all(|(have, want)| have >= want)
    }

    /// The kinds of tiles with their counts: letters in alphabetical order, then the blank.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, usize)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .filter(|&(_, &n)| n > 0)
            .map(|(slot, &n)| (tile(slot), n as usize))
    }

    /// All tiles: letters in alphabetical order, then blanks.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds().flat_map(|(tile, n)| std::iter::repeat_n(tile, n))
    }
}

fn slot(tile: Tile) -> usize {
    match tile {
        Tile::Letter(letter) => letter.index(),
        Tile::Blank => BLANK,
    }
}

fn tile(slot: usize) -> Tile {
    if slot == BLANK { Tile::Blank } else { Tile::Letter(Letter::from_index(slot)) }
}

impl Default for Tiles {
    fn default() -> Tiles {
        Tiles::new()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        let mut all = Tiles::new();
        for tile in tiles {
            all.insert(tile);
        }
        all
    }
}

impl std::fmt::Debug for Tiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
