//! Simulation: values a move by playing many games from it with randomly dealt hidden tiles.
//!
//! # How
//!
//! 1. The candidates are the moves of the highest static equity
//!    ([`Session::top`](crate::Session::top)).
//! 2. An *iteration* deals the hidden tiles: opponents' racks, starting with known tiles, and the
//!    order of the bag ([`deal`]). Every candidate is played from the same deal, and each player
//!    draws the same tiles after each candidate as far as possible, so that candidates are
//!    compared, not luck.
//! 3. A [`rollout`] makes the candidate, then everybody's best static move for a number of *plies*.
//!    Its result follows from the scores, the leaves and the win chance for that lead. With an
//!    empty bag it continues to the end of the game, and the result is exact ([`SimulatedGame`]).
//! 4. Static equity is used as a prior ([`Limits::prior`]). After every batch of iterations,
//!    candidates that are clearly worse are eliminated ([`race`]), which leaves more time for the
//!    others.
//!
//! ```text
//!             iteration 1   iteration 2   iteration 3  …      mean
//!  8D QUIRT      0.61          0.44          0.58             0.54
//!  C7 QUIT       0.60          0.41          0.57             0.52
//!  -QV           0.35          0.38          0.31       out after 64
//! ```
//!
//! Every iteration has its own random generator, sums are integers, and batches are counts. So the
//! result depends on the seed and the limits, not on the number of threads.
//!
//! # Limitations
//!
//! Opponents' racks are dealt uniformly unless [`Limits::inference`] is set. Everybody plays static
//! moves, which is weaker than the player using the simulation. With more than two players, win
//! chances are an approximation ([`WinModel::at_table`](crate::win::WinModel::at_table)).
//!
//! # Papers
//!
//! - B. Sheppard: *World-championship-caliber Scrabble*. Artificial Intelligence 134, 2002.
//! - E. Even-Dar, S. Mannor, Y. Mansour: *Action Elimination and Stopping Conditions for the
//!   Multi-Armed Bandit*. JMLR 7, 2006.

mod deal;
mod race;
mod rollout;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};

use tisane_rules::{Move, Position};

use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::{CERTAIN, Chance, Seated};
use crate::search::Go;
use crate::search::analysis::{Analysis, Ended, Exactness, Limits, Line, Method, Sampled};
use deal::Hidden;
use race::{Race, Rule};
use rollout::{RolloutWorker, Task};
use tally::{CandidateTally, Measure, Sample};

/// Rollouts in a batch: some tens of milliseconds.
const BATCH: u64 = 512;
/// Iterations in the first batch: two, so that a second thread has work from the start. (Not one
/// for each thread: the result must not depend on their number.)
const FIRST_BATCH: u64 = 2;

/// Simulates a position with at least two active players. `progress` is called after every batch
/// and may stop it.
pub(crate) fn simulate(
    engine: &Engine,
    position: &Position,
    candidates: &[Candidate],
    requested: Option<&Move>,
    limits: Limits,
    progress: &mut dyn FnMut(&Analysis) -> Go,
) -> Analysis {
    // Thousands of best moves will be searched.
    engine.generator().prepare();
    let beliefs =
        limits.inference.map(|inference| engine.infer(position, inference)).unwrap_or_default();
    let hidden = Hidden::new(engine.ruleset(), position, beliefs);
    let plies = limits.plies.unwrap_or_else(|| position.round().count());
    let task = Task { engine, position, candidates, hidden, seed: limits.seed, plies };
    let board = &position.board;
    let nothing = CandidateTally::new(plies, usize::from(board.rows()) * usize::from(board.cols()));
    let mut workers: Vec<RolloutWorker<'_>> =
        (0..limits.threads.max(1)).map(|_| RolloutWorker::new(&task, &nothing)).collect();
    let expected =
        candidates.iter().map(|candidate| expected(engine, position, candidate)).collect();
    // Games played to their end need no prior; equity only decides ties.
    let prior = if position.bag == 0 { 0 } else { limits.prior };
    let mut race =
        Race::new(expected, prior, Rule::of(limits.rollouts, candidates.len()), &nothing).keeping(
            requested.and_then(|requested| {
                candidates.iter().position(|candidate| candidate.mv == *requested)
            }),
        );
    let (mut iterations, mut rollouts) = (0, 0);
    let ended = loop {
        let live = race.live.len() as u64;
        let left = limits
            .iterations
            .saturating_sub(iterations)
            .min(limits.rollouts.saturating_sub(rollouts) / live);
        // There is always a first batch. Batches start small, so that callers with little time are
        // soon asked whether to continue, however slow a rollout is.
        let most = if iterations == 0 { left.clamp(1, FIRST_BATCH) } else { left.min(iterations) };
        let batch = iterations..iterations.saturating_add(most.min((BATCH / live).max(1)));
        if batch.is_empty() {
            break Ended::LimitReached;
        }
        run(&mut workers, batch.clone(), &race.live);
        iterations = batch.end;
        rollouts += (batch.end - batch.start) * live;
        for worker in &mut workers {
            let (tallies, products) = worker.take(&nothing);
            race.add(tallies, &products);
        }
        race.prune();
        let stopped = progress(&analysis(&task, &race, rollouts, None)) == Go::Stop;
        if race.live.len() == 1 {
            break Ended::Clear;
        }
        if stopped {
            break Ended::Stopped;
        }
    };
    analysis(&task, &race, rollouts, Some(ended))
}

