//! The transposition table: bounds and best moves of positions searched before.

use std::sync::{Mutex, PoisonError};

/// What is known of a position, from the point of view of the side on turn.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Known {
    pub lower: i32,
    pub upper: i32,
    /// The hash of the best play; 0 for a pass or no move.
    pub best: u32,
}

impl Known {
    pub(crate) const NOTHING: Known = Known { lower: i32::MIN, upper: i32::MAX, best: 0 };

    /// Combines this with what another thread may have found; the best move is that of the higher
    /// lower bound.
    fn and(self, other: Known) -> Known {
        let best = if self.lower >= other.lower { self.best } else { other.best };
        Known { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper), best }
    }
}

#[derive(Copy, Clone)]
struct Entry {
    key: u64,
    known: Known,
    /// Number of tiles still to be played: entries that took longer to compute are kept longer.
    weight: u32,
}

/// The memory of a search, its own or shared between threads. Entries never become invalid.
pub(crate) enum Memory<'a> {
    Own(Positions),
    Shared(&'a Shared),
}

impl Memory<'_> {
    /// A private memory of at most `2^bits` positions.
    pub(crate) fn new(bits: u32) -> Memory<'static> {
        Memory::Own(Positions::new(LEAST, bits))
    }

    pub(crate) fn get(&self, key: u64) -> Known {
        match self {
            Memory::Own(positions) => positions.get(key),
            Memory::Shared(shared) => shared.part(key, |positions| positions.get(key)),
        }
    }

    /// Adds these bounds to the known ones.
    pub(crate) fn put(&mut self, key: u64, known: Known, weight: u32) {
        match self {
            Memory::Own(positions) => positions.put(key, known, weight),
            Memory::Shared(shared) => {
                shared.part(key, |positions| positions.put(key, known, weight))
            }
        }
    }
}

/// Positions in many parts, so that threads rarely wait for each other.
pub(crate) struct Shared(Vec<Mutex<Positions>>);

/// Number of parts, as a power of two.
const PARTS: u32 = 8;

impl Shared {
    /// A memory of at most `2^bits` positions.
    pub(crate) fn new(bits: u32) -> Shared {
        let part = || Positions::new(LEAST - PARTS, bits.saturating_sub(PARTS));
        Shared((0..1 << PARTS).map(|_| Mutex::new(part())).collect())
    }

    /// The part for a position, by the upper bits of its key. (The lower bits give its place in the
    /// part.)
    fn part<T>(&self, key: u64, ask: impl FnOnce(&mut Positions) -> T) -> T {
        let part = &self.0[(key >> (64 - PARTS)) as usize];
        // A thread that panicked has written a whole entry or none.
        ask(&mut part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A table of positions that grows up to a limit; then positions with more tiles to play replace
/// those with fewer.
pub(crate) struct Positions {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

const NONE: Entry = Entry { key: 0, known: Known::NOTHING, weight: 0 };
/// Number of places a position may have.
const PLACES: usize = 4;
/// The initial size, as a power of two.
const LEAST: u32 = 14;

impl Positions {
    fn new(least_bits: u32, most_bits: u32) -> Positions {
        Positions {
            entries: vec![NONE; 1 << least_bits.min(most_bits)],
            used: 0,
            most: 1 << most_bits,
        }
    }

    fn places(&self, key: u64) -> std::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(PLACES - 1);
        first..first + PLACES
    }

    fn get(&self, key: u64) -> Known {
        let found = self.entries[self.places(key)].iter().find(|entry| entry.key == key);
        found.map_or(Known::NOTHING, |entry| entry.known)
    }

    fn put(&mut self, key: u64, known: Known, weight: u32) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let places = self.places(key);
        let places = &mut self.entries[places];
        let own = places.iter().position(|entry| entry.key == key);
        let at = own.or_else(|| places.iter().position(|entry| entry.key == 0));
        let at = at.unwrap_or_else(|| {
            (0..PLACES).min_by_key(|&at| places[at].weight).expect("there are places")
        });
        self.used += usize::from(places[at].key == 0);
        let known = if own.is_some() { known.and(places[at].known) } else { known };
        places[at] = Entry { key, known, weight };
    }

    fn grow(&mut self) {
        let bigger = vec![NONE; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, bigger);
        self.used = 0;
        for Entry { key, known, weight } in old.into_iter().filter(|entry| entry.key != 0) {
            self.put(key, known, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::lanes::{SEED, mix};

    #[test]
    fn results_of_other_threads_are_kept() {
        let shared = Shared::new(12);
        let (mut one, mut other) = (Memory::Shared(&shared), Memory::Shared(&shared));
        let read = one.get(77);
        other.put(77, Known { lower: 5, best: 9, ..Known::NOTHING }, 3);
        // A thread that read before that and then found an upper bound does not undo it.
        one.put(77, Known { upper: 8, ..read }, 3);
        let known = other.get(77);
        assert_eq!((known.lower, known.upper, known.best), (5, 8, 9));
        one.put(77, Known { lower: 8, upper: 8, best: 0 }, 3);
        assert_eq!((one.get(77).lower, one.get(77).best), (8, 0));
    }

    #[test]
    fn a_memory_grows_and_forgets_little_before_it_is_full() {
        let shared = Shared::new(18);
        for mut memory in [Memory::new(18), Memory::Shared(&shared)] {
            let keys = (1..=40_000u64).map(|n| mix(SEED, n) | 1);
            keys.clone().for_each(|key| {
                memory.put(key, Known { lower: (key >> 40) as i32, ..Known::NOTHING }, 1)
            });
            let remembered =
                keys.filter(|&key| memory.get(key).lower == (key >> 40) as i32).count();
            // Some positions have more neighbours than places.
            assert!(remembered > 36_000, "{remembered}");
        }
    }
}
