//! The walk over the graph that all searches share, and the guides that steer it.

use crate::graph::{Dawg, LONGEST, NodeId, Reach};
use crate::letter::Letter;

use super::Filter;

/// Says, letter by letter, where a search may go. It is told of every step down and back up.
pub(super) trait Guide {
    /// The letters that may come next, as bits.
    fn letters(&self) -> u64;
    fn enter(&mut self, letter: u32);
    fn leave(&mut self, letter: u32);
    /// Whether the letters entered so far, which are a word, are an answer.
    fn complete(&self) -> bool;
    /// Whether an answer can lie below a node where this can be found. May say yes in error, never no.
    fn hopeful(&self, below: Reach) -> bool;
}

/// The words of a graph that a guide approves, in alphabetical order.
///
/// (Remembering nodes below which nothing was found, to save the next visit, was tried and gained
/// nothing: what [`Reach`] cannot rule out lies high in the graph, where few nodes are shared.)
pub(super) struct Search<'a, G> {
    dawg: &'a Dawg,
    guide: G,
    /// The nodes from the root to where we are, each with the letters still to be tried.
    path: Vec<(NodeId, u64)>,
    word: Vec<Letter>,
}

impl<'a, G: Guide> Search<'a, G> {
    pub(super) fn new(dawg: &'a Dawg, guide: G) -> Search<'a, G> {
        let root = dawg.root();
        let letters = if guide.hopeful(dawg.reach(root)) { dawg.children(root).bits() & guide.letters() } else { 0 };
        Search { dawg, guide, path: vec![(root, letters)], word: Vec::new() }
    }
}

impl<G: Guide> Iterator for Search<'_, G> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        let graph = self.dawg.graph();
        let reaches = self.dawg.reaches();
        loop {
            let (at, letters) = self.path.last_mut()?;
            if *letters == 0 {
                self.path.pop();
                if let Some(letter) = self.word.pop() {
                    self.guide.leave(letter.index() as u32);
                }
                continue;
            }
            let letter = letters.trailing_zeros();
            *letters &= *letters - 1;
            let node = graph.node(*at);
            let child = graph.target(node, letter);
            self.guide.enter(letter);
            let found = node.accepts >> letter & 1 == 1 && self.guide.complete();
            let below = child != NodeId::LEAF && self.guide.hopeful(reaches[child.index()]);
            if !found && !below {
                self.guide.leave(letter);
                continue;
            }
            self.word.push(Letter::from_index(letter as usize));
            self.path.push((child, if below { graph.node(child).children & self.guide.letters() } else { 0 }));
            if found {
                return Some(self.word.clone());
            }
        }
    }
}

/// A multiset of letters to be used up.
#[derive(Clone)]
struct Supply {
    counts: [u8; 64],
    /// The letters whose count is not 0.
    present: u64,
    /// How many letters in all.
    total: usize,
    /// Bit `n`: the letter entered `n` steps ago was taken from here.
    taken: u64,
}

impl Supply {
    fn new(letters: &[Letter]) -> Supply {
        let mut supply = Supply { counts: [0; 64], present: 0, total: letters.len(), taken: 0 };
        for letter in letters {
            let count = &mut supply.counts[letter.index()];
            *count = count.saturating_add(1);
            supply.present |= 1 << letter.index();
        }
        supply
    }

    /// Takes the letter if it is there. Words are shorter than the bits of `taken`.
    #[inline]
    fn enter(&mut self, letter: u32) -> bool {
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

    /// Puts back what the latest letter took, and says whether it did take anything.
    #[inline]
    fn leave(&mut self, letter: u32) -> bool {
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

/// Makes words of given letters and blanks, using all or some.
pub(super) struct Gathering {
    supply: Supply,
    blanks: usize,
    all: bool,
}

impl Gathering {
    pub(super) fn new(letters: &[Letter], blanks: usize, all: bool) -> Gathering {
        Gathering { supply: Supply::new(letters), blanks, all }
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
        !self.all || (self.supply.total == 0 && self.blanks == 0)
    }

    #[inline]
    fn hopeful(&self, below: Reach) -> bool {
        let left = self.supply.total + self.blanks;
        if self.all {
            left <= LONGEST && below.lengths >> left & 1 == 1 && self.supply.present & !below.letters == 0
        } else {
            self.blanks > 0 || self.supply.present & below.letters != 0
        }
    }
}

/// Wants certain lengths, letters that must be there, letters that must not.
pub(super) struct Filtering {
    need: Supply,
    allowed: u64,
    /// Bit `n`: `n` more letters would be a length that is wanted.
    lengths: u64,
    /// The lengths of the way down, to come back to.
    before: Vec<u64>,
}

impl Filtering {
    pub(super) fn new(filter: &Filter) -> Filtering {
        let lengths = (0..=LONGEST).filter(|length| filter.lengths.contains(length)).fold(0, |set, length| set | 1 << length);
        Filtering { need: Supply::new(&filter.with), allowed: !filter.without.bits(), lengths, before: Vec::new() }
    }
}

impl Guide for Filtering {
    #[inline]
    fn letters(&self) -> u64 {
        self.allowed
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
        self.lengths & below.lengths & long_enough != 0 && self.need.present & !(below.letters & self.allowed) == 0
    }
}
