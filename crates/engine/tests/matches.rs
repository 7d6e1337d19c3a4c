//! Game pairs: fair, repeatable, and able to tell players apart.

mod common;

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Greedy, Static};
use tisane_engine::leave::rule_of_thumb;
use tisane_engine::matches::{Go, Holds, Match, Table, Tally};
use tisane_rules::{Move, Position, Ruleset};

fn engine(ruleset: &str, lexicon: &str) -> Engine {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let lexicon = common::lexicon(&ruleset, lexicon);
    let leaves = rule_of_thumb(&ruleset, ruleset.rack - 1);
    Engine::new(ruleset, lexicon, leaves)
}

fn of(engine: &Engine, seats: usize, pairs: u64, threads: usize) -> Match<'_> {
    let ruleset = engine.ruleset();
    let table = Table { ruleset, lexicon: engine.lexicon(), seats, challenge: ruleset.challenge };
    Match { table, pairs: 0..pairs, seed: 7, threads, sequential: false }
}

fn static_against_greedy(engine: &Engine, seats: usize, pairs: u64, threads: usize) -> Tally {
    of(engine, seats, pairs, threads).run(&|| Box::new(Static::new(engine)), &|| Box::new(Greedy::new(engine)), |_| Go::On)
}

#[test]
fn a_player_is_no_better_than_itself() {
    let engine = engine("english", "english-classic");
    let tally = of(&engine, 2, 20, 2).run(&|| Box::new(Static::new(&engine)), &|| Box::new(Static::new(&engine)), |_| Go::On);
    assert_eq!(tally.win_rate(Holds::AtTheEnd).mean, 0.5);
    assert_eq!((tally.spread(Holds::AtTheEnd).mean, tally.spread(Holds::AtTheEnd).within), (0.0, Some(0.0)));
    assert_eq!(tally.sides[0], tally.sides[1]);
    assert_eq!(tally.sides[0].seats, 40);
    assert!(!tally.is_clear());
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let engine = engine("english", "english-classic");
    for seats in [2, 3, 4] {
        let tally = static_against_greedy(&engine, seats, 6, 1);
        assert_eq!(tally, static_against_greedy(&engine, seats, 6, 3));
        assert_eq!(tally.sides.iter().map(|side| side.seats).sum::<u64>(), 12 * seats as u64);
        assert_eq!(tally.sides.iter().map(|side| side.won + side.lost + side.tied).sum::<u64>(), 24);
    }
}

#[test]
fn games_with_other_ends_come_to_them() {
    for (ruleset, lexicon) in [("crossplay", "english"), ("erudit", "russian"), ("spanish", "spanish")] {
        let engine = engine(ruleset, lexicon);
        let tally = static_against_greedy(&engine, 2, 4, 2);
        assert_eq!(tally.sides[0].seats, 8);
        assert!(tally.sides[0].points > 0);
    }
}

/// Passes whenever it can.
struct Idle;

impl Bot for Idle {
    fn choose(&mut self, _position: &Position) -> Move {
        Move::Pass
    }
}

#[test]
fn a_clear_difference_ends_a_match() {
    let engine = engine("english", "english-classic");
    let game = Match { sequential: true, ..of(&engine, 2, 500, 2) };
    let tally = game.run(&|| Box::new(Greedy::new(&engine)), &|| Box::new(Idle), |_| Go::On);
    assert_eq!((tally.pairs, tally.win_rate(Holds::Always).mean), (100, 1.0));
    assert!(tally.is_clear());
    let told = game.run(&|| Box::new(Idle), &|| Box::new(Idle), |_| Go::Stop);
    assert_eq!((told.pairs, told.is_clear()), (100, false));
}

#[test]
fn few_pairs_prove_little() {
    let engine = engine("english", "english-classic");
    let tally = of(&engine, 2, 1, 1).run(&|| Box::new(Greedy::new(&engine)), &|| Box::new(Idle), |_| Go::On);
    let (rate, spread) = (tally.win_rate(Holds::AtTheEnd), tally.spread(Holds::AtTheEnd));
    assert_eq!(rate.mean, 1.0);
    assert!(rate.within.unwrap() > 0.5, "{rate:?}");
    assert_eq!(spread.within, None, "one pair does not tell how pairs deviate");
    assert!(tally.win_rate(Holds::Always).within > rate.within, "who may stop anywhere is less sure");
}
