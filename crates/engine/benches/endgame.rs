//! How many endgames are proven, and in what time: `cargo bench -p tisane-engine --bench endgame`.
#![allow(clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::ops::ControlFlow;

use tisane_engine::endgame::{self, Limits};
use tisane_engine::movegen::Generator;
use tisane_rules::{Cgp, Ruleset};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let nodes = arguments.first().map_or(1_000_000, |n| n.parse().unwrap());
    let only: Vec<usize> = arguments[1.min(arguments.len())..].iter().map(|n| n.parse().unwrap()).collect();
    let ruleset = Ruleset::parse_with(include_str!("../../../rulesets/english.toml"), &["end.passes=2"]).unwrap();
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let generator = Generator::new(&ruleset, &lexicon);
    let (mut proven, mut quick) = (0, 0);
    for (number, line) in include_str!("positions/english-endgames.txt").lines().enumerate() {
        if !only.is_empty() && !only.contains(&number) {
            continue;
        }
        let cgp: Cgp = line.parse().unwrap();
        let position = cgp.position(&ruleset).unwrap();
        let begin = cpu_time::ThreadTime::now();
        let outcome = endgame::solve(&generator, &ruleset, &position, Limits { nodes }, &mut |_| ControlFlow::Continue(())).unwrap();
        let seconds = begin.elapsed().as_secs_f64();
        proven += usize::from(outcome.is_proven());
        quick += usize::from(outcome.is_proven() && seconds <= 10.0);
        let racks = line.split(' ').nth(1).unwrap();
        let shown = |bound: Option<i32>| bound.map_or("?".to_owned(), |bound| bound.to_string());
        let first = ruleset.show_move(&position.board, &outcome.line[0]);
        println!(
            "{number:>2} {racks:<16} {:>4}..{:<4} {:>9} nodes {seconds:>8.3} s  {first}",
            shown(outcome.lower),
            shown(outcome.upper),
            outcome.nodes
        );
    }
    println!("{proven} proven, {quick} of them within 10 s");
}
