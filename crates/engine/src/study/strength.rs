//! Estimates a player's strength from the losses in a reviewed game.
//!
//! Points alone are not comparable between boards and languages, so losses are divided by the
//! scores of the best moves. Players who lose the same share are about equally strong in any game
//! (`lab/2026-11-16-strength.md`). A game has about a dozen turns and a lot of luck, so the result
//! is a range.

/// Losses of some turns, and the scores of the best moves.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Account {
    turns: i64,
    /// Sums over the turns, in thousandths of a point: losses, scores of the best moves, their
    /// squares and products.
    lost: i64,
    best: i64,
    lost_squared: i64,
    best_squared: i64,
    product: i64,
}

/// A strength in Elo points relative to the bot `static`, as a range. An end beyond the measured
/// range is unknown; at least one end is known.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Strength {
    /// Lower end of the range.
    pub least: Option<i32>,
    /// Clamped to the measured range.
    pub likeliest: i32,
    /// Upper end of the range.
    pub most: Option<i32>,
}

/// Measured pairs: the share lost, in thousandths of the best scores, and Elo points. Players who
/// lose more are weaker, but by how much depends on the language, since weak players differ most in
/// their vocabulary.
const MEASURED: [(f64, f64); 6] = [
    (0.0, 0.0),
    (75.0, -90.0),
    (225.0, -285.0),
    (345.0, -510.0),
    (510.0, -820.0),
    (680.0, -1170.0),
];
/// Fewer turns do not give an estimate.
const FEWEST_TURNS: i64 = 5;
/// Standard errors on each side; more than 1.96, since a game has few turns.
const ERRORS: f64 = 2.1;

impl Account {
    /// Adds a turn, in thousandths of a point.
    pub fn add(&mut self, lost: i32, best: i32) {
        let (lost, best) = (i64::from(lost), i64::from(best));
        self.turns += 1;
        self.lost += lost;
        self.best += best;
        self.lost_squared += lost * lost;
        self.best_squared += best * best;
        self.product += lost * best;
    }

    /// Adds the turns of another game.
    pub fn merge(&mut self, other: &Account) {
        self.turns += other.turns;
        self.lost += other.lost;
        self.best += other.best;
        self.lost_squared += other.lost_squared;
        self.best_squared += other.best_squared;
        self.product += other.product;
    }

    /// The share lost, in thousandths, and its standard error; `None` if there are too few turns or
    /// no points to lose.
    pub fn share(&self) -> Option<(f64, f64)> {
        if self.turns < FEWEST_TURNS || self.best <= 0 {
            return None;
        }
        let [turns, lost, best] = [self.turns, self.lost, self.best].map(|sum| sum as f64);
        let share = lost / best;
        // The variance of a ratio of two means.
        let off = self.lost_squared as f64 - 2.0 * share * self.product as f64
            + share * share * self.best_squared as f64;
        let error = (off.max(0.0) / (turns * (turns - 1.0))).sqrt() / (best / turns);
        Some((share * 1000.0, error * 1000.0))
    }

    /// `None` if there are too few turns, or if they vary so much that any strength is possible.
    pub fn strength(&self) -> Option<Strength> {
        let (share, error) = self.share()?;
        let (least, most) = match (elo(share + ERRORS * error), elo(share - ERRORS * error)) {
            // Beyond one end of the measured range, or beyond both.
            (None, None) if share - ERRORS * error > 0.0 => (None, Some(WEAKEST)),
            (None, None) if share + ERRORS * error <= 0.0 => (Some(STRONGEST), None),
            (None, None) => return None,
            ends => ends,
        };
        let likeliest = elo(share).unwrap_or(if share > 0.0 { WEAKEST } else { STRONGEST });
        Some(Strength { least, likeliest, most })
    }
}

impl Strength {
    /// Whether this strength is within the range.
    pub fn may_be(&self, elo: i32) -> bool {
        self.least.is_none_or(|least| least <= elo) && self.most.is_none_or(|most| elo <= most)
    }
}

/// The ends of the measured range.
const STRONGEST: i32 = MEASURED[0].1 as i32;
const WEAKEST: i32 = MEASURED[MEASURED.len() - 1].1 as i32;

