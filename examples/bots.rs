//! Plays a game between two of Tisane's bots, then a match of game pairs that says which of them is
//! stronger. Run with `cargo run --release -p tisane-engine --example bots`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use tisane_engine::Models;
use tisane_engine::bot::{Bot, Greedy, Static};
use tisane_engine::matches::{Go, Holds, Match, Table, play};
use tisane_lexicon::Catalogue;
use tisane_rules::{Ruleset, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Arc::new(Ruleset::named("english")?);
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;
    let table =
        Table { ruleset: &ruleset, lexicon: &lexicon, seats: 2, challenge: ruleset.challenge };

    // One game. The seed decides every draw: the same seed gives the same game on any machine.
    let mut bots: [Box<dyn Bot>; 2] =
        [Box::new(Static::new(&engine)), Box::new(Greedy::new(&engine))];
    let game = play(table, Seed::from(2026), &mut bots, |seat| seat, |_, _| Go::On);
    println!("{}", ruleset.show_board(game.board()));
    println!("static {}, greedy {}", game.scores()[0], game.scores()[1]);
    assert!(game.outcome().is_some());

    // Both games of a pair have the same seed, and the bots swap seats.
    let pairs = Match { table, pairs: 0..20, seed: 1, threads: 2, sequential: false };
    let tally = pairs.run(
        &|| Box::new(Static::new(&engine)),
        &|| Box::new(Greedy::new(&engine)),
        &|| Go::On,
        |_| {},
    );
    let rate = tally.win_rate(Holds::AtTheEnd).mean;
    println!("static wins {:.0}% of 40 games against greedy", 100.0 * rate);
    assert!(rate > 0.5);
    Ok(())
}
