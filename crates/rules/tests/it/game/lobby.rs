//! Sitting down, starting, being away and coming back, taking moves back.

use std::collections::HashSet;

use tisane_lexicon::Letter;
use tisane_rules::*;

use crate::common::*;

fn table(names: &[&str]) -> Table {
    Table::new(Setup::new(ruleset("english"), names, Seed::from(5)).unwrap())
}

#[test]
fn players_join_until_the_game_is_full() {
    let mut table = table(&["Ada"]);
    assert_eq!(table.act(0, Action::Start), Err(Refusal::NotEnoughPlayers { needed: 2, have: 1 }));
    for name in [" Bo ", "Cy", "Ди"] {
        let events = table.game.join(name).unwrap();
        table.apply(events);
    }
    assert_eq!(table.game.name(1), "Bo");
    assert_eq!(table.game.seat_of("ди"), Some(3));
    assert_eq!(table.game.join("Eve"), Err(Refusal::GameFull { seats: 4 }));
    table.act(2, Action::Leave).unwrap();
    assert_eq!((table.game.n_seats(), table.game.name(2)), (3, "Ди"));
    assert_eq!(table.game.join("ADA"), Err(Refusal::NameTaken("ADA".to_owned())));
    for bad in ["", "  ", "a name of twenty-one c", "tab\tbed"] {
        assert_eq!(table.game.join(bad), Err(Refusal::BadName { longest: 20 }), "{bad:?}");
    }
    table.act(1, Action::Ready(true)).unwrap();
    assert!(table.game.is_ready(1) && !table.game.is_ready(0));
    assert_eq!(table.act(1, Action::Start), Err(Refusal::NotHost));
    assert_eq!(table.act(1, Action::Pass), Err(Refusal::NotStarted));
    assert_eq!(table.act(7, Action::Pass), Err(Refusal::NoSuchSeat(7)));
    table.act(0, Action::Start).unwrap();
    assert_eq!(table.act(0, Action::Start), Err(Refusal::AlreadyStarted));
    assert_eq!(table.game.join("Eve"), Err(Refusal::AlreadyStarted));
    assert_eq!(table.act(1, Action::Leave), Err(Refusal::LeaveByResigning));
    assert!((0..3).all(|seat| table.game.rack(seat).len() == 7));
}

#[test]
fn first_players_need_different_names() {
    let new = |names: &[&str]| Setup::new(ruleset("english"), names, Seed::from(5)).map(|_| ());
    assert_eq!(new(&["Ada", "ada "]), Err(Refusal::NameTaken("ada".to_owned())));
    assert_eq!(new(&["1", "2", "3", "4", "5"]), Err(Refusal::GameFull { seats: 4 }));
}

#[test]
fn when_the_host_leaves_the_next_is_host() {
    let mut table = table(&["Ada", "Bo", "Cy"]);
    table.act(0, Action::Leave).unwrap();
    table.act(0, Action::Start).unwrap();
    assert_eq!(table.game.name(0), "Bo");
}

#[test]
fn the_first_turn_is_drawn_by_tile_and_ties_draw_again() {
    let mut rounds = [0; 4];
    for seed in 0..200 {
        let mut table =
            Table::new(Setup::new(ruleset("english"), &NAMES, Seed::from(seed)).unwrap());
        table.act(0, Action::Start).unwrap();
        let lots = table.game.lots();
        rounds[lots.len()] += 1;
        let rank = |tile: Tile| if let Tile::Letter(letter) = tile { Some(letter) } else { None };
        for pair in lots.windows(2) {
            let best = pair[0].iter().map(|lot| rank(lot.1)).min();
            let tied: Vec<Seat> =
                pair[0].iter().filter(|lot| Some(rank(lot.1)) == best).map(|lot| lot.0).collect();
            assert_eq!(tied, pair[1].iter().map(|lot| lot.0).collect::<Vec<_>>());
        }
        let best = lots.last().unwrap().iter().min_by_key(|lot| rank(lot.1)).unwrap();
        assert_eq!(table.game.first(), Some(best.0));
        assert_eq!(table.game.on_turn(), Some(best.0));
        assert_eq!(table.game.bag_len(), 100 - 28, "the lots went back");
    }
    assert!(rounds[1] > 150 && rounds[2] > 0, "{rounds:?}");
}