/// Linear interpolation, rounded to tens; `None` outside the measured range.
fn elo(share: f64) -> Option<i32> {
    let [(first, _), .., (last, _)] = MEASURED;
    let pair = MEASURED
        .windows(2)
        .find(|pair| share <= pair[1].0)
        .filter(|_| first < share && share < last)?;
    let ((from, high), (to, low)) = (pair[0], pair[1]);
    let elo = high + (share - from) / (to - from) * (low - high);
    Some((elo / 10.0).round() as i32 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_loss_means_a_lower_strength() {
        assert!(MEASURED.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
        assert!((1..680).map(|share| elo(f64::from(share)).unwrap()).is_sorted_by(|a, b| a >= b));
        assert_eq!([elo(225.0), elo(150.0), elo(510.0)], [Some(-290), Some(-190), Some(-820)]);
        assert_eq!(
            [elo(-5.0), elo(0.0), elo(680.0), elo(5000.0)],
            [None; 4],
            "unknown beyond the measured range"
        );
    }

    /// Twelve turns that each lose about this much of about 35 points.
    fn losing(lost: i32) -> Account {
        let mut account = Account::default();
        (0..12)
            .for_each(|turn| account.add((lost + turn % 3 * 2_000).max(0), 30_000 + turn * 1_000));
        account
    }

    #[test]
    fn beyond_the_measured_range_only_one_end_is_known() {
        let mut nothing_lost = Account::default();
        (0..12).for_each(|turn| nothing_lost.add(0, 30_000 + turn * 1_000));
        assert_eq!(
            nothing_lost.strength(),
            Some(Strength { least: Some(0), likeliest: 0, most: None })
        );
        let mut little_lost = nothing_lost;
        little_lost.add(6_000, 36_000);
        let strength = little_lost.strength().unwrap();
        assert!(
            matches!(strength, Strength { least: Some(-200..0), likeliest: -60..0, most: None }),
            "{strength:?}"
        );
        let Some(Strength { least: Some(least), likeliest, most: Some(most) }) =
            losing(10_000).strength()
        else {
            panic!("both ends")
        };
        assert!(least < likeliest && likeliest < most);
        assert_eq!(
            losing(30_000).strength(),
            Some(Strength { least: None, likeliest: -1170, most: Some(-1170) })
        );
        assert_eq!(
            losing(40_000).strength(),
            losing(30_000).strength(),
            "very weak players can't be distinguished"
        );
        assert!(
            losing(30_000).strength().unwrap().may_be(-2520)
                && !losing(30_000).strength().unwrap().may_be(-500)
        );
    }

    #[test]
    fn few_or_uneven_turns_widen_the_range() {
        let mut account = Account::default();
        for _ in 0..2 {
            account.add(0, 30_000);
            account.add(20_000, 30_000);
        }
        assert_eq!(account.strength(), None, "four turns");
        (0..4).for_each(|turn| account.add(turn % 2 * 20_000, 30_000));
        let (share, error) = account.share().unwrap();
        assert!((share - 1000.0 / 3.0).abs() < 0.1 && error > 100.0, "{share} {error}");
        let Some(Strength { least: Some(least), likeliest, most: Some(most) }) = account.strength()
        else {
            panic!("{:?}", account.strength())
        };
        assert!(least < likeliest - 200 && likeliest + 200 < most, "{least} {likeliest} {most}");
    }

    /// A larger loss gives a lower estimate, however wide the range.
    #[test]
    fn a_wide_range_has_an_estimate() {
        let account = |lost: [i32; 6]| {
            lost.into_iter().fold(Account::default(), |mut account, lost| {
                (account.add(lost, 40_000), account).1
            })
        };
        let uneven = account([0, 0, 0, 50_000, 50_000, 50_000]).strength().unwrap();
        let even = account([15_000, 18_000, 20_000, 22_000, 24_000, 26_000]).strength().unwrap();
        assert!(
            uneven.least.is_none() && uneven.most > even.most && uneven.likeliest < even.likeliest,
            "{uneven:?} {even:?}"
        );
    }
}
