//! What should be played: the best way to find out, by how far the game has come.
//!
//! While the bag has tiles, candidates are simulated; with the last few of them, all ways in which they can lie are gone through. When it is empty nothing is hidden between two players any more, and
//! the endgame is solved; among more than two it is simulated to the end of the game.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Move, Position};

use crate::analysis::{Analysis, Exactness, Limits, Line, Method};
use crate::candidate::Candidate;
use crate::endgame;
use crate::engine::Engine;
use crate::matches::Go;
use crate::preendgame::preendgame;
use crate::simulate::{Table, simulate};
use crate::win::WinModel;

impl Engine {
    /// The best moves of a position, by looking ahead as far as the limits allow. `progress` hears what is known so far, again and
    /// again, and may say stop; there is an answer at any time, and its moves are legal.
    pub fn solve(&self, position: &Position, limits: Limits, progress: &mut dyn FnMut(&Analysis) -> Go) -> Analysis {
        self.solve_with(position, None, limits, progress)
    }

    /// The same; a move that is asked about is looked at too, if it is legal, however little it promises.
    pub fn solve_with(
        &self,
        position: &Position,
        asked: Option<&Move>,
        limits: Limits,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Analysis {
        let mut by_equity = self.by_equity(position, limits.candidates.max(1));
        let is_missing = |asked: &&Move| by_equity.lines.iter().all(|line| line.candidate.mv != **asked);
        if let Some(asked) = asked.filter(is_missing) {
            let found = self.moves(position).into_iter().find(|candidate| candidate.mv == *asked);
            by_equity.lines.extend(found.map(Line::of));
        }
        let alone = position.others.iter().all(|other| other.gone);
        if alone || progress(&by_equity) == Go::Stop {
            return by_equity;
        }
        if position.bag == 0
            && let Some(mut solved) = self.solve_endgame(position, limits, &by_equity, progress)
        {
            if let Some(asked) = asked {
                self.value_in_endgame(position, asked, limits, &mut solved);
            }
            return solved;
        }
        if by_equity.lines.len() == 1 {
            return by_equity;
        }
        let candidates: Vec<Candidate> = by_equity.lines.iter().map(|line| line.candidate.clone()).collect();
        if position.bag <= limits.preendgame
            && let Some(solved) = preendgame(self, position, &candidates, limits, progress)
        {
            return solved;
        }
        simulate(self, position, &candidates, limits, progress)
    }

    /// Finds out what a move is worth in an endgame that is solved already.
    fn value_in_endgame(&self, position: &Position, asked: &Move, limits: Limits, solved: &mut Analysis) {
        if solved.lines[0].candidate.mv == *asked {
            return;
        }
        let Some(candidate) = self.moves(position).into_iter().find(|candidate| candidate.mv == *asked) else { return };
        solved.lines.retain(|line| line.candidate.mv != *asked);
        let mut table = Table::new(self.ruleset(), position);
        table.racks[1] = position.unseen(self.ruleset());
        let mut board = position.board.clone();
        table.make(&candidate.mv, candidate.score, &mut ChaCha8Rng::seed_from_u64(0));
        if let Move::Play(play) = &candidate.mv {
            play.place_on(&mut board);
        }
        let (spread, exactness) = match table.over() {
            Some(reason) => {
                let (totals, _) = table.settle(reason);
                (totals[0] - totals[1], Exactness::Exact)
            }
            None => {
                let after = table.position(board);
                let limits = endgame::Limits { nodes: limits.nodes };
                let answer = endgame::solve(self.generator(), self.ruleset(), &after, limits, &mut |_| ControlFlow::Continue(()));
                let Ok(outcome) = answer else { return };
                let exactness = if outcome.is_proven() { Exactness::Exact } else { Exactness::Estimated };
                (after.scores[1] - after.scores[0] - outcome.value, exactness)
            }
        };
        // An estimate does not beat a proof.
        let spread = spread.saturating_mul(1000).min(solved.lines[0].spread.unwrap_or(i32::MAX));
        let win = Some(WinModel::at_end(spread));
        solved.lines.push(Line { exactness, win, spread: Some(spread), ..Line::of(candidate) });
        let by_spread = |line: &Line| std::cmp::Reverse((line.exactness == Exactness::Exact, line.spread));
        solved.lines[1..].sort_by_key(by_spread);
    }

    /// Without looking ahead.
    pub(crate) fn by_equity(&self, position: &Position, n: usize) -> Analysis {
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