#[test]
fn all_turns_can_be_drawn_and_every_tie_draws_again() {
    let (mut redrawn, mut unlike_the_seats) = (0, 0);
    for seed in 0..100 {
        let mut setup = Setup::new(ruleset("english"), &NAMES, Seed::from(seed)).unwrap();
        setup.first = First::OrderDrawn;
        let mut table = Table::started(setup);
        let lots = table.game.lots();
        redrawn += usize::from(lots.len() > 1);
        let rank = |tile: Tile| if let Tile::Letter(letter) = tile { Some(letter) } else { None };
        let drawn = |seat: Seat| -> Vec<Option<Letter>> {
            let own = lots.iter().flatten().filter(|lot| lot.0 == seat);
            own.map(|lot| rank(lot.1)).collect()
        };
        let order: Vec<Seat> = table.game.in_order(table.game.first().unwrap()).collect();
        assert_eq!(order.iter().collect::<HashSet<_>>().len(), 4);
        assert!(order.is_sorted_by(|&a, &b| drawn(a) < drawn(b)), "{order:?} {lots:?}");
        unlike_the_seats += usize::from(order[1] != (order[0] + 1) % 4);
        for turn in 0..5 {
            let seat = order[turn % 4];
            assert_eq!(table.game.on_turn(), Some(seat));
            let position = table.game.position(seat);
            let before: Vec<usize> =
                position.history.latest_first().map(|turn| turn.seat).take(3).collect();
            assert_eq!(before, [3, 2, 1][..turn.min(3)]);
            table.pass(seat).unwrap();
        }
        let names: Vec<String> =
            table.game.record().players.into_iter().map(|player| player.name).collect();
        assert_eq!(names, order.iter().map(|&seat| NAMES[seat]).collect::<Vec<_>>());
    }
    assert!(redrawn > 10 && unlike_the_seats > 30, "{redrawn} {unlike_the_seats}");
}

#[test]
fn a_set_of_identical_tiles_still_starts_a_game() {
    for first in [First::Drawn, First::OrderDrawn] {
        let mut setup =
            Setup::new(english_with("AAAAAAAAAAAAAAAAAAAA", &[]), &["Ada", "Bo"], Seed::from(1))
                .unwrap();
        setup.first = first;
        let table = Table::started(setup);
        assert_eq!(table.game.phase(), Phase::Playing);
        assert_eq!(table.game.first(), Some(0), "after enough ties, the seats decide");
    }
}

#[test]
fn a_seat_that_is_away_is_skipped_after_the_grace_period_and_may_return() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.grace = Some(60_000);
    let mut table = Table::started(setup);
    let presence = [Presence::AwaySince(10_000), Presence::Here];
    table.now = 69_999;
    assert!(table.tick(&presence).is_empty());
    assert_eq!(table.game.next_tick(&presence), Some(70_000));
    table.now = 70_000;
    assert_eq!(table.tick(&presence), [Event::Skipped { seat: 0, at: 70_000 }]);
    assert_eq!(
        (table.game.passes(), table.game.scoreless_turns()),
        (0, 1),
        "is scoreless, but not a pass"
    );
    assert_eq!(table.game.on_turn(), Some(1));
    assert!(table.game.is_away(0));
    table.act(0, Action::Rejoin).unwrap();
    assert!(!table.game.is_away(0));
    assert_eq!(table.act(0, Action::Rejoin), Ok(vec![]), "nothing to do");
    table.pass(1).unwrap();
    assert!(table.tick(&[Presence::Here; 2]).is_empty());
    assert_eq!(table.game.on_turn(), Some(0));
}

#[test]
fn a_clock_that_was_set_back_skips_nobody_before_the_turn_began() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.grace = Some(60_000);
    let mut table = Table::started(setup);
    table.now = 500_000;
    table.pass(0).unwrap();
    let presence = [Presence::Here, Presence::AwaySince(0)];
    table.now = 400_000;
    assert_eq!(table.game.next_tick(&presence), Some(500_000));
    assert!(table.tick(&presence).is_empty());
    table.now = 500_000;
    assert_eq!(table.tick(&presence), [Event::Skipped { seat: 1, at: 500_000 }]);
}

