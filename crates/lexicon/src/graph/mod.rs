//! Word graphs: they store the words, and all searches and move generators walk them.
//!
//! # How it works
//!
//! A set of words is a tree: a node for every beginning of a word, an arc for every next letter.
//! Most of that tree is redundant: what follows WALK also follows TALK, and most verbs end alike.
//! Merging nodes with the same endings gives an acyclic graph in which every path is still a word:
//!
//! ```text
//!     TAP, TAPS, TOP, TOPS as a tree               as a graph; * ends a word
//!
//!              ,-A--P*--S*                               ,-A-.
//!        --T--<                                    --T--<     >--P*--S*
//!              `-O--P*--S*                               `-O-'
//! ```
//!
//! The arc, not the node, says whether a word ends. So words that differ only in that share what
//! follows, and one mask of a node has all letters that complete a word.
//!
//! There are two graphs, and a layout:
//!
//! - [`Dawg`] reads from left to right (Appel and Jacobson). It is what files contain, and is
//!   enough for look-ups, queries and any search from the first letter. Every node knows how many
//!   words end below it, so words have numbers ([`Dawg::index`]), and data about words can be in
//!   plain arrays.
//! - [`Gaddag`] reads from any letter outwards (Gordon): first to the left, then, after the
//!   separator ◊, to the right. A move generator can start at a square next to a tile.
//! - [`Flat`] is both of them, laid out for the innermost loop of a move generator.
//!
//! # A worked example
//!
//! ```
//! use tisane_lexicon::{Alphabet, Lexicon};
//! let alphabet = Alphabet::latin();
//! let (lexicon, _) = Lexicon::build("example", &alphabet, &["CAR", "CARE"].iter().collect(), 15);
//! let letter = |face: &str| alphabet.letter(face).unwrap();
//!
//! // CARE is ERAC, RAC◊E, AC◊RE and C◊ARE; CAR is RAC, AC◊R and C◊AR. From the letter A:
//! let gaddag = lexicon.gaddag();
//! let a = gaddag.child(gaddag.root(), letter("A")).unwrap();
//! let ca = gaddag.child(a, letter("C")).unwrap();            // leftwards: CA
//! let right = gaddag.turn(ca).unwrap();                      // the separator: now rightwards
//! assert!(gaddag.accepts(right).contains(letter("R")));      // CAR is a word
//! let car = gaddag.child(right, letter("R")).unwrap();
//! assert!(gaddag.accepts(car).contains(letter("E")));        // and so is CARE
//!
//! // Behind the separator it is the left-to-right graph, node for node.
//! assert_eq!(lexicon.dawg().walk(&alphabet.parse("CA")?), Some(right));
//! # Ok::<(), tisane_lexicon::SpellingError>(())
//! ```
//!
//! # How it is built
//!
//! Both graphs are minimal, thanks to one table: a node is requested when all its children are
//! known, and an existing node with the same arcs is reused (`minimal.rs`).
//!
//! *The Dawg* takes words in alphabetical order. Only the path of the last word is open; where the
//! next word branches off, everything below is complete (Daciuk and others).
//!
//! *The Gaddag* could be built in the same way from all readings of all words, 1.5 million for
//! 168,551 words. But what follows the separator is a node of the Dawg, and what precedes it is a
//! reversed beginning of words. So 375,000 reversed beginnings are sorted letter by letter, and
//! every group with the same start becomes a node: six times less to sort, and nothing is spelled
//! out.
//!
//! # Sizes and speed
//!
//! | | words | Dawg: nodes, arcs | in files, bytes per word | packed | Gaddag: nodes, arcs | in memory | Flat |
//! |---|---|---|---|---|---|---|---|
//! | ENABLE, to 15 letters | 168,551 | 52,367, 120,635 | 2.00 | 1.42 | 391,087, 796,858 | 12.6 MB | 9.6 MB |
//! | SCOWL, to 21 letters | 254,979 | 80,777, 187,071 | 2.10 | 1.48 | 614,736, 1,242,737 | 19.7 MB | 14.9 MB |
//!
//! From text to both graphs takes about 0.15 s for ENABLE on an idle machine, and seven to nine
//! times as long with the crate `scrabble` in the same run (`cargo bench -p tisane-lexicon`).
//! Opening the file takes 2 to 3 ms with all checks.
//!
//! Which layout is fastest to walk? All words from 1,500 random racks of seven tiles, from each
//! letter, on the Gaddag of ENABLE, relative to sibling lists as in KWG files:
//!
//! | layout | bytes | time |
//! |---|---|---|
//! | sibling lists, 4 bytes an arc | 3.2 MB | 1 |
//! | nodes with 64-bit masks, and arcs ([`Graph`]) | 12.6 MB | 1.1 to 1.3 |
//! | nodes with 32-bit masks, and arcs | 7.9 MB | 0.9 to 1.0 |
//! | children side by side, 64-bit masks | 19.1 MB | 0.8 to 1.1 |
//! | children side by side, 32-bit masks | 9.6 MB | 0.6 to 0.8 |
//! | the same, breadth first ([`Flat`]) | 9.6 MB | 0.6 to 0.7 |
//!
//! # Limits
//!
//! 63 letters, words of 63 letters ([`LONGEST`]), 16 million words ([`MOST_WORDS`]). The Gaddag
//! grows with the number of *different* beginnings, so languages with many compounds need much
//! memory (Dutch: 58 MB). The graphs are immutable; building a new one is quick.
//!
//! # Papers
//!
//! - A. W. Appel, G. J. Jacobson: The World's Fastest Scrabble Program. Communications of the ACM
//!   31 (5), 1988.
//! - S. A. Gordon: A Faster Scrabble Move Generation Algorithm. Software: Practice and Experience
//!   24 (2), 1994.
//! - J. Daciuk, S. Mihov, B. W. Watson, R. E. Watson: Incremental Construction of Minimal Acyclic
//!   Finite-State Automata. Computational Linguistics 26 (1), 2000.

