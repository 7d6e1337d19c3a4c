//! The graph that reads words from left to right.

use std::sync::OnceLock;

use super::ascent::Ascent;
use super::gaddag::MOST_PREFIXES;
use super::minimal::Minimizer;
use super::sets::LetterSets;
use super::{Graph, LONGEST, MOST_WORDS, NodeId, bit};
use crate::alphabet::{Letter, LetterSet};

/// A set of words, read from left to right (Appel and Jacobson's DAWG), minimal.
///
/// Words are numbered from 0 in alphabetical order, so data about words can be in a plain array:
/// [`index`](Dawg::index) and [`word`](Dawg::word).
#[derive(Clone, Debug)]
pub struct Dawg {
    graph: Graph,
    longest: usize,
    reach: OnceLock<Vec<Reach>>,
    ascent: OnceLock<Ascent>,
    sets: OnceLock<LetterSets>,
}

/// What is below a node, to prune searches.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Reach {
    /// The letters of all arcs below, as bits.
    pub letters: u64,
    /// Bit `n`: a word ends after `n` more letters. Bit 0 is never set.
    pub lengths: u64,
}

impl Dawg {
    /// A graph of words, which must be in strictly ascending order.
    pub fn from_sorted<'a>(words: impl IntoIterator<Item = &'a [Letter]>) -> Dawg {
        let mut builder = DawgBuilder::new(0);
        for word in words {
            builder.add(word);
        }
        builder.finish()
    }

    pub(crate) fn from_graph(graph: Graph) -> Dawg {
        // The height of each node; the root is last.
        let mut heights: Vec<usize> = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            heights.push(
                graph
                    .targets(node)
                    .iter()
                    .map(|target| heights[target.index()] + 1)
                    .max()
                    .unwrap_or(0),
            );
        }
        let longest = heights.last().copied().unwrap_or(0);
        Dawg {
            graph,
            longest,
            reach: OnceLock::new(),
            ascent: OnceLock::new(),
            sets: OnceLock::new(),
        }
    }

    /// The node where every word begins: the last one.
    #[inline]
    pub fn root(&self) -> NodeId {
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    /// The letters that may follow.
    #[inline]
    pub fn children(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).children)
    }

    /// The letters that complete a word.
    #[inline]
    pub fn accepts(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).accepts)
    }

    /// The target of the arc with this letter.
    #[inline]
    pub fn child(&self, at: NodeId, letter: Letter) -> Option<NodeId> {
        self.graph.child(at, bit(letter))
    }

    /// The number of words below a node.
    #[inline]
    pub fn words_below(&self, at: NodeId) -> usize {
        self.graph.node(at).words as usize
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words_below(self.root())
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node after these letters, if any word begins with them.
    #[inline]
    pub fn walk(&self, letters: &[Letter]) -> Option<NodeId> {
        letters.iter().try_fold(self.root(), |at, &letter| self.child(at, letter))
    }

    /// Whether this is a word.
    pub fn contains(&self, word: &[Letter]) -> bool {
        let Some((&last, front)) = word.split_last() else { return false };
        self.walk(front).is_some_and(|at| self.accepts(at).contains(last))
    }

    /// The number of a word in alphabetical order.
    pub fn index(&self, word: &[Letter]) -> Option<usize> {
        let mut at = self.root();
        let mut index = 0;
        let mut ends = false;
        for &letter in word {
            let node = self.graph.node(at);
            let letter = bit(letter);
            if node.children >> letter & 1 == 0 {
                return None;
            }
            let below = (1 << letter) - 1;
            let skipped = (node.children & below).count_ones() as usize;
            let targets = self.graph.targets(node);
            // The word that ends here comes first, then those of the siblings before.
            index += usize::from(ends) + (node.accepts & below).count_ones() as usize;
            index +=
                targets[..skipped].iter().map(|&target| self.words_below(target)).sum::<usize>();
            ends = node.accepts >> letter & 1 == 1;
            at = targets[skipped];
        }
        ends.then_some(index)
    }

    /// The word with this number.
    pub fn word(&self, index: usize) -> Option<Vec<Letter>> {
        if index >= self.len() {
            return None;
        }
        let mut left = index;
        let mut at = self.root();
        let mut word = Vec::new();
        'deeper: loop {
            for (bit, ends, target) in self.graph.arcs_of(at) {
                let words = usize::from(ends) + self.words_below(target);
                if left < words {
                    word.push(Letter::from_index(bit as usize));
                    if ends && left == 0 {
                        return Some(word);
                    }
                    left -= usize::from(ends);
                    at = target;
                    continue 'deeper;
                }
                left -= words;
            }
            unreachable!("the arcs of a node hold as many words as the node");
        }
    }

    /// The length of the longest word.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// What is below a node. The first call builds the table.
    #[inline]
    pub fn reach(&self, at: NodeId) -> Reach {
        self.reaches()[at.index()]
    }

    pub(crate) fn reaches(&self) -> &[Reach] {
        self.reach.get_or_init(|| {
            let mut reaches: Vec<Reach> = Vec::with_capacity(self.graph.nodes.len());
            for node in &self.graph.nodes {
                let mut reach =
                    Reach { letters: node.children, lengths: u64::from(node.accepts != 0) << 1 };
                for target in self.graph.targets(node) {
                    let below = reaches[target.index()];
                    reach.letters |= below.letters;
                    reach.lengths |= below.lengths << 1;
                }
                reaches.push(reach);
            }
            reaches
        })
    }

    /// The arcs in order for a pass from the leaf to the root. Made when first asked for.
    pub(crate) fn ascent(&self) -> &Ascent {
        self.ascent.get_or_init(|| Ascent::new(&self.graph))
    }

    /// The letters of each word. The first call builds the table.
    pub(crate) fn sets(&self) -> &LetterSets {
        self.sets.get_or_init(|| LetterSets::new(&self.graph, self.root()))
    }

    /// Whether the graph has implausibly many words or beginnings of words. A few nodes are enough
    /// for that.
    pub(crate) fn is_too_large(&self) -> bool {
        let mut beginnings: Vec<u64> = Vec::with_capacity(self.graph.nodes.len());
        for node in &self.graph.nodes {
            let below = self
                .graph
                .targets(node)
                .iter()
                .fold(0u64, |sum, target| sum.saturating_add(1 + beginnings[target.index()]));
            beginnings.push(below.min(1 << 32));
        }
        self.len() > MOST_WORDS || beginnings[self.root().index()] >= MOST_PREFIXES as u64
    }

    /// The nodes and arcs.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl PartialEq for Dawg {
    fn eq(&self, other: &Dawg) -> bool {
        self.graph == other.graph
    }
}

