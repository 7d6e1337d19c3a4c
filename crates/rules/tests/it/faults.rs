//! Faults that programs of this kind are known to have had, one test each. None of them is here.

use crate::common::*;
use tisane_rules::*;

const RACKS: [&str; 2] = ["CATERSS", "DOGMAIN"];

fn dealt(racks: &[&str]) -> Table {
    Table::dealt(setup(&ruleset("english"), racks.len()), racks)
}

/// The letters of the words a play forms.
fn words(ruleset: &Ruleset, board: &Board, play: &Play) -> Vec<String> {
    fit(ruleset, board, play)
        .unwrap()
        .iter()
        .map(|word| ruleset.alphabet.show(&word.letters()))
        .collect()
}

// Plays on the board

#[test]
fn a_single_tile_forms_words_both_ways() {
    let ruleset = ruleset("english");
    let there = board(&ruleset, &[across(&ruleset, 7, 6, "CAT"), down(&ruleset, 8, 9, "E")]);
    let s = across(&ruleset, 7, 9, "S");
    assert_eq!(words(&ruleset, &there, &s), ["CATS", "SE"]);
    let below = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    assert_eq!(
        words(&ruleset, &below, &down(&ruleset, 8, 7, "T")),
        ["AT"],
        "down only, and no word of one letter"
    );
}

#[test]
fn a_whole_rack_hooks_onto_more_tiles() {
    let mut table = dealt(&["STARTIN", "AGAINST"]);
    table.across(0, 7, 1, "STARTIN").unwrap();
    // All seven of Bo's tiles, and after them a tile that was there.
    let play = down(&table.ruleset(), 0, 1, "AGAINST");
    assert_eq!(words(&table.ruleset(), table.game.board(), &play), ["AGAINSTS"]);
    table.act(1, Action::Play(play)).unwrap();
    assert!(table.game.scores()[1] > 50);
}

#[test]
fn words_can_run_through_several_tiles() {
    let ruleset = ruleset("english");
    let there = board(&ruleset, &[down(&ruleset, 7, 7, "H"), down(&ruleset, 7, 10, "H")]);
    assert_eq!(words(&ruleset, &there, &across(&ruleset, 7, 7, ".As.eS")), ["HASHES"]);
    let new = board(&ruleset, &[across(&ruleset, 7, 6, "NEW")]);
    assert_eq!(words(&ruleset, &new, &across(&ruleset, 7, 9, "t")), ["NEWT"]);
    assert_eq!(words(&ruleset, &new, &across(&ruleset, 7, 5, "s")), ["SNEW"]);
    assert_eq!(words(&ruleset, &new, &across(&ruleset, 8, 6, "ES")), ["ES", "NE", "ES"]);
}

#[test]
fn every_word_is_checked_not_only_the_main_one() {
    let mut table = Table::dealt(setup(&english(&["challenge=void"]), 2), &["CATERSS", "DOGMAIN"])
        .phony("RATSE");
    table.across(0, 7, 6, "RATS").unwrap();
    assert_eq!(table.down(1, 7, 10, "D").err(), None);
    let mut table = Table::dealt(setup(&english(&["challenge=void"]), 2), &["CATERSS", "EOGMAIN"])
        .phony("RATSE");
    table.across(0, 7, 6, "RATS").unwrap();
    assert_eq!(table.down(1, 7, 10, "EM"), Err(Refusal::NotWords(vec!["RATSE".to_owned()])));
}

#[test]
fn two_tiles_on_one_square_are_refused() {
    let ruleset = ruleset("english");
    let twice = Play::new(
        [across(&ruleset, 7, 7, "C"), across(&ruleset, 7, 7, "A")]
            .iter()
            .flat_map(|play| play.placements().to_vec()),
    );
    assert_eq!(
        dealt(&RACKS).act(0, Action::Play(twice)),
        Err(Refusal::Misfit(Misfit::Twice(Square::new(7, 7))))
    );
}

#[test]
fn squares_off_the_board_are_not_read() {
    let ruleset = ruleset("english");
    let corner = board(&ruleset, &[across(&ruleset, 0, 0, "AT"), across(&ruleset, 14, 13, "AT")]);
    for (row, col) in [(1, 0), (0, 2), (13, 14), (14, 12)] {
        assert!(fit(&ruleset, &corner, &across(&ruleset, row, col, "E")).is_ok());
    }
    for square in [Square::new(15, 0), Square::new(0, 15), Square::new(255, 255)] {
        let placed = Placed { letter: ruleset.alphabet.letter("A").unwrap(), blank: false };
        let misfit = fit(&ruleset, &corner, &Play::new([(square, placed)])).unwrap_err();
        assert_eq!(misfit, Misfit::OffBoard(square));
    }
}

