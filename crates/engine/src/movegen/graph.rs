//! The word graph as the generator walks it.
//!
//! A minimal DAWG whose arcs carry a copy of the node they lead to: which letters may follow, which of
//! them end a word, how many letters later words end, and where the arcs begin. One step is one
//! load, where arcs that name their node need two, the second waiting for the first. English takes
//! 24 bytes × 115,000 arcs; the copies cost less than the waiting.

use tisane_lexicon::Dawg;
use tisane_lexicon::graph::NodeId;

use super::tables::LONGEST;

/// What can follow after some letters of a word.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Node {
    /// Bit `i`: letter `i` may follow.
    pub children: u64,
    /// Bit `i`: letter `i` may follow and ends a word.
    pub accepts: u64,
    /// Where the arcs begin, one for each bit of `children`, lowest first.
    first: u32,
    /// Bit `n - 1`: a word ends after `n` more letters.
    pub lengths: u32,
}

impl Node {
    /// The arc with this letter, which must be one of the children.
    #[inline(always)]
    pub(crate) fn child(&self, letter: u32) -> Arc {
        self.first + (self.children & ((1 << letter) - 1)).count_ones()
    }
}

/// A set of words, read in one direction.
#[derive(Clone, Debug)]
pub(crate) struct WordGraph {
    /// The last stands for the root.
    arcs: Vec<Node>,
}

/// An arc, by its place in the graph; the node it leads to lies there.
pub(crate) type Arc = u32;

impl WordGraph {
    /// The words of a lexicon, read from left to right.
    pub(crate) fn forward(dawg: &Dawg) -> WordGraph {
        let graph = dawg.graph();
        let inline = |&at: &NodeId| {
            let node = graph.node(at);
            // Lanes end at 32 squares, and so do lengths; bit 0 is never set there.
            let lengths = (dawg.reach(at).lengths >> 1) as u32;
            Node { children: node.children, accepts: node.accepts, first: node.first, lengths }
        };
        WordGraph { arcs: graph.arcs().iter().chain([&dawg.root()]).map(inline).collect() }
    }

    /// The same words read from right to left.
    pub(crate) fn reversed(&self) -> WordGraph {
        // Letters as numbers of six bits, so that words are sorted as whole numbers.
        let mut words: Vec<[u64; 4]> = Vec::new();
        self.for_each_word(|word| {
            let mut number = [0; 4];
            for (n, &letter) in word.iter().rev().enumerate() {
                number[n / 10] |= u64::from(letter + 1) << (58 - 6 * (n % 10));
            }
            words.push(number);
        });
        words.sort_unstable();
        let mut builder = Builder::default();
        let mut letters = Vec::with_capacity(LONGEST);
        for number in words {
            letters.clear();
            letters.extend(
                (0..LONGEST)
                    .map(|n| (number[n / 10] >> (58 - 6 * (n % 10)) & 63) as u8)
                    .take_while(|&letter| letter != 0)
                    .map(|letter| letter - 1),
            );
            builder.add(&letters);
        }
        builder.finish()
    }

    /// Every word that fits the longest lane, in ascending order.
    pub(crate) fn for_each_word(&self, mut found: impl FnMut(&[u8])) {
        self.words_from(self.root(), &mut [0; LONGEST], 0, &mut found);
    }

    fn words_from(&self, arc: Arc, word: &mut [u8; LONGEST], n: usize, found: &mut impl FnMut(&[u8])) {
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

    /// The arc that leads to where every word begins.
    #[inline]
    pub(crate) fn root(&self) -> Arc {
        self.arcs.len() as Arc - 1
    }

    /// Where an arc leads.
    #[inline(always)]
    pub(crate) fn node(&self, arc: Arc) -> &Node {
        &self.arcs[arc as usize]
    }

    /// The letters that may follow an arc so that the letters `after` complete a word.
    pub(crate) fn ended_by(&self, arc: Arc, after: &[u8]) -> u64 {
        let node = self.node(arc);
        let Some((&last, rest)) = after.split_last() else { return node.accepts };
        let mut letters = node.children;
        let mut fitting = 0;
        while letters != 0 {
            let bit = letters & letters.wrapping_neg();
            letters &= !bit;
            let next = self.node(node.child(bit.trailing_zeros()));
            let next = rest.iter().try_fold(next, |node, &letter| self.step(node, letter));
            if next.is_some_and(|node| node.accepts >> last & 1 == 1) {
                fitting |= bit;
            }
        }
        fitting
    }

    /// Where the letter leads, if it may follow.
    #[inline]
    pub(crate) fn step(&self, node: &Node, letter: u8) -> Option<&Node> {
        (node.children >> letter & 1 == 1).then(|| self.node(node.child(letter.into())))
    }

    /// Bytes in memory.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.arcs)
    }
}

