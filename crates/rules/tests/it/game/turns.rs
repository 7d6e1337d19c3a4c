//! Plays, exchanges and draws.

use tisane_rules::*;

use crate::common::*;

#[test]
fn a_play_fills_the_rack_and_passes_the_turn() {
    let mut table = Table::dealt(setup(&ruleset("english"), 2), &["CATERSS", "DOGMAIN"]);
    let events = table.across(0, 7, 6, "CAT").unwrap();
    assert!(matches!(
        events[..],
        [Event::Played { seat: 0, score: 10, .. }, Event::Drawn { seat: 0, .. }]
    ));
    assert_eq!(
        (table.game.rack(0).len(), table.game.bag_len(), table.game.on_turn()),
        (7, 83, Some(1))
    );
    let turn = &table.game.turns()[0];
    assert_eq!((turn.rack.clone(), turn.score, turn.total), (table.tiles("CATERSS"), 10, 10));
}

#[test]
fn a_turn_belongs_to_the_seat_on_turn() {
    let mut table = Table::dealt(setup(&ruleset("english"), 2), &["CATERSS", "DOGMAIN"]);
    assert_eq!(table.across(1, 7, 6, "DOG"), Err(Refusal::NotYourTurn("Ada".to_owned())));
    assert_eq!(table.pass(1).unwrap_err().to_string(), "it is Ada's turn");
    assert_eq!(table.exchange(1, "D"), Err(Refusal::NotYourTurn("Ada".to_owned())));
}

#[test]
fn exchanged_tiles_are_not_drawn_back_at_once() {
    for seed in 0..50 {
        let mut setup = setup(&english_with("QQQQQQQAAAAAAAEEEEEEE", &[]), 2);
        setup.seed = Seed::from(seed);
        let mut table = Table::dealt(setup, &["QQQQQQQ", "AAAAAAA"]);
        table.exchange(0, "QQQQQQQ").unwrap();
        assert_eq!(*table.game.rack(0), table.tiles("EEEEEEE"));
        assert_eq!(*table.game.bag(), table.tiles("QQQQQQQ"));
    }
}

#[test]
fn exchanges_need_a_full_enough_bag() {
    let bag = |rest: &str| format!("CATERSSDOGMAIN{rest}");
    let deal = |rest: &str, settings: &[&str]| {
        Table::dealt(setup(&english_with(&bag(rest), settings), 2), &["CATERSS", "DOGMAIN"])
    };
    assert_eq!(
        deal("EEEEEE", &[]).exchange(0, "C"),
        Err(Refusal::BagTooSmall { needed: 7, bag: 6 })
    );
    assert!(deal("EEEEEEE", &[]).exchange(0, "C").is_ok());
    let spanish = &["exchange={ bag_at_least = 1 }"];
    assert!(deal("E", spanish).exchange(0, "C").is_ok());
    assert_eq!(
        deal("E", spanish).exchange(0, "CA"),
        Err(Refusal::BagTooSmall { needed: 2, bag: 1 }),
        "never more than the bag holds"
    );
    assert_eq!(deal("", spanish).exchange(0, "C"), Err(Refusal::BagTooSmall { needed: 1, bag: 0 }));
    assert_eq!(deal("EEEEEEE", &[]).exchange(0, ""), Err(Refusal::NothingToExchange));
    assert_eq!(deal("EEEEEEE", &["exchange=none"]).exchange(0, "C"), Err(Refusal::NoExchanges));
    let refusal = deal("EEEEEEE", &[]).exchange(0, "CD").unwrap_err();
    assert_eq!(refusal, Refusal::NotOnRack { missing: "D".to_owned(), rack: "ACERSST".to_owned() });
    assert_eq!(refusal.to_string(), "you do not have D on your rack (ACERSST)");
}

#[test]
fn the_same_seed_deals_the_same_and_another_differs() {
    let deal = |seed: u64| {
        let mut setup = setup(&ruleset("english"), 2);
        setup.seed = Seed::from(seed);
        Table::started(setup).events
    };
    assert_eq!(deal(1), deal(1));
    assert_ne!(deal(1), deal(2));
}

#[test]
fn in_game_pairs_each_seat_has_its_own_luck() {
    // Ada exchanges a different number of tiles in each game; Bo draws nearly the same
    // nevertheless.
    let bo = |exchanged: usize| {
        let mut setup = setup(&ruleset("english"), 2);
        setup.streams = Streams::PerSeat;
        let mut table = Table::started(setup);
        let tiles: Tiles = table.game.rack(0).iter().take(exchanged).collect();
        table.act(0, Action::Exchange(tiles)).unwrap();
        let all = table.game.rack(1).clone();
        table.act(1, Action::Exchange(all)).unwrap();
        table.game.rack(1).clone()
    };
    let (one, seven) = (bo(1), bo(7));
    let common: usize = one.kinds().map(|(tile, n)| n.min(seven.count(tile))).sum();
    assert!(common >= 6, "{one:?} {seven:?}");
}

#[test]
fn the_seed_does_not_print_itself() {
    assert_eq!(format!("{:?}", Seed::from(7)), "Seed(secret)");
}

#[test]
fn a_log_cut_off_in_the_middle_of_a_decision_is_completed_by_the_next_tick() {
    let mut table = Table::dealt(setup(&ruleset("english"), 2), &["CATERSS", "DOGMAIN"]);
    table.across(0, 7, 6, "CAT").unwrap();
    let (last, before) = table.events.split_last().unwrap();
    let cut = Game::replay(table.game.setup().clone(), before);
    assert_eq!(cut.tick(0, &[]), std::slice::from_ref(last), "the same tiles are drawn");
}
