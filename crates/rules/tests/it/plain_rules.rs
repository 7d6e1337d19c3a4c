//! The ruleset `english-plain` is the literal design of one published document for several players.
//! Here it is walked through from top to bottom. Where the document's own examples are wrong, the
//! right values stand here, with the reason.

use crate::common::*;
use tisane_rules::*;

fn plain() -> std::sync::Arc<Ruleset> {
    ruleset("english-plain")
}

fn dealt(racks: &[&str]) -> Table {
    Table::dealt(setup(&plain(), racks.len()), racks)
}

#[test]
fn the_bag() {
    let ruleset = plain();
    let expected = "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1";
    let found: Vec<String> = ruleset
        .letters()
        .map(|(letter, tile)| format!("{}{}", ruleset.alphabet.face(letter), tile.count))
        .collect();
    assert_eq!(found.join(" "), expected);
    assert_eq!((ruleset.blanks.count, ruleset.blanks.value, ruleset.tiles().len()), (2, 0, 100));
    let points = |letters: &str, value| {
        for letter in ruleset.alphabet.parse(letters).unwrap() {
            assert_eq!(ruleset.letter(letter).value, value);
        }
    };
    [("AEILNORSTU", 1), ("DG", 2), ("BCMP", 3), ("FHVWY", 4), ("K", 5), ("JX", 8), ("QZ", 10)]
        .into_iter()
        .for_each(|(letters, value)| points(letters, value));
}

#[test]
fn the_premium_squares() {
    let ruleset = plain();
    let triple_word = [(0, 0), (0, 7), (0, 14), (7, 0), (7, 14), (14, 0), (14, 7), (14, 14)];
    let double_word = [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (1, 13),
        (2, 12),
        (3, 11),
        (4, 10),
        (13, 1),
        (12, 2),
        (11, 3),
        (10, 4),
        (13, 13),
        (12, 12),
        (11, 11),
        (10, 10),
        (7, 7),
    ];
    let triple_letter = [
        (1, 5),
        (1, 9),
        (5, 1),
        (5, 5),
        (5, 9),
        (5, 13),
        (9, 1),
        (9, 5),
        (9, 9),
        (9, 13),
        (13, 5),
        (13, 9),
    ];
    let double_letter = [
        (0, 3),
        (0, 11),
        (2, 6),
        (2, 8),
        (3, 0),
        (3, 7),
        (3, 14),
        (6, 2),
        (6, 6),
        (6, 8),
        (6, 12),
        (7, 3),
        (7, 11),
        (8, 2),
        (8, 6),
        (8, 8),
        (8, 12),
        (11, 0),
        (11, 7),
        (11, 14),
        (12, 6),
        (12, 8),
        (14, 3),
        (14, 11),
    ];
    for square in ruleset.layout.squares() {
        let at = (square.row, square.col);
        let expected = (
            if triple_letter.contains(&at) {
                3
            } else if double_letter.contains(&at) {
                2
            } else {
                1
            },
            if triple_word.contains(&at) {
                3
            } else if double_word.contains(&at) {
                2
            } else {
                1
            },
        );
        let premium = ruleset.layout.premium(square);
        assert_eq!((premium.letter, premium.word), expected, "{square}");
    }
    // The document's test list calls these two normal, against its own table.
    assert_eq!(ruleset.layout.premium(Square::new(5, 5)).letter, 3);
    assert_eq!(ruleset.layout.premium(Square::new(8, 8)).letter, 2);
}

#[test]
fn starting() {
    let mut table = Table::new(Setup::new(plain(), &["Ada"], Seed::from(3)).unwrap());
    assert_eq!(table.act(0, Action::Start), Err(Refusal::NotEnoughPlayers { needed: 2, have: 1 }));
    for name in ["Bo", "Cy", "Di"] {
        let events = table.game.join(name).unwrap();
        table.apply(events);
    }
    table.act(0, Action::Start).unwrap();
    assert_eq!(table.act(0, Action::Start), Err(Refusal::AlreadyStarted));
    assert!((0..4).all(|seat| table.game.rack(seat).len() == 7 && table.game.scores()[seat] == 0));
    assert_eq!(table.game.bag_len(), 100 - 28);
}

