//! The word graph as the generator walks it.
//!
//! A minimal DAWG whose arcs carry a copy of the node they lead to: which letters may follow, which
//! of them end a word, how many letters later words end, and where the arcs begin. One step is one
//! load; arcs that only name their node would need two dependent loads. English takes 24 bytes ×
//! 115,000 arcs.

use tisane_lexicon::Dawg;
use tisane_lexicon::graph::NodeId;

use super::tables::LONGEST;

/// What can follow after some letters of a word.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WordNode {
    /// Bit `i`: letter `i` may follow.
    pub children: u64,
    /// Bit `i`: letter `i` may follow and ends a word.
    pub accepts: u64,
    /// The first of the arcs, one for each bit of `children`, lowest first.
    first: u32,
    /// Bit `n - 1`: a word ends after `n` more letters.
    pub lengths: u32,
}

impl WordNode {
    /// The arc with this letter, which must be one of the children.
    #[inline(always)]
    pub(crate) fn child(&self, letter: u32) -> Arc {
        self.first + (self.children & ((1 << letter) - 1)).count_ones()
    }
}

/// A set of words, read from left to right.
#[derive(Clone, Debug)]
pub(crate) struct WordGraph {
    /// The last one leads to the root.
    arcs: Vec<WordNode>,
    /// By two letters: what may come before them.
    fronts: Vec<Front>,
    n_letters: usize,
}

/// The letters that may come before two others. A graph read from left to right is slow at finding
/// these; two letters leave few to test.
#[derive(Copy, Clone, Default, Debug)]
struct Front {
    /// The three letters begin a word.
    begin: u64,
    /// The three letters are a word.
    make: u64,
}

/// An arc, by its index in the graph, which is also where its node is.
pub(crate) type Arc = u32;

impl WordGraph {
    /// The words of a lexicon.
    pub(crate) fn new(dawg: &Dawg, n_letters: usize) -> WordGraph {
        let graph = dawg.graph();
        let inline = |&at: &NodeId| {
            let node = graph.node(at);
            // Lanes have up to 32 squares, and so do lengths; bit 0 is never set.
            let lengths = (dawg.reach(at).lengths >> 1) as u32;
            WordNode { children: node.children, accepts: node.accepts, first: node.first, lengths }
        };
        let arcs = graph.arcs().iter().chain([&dawg.root()]).map(inline).collect();
        let mut graph = WordGraph { arcs, fronts: Vec::new(), n_letters };
        graph.fronts = graph.fronts();
        graph
    }

    fn fronts(&self) -> Vec<Front> {
        let mut fronts = vec![Front::default(); self.n_letters * self.n_letters];
        for first in bits(self.node(self.root()).children) {
            let one = self.node(self.node(self.root()).child(first));
            for second in bits(one.children) {
                let two = self.node(one.child(second));
                let fronts = &mut fronts[second as usize * self.n_letters..];
                bits(two.children).for_each(|third| fronts[third as usize].begin |= 1 << first);
                bits(two.accepts).for_each(|third| fronts[third as usize].make |= 1 << first);
            }
        }
        fronts
    }

    /// Every word that fits the longest lane, in ascending order.
    pub(crate) fn for_each_word(&self, mut found: impl FnMut(&[u8])) {
        self.words_from(self.root(), &mut [0; LONGEST], 0, &mut found);
    }

    fn words_from(
        &self,
        arc: Arc,
        word: &mut [u8; LONGEST],
        n: usize,
        found: &mut impl FnMut(&[u8]),
    ) {
        let node = self.node(arc);
        let mut letters = node.children;
        while letters != 0 && n < LONGEST {
            let letter = letters.trailing_zeros();
            letters &= letters - 1;
            word[n] = letter as u8;
            if node.accepts >> letter & 1 == 1 {
                found(&word[..n + 1]);
            }
            self.words_from(node.child(letter), word, n + 1, found);
        }
    }

    /// The arc that leads to the root.
    #[inline]
    pub(crate) fn root(&self) -> Arc {
        self.arcs.len() as Arc - 1
    }

    /// Where an arc leads.
    #[inline(always)]
    pub(crate) fn node(&self, arc: Arc) -> &WordNode {
        &self.arcs[arc as usize]
    }

    /// The letters that may follow an arc so that the letters `after` complete a word.
    pub(crate) fn ended_by(&self, arc: Arc, after: &[u8]) -> u64 {
        let node = self.node(arc);
        let mut letters = node.children;
        if arc == self.root()
            && let [second, third, rest @ ..] = after
        {
            let front = self.fronts[usize::from(*second) * self.n_letters + usize::from(*third)];
            if rest.is_empty() {
                return front.make;
            }
            letters = front.begin;
        }
        let Some((&last, rest)) = after.split_last() else { return node.accepts };
        let completes = |letter: &u32| {
            let next = self.node(node.child(*letter));
            let next = rest.iter().try_fold(next, |node, &letter| self.step(node, letter));
            next.is_some_and(|node| node.accepts >> last & 1 == 1)
        };
        bits(letters).filter(completes).fold(0, |fitting, letter| fitting | 1 << letter)
    }

    /// Where the letter leads, if it may follow.
    #[inline]
    pub(crate) fn step(&self, node: &WordNode, letter: u8) -> Option<&WordNode> {
        (node.children >> letter & 1 == 1).then(|| self.node(node.child(letter.into())))
    }

    /// Size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.arcs) + size_of_val(&*self.fronts)
    }
}

/// The indices of the set bits, lowest first.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        lowest
    })
}
