//! The candidates, and what is known about each of them in each deal.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Board, Move, Position, Reason};

use super::deals::{Deal, Deals};
use super::fate::Fate;
use super::knowing;
use super::work::{Ask, share};
use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::{CERTAIN, Chance};
use crate::search::Go;
use crate::search::analysis::{Analysis, Exactness, Limits, Line, Method};
use crate::search::endgame::{self, Bounds, Outcome};
use crate::search::table::SimulatedGame;

/// The largest and the smallest number of jobs between two checks of the node count. These are
/// counts, so that the answer is deterministic.
const CHUNK: [usize; 2] = [64, 8];
const PARTS: u64 = 4;

pub(super) struct Field<'a> {
    engine: &'a Engine,
    position: &'a Position,
    pub candidates: Vec<Candidate>,
    deals: Deals,
    /// By candidate, then by deal.
    fates: Vec<Vec<Option<Fate>>>,
    /// The candidates still searched, best first.
    live: Vec<usize>,
    nodes: u64,
}

/// What to find out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Question {
    WhoWins,
    ByHowMuch,
}

/// The number of nodes allowed for a candidate in a deal.
#[derive(Copy, Clone)]
pub(super) struct Allowed {
    /// For one endgame.
    pub nodes: u64,
    /// For all its endgames together.
    pub in_all: u64,
}

/// A candidate in a deal.
struct Job {
    candidate: usize,
    deal: usize,
}

