//! Clocks in games: time-outs, overtime, increments, banks.

use tisane_rules::*;

use crate::common::*;

const MINUTE: Millis = 60_000;
const RACKS: [&str; 3] = ["CATERSS", "DOGMAIN", "EIOUVWL"];

fn with_clock(clock: Clock, seats: usize) -> Table {
    let mut setup = setup(&ruleset("english"), seats);
    setup.clock = clock;
    Table::dealt(setup, &RACKS[..seats])
}

fn tournament() -> Clock {
    let overtime = Overtime { points: 10, per: MINUTE, at_most: 5 * MINUTE };
    Clock::Game { initial: 25 * MINUTE, increment: 0, overtime: Some(overtime) }
}

#[test]
fn only_the_seat_on_turn_uses_time() {
    let mut table = with_clock(tournament(), 2);
    table.now = 3 * MINUTE;
    assert_eq!(
        (table.game.left(0, table.now), table.game.left(1, table.now)),
        (Some(22 * MINUTE), Some(25 * MINUTE))
    );
    table.pass(0).unwrap();
    table.now = 4 * MINUTE;
    assert_eq!(
        (table.game.left(0, table.now), table.game.left(1, table.now)),
        (Some(22 * MINUTE), Some(24 * MINUTE))
    );
    assert_eq!(table.game.turns()[0].left, Some(22 * MINUTE));
}

#[test]
fn lag_delays_the_start_of_a_turn() {
    let mut table = with_clock(tournament(), 2);
    table.now = MINUTE;
    table.pass(0).unwrap();
    let credit = table.game.credit_lag(400).unwrap();
    assert_eq!(credit, Event::LagCredited { seat: 1, millis: 400 });
    table.apply(vec![credit]);
    table.now += 300;
    assert_eq!(table.game.left(1, table.now), Some(25 * MINUTE), "the message is still on its way");
    table.now += 1100;
    table.pass(1).unwrap();
    assert_eq!(
        (table.game.left(0, table.now), table.game.left(1, table.now)),
        (Some(24 * MINUTE), Some(25 * MINUTE - 1000))
    );
    assert_eq!(
        table.game.credit_lag(90_000),
        Some(Event::LagCredited { seat: 0, millis: MOST_LAG_CREDIT })
    );
    assert_eq!(table.game.credit_lag(0), None);
    assert_eq!(with_clock(Clock::None, 2).game.credit_lag(400), None);
}

#[test]
fn a_credit_for_lag_changes_no_draw() {
    let draws = |credit: bool| {
        let mut table = with_clock(tournament(), 2);
        if credit {
            let credited = table.game.credit_lag(400).unwrap();
            table.apply(vec![credited]);
        }
        table.exchange(0, "C").unwrap();
        table.game.rack(0).clone()
    };
    assert_eq!(draws(true), draws(false));
}

#[test]
fn overtime_costs_ten_points_for_each_minute_begun() {
    let mut table = with_clock(tournament(), 2);
    table.now = 26 * MINUTE + 1; // one minute and a bit too much
    assert!(table.tick(&[]).is_empty());
    table.pass(0).unwrap();
    for turn in 1..6 {
        table.pass(turn % 2).unwrap();
    }
    let overtime: Vec<i32> =
        table.outcome().results.iter().map(|settled| settled.overtime).collect();
    assert_eq!(overtime, [-20, 0]);
    let ada = &table.outcome().results[0];
    assert_eq!(ada.total, ada.played + ada.racks - 20);
}

#[test]
fn beyond_the_longest_overtime_the_game_is_lost() {
    let mut table = with_clock(tournament(), 2);
    assert_eq!(table.game.next_tick(&[]), Some(30 * MINUTE + 1));
    table.now = 30 * MINUTE;
    assert!(table.tick(&[]).is_empty());
    table.now += 1;
    assert_eq!(table.pass(0), Err(Refusal::TimeUp), "too late, whether or not anybody noticed");
    assert_eq!(table.tick(&[])[0], Event::Lost { seat: 0, loss: Loss::Time, at: table.now });
    assert_eq!(table.outcome().reason, Reason::Lost(Loss::Time));
    assert_eq!(table.outcome().winners, [1]);
}

#[test]
fn a_timeout_noticed_late_costs_no_extra_points() {
    let mut table = with_clock(tournament(), 2);
    table.now = 24 * 60 * MINUTE;
    table.tick(&[]);
    assert_eq!(table.outcome().results[0].overtime, -50);
}

#[test]
fn of_three_the_others_play_on_when_one_runs_out_of_time() {
    let mut table = with_clock(Clock::Game { initial: MINUTE, increment: 0, overtime: None }, 3);
    table.now = MINUTE + 1;
    table.tick(&[]);
    assert_eq!(table.game.lost(0), Some(Loss::Time));
    assert_eq!(table.game.on_turn(), Some(1));
    assert_eq!(table.game.left(1, table.now), Some(MINUTE), "their turn begins now");
}

