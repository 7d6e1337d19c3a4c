//! The shorter words of a [`Dawg`], without reading the others.
//!
//! Most nodes lead to no word that is too long and stay as they are. Only the others are rebuilt,
//! for each number of letters that may follow. Nodes are requested in the order in which sorted
//! words would complete them, so the graph is the same as when built from the words.

use std::collections::HashMap;

use super::minimal::Minimizer;
use super::{Dawg, NodeId};
use crate::alphabet::Letter;

impl Dawg {
    /// The words of at most `longest` letters.
    pub fn no_longer_than(&self, longest: usize) -> Dawg {
        if longest == 0 {
            return Dawg::from_sorted([]);
        }
        let nodes = self.graph().nodes().len();
        let mut shortener = Shortener {
            dawg: self,
            minimizer: Minimizer::new(nodes),
            whole: vec![NodeId::LEAF; nodes],
            cut: HashMap::new(),
        };
        let root = shortener.node(self.root(), longest);
        let graph = shortener.minimizer.finish();
        debug_assert_eq!(root.index() + 1, graph.nodes().len(), "the root is the last");
        Dawg::from_graph(graph)
    }

    /// Calls `found` with every word of more than `longest` letters and its number, in order.
    pub fn each_longer_than(&self, longest: usize, mut found: impl FnMut(usize, &[Letter])) {
        self.longer_from(self.root(), longest, 0, &mut Vec::new(), &mut found);
    }

    /// `number` is that of the first word from here.
    fn longer_from(
        &self,
        at: NodeId,
        longest: usize,
        mut number: usize,
        word: &mut Vec<Letter>,
        found: &mut impl FnMut(usize, &[Letter]),
    ) {
        for (bit, ends, target) in self.graph().arcs_of(at) {
            word.push(Letter::from_index(bit as usize));
            if ends && word.len() > longest {
                found(number, word);
            }
            number += usize::from(ends);
            if word.len() + self.height(target) > longest {
                self.longer_from(target, longest, number, word, found);
            }
            number += self.words_below(target);
            word.pop();
        }
    }

    /// The most letters that can follow.
    fn height(&self, at: NodeId) -> usize {
        (u64::BITS - self.reach(at).lengths.leading_zeros()).saturating_sub(1) as usize
    }
}

struct Shortener<'a> {
    dawg: &'a Dawg,
    minimizer: Minimizer,
    /// The new number of each unchanged node; the leaf if not requested yet.
    whole: Vec<NodeId>,
    /// The new number of each node by the number of letters that may follow.
    cut: HashMap<(NodeId, usize), NodeId>,
}

impl Shortener<'_> {
    /// The node with at most `room` letters after it.
    fn node(&mut self, at: NodeId, room: usize) -> NodeId {
        if at == NodeId::LEAF || room == 0 {
            return NodeId::LEAF;
        }
        let is_whole = self.dawg.height(at) <= room;
        let known = if is_whole {
            Some(self.whole[at.index()]).filter(|&node| node != NodeId::LEAF)
        } else {
            self.cut.get(&(at, room)).copied()
        };
        if let Some(known) = known {
            return known;
        }
        let (mut children, mut accepts, mut n) = (0u64, 0u64, 0);
        let mut targets = [NodeId::LEAF; 64];
        for (bit, ends, target) in self.dawg.graph().arcs_of(at) {
            let target = self.node(target, room - 1);
            if ends || target != NodeId::LEAF {
                children |= 1 << bit;
                accepts |= u64::from(ends) << bit;
                targets[n] = target;
                n += 1;
            }
        }
        let node = self.minimizer.node(children, accepts, &targets[..n]);
        if is_whole {
            self.whole[at.index()] = node;
        } else {
            self.cut.insert((at, room), node);
        }
        node
    }
}