impl<'a> Field<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        position: &'a Position,
        candidates: Vec<Candidate>,
        deals: Deals,
    ) -> Field<'a> {
        let fates = vec![vec![None; deals.deals.len()]; candidates.len()];
        Field {
            engine,
            position,
            live: (0..candidates.len()).collect(),
            candidates,
            deals,
            fates,
            nodes: 0,
        }
    }

    /// Keeps the `n` best candidates, without those proven to win less often than the leader.
    pub(super) fn keep(&mut self, n: usize) {
        self.live = self.ranked().into_iter().filter(|at| self.live.contains(at)).collect();
        self.live.truncate(n);
        let Some(&leader) = self.live.first() else { return };
        let least = self.bounds(leader)[0];
        self.live = self
            .live
            .iter()
            .copied()
            .filter(|&at| at == leader || self.bounds(at)[1] >= least)
            .collect();
    }

    /// Searches the best candidates again, including those dropped before.
    pub(super) fn return_to(&mut self, best: usize) {
        self.live = self.ranked();
        self.live.truncate(best);
    }

    /// Whether it is known which candidate wins most often: only one is left, or nothing is open
    /// about any of them.
    pub(super) fn is_settled(&self) -> bool {
        self.live.len() <= 1
            || self
                .live
                .iter()
                .all(|&at| self.fates[at].iter().all(|fate| fate.is_some_and(Fate::is_decided)))
    }

    /// Whether a candidate leads to endgames, which can be searched. Others have an estimate that
    /// more work does not improve.
    fn is_provable(&self, at: usize, question: Question) -> bool {
        match &self.candidates[at].mv {
            Move::Play(play) => play.placements().len() >= self.position.bag,
            Move::Pass => self.position.bag == 1 && question == Question::WhoWins,
            Move::Exchange(_) => false,
        }
    }

    /// Searches every live candidate in every deal in which the question is open, with this many
    /// nodes each.
    pub(super) fn advance(
        &mut self,
        question: Question,
        nodes: u64,
        limits: Limits,
        progress: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Go {
        let is_open = |at: usize, deal: usize| {
            let answered = match question {
                Question::WhoWins => Fate::is_decided,
                Question::ByHowMuch => Fate::is_proven,
            };
            !self.fates[at][deal].is_some_and(answered)
                && (self.is_provable(at, question)
                    || question == Question::WhoWins && nodes <= ESTIMATE)
        };
        let jobs: Vec<Job> = self
            .live
            .iter()
            .flat_map(|&candidate| {
                (0..self.deals.deals.len()).map(move |deal| Job { candidate, deal })
            })
            .filter(|job| nodes == 0 || is_open(job.candidate, job.deal))
            .collect();
        let [most, least] = CHUNK;
        let mut jobs = &jobs[..];
        while !jobs.is_empty() {
            // Work in parts of the remaining nodes, to report progress in between; at the end,
            // share what is left.
            let left = limits.nodes.saturating_sub(self.nodes);
            let room = left
                .checked_div(nodes * PARTS)
                .map_or(most, |room| room.clamp(least as u64, most as u64) as usize);
            let (chunk, rest) = jobs.split_at(room.min(jobs.len()));
            let allowed = Allowed { nodes, in_all: left / chunk.len() as u64 };
            // A tenth of the nodes would find no more than the stage before.
            if nodes > 0 && allowed.in_all <= nodes / 10 {
                return Go::Stop;
            }
            jobs = rest;
            let so_far = self.analysis();
            let (results, go) = share(
                chunk,
                limits.threads,
                |job, ask| self.look(job, question, allowed, ask),
                &mut || progress(&so_far),
            );
            for (job, result) in chunk.iter().zip(results) {
                let Some((fate, spent)) = result else { continue };
                self.nodes += spent;
                let known = &mut self.fates[job.candidate][job.deal];
                *known = Some(known.map_or(fate, |known| known.and(fate)));
            }
            if go == Go::Stop {
                return Go::Stop;
            }
        }
        progress(&self.analysis())
    }

    /// Searches a candidate in a deal; returns the outcome and the number of nodes used.
    fn look(&self, job: &Job, question: Question, allowed: Allowed, ask: Ask<'_>) -> (Fate, u64) {
        let candidate = &self.candidates[job.candidate];
        let deal = &self.deals.deals[job.deal];
        if allowed.nodes > 0 && self.position.bag == 1 && candidate.mv == Move::Pass {
            return knowing::passed(self.engine, self.position, deal, allowed, ask);
        }
        let (mut table, mut board) = set_up(self.engine, self.position, deal);
        let mut random = ChaCha8Rng::seed_from_u64(0);
        make(&mut table, &mut board, candidate, &mut random);
        let mut session = self.engine.session();
        let (mut exact, mut idle) = (true, 0);
        loop {
            if let Some(reason) = table.over() {
                let fate = Fate::certain(final_spread(&table, reason));
                return (if exact { fate } else { Fate::guessed(fate.guess) }, 0);
            }
            if table.bag.is_empty() {
                let (fate, spent) = endgame_fate(
                    self.engine,
                    &table,
                    board,
                    question,
                    allowed.nodes.min(allowed.in_all),
                    ask,
                );
                return (if exact { fate } else { Fate::guessed(fate.spread()) }, spent);
            }
            exact = false;
            if ask().is_break() {
                return (Fate::guessed(table.scores[0] - table.scores[1]), 0);
            }
            let mut best = session.best(&table.position(board.clone()));
            idle = if matches!(best.mv, Move::Play(_)) { 0 } else { idle + 1 };
            // Two players who can only exchange would go on forever.
            if idle > IDLE {
                best.mv = Move::Pass;
            }
            make(&mut table, &mut board, &best, &mut random);
        }
    }

    /// All candidates, best first: by wins, then by spread, then in list order.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.candidates.len()).collect();
        ranked.sort_by_key(|&at| {
            (!self.live.contains(&at), Reverse(self.win(at)), Reverse(self.spread(at)), at)
        });
        ranked
    }

    /// The weighted mean over all deals searched so far; `None` if there are none.
    fn mean(&self, at: usize, value: impl Fn(Fate) -> i64) -> Option<i64> {
        let known = || {
            self.fates[at]
                .iter()
                .zip(&self.deals.deals)
                .filter_map(|(fate, deal)| Some((fate.as_ref()?, deal.weight as i64)))
        };
        let weight: i64 = known().map(|(_, weight)| weight).sum();
        (weight > 0).then(|| {
            known().map(|(&fate, weight)| value(fate) * weight).sum::<i64>().div_euclid(weight)
        })
    }

    fn win(&self, at: usize) -> Option<i64> {
        self.mean(at, |fate| fate.win().into())
    }

    /// In thousandths of a point.
    fn spread(&self, at: usize) -> Option<i64> {
        self.mean(at, |fate| i64::from(fate.spread()) * 1000)
    }

    /// Proven lower and upper bounds of the win chance.
    fn bounds(&self, at: usize) -> [Chance; 2] {
        if !self.deals.are_all {
            return [0, CERTAIN];
        }
        let weight = self.deals.weight();
        let side = |side: usize, unknown: Chance| -> u64 {
            let of = |fate: &Option<Fate>| fate.map_or(unknown, |fate| fate.bounds()[side]);
            self.fates[at]
                .iter()
                .zip(&self.deals.deals)
                .map(|(fate, deal)| u64::from(of(fate)) * deal.weight)
                .sum()
        };
        [(side(0, 0) / weight) as Chance, side(1, CERTAIN).div_ceil(weight) as Chance]
    }

    pub(super) fn analysis(&self) -> Analysis {
        let line = |at: usize| {
            let all_proven = self.deals.are_all
                && self.fates[at].iter().all(|fate| fate.is_some_and(Fate::is_proven));
            Line {
                exactness: if all_proven { Exactness::Exact } else { Exactness::Estimated },
                win: self.win(at).map(|win| win as Chance),
                bounds: self.deals.are_all.then(|| self.bounds(at)),
                spread: self.spread(at).map(|spread| spread as i32),
                ..Line::of(self.candidates[at].clone())
            }
        };
        let method = Method::Preendgame { deals: self.deals.deals.len(), nodes: self.nodes };
        Analysis { method, lines: self.ranked().into_iter().map(line).collect() }
    }
}

