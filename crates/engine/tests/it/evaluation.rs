//! Static equity: values of leaves in general, with a pool, and once the bag is empty.

use std::sync::Arc;

use tisane_engine::leave::{LeaveTable, NoLeaves};
use tisane_engine::{Engine, Evaluation, Models};
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Board, Direction, Move, Position, Ruleset, Tiles};

const WORDS: &str = "AT\nTA\nОТ\nCAT\nCATS\nACT\nACTS\nКОТ\nТОК\nКИТ";

fn game(name: &str) -> (Arc<Ruleset>, Arc<Lexicon>) {
    let ruleset = Arc::new(Ruleset::named(name).unwrap());
    let (lexicon, _) = Lexicon::build("a few", &ruleset.alphabet, &WordList::from_text(WORDS), 15);
    (ruleset, Arc::new(lexicon))
}

/// The player on turn has this rack, all other tiles are on the other racks, the bag is empty.
fn late(ruleset: &Ruleset, rack: &str, seats: usize) -> Position {
    let rack = ruleset.parse_tiles(rack).unwrap();
    let mut position = Position::new(
        ruleset,
        Board::empty(&ruleset.layout),
        rack,
        vec![Tiles::new(); seats - 1],
        vec![0; seats],
    )
    .unwrap();
    position.bag = 0;
    position
}

/// The equity of plays beyond their score: `out` points for the play of a whole rack, and `staying`
/// thousandths for one that leaves `left`.
#[track_caller]
fn check(name: &str, rack: &str, seats: usize, out: impl Fn(i32) -> i32, left: &str, staying: i32) {
    let (ruleset, lexicon) = game(name);
    let leaves =
        LeaveTable::new(&ruleset, ruleset.rack - 1, |leave| 1_000_000 * leave.len() as i32);
    let engine = Engine::new(ruleset.clone(), lexicon, leaves);
    let position = late(&ruleset, rack, seats);
    let unseen = ruleset.worth(&position.unseen(&ruleset));
    let moves = engine.moves(&position);
    let left = ruleset.parse_tiles(left).unwrap();
    let mut seen = [false; 2];
    for candidate in moves.iter().filter(|candidate| matches!(candidate.mv, Move::Play(_))) {
        let beyond = candidate.equity - candidate.score * 1000;
        if candidate.leave.is_empty() {
            assert_eq!(beyond, out(unseen) * 1000, "{name}");
            seen[0] = true;
        } else if candidate.leave == left {
            assert_eq!(beyond, staying, "{name}");
            seen[1] = true;
        }
    }
    assert_eq!(seen, [true; 2], "{name}: both kinds of play");
    assert_eq!(engine.best(&position), moves[0]);
}

#[test]
fn going_out_gains_what_the_rules_give() {
    check("english", "CATS", 2, |others| 2 * others, "S", -2000); // twice the other rack
    check("english", "CAT", 3, |others| others + others / 2, "C", -4500); // the other racks, of which each of two loses half
    check("words-with-friends", "CATS", 2, |others| 2 * others, "S", -2000); // the other rack, which the other loses
    check("erudit", "КОТ", 2, |others| 2 * others, "К", -4000);
}

#[test]
fn racks_of_dropped_players_are_not_gained() {
    let (ruleset, lexicon) = game("english");
    let engine = Engine::new(ruleset.clone(), lexicon, LeaveTable::new(&ruleset, 6, |_| 0));
    let beyond = |gone: &[usize]| {
        let mut position = late(&ruleset, "CAT", 4);
        for (seat, len) in [(1, 7), (2, 5), (3, 85)] {
            position.others[seat - 1].len = len;
            position.others[seat - 1].gone = gone.contains(&seat);
        }
        let out = engine.best(&position);
        assert!(out.leave.is_empty());
        (out.equity - out.score * 1000, ruleset.worth(&position.unseen(&ruleset)))
    };
    let (all, unseen) = beyond(&[]);
    assert_eq!(all, unseen * 1333, "the other racks, each of three losing a third");
    let (two, _) = beyond(&[1, 3]);
    assert_eq!(
        two,
        unseen * 1000 * 5 / 97 * 2,
        "twice the expected value of the last opponent's five unknown tiles"
    );
}

#[test]
fn with_final_turns_only_points_matter() {
    check("crossplay", "CATS", 2, |_| 0, "S", 0);
}

