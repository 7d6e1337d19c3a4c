//! Minimal graphs: one node for each distinct set of word endings.
//!
//! A node is requested when all its children are known. Two nodes with the same endings then have
//! the same arcs, so a hash table finds the existing one (the "register" of Daciuk and others,
//! 2000).

use super::{Graph, Node, NodeId};

/// Nodes and arcs so far, and the table of nodes by contents.
pub(crate) struct Minimizer {
    nodes: Vec<Node>,
    arcs: Vec<NodeId>,
    /// Nodes with several arcs. Open addressing: the high half of a slot is part of the hash, the
    /// low half the node; 0 is free.
    table: Vec<u64>,
    many: usize,
    /// Nodes with one arc, which are nine of ten requests: the slot has all of it, so that a
    /// look-up needs one memory access instead of three.
    singles: Vec<Single>,
    ones: usize,
}

/// A node with a single arc. `node` 0 is a free slot.
#[derive(Copy, Clone, Default)]
struct Single {
    target: u32,
    /// The letter; 64 is added when it ends a word.
    letter: u32,
    node: u32,
}

impl Minimizer {
    /// With room for about this many nodes.
    pub(crate) fn new(nodes: usize) -> Minimizer {
        let slots = nodes.next_power_of_two().max(1 << 10);
        let mut all = Vec::with_capacity(nodes);
        all.push(Node::default());
        Minimizer {
            nodes: all,
            arcs: Vec::with_capacity(nodes * 2),
            table: vec![0; slots],
            many: 0,
            singles: vec![Single::default(); slots],
            ones: 0,
        }
    }

    /// Continues a minimal graph; its nodes keep their numbers.
    pub(crate) fn extending(graph: &Graph, nodes: usize) -> Minimizer {
        let mut minimizer = Minimizer::new(graph.nodes.len() + nodes);
        minimizer.nodes.extend_from_slice(&graph.nodes[1..]);
        minimizer.arcs.extend_from_slice(&graph.arcs);
        for index in 1..graph.nodes.len() {
            minimizer.enter(index);
        }
        minimizer
    }

    /// The node with these arcs: `children` has the letters, `targets` the nodes in the same order,
    /// and `accepts` the letters that end a word.
    #[inline]
    pub(crate) fn node(&mut self, children: u64, accepts: u64, targets: &[NodeId]) -> NodeId {
        debug_assert_eq!(children.count_ones() as usize, targets.len());
        match *targets {
            [] => NodeId::LEAF,
            [target] => self.single(children.trailing_zeros(), accepts != 0, target),
            _ => self.several(children, accepts, targets),
        }
    }

    /// The node with one arc.
    #[inline]
    pub(crate) fn single(&mut self, letter: u32, ends: bool, target: NodeId) -> NodeId {
        let key = letter | u32::from(ends) << 6;
        let last = self.singles.len() - 1;
        let mut slot = hash_single(key, target) & last;
        loop {
            let found = self.singles[slot];
            if found.node == 0 {
                break;
            }
            if found.target == target.0 && found.letter == key {
                return NodeId(found.node);
            }
            slot = (slot + 1) & last;
        }
        let node = self.push(1 << letter, u64::from(ends) << letter, &[target]);
        self.singles[slot] = Single { target: target.0, letter: key, node: node.0 };
        self.ones += 1;
        if self.ones * 3 > self.singles.len() * 2 {
            self.singles = vec![Single::default(); self.singles.len() * 2];
            self.ones = 0;
            self.enter_all(true);
        }
        node
    }

    fn several(&mut self, children: u64, accepts: u64, targets: &[NodeId]) -> NodeId {
        let hash = hash(children, accepts, targets);
        let last = self.table.len() - 1;
        let mut slot = hash as usize & last;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == hash >> 32 {
                let node = &self.nodes[entry as u32 as usize];
                let first = node.first as usize;
                if node.children == children
                    && node.accepts == accepts
                    && self.arcs[first..first + targets.len()] == *targets
                {
                    return NodeId(entry as u32);
                }
            }
            slot = (slot + 1) & last;
        }
        let node = self.push(children, accepts, targets);
        self.table[slot] = hash >> 32 << 32 | u64::from(node.0);
        self.many += 1;
        if self.many * 3 > self.table.len() * 2 {
            self.table = vec![0; self.table.len() * 2];
            self.many = 0;
            self.enter_all(false);
        }
        node
    }

    fn push(&mut self, children: u64, accepts: u64, targets: &[NodeId]) -> NodeId {
        let words = targets.iter().fold(accepts.count_ones(), |sum, target| {
            sum.saturating_add(self.nodes[target.index()].words)
        });
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { children, accepts, first: self.arcs.len() as u32, words });
        self.arcs.extend_from_slice(targets);
        NodeId(index)
    }

    pub(crate) fn finish(mut self) -> Graph {
        self.nodes.shrink_to_fit();
        self.arcs.shrink_to_fit();
        Graph { nodes: self.nodes, arcs: self.arcs }
    }

    /// Inserts all nodes with one arc, or all others, into their empty table.
    fn enter_all(&mut self, single: bool) {
        for index in 1..self.nodes.len() {
            if self.nodes[index].children.is_power_of_two() == single {
                self.enter(index);
            }
        }
    }

    /// Inserts a new node into its table.
    fn enter(&mut self, index: usize) {
        let node = self.nodes[index];
        let targets = &self.arcs[node.first as usize..][..node.children.count_ones() as usize];
        if let [target] = *targets {
            let key = node.children.trailing_zeros() | u32::from(node.accepts != 0) << 6;
            let last = self.singles.len() - 1;
            let mut slot = hash_single(key, target) & last;
            while self.singles[slot].node != 0 {
                slot = (slot + 1) & last;
            }
            self.singles[slot] = Single { target: target.0, letter: key, node: index as u32 };
            self.ones += 1;
        } else {
            let hash = hash(node.children, node.accepts, targets);
            let last = self.table.len() - 1;
            let mut slot = hash as usize & last;
            while self.table[slot] != 0 {
                slot = (slot + 1) & last;
            }
            self.table[slot] = hash >> 32 << 32 | index as u64;
            self.many += 1;
        }
    }
}

#[inline]
fn hash_single(key: u32, target: NodeId) -> usize {
    let hash = (u64::from(target.0) << 7 | u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> 32) as usize
}

/// Multiply and fold is enough for a table that compares entries.
#[inline]
fn hash(children: u64, accepts: u64, targets: &[NodeId]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = (children.wrapping_mul(ODD) ^ accepts).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    for target in targets {
        hash = (hash.rotate_left(23) ^ u64::from(target.0)).wrapping_mul(ODD);
    }
    // The low bits of the product are weak, and they choose the slot.
    hash ^= hash >> 32;
    hash.wrapping_mul(ODD) ^ hash >> 29
}
