//! Every way a game ends, and the account.

use tisane_rules::*;

use crate::common::*;

const RACKS: [&str; 4] = ["CATERSS", "DOGMAIN", "EIOUVWL", "AEHNRTT"];

fn dealt(ruleset: &std::sync::Arc<Ruleset>, seats: usize) -> Table {
    Table::dealt(setup(ruleset, seats), &RACKS[..seats])
}

#[test]
fn scoreless_turns_grow_with_the_seats() {
    for (seats, expected) in [(2, 6), (3, 9), (4, 12)] {
        let mut table = dealt(&ruleset("english"), seats);
        for turn in 0..expected {
            assert_eq!(table.game.phase(), Phase::Playing, "{turn} of {expected}");
            table.pass(turn % seats).unwrap();
        }
        assert_eq!(table.outcome().reason, Reason::Scoreless);
        let worth: Vec<i32> =
            RACKS[..seats].iter().map(|rack| -table.ruleset().worth(&table.tiles(rack))).collect();
        assert_eq!(table.totals(), worth, "everybody loses their own rack");
    }
}

#[test]
fn odd_counts_are_rounded_up() {
    let mut end = ruleset("english").end.clone();
    end.passes = Some(3);
    assert_eq!([2, 3, 4].map(|seats| end.pass_limit(seats)), [Some(3), Some(5), Some(6)]);
    end.scale_with_seats = false;
    assert_eq!([2, 3, 4].map(|seats| end.pass_limit(seats)), [Some(3); 3]);
    end.passes = None;
    assert_eq!(end.pass_limit(2), None);
}

#[test]
fn an_exchange_breaks_a_row_of_passes_but_not_of_scoreless_turns() {
    let ruleset = english(&["end.passes=4"]);
    let mut table = dealt(&ruleset, 2);
    table.pass(0).unwrap();
    table.pass(1).unwrap();
    table.pass(0).unwrap();
    table.exchange(1, "D").unwrap();
    assert_eq!((table.game.passes(), table.game.scoreless_turns()), (0, 4));
    table.pass(0).unwrap();
    table.pass(1).unwrap();
    assert_eq!(table.outcome().reason, Reason::Scoreless);
}

#[test]
fn passes_alone_end_the_game_where_the_ruleset_says_so() {
    let mut table = Table::started(setup(&ruleset("german"), 2));
    for turn in 0..4 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.outcome().reason, Reason::Passes);
}

#[test]
fn without_a_limit_three_passes_of_each_player_end_the_game() {
    for seats in [2, 3] {
        let mut table = dealt(&english(&["end.scoreless_turns=none"]), seats);
        for turn in 0..3 * seats {
            assert_eq!(table.game.phase(), Phase::Playing, "{turn}");
            table.pass(turn % seats).unwrap();
        }
        assert_eq!(table.outcome().reason, Reason::Passes);
    }
}

#[test]
fn a_play_breaks_both_rows() {
    let mut table = dealt(&ruleset("english"), 2);
    table.pass(0).unwrap();
    table.pass(1).unwrap();
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!((table.game.passes(), table.game.scoreless_turns()), (0, 0));
}

#[test]
fn a_play_of_blanks_alone_is_scoreless_only_where_the_ruleset_says_so() {
    for (settings, expected) in [(&[][..], 0), (&["end.scoreless=[\"zero-play\"]"][..], 1)] {
        let ruleset = english(settings);
        let mut table = Table::dealt(setup(&ruleset, 2), &["CATER??", "DOGMAIN"]);
        table.across(0, 7, 7, "ab").unwrap();
        assert_eq!(table.game.scores(), [0, 0]);
        assert_eq!(table.game.scoreless_turns(), expected);
    }
}

/// Ada goes out with CAT for 10 points while the opponents have DO (3) and, in a game of three, GE
/// (3).
fn out(settings: &[&str], seats: usize) -> Table {
    let settings: Vec<&str> =
        ["rack=3", "challenge=void"].into_iter().chain(settings.iter().copied()).collect();
    let ruleset = english_with(if seats == 2 { "CATDO" } else { "CATDOGE" }, &settings);
    let mut table = Table::dealt(setup(&ruleset, seats), &["CAT", "DO", "GE"][..seats]);
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.outcome().reason, Reason::Out(0));
    table
}