#[test]
fn leaves_have_value_while_the_bag_has_tiles() {
    let (ruleset, lexicon) = game("english");
    let leaves = LeaveTable::new(&ruleset, 6, |leave| 1000 * leave.len() as i32);
    let engine = Engine::new(ruleset.clone(), lexicon, leaves);
    let mut position = late(&ruleset, "CATS", 2);
    position.bag = 50;
    for candidate in engine.moves(&position) {
        // Of a rack entered in part, a pass leaves nothing that draws go with.
        let leave = if candidate.mv == Move::Pass { 0 } else { candidate.leave.len() as i32 };
        assert_eq!(candidate.equity, (candidate.score + leave) * 1000);
    }
    let without = engine.with_evaluation(engine.evaluation().clone().without_leaves());
    assert!(
        without.moves(&position).iter().all(|candidate| candidate.equity == candidate.score * 1000)
    );
    let score = engine.with_evaluation(Evaluation::from(NoLeaves));
    assert!(!score.evaluation().is_trained());
    position.bag = 0;
    let without_end = engine.with_evaluation(engine.evaluation().clone().without_end());
    assert!(
        without_end
            .moves(&position)
            .iter()
            .all(|candidate| candidate.equity == candidate.score * 1000)
    );
    assert!(
        score.moves(&position).iter().all(|candidate| candidate.equity == candidate.score * 1000)
    );
}

#[test]
fn a_pool_changes_leaves_also_in_the_search() {
    let (ruleset, lexicon) = game("english");
    let leaves = LeaveTable::new(&ruleset, 6, |leave| 20_000 * leave.blanks() as i32);
    let engine = Engine::new(ruleset.clone(), lexicon, Evaluation::from(leaves).with_pool(true));
    let mut position = late(&ruleset, "CATS", 2);
    position.bag = 50;
    let moves = engine.moves(&position);
    assert_eq!(engine.best(&position), moves[0]);
    let pass = moves.iter().find(|candidate| candidate.mv == Move::Pass).unwrap();
    // Two blanks among 96 tiles, and three tiles to draw instead of seven.
    assert_eq!(pass.equity, (3 - 7) * (2 * 20_000 / 96));
}

#[test]
fn unknown_words_have_no_model() {
    let (ruleset, lexicon) = game("english");
    assert!(Models::new(None).find(&ruleset, &lexicon).unwrap().is_none());
    assert!(!Models::new(None).engine(ruleset, lexicon).unwrap().evaluation().is_trained());
}

/// With too few tiles in the bag for an exchange, a bad rack is played from instead of passing.
#[test]
fn a_bad_rack_is_played_instead_of_passing() {
    let (ruleset, lexicon) = game("english");
    let bad = LeaveTable::new(&ruleset, ruleset.rack - 1, |leave| -3000 * leave.len() as i32);
    let engine = Engine::new(ruleset.clone(), lexicon, bad);
    let rack = ruleset.parse_tiles("ATVVUUI").unwrap();
    let mut position = Position::new(
        &ruleset,
        Board::empty(&ruleset.layout),
        rack,
        vec![Tiles::new()],
        vec![0; 2],
    )
    .unwrap();
    position.bag = 5;
    let moves = engine.moves(&position);
    assert!(matches!(moves[0].mv, Move::Play(_)) && moves[0].equity < 0, "{:?}", moves[0]);
    assert_eq!(engine.best(&position), moves[0]);
}

#[test]
fn squares_of_the_first_play_have_value_if_enabled() {
    let (ruleset, lexicon) = game("english");
    let leaves = || LeaveTable::new(&ruleset, 6, |leave| 100 * leave.len() as i32);
    let engine =
        Engine::new(ruleset.clone(), lexicon, Evaluation::from(leaves()).with_opening(true));
    let rack = ruleset.parse_tiles("CATSEEE").unwrap();
    let mut position = Position::new(
        &ruleset,
        Board::empty(&ruleset.layout),
        rack,
        vec![Tiles::new()],
        vec![0; 2],
    )
    .unwrap();
    let moves = engine.moves(&position);
    let worth = |text: &str| {
        let found = moves
            .iter()
            .find(|candidate| ruleset.show_move(&position.board, &candidate.mv) == text)
            .expect("a legal move");
        found.equity - found.score * 1000 - 100 * found.leave.len() as i32
    };
    assert_eq!(worth("8G CAT"), 2 * 850, "consonants below two premium squares");
    assert_eq!(worth("8H CAT"), 850 - 600, "a vowel there");
    assert_eq!(worth("8F ACTS"), 2 * 850);
    for n in [1, 2, 5, moves.len()] {
        assert_eq!(engine.top(&position, n), moves[..n]);
    }
    assert_eq!(engine.best(&position), moves[0]);
    // Plays down have the same value, if requested.
    let down = engine.session().plays(&position, Some(Direction::Down));
    assert!(
        down.iter()
            .zip(engine.session().plays(&position, None))
            .all(|(down, across)| down.equity == across.equity)
    );
    // Once there is a tile on the board, the squares have no value.
    let play = moves
        .iter()
        .find_map(
            |candidate| {
                if let Move::Play(play) = &candidate.mv { Some(play.clone()) } else { None }
            },
        )
        .unwrap();
    play.place_on(&mut position.board);
    let later = engine.session().plays(&position, None);
    assert!(!later.is_empty());
    assert!(
        later.iter().all(|candidate| candidate.equity
            == candidate.score * 1000 + 100 * candidate.leave.len() as i32)
    );
}
