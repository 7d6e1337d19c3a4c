//! Human-like levels: legal in every game, reproducible, never passing needlessly, and really
//! challenged.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Human, LEVELS, Level, LevelVocabulary, Static};
use tisane_engine::leave::{NoLeaves, rule_of_thumb};
use tisane_engine::matches::{Go, Holds, Match, Table, Tally};
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Challenge, Move, Ruleset};

use crate::common;

fn engine(ruleset: &str, lexicon: &str) -> Engine {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let lexicon = common::lexicon(&ruleset, lexicon);
    let leaves = rule_of_thumb(&ruleset, 4);
    Engine::new(ruleset, lexicon, leaves)
}

fn of_words(ruleset: &str, words: &str) -> Engine {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let (lexicon, _) = Lexicon::build(
        "few",
        &ruleset.alphabet,
        &WordList::from_text(words),
        ruleset.layout.longest(),
    );
    Engine::new(ruleset, Arc::new(lexicon), NoLeaves)
}

/// Games between two levels by this rule; an illegal move would panic.
fn meet(
    engine: &Engine,
    [a, b]: [&'static Level; 2],
    rule: Challenge,
    seats: usize,
    pairs: u64,
    threads: usize,
) -> Tally {
    let vocabularies = [LevelVocabulary::new(a, engine), LevelVocabulary::new(b, engine)];
    let table =
        Table { ruleset: engine.ruleset(), lexicon: engine.lexicon(), seats, challenge: rule };
    let game = Match { table, pairs: 0..pairs, seed: 3, threads, sequential: false };
    let player =
        |which: usize| Box::new(Human::new(engine, &vocabularies[which], rule, which as u64));
    game.run(&|| player(0), &|| player(1), &|| Go::On, |_| {})
}

fn named(name: &str) -> &'static Level {
    Level::named(name).unwrap()
}

#[test]
fn levels_are_found_by_name() {
    assert!(LEVELS.len() >= 8);
    for level in LEVELS {
        assert_eq!(Level::named(level.name), Some(level));
        assert!(!level.about.is_empty());
    }
    assert_eq!(Level::named("nobody"), None);
}

#[test]
fn every_level_plays_any_game_with_any_number_of_seats() {
    for (ruleset, lexicon, rule) in [
        ("english", "english-classic", Challenge::Double),
        ("erudit", "russian", Challenge::Void),
        ("spanish", "spanish", Challenge::Single),
        ("crossplay", "english-classic", Challenge::Triple),
    ] {
        let engine = engine(ruleset, lexicon);
        let seats = engine.ruleset().players.to.min(3);
        let tally = meet(&engine, [&LEVELS[0], LEVELS.last().unwrap()], rule, seats, 2, 2);
        assert!(tally.sides.iter().all(|side| side.points > 0), "{ruleset}: {tally:?}");
    }
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let engine = engine("english", "english-classic");
    let levels = [named("beginner"), named("club")];
    assert_eq!(
        meet(&engine, levels, Challenge::Double, 2, 6, 1),
        meet(&engine, levels, Challenge::Double, 2, 6, 3)
    );
}

#[test]
fn a_higher_level_wins() {
    let engine = engine("english", "english-classic");
    let tally = meet(&engine, [named("club"), named("beginner")], Challenge::Double, 2, 15, 2);
    assert!(tally.win_rate(Holds::AtTheEnd).mean > 0.8, "{tally:?}");
    assert!(tally.spread(Holds::AtTheEnd).mean > 50.0, "{tally:?}");
}

#[test]
fn no_level_passes_while_there_is_a_play() {
    // The most common word can't be played, and a beginner knows no other.
    let engine = of_words("english", "zebra 10\nqi 80\n");
    let position = common::position(
        engine.ruleset(),
        "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 IQBCDFG/ 0/0 0",
    );
    for level in LEVELS {
        let vocabulary = LevelVocabulary::new(level, &engine);
        for seed in 0..20 {
            let chosen =
                Human::new(&engine, &vocabulary, Challenge::Double, seed).choose(&position);
            assert_ne!(chosen, Move::Pass, "{}", level.name);
        }
    }
}

#[test]
fn phonies_are_challenged() {
    let engine = engine("english", "english");
    let vocabulary = LevelVocabulary::new(named("beginner"), &engine);
    let rule = Challenge::Double;
    let table =
        Table { ruleset: engine.ruleset(), lexicon: engine.lexicon(), seats: 2, challenge: rule };
    let game = Match { table, pairs: 0..20, seed: 3, threads: 2, sequential: false };
    let tally = game.run(
        &|| Box::new(Human::new(&engine, &vocabulary, rule, 1)),
        &|| Box::new(Static::new(&engine)),
        &|| Go::On,
        |_| {},
    );
    let [human, computer] = &tally.sides;
    assert!(human.phonies > 0, "{human:?}");
    assert_eq!(
        (human.caught, computer.challenges),
        (human.phonies, human.phonies),
        "a bot with the full lexicon catches every phony"
    );
    assert_eq!((computer.phonies, computer.wrong_challenges), (0, 0));
    // A level challenges words it does not recognise, if a wrong challenge costs less than a turn
    // may gain.
    let vocabularies =
        [named("beginner"), named("expert")].map(|level| LevelVocabulary::new(level, &engine));
    let player =
        |which: usize| Box::new(Human::new(&engine, &vocabularies[which], rule, which as u64));
    let tally =
        Match { pairs: 0..40, ..game }.run(&|| player(0), &|| player(1), &|| Go::On, |_| {});
    let [beginner, expert] = &tally.sides;
    assert!(
        beginner.caught > 0 && beginner.caught + expert.wrong_challenges == expert.challenges,
        "{tally:?}"
    );
    let checked = meet(&engine, [named("beginner"), named("novice")], Challenge::Void, 2, 5, 2);
    assert_eq!(checked.sides.iter().map(|side| side.phonies + side.challenges).sum::<u64>(), 0);
}
