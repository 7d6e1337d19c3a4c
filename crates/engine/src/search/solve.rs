//! Chooses the method by the stage of the game.
//!
//! While the bag has tiles, candidates are simulated. With the last few tiles, all distributions of
//! them are enumerated. With an empty bag and two players nothing is hidden, and the endgame is
//! solved. With more players it is solved if all racks are known and few tiles are left; otherwise
//! it is simulated to the end of the game.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Idle, Move, Position, Reason};

use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::CERTAIN;
use crate::search::Go;
use crate::search::analysis::{Analysis, Exactness, Limits, Line, Method};
use crate::search::endgame;
use crate::search::preendgame::preendgame;
use crate::search::seats::{Exhaustive, known_racks};
use crate::search::simulate::simulate;
use crate::search::table::SimulatedGame;

/// A position of three or more players costs as much as this many nodes of an endgame of two, since
/// all its plays are listed; the rest of the time is for the simulation if there are too many.
const NODES_PER_POSITION: u64 = 200;

/// Positions searched in an endgame with a single legal move.
const FORCED_NODES: u64 = 20_000;

impl Engine {
    /// Analyses a position by looking ahead as far as the limits allow. `progress` receives the
    /// analysis so far again and again, and may stop it. There is always an answer, and its moves
    /// are legal.
    pub fn solve(
        &self,
        position: &Position,
        limits: Limits,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Analysis {
        self.solve_with(position, None, limits, progress)
    }

    /// [`solve`](Self::solve) that also analyses the move `requested`, if it is legal, even if it
    /// is not among the best candidates.
    pub fn solve_with(
        &self,
        position: &Position,
        requested: Option<&Move>,
        limits: Limits,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Analysis {
        let mut by_equity = self.by_equity(position, limits.candidates.max(1));
        let is_missing =
            |requested: &&Move| by_equity.lines.iter().all(|line| line.candidate.mv != **requested);
        if let Some(requested) = requested.filter(is_missing) {
            let found =
                self.moves(position).into_iter().find(|candidate| candidate.mv == *requested);
            by_equity.lines.extend(found.map(Line::of));
        }
        let is_forced = by_equity.lines.len() == 1 && self.top(position, 2).len() == 1;
        let limits = if is_forced {
            Limits { nodes: limits.nodes.min(FORCED_NODES), ..limits }
        } else {
            limits
        };
        let alone = position.others.iter().all(|other| other.gone);
        if alone || self.over(position).is_some() || progress(&by_equity) == Go::Stop {
            return by_equity;
        }
        if position.bag == 0
            && let Some(solved) =
                self.solve_endgame(position, requested, limits, &by_equity, progress)
        {
            return solved;
        }
        if position.others.len() > 1
            && let Some(solved) = self.solve_seats(position, requested, limits)
        {
            return solved;
        }
        if by_equity.lines.len() == 1 {
            return by_equity;
        }
        let candidates: Vec<Candidate> =
            by_equity.lines.iter().map(|line| line.candidate.clone()).collect();
        if position.bag <= limits.preendgame
            && let Some(solved) =
                preendgame(self, position, &candidates, requested, limits, progress)
        {
            return solved;
        }
        simulate(self, position, &candidates, requested, limits, progress)
    }

    /// Why the game is over, if it is. [`solve`](Self::solve) does not look ahead from such a
    /// position: its answer is [`Method::Static`].
    pub fn over(&self, position: &Position) -> Option<Reason> {
        let idle = Idle { passes: position.passes, scoreless: position.scoreless_turns };
        let others = position.others.iter().map(|other| (!other.gone).then_some(other.len));
        let racks = std::iter::once(Some(position.rack.len())).chain(others);
        self.ruleset().end.reason(idle, position.final_turns, position.bag, racks)
    }

    /// A static analysis.
    pub(crate) fn by_equity(&self, position: &Position, n: usize) -> Analysis {
        Analysis {
            method: Method::Static,
            lines: self.top(position, n).into_iter().map(Line::of).collect(),
        }
    }

    /// Solves an endgame: first the best move, then the values of the others. `None` if it is not
    /// an endgame that can be solved.
    fn solve_endgame(
        &self,
        position: &Position,
        requested: Option<&Move>,
        limits: Limits,
        by_equity: &Analysis,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Option<Analysis> {
        let lead = position.scores[0] - position.scores[1];
        let mut stopped = false;
        let mut watch = |analysis: &Analysis| {
            stopped |= progress(analysis) == Go::Stop;
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let whole = endgame::Budget { nodes: limits.nodes, threads: limits.endgame_threads };
        let mut begun =
            Analysis { method: Method::Endgame { nodes: 0 }, lines: by_equity.lines.clone() };
        let mut report = |so_far: endgame::SearchProgress| {
            begun.method = Method::Endgame { nodes: so_far.nodes };
            watch(&begun)
        };
        let outcome =
            endgame::solve(self.generator(), self.ruleset(), position, whole, &mut report).ok()?;
        let all = self.moves(position);
        let (first, mut others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|candidate| outcome.line.first() == Some(&candidate.mv));
        let exactness = match outcome.lower {
            Some(_) if outcome.is_proven() => Exactness::Exact,
            Some(_) => Exactness::AtLeast,
            None => Exactness::Estimated,
        };
        let first = first.into_iter().map(|candidate| {
            let table = self.table_after(position, &candidate);
            let line = || Line {
                reply: outcome.line.get(1).cloned(),
                ..settled(&table, candidate.clone(), lead + outcome.value, exactness)
            };
            ended(&table, &candidate).unwrap_or_else(line)
        });
        let table = SimulatedGame::new(self.ruleset(), position);
        others.sort_by_key(|candidate| requested != Some(&candidate.mv));
        // No move is better than the best one.
        let others =
            others.into_iter().take(limits.candidates.saturating_sub(1)).map(|candidate| {
                match outcome.upper {
                    Some(upper) => Line {
                        win: None,
                        ..settled(&table, candidate, lead + upper, Exactness::AtMost)
                    },
                    None => Line::of(candidate),
                }
            });
        let mut analysis = Analysis {
            method: Method::Endgame { nodes: outcome.nodes },
            lines: first.chain(others).collect(),
        };
        let each = endgame::Budget {
            nodes: limits.nodes / limits.candidates.max(1) as u64,
            threads: limits.endgame_threads,
        };
        for at in 1..analysis.lines.len() {
            if watch(&analysis).is_break() {
                break;
            }
            if let Some((line, nodes)) =
                self.solve_after(position, &analysis.lines[at].candidate, each, &mut |_| {
                    watch(&analysis)
                })
            {
                analysis.lines[at] = line;
                analysis.method = Method::Endgame { nodes: nodes + analysis.nodes() };
            }
        }
        // Lines with a known value come first; if the best one is not proven, another may turn out
        // to be better.
        let known = |line: &Line| {
            matches!(line.exactness, Exactness::Exact | Exactness::AtLeast).then_some(line.spread)
        };
        analysis.lines.sort_by_key(|line| std::cmp::Reverse(known(line)));
        Some(analysis)
    }

    /// Solves an endgame of more than two players whose racks are all known. `None` if it is not
    /// such a position, or if there are too many lines.
    fn solve_seats(
        &self,
        position: &Position,
        requested: Option<&Move>,
        limits: Limits,
    ) -> Option<Analysis> {
        let mut table = SimulatedGame::new(self.ruleset(), position);
        table.racks = known_racks(self.ruleset(), position)?;
        let mut search =
            Exhaustive::new(self.generator(), position, limits.nodes / NODES_PER_POSITION);
        let mut lines = Vec::new();
        for candidate in self.moves(position) {
            let outcome = search.after(&table, &candidate).ok()?;
            lines.push(Line {
                exactness: Exactness::Exact,
                win: Some(outcome.win),
                spread: Some(outcome.max_n() * 1000),
                paranoid: Some(outcome.paranoid * 1000),
                ..Line::of(candidate)
            });
        }
        lines.sort_by_key(|line| std::cmp::Reverse((line.spread, line.paranoid)));
        let is_requested = |line: &Line| requested == Some(&line.candidate.mv);
        let kept = limits.candidates.max(1);
        let mut n = 0;
        lines.retain(|line| {
            n += 1;
            n <= kept || is_requested(line)
        });
        Some(Analysis { method: Method::Endgame { nodes: search.positions }, lines })
    }

    /// The game after a move in an endgame.
    fn table_after(&self, position: &Position, candidate: &Candidate) -> SimulatedGame<'_> {
        let mut table = SimulatedGame::new(self.ruleset(), position);
        table.racks[1] = position.unseen(self.ruleset());
        table.make(&candidate.mv, candidate.score, &mut ChaCha8Rng::seed_from_u64(0));
        table
    }

    /// The value of a move in an endgame against the best reply, and the number of positions
    /// searched; `None` if nothing was found.
    fn solve_after(
        &self,
        position: &Position,
        candidate: &Candidate,
        limits: endgame::Budget,
        report: &mut dyn FnMut(endgame::SearchProgress) -> ControlFlow<()>,
    ) -> Option<(Line, u64)> {
        let ruleset = self.ruleset();
        let table = self.table_after(position, candidate);
        if let Some(line) = ended(&table, candidate) {
            return Some((line, 0));
        }
        let mut board = position.board.clone();
        if let Move::Play(play) = &candidate.mv {
            play.place_on(&mut board);
        }
        let outcome =
            endgame::solve(self.generator(), ruleset, &table.position(board), limits, report)
                .ok()?;
        let lead = table.scores[0] - table.scores[1];
        // An upper bound of the opponent's gain is a lower bound of our result.
        let (gains, exactness) = match (outcome.lower, outcome.upper) {
            (Some(gains), _) if outcome.is_proven() => (gains, Exactness::Exact),
            (_, Some(gains)) => (gains, Exactness::AtLeast),
            (Some(gains), None) => (gains, Exactness::AtMost),
            (None, None) => return None,
        };
        let line = settled(&table, candidate.clone(), lead - gains, exactness);
        Some((Line { reply: outcome.line.into_iter().next(), ..line }, outcome.nodes))
    }
}

/// The value of a move that ends the game.
fn ended(table: &SimulatedGame<'_>, candidate: &Candidate) -> Option<Line> {
    let (totals, winners) = table.settle(table.over()?);
    let win = if winners.contains(&0) { CERTAIN / winners.len() as u32 } else { 0 };
    Some(Line {
        win: Some(win),
        ..settled(table, candidate.clone(), totals[0] - totals[1], Exactness::Exact)
    })
}

/// A move that ends with this spread.
fn settled(
    table: &SimulatedGame<'_>,
    candidate: Candidate,
    spread: i32,
    exactness: Exactness,
) -> Line {
    Line {
        exactness,
        win: Some(table.won_by(spread)),
        spread: Some(spread * 1000),
        ..Line::of(candidate)
    }
}
