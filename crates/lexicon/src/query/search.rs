//! The walk over the graph that all searches share. A guide steers it.

use super::machine::Machine;
use crate::alphabet::Letter;
use crate::graph::{Ascent, Dawg, NodeId, Reach};

/// Says, letter by letter, where a search may go. It is told of every step down and back up.
pub(super) trait Guide {
    /// The letters that may come next, as bits.
    fn letters(&self) -> u64;
    fn enter(&mut self, letter: u32);
    fn leave(&mut self, letter: u32);
    /// Whether the letters entered so far, which are a word, are an answer.
    fn complete(&self) -> bool;
    /// Whether an answer can lie below a node where this can be found. May say yes in error, never
    /// no.
    fn hopeful(&self, below: Reach) -> bool;

    /// A machine that succeeds with every answer, and with few other words; none if hardly a step
    /// is in vain anyway.
    fn machine(&self) -> Option<Machine>;
    /// Where that machine is after the letters entered so far.
    fn states(&self) -> u64;
}

/// So many steps in vain may an answer cost: they take about as long as listing it.
const STEPS_PER_ANSWER: usize = 8;

/// The words of a graph that a guide approves, in alphabetical order.
pub(super) struct Search<'a, G> {
    dawg: &'a Dawg,
    guide: G,
    /// The nodes from the root to where we are, each with the letters still to be tried.
    path: Vec<(NodeId, u64)>,
    word: Vec<Letter>,
    /// How many more steps may be in vain before the guide's machine is asked.
    patience: usize,
    /// What the machine said: for each node, by rank, the states with answers below.
    hopes: Option<(&'a Ascent, Vec<u64>)>,
}

impl<'a, G: Guide> Search<'a, G> {
    pub(super) fn new(dawg: &'a Dawg, guide: G) -> Search<'a, G> {
        let root = dawg.root();
        let letters = if guide.hopeful(dawg.reach(root)) {
            dawg.children(root).bits() & guide.letters()
        } else {
            0
        };
        // Most searches end before; asking the machine takes some twenty times as long
        // (lab/2026-11-16-queries.md).
        let patience = dawg.graph().arcs().len() / 128;
        Search { dawg, guide, path: vec![(root, letters)], word: Vec::new(), patience, hopes: None }
    }

    #[cold]
    fn ask_machine(&mut self) {
        self.patience = usize::MAX;
        self.hopes =
            self.guide.machine().map(|machine| (self.dawg.ascent(), machine.hopes(self.dawg)));
    }
}

impl<G: Guide> Iterator for Search<'_, G> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        let graph = self.dawg.graph();
        let reaches = self.dawg.reaches();
        loop {
            let (at, letters) = self.path.last_mut()?;
            if *letters == 0 {
                self.path.pop();
                if let Some(letter) = self.word.pop() {
                    self.guide.leave(letter.index() as u32);
                }
                continue;
            }
            let letter = letters.trailing_zeros();
            *letters &= *letters - 1;
            let node = graph.node(*at);
            let child = graph.target(node, letter);
            self.guide.enter(letter);
            let found = node.accepts >> letter & 1 == 1 && self.guide.complete();
            let below = child != NodeId::LEAF
                && self.hopes.as_ref().is_none_or(|(ascent, hopes)| {
                    hopes[ascent.rank(child)] & self.guide.states() != 0
                })
                && self.guide.hopeful(reaches[child.index()]);
            if !found && !below {
                self.guide.leave(letter);
                match self.patience.checked_sub(1) {
                    Some(patience) => self.patience = patience,
                    None => self.ask_machine(),
                }
                continue;
            }
            self.word.push(Letter::from_index(letter as usize));
            self.path.push((
                child,
                if below { graph.node(child).children & self.guide.letters() } else { 0 },
            ));
            if found {
                self.patience = self.patience.saturating_add(STEPS_PER_ANSWER);
                return Some(self.word.clone());
            }
        }
    }
}
