//! Simulation: what a move is worth, by playing on from it many times with hidden tiles dealt by
//! chance.
//!
//! # How
//!
//! 1. The candidates are the moves of the highest static equity
//!    ([`Session::top`](crate::Session::top)).
//! 2. An *iteration* deals what nobody has seen: the others' racks, beginning with what is known of
//!    them, and the order of the bag ([`deal`]). Every candidate is played on from the same deal,
//!    and each player draws the same tiles after each of them as far as possible; so what is
//!    compared is the candidates, not their luck.
//! 3. A [`rollout`] makes the candidate, then everybody's best static move for so many *plies*.
//!    What it comes to is read off the scores, the leaves and the chance to win from such a lead.
//!    When the bag is empty it goes on to the end of the game, and the result is the true one, by
//!    the rules of [`table`].
//! 4. What static equity lets expect counts as some samples of each candidate ([`Limits::prior`]).
//!    After every batch of iterations those that are clearly worse are put out ([`race`]), so that
//!    the others get more of the time.
//!
//! ```text
//!             iteration 1   iteration 2   iteration 3  …      mean
//!  8D QUIRT      0.61          0.44          0.58             0.54
//!  C7 QUIT       0.60          0.41          0.57             0.52
//!  -QV           0.35          0.38          0.31       out after 64
//! ```
//!
//! Every iteration has a random generator of its own, sums are integers, and batches are counts: so
//! the result depends on the seed and the limits, not on how many threads there are.
//!
//! # What it does not know
//!
//! The others' racks are dealt as if their plays said nothing about them, unless
//! [`Limits::inference`] is asked for. Everybody plays statically, which is a weaker player than
//! the one who is asking. Among more than two, chances to win are an approximation
//! ([`WinModel::at_table`](crate::evaluate::win::WinModel::at_table)).
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

/// Rollouts between two looks at which candidates stay: some tens of milliseconds.
const BATCH: u64 = 512;
/// Iterations before the first look: two, so that a second thread has something to do from the
/// beginning. (Not one for each thread: what comes out does not depend on their number.)
const FIRST_BATCH: u64 = 2;

/// Simulates a position of two seats or more that are still in the game. `progress` hears of every
/// batch and may end it.
pub(crate) fn simulate(
    engine: &Engine,
    position: &Position,
    candidates: &[Candidate],
    asked: Option<&Move>,
    limits: Limits,
    progress: &mut dyn FnMut(&Analysis) -> Go,
) -> Analysis {
    // Thousands of best moves are to come.
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
    // Where games are played to their end, samples are the truth, and equity only says what comes
    // first.
    let prior = if position.bag == 0 { 0 } else { limits.prior };
    let mut race =
        Race::new(expected, prior, Rule::of(limits.rollouts, candidates.len()), &nothing)
            .asked_about(
                asked.and_then(|asked| {
                    candidates.iter().position(|candidate| candidate.mv == *asked)
                }),
            );
    let (mut iterations, mut rollouts) = (0, 0);
    let ended = loop {
        let live = race.live.len() as u64;
        let left = limits
            .iterations
            .saturating_sub(iterations)
            .min(limits.rollouts.saturating_sub(rollouts) / live);
        // The first look is worth something, so there is always one. Batches grow from few
        // iterations, so that whoever has little time is soon asked whether to go on, however long
        // a rollout takes.
        let most = if iterations == 0 { left.clamp(1, FIRST_BATCH) } else { left.min(iterations) };
        let batch = iterations..iterations.saturating_add(most.min((BATCH / live).max(1)));
        if batch.is_empty() {
            break Ended::Spent;
        }
        run(&mut workers, batch.clone(), &race.live);
        iterations = batch.end;
        rollouts += (batch.end - batch.start) * live;
        for worker in &mut workers {
            let (tallies, products) = worker.take(&nothing);
            race.add(tallies, &products);
        }
        race.prune();
        let told = progress(&analysis(&task, &race, rollouts, None)) == Go::Stop;
        if race.live.len() == 1 {
            break Ended::Clear;
        }
        if told {
            break Ended::Told;
        }
    };
    analysis(&task, &race, rollouts, Some(ended))
}

/// What a candidate promises before anything is played after it: a lead of its equity more. (As if
/// the bag stayed as it is; candidates are to be compared.)
fn expected(engine: &Engine, position: &Position, candidate: &Candidate) -> Sample {
    let lead =
        |seat: usize| position.scores[seat] * 1000 + if seat == 0 { candidate.equity } else { 0 };
    let n = position.scores.len();
    let others = position.round().filter(|&seat| seat != 0);
    let spread = lead(0) - others.map(lead).max().unwrap_or(0);
    let win = engine.evaluation().win().map(|model| {
        // The others are on turn first.
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

/// Shares out iterations among the workers.
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
            win: tally.knows_wins().then(|| {
                race.believed(at, Measure::Win).round().clamp(0.0, CERTAIN.into()) as Chance
            }),
            spread: Some(race.believed(at, Measure::Spread).round() as i32),
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
