//! What should be played: the best way to find out, by how far the game has come.
//!
//! While the bag has tiles, candidates are simulated. When it is empty nothing is hidden between two players any more, and
//! the endgame is solved; among more than two it is simulated to the end of the game.

use std::ops::ControlFlow;

use tisane_rules::Position;

use crate::analysis::{Analysis, Exactness, Limits, Line, Method};
use crate::endgame;
use crate::engine::Engine;
use crate::matches::Go;
use crate::simulate::simulate;
use crate::win::WinModel;

impl Engine {
    /// The best moves of a position, by looking ahead as far as the limits allow. `progress` hears what is known so far, again and
    /// again, and may say stop; there is an answer at any time, and its moves are legal.
    pub fn solve(&self, position: &Position, limits: Limits, progress: &mut dyn FnMut(&Analysis) -> Go) -> Analysis {
        let by_equity = self.by_equity(position, limits.candidates.max(1));
        let alone = position.others.iter().all(|other| other.gone);
        if alone || progress(&by_equity) == Go::Stop {
            return by_equity;
        }
        if position.bag == 0
            && let Some(solved) = self.solve_endgame(position, limits, &by_equity, progress)
        {
            return solved;
        }
        if by_equity.lines.len() == 1 {
            return by_equity;
        }
        simulate(self, position, limits, progress)
    }

    /// Without looking ahead.
    fn by_equity(&self, position: &Position, n: usize) -> Analysis {
        Analysis { method: Method::Static, lines: self.top(position, n).into_iter().map(Line::of).collect() }
    }

    /// The endgame, if this is one that can be solved.
    fn solve_endgame(
        &self,
        position: &Position,
        limits: Limits,
        by_equity: &Analysis,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Option<Analysis> {
        let mut report = |_| match progress(by_equity) {
            Go::On => ControlFlow::Continue(()),
            Go::Stop => ControlFlow::Break(()),
        };
        let node_limit = endgame::Limits { nodes: limits.nodes };
        let outcome = endgame::solve(self.generator(), self.ruleset(), position, node_limit, &mut report).ok()?;
        let lead = position.scores[0] - position.scores[1];
        let best = outcome.line.first()?;
        let exactness = match outcome.lower {
            Some(_) if outcome.is_proven() => Exactness::Exact,
            Some(_) => Exactness::AtLeast,
            None => Exactness::Estimated,
        };
        let spread = |value: i32| (lead + value) * 1000;
        let all = self.moves(position);
        let first = all.iter().find(|candidate| candidate.mv == *best)?.clone();
        let first = Line {
            exactness,
            win: Some(WinModel::at_end(lead + outcome.value)),
            spread: Some(spread(outcome.value)),
            reply: outcome.line.get(1).cloned(),
            ..Line::of(first)
        };
        // Nothing is better than the best.
        let bound = outcome.upper.map(spread);
        let rest = all.into_iter().filter(|candidate| candidate.mv != *best).take(limits.candidates.saturating_sub(1));
        let rest = rest.map(|candidate| {
            let exactness = if bound.is_some() { Exactness::AtMost } else { Exactness::Estimated };
            Line { exactness, spread: bound, ..Line::of(candidate) }
        });
        Some(Analysis { method: Method::Endgame { nodes: outcome.nodes }, lines: std::iter::once(first).chain(rest).collect() })
    }
}
