//! The walk over the graph that all searches share. A guide steers it.

use super::machine::Machine;
use crate::alphabet::Letter;
use crate::graph::{Ascent, Dawg, NodeId, Reach};

/// Steers a search letter by letter. `enter` and `leave` follow every step.
pub(super) trait Guide {
    /// The letters that may come next, as bits.
    fn letters(&self) -> u64;
    fn enter(&mut self, letter: u32);
    fn leave(&mut self, letter: u32);
    /// Whether the word entered so far is a result.
    fn complete(&self) -> bool;
    /// Whether a result is possible below a node. May be wrong when it says yes, never when it says
    /// no.
    fn hopeful(&self, below: Reach) -> bool;

    /// A machine that accepts every result and few other words; `None` if few steps are wasted
    /// anyway.
    fn machine(&self) -> Option<Machine>;
    /// The states of that machine after the letters entered so far.
    fn states(&self) -> u64;
}

/// Wasted steps that one result may cost: they take about as long as listing it.
const STEPS_PER_ANSWER: usize = 8;

/// The words that a guide accepts, in alphabetical order.
pub(super) struct Search<'a, G> {
    dawg: &'a Dawg,
    guide: G,
    /// The nodes from the root to the current one, each with the letters still to try.
    path: Vec<(NodeId, u64)>,
    word: Vec<Letter>,
    /// How many more steps may be wasted before the machine runs.
    patience: usize,
    /// The result of the machine: for each node, by rank, the states with results below.
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
        // Most searches end before. Running the machine takes some twenty times as long
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
