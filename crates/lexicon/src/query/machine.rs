//! Machines that read words letter by letter, and where in a graph they can still succeed.
//!
//! A walk that looks only at the next letters can waste many steps: letters and lengths do not tell
//! whether four vowels in a row come somewhere below a node. [`Machine::hopes`] does, for all nodes
//! and states, in one pass over the arcs from the leaf to the root: a third of a millisecond for
//! 255,000 words (`lab/2026-11-16-queries.md`).

use crate::graph::Dawg;

/// A machine of up to 64 states, as bits. It may be in several states at once.
pub(super) struct Machine {
    /// What each letter does.
    pub(super) steps: [Step; 64],
    /// States that also count as the next state.
    pub(super) skips: u64,
    /// The states in which a word may end.
    pub(super) goals: u64,
}

/// What a letter does: some states advance, some stay, all others fail.
#[derive(Copy, Clone, Default)]
pub(super) struct Step {
    pub(super) moves: u64,
    /// How far they move.
    pub(super) by: u32,
    pub(super) stays: u64,
}

impl Machine {
    /// For each node, by rank, the states from which some word below reaches a goal.
    pub(super) fn hopes(&self, dawg: &Dawg) -> Vec<u64> {
        // A state that skips is at a goal if the next one is.
        let goals = self.goals | self.goals >> 1 & self.skips;
        let before =
            |step: &Step, states: u64| states >> step.by & step.moves | states & step.stays;
        // For each label of an arc, the step and the states from which a word that ends there
        // reaches a goal.
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