#[test]
fn an_increment_is_added_after_every_turn() {
    let mut table =
        with_clock(Clock::Game { initial: MINUTE, increment: 10_000, overtime: None }, 2);
    table.now = 30_000;
    table.pass(0).unwrap();
    assert_eq!(table.game.left(0, table.now), Some(40_000));
}

#[test]
fn by_correspondence_only_slow_turns_use_the_bank() {
    let mut table = with_clock(Clock::Turn { turn: 10 * MINUTE, bank: 5 * MINUTE }, 2);
    table.now = 9 * MINUTE;
    table.pass(0).unwrap();
    assert_eq!(table.game.left(0, table.now), Some(5 * MINUTE));
    table.now += 12 * MINUTE;
    assert_eq!(table.game.left(1, table.now), Some(3 * MINUTE));
    table.pass(1).unwrap();
    table.pass(0).unwrap();
    assert_eq!(table.game.next_tick(&[]), Some(table.now + 13 * MINUTE + 1));
    table.now += 13 * MINUTE + 1;
    table.tick(&[Presence::AwaySince(0), Presence::AwaySince(0)]);
    assert_eq!(table.outcome().winners, [0], "nobody needs to be there");
}

/// Both leave, the other seat last, and return after a day.
const NOBODY: [Presence; 2] = [Presence::AwaySince(MINUTE), Presence::AwaySince(2 * MINUTE)];
const DAY: Millis = 24 * 60 * MINUTE;

fn with_grace(clock: Clock, seats: usize) -> Table {
    let mut setup = setup(&ruleset("english"), seats);
    setup.clock = clock;
    setup.grace = Some(5 * MINUTE);
    Table::dealt(setup, &RACKS[..seats])
}

#[test]
fn no_clock_runs_while_no_player_is_connected() {
    let mut table = with_grace(tournament(), 2);
    assert_eq!(table.game.next_tick(&NOBODY), Some(2 * MINUTE));
    table.now = 3 * MINUTE; // noticed late
    assert_eq!(table.tick(&NOBODY), [Event::Paused { at: 2 * MINUTE }]);
    table.now = DAY;
    assert_eq!(table.game.next_tick(&NOBODY), None);
    assert!(table.tick(&NOBODY).is_empty());
    assert_eq!(
        (table.game.paused(), table.game.left(0, table.now)),
        (Some(2 * MINUTE), Some(23 * MINUTE))
    );
    let back = [Presence::Here, NOBODY[1]];
    assert_eq!(table.tick(&back), [Event::Resumed { at: DAY }]);
    assert_eq!(table.game.next_tick(&back), Some(DAY + 28 * MINUTE + 1));
    table.now += MINUTE;
    table.pass(0).unwrap();
    assert_eq!(table.game.turns()[0].left, Some(22 * MINUTE));
    assert_eq!(table.tick(&back), [Event::Skipped { seat: 1, at: table.now }]);
    for turn in 2..6 {
        table.pass(turn % 2).unwrap();
    }
    assert!(table.outcome().results.iter().all(|settled| settled.overtime == 0));
}

#[test]
fn acting_resumes_a_paused_game() {
    let mut table = with_grace(tournament(), 2);
    table.now = 2 * MINUTE;
    table.tick(&NOBODY);
    table.now = DAY;
    assert!(table.pass(1).is_err(), "not their turn, so nothing happens");
    assert!(table.game.paused().is_some());
    assert_eq!(
        table.pass(0).unwrap(),
        [Event::Resumed { at: DAY }, Event::Passed { seat: 0, at: DAY }]
    );
    assert_eq!(table.game.turns()[0].left, Some(23 * MINUTE));
}

#[test]
fn a_timeout_before_everybody_left_still_counts() {
    let mut table = with_grace(Clock::Game { initial: MINUTE, increment: 0, overtime: None }, 2);
    table.now = DAY;
    assert_eq!(table.tick(&NOBODY)[0], Event::Lost { seat: 0, loss: Loss::Time, at: 2 * MINUTE });
    assert_eq!(table.outcome().winners, [1]);
}

#[test]
fn turn_clocks_stop_too_if_presence_matters() {
    let clock = Clock::Turn { turn: 10 * MINUTE, bank: 5 * MINUTE };
    let mut table = with_grace(clock, 2);
    table.now = DAY;
    table.tick(&NOBODY);
    table.now += 12 * MINUTE;
    table.tick(&[Presence::Here; 2]);
    table.now += 9 * MINUTE; // with the two before, one more than a turn has
    assert_eq!(table.game.left(0, table.now), Some(4 * MINUTE));
    let mut by_correspondence = with_clock(clock, 2);
    by_correspondence.now = DAY;
    assert_eq!(
        by_correspondence.tick(&NOBODY)[0],
        Event::Lost { seat: 0, loss: Loss::Time, at: DAY }
    );
}

