//! Machines that read words letter by letter, and where in a graph they can still succeed.
//!
//! A walk that only looks at what lies directly before it can go astray for long: whether four
//! vowels in a row come somewhere below a node is nothing that letters and lengths tell.
//! [`Machine::hopes`] tells it exactly, for all nodes and all states at once, in one pass over the
//! arcs from the leaf to the root: a third of a millisecond for 255,000 words
//! (`lab/2026-11-16-queries.md`).

use crate::graph::Dawg;

/// A machine of up to 64 states, as the bits of a number; it may be in several states at once.
pub(super) struct Machine {
    /// What each letter does.
    pub(super) steps: [Step; 64],
    /// States that are at the same time the state after them.
    pub(super) skips: u64,
    /// The states in which a word may end.
    pub(super) goals: u64,
}

/// What a letter does: some states move up, some stay, all others fail.
#[derive(Copy, Clone, Default)]
pub(super) struct Step {
    pub(super) moves: u64,
    /// How far they move.
    pub(super) by: u32,
    pub(super) stays: u64,
}

impl Machine {
    /// For each node, by its rank in the graph's ascent, the states from which some word below
    /// leads to a goal.
    pub(super) fn hopes(&self, dawg: &Dawg) -> Vec<u64> {
        // A state that skips is at a goal when the next one is.
        let goals = self.goals | self.goals >> 1 & self.skips;
        let before =
            |step: &Step, states: u64| states >> step.by & step.moves | states & step.stays;
        // For each label of an arc, with the states from which a word that ends there leads to a
        // goal.
        let back: [(Step, u64); 128] = std::array::from_fn(|label| {
            let step = self.steps[label & 0x3F];
            (step, if label & 0x40 != 0 { before(&step, goals) } else { 0 })
        });
        let arc = |label: u8, below: u64| {
            let (step, ended) = &back[usize::from(label & 0x7F)];
            before(step, below) | ended
        };
        dawg.ascent().fold(arc, |states| states | states >> 1 & self.skips)
    }
}
