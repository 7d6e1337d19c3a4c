//! The arcs in an order that makes one pass from the leaf to the root fast.
//!
//! Nodes are sorted by height, the leaf first, so that few wait for the node just before. Nodes of
//! one height are sorted by their number of arcs, so that the length of the inner loop is
//! predictable. Together this takes half as long as the order of [`Graph::nodes`]
//! (`lab/2026-11-16-queries.md`).

use super::{Graph, NodeId, bits};

/// The arcs of a graph, children before parents.
#[derive(Clone, Debug)]
pub(crate) struct Ascent {
    /// The rank of each node in this order; 0 for the leaf.
    ranks: Vec<u32>,
    /// How many consecutive nodes have the same number of arcs, and that number.
    stretches: Vec<(usize, usize)>,
    /// The ranks of the targets.
    targets: Vec<u32>,
    /// The labels of the arcs: the letter, plus 64 if it ends a word.
    labels: Vec<u8>,
}

impl Ascent {
    pub(crate) fn new(graph: &Graph) -> Ascent {
        let mut heights: Vec<u8> = Vec::with_capacity(graph.nodes.len());
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
        let n_arcs = |index: u32| graph.nodes[index as usize].children.count_ones();
        let mut order: Vec<u32> = (0..graph.nodes.len() as u32).collect();
        order.sort_by_key(|&index| (heights[index as usize], n_arcs(index)));
        let mut ranks = vec![0; order.len()];
        for (rank, &index) in order.iter().enumerate() {
            ranks[index as usize] = rank as u32;
        }
        let (mut targets, mut labels) =
            (Vec::with_capacity(graph.arcs.len()), Vec::with_capacity(graph.arcs.len()));
        for &index in &order {
            let node = &graph.nodes[index as usize];
            targets.extend(graph.targets(node).iter().map(|target| ranks[target.index()]));
            labels.extend(
                bits(node.children)
                    .map(|letter| letter as u8 | ((node.accepts >> letter & 1) as u8) << 6),
            );
        }
        let without_leaf = &order[1..];
        let stretches = without_leaf
            .chunk_by(|&a, &b| n_arcs(a) == n_arcs(b))
            .map(|nodes| (nodes.len(), n_arcs(nodes[0]) as usize))
            .collect();
        Ascent { ranks, stretches, targets, labels }
    }

    #[inline]
    pub(crate) fn rank(&self, at: NodeId) -> usize {
        self.ranks[at.index()] as usize
    }

    /// A number for each node, by rank: `node` of the union of `arc(label, number of the target)`
    /// over its arcs. The leaf has 0.
    #[inline]
    pub(crate) fn fold(&self, arc: impl Fn(u8, u64) -> u64, node: impl Fn(u64) -> u64) -> Vec<u64> {
        let mut numbers = Vec::with_capacity(self.ranks.len());
        numbers.push(0);
        let (mut targets, mut labels) = (&*self.targets, &*self.labels);
        for &(n_nodes, n_arcs) in &self.stretches {
            let (here, after) = targets.split_at(n_nodes * n_arcs);
            let (labels_here, labels_after) = labels.split_at(n_nodes * n_arcs);
            for (targets, labels) in here.chunks_exact(n_arcs).zip(labels_here.chunks_exact(n_arcs))
            {
                let arcs = targets.iter().zip(labels);
                numbers.push(node(arcs.fold(0, |joined, (&target, &label)| {
                    joined | arc(label, numbers[target as usize])
                })));
            }
            (targets, labels) = (after, labels_after);
        }
        numbers
    }
}
