//! Words by length, required letters and forbidden letters.

use std::cmp::Reverse;

use super::Filter;
use super::gather::Supply;
use super::machine::{Machine, Step};
use super::search::Guide;
use crate::alphabet::{Letter, LetterSet};
use crate::graph::{LONGEST, Reach, bits};

/// The guide for a filter.
pub(super) struct Filtering {
    need: Supply,
    allowed: u64,
    /// Bit `n`: a word may have `n` more letters.
    lengths: u64,
    /// The lengths before each step, to go back.
    before: Vec<u64>,
    digits: Vec<Digit>,
}

/// The states of the machine are numbers with a digit for each required letter: how often it came
/// so far. (Without required letters, a machine would know no more than [`Reach`].)
struct Digit {
    letter: u32,
    /// How often the letter is required, as far as the machine can count.
    most: u8,
    /// What one such letter adds to the state.
    worth: u32,
}

impl Filtering {
    pub(super) fn new(filter: &Filter) -> Filtering {
        let lengths = (0..=LONGEST)
            .filter(|length| filter.lengths.contains(length))
            .fold(0, |set, length| set | 1 << length);
        let need = Supply::new(&filter.with);
        let digits = digits(&need);
        Filtering {
            need,
            allowed: !filter.without.bits(),
            lengths,
            before: Vec::with_capacity(LONGEST),
            digits,
        }
    }

    /// The words made of all these letters and `blanks` more: words of that length with these
    /// letters. Few letters are free, so the walk is faster without a machine.
    pub(super) fn anagrams(letters: &[Letter], blanks: usize) -> Filtering {
        let length = letters.len().saturating_add(blanks);
        let filter =
            Filter { lengths: length..=length, with: letters.to_vec(), without: LetterSet::EMPTY };
        Filtering { digits: Vec::new(), ..Filtering::new(&filter) }
    }
}

/// As many digits as fit into 64 states. Letters required most often come first: [`Reach`] only
/// knows whether a letter occurs at all.
fn digits(need: &Supply) -> Vec<Digit> {
    let mut letters: Vec<u32> = bits(need.present).collect();
    letters.sort_by_key(|&letter| Reverse(need.counts[letter as usize]));
    let mut worth = 1;
    let mut digits = Vec::new();
    for letter in letters {
        let most = need.counts[letter as usize].min((64 / worth - 1) as u8);
        if most == 0 {
            break;
        }
        digits.push(Digit { letter, most, worth });
        worth *= u32::from(most) + 1;
    }
    digits
}

impl Guide for Filtering {
    #[inline]
    fn letters(&self) -> u64 {
        // If there is room only for required letters, no others.
        let full = self.lengths >> 1 >> self.need.total.min(63) == 0;
        if full { self.allowed & self.need.present } else { self.allowed }
    }

    #[inline]
    fn enter(&mut self, letter: u32) {
        self.need.enter(letter);
        self.before.push(self.lengths);
        self.lengths >>= 1;
    }

    #[inline]
    fn leave(&mut self, letter: u32) {
        self.need.leave(letter);
        self.lengths = self.before.pop().unwrap_or(0);
    }

    #[inline]
    fn complete(&self) -> bool {
        self.need.total == 0 && self.lengths & 1 == 1
    }

    #[inline]
    fn hopeful(&self, below: Reach) -> bool {
        let long_enough = u64::MAX << self.need.total.min(63);
        self.lengths & below.lengths & long_enough != 0
            && self.need.present & !(below.letters & self.allowed) == 0
    }

    fn machine(&self) -> Option<Machine> {
        if self.digits.is_empty() {
            return None;
        }
        let n_states = self.digits.iter().fold(1, |n, digit| n * (u32::from(digit.most) + 1));
        let mut steps = [Step { moves: 0, by: 0, stays: u64::MAX }; 64];
        for &Digit { letter, most, worth } in &self.digits {
            let counted = |state: &u32| state / worth % (u32::from(most) + 1) < u32::from(most);
            let moves = (0..n_states).filter(counted).fold(0, |set, state| set | 1 << state);
            steps[letter as usize] = Step { moves, by: worth, stays: !moves };
        }
        for letter in bits(!self.allowed) {
            steps[letter as usize] = Step::default();
        }
        Some(Machine { steps, skips: 0, goals: 1 << (n_states - 1) })
    }

    #[inline]
    fn states(&self) -> u64 {
        let came = |digit: &Digit| {
            u32::from(digit.most - digit.most.min(self.need.counts[digit.letter as usize]))
                * digit.worth
        };
        1 << self.digits.iter().map(came).sum::<u32>()
    }
}
