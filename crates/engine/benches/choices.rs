//! What better choices are worth, move by move: `cargo bench -p tisane-engine --bench choices`.
//!
//! Game pairs need thousands of games to show small differences. Here positions are taken from
//! games of static players, one from each. Every setting chooses a move, and a judge measures how
//! much more it wins than the static move, by playing games from both with the same draws. The
//! judge deals the opponent's rack randomly or, with `known`, uses her real rack, which is what
//! inference tries to find. `-- POSITIONS SEED FROM TO any|known SETTING…` takes positions with
//! FROM to TO tiles in the bag.
#![allow(clippy::print_stdout)]

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};

use tisane_engine::bot::Static;
use tisane_engine::infer::Inference;
use tisane_engine::matches::{self, Go, Table};
use tisane_engine::{Engine, Limits, Models};
use tisane_rules::{Challenge, Move, Position, Ruleset, Seed};

/// The number of games the judge plays, and their turns.
const JUDGED: u64 = 120;
const TURNS: usize = 6;

/// Limits from a name with parts such as `infer=4`, `plies=4`, `rollouts=400`.
fn way(name: &str) -> Limits {
    let mut limits = Limits { candidates: 25, rollouts: 2_000, preendgame: 0, ..Limits::default() };
    for part in name.split(',').filter(|part| *part != "plain") {
        let (key, value) = part.split_once('=').expect("a setting and its value");
        let value: u64 = value.parse().expect("a number");
        match key {
            "infer" => {
                limits.inference =
                    Some(Inference { half: value as i32 * 1000, ..Inference::default() })
            }
            "plies" => limits.plies = Some(value as usize),
            "rollouts" => limits.rollouts = value,
            "prior" => limits.prior = value as u32,
            "candidates" => limits.candidates = value as usize,
            "preendgame" => limits.preendgame = value as usize,
            _ => panic!("unknown setting {key}"),
        }
    }
    limits
}

/// A position of a game, and the same as the judge sees it.
struct Case {
    position: Position,
    judged: Position,
}

fn case(
    engine: &Engine,
    seed: u64,
    number: u64,
    bag: &std::ops::RangeInclusive<usize>,
    knows: bool,
) -> Option<Case> {
    let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
    let table = Table { ruleset, lexicon, seats: 2, challenge: Challenge::Void };
    let mut seen: Vec<Position> = Vec::new();
    let mut bots = [Static::new(engine)];
    matches::play(
        table,
        Seed::from(seed << 32 | number),
        &mut bots,
        |_| 0,
        |_, position| {
            seen.push(position.clone());
            Go::On
        },
    );
    // One of the positions in the range; the player on turn next had the same tiles before.
    let fitting: Vec<usize> =
        (0..seen.len().saturating_sub(1)).filter(|&at| bag.contains(&seen[at].bag)).collect();
    let at = *fitting.get(number as usize * 7 % fitting.len().max(1))?;
    let (position, mut judged) = (seen[at].clone(), seen[at].clone());
    if knows {
        judged.others[0].known = seen[at + 1].rack.clone();
    }
    Some(Case { position, judged })
}

/// How much better a move is than the static one.
#[derive(Copy, Clone, Default)]
struct Worth {
    /// In games.
    win: f64,
    points: f64,
}

fn judge(engine: &Engine, known: &Position, mv: &Move) -> Worth {
    let mut worth = Worth::default();
    if engine.best(known).mv == *mv {
        return worth;
    }
    for seed in 0..JUDGED {
        let limits = Limits {
            candidates: 1,
            iterations: 1,
            plies: Some(TURNS),
            preendgame: 0,
            prior: 0,
            seed: 1_000_000 + seed,
            ..Limits::default()
        };
        let analysis = engine.solve_with(known, Some(mv), limits, &mut |_| Go::On);
        for line in &analysis.lines {
            let sign = if line.candidate.mv == *mv { 1.0 } else { -1.0 } / JUDGED as f64;
            worth.win +=
                sign * f64::from(line.win.unwrap_or(0)) / f64::from(tisane_engine::win::CERTAIN);
            worth.points += sign * f64::from(line.spread.unwrap_or(0)) / 1000.0;
        }
    }
    worth
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |at: usize, usual: u64| {
        arguments.get(at).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (positions, seed) = (number(0, 200), number(1, 1));
    let bag = number(2, 1) as usize..=number(3, 1000) as usize;
    let knows = arguments.get(4).is_some_and(|judge| judge == "known");
    let mut ways: Vec<String> = arguments.iter().skip(5).cloned().collect();
    if ways.is_empty() {
        ways.push("plain".to_owned());
    }
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let engine =
        Models::new(None).engine(ruleset.clone(), common::lexicon(&ruleset, "english")).unwrap();
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let left = Mutex::new(positions);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (sender, next, left, engine, ways, bag) =
                (sender.clone(), &next, &left, &engine, &ways, &bag);
            scope.spawn(move || {
                loop {
                    let Some(case) =
                        case(engine, seed, next.fetch_add(1, Ordering::Relaxed), bag, knows)
                    else {
                        continue;
                    };
                    {
                        let mut left = left.lock().unwrap();
                        if *left == 0 {
                            return;
                        }
                        *left -= 1;
                    }
                    let mut judged: Vec<(Move, Worth)> = Vec::new();
                    let mut results = Vec::new();
                    for name in ways {
                        let mv = engine
                            .solve(&case.position, way(name), &mut |_| Go::On)
                            .lines
                            .swap_remove(0)
                            .candidate
                            .mv;
                        let known =
                            judged.iter().find(|(other, _)| *other == mv).map(|judged| judged.1);
                        let worth = known.unwrap_or_else(|| judge(engine, &case.judged, &mv));
                        judged.push((mv, worth));
                        results.push(worth);
                    }
                    sender.send(results).unwrap();
                }
            });
        }
        drop(sender);
        let mut all: Vec<Vec<Worth>> = Vec::new();
        for results in receiver {
            all.push(results);
            if all.len().is_multiple_of(20) || all.len() as u64 == positions {
                show(&ways, &all);
            }
        }
    });
}

fn show(ways: &[String], all: &[Vec<Worth>]) {
    let n = all.len() as f64;
    let mean = |value: &dyn Fn(&[Worth]) -> f64| {
        let mean = all.iter().map(|results| value(results)).sum::<f64>() / n;
        let squares =
            all.iter().map(|results| (value(results) - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, 1.96 * (squares / n).sqrt())
    };
    println!(
        "{} positions; gain over the static move in percent of games and in points, and over the first setting",
        all.len()
    );
    for (at, name) in ways.iter().enumerate() {
        let (win, within) = mean(&|results| 100.0 * results[at].win);
        let (points, points_within) = mean(&|results| results[at].points);
        let (more, more_within) = mean(&|results| 100.0 * (results[at].win - results[0].win));
        println!(
            "{name:<24} {win:+.3} ± {within:.3}  {points:+.2} ± {points_within:.2}   {more:+.3} ± {more_within:.3}"
        );
    }
}