#[test]
fn going_out_is_settled_as_the_ruleset_says() {
    let gains = |who| format!("end.out_player={who}");
    let others = |what| format!("end.others={what}");
    // out-player, others, totals of two, totals of three
    let cases = [
        ("nothing", "nothing", [10, 0], [10, 0, 0]),
        ("nothing", "lose-rack", [10, -3], [10, -3, -3]),
        ("gains-other-racks", "nothing", [13, 0], [16, 0, 0]),
        ("gains-other-racks", "lose-rack", [13, -3], [16, -3, -3]),
        ("gains-twice-other-racks", "nothing", [16, 0], [16, -3, -3]),
        ("gains-twice-other-racks", "lose-rack", [16, -3], [16, -3, -3]),
    ];
    for (out_player, other, two, three) in cases {
        let settings = [gains(out_player), others(other)];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        assert_eq!(out(&settings, 2).totals(), two, "{settings:?}");
        assert_eq!(out(&settings, 3).totals(), three, "{settings:?}");
    }
}

#[test]
fn the_account_says_what_came_from_where() {
    let table = out(&["end.out_player=gains-other-racks", "end.others=lose-rack"], 2);
    let [ada, bo] = &table.outcome().results[..] else { panic!() };
    assert_eq!((ada.played, ada.racks, ada.overtime, ada.total), (10, 3, 0, 13));
    assert_eq!((bo.played, bo.racks, bo.overtime, bo.total), (0, -3, 0, -3));
    assert_eq!(bo.rack, table.tiles("DO"));
    assert_eq!(table.game.scores(), [13, -3]);
    assert_eq!(table.outcome().winners, [0]);
}

#[test]
fn after_the_bag_is_empty_everybody_has_one_more_turn() {
    let ruleset = english_with(
        "CATSDOGE",
        &[
            "rack=3",
            "challenge=void",
            "end.final_turn_each=true",
            "end.others=nothing",
            "end.out_player=nothing",
        ],
    );
    let mut table = Table::dealt(setup(&ruleset, 2), &["CAT", "DOG"]);
    table.across(0, 7, 7, "AT").unwrap();
    assert_eq!((table.game.bag_len(), table.game.position(1).final_turns), (0, Some(2)));
    table.down(1, 8, 8, "OG").unwrap();
    assert_eq!(table.game.position(0).final_turns, Some(1));
    table.pass(0).unwrap();
    assert_eq!(table.outcome().reason, Reason::FinalTurns);
    assert_eq!(
        table.outcome().results.iter().map(|settled| settled.racks).collect::<Vec<_>>(),
        [0, 0]
    );
}

#[test]
fn going_out_in_the_final_turns_leaves_opponents_their_turn() {
    let ruleset = english_with("CATSDO", &["rack=3", "challenge=void", "end.final_turn_each=true"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &["CAT", "SDO"]);
    assert_eq!(table.game.position(0).final_turns, Some(2), "the deal emptied the bag");
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.game.phase(), Phase::Playing);
    table.across(1, 7, 9, "S").unwrap();
    assert_eq!(table.outcome().reason, Reason::FinalTurns);
}

#[test]
fn in_a_game_of_two_resigning_loses() {
    let mut table = dealt(&ruleset("english"), 2);
    table.across(0, 7, 6, "CAT").unwrap();
    table.act(0, Action::Resign).unwrap();
    assert_eq!(table.outcome().reason, Reason::Lost(Loss::Resigned));
    assert_eq!(table.outcome().winners, [1]);
    assert_eq!(table.totals(), [10, 0], "the scores stay as they were");
    assert_eq!(table.act(1, Action::Pass), Err(Refusal::AlreadyEnded));
}

#[test]
fn with_more_players_the_rest_plays_on() {
    let mut table = dealt(&ruleset("english"), 4);
    table.act(1, Action::Resign).unwrap();
    assert_eq!(table.game.on_turn(), Some(0), "it was Ada's turn and still is");
    table.pass(0).unwrap();
    assert_eq!(table.game.on_turn(), Some(2));
    table.act(2, Action::Resign).unwrap();
    assert_eq!(table.game.on_turn(), Some(3));
    assert_eq!(table.pass(1), Err(Refusal::DroppedOut));
    assert_eq!(*table.game.rack(1), table.tiles(RACKS[1]), "the tiles stay out of play");
    assert!(table.game.position(0).others[0].gone);
    for turn in 0..5 {
        table.pass([3, 0][turn % 2]).unwrap();
    }
    assert_eq!(table.outcome().reason, Reason::Scoreless, "six for the two who are left");
    let racks: Vec<i32> = table.outcome().results.iter().map(|settled| settled.racks).collect();
    assert_eq!((racks[1], racks[2]), (0, 0));
    assert!(racks[0] < 0 && racks[3] < 0);
    assert!(!table.outcome().winners.iter().any(|winner| [1, 2].contains(winner)));
}

#[test]
fn the_last_to_resign_gives_the_reason() {
    let mut table = dealt(&ruleset("english"), 3);
    table.act(2, Action::Resign).unwrap();
    table.act(0, Action::Resign).unwrap();
    assert_eq!(table.outcome().winners, [1]);
}

