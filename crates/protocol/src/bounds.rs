//! Bounds for the numbers that a client sets for a new game, in one table for every route.

use tisane_rules::{Millis, Players};

use crate::request::{LONGEST_DELAY, NewGame, SHORTEST_DELAY};
use crate::{ChallengeView, ClockView};

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
const DAY: Millis = 24 * HOUR;

/// Points for a failed challenge, and points lost for each period of overtime.
const POINTS: (i64, i64) = (0, 100);
const GAME_TIME: (Millis, Millis) = (1, 30 * DAY);
const TURN_TIME: (Millis, Millis) = (1, 30 * DAY);
const BANK: (Millis, Millis) = (0, 30 * DAY);
const INCREMENT: (Millis, Millis) = (0, HOUR);
const OVERTIME_PERIOD: (Millis, Millis) = (SECOND, HOUR);
const LONGEST_OVERTIME: (Millis, Millis) = (0, DAY);
const GRACE_SECONDS: (i64, i64) = (0, 24 * 3600);
/// JavaScript reads larger numbers inexactly, and everybody at the table is shown the seed.
pub const LARGEST: i128 = (1 << 53) - 1;
/// How many days a ban or mute can last; longer ones have no end.
pub const DAYS: (u32, u32) = (1, 3650);
/// The seats of all rulesets; each has its own bounds within these.
const SEATS: (i128, i128) = (2, 4);

/// A number that is out of range.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{name} must be between {from} and {to}, not {value}")]
pub struct OutOfRange {
    /// The field of the request, such as `clock.turn`.
    pub name: &'static str,
    pub value: i128,
    pub from: i128,
    pub to: i128,
}

impl OutOfRange {
    /// The values of the sentence, by name.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            ("name", self.name.to_owned()),
            ("value", self.value.to_string()),
            ("from", self.from.to_string()),
            ("to", self.to.to_string()),
        ]
    }
}

/// The bounds of a number by the name of its field, for numbers that its type can't represent.
pub fn of(name: &str) -> Option<(i128, i128)> {
    let wide = |(from, to): (i64, i64)| Some((i128::from(from), i128::from(to)));
    match name {
        "seats" => Some(SEATS),
        "grace_seconds" => wide(GRACE_SECONDS),
        "seed" => Some((0, LARGEST)),
        "days" => Some((DAYS.0.into(), DAYS.1.into())),
        "turns" => Some((SHORTEST_DELAY.into(), LONGEST_DELAY.into())),
        "points" => wide(POINTS),
        "initial" => wide(GAME_TIME),
        "bank" => wide(BANK),
        "increment" => wide(INCREMENT),
        "per" => wide(OVERTIME_PERIOD),
        "at_most" => wide(LONGEST_OVERTIME),
        _ => None,
    }
}

/// Checks every number of a request for a new game, for a ruleset with this many players.
pub fn check(wishes: &NewGame, players: Players) -> Result<(), OutOfRange> {
    // The host takes a seat.
    let bots = (0, players.to.saturating_sub(1));
    within("bots", wishes.bots.len(), bots)?;
    let taken = wishes.bots.len() + 1;
    wishes.seats.map_or(Ok(()), |seats| {
        within("seats", seats, (players.from.max(taken) as u32, players.to as u32))
    })?;
    wishes.challenge.as_ref().map_or(Ok(()), check_challenge)?;
    wishes.clock.as_ref().map_or(Ok(()), check_clock)?;
    wishes
        .grace_seconds
        .map_or(Ok(()), |seconds| within("grace_seconds", i64::from(seconds), GRACE_SECONDS))?;
    wishes.spectators.delay().map_or(Ok(()), |turns| {
        within("spectators.turns", turns as u32, (SHORTEST_DELAY, LONGEST_DELAY))
    })?;
    wishes.seed.map_or(Ok(()), |seed| within("seed", i128::from(seed), (0, LARGEST)))
}

fn check_challenge(challenge: &ChallengeView) -> Result<(), OutOfRange> {
    match challenge {
        ChallengeView::Points { points, .. } => {
            within("challenge.points", i64::from(*points), POINTS)
        }
        ChallengeView::Void
        | ChallengeView::Single
        | ChallengeView::Double
        | ChallengeView::Triple => Ok(()),
    }
}