#[test]
fn placements() {
    let ruleset = plain();
    let empty = Board::empty(&ruleset.layout);
    let cat = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    let both =
        |one: Play, two: Play| Play::new(one.placements().iter().chain(two.placements()).copied());
    let (a, b) =
        (|row, col| across(&ruleset, row, col, "A"), |row, col| across(&ruleset, row, col, "B"));
    let cases = [
        (&empty, Play::new([]), Misfit::NoTiles),
        (&empty, a(15, 7), Misfit::OffBoard(Square::new(15, 7))),
        (&empty, a(7, 15), Misfit::OffBoard(Square::new(7, 15))),
        (&cat, a(7, 7), Misfit::Occupied(Square::new(7, 7))),
        (&empty, both(a(7, 7), b(8, 8)), Misfit::NotInLine),
        (&empty, both(a(7, 7), b(7, 9)), Misfit::Gap(Square::new(7, 8))),
        (&empty, both(a(7, 7), b(9, 7)), Misfit::Gap(Square::new(8, 7))),
        (&empty, both(a(0, 0), b(0, 1)), Misfit::MissesStart(vec![Square::new(7, 7)])),
        (&cat, both(a(0, 0), b(0, 1)), Misfit::Unattached),
    ];
    for (board, play, misfit) in cases {
        assert_eq!(fit(&ruleset, board, &play), Err(misfit));
    }
    assert!(
        fit(&ruleset, &cat, &both(a(7, 5), b(7, 9))).is_ok(),
        "tiles on the board fill the gap"
    );
    // The document knows no word of one letter, but would take a first play of one tile.
    assert_eq!(fit(&ruleset, &empty, &a(7, 7)), Err(Misfit::NoWord));
}

#[test]
fn the_words_of_a_play() {
    let ruleset = plain();
    let there = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    let words = |play: Play| -> Vec<String> {
        fit(&ruleset, &there, &play)
            .unwrap()
            .iter()
            .map(|word| ruleset.alphabet.show(&word.letters()))
            .collect()
    };
    assert_eq!(words(across(&ruleset, 7, 9, "S")), ["CATS"]);
    assert_eq!(words(across(&ruleset, 8, 7, "TO")), ["TO", "AT", "TO"]);
    assert_eq!(words(down(&ruleset, 6, 7, "B.T")), ["BAT"]);
    assert_eq!(words(down(&ruleset, 7, 9, "SO")), ["SO", "CATS"]);
    // One tile with a neighbour above only: the document looks for a word across and finds "S".
    assert_eq!(words(across(&ruleset, 8, 6, "H")), ["CH"]);
}

#[test]
fn invalid_words_are_refused_by_name() {
    let mut table = dealt(&["CATERSS", "DOGMAIN"]).phony("XCAT").phony("TARC");
    assert_eq!(table.across(0, 7, 6, "TARC"), Err(Refusal::NotWords(vec!["TARC".to_owned()])));
}

#[test]
fn scoring() {
    let ruleset = plain();
    let empty = Board::empty(&ruleset.layout);
    let total = |board: &Board, play: Play| score(&ruleset, board, &play).unwrap().total;
    // The document expects 57, forgetting that the centre doubles and that H12 is a double letter.
    assert_eq!(total(&empty, across(&ruleset, 7, 7, "AAAAAAA")), 66);
    // The document expects 1.
    assert_eq!(total(&empty, across(&ruleset, 7, 7, "aT")), 2);
    let cat = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    assert_eq!(
        total(&cat, across(&ruleset, 7, 9, "S")),
        6,
        "the doubled centre was used up by CAT"
    );
    assert_eq!(
        total(&cat, across(&ruleset, 8, 7, "TO")),
        (1 + 2) + (1 + 1) + (1 + 2),
        "the double letter counts in both words"
    );
}

#[test]
fn submitting_a_word() {
    let mut table = dealt(&["CATERSS", "DOGMAIN"]);
    assert_eq!(table.across(1, 7, 6, "DOG"), Err(Refusal::NotYourTurn("Ada".to_owned())));
    assert!(matches!(table.across(0, 7, 6, "DOG"), Err(Refusal::NotOnRack { .. })));
    table.pass(0).unwrap();
    table.across(1, 7, 6, "DOG").unwrap();
    assert_eq!(table.game.scores(), [0, 10]);
    assert_eq!(
        (table.game.passes(), table.game.on_turn(), table.game.rack(1).len()),
        (0, Some(0), 7)
    );
    assert_eq!(table.game.turns().len(), 2);
}

