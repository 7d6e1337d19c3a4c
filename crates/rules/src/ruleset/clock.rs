//! Clocks as pure functions of durations. Nothing here reads the time.
//!
//! Each seat has one number, `left`: the time left for the game (negative in overtime), or the time
//! left in the bank.

use crate::ruleset::{Clock, Millis, Overtime};

impl Clock {
    /// The time of a seat at the start.
    pub(crate) fn at_start(self) -> Millis {
        match self {
            Clock::None => 0,
            Clock::Game { initial, .. } => initial,
            Clock::Turn { bank, .. } => bank,
        }
    }

    /// The time left when `spent` of a turn has passed.
    pub(crate) fn left_after(self, left: Millis, spent: Millis) -> Millis {
        match self {
            Clock::None => left,
            Clock::Game { .. } => left - spent,
            Clock::Turn { turn, .. } => left - (spent - turn).max(0),
        }
    }

    /// The time left at the end of a turn, with the increment.
    pub(crate) fn left_at_end_of_turn(self, left: Millis, spent: Millis) -> Millis {
        let increment = if let Clock::Game { increment, .. } = self { increment } else { 0 };
        self.left_after(left, spent) + increment
    }

    /// The longest turn that does not lose the game.
    pub(crate) fn longest_turn(self, left: Millis) -> Option<Millis> {
        match self {
            Clock::None => None,
            Clock::Game { overtime, .. } => {
                Some(left + overtime.map_or(0, |overtime| overtime.at_most))
            }
            Clock::Turn { turn, .. } => Some(turn + left),
        }
    }

    /// Whether a turn of this duration loses the game.
    pub(crate) fn is_lost(self, left: Millis, spent: Millis) -> bool {
        self.longest_turn(left).is_some_and(|longest| spent > longest)
    }

    /// The points that overtime costs: for every period begun, up to the limit.
    pub(crate) fn penalty(self, left: Millis) -> i32 {
        match self {
            Clock::Game { overtime: Some(Overtime { points, per, at_most }), .. } if left < 0 => {
                let (over, per) = ((-left).min(at_most), per.max(1));
                points.saturating_mul(i32::try_from((over + per - 1) / per).unwrap_or(i32::MAX))
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Millis = 60_000;

    fn tournament() -> Clock {
        let overtime = Overtime { points: 10, per: MINUTE, at_most: 10 * MINUTE };
        Clock::Game { initial: 25 * MINUTE, increment: 0, overtime: Some(overtime) }
    }

    #[test]
    fn overtime_costs_every_minute_begun() {
        for (left, penalty) in [
            (MINUTE, 0),
            (0, 0),
            (-1, 10),
            (-MINUTE, 10),
            (-MINUTE - 1, 20),
            (-10 * MINUTE, 100),
            (-24 * 60 * MINUTE, 100),
        ] {
            assert_eq!(tournament().penalty(left), penalty, "{left}");
        }
    }

    #[test]
    fn exceeding_the_overtime_loses_the_game() {
        let clock = tournament();
        assert!(!clock.is_lost(MINUTE, 11 * MINUTE));
        assert!(clock.is_lost(MINUTE, 11 * MINUTE + 1));
        let sudden = Clock::Game { initial: MINUTE, increment: 0, overtime: None };
        assert!(!sudden.is_lost(MINUTE, MINUTE));
        assert!(sudden.is_lost(MINUTE, MINUTE + 1));
        assert!(!Clock::None.is_lost(0, Millis::MAX));
    }

    #[test]
    fn an_increment_comes_when_the_turn_is_over() {
        let clock = Clock::Game { initial: MINUTE, increment: 5_000, overtime: None };
        assert_eq!(clock.left_after(MINUTE, 20_000), 40_000);
        assert_eq!(clock.left_at_end_of_turn(MINUTE, 20_000), 45_000);
        assert!(clock.is_lost(MINUTE, MINUTE + 4_000), "it does not help before");
    }

    #[test]
    fn only_the_excess_of_a_turn_comes_from_the_bank() {
        let clock = Clock::Turn { turn: MINUTE, bank: 3 * MINUTE };
        assert_eq!(clock.at_start(), 3 * MINUTE);
        assert_eq!(clock.left_at_end_of_turn(3 * MINUTE, 40_000), 3 * MINUTE);
        assert_eq!(clock.left_at_end_of_turn(3 * MINUTE, 2 * MINUTE), 2 * MINUTE);
        assert!(!clock.is_lost(2 * MINUTE, 3 * MINUTE));
        assert!(clock.is_lost(2 * MINUTE, 3 * MINUTE + 1));
    }
}
