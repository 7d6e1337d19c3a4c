//! The endgame solver compared with an independent exhaustive search and with known positions, and
//! its behaviour when the budget runs out.

use std::ops::ControlFlow;

use tisane_engine::endgame::{self, Budget, Outcome, Refusal};
use tisane_engine::movegen::Generator;
use tisane_rules::{Cgp, Move, OtherRack, Position, Ruleset};

use crate::common;
use crate::common::plain::{Dice, Table, random_position, random_ruleset, random_words};

const ENGLISH: &str = include_str!("../../../../rulesets/english.toml");

fn solve(
    generator: &Generator,
    ruleset: &Ruleset,
    position: &Position,
    nodes: u64,
) -> Result<Outcome, Refusal> {
    endgame::solve(generator, ruleset, position, Budget::nodes(nodes), &mut |_| {
        ControlFlow::Continue(())
    })
}

#[test]
fn agrees_with_a_search_of_every_line() {
    let (mut tried, mut compared, mut with_passes, mut final_turns) = (0, 0, 0, 0);
    for seed in common::cases(600..=3_000) {
        tried += 1;
        let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let ruleset = random_ruleset(dice);
        let words = random_words(dice);
        let generator = common::generator(&ruleset, &words);
        let Some(position) = random_position(dice, &ruleset, &generator, 0) else { continue };
        let table = Table::new(&ruleset, &generator, &position);
        let Some(value) = table.value(&mut 6_000) else { continue };
        let outcome = solve(&generator, &ruleset, &position, 1_000_000).expect("an endgame");
        assert!(outcome.is_proven(), "seed {seed}: {outcome:?}");
        assert_eq!(outcome.value, value, "seed {seed}: {position:?}");
        assert_eq!(table.line(&outcome.line), value, "seed {seed}: {:?}", outcome.line);
        compared += 1;
        with_passes += u32::from(outcome.line.contains(&Move::Pass));
        final_turns += u32::from(ruleset.end.final_turn_each);
    }
    assert!(
        2 * compared > tried && 12 * with_passes > tried && 20 * final_turns > tried,
        "{compared} of {tried} compared, {with_passes} with passes, {final_turns} with final turns"
    );
}

/// Board, racks, and the gain of the player on turn: solved by two other programs, which agree. Two
/// passes in a row end the game.
const KNOWN: &str = include_str!("../english.endgames");

#[test]
fn agrees_with_other_programs() {
    let ruleset = Ruleset::parse_with(ENGLISH, &["end.passes=2"]).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let (cgp, value) = line.rsplit_once(' ').unwrap();
        let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let outcome = solve(&generator, &ruleset, &position, 200_000).unwrap();
        assert!(outcome.is_proven(), "{cgp}: {outcome:?}");
        assert_eq!(outcome.value, value.parse::<i32>().unwrap(), "{cgp}");
        assert_eq!(
            Table::new(&ruleset, &generator, &position).line(&outcome.line),
            outcome.value,
            "{cgp}"
        );
    }
}

#[test]
fn any_number_of_threads_proves_the_same_value() {
    let ruleset = Ruleset::parse_with(ENGLISH, &["end.passes=2"]).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let (cgp, value) = line.rsplit_once(' ').unwrap();
        let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        for threads in 2..=3 {
            let budget = Budget { nodes: 400_000, threads };
            let outcome = endgame::solve(&generator, &ruleset, &position, budget, &mut |_| {
                ControlFlow::Continue(())
            })
            .unwrap();
            assert!(outcome.is_proven(), "{cgp}: {outcome:?}");
            assert_eq!(outcome.value, value.parse::<i32>().unwrap(), "{cgp}");
            assert_eq!(
                Table::new(&ruleset, &generator, &position).line(&outcome.line),
                outcome.value,
                "{cgp}"
            );
        }
    }
}

/// Whether two passes or six scoreless turns end the game does not change the value, only the
/// length of the line.
#[test]
fn more_passes_change_no_value() {
    let known = KNOWN.lines().find(|line| line.contains(" RR/NT ")).unwrap();
    let cgp: Cgp = known.rsplit_once(' ').unwrap().0.parse().unwrap();
    let ruleset = Ruleset::parse(ENGLISH).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let mut position = cgp.position(&ruleset).unwrap();
    for so_far in 0..=4 {
        position.scoreless_turns = so_far;
        let outcome = solve(&generator, &ruleset, &position, 10_000).unwrap();
        assert_eq!((outcome.value, outcome.is_proven()), (0, true));
        assert_eq!(outcome.line, vec![Move::Pass; 6 - so_far as usize]);
    }
}

/// A hard position: whatever the budget, the line is legal to its end, the bounds are consistent,
/// and the same budget gives the same answer.
#[test]
fn the_answer_is_sound_when_the_budget_runs_out() {
    let text = "ZED4Y4PUG/1TENDERED3R2/3O3A2EME2/3C3R2FOX2/3T3l2SLY2/3U3I1V1L2H/3O3N1E1AQUA/OIDIA2GARTH2W/3d5T4K/7J1I3B1/\
                4COVINGS2U1/6IN1O1F1R1/6EN1SWABS1/7E3L1AA/7E3L1EM EIINOOT/AIPRT 404/360 0";
    let ruleset = Ruleset::parse_with(ENGLISH, &["end.passes=2"]).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let position = text.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    for nodes in [0, 1, 2, 3, 10, 30, 100, 10_000] {
        let outcome = solve(&generator, &ruleset, &position, nodes).unwrap();
        Table::new(&ruleset, &generator, &position).line(&outcome.line);
        assert!(
            outcome.lower.is_none_or(|lower| lower <= -4)
                && outcome.upper.is_none_or(|upper| upper >= -4),
            "{nodes}: {outcome:?}"
        );
        assert_eq!(outcome, solve(&generator, &ruleset, &position, nodes).unwrap());
    }
    let mut heard = 0;
    let stop = &mut |_| {
        heard += 1;
        ControlFlow::Break(())
    };
    let outcome =
        endgame::solve(&generator, &ruleset, &position, Budget::nodes(u64::MAX), stop).unwrap();
    assert!(heard <= 1 && !outcome.line.is_empty());
}

#[test]
fn other_positions_are_rejected() {
    let ruleset = Ruleset::parse(ENGLISH).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let check = |position: &Position, expected: &str| {
        assert_eq!(solve(&generator, &ruleset, position, 10).unwrap_err().to_string(), expected);
    };
    let full: Cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0".parse().unwrap();
    check(
        &full.position(&ruleset).unwrap(),
        "an endgame needs an empty bag, but there are 86 tiles in it",
    );
    let known =
        KNOWN.lines().find(|line| line.contains(" RR/NT ")).unwrap().rsplit_once(' ').unwrap().0;
    let end = known.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    let other = OtherRack::default();
    check(
        &Position { others: vec![other.clone(), other.clone()], ..end.clone() },
        "endgames are solved for 2 players, not 3",
    );
    check(
        &Position { others: vec![other], ..end.clone() },
        "the opponent's rack is unknown: it has 0 tiles, but 2 are unseen",
    );
    check(&Position { scoreless_turns: 6, ..end }, "the game is over");
}