#[test]
fn several_absent_players_are_skipped_at_once() {
    let mut setup = setup(&ruleset("english"), 4);
    setup.grace = Some(1_000);
    let mut table = Table::started(setup);
    table.now = 5_000;
    let away = Presence::AwaySince(0);
    let events = table.tick(&[away, away, away, Presence::Here]);
    assert_eq!(events.len(), 3);
    assert_eq!(table.game.on_turn(), Some(3));
}

#[test]
fn a_game_against_nobody_ends_by_passes() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.grace = Some(1_000);
    let mut table = Table::started(setup);
    let presence = [Presence::Here, Presence::AwaySince(0)];
    while table.game.phase() == Phase::Playing {
        table.now += 2_000;
        table.pass(0).unwrap();
        table.tick(&presence);
    }
    assert_eq!(table.outcome().reason, Reason::Scoreless);
}

#[test]
fn games_on_one_device_have_undo() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.local = true;
    let mut table = Table::started(setup);
    assert_eq!(table.act(0, Action::Undo), Err(Refusal::NothingToUndo));
    let rack = table.game.rack(0).clone();
    let tile = rack.iter().find(|&tile| tile != Tile::Blank).unwrap();
    table.act(0, Action::Exchange([tile].into_iter().collect())).unwrap();
    table.pass(1).unwrap();
    table.now = 1_000;
    table.act(1, Action::Undo).unwrap();
    assert_eq!(
        (table.game.on_turn(), table.game.turns().len(), table.game.turn_began()),
        (Some(1), 1, 1_000)
    );
    table.act(1, Action::Undo).unwrap();
    assert_eq!((table.game.on_turn(), table.game.rack(0)), (Some(0), &rack));
    assert_eq!(table.act(0, Action::Undo), Err(Refusal::NothingToUndo));
    for turn in 0..6 {
        table.pass(turn % 2).unwrap();
    }
    assert_eq!(table.game.phase(), Phase::Ended);
    table.act(0, Action::Undo).unwrap();
    assert_eq!((table.game.phase(), table.game.on_turn()), (Phase::Playing, Some(1)));
    assert_eq!(table.game.n_events() as usize, table.events.len(), "taking back is an event, too");
}

#[test]
fn repeating_an_undone_move_draws_the_same_tiles() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.local = true;
    let mut table = Table::started(setup);
    let exchanged = |table: &mut Table| {
        let seat = table.game.on_turn().unwrap();
        let tile = table.game.rack(seat).iter().next().unwrap();
        table.act(seat, Action::Exchange([tile].into_iter().collect())).unwrap();
        table.game.rack(seat).clone()
    };
    let first = [exchanged(&mut table), exchanged(&mut table)];
    for _ in 0..2 {
        table.act(0, Action::Undo).unwrap();
    }
    assert_eq!([exchanged(&mut table), exchanged(&mut table)], first);
    table.act(0, Action::Undo).unwrap();
    assert_eq!(exchanged(&mut table), first[1], "however often");
}

#[test]
fn other_games_have_no_undo() {
    let mut table = Table::started(setup(&ruleset("english"), 2));
    table.pass(0).unwrap();
    assert_eq!(table.act(0, Action::Undo), Err(Refusal::NotLocal));
}

#[test]
fn a_challenge_is_undone_alone() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.local = true;
    let mut table = Table::dealt(setup, &["CATERSS", "DOGMAIN"]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    let scores = table.game.scores();
    table.challenge(1).unwrap();
    assert_eq!(table.game.scores(), [0, 0]);
    table.act(1, Action::Undo).unwrap();
    assert_eq!(table.game.scores(), scores);
    assert_eq!(table.game.challengeable(1).len(), 1);
}

#[test]
fn a_challenge_that_cost_the_game_is_undone_completely() {
    for word_is_valid in [true, false] {
        let mut setup = setup(&ruleset("english"), 2);
        setup.challenge = Challenge::Triple;
        setup.local = true;
        let mut table = Table::dealt(setup, &["CATERSS", "DOGMAIN"]);
        if !word_is_valid {
            table = table.phony("CAT");
        }
        table.across(0, 7, 6, "CAT").unwrap();
        let before = table.game.clone();
        table.challenge(1).unwrap();
        assert_eq!(table.outcome().reason, Reason::Lost(Loss::Challenge));
        table.act(1, Action::Undo).unwrap();
        assert_eq!((table.game.board(), table.game.turns()), (before.board(), before.turns()));
        assert_eq!(table.game.challengeable(1).len(), 1, "it may be doubted, or not");
    }
}