/// After this many turns without a play, nobody exchanges any more.
const IDLE: u32 = 12;

/// For candidates whose value is an estimate, endgames are searched with at most this many nodes.
const ESTIMATE: u64 = 2_000;

/// The game and the board before the candidate is made.
pub(super) fn set_up<'a>(
    engine: &'a Engine,
    position: &Position,
    deal: &Deal,
) -> (SimulatedGame<'a>, Board) {
    let mut table = SimulatedGame::new(engine.ruleset(), position);
    table.racks[1] = deal.rack.clone();
    table.bag.tiles = deal.bag.clone();
    (table, position.board.clone())
}

pub(super) fn make(
    table: &mut SimulatedGame<'_>,
    board: &mut Board,
    candidate: &Candidate,
    random: &mut ChaCha8Rng,
) {
    table.make(&candidate.mv, candidate.score, random);
    if let Move::Play(play) = &candidate.mv {
        play.place_on(board);
    }
}

pub(super) fn final_spread(table: &SimulatedGame<'_>, reason: Reason) -> i32 {
    let (totals, _) = table.settle(reason);
    totals[0] - totals[1]
}

/// Searches the endgame with this many nodes.
pub(super) fn endgame_fate(
    engine: &Engine,
    table: &SimulatedGame<'_>,
    board: Board,
    question: Question,
    nodes: u64,
    ask: Ask<'_>,
) -> (Fate, u64) {
    let position = table.position(board);
    let lead = position.scores[0] - position.scores[1];
    let mut report = |_| -> ControlFlow<()> { ask() };
    let (generator, ruleset, limits) =
        (engine.generator(), engine.ruleset(), endgame::Budget::nodes(nodes));
    let found = match question {
        // A sum below, equal to or above this means that the player on turn loses, ties or wins.
        Question::WhoWins => {
            endgame::compare(generator, ruleset, &position, -lead, limits, &mut report)
        }
        Question::ByHowMuch => endgame::solve(generator, ruleset, &position, limits, &mut report)
            .map(|Outcome { value, lower, upper, nodes, .. }| {
                (Bounds { guess: value, lower, upper }, nodes)
            }),
    };
    match found {
        Ok((bounds, spent)) if table.on_turn == 0 => (Fate::to_move(lead, bounds), spent),
        Ok((bounds, spent)) => (Fate::answered(-lead, bounds), spent),
        Err(_) => {
            let sign = if table.on_turn == 0 { 1 } else { -1 };
            (Fate::guessed(sign * lead), 0)
        }
    }
}
