//! What a seat may know.

use tisane_rules::*;

use crate::common::*;

const RACKS: [&str; 3] = ["CATERSS", "DOGMAIN", "EIOUVWL"];

#[test]
fn a_position_begins_with_its_own_seat() {
    let mut table = Table::dealt(setup(&ruleset("english"), 3), &RACKS);
    table.across(0, 7, 6, "CAT").unwrap();
    table.exchange(1, "DG").unwrap();
    let position = table.game.position(2);
    assert_eq!(position.rack, table.tiles(RACKS[2]));
    assert_eq!(position.scores, [0, 10, 0]);
    assert_eq!(position.bag, 100 - 21 - 3);
    assert_eq!((position.passes, position.scoreless_turns, position.final_turns), (0, 1, None));
    let seats: Vec<usize> = position.history.iter().map(|turn| turn.seat).collect();
    assert_eq!(seats, [1, 2]);
    assert_eq!(position.history.last().unwrap().what, &PublicMove::Exchanged { n_tiles: 2 });
    assert!(
        position.others.iter().all(|other| other.len == 7 && other.known.is_empty() && !other.gone)
    );
}

#[test]
fn tiles_of_a_withdrawn_play_are_known_while_on_the_rack() {
    let mut table = Table::dealt(setup(&ruleset("english"), 2), &RACKS[..2]).phony("CATE");
    table.across(0, 7, 6, "CATE").unwrap();
    assert!(table.game.position(1).others[0].known.is_empty());
    table.challenge(1).unwrap();
    assert_eq!(table.game.position(1).others[0].known, table.tiles("CATE"));
    assert!(matches!(
        table.game.position(1).history.first().unwrap().what,
        PublicMove::Withdrawn { .. }
    ));
    table.pass(1).unwrap();
    table.across(0, 7, 6, "TAR").unwrap();
    assert_eq!(
        table.game.position(1).others[0].known,
        table.tiles("CE"),
        "T and A are on the board"
    );
    table.pass(1).unwrap();
    table.exchange(0, "E").unwrap();
    assert_eq!(table.game.position(1).others[0].known, table.tiles(""), "it may have been either");
}

#[test]
fn an_exchange_hides_at_most_as_many_tiles_as_exchanged() {
    let ruleset = ruleset("english");
    let mut table = Table::dealt(setup(&ruleset, 2), &["EEETSSA", "DOGMAIN"]).phony("TEESES");
    table.across(0, 7, 6, "TEESES").unwrap();
    table.challenge(1).unwrap();
    table.pass(1).unwrap();
    table.exchange(0, "E").unwrap();
    assert_eq!(table.game.position(1).others[0].known, table.tiles("EES"));
    let recorded = table.game.record_for(1).positions(&ruleset).unwrap();
    assert_eq!(
        recorded.last().unwrap().position,
        Ok(table.game.position(1)),
        "the score sheet tells the same"
    );
}

#[test]
fn hidden_tiles_do_not_change_what_a_seat_sees() {
    let ruleset = ruleset("english");
    let tiles = |text: &str| ruleset.parse_tiles(text).unwrap();
    // The same course of the game with other tiles on Bo's rack and in the bag. CAT is withdrawn.
    let game = |bo: &str, bo_draws: &str| {
        let verdict = Verdict { doubted: vec![0], invalid: vec![0], price: Price::Nothing };
        let events = [
            Event::Started { at: 0 },
            Event::Drawn { seat: 0, tiles: tiles("CATERSS") },
            Event::Drawn { seat: 1, tiles: tiles(bo) },
            Event::Played { seat: 0, play: across(&ruleset, 7, 6, "CAT"), score: 10, at: 0 },
            Event::Drawn { seat: 0, tiles: tiles("EEE") },
            Event::Challenged { by: 1, verdict, at: 0 },
            Event::Withdrawn { seat: 0 },
            Event::Played { seat: 1, play: across(&ruleset, 7, 6, "DO"), score: 6, at: 0 },
            Event::Drawn { seat: 1, tiles: tiles(bo_draws) },
        ];
        Game::replay(setup(&ruleset, 2), &events)
    };
    let (one, other) = (game("DOGMAIN", "VV"), game("DOQZJXK", "II"));
    assert!(one.rack(1) != other.rack(1) && one.bag() != other.bag());
    assert_eq!(one.position(0), other.position(0));
    assert_eq!(one.position(1).others[0].known, tiles("CAT"));
}

#[test]
fn the_unseen_tiles_are_the_bag_and_the_other_racks() {
    let mut table = Table::dealt(setup(&ruleset("english"), 3), &RACKS);
    table.across(0, 7, 6, "CAT").unwrap();
    let mut hidden = table.game.bag().clone();
    hidden.add(table.game.rack(0));
    hidden.add(table.game.rack(2));
    assert_eq!(table.game.position(1).unseen(&table.ruleset()), hidden);
}
