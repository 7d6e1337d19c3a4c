//! Words made of given letters.

use super::machine::Machine;
use super::search::Guide;
use crate::alphabet::Letter;
use crate::graph::{Dawg, Reach};

/// The guide for words made of some of these letters and blanks.
pub(super) struct Gathering {
    supply: Supply,
    blanks: usize,
}

impl Gathering {
    pub(super) fn new(letters: &[Letter], blanks: usize) -> Gathering {
        Gathering { supply: Supply::new(letters), blanks }
    }
}

impl Guide for Gathering {
    #[inline]
    fn letters(&self) -> u64 {
        if self.blanks > 0 { u64::MAX } else { self.supply.present }
    }

    #[inline]
    fn enter(&mut self, letter: u32) {
        if !self.supply.enter(letter) {
            self.blanks -= 1;
        }
    }

    #[inline]
    fn leave(&mut self, letter: u32) {
        if !self.supply.leave(letter) {
            self.blanks += 1;
        }
    }

    #[inline]
    fn complete(&self) -> bool {
        true
    }

    #[inline]
    fn hopeful(&self, below: Reach) -> bool {
        self.blanks > 0 || self.supply.present & below.letters != 0
    }

    /// Every word on the way is a result.
    fn machine(&self) -> Option<Machine> {
        None
    }

    fn states(&self) -> u64 {
        0
    }
}

/// The words made of all these letters and `blanks` more, found by their sets of letters.
pub(super) fn having<'a>(
    dawg: &'a Dawg,
    letters: &[Letter],
    blanks: usize,
) -> impl Iterator<Item = Vec<Letter>> + use<'a> {
    let need = Supply::new(letters);
    let words = dawg.sets().with(need.present, letters.len().saturating_add(blanks));
    words.filter_map(|word| dawg.word(word)).filter(move |word| {
        let mut need = need.clone();
        word.iter().for_each(|letter| {
            need.enter(letter.index() as u32);
        });
        need.total == 0
    })
}

/// A multiset of letters to use up.
#[derive(Clone)]
pub(super) struct Supply {
    pub(super) counts: [u8; 64],
    /// The letters with a count above 0.
    pub(super) present: u64,
    /// The number of letters.
    pub(super) total: usize,
    /// Bit `n`: the letter entered `n` steps ago was taken from here.
    taken: u64,
}

impl Supply {
    pub(super) fn new(letters: &[Letter]) -> Supply {
        let mut supply = Supply { counts: [0; 64], present: 0, total: letters.len(), taken: 0 };
        for letter in letters {
            let count = &mut supply.counts[letter.index()];
            *count = count.saturating_add(1);
            supply.present |= 1 << letter.index();
        }
        supply
    }

    /// Uses the letter if there is one. Words are shorter than the bits of `taken`.
    #[inline]
    pub(super) fn enter(&mut self, letter: u32) -> bool {
        let count = &mut self.counts[letter as usize];
        let taken = *count != 0;
        if taken {
            *count -= 1;
            self.total -= 1;
            self.present &= !(u64::from(*count == 0) << letter);
        }
        self.taken = self.taken << 1 | u64::from(taken);
        taken
    }

    /// Puts back what the last letter used, and returns whether it used one.
    #[inline]
    pub(super) fn leave(&mut self, letter: u32) -> bool {
        let taken = self.taken & 1 == 1;
        self.taken >>= 1;
        if taken {
            self.counts[letter as usize] += 1;
            self.total += 1;
            self.present |= 1 << letter;
        }
        taken
    }
}
