//! Measures how fast pre-endgames are solved, and how many are proven. The positions are the first
//! ones of static games with a given number of tiles in the bag, or are read from standard input,
//! one CGP per line.
//!
//! Run with
//! `cargo run --release -p tisane-engine --example preendgames -- english english 1 50 4000000 2`:
//! ruleset, lexicon (name or file), tiles in the bag, games (0: read positions), nodes, threads, and
//! settings of the ruleset such as `end.passes=2`.
#![allow(clippy::print_stdout)]

use std::sync::Arc;

use cpu_time::ProcessTime;

use tisane_engine::bot::Static;
use tisane_engine::matches::{Table, play};
use tisane_engine::win::CERTAIN;
use tisane_engine::{Engine, Go, Limits, Method, Models};
use tisane_lexicon::Catalogue;
use tisane_rules::{Cgp, Position, Ruleset, Seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, lexicon, bag, games, nodes, threads, settings @ ..] = &arguments[..] else {
        return Err("give a ruleset, a lexicon, tiles in the bag, games, nodes and threads".into());
    };
    let (bag, games): (usize, u64) = (bag.parse()?, games.parse()?);
    let ruleset = Arc::new(Ruleset::parse_with(Ruleset::builtin_source(ruleset)?, settings)?);
    let lexicon = Catalogue::new(None).get(lexicon, &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;
    let limits = Limits { nodes: nodes.parse()?, threads: threads.parse()?, ..Limits::default() };
    let positions = if games == 0 { read(&ruleset)? } else { played(&engine, bag, games) };
    let mut seconds = Vec::new();
    let mut proven = 0;
    let others = if games == 0 { 9 } else { 0 };
    for position in &positions {
        let start = ProcessTime::now();
        let (mut best, mut settled) = (None, 0.0);
        let analysis = engine.solve(position, limits, &mut |so_far| {
            let first = so_far.lines.first().map(|line| line.candidate.mv.clone());
            if first != best {
                (best, settled) = (first, start.elapsed().as_secs_f64());
            }
            Go::On
        });
        seconds.push(start.elapsed().as_secs_f64());
        let Method::Preendgame { nodes, .. } = analysis.method else { continue };
        let percent = |chance: u32| f64::from(chance) * 100.0 / f64::from(CERTAIN);
        let [least, most] = analysis.lines[0].bounds.unwrap_or([0, CERTAIN]);
        let best_other = analysis.lines[1..]
            .iter()
            .filter_map(|line| line.bounds.map(|bounds| bounds[1]))
            .max()
            .unwrap_or(0);
        let is_proven = most - least <= 1 && best_other <= most.max(1);
        proven += usize::from(is_proven);
        println!(
            "{:6.2} s (best since {settled:6.2} s) {:9} nodes  {:12} {:5.1}–{:5.1}%  spread {:6.1} {}",
            seconds[seconds.len() - 1],
            nodes,
            ruleset.show_move(&position.board, &analysis.lines[0].candidate.mv),
            percent(least),
            percent(most),
            f64::from(analysis.lines[0].spread.unwrap_or(0)) / 1000.0,
            if is_proven { "proven" } else { "" },
        );
        for line in analysis.lines.iter().skip(1).take(others) {
            let [least, most] = line.bounds.unwrap_or([0, CERTAIN]);
            println!(
                "         {:12} {:5.1}% ({:5.1}–{:5.1}%)  spread {:6.1} {:?}",
                ruleset.show_move(&position.board, &line.candidate.mv),
                percent(line.win.unwrap_or(0)),
                percent(least),
                percent(most),
                f64::from(line.spread.unwrap_or(0)) / 1000.0,
                line.exactness,
            );
        }
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "{} positions, {proven} proven; median {:.2} s, longest {:.2} s, {:.1} s in all",
        positions.len(),
        seconds[seconds.len() / 2],
        seconds[seconds.len() - 1],
        seconds.iter().sum::<f64>(),
    );
    Ok(())
}

fn read(ruleset: &Ruleset) -> Result<Vec<Position>, Box<dyn std::error::Error>> {
    let lines = std::io::read_to_string(std::io::stdin())?;
    lines.lines().map(|line| Ok(line.parse::<Cgp>()?.position(ruleset)?)).collect()
}

fn played(engine: &Engine, bag: usize, games: u64) -> Vec<Position> {
    let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
    let table = Table { ruleset, lexicon, seats: 2, challenge: ruleset.challenge };
    let mut bots = [Static::new(engine), Static::new(engine)];
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut found = None;
        let see = |_: usize, position: &Position| {
            if position.bag == bag {
                found = Some(position.clone());
                return Go::Stop;
            }
            Go::On
        };
        play(table, Seed::from(seed), &mut bots, |seat| seat, see);
        positions.extend(found);
    }
    positions
}
