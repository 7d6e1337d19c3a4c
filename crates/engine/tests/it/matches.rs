//! Game pairs: fair, reproducible, and able to distinguish players.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tisane_engine::bot::{Bot, Greedy, Static};
use tisane_engine::leave::rule_of_thumb;
use tisane_engine::matches::{Go, Holds, Match, Table, Tally};
use tisane_engine::{Engine, FEWEST_SAMPLES};
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Move, Position, Ruleset};

use crate::common;

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
    of(engine, seats, pairs, threads).run(
        &|| Box::new(Static::new(engine)),
        &|| Box::new(Greedy::new(engine)),
        &|| Go::On,
        |_| {},
    )
}

#[test]
fn a_player_is_no_better_than_itself() {
    let engine = engine("english", "english-classic");
    let tally = of(&engine, 2, 20, 2).run(
        &|| Box::new(Static::new(&engine)),
        &|| Box::new(Static::new(&engine)),
        &|| Go::On,
        |_| {},
    );
    assert_eq!(tally.win_rate(Holds::AtTheEnd).mean, 0.5);
    assert_eq!(
        (tally.spread(Holds::AtTheEnd).mean, tally.spread(Holds::AtTheEnd).within),
        (0.0, None)
    );
    assert_eq!(tally.sides[0], tally.sides[1]);
    assert_eq!(tally.sides[0].seats, 40);
    assert!(!tally.is_clear(Holds::Always));
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let engine = engine("english", "english-classic");
    for seats in [2, 3, 4] {
        let tally = static_against_greedy(&engine, seats, 6, 1);
        assert_eq!(tally, static_against_greedy(&engine, seats, 6, 3));
        assert_eq!(tally.sides.iter().map(|side| side.seats).sum::<u64>(), 12 * seats as u64);
        assert_eq!(
            tally.sides.iter().map(|side| side.won + side.lost + side.tied).sum::<u64>(),
            24
        );
    }
}

/// If only passes end a game in which nobody can play, bots do not exchange forever.
#[test]
fn games_with_hardly_any_words_end() {
    let ruleset = Arc::new(Ruleset::named("german").unwrap());
    let (lexicon, _) =
        Lexicon::build("few", &ruleset.alphabet, &WordList::from_text("und\nder\ndie"), 15);
    let engine =
        Engine::new(ruleset.clone(), Arc::new(lexicon), rule_of_thumb(&ruleset, ruleset.rack - 1));
    let tally = static_against_greedy(&engine, 2, 2, 1);
    assert_eq!(tally.sides[0].seats, 4);
}

#[test]
fn every_ruleset_ends_its_games() {
    for (ruleset, lexicon) in
        [("crossplay", "english"), ("erudit", "russian"), ("spanish", "spanish")]
    {
        let engine = engine(ruleset, lexicon);
        let tally = static_against_greedy(&engine, 2, 4, 2);
        assert_eq!(tally.sides[0].seats, 8);
        assert!(tally.sides[0].points > 0);
    }
}

/// Passes in every turn.
struct Idle;

impl Bot for Idle {
    fn choose(&mut self, _position: &Position) -> Move {
        Move::Pass
    }
}

#[test]
fn a_significant_difference_ends_a_match() {
    let engine = engine("english", "english-classic");
    let game = Match { sequential: true, ..of(&engine, 2, 500, 2) };
    let tally =
        game.run(&|| Box::new(Greedy::new(&engine)), &|| Box::new(Idle), &|| Go::On, |_| {});
    assert_eq!((tally.pairs, tally.win_rate(Holds::Always).mean), (100, 1.0));
    assert!(tally.is_clear(Holds::Always));
}

#[test]
fn pairs_are_added_in_order_and_tested_after_every_hundred() {
    let engine = engine("english", "english-classic");
    let greedy_against_idle = |sequential: bool, threads: usize| {
        let game = Match { sequential, ..of(&engine, 2, 150, threads) };
        let mut tallies = Vec::new();
        let tally =
            game.run(&|| Box::new(Greedy::new(&engine)), &|| Box::new(Idle), &|| Go::On, |tally| {
                tallies.push(tally.clone())
            });
        assert_eq!(tallies.last(), Some(&tally));
        tallies
    };
    let whole = greedy_against_idle(false, 1);
    assert!(whole.iter().zip(1..).all(|(tally, n)| tally.pairs == n) && whole.len() == 150);
    assert!(whole == greedy_against_idle(false, 3));
    // The difference is significant long before, but it is tested only after every hundred pairs.
    assert!(greedy_against_idle(true, 3) == whole[..100]);
}

#[test]
fn stopping_does_not_wait_for_the_end_of_a_pair() {
    let engine = engine("english", "english-classic");
    for threads in [1, 3] {
        let calls = AtomicUsize::new(0);
        // A game of passes has six turns.
        let go = || if calls.fetch_add(1, Ordering::Relaxed) < 40 { Go::On } else { Go::Stop };
        let tally =
            of(&engine, 2, 500, threads).run(&|| Box::new(Idle), &|| Box::new(Idle), &go, |_| {});
        // With several threads, the one with the first pair may not have run yet; each stops at its
        // next turn.
        let least = u64::from(threads == 1);
        assert!((least..=3).contains(&tally.pairs), "{tally:?}");
        assert!(calls.load(Ordering::Relaxed) <= 40 + threads, "called {calls:?} times");
        let none = of(&engine, 2, 500, threads).run(
            &|| Box::new(Idle),
            &|| Box::new(Idle),
            &|| Go::Stop,
            |_| {},
        );
        assert_eq!(none, Tally::default());
    }
}

#[test]
fn no_interval_below_30_pairs() {
    let engine = engine("english", "english-classic");
    let tally = of(&engine, 2, FEWEST_SAMPLES, 2).run(
        &|| Box::new(Greedy::new(&engine)),
        &|| Box::new(Idle),
        &|| Go::On,
        |_| {},
    );
    assert_eq!((tally.pairs, tally.win_rate(Holds::AtTheEnd).mean), (FEWEST_SAMPLES, 1.0));
    let [at_the_end, always] =
        [Holds::AtTheEnd, Holds::Always].map(|holds| tally.win_rate(holds).within.unwrap());
    assert!(at_the_end > 0.0 && always > at_the_end, "{at_the_end} {always}");
    assert!(tally.spread(Holds::AtTheEnd).within.is_some());
    let few = of(&engine, 2, FEWEST_SAMPLES - 1, 2).run(
        &|| Box::new(Greedy::new(&engine)),
        &|| Box::new(Idle),
        &|| Go::On,
        |_| {},
    );
    for holds in [Holds::AtTheEnd, Holds::Always] {
        assert_eq!((few.win_rate(holds).within, few.spread(holds).within), (None, None));
    }
}
