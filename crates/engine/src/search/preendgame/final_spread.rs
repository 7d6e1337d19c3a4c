//! The outcome of a candidate in one deal: an estimate and proven bounds.

use crate::evaluate::win::{CERTAIN, Chance, WinModel};
use crate::search::endgame::Bounds;

/// The final spread in points, for the player to move in the position under analysis.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct FinalSpread {
    pub guess: i32,
    pub lower: Option<i32>,
    pub upper: Option<i32>,
}

impl FinalSpread {
    /// The game is over, or its result is certain.
    pub(super) fn certain(spread: i32) -> FinalSpread {
        FinalSpread { guess: spread, lower: Some(spread), upper: Some(spread) }
    }

    /// An estimate without bounds.
    pub(super) fn guessed(spread: i32) -> FinalSpread {
        FinalSpread { guess: spread, lower: None, upper: None }
    }

    /// Bounds of the final spread itself.
    pub(super) fn of(Bounds { guess, lower, upper }: Bounds) -> FinalSpread {
        FinalSpread { guess, lower, upper }
    }

    /// The opponent is on turn in an endgame with these bounds of her gain; `lead` is ours before
    /// it.
    pub(super) fn answered(lead: i32, bounds: Bounds) -> FinalSpread {
        let ours = |gain: i32| lead - gain;
        FinalSpread {
            guess: ours(bounds.guess),
            lower: bounds.upper.map(ours),
            upper: bounds.lower.map(ours),
        }
    }

    /// We are on turn in an endgame with these bounds of our gain.
    pub(super) fn to_move(lead: i32, bounds: Bounds) -> FinalSpread {
        FinalSpread {
            guess: lead + bounds.guess,
            lower: bounds.lower.map(|gain| lead + gain),
            upper: bounds.upper.map(|gain| lead + gain),
        }
    }

    /// Proven lower and upper bounds of the win chance.
    pub(super) fn bounds(self) -> [Chance; 2] {
        [self.lower.map_or(0, WinModel::at_end), self.upper.map_or(CERTAIN, WinModel::at_end)]
    }

    /// Whether the winner is proven.
    pub(super) fn is_decided(self) -> bool {
        let [least, most] = self.bounds();
        least == most
    }

    /// Whether the exact spread is proven.
    pub(super) fn is_proven(self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }

    /// The estimate, clamped to the bounds.
    pub(super) fn spread(self) -> i32 {
        let spread = self.guess.max(self.lower.unwrap_or(i32::MIN));
        spread.min(self.upper.unwrap_or(i32::MAX))
    }

    pub(super) fn win(self) -> Chance {
        WinModel::at_end(self.spread())
    }

    /// The worse of two, one of which the opponent chooses.
    pub(super) fn or_worse(self, other: FinalSpread) -> FinalSpread {
        FinalSpread {
            guess: self.spread().min(other.spread()),
            lower: self.lower.zip(other.lower).map(|(one, other)| one.min(other)),
            upper: self.upper.into_iter().chain(other.upper).min(),
        }
    }

    /// Combines earlier and newer knowledge: bounds hold, estimates are replaced.
    pub(super) fn and(self, newer: FinalSpread) -> FinalSpread {
        let lower = self.lower.into_iter().chain(newer.lower).max();
        let upper = self.upper.into_iter().chain(newer.upper).min();
        FinalSpread { guess: newer.guess, lower, upper }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_decided_by_its_sign() {
        let spread = |lower, upper| FinalSpread { guess: 3, lower, upper };
        assert!(spread(Some(1), None).is_decided());
        assert!(spread(None, Some(-1)).is_decided());
        assert!(spread(Some(0), Some(0)).is_decided());
        assert!(!spread(Some(0), Some(1)).is_decided());
        assert!(!spread(None, None).is_decided());
        assert_eq!(spread(None, Some(-1)).win(), 0, "a bound overrides the estimate");
    }

    #[test]
    fn the_opponent_chooses_the_worse_of_two() {
        let one = FinalSpread { guess: 3, lower: Some(1), upper: None };
        let other = FinalSpread { guess: 9, lower: None, upper: Some(-2) };
        assert_eq!(
            one.or_worse(other),
            FinalSpread { guess: -2, lower: None, upper: Some(-2) },
            "the bound limits the estimate"
        );
        assert_eq!(one.or_worse(FinalSpread::certain(5)).lower, Some(1));
    }

    #[test]
    fn the_opponents_gain_is_our_loss() {
        let bounds = Bounds { guess: 10, lower: Some(8), upper: Some(12) };
        assert_eq!(
            FinalSpread::answered(20, bounds),
            FinalSpread { guess: 10, lower: Some(8), upper: Some(12) }
        );
        assert_eq!(
            FinalSpread::to_move(-20, bounds),
            FinalSpread { guess: -10, lower: Some(-12), upper: Some(-8) }
        );
    }
}
