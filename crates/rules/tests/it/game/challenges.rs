//! Each challenge rule: what a right and a wrong challenge bring.

use tisane_rules::*;

use crate::common::*;

const RACKS: [&str; 4] = ["CATERSS", "DOGMAIN", "EIOUVWL", "AEHNRTT"];

/// Ada plays CAT for 10 points; Bo challenges.
#[track_caller]
fn challenged(rule: Challenge, word_is_valid: bool) -> Table {
    let mut setup = setup(&ruleset("english"), 2);
    setup.challenge = rule;
    let mut table = Table::dealt(setup, &RACKS[..2]);
    if !word_is_valid {
        table = table.phony("CAT");
    }
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.game.scores(), [10, 0]);
    table.challenge(1).unwrap();
    table
}

const FIVE_PER_PLAY: Challenge = Challenge::Points { points: 5, per: PerChallenge::Play };
const TEN_PER_WORD: Challenge = Challenge::Points { points: 10, per: PerChallenge::Word };

#[test]
fn a_wrong_challenge_costs_what_the_rule_says() {
    // rule, scores, who is on turn, scoreless turns
    let cases = [
        (Challenge::Single, [10, 0], 1, 0),
        (Challenge::Double, [10, 0], 0, 1),
        (FIVE_PER_PLAY, [15, 0], 1, 0),
        (TEN_PER_WORD, [20, 0], 1, 0),
    ];
    for (rule, scores, on_turn, scoreless) in cases {
        let table = challenged(rule, true);
        assert_eq!(table.game.scores(), scores, "{rule:?}");
        assert_eq!(table.game.on_turn(), Some(on_turn), "{rule:?}");
        assert_eq!(table.game.scoreless_turns(), scoreless, "{rule:?}");
        assert_eq!(table.game.turns()[0].total, scores[0], "{rule:?}");
        assert_eq!(table.game.board().n_tiles(), 3);
    }
}

#[test]
fn a_right_challenge_withdraws_the_play() {
    for rule in [Challenge::Single, Challenge::Double, FIVE_PER_PLAY, TEN_PER_WORD] {
        let table = challenged(rule, false);
        let game = &table.game;
        assert_eq!(game.scores(), [0, 0], "{rule:?}");
        assert_eq!(game.on_turn(), Some(1), "the challenger moves");
        assert_eq!(game.scoreless_turns(), 1);
        assert_eq!(*game.rack(0), table.tiles(RACKS[0]), "the tiles are back");
        assert_eq!(game.bag_len(), 86, "those drawn after the play too");
        assert!(game.board().is_empty());
        assert!(game.turns()[0].is_withdrawn());
        assert_eq!((game.turns()[0].score, game.turns()[0].total), (10, 0));
    }
}

#[test]
fn the_loser_of_a_triple_challenge_loses_the_game() {
    for (valid, winner) in [(true, 0), (false, 1)] {
        let table = challenged(Challenge::Triple, valid);
        assert_eq!(table.outcome().reason, Reason::Lost(Loss::Challenge));
        assert_eq!(table.outcome().winners, [winner]);
    }
}