impl Eq for Dawg {}

/// Builds a [`Dawg`] from words that arrive in ascending order.
///
/// Only the path of the last word is open; when the next word branches off, everything below is
/// complete and goes to the minimizer.
pub struct DawgBuilder {
    minimizer: Minimizer,
    /// The node after each letter of the last word.
    open: Vec<Open>,
    word: Vec<Letter>,
}

#[derive(Copy, Clone)]
struct Open {
    children: u64,
    accepts: u64,
    targets: [NodeId; 64],
}

impl Open {
    const NEW: Open = Open { children: 0, accepts: 0, targets: [NodeId::LEAF; 64] };
}

impl DawgBuilder {
    /// With room for about this many words.
    pub fn new(words: usize) -> DawgBuilder {
        DawgBuilder {
            minimizer: Minimizer::new(words / 3),
            open: vec![Open::NEW],
            word: Vec::new(),
        }
    }

    /// Adds a word, which must come after the previous one.
    ///
    /// If it does not, is empty, or is longer than [`LONGEST`].
    pub fn add(&mut self, word: &[Letter]) {
        assert!(word > &self.word[..], "words must arrive in ascending order");
        assert!(word.len() <= LONGEST, "a word has at most {LONGEST} letters");
        let shared = self.word.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.close(shared);
        if self.open.len() <= word.len() {
            self.open.resize(word.len() + 1, Open::NEW);
        }
        for (open, &letter) in self.open[shared..].iter_mut().zip(&word[shared..]) {
            open.children |= 1 << bit(letter);
        }
        self.open[word.len() - 1].accepts |= 1 << bit(word[word.len() - 1]);
        self.word.truncate(shared);
        self.word.extend_from_slice(&word[shared..]);
    }

    /// The graph of all words added.
    pub fn finish(mut self) -> Dawg {
        self.close(0);
        let root = self.open[0];
        self.minimizer.node(
            root.children,
            root.accepts,
            &root.targets[..root.children.count_ones() as usize],
        );
        Dawg::from_graph(self.minimizer.finish())
    }

    /// Completes all nodes after the first `shared` letters of the last word.
    fn close(&mut self, shared: usize) {
        for depth in (shared + 1..=self.word.len()).rev() {
            let open = &mut self.open[depth];
            let done = self.minimizer.node(
                open.children,
                open.accepts,
                &open.targets[..open.children.count_ones() as usize],
            );
            (open.children, open.accepts) = (0, 0);
            let parent = &mut self.open[depth - 1];
            parent.targets[parent.children.count_ones() as usize - 1] = done;
        }
    }
}
