//! The set of letters of each word, by length. For queries that name most letters of a word, where
//! a walk from the first letter would branch too much (`lab/2026-11-16-queries.md`).

use super::{Graph, LONGEST, NodeId};

/// For each length, the words of that length in alphabetical order.
#[derive(Clone, Debug)]
pub(crate) struct LetterSets {
    by_length: Vec<Vec<(u64, u32)>>,
}

impl LetterSets {
    pub(crate) fn new(graph: &Graph, root: NodeId) -> LetterSets {
        let mut sets = LetterSets { by_length: vec![Vec::new(); LONGEST + 1] };
        sets.collect(graph, root, 0, 0, &mut 0);
        sets
    }

    fn collect(&mut self, graph: &Graph, at: NodeId, set: u64, length: usize, words: &mut u32) {
        for (letter, ends, target) in graph.arcs_of(at) {
            let set = set | 1 << letter;
            if ends {
                self.by_length[length + 1].push((set, *words));
                *words += 1;
            }
            self.collect(graph, target, set, length + 1, words);
        }
    }

    /// The numbers of the words of this length that have all these letters, each at least once.
    pub(crate) fn with(&self, letters: u64, length: usize) -> impl Iterator<Item = usize> {
        let words = self.by_length.get(length).map_or(&[][..], Vec::as_slice);
        words.iter().filter(move |(set, _)| letters & !set == 0).map(|&(_, word)| word as usize)
    }
}