/// The prior of a candidate: the lead increased by its equity. (The bag is taken as it is, since
/// candidates are only compared.)
fn expected(engine: &Engine, position: &Position, candidate: &Candidate) -> Sample {
    let lead =
        |seat: usize| position.scores[seat] * 1000 + if seat == 0 { candidate.equity } else { 0 };
    let n = position.scores.len();
    let others = position.round().filter(|&seat| seat != 0);
    let spread = lead(0) - others.map(lead).max().unwrap_or(0);
    let win = engine.evaluation().win().map(|model| {
        // The opponents are on turn first.
        let seated = |seat: usize| match seat {
            0 => Seated { lead: lead(0), rack: position.rack.len(), gone: false },
            _ => Seated {
                lead: lead(seat),
                rack: position.others[seat - 1].len,
                gone: position.others[seat - 1].gone,
            },
        };
        let seats: Vec<Seated> = (1..n).chain([0]).map(seated).collect();
        model.at_table(position.bag, position.final_turns, &seats)[n - 1]
    });
    Sample { win, spread }
}

/// Distributes iterations among the workers.
fn run(workers: &mut [RolloutWorker<'_>], iterations: std::ops::Range<u64>, live: &[usize]) {
    let next = AtomicU64::new(iterations.start);
    let work = |worker: &mut RolloutWorker<'_>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= iterations.end {
                return;
            }
            worker.iteration(number, live);
        }
    };
    let Some((own, others)) = workers.split_first_mut() else { return };
    if others.is_empty() {
        return work(own); // Where there are no threads, none is asked for.
    }
    std::thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| work(worker));
        }
        work(own);
    });
}

fn analysis(task: &Task<'_>, race: &Race, rollouts: u64, ended: Option<Ended>) -> Analysis {
    let line = |at: usize| {
        let tally = &race.tallies[at];
        let candidate: &Candidate = &task.candidates[at];
        Line {
            candidate: candidate.clone(),
            exactness: Exactness::Estimated,
            bounds: None,
            draws: Vec::new(),
            win: tally.knows_wins().then(|| {
                race.believed(at, Measure::Win).round().clamp(0.0, CERTAIN.into()) as Chance
            }),
            spread: Some(race.believed(at, Measure::Spread).round() as i32),
            paranoid: None,
            sampled: Some(Sampled {
                samples: tally.samples,
                live: race.live.contains(&at),
                win_error: tally.standard_error(Measure::Win),
                spread_error: tally.standard_error(Measure::Spread),
                plies: tally.plies(task.position.round()),
                heat: tally.heat().to_vec(),
            }),
            reply: tally.reply().cloned(),
        }
    };
    Analysis {
        method: Method::Simulation { plies: task.plies, rollouts, ended },
        lines: race.ranked().into_iter().map(line).collect(),
    }
}
