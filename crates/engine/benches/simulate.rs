//! Simulation compared with the crate `scrabble`, in one run: `cargo bench -p tisane-engine --bench
//! simulate`.
//!
//! A rollout is one candidate and two plies; there are 15 candidates, none of which is eliminated.
//! Both take turns, and the ratio is the median over rounds of processor time. Then as many
//! rollouts with one thread and with two, by wall time. `-- only N` runs ours alone on position N,
//! for a profiler; `-- others` takes positions of other games, and of four players, as well as
//! English ones.
#![allow(clippy::print_stdout)]

#[path = "../tests/it/common/mod.rs"]
mod common;
mod peer;

use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use peer::Peer;
use tisane_engine::matches::Go;
use tisane_engine::{Engine, Limits, Method, Model, Models, bench};
use tisane_rules::{Cgp, Position, Ruleset};

const POSITIONS: &str = include_str!("positions/english-simulation.txt");
const MODEL: &[u8] = include_bytes!("../../../models/english-english.model");
const ROUNDS: usize = 9;
const CANDIDATES: usize = 15;
/// So few that no candidate is eliminated.
const ITERATIONS: u64 = 31;
/// The number of our simulations and of their deals in a round: about a tenth of a second for each,
/// so that cache effects hardly matter.
const OUR_TURN: u64 = 4;
const THEIR_TURN: usize = 12;
/// Iterations with one thread and with two: less than a tenth of a second, and about one second.
const FEW_AND_MANY: [u64; 2] = [99, 2_000];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let engine = Engine::new(ruleset.clone(), lexicon.clone(), &Model::from_bytes(MODEL).unwrap());
    let positions: Vec<Position> = POSITIONS
        .lines()
        .map(|line| line.parse::<Cgp>().unwrap().position(&ruleset).unwrap())
        .collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "only") {
        let position = &positions[arguments[at + 1].parse::<usize>().unwrap()];
        let times: Vec<f64> = (0..arguments.get(at + 2).map_or(40, |n| n.parse().unwrap()))
            .map(|seed| rate(&engine, position, seed))
            .collect();
        println!("{:.0} rollouts per second of processor time", median(times));
        return;
    }
    if arguments.iter().any(|argument| argument == "others") {
        return others();
    }
    let peer = Peer::new(&ruleset, &lexicon);
    println!(
        "rollouts per second of processor time\nposition     scrabble       ours   ratio   two threads (rollouts)"
    );
    for (number, (position, line)) in positions.iter().zip(POSITIONS.lines()).enumerate() {
        let (board, rack) = peer.position(line);
        let (mut their_rates, mut our_rates, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let options = scrabble::sim::SimOptions {
                candidates: CANDIDATES,
                plies: 2,
                iterations: THEIR_TURN,
                rounds: 1,
                seed: round as u64,
            };
            let mut simulator = scrabble::sim::Simulator::new(&peer.config, options);
            let begun = ProcessTime::now();
            let results = simulator.run(
                &board,
                &rack,
                &peer.lexicon,
                position.bag,
                position.scores[0] - position.scores[1],
            );
            let n: usize = results.iter().map(|result| result.iterations).sum();
            their_rates.push(n as f64 / begun.elapsed().as_secs_f64());
            let seeds = round as u64 * OUR_TURN..(round as u64 + 1) * OUR_TURN;
            let ours = OUR_TURN as f64
                / seeds.map(|seed| 1.0 / rate(&engine, position, seed)).sum::<f64>();
            our_rates.push(ours);
            ratios.push(ours / their_rates[round]);
        }
        let (their_rate, our_rate, ratio) =
            (median(their_rates), median(our_rates), median(ratios));
        let speedups =
            FEW_AND_MANY.map(|iterations| speedup(&engine, position, iterations)).join("   ");
        println!("{number:>8} {their_rate:>12.0} {our_rate:>10.0} {ratio:>7.1}   {speedups}");
    }
}

/// Every sixth position of every benchmark game, without a comparison.
fn others() {
    println!(
        "rollouts per second of processor time\ngame             seats       ours   two threads"
    );
    for discipline in bench::disciplines() {
        let ruleset = Arc::new(Ruleset::named(&discipline.ruleset).unwrap());
        // The words the leaves were trained with.
        let lexicon = common::lexicon(&ruleset, ruleset.lexicon.as_deref().unwrap());
        let engine = Models::new(None).engine(ruleset.clone(), lexicon).unwrap();
        assert!(engine.evaluation().win().is_some(), "{} has a model", ruleset.name);
        let with_bag = |position: &Position| position.bag > 20;
        let positions: Vec<Position> =
            discipline.positions(&ruleset).into_iter().filter(with_bag).step_by(6).collect();
        let all = |seed| positions.iter().map(|position| rate(&engine, position, seed)).collect();
        let rates = (0..3).map(|seed| median(all(seed))).collect();
        let speedups = positions
            .iter()
            .map(|position| speedup_of(&engine, position, FEW_AND_MANY[1]).0)
            .collect();
        println!(
            "{:<16} {:>5} {:>10.0} {:>11.2} ×",
            discipline.ruleset,
            discipline.seats,
            median(rates),
            median(speedups)
        );
    }
}

/// Rollouts per second of processor time, on one thread.
fn rate(engine: &Engine, position: &Position, seed: u64) -> f64 {
    let limits = Limits {
        candidates: CANDIDATES,
        plies: Some(2),
        iterations: ITERATIONS,
        seed,
        ..Limits::default()
    };
    let begun = ProcessTime::now();
    let analysis = engine.solve(position, limits, &mut |_| Go::On);
    let Method::Simulation { rollouts, .. } = analysis.method else {
        panic!("{:?}", analysis.method)
    };
    assert_eq!(rollouts, ITERATIONS * CANDIDATES as u64, "no candidate is eliminated");
    rollouts as f64 / begun.elapsed().as_secs_f64()
}

fn speedup(engine: &Engine, position: &Position, iterations: u64) -> String {
    let (speedup, rollouts) = speedup_of(engine, position, iterations);
    format!("{speedup:.2} × ({rollouts})")
}

/// The speedup of two threads for this many iterations, by wall time, and the number of rollouts,
/// which is the same for both.
fn speedup_of(engine: &Engine, position: &Position, iterations: u64) -> (f64, u64) {
    let time = |seed, threads| {
        let limits = Limits {
            candidates: CANDIDATES,
            plies: Some(2),
            iterations,
            seed,
            threads,
            ..Limits::default()
        };
        let begun = Instant::now();
        let analysis = engine.solve(position, limits, &mut |_| Go::On);
        let Method::Simulation { rollouts, .. } = analysis.method else {
            panic!("{:?}", analysis.method)
        };
        (begun.elapsed().as_secs_f64(), rollouts)
    };
    let rounds = (0..ROUNDS as u64).map(|seed| {
        let ((one, rollouts), (two, as_many)) = (time(seed, 1), time(seed, 2));
        assert_eq!(rollouts, as_many, "one thread and two do the same");
        (one / two, rollouts)
    });
    let (speedups, rollouts): (Vec<f64>, Vec<u64>) = rounds.unzip();
    (median(speedups), rollouts[0])
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