mod ascent;
mod code;
mod dawg;
mod flat;
mod gaddag;
mod minimal;
mod sets;
mod shorten;

pub(crate) use ascent::Ascent;
pub use code::CodeError;
pub use dawg::{Dawg, DawgBuilder, Reach};
pub use flat::{Flat, FlatNode, Mask, Place};
pub use gaddag::Gaddag;
pub(crate) use minimal::Minimizer;

use crate::alphabet::Letter;

/// The maximum length of a word in letters. Boards end at 32 squares, the bits of
/// [`Reach::lengths`] at 63.
pub const LONGEST: usize = 63;

/// The maximum number of words, more than any language has. It keeps a small damaged file from
/// using up the memory.
pub const MOST_WORDS: usize = 1 << 24;

/// The number of a node. Children have smaller numbers than their parents.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct NodeId(u32);

impl NodeId {
    /// The node without children, in every graph.
    pub const LEAF: NodeId = NodeId(0);

    /// The index in [`Graph::nodes`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The data of one node.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Node {
    /// Bit `i`: there is an arc with letter `i`; [`Gaddag::SEPARATOR`] is the highest bit.
    pub children: u64,
    /// Bit `i`: the arc with letter `i` ends a word. A subset of `children`.
    pub accepts: u64,
    /// The index of the first arc in [`Graph::arcs`]; there is one for each bit of `children`,
    /// lowest first.
    pub first: u32,
    /// How many words end below this node (in a [`Gaddag`]: how many paths).
    pub words: u32,
}

/// Nodes and arcs of a [`Dawg`] or [`Gaddag`]. Children have smaller numbers than their parents, so
/// there are no cycles, and a pass over `nodes` sees children first.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    arcs: Vec<NodeId>,
}

impl Graph {
    /// All nodes; the first is the leaf.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The target of each arc.
    pub fn arcs(&self) -> &[NodeId] {
        &self.arcs
    }

    /// The node with this number.
    #[inline]
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at.index()]
    }

    /// The target of the arc with this bit, if there is one.
    #[inline]
    pub fn child(&self, at: NodeId, bit: u32) -> Option<NodeId> {
        let node = self.node(at);
        (node.children >> bit & 1 == 1).then(|| self.target(node, bit))
    }

    /// The target of the arc with this bit, which must exist.
    #[inline]
    pub fn target(&self, node: &Node, bit: u32) -> NodeId {
        self.arcs[node.first as usize + (node.children & ((1 << bit) - 1)).count_ones() as usize]
    }

    /// The targets of a node, lowest letter first.
    #[inline]
    pub fn targets(&self, node: &Node) -> &[NodeId] {
        &self.arcs[node.first as usize..][..node.children.count_ones() as usize]
    }

    /// The arcs of a node: bit, whether it ends a word, target.
    pub(crate) fn arcs_of(&self, at: NodeId) -> impl Iterator<Item = (u32, bool, NodeId)> {
        let node = self.node(at);
        bits(node.children)
            .zip(self.targets(node))
            .map(|(bit, &target)| (bit, node.accepts >> bit & 1 == 1, target))
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.arcs)
    }
}

/// The indices of the set bits, lowest first.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            bit
        })
    })
}

#[inline]
fn bit(letter: Letter) -> u32 {
    letter.index() as u32
}