#[test]
fn aborting_takes_everybodys_consent() {
    let mut table = dealt(&ruleset("english"), 3);
    assert_eq!(table.act(1, Action::AcceptAbort), Err(Refusal::NoAbortOffer));
    table.act(0, Action::OfferAbort).unwrap();
    assert_eq!(table.act(1, Action::OfferAbort), Err(Refusal::AbortOffered));
    table.act(1, Action::AcceptAbort).unwrap();
    assert_eq!(table.game.abort_offer(), Some(&[true, true, false][..]));
    table.act(2, Action::DeclineAbort).unwrap();
    assert_eq!(table.game.abort_offer(), None);
    table.act(2, Action::OfferAbort).unwrap();
    table.pass(0).unwrap();
    assert_eq!(table.game.abort_offer(), None, "playing on declines");
    table.act(2, Action::OfferAbort).unwrap();
    table.act(0, Action::AcceptAbort).unwrap();
    table.act(1, Action::AcceptAbort).unwrap();
    assert_eq!(table.outcome().reason, Reason::Aborted);
    assert!(table.outcome().winners.is_empty());
}

/// Ada ends with 8 - 5, Bo with 5 - 2. Bo had the first turn.
fn tie(tie_break: &str) -> Table {
    let tie_break = format!("end.tie_break={tie_break}");
    let ruleset =
        english_with("ABKSAA", &["rack=3", "challenge=void", "end.scoreless_turns=3", &tie_break]);
    let mut setup = setup(&ruleset, 2);
    setup.first = First::Seat(1);
    let mut table = Table::dealt(setup, &["ABK", "SAA"]);
    table.pass(1).unwrap();
    table.across(0, 7, 7, "AB").unwrap();
    table.across(1, 7, 9, "S").unwrap();
    assert_eq!(table.game.scores(), [8, 5]);
    for seat in [0, 1, 0] {
        table.pass(seat).unwrap();
    }
    assert_eq!(table.totals(), [3, 3]);
    table
}

#[test]
fn resigning_does_not_agree_to_an_abort() {
    let mut table = dealt(&ruleset("english"), 2);
    table.act(0, Action::OfferAbort).unwrap();
    table.act(1, Action::Resign).unwrap();
    assert_eq!(table.outcome().reason, Reason::Lost(Loss::Resigned));
    assert_eq!(table.outcome().winners, [0]);
}

#[test]
fn equal_scores_are_broken_as_the_ruleset_says() {
    assert_eq!(tie("none").outcome().winners, [0, 1], "a tie");
    assert_eq!(tie("before-racks").outcome().winners, [0], "8 against 5");
    assert_eq!(tie("first-in-order").outcome().winners, [1]);
}

#[test]
fn scores_equal_before_racks_too_are_a_tie() {
    let ruleset = english(&["end.tie_break=before-racks"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &["AEINRST", "AEINRST"]);
    for turn in 0..6 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.outcome().winners, [0, 1]);
}

#[test]
fn a_record_has_dropouts_in_order_with_their_turns() {
    let mut table = Table::started(setup(&ruleset("english"), 4));
    table.pass(0).unwrap();
    table.act(3, Action::Resign).unwrap();
    table.act(0, Action::Resign).unwrap();
    table.pass(1).unwrap();
    table.act(1, Action::Resign).unwrap();
    let record = table.game.record();
    let dropouts: Vec<_> = record
        .dropouts()
        .iter()
        .map(|dropout| (dropout.seat, dropout.loss, dropout.after))
        .collect();
    assert_eq!(
        dropouts,
        [(3, 1), (0, 1), (1, 2)].map(|(seat, after)| (seat, Loss::Resigned, Some(after)))
    );
    assert_eq!(table.game.dropouts(), record.dropouts());
    assert_eq!((record.loss(2), record.loss(3)), (None, Some(Loss::Resigned)));
}

#[test]
fn a_game_can_be_closed_without_a_winner_once() {
    let mut table = dealt(&ruleset("english"), 2);
    table.act(0, Action::OfferAbort).unwrap();
    for mut game in [Game::new(setup(&ruleset("english"), 2)), table.game] {
        let events = game.close(7);
        assert_eq!(events.len(), 1);
        events.iter().for_each(|event| game.apply(event));
        let outcome = game.outcome().expect("it is over");
        assert_eq!((outcome.reason, &outcome.winners[..]), (Reason::Aborted, &[][..]));
        assert_eq!(game.phase(), Phase::Ended);
        assert!(game.close(8).is_empty());
        assert!(game.join("Cy").is_err());
    }
}
