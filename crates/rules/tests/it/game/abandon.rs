//! Games in which nobody moves any more.

use tisane_rules::*;

use crate::common::*;

const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;
const LIMIT: Millis = 14 * DAY;
const BOT_WAITS: [Presence; 2] = [Presence::AwaySince(MINUTE), Presence::Bot];

fn setup_with(clock: Clock) -> Setup {
    let mut setup = setup(&ruleset("english"), 2);
    setup.clock = clock;
    setup.grace = Some(5 * MINUTE);
    setup.abandoned_after = Some(LIMIT);
    setup
}

fn table(clock: Clock) -> Table {
    Table::dealt(setup_with(clock), &["CATERSS", "DOGMAIN"])
}

/// Both have moved, and seat 0 is to move.
fn begun(clock: Clock) -> Table {
    let mut table = table(clock);
    table.pass(0).unwrap();
    table.pass(1).unwrap();
    table
}

#[test]
fn abandoning_a_game_against_a_bot_loses() {
    let overtime = Overtime { points: 10, per: MINUTE, at_most: 5 * MINUTE };
    for clock in
        [Clock::None, Clock::Game { initial: 25 * MINUTE, increment: 0, overtime: Some(overtime) }]
    {
        let mut table = begun(clock);
        table.now = DAY;
        assert_eq!(table.tick(&BOT_WAITS), [Event::Paused { at: MINUTE }]);
        assert_eq!(table.game.next_tick(&BOT_WAITS), Some(LIMIT));
        table.now = LIMIT - 1;
        assert!(table.tick(&BOT_WAITS).is_empty());
        table.now = LIMIT;
        let lost = Event::Lost { seat: 0, loss: Loss::Abandoned, at: LIMIT };
        assert_eq!(table.tick(&BOT_WAITS)[..2], [Event::Resumed { at: LIMIT }, lost]);
        assert_eq!(table.outcome().reason, Reason::Lost(Loss::Abandoned));
        assert_eq!(table.outcome().winners, [1]);
        assert!(
            table.outcome().results.iter().all(|settled| settled.overtime == 0),
            "the pause costs no time"
        );
        assert_eq!(table.game.next_tick(&BOT_WAITS), None);
        assert_eq!(table.game.record().loss(0), Some(Loss::Abandoned), "the score sheet says so");
    }
}

#[test]
fn visiting_does_not_extend_the_limit() {
    let mut table = begun(Clock::None);
    for day in 1..14 {
        table.now = day * DAY;
        table.tick(&[Presence::Here, Presence::Bot]);
        table.tick(&[Presence::AwaySince(table.now), Presence::Bot]);
        assert!(table.game.outcome().is_none(), "day {day}");
    }
    table.now = LIMIT;
    table.tick(&[Presence::Here, Presence::Bot]);
    assert_eq!(table.outcome().winners, [1]);
}

#[test]
fn a_move_extends_the_limit() {
    let mut table = begun(Clock::None);
    table.now = LIMIT - 1;
    table.pass(0).unwrap();
    table.now = LIMIT;
    assert_eq!(table.tick(&BOT_WAITS), [Event::Paused { at: LIMIT - 1 }]);
    assert_eq!(table.game.next_tick(&BOT_WAITS), Some(2 * LIMIT - 1));
}

#[test]
fn a_bot_waiting_for_a_player_does_not_lose() {
    let mut table = begun(Clock::None);
    table.pass(0).unwrap();
    assert_eq!(table.game.on_turn(), Some(1));
    table.now = LIMIT;
    table.tick(&BOT_WAITS);
    assert_eq!(table.outcome().winners, [1]);
    let mut stuck = begun(Clock::None);
    stuck.pass(0).unwrap();
    stuck.now = LIMIT;
    stuck.tick(&[Presence::Here, Presence::Bot]);
    assert_eq!(stuck.outcome().reason, Reason::Aborted, "nobody is to blame");
}

#[test]
fn of_two_people_the_one_to_move_loses() {
    let mut table = begun(Clock::None);
    table.pass(0).unwrap();
    table.now = LIMIT;
    table.tick(&[Presence::AwaySince(2 * DAY), Presence::AwaySince(DAY)]);
    assert_eq!(table.outcome().winners, [0]);
}

#[test]
fn an_abandoned_game_is_aborted_before_everybody_has_moved() {
    let mut table = table(Clock::None);
    table.pass(0).unwrap();
    assert!(!table.game.has_everybody_moved());
    table.now = LIMIT;
    table.tick(&[Presence::AwaySince(MINUTE); 2]);
    assert_eq!(table.outcome().reason, Reason::Aborted);
}

#[test]
fn the_last_play_of_an_abandoned_game_stands() {
    let mut setup = setup(&english_with("CATDO", &["rack=3"]), 2);
    setup.grace = Some(MINUTE);
    setup.abandoned_after = Some(LIMIT);
    let mut table = Table::dealt(setup, &["CAT", "DO"]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = LIMIT;
    table.tick(&[Presence::Bot, Presence::AwaySince(0)]);
    assert_eq!(table.outcome().reason, Reason::Out(0));
    assert_eq!(table.outcome().winners, [0]);
}

#[test]
fn without_a_limit_games_are_never_abandoned() {
    let mut setup = setup_with(Clock::None);
    setup.abandoned_after = None;
    let mut table = Table::dealt(setup, &["CATERSS", "DOGMAIN"]);
    table.pass(0).unwrap();
    table.pass(1).unwrap();
    table.now = 1000 * DAY;
    assert_eq!(table.tick(&BOT_WAITS), [Event::Paused { at: MINUTE }]);
    assert_eq!(table.game.next_tick(&BOT_WAITS), None);
}

#[test]
fn dropping_out_cancels_an_offer_to_abort() {
    let mut table = Table::dealt(setup(&ruleset("english"), 3), &["CATERSS", "DOGMAIN", "EIOUVWL"]);
    table.act(0, Action::OfferAbort).unwrap();
    table.act(1, Action::AcceptAbort).unwrap();
    table.act(2, Action::Resign).unwrap();
    assert!(table.game.outcome().is_none(), "those who are left decide again");
    assert_eq!(table.game.abort_offer(), None);
}
