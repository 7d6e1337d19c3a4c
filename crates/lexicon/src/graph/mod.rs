//! The word graph. (essay below)

mod code;
mod dawg;
mod gaddag;
mod minimal;

pub use code::CodeError;
pub use dawg::{Dawg, DawgBuilder, Reach};
pub use gaddag::Gaddag;
pub(crate) use minimal::Minimizer;

use crate::letter::Letter;

/// The longest word a graph can hold, in letters. Boards end at 32 squares; the bits of a word
/// length set ([`Reach::lengths`]) at 63.
pub const LONGEST: usize = 63;

/// More words than any language's list has. Keeps a short file of nonsense from standing for more
/// words than memory holds.
pub const MOST_WORDS: usize = 1 << 24;

/// A node of a graph, by its number. Numbers are given children first, so a child's is smaller.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct NodeId(u32);

impl NodeId {
    /// The node without children, in every graph.
    pub const LEAF: NodeId = NodeId(0);

    /// The node's place in [`Graph::nodes`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a graph knows about one node.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Node {
    /// Bit `i`: there is an arc with letter `i`; [`Gaddag::SEPARATOR`] is the topmost bit.
    pub children: u64,
    /// Bit `i`: the arc with letter `i` ends a word. A subset of `children`.
    pub accepts: u64,
    /// Where the node's arcs begin in [`Graph::arcs`], one for each bit of `children`, lowest first.
    pub first: u32,
    /// How many words end below this node (in a [`Gaddag`]: how many paths).
    pub words: u32,
}

/// Nodes and arcs, as [`Dawg`] and [`Gaddag`] share them. Children have smaller numbers than their
/// parents, so there are no circles, and a pass over `nodes` in order sees children first.
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

    /// Where each arc leads.
    pub fn arcs(&self) -> &[NodeId] {
        &self.arcs
    }

    #[inline]
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at.index()]
    }

    /// Where the arc with this bit leads, if there is one.
    #[inline]
    pub fn child(&self, at: NodeId, bit: u32) -> Option<NodeId> {
        let node = self.node(at);
        (node.children >> bit & 1 == 1).then(|| self.target(node, bit))
    }

    /// Where the arc with this bit leads. There must be one.
    #[inline]
    pub fn target(&self, node: &Node, bit: u32) -> NodeId {
        self.arcs[node.first as usize + (node.children & ((1 << bit) - 1)).count_ones() as usize]
    }

    /// Where the node's arcs lead, lowest letter first.
    #[inline]
    pub fn targets(&self, node: &Node) -> &[NodeId] {
        &self.arcs[node.first as usize..][..node.children.count_ones() as usize]
    }

    /// The node's arcs: bit, does it end a word, where does it lead.
    pub fn arcs_of(&self, at: NodeId) -> impl Iterator<Item = (u32, bool, NodeId)> {
        let node = self.node(at);
        bits(node.children).zip(self.targets(node)).map(|(bit, &target)| (bit, node.accepts >> bit & 1 == 1, target))
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.arcs)
    }
}

/// The places of the set bits, lowest first.
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