/// Builds a minimal graph. Only the path of the latest word is open; once the next word branches off,
/// everything below the branch is complete, and a hash table finds whether it was seen before (the
/// register of Daciuk and others, 2000).
#[derive(Default)]
struct Builder {
    arcs: Vec<Node>,
    /// Open addressing: in the high half a hash, in the low half where the arcs of a known node begin, plus one.
    table: Vec<u64>,
    known: usize,
    word: Vec<u8>,
    open: Vec<Open>,
}

#[derive(Clone, Default)]
struct Open {
    children: u64,
    accepts: u64,
    targets: Vec<Node>,
}

impl Builder {
    fn add(&mut self, word: &[u8]) {
        debug_assert!(word > &self.word[..], "words must arrive in ascending order");
        let shared = self.word.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.close(shared);
        if self.open.len() <= word.len() {
            self.open.resize(word.len() + 1, Open::default());
        }
        for (open, &letter) in self.open[shared..].iter_mut().zip(&word[shared..]) {
            open.children |= 1 << letter;
        }
        if let Some(&last) = word.last() {
            self.open[word.len() - 1].accepts |= 1 << last;
        }
        self.word.truncate(shared);
        self.word.extend_from_slice(&word[shared..]);
    }

    /// Completes all nodes below the first `shared` letters of the latest word.
    fn close(&mut self, shared: usize) {
        for depth in (shared + 1..=self.word.len()).rev() {
            let mut open = std::mem::take(&mut self.open[depth]);
            let node = self.node(&open);
            open.targets.clear();
            self.open[depth] = Open { targets: open.targets, ..Open::default() };
            self.open[depth - 1].targets.push(node);
        }
    }

    fn finish(mut self) -> WordGraph {
        self.close(0);
        let root = self.open.first().cloned().unwrap_or_default();
        let root = self.node(&root);
        self.arcs.push(root);
        self.arcs.shrink_to_fit();
        WordGraph { arcs: self.arcs }
    }

    fn node(&mut self, open: &Open) -> Node {
        if open.children == 0 {
            return Node::default();
        }
        let below = open.targets.iter().fold(0, |lengths, target| lengths | target.lengths);
        let lengths = below << 1 | u32::from(open.accepts != 0);
        let mut node = Node { children: open.children, accepts: open.accepts, first: 0, lengths };
        if self.known * 2 >= self.table.len() {
            self.grow();
        }
        let hash = hash(&open.targets);
        let last = self.table.len() - 1;
        let mut slot = hash as usize & last;
        while self.table[slot] != 0 {
            let entry = self.table[slot];
            let first = entry as u32 as usize - 1;
            // Equal arcs serve any node that has them: a node's own letters travel with the arcs above it.
            if entry >> 32 == u64::from(hash) && self.arcs.get(first..first + open.targets.len()) == Some(&open.targets[..]) {
                node.first = first as u32;
                return node;
            }
            slot = (slot + 1) & last;
        }
        node.first = self.arcs.len() as u32;
        self.table[slot] = u64::from(hash) << 32 | u64::from(node.first + 1);
        self.known += 1;
        self.arcs.extend_from_slice(&open.targets);
        node
    }

    fn grow(&mut self) {
        let bigger = (self.table.len() * 4).max(1 << 12);
        let old = std::mem::replace(&mut self.table, vec![0; bigger]);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = (entry >> 32) as usize & (bigger - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (bigger - 1);
            }
            self.table[slot] = entry;
        }
    }
}

/// Multiply and fold, which is plenty for a table that compares what it finds.
fn hash(targets: &[Node]) -> u32 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = targets.len() as u64;
    for target in targets {
        hash = (hash.rotate_left(23) ^ target.children).wrapping_mul(ODD);
        hash = (hash.rotate_left(23) ^ target.accepts ^ u64::from(target.first)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    (hash ^ hash >> 32) as u32
}
