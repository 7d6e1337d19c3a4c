//! A [`Gaddag`] laid out for speed: one memory access per step.
//!
//! Children are adjacent, so a node needs no list of targets: the child for a letter is at `first`
//! plus the number of lower letters. In return a node is stored once for every arc to it. Nodes are
//! in breadth-first order, so that walks of a few letters stay in few cache lines. Alphabets of up
//! to 31 letters use 32-bit masks: 12 bytes per node.

use std::collections::VecDeque;

use super::{Gaddag, Node, NodeId};

/// A set of letters and the separator: `u32` for alphabets of up to 31 letters, `u64` for all.
pub trait Mask: Copy + Default + Eq + std::fmt::Debug {
    /// The highest bit, which is the separator.
    const SEPARATOR: u32;
    /// From the bits of a [`Node`], whose separator is bit 63. All letters must fit.
    fn narrow(bits: u64) -> Self;
    /// Whether this bit is set.
    fn has(self, bit: u32) -> bool;
    /// How many bits are set below this one.
    fn rank(self, bit: u32) -> u32;
}

macro_rules! mask {
    ($type:ty) => {
        impl Mask for $type {
            const SEPARATOR: u32 = <$type>::BITS - 1;

            #[inline]
            fn narrow(bits: u64) -> $type {
                (bits & !(1 << Gaddag::SEPARATOR)) as $type
                    | ((bits >> Gaddag::SEPARATOR) as $type) << Self::SEPARATOR
            }

            #[inline]
            fn has(self, bit: u32) -> bool {
                self >> bit & 1 == 1
            }

            #[inline]
            fn rank(self, bit: u32) -> u32 {
                (self & ((1 << bit) - 1)).count_ones()
            }
        }
    };
}

mask!(u32);
mask!(u64);

/// Both graphs of a lexicon in one array.
#[derive(Clone, Debug)]
pub struct Flat<M> {
    entries: Vec<FlatNode<M>>,
}

/// A node, stored once for every arc to it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct FlatNode<M> {
    /// The letters that may follow, and [`Mask::SEPARATOR`].
    pub children: M,
    /// The letters that complete a word.
    pub accepts: M,
    /// The index of the first child.
    pub first: u32,
}

/// The place of a node in a [`Flat`].
#[derive(Copy, Clone, Eq, PartialEq, Debug, Hash)]
pub struct Place(u32);

impl Place {
    /// Its index in [`Flat::entries`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl<M: Mask> Flat<M> {
    /// Lays out the graph, unless its letters do not fit the mask.
    pub fn new(gaddag: &Gaddag) -> Option<Flat<M>> {
        let graph = gaddag.graph();
        let letters = graph.nodes().iter().fold(0, |all, node| all | node.children)
            & !(1 << Gaddag::SEPARATOR);
        if letters >> M::SEPARATOR != 0 {
            return None;
        }
        // Two roots, then the children of every node in the order of the nodes.
        let roots = [gaddag.root(), gaddag.dawg_root()];
        let mut firsts = vec![0u32; graph.nodes().len()];
        let mut order = Vec::with_capacity(graph.nodes().len());
        let mut waiting = VecDeque::from(roots);
        let mut next = roots.len() as u32;
        while let Some(id) = waiting.pop_front() {
            let node = graph.node(id);
            if node.children == 0 || firsts[id.index()] != 0 {
                continue;
            }
            firsts[id.index()] = next;
            next += node.children.count_ones();
            order.push(id);
            waiting.extend(graph.targets(node));
        }
        let entry = |id: &NodeId| {
            let &Node { children, accepts, .. } = graph.node(*id);
            FlatNode {
                children: M::narrow(children),
                accepts: M::narrow(accepts),
                first: firsts[id.index()],
            }
        };
        let mut entries = Vec::with_capacity(next as usize);
        entries.extend(roots.iter().map(entry));
        for id in order {
            entries.extend(graph.targets(graph.node(id)).iter().map(entry));
        }
        Some(Flat { entries })
    }

    /// Where words read from a letter outwards begin.
    #[inline]
    pub fn root(&self) -> Place {
        Place(0)
    }

    /// Where words read from left to right begin.
    #[inline]
    pub fn dawg_root(&self) -> Place {
        Place(1)
    }

    /// The node at this place.
    #[inline]
    pub fn entry(&self, at: Place) -> &FlatNode<M> {
        &self.entries[at.index()]
    }

    /// All nodes, the two roots first.
    pub fn entries(&self) -> &[FlatNode<M>] {
        &self.entries
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        size_of_val(&*self.entries)
    }
}

impl<M: Mask> FlatNode<M> {
    /// The child for this letter, which must be one of `children`.
    #[inline]
    pub fn child(&self, bit: u32) -> Place {
        Place(self.first + self.children.rank(bit))
    }

    /// The child for the separator, if it may follow.
    #[inline]
    pub fn turn(&self) -> Option<Place> {
        self.children.has(M::SEPARATOR).then(|| self.child(M::SEPARATOR))
    }
}