fn check_clock(clock: &ClockView) -> Result<(), OutOfRange> {
    match clock {
        ClockView::None => Ok(()),
        ClockView::Game { initial, increment, overtime } => {
            within("clock.initial", *initial, GAME_TIME)?;
            // An increment and overtime exclude each other.
            within(
                "clock.increment",
                *increment,
                if overtime.is_some() { (0, 0) } else { INCREMENT },
            )?;
            overtime.map_or(Ok(()), |overtime| {
                within("clock.overtime.points", i64::from(overtime.points), POINTS)?;
                within("clock.overtime.per", overtime.per, OVERTIME_PERIOD)?;
                within("clock.overtime.at_most", overtime.at_most, LONGEST_OVERTIME)
            })
        }
        ClockView::Turn { turn, bank } => {
            within("clock.turn", *turn, TURN_TIME)?;
            within("clock.bank", *bank, BANK)
        }
    }
}

fn within<N: TryInto<i128>>(
    name: &'static str,
    value: N,
    (from, to): (N, N),
) -> Result<(), OutOfRange> {
    let number = |n: N| n.try_into().unwrap_or(i128::MAX);
    let (value, from, to) = (number(value), number(from), number(to));
    if (from..=to).contains(&value) { Ok(()) } else { Err(OutOfRange { name, value, from, to }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: Players = Players { from: 2, to: 4 };

    fn new_game(wish: &str) -> NewGame {
        serde_json::from_str(&format!(r#"{{"ruleset":"english",{wish}}}"#)).unwrap()
    }

    #[test]
    fn every_number_has_bounds_and_errors_name_them() {
        for (wish, sentence) in [
            (
                r#""challenge":{"rule":"points","points":-100000,"per":"word"}"#,
                "challenge.points must be between 0 and 100, not -100000",
            ),
            (
                r#""challenge":{"rule":"points","points":101,"per":"play"}"#,
                "challenge.points must be between 0 and 100, not 101",
            ),
            (
                r#""clock":{"kind":"game","initial":0,"increment":0,"overtime":null}"#,
                "clock.initial must be between 1 and 2592000000, not 0",
            ),
            (
                r#""clock":{"kind":"game","initial":60000,"increment":-1,"overtime":null}"#,
                "clock.increment must be between 0 and 3600000, not -1",
            ),
            (
                r#""clock":{"kind":"game","initial":60000,"increment":1,"overtime":{"points":10,"per":60000,"at_most":60000}}"#,
                "clock.increment must be between 0 and 0, not 1",
            ),
            (
                r#""clock":{"kind":"game","initial":60000,"increment":0,"overtime":{"points":-10,"per":60000,"at_most":60000}}"#,
                "clock.overtime.points must be between 0 and 100, not -10",
            ),
            (
                r#""clock":{"kind":"game","initial":60000,"increment":0,"overtime":{"points":10,"per":0,"at_most":60000}}"#,
                "clock.overtime.per must be between 1000 and 3600000, not 0",
            ),
            (
                r#""clock":{"kind":"game","initial":60000,"increment":0,"overtime":{"points":10,"per":60000,"at_most":86400001}}"#,
                "clock.overtime.at_most must be between 0 and 86400000, not 86400001",
            ),
            (
                r#""clock":{"kind":"turn","turn":9223372036854775807,"bank":0}"#,
                "clock.turn must be between 1 and 2592000000, not 9223372036854775807",
            ),
            (
                r#""clock":{"kind":"turn","turn":60000,"bank":-1}"#,
                "clock.bank must be between 0 and 2592000000, not -1",
            ),
            (
                r#""grace_seconds":4294967295"#,
                "grace_seconds must be between 0 and 86400, not 4294967295",
            ),
            (r#""seats":4294967295"#, "seats must be between 2 and 4, not 4294967295"),
            (r#""seats":2,"bots":["a","b"]"#, "seats must be between 3 and 4, not 2"),
            (r#""bots":["a","b","c","d"]"#, "bots must be between 0 and 3, not 4"),
            (
                r#""seed":18446744073709551615"#,
                "seed must be between 0 and 9007199254740991, not 18446744073709551615",
            ),
        ] {
            assert_eq!(
                check(&new_game(wish), PLAYERS).unwrap_err().to_string(),
                sentence,
                "{wish}"
            );
        }
    }

    #[test]
    fn common_settings_are_within_bounds() {
        for wish in [
            r#""challenge":{"rule":"points","points":5,"per":"word"}"#,
            r#""challenge":{"rule":"triple"}"#,
            r#""clock":{"kind":"game","initial":1500000,"increment":0,"overtime":{"points":10,"per":60000,"at_most":600000}}"#,
            r#""clock":{"kind":"game","initial":300000,"increment":5000,"overtime":null}"#,
            r#""clock":{"kind":"turn","turn":604800000,"bank":0}"#,
            r#""clock":{"kind":"none"}"#,
            r#""seats":4,"bots":["a","b","c"],"grace_seconds":0,"seed":9007199254740991"#,
        ] {
            assert_eq!(check(&new_game(wish), PLAYERS), Ok(()), "{wish}");
        }
    }
}
