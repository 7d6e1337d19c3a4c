//! Solves an endgame in Эрудит, the Russian game, to the last tile. Run with
//! `cargo run --release -p tisane-engine --example endgame`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use tisane_engine::bot::Static;
use tisane_engine::matches::{Go, Table, play};
use tisane_engine::{Limits, Models};
use tisane_lexicon::Catalogue;
use tisane_rules::{Ruleset, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Arc::new(Ruleset::named("erudit")?);
    let lexicon = Catalogue::new(None).get("russian", &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;

    // Let a bot play against itself until the bag is empty.
    let table =
        Table { ruleset: &ruleset, lexicon: &lexicon, seats: 2, challenge: ruleset.challenge };
    let mut endgame = None;
    let mut bots = [Static::new(&engine)];
    play(
        table,
        Seed::from(1),
        &mut bots,
        |_| 0,
        |_, position| {
            if position.bag > 0 {
                return Go::On;
            }
            endgame = Some(position.clone());
            Go::Stop
        },
    );
    let position = endgame.ok_or("the game ended before the bag was empty")?;
    println!("{}\n", ruleset.show_board(&position.board));
    println!("rack {}, scores {:?}", ruleset.show_tiles(&position.rack), position.scores);

    // The callback sees each improvement and may stop the search.
    let analysis = engine.solve(&position, Limits::default(), &mut |_| Go::On);
    for line in analysis.lines.iter().take(3) {
        let spread = line.spread.map_or(0.0, |spread| f64::from(spread) / 1000.0);
        let play = ruleset.show_move(&position.board, &line.candidate.mv);
        println!("{play}: final spread {spread:+} ({:?})", line.exactness);
    }
    assert!(!analysis.lines.is_empty());
    Ok(())
}