#[test]
fn in_a_triple_game_of_three_the_others_play_on() {
    let mut setup = setup(&ruleset("english"), 3);
    setup.challenge = Challenge::Triple;
    let mut table = Table::dealt(setup, &RACKS[..3]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(2).unwrap();
    assert_eq!(table.game.lost(2), Some(Loss::Challenge));
    assert_eq!(table.game.on_turn(), Some(1));
    table.pass(1).unwrap();
    assert_eq!(table.game.on_turn(), Some(0));
}

#[test]
fn void_refuses_invalid_words_by_name() {
    let mut setup = setup(&ruleset("english"), 2);
    setup.challenge = Challenge::Void;
    let mut table = Table::dealt(setup, &RACKS[..2]).phony("CAT");
    let refusal = table.across(0, 7, 6, "CAT").unwrap_err();
    assert_eq!(refusal, Refusal::NotWords(vec!["CAT".to_owned()]));
    assert_eq!(refusal.to_string(), "not in the lexicon: CAT");
    table.across(0, 7, 6, "TAR").unwrap();
    assert_eq!(table.challenge(1), Err(Refusal::NoChallenges));
}

#[test]
fn only_the_challenged_words_are_judged_and_paid() {
    // Bo plays ON below the end of CAT, forming two words.
    let deal = |per, phony: Option<&str>| {
        let mut setup = setup(&ruleset("english"), 2);
        setup.challenge = Challenge::Points { points: 5, per };
        let mut table = Table::dealt(setup, &RACKS[..2]);
        if let Some(word) = phony {
            table = table.phony(word);
        }
        table.across(0, 7, 6, "CAT").unwrap();
        table.across(1, 8, 8, "ON").unwrap(); // ON, and TO down
        assert_eq!(table.game.challengeable(0).len(), 2);
        table
    };
    let doubt = |words: &[usize]| Action::Challenge(Doubt::Words(words.to_vec()));

    let mut table = deal(PerChallenge::Word, None);
    let before = table.game.scores()[1];
    table.act(0, doubt(&[1, 0, 1])).unwrap();
    assert_eq!(table.game.scores()[1], before + 10, "each word once");

    let mut table = deal(PerChallenge::Word, None);
    table.act(0, doubt(&[1])).unwrap();
    assert_eq!(table.game.scores()[1], before + 5);

    let mut table = deal(PerChallenge::Play, None);
    table.act(0, doubt(&[0, 1])).unwrap();
    assert_eq!(table.game.scores()[1], before + 5);

    let mut table = deal(PerChallenge::Word, Some("TO"));
    table.act(0, doubt(&[0])).unwrap();
    assert_eq!(table.game.scores()[1], before + 5, "the phony was not doubted");
    assert_eq!(table.act(0, doubt(&[1])), Err(Refusal::AlreadyJudged));

    let mut table = deal(PerChallenge::Word, Some("TO"));
    let refusal = table.act(0, doubt(&[2])).unwrap_err();
    assert_eq!(refusal, Refusal::NoSuchWord { asked: 2, words: 2 });
    assert_eq!(refusal.to_string(), "the play formed 2 words; there is no word 3 to challenge");
    assert!(table.act(0, doubt(&[usize::MAX])).unwrap_err().to_string().contains("no word"));
    assert_eq!(table.act(0, doubt(&[])), Err(Refusal::NothingToChallenge));
    table.act(0, doubt(&[1])).unwrap();
    assert_eq!(table.game.scores()[1], 0);
}

#[test]
fn any_opponent_may_challenge_until_the_next_seat_acts() {
    let deal = || Table::dealt(setup(&ruleset("english"), 4), &RACKS).phony("CAT");
    for challenger in 1..4 {
        let mut table = deal();
        table.across(0, 7, 6, "CAT").unwrap();
        table.challenge(challenger).unwrap();
        assert_eq!(table.game.scores()[0], 0);
        assert_eq!(table.game.on_turn(), Some(1));
    }
    let mut table = deal();
    assert_eq!(table.challenge(1), Err(Refusal::NothingToChallenge));
    table.across(0, 7, 6, "CAT").unwrap();
    assert_eq!(table.challenge(0), Err(Refusal::OwnPlay));
    table.pass(1).unwrap();
    assert_eq!(table.challenge(2), Err(Refusal::NothingToChallenge));
    assert!(table.game.challengeable(2).is_empty());
}

#[test]
fn a_wrong_double_challenge_costs_the_challengers_next_turn() {
    let mut table = Table::dealt(setup(&ruleset("english"), 3), &RACKS[..3]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(2).unwrap();
    assert_eq!(table.game.on_turn(), Some(1), "Bo's turn is not touched");
    table.down(1, 8, 8, "O").unwrap();
    assert_eq!(table.game.on_turn(), Some(0), "Cy's turn is over before it began");
    assert_eq!(table.game.turns().last().unwrap().taken, Taken::Lost);
    let lost = table.game.record().entries.pop().unwrap();
    assert!(
        matches!(&lost.what, What::TurnLost { word } if ruleset("english").alphabet.show(word) == "CAT"),
        "{lost:?}"
    );
    assert_eq!(
        table.challenge(0).unwrap().len(),
        2,
        "Bo's play may still be challenged: nobody acted since; Ada's turn is the price"
    );
    assert_eq!(table.game.on_turn(), Some(1));
}

#[test]
fn a_withdrawn_play_before_a_lost_turn_counts_both_as_scoreless() {
    let mut table = Table::dealt(setup(&ruleset("english"), 3), &RACKS[..3]).phony("TO");
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(2).unwrap();
    table.down(1, 8, 8, "O").unwrap();
    assert_eq!(table.game.scoreless_turns(), 1);
    table.challenge(0).unwrap();
    assert_eq!(table.game.scoreless_turns(), 2);
    assert_eq!(table.game.on_turn(), Some(0));
}

/// Where passes in a row end the game, as in Spanish.
#[test]
fn a_lost_challenge_counts_as_a_pass() {
    let mut setup = setup(&ruleset("spanish"), 2);
    setup.challenge = Challenge::Double;
    let mut table = Table::dealt(setup, &["CATEROS", "DOGMAIN"]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(1).unwrap();
    assert_eq!(table.game.passes(), 1);
    for seat in [0, 1, 0] {
        table.pass(seat).unwrap();
    }
    assert_eq!(table.outcome().reason, Reason::Passes);
}

#[test]
fn the_ruleset_says_whether_a_withdrawn_play_is_scoreless() {
    let ruleset = english(&["end.scoreless=[\"exchange\"]"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &RACKS[..2]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(1).unwrap();
    assert_eq!(table.game.scoreless_turns(), 0);
}

/// Ada goes out with CAT, for 10 points; Bo holds DO, worth 3.
fn out_play(challenge: Challenge) -> Table {
    let ruleset = english_with("CATDO", &["rack=3"]);
    let mut setup = setup(&ruleset, 2);
    setup.challenge = challenge;
    let mut table = Table::dealt(setup, &["CAT", "DO"]);
    table.across(0, 7, 6, "CAT").unwrap();
    table
}

#[test]
fn a_void_out_play_ends_the_game_at_once() {
    let table = out_play(Challenge::Void);
    assert_eq!(table.outcome().reason, Reason::Out(0));
    assert_eq!(table.totals(), [16, 0]);
}

#[test]
fn the_last_play_waits_for_a_challenge() {
    let mut table = out_play(Challenge::Double);
    assert_eq!(table.game.phase(), Phase::LastChallenge);
    assert_eq!(table.game.on_turn(), None);
    assert_eq!(table.across(1, 8, 8, "DO"), Err(Refusal::LastChallenge));
    assert_eq!(table.pass(0), Err(Refusal::OwnPlay));
    table.act(1, Action::Accept).unwrap();
    assert_eq!(table.outcome().reason, Reason::Out(0));
    assert_eq!(table.totals(), [16, 0]);

    let mut table = Table::dealt(setup(&english_with("CATDO", &["rack=3"]), 2), &["CAT", "DO"]);
    assert_eq!(table.act(1, Action::Accept), Err(Refusal::NothingToAccept));

    let mut table = out_play(Challenge::Double);
    table.pass(1).unwrap();
    assert_eq!(table.game.phase(), Phase::Ended, "a pass accepts");
    assert_eq!(table.act(1, Action::Accept), Err(Refusal::AlreadyEnded));
}

#[test]
fn a_wrong_last_challenge_ends_the_game_too() {
    for (rule, totals) in
        [(Challenge::Single, [16, 0]), (Challenge::Double, [16, 0]), (FIVE_PER_PLAY, [21, 0])]
    {
        let mut table = out_play(rule);
        table.challenge(1).unwrap();
        assert_eq!(table.totals(), totals, "{rule:?}");
        assert_eq!(table.outcome().reason, Reason::Out(0));
    }
}

#[test]
fn a_right_last_challenge_continues_the_game() {
    let mut table = out_play(Challenge::Double).phony("CAT");
    table.now = 5_000;
    table.challenge(1).unwrap();
    assert_eq!(table.game.phase(), Phase::Playing);
    assert_eq!(table.game.on_turn(), Some(1));
    assert_eq!(table.game.turn_began(), 5_000);
    assert_eq!(*table.game.rack(0), table.tiles("CAT"));
    table.across(1, 7, 6, "DO").unwrap();
    table.act(0, Action::Accept).unwrap();
    assert_eq!(table.outcome().reason, Reason::Out(1));
}

#[test]
fn the_last_challenge_times_out() {
    let mut table = out_play(Challenge::Double);
    let here = [Presence::Here; 2];
    assert_eq!(table.game.next_tick(&here), Some(60_000));
    table.now = 59_999;
    assert!(table.tick(&here).is_empty());
    table.now = 60_000;
    assert_eq!(table.tick(&here)[0], Event::Unchallenged { at: 60_000 });
    assert_eq!(table.totals(), [16, 0]);
}

#[test]
fn the_time_to_challenge_the_last_play_follows_the_clock() {
    let day = 24 * 60 * 60_000;
    let ruleset = english_with("CATDO", &["rack=3"]);
    let window = |clock: Clock, last_challenge: DoubtTime| {
        let mut setup = setup(&ruleset, 2);
        (setup.clock, setup.last_challenge) = (clock, last_challenge);
        let mut table = Table::dealt(setup, &["CAT", "DO"]);
        table.across(0, 7, 6, "CAT").unwrap();
        assert_eq!(table.game.phase(), Phase::LastChallenge);
        let closes = table.game.next_tick(&[]);
        assert_eq!(table.game.doubt_left(400), closes.map(|closes| closes - 400));
        closes
    };
    let by_correspondence = Clock::Turn { turn: 3 * day, bank: day };
    assert_eq!(window(by_correspondence, DoubtTime::ByClock), Some(3 * day));
    assert_eq!(window(Clock::None, DoubtTime::ByClock), Some(60_000));
    assert_eq!(window(by_correspondence, DoubtTime::For(1_000)), Some(1_000));
    assert_eq!(window(by_correspondence, DoubtTime::Unlimited), None);
}

#[test]
fn with_three_players_everybody_must_accept_the_last_play() {
    let ruleset = english_with("CATDOGE", &["rack=3"]);
    let mut table = Table::dealt(setup(&ruleset, 3), &["CAT", "DO", "GE"]);
    table.across(0, 7, 6, "CAT").unwrap();
    table.act(2, Action::Accept).unwrap();
    assert_eq!(table.game.phase(), Phase::LastChallenge);
    table.act(1, Action::Accept).unwrap();
    // Twice the racks is settled as: gains the others' 3 + 3, each loses their own.
    assert_eq!(table.totals(), [16, -3, -3]);
}

#[test]
fn withdrawing_the_play_that_emptied_the_bag_cancels_the_final_turns() {
    let ruleset = english_with("CATDOGE", &["rack=3", "end.final_turn_each=true"]);
    let mut table = Table::dealt(setup(&ruleset, 2), &["CAT", "DOG"]).phony("AT");
    table.across(0, 7, 7, "AT").unwrap();
    assert_eq!(table.game.position(1).final_turns, Some(2));
    table.challenge(1).unwrap();
    assert_eq!(table.game.position(1).final_turns, None);
    assert_eq!(table.game.bag_len(), 1);
    table.across(1, 7, 7, "DO").unwrap();
    assert_eq!(table.game.position(0).final_turns, Some(2));
    table.pass(0).unwrap();
    table.across(1, 7, 9, "G").unwrap();
    assert_eq!(
        table.game.phase(),
        Phase::LastChallenge,
        "the last of the final turns may be doubted, too"
    );
    table.challenge(0).unwrap();
    assert_eq!(table.outcome().reason, Reason::FinalTurns);
}

#[test]
fn a_play_can_be_challenged_after_a_skipped_turn() {
    let mut setup = setup(&ruleset("english"), 3);
    setup.grace = Some(1_000);
    let mut table = Table::dealt(setup, &RACKS[..3]).phony("CAT");
    table.across(0, 7, 6, "CAT").unwrap();
    table.now = 2_000;
    table.tick(&[Presence::Here, Presence::AwaySince(0), Presence::Here]);
    assert_eq!(table.game.on_turn(), Some(2));
    table.challenge(2).unwrap();
    assert_eq!(table.game.scores()[0], 0);
    assert_eq!(
        (table.game.passes(), table.game.scoreless_turns()),
        (0, 2),
        "the withdrawn play and the skipped turn are scoreless, but not passes"
    );
}

#[test]
fn absurd_challenge_points_do_not_overflow() {
    let ruleset = ruleset("english");
    let mut setup = setup(&ruleset, 2);
    setup.challenge = Challenge::Points { points: i32::MAX, per: PerChallenge::Word };
    setup.clock = Clock::Game {
        initial: 0,
        increment: 0,
        overtime: Some(Overtime { points: i32::MAX, per: 0, at_most: 10_000 }),
    };
    let mut table = Table::dealt(setup, &["CATERSS", "DOGMAIN"]);
    table.now = 5_000;
    table.across(0, 7, 6, "CAT").unwrap();
    table.challenge(1).unwrap();
    assert_eq!(table.game.scores()[0], i32::MAX);
    table.now = 7_000;
    table.down(1, 8, 8, "O").unwrap();
    table.challenge(0).unwrap();
    table.act(0, Action::Resign).unwrap();
    assert_eq!(table.outcome().winners, [1]);
}
