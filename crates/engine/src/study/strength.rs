//! How strong somebody plays, told from what the turns of a reviewed game lost.
//!
//! Points alone do not tell: boards and languages differ in how many there are to be had. So what
//! was lost is compared with what the best moves score. Players who lose the same share of that are
//! about as strong in one game as in another, as measured in `lab/2026-11-16-strength.md`. A game
//! has some dozen turns, and luck with them; the answer is a range.

/// What turns lost, and what the best moves scored instead.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Account {
    turns: i64,
    /// Sums over the turns, in thousandths of a point: lost, scored by the best move, their squares
    /// and their product.
    lost: i64,
    best: i64,
    lost_squared: i64,
    best_squared: i64,
    product: i64,
}

/// How strong somebody plays, in Elo points where the bot `static`, which loses nothing, has 0: a
/// range, since the turns of a game have their luck. An end of it beyond what was measured is not
/// known; at least one is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Strength {
    pub least: Option<i32>,
    /// Within what was measured.
    pub likeliest: i32,
    pub most: Option<i32>,
}

/// Who loses this share of what the best moves score, in thousandths, has so many Elo points.
/// Whoever loses more is weaker, but by how much depends on the language: weak players differ most
/// in the words they know.
const MEASURED: [(f64, f64); 6] = [
    (0.0, 0.0),
    (75.0, -90.0),
    (225.0, -285.0),
    (345.0, -510.0),
    (510.0, -820.0),
    (680.0, -1170.0),
];
/// Fewer turns tell nothing.
const FEWEST_TURNS: i64 = 5;
/// Standard errors on each side. With the few turns of a game they hold less often than errors of
/// many would.
const ERRORS: f64 = 2.1;

impl Account {
    /// A turn, in thousandths of a point.
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

    /// The share that was lost, in thousandths, and its standard error; unless there were too few
    /// turns or nothing to be had.
    pub fn share(&self) -> Option<(f64, f64)> {
        if self.turns < FEWEST_TURNS || self.best <= 0 {
            return None;
        }
        let [turns, lost, best] = [self.turns, self.lost, self.best].map(|sum| sum as f64);
        let share = lost / best;
        // Of a ratio of two means: the turns differ from what the share would make of them.
        let off = self.lost_squared as f64 - 2.0 * share * self.product as f64
            + share * share * self.best_squared as f64;
        let error = (off.max(0.0) / (turns * (turns - 1.0))).sqrt() / (best / turns);
        Some((share * 1000.0, error * 1000.0))
    }

    /// Nothing if there were too few turns, or turns so uneven that all is possible.
    pub fn strength(&self) -> Option<Strength> {
        let (share, error) = self.share()?;
        let (least, most) = match (elo(share + ERRORS * error), elo(share - ERRORS * error)) {
            // Beyond one end of what was measured, or beyond both.
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
    /// Whether this may be the strength.
    pub fn may_be(&self, elo: i32) -> bool {
        self.least.is_none_or(|least| least <= elo) && self.most.is_none_or(|most| elo <= most)
    }
}

/// The ends of what was measured.
const STRONGEST: i32 = MEASURED[0].1 as i32;
const WEAKEST: i32 = MEASURED[MEASURED.len() - 1].1 as i32;

/// Between what was measured, straight lines; nothing beyond it. In tens: nothing finer is known.
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
    fn who_loses_more_is_weaker() {
        assert!(MEASURED.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
        assert!((1..680).map(|share| elo(f64::from(share)).unwrap()).is_sorted_by(|a, b| a >= b));
        assert_eq!([elo(225.0), elo(150.0), elo(510.0)], [Some(-290), Some(-190), Some(-820)]);
        assert_eq!(
            [elo(-5.0), elo(0.0), elo(680.0), elo(5000.0)],
            [None; 4],
            "nothing is known beyond the ends"
        );
    }

    /// Twelve turns that lose about so much each, of about 35 points.
    fn losing(lost: i32) -> Account {
        let mut account = Account::default();
        (0..12)
            .for_each(|turn| account.add((lost + turn % 3 * 2_000).max(0), 30_000 + turn * 1_000));
        account
    }

    #[test]
    fn beyond_what_was_measured_only_one_end_is_told() {
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
            "who is weaker is not told from who is weaker still"
        );
        assert!(
            losing(30_000).strength().unwrap().may_be(-2520)
                && !losing(30_000).strength().unwrap().may_be(-500)
        );
    }

    #[test]
    fn few_turns_and_uneven_ones_say_less() {
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

    /// Whoever loses more seems weaker, however far the range reaches.
    #[test]
    fn a_wide_range_has_a_middle_too() {
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
