//! Which games are rated: with standard rules, between accounts and bots.

use tisane_protocol::UnratedReason;
use tisane_protocol::request::NewGame;
use tisane_rules::{Clock, Millis, Setup};

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// After this long without a move, the player on turn loses a rated game.
pub(super) const ABANDONED_AFTER: Millis = 14 * 24 * HOUR;

/// How long players may be away before their turns are skipped; longer without a clock.
const USUAL_GRACE: Millis = MINUTE;
const UNHURRIED_GRACE: Millis = 5 * MINUTE;
/// With turns this long, presence does not matter.
const NOBODY_WAITS: Millis = HOUR;

/// How long players may be away, by default or as the host chose. Nothing if presence does not
/// matter.
pub(super) fn grace(clock: Clock, chosen_seconds: Option<u32>) -> Option<Millis> {
    match (chosen_seconds, clock) {
        (_, Clock::Turn { turn, .. }) if turn >= NOBODY_WAITS => None,
        (Some(seconds), _) => Some(Millis::from(seconds) * SECOND),
        (None, Clock::None) => Some(UNHURRIED_GRACE),
        (None, _) => Some(USUAL_GRACE),
    }
}

/// Why a game with this setup is not rated, for any players.
pub(super) fn unrated(setup: &Setup, lexicon: &str, wishes: &NewGame) -> Vec<UnratedReason> {
    let ruleset = &setup.ruleset;
    let reasons = [
        (UnratedReason::ByChoice, !wishes.rated),
        (UnratedReason::Lexicon, ruleset.lexicon.as_deref() != Some(lexicon) || wishes.family),
        (UnratedReason::Challenge, setup.challenge != ruleset.challenge),
        (UnratedReason::Seats, setup.seats != 2),
        (UnratedReason::Seed, wishes.seed.is_some()),
        (UnratedReason::OpenRacks, wishes.spectators.shows_racks()),
        (UnratedReason::Clock, setup.clock != ruleset.clock && !is_usual(setup.clock)),
        (
            UnratedReason::Grace,
            wishes.grace_seconds.is_some() && setup.grace != grace(setup.clock, None),
        ),
    ];
    reasons.into_iter().filter_map(|(reason, applies)| applies.then_some(reason)).collect()
}

/// Whether the clock leaves time to think, and not endless time.
fn is_usual(clock: Clock) -> bool {
    match clock {
        Clock::None => true,
        Clock::Game { initial, increment, overtime } => {
            let is_paid = |points, per, at_most| points > 0 && per <= MINUTE && at_most <= HOUR;
            (MINUTE..=3 * HOUR).contains(&initial)
                && increment <= MINUTE
                && overtime
                    .is_none_or(|overtime| is_paid(overtime.points, overtime.per, overtime.at_most))
        }
        Clock::Turn { turn, bank } => turn >= 10 * SECOND && turn + bank <= ABANDONED_AFTER,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tisane_protocol::request::SpectatorsView;
    use tisane_protocol::{ChallengeView, PerChallengeView};
    use tisane_rules::{Overtime, Ruleset, Seed};

    use super::*;

    fn reasons(
        lexicon: &str,
        wishes: &NewGame,
        change: impl FnOnce(&mut Setup),
    ) -> Vec<UnratedReason> {
        let ruleset = Arc::new(Ruleset::named(&wishes.ruleset).unwrap());
        let mut setup = Setup::new(ruleset, &[] as &[&str], Seed::from(1)).unwrap();
        setup.seats = 2;
        setup.grace = grace(setup.clock, wishes.grace_seconds);
        change(&mut setup);
        unrated(&setup, lexicon, wishes)
    }

    #[test]
    fn only_standard_rules_are_rated() {
        let usual = NewGame::new("english");
        assert_eq!(reasons("english", &usual, |_| ()), []);
        assert_eq!(reasons("french", &usual, |_| ()), [UnratedReason::Lexicon]);
        assert_eq!(reasons("english", &usual, |setup| setup.seats = 3), [UnratedReason::Seats]);
        let points = ChallengeView::Points { points: 10, per: PerChallengeView::Word };
        assert_eq!(
            reasons("english", &usual, |setup| setup.challenge = points.into()),
            [UnratedReason::Challenge]
        );
        for (wishes, reason) in [
            (NewGame { rated: false, ..usual.clone() }, UnratedReason::ByChoice),
            (NewGame { seed: Some(1), ..usual.clone() }, UnratedReason::Seed),
            (
                NewGame { spectators: SpectatorsView::Racks, ..usual.clone() },
                UnratedReason::OpenRacks,
            ),
            (NewGame { grace_seconds: Some(0), ..usual.clone() }, UnratedReason::Grace),
            (NewGame { family: true, ..usual.clone() }, UnratedReason::Lexicon),
        ] {
            assert_eq!(reasons("english", &wishes, |_| ()), [reason]);
        }
        let as_usual = NewGame { grace_seconds: Some(300), ..usual.clone() };
        assert_eq!(reasons("english", &as_usual, |_| ()), []);
        let both = NewGame { seed: Some(1), rated: false, ..usual };
        assert_eq!(
            reasons("english", &both, |_| ()),
            [UnratedReason::ByChoice, UnratedReason::Seed]
        );
    }

    #[test]
    fn a_ruleset_without_a_lexicon_of_its_own_is_not_rated() {
        assert_eq!(reasons("german", &NewGame::new("german"), |_| ()), [UnratedReason::Lexicon]);
    }

    #[test]
    fn clocks_that_decide_the_game_are_not_rated() {
        let minutes = |n: Millis, increment, overtime| Clock::Game {
            initial: n * MINUTE,
            increment,
            overtime,
        };
        let free = Overtime { points: 0, per: MINUTE, at_most: MINUTE };
        let tournament = Overtime { points: 10, per: MINUTE, at_most: 10 * MINUTE };
        for (clock, rated) in [
            (Clock::None, true),
            (minutes(25, 0, Some(tournament)), true),
            (minutes(5, 5 * SECOND, None), true),
            (Clock::Game { initial: SECOND, increment: 0, overtime: None }, false),
            (minutes(25, HOUR, None), false),
            (minutes(24 * 60, 0, None), false),
            (minutes(25, 0, Some(free)), false),
            (Clock::Turn { turn: 7 * 24 * HOUR, bank: 0 }, true),
            (Clock::Turn { turn: SECOND, bank: 0 }, false),
            (Clock::Turn { turn: 24 * HOUR, bank: 30 * 24 * HOUR }, false),
        ] {
            let found = reasons("english", &NewGame::new("english"), |setup| setup.clock = clock);
            assert_eq!(found.is_empty(), rated, "{clock:?}: {found:?}");
        }
    }
}