#[test]
fn a_bot_waits_for_people_but_not_the_reverse() {
    let mut table = with_grace(tournament(), 2);
    let gone = [Presence::AwaySince(MINUTE), Presence::Bot];
    table.now = MINUTE;
    assert_eq!(table.tick(&gone), [Event::Paused { at: MINUTE }]);
    table.now = DAY;
    table.tick(&[Presence::Here, Presence::Bot]);
    table.pass(0).unwrap();
    assert_eq!(table.game.turns()[0].left, Some(24 * MINUTE));
    // The bot plays while no player is connected; then the turn of the person waits.
    table.now += MINUTE;
    let gone = [Presence::AwaySince(DAY), Presence::Bot];
    table.tick(&gone);
    table.pass(1).unwrap();
    table.now += DAY;
    table.tick(&gone);
    assert_eq!(table.game.left(0, table.now), Some(24 * MINUTE));
    let mut bots = with_grace(tournament(), 2);
    bots.now = DAY;
    assert_eq!(
        bots.tick(&[Presence::Bot; 2])[0],
        Event::Lost { seat: 0, loss: Loss::Time, at: DAY },
        "nobody to wait for"
    );
}

#[test]
fn a_returning_player_can_challenge_the_last_play() {
    let ruleset = english_with("CATDO", &["rack=3"]);
    let mut setup = setup(&ruleset, 2);
    setup.grace = Some(MINUTE);
    setup.last_challenge = DoubtTime::For(5 * MINUTE);
    let mut table = Table::dealt(setup, &["CAT", "DO"]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = DAY;
    assert_eq!(table.tick(&NOBODY), [Event::Paused { at: 2 * MINUTE }]);
    let back = [NOBODY[0], Presence::Here];
    table.tick(&back);
    assert_eq!(
        (table.game.phase(), table.game.next_tick(&back)),
        (Phase::LastChallenge, Some(DAY + 3 * MINUTE))
    );
    table.challenge(1).unwrap();
    assert_eq!(table.game.phase(), Phase::Playing);
}

#[test]
fn a_challenge_does_not_stop_the_clock() {
    let mut table = with_clock(tournament(), 2).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = MINUTE;
    table.challenge(1).unwrap();
    table.now = 2 * MINUTE;
    table.pass(1).unwrap();
    assert_eq!(table.game.turns()[1].left, Some(23 * MINUTE));
}

#[test]
fn a_lost_turn_uses_the_time_thought_about_the_challenge() {
    let mut table = with_clock(tournament(), 2);
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = MINUTE;
    table.challenge(1).unwrap();
    assert_eq!(table.game.on_turn(), Some(0));
    assert_eq!(table.game.left(1, table.now), Some(24 * MINUTE));
}

#[test]
fn clocks_stop_while_the_last_play_can_be_challenged() {
    let ruleset = english_with("CATDO", &["rack=3"]);
    let mut setup = setup(&ruleset, 2);
    setup.clock = Clock::Game { initial: MINUTE, increment: 0, overtime: None };
    setup.last_challenge = DoubtTime::For(10 * MINUTE);
    let mut table = Table::dealt(setup, &["CAT", "DO"]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = 5 * MINUTE;
    assert!(table.tick(&[]).is_empty());
    table.challenge(1).unwrap();
    assert_eq!(table.game.left(1, table.now), Some(MINUTE));
}

#[test]
fn a_turn_after_a_resigned_last_play_begins_then() {
    let ruleset = english_with("CATDOGE", &["rack=3"]);
    let mut setup = setup(&ruleset, 3);
    setup.clock = Clock::Game { initial: MINUTE, increment: 0, overtime: None };
    let mut table = Table::dealt(setup, &["CAT", "DO", "GE"]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = MINUTE / 2;
    table.act(0, Action::Resign).unwrap();
    assert_eq!(table.game.on_turn(), Some(1));
    assert_eq!(table.game.left(1, table.now), Some(MINUTE));
}

#[test]
fn undone_turns_cost_no_time() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.clock = Clock::Game { initial: 10 * MINUTE, increment: 0, overtime: None };
    setup.local = true;
    let mut table = Table::started(setup);
    table.pass(0).unwrap();
    table.now = MINUTE;
    table.pass(1).unwrap();
    table.now = 3 * MINUTE;
    table.act(0, Action::Undo).unwrap();
    table.now = 4 * MINUTE;
    table.pass(1).unwrap();
    assert_eq!(table.game.left(1, table.now), Some(9 * MINUTE));
    table.pass(0).unwrap();
    table.act(0, Action::Undo).unwrap();
    assert_eq!(
        table.game.left(1, table.now),
        Some(9 * MINUTE),
        "as before the turn that was taken back"
    );
}

#[test]
fn an_increment_and_overtime_exclude_each_other() {
    let source = Ruleset::builtin_source("english").unwrap();
    let clock = "clock={ minutes = 25, increment_seconds = 5, overtime = { points = 10, per_seconds = 60, minutes_at_most = 5 } }";
    let error = Ruleset::parse_with(source, &[clock]).unwrap_err();
    assert_eq!(error.to_string(), "a clock has either increment_seconds or overtime");
}