#[test]
fn six_passes_in_a_row_end_the_game_whatever_the_number_of_players() {
    for seats in 2..=4 {
        let mut table = Table::started(setup(&plain(), seats));
        for turn in 0..6 {
            assert_eq!(table.game.phase(), Phase::Playing);
            table.pass(turn % seats).unwrap();
        }
        assert_eq!(table.outcome().reason, Reason::Passes);
    }
}

#[test]
fn exchanging() {
    let mut table = dealt(&["CATERSS", "DOGMAIN"]);
    table.pass(0).unwrap();
    assert_eq!(table.exchange(0, "C"), Err(Refusal::NotYourTurn("Bo".to_owned())));
    table.exchange(1, "DOG").unwrap();
    assert!(table.game.rack(1).contains_all(&table.tiles("MAIN")));
    assert_eq!(
        (table.game.rack(1).len(), table.game.bag_len(), table.game.passes()),
        (7, 86, 0),
        "the count restarts"
    );
    let small = english_with("CATERSSDOGMAINEEEEEE", &["challenge=void"]);
    assert_eq!(
        Table::dealt(setup(&small, 2), &["CATERSS", "DOGMAIN"]).exchange(0, "C"),
        Err(Refusal::BagTooSmall { needed: 7, bag: 6 })
    );
}

#[test]
fn exchanges_never_end_the_game() {
    let mut table = Table::started(setup(&plain(), 2));
    for turn in 0..40 {
        let all = table.game.rack(turn % 2).clone();
        table.act(turn % 2, Action::Exchange(all)).unwrap();
    }
    assert_eq!(table.game.phase(), Phase::Playing);
}

#[test]
fn at_the_end_everybody_loses_their_own_rack_and_nobody_gains() {
    let text = Ruleset::builtin_source("english-plain").unwrap();
    // The same end with a bag small enough to play out.
    let end = plain().end.clone();
    assert!(text.contains("scale_with_seats = false"));
    let small = english_with(
        "CATDO",
        &[
            "rack=3",
            "challenge=void",
            "end.passes=6",
            "end.out_player=nothing",
            "end.others=lose-rack",
            "end.scoreless_turns=none",
            "end.scale_with_seats=false",
            "end.tie_break=first-in-order",
        ],
    );
    assert_eq!(small.end, end);
    let mut table = Table::dealt(setup(&small, 2), &["CAT", "DO"]);
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.outcome().reason, Reason::Out(0));
    assert_eq!(table.totals(), [10, -3]);
    assert_eq!(table.outcome().winners, [0]);
}

#[test]
fn the_first_in_turn_order_wins_a_tie() {
    let mut setup = setup(&plain(), 2);
    setup.first = First::Seat(1);
    let mut table = Table::dealt(setup, &["AEINRST", "AEINRST"]);
    for turn in 1..7 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.totals(), [-7, -7]);
    assert_eq!(table.outcome().winners, [1]);
}

#[test]
fn absent_players_are_skipped_without_an_endless_loop() {
    let mut setup = setup(&plain(), 3);
    setup.grace = Some(0);
    let mut table = Table::started(setup);
    let away = Presence::AwaySince(0);
    table.tick(&[away, away, Presence::Here]);
    assert_eq!(table.game.on_turn(), Some(2));
    assert_eq!(table.tick(&[away; 3]), [Event::Paused { at: 0 }]);
    assert!(table.tick(&[away; 3]).is_empty());
}

#[test]
fn skipped_turns_are_not_counted_as_passes() {
    let mut setup = setup(&plain(), 2);
    setup.grace = Some(0);
    setup.first = First::Seat(0);
    let mut table = Table::started(setup);
    let presence = [Presence::Here, Presence::AwaySince(0)];
    for passes in 1..6 {
        table.pass(0).unwrap();
        assert_eq!(table.tick(&presence), [Event::Skipped { seat: 1, at: 0 }]);
        assert_eq!((table.game.passes(), table.game.phase()), (passes, Phase::Playing));
    }
    table.pass(0).unwrap();
    assert_eq!(table.outcome().reason, Reason::Passes);

    let record = table.game.record();
    let replayed = record.end_reason(&plain()).unwrap();
    assert_eq!(replayed, Some(Reason::Passes), "a score sheet counts the same");
    let mut shorter = record.clone();
    shorter.entries.retain(|entry| entry.what.is_turn());
    shorter.entries.pop();
    assert_eq!(shorter.end_reason(&plain()).unwrap(), None);
}