#[test]
fn a_blank_can_be_on_the_last_square() {
    let ruleset = ruleset("english");
    let there = board(&ruleset, &[across(&ruleset, 0, 12, "CA")]);
    assert_eq!(words(&ruleset, &there, &across(&ruleset, 0, 14, "t")), ["CAT"]);
    let there = board(&ruleset, &[down(&ruleset, 12, 14, "CA")]);
    assert_eq!(words(&ruleset, &there, &down(&ruleset, 14, 14, "t")), ["CAT"]);
}

#[test]
fn the_first_play_is_known_by_the_empty_board_not_by_its_centre() {
    // Two start squares: once one is covered, the other is a square like any other.
    let ruleset = test_ruleset(include_str!("../rulesets/times.toml"));
    let empty = Board::empty(&ruleset.layout);
    let misses = fit(&ruleset, &empty, &across(&ruleset, 2, 0, "AB")).unwrap_err();
    assert_eq!(misses.to_string(), "the first play must cover A1 or E5");
    let there = board(&ruleset, &[across(&ruleset, 4, 3, "AB")]);
    assert_eq!(fit(&ruleset, &there, &across(&ruleset, 0, 0, "AB")), Err(Misfit::Unattached));
    assert!(fit(&ruleset, &there, &down(&ruleset, 2, 3, "AB")).is_ok());
}

// Blanks

#[test]
fn blank_is_matched_as_blank() {
    let mut table = dealt(&["CATERS?", "DOGMAIN"]);
    assert_eq!(
        table.across(0, 7, 6, "DOg").unwrap_err(),
        Refusal::NotOnRack { missing: "DO".to_owned(), rack: "ACERST?".to_owned() },
        "the blank is there, D and O are not"
    );
    assert!(
        matches!(table.across(0, 7, 6, "caT"), Err(Refusal::NotOnRack { missing, .. }) if missing == "a blank"),
        "one blank, not two"
    );
    table.across(0, 7, 6, "CAd").unwrap();
    let mut table = dealt(&["CATERSS", "DOGMAIN"]);
    assert!(table.across(0, 7, 6, "cAT").is_err(), "a C is no blank");
}

#[test]
fn a_blank_keeps_its_value_for_the_whole_game() {
    let mut table = dealt(&["CATERS?", "DOGMAIN"]);
    table.across(0, 7, 6, "CAz").unwrap();
    table.across(1, 7, 9, "O").unwrap();
    assert_eq!(table.game.scores(), [2 * 4, 3 + 1 + 1]);
}

#[test]
fn plays_that_differ_in_a_blank_are_different() {
    let ruleset = ruleset("english");
    let empty = Board::empty(&ruleset.layout);
    let (real, blank) = (across(&ruleset, 7, 6, "QAT"), across(&ruleset, 7, 6, "qAT"));
    assert_ne!(real, blank);
    assert!(
        score(&ruleset, &empty, &real).unwrap().total
            > score(&ruleset, &empty, &blank).unwrap().total
    );
}

// Tiles and bag

#[test]
fn several_equal_tiles_leave_the_rack_one_by_one() {
    let mut table = dealt(&["SASSEST", "DOGMAIN"]);
    table.across(0, 7, 6, "ASS").unwrap();
    assert!(table.game.rack(0).contains_all(&table.tiles("SSET")));
    assert_eq!(table.game.rack(0).len(), 7);
    let mut table = dealt(&["SASSEST", "DOGMAIN"]);
    table.exchange(0, "SSS").unwrap();
    assert!(table.game.rack(0).contains_all(&table.tiles("SAET")));
    assert_eq!(table.game.rack(0).len(), 7);
}

#[test]
fn the_bag_is_the_rulesets_own() {
    for (name, total, blanks) in [
        ("crossplay", 100, 3),
        ("erudit", 131, 3),
        ("english-super", 200, 4),
        ("words-with-friends", 104, 2),
    ] {
        let table = Table::started(setup(&ruleset(name), 2));
        assert_eq!(table.game.bag_len(), total - 14, "{name}");
        assert_eq!(table.ruleset().tiles().blanks(), blanks, "{name}");
    }
}

#[test]
fn every_seat_gets_the_bonus_for_all_tiles() {
    let mut table = dealt(&["RETAINS", "ANESTRI"]);
    table.across(0, 7, 3, "RETAINS").unwrap();
    table.across(1, 8, 9, "ANESTRI").unwrap_err(); // off the board at P9
    table.down(1, 8, 3, "ANESTRI").unwrap();
    assert_eq!(table.game.scores(), [66, 2 * 9 + 50]); // RANESTRI: I on a double letter, a double word below E
}

#[test]
fn the_bonus_needs_the_full_number_of_tiles() {
    let ruleset = english_with("CATSDO", &["rack=7", "challenge=void"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &["CATS", "DO"]);
    table.across(0, 7, 6, "CATS").unwrap();
    assert_eq!(table.outcome().results[0].played, 12, "all that was left, but not seven");
}

// Turns

#[test]
fn a_game_without_connected_players_does_not_loop() {
    let mut setup = setup(&ruleset("english"), 3);
    setup.grace = Some(1_000);
    setup.clock = Clock::Game { initial: 60_000, increment: 0, overtime: None };
    let mut table = Table::started(setup);
    let away = [Presence::AwaySince(0); 3];
    table.now = 1_000_000_000;
    assert_eq!(table.tick(&away), [Event::Paused { at: 0 }], "the game waits");
    assert_eq!(table.game.next_tick(&away), None);
    let one_back = [Presence::AwaySince(0), Presence::Here, Presence::AwaySince(0)];
    let (resumed, skipped) =
        (Event::Resumed { at: table.now }, Event::Skipped { seat: 0, at: table.now });
    assert_eq!(table.tick(&one_back), [resumed, skipped], "and goes on when somebody is back");
    assert_eq!(table.game.on_turn(), Some(1));
}

#[test]
fn a_dropout_does_not_count_as_connected() {
    let mut setup = setup(&ruleset("english"), 3);
    setup.grace = Some(1_000);
    let mut table = Table::started(setup);
    table.act(1, Action::Resign).unwrap();
    table.now = 1_000_000;
    assert_eq!(
        table.tick(&[Presence::AwaySince(0), Presence::Here, Presence::AwaySince(0)]),
        [Event::Paused { at: 0 }]
    );
}

#[test]
fn an_exchange_counts_as_scoreless() {
    let mut table = dealt(&RACKS);
    for turn in 0..6 {
        let tile: Tiles = table.game.rack(turn % 2).iter().take(1).collect();
        table.act(turn % 2, Action::Exchange(tile)).unwrap();
    }
    assert_eq!(table.outcome().reason, Reason::Scoreless);
}

#[test]
fn passing_forever_ends_the_game() {
    for seats in 2..=4 {
        let mut table = Table::started(setup(&ruleset("english"), seats));
        for turn in 0..3 * seats {
            table.pass(turn % seats).unwrap();
        }
        assert_eq!(table.game.phase(), Phase::Ended, "after everybody's third, with {seats} seats");
    }
}

#[test]
fn a_player_who_cannot_move_passes_and_the_game_goes_on() {
    let mut table = dealt(&["CATERSS", "VVWWQJX"]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.pass(1).unwrap();
    assert_eq!((table.game.phase(), table.game.on_turn()), (Phase::Playing, Some(0)));
}

// The end

#[test]
fn out_player_gets_the_bonus() {
    let ruleset = english_with("CATDO", &["rack=3", "challenge=void"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &["CAT", "DO"]);
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.totals(), [10 + 2 * 3, 0]);
}

#[test]
fn tiles_left_over_are_settled() {
    let mut table = dealt(&["CATERSS", "QZJXKVW"]);
    for turn in 0..6 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.totals(), [-9, -49]);
}

#[test]
fn a_tie_has_no_winner() {
    let mut table = dealt(&["AEINRST", "AEINRST"]);
    for turn in 0..6 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.totals(), [-7, -7]);
    assert_eq!(table.outcome().winners, [0, 1], "both, so neither alone");
}

#[test]
fn the_limit_of_passes_fits_the_number_of_players() {
    // Six for any number would give four players one and a half passes each.
    let mut table = Table::started(setup(&ruleset("english"), 4));
    for turn in 0..6 {
        table.pass(turn % 4).unwrap();
    }
    assert_eq!(table.game.phase(), Phase::Playing);
}
