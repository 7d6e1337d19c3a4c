//! How strong somebody plays, told from what the turns of a reviewed game lost.
//!
//! Points alone do not tell: boards and languages differ in how many there are to be had. So what was lost is compared with what the best
//! moves score. Players who lose the same share of that are about as strong in one game as in another, as measured in
//! `lab/2026-11-16-strength.md`. A game has some dozen turns, and luck with them; the answer is a range.

/// What turns lost, and what the best moves scored instead.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Account {
    turns: i64,
    /// Sums over the turns, in thousandths of a point: lost, scored by the best move, their squares and their product.
    lost: i64,
    best: i64,
    lost_squared: i64,
    best_squared: i64,
    product: i64,
}

/// How strong somebody plays, in Elo points where the bot `static`, which loses nothing, has 0. Between the least and the most
/// is what the luck of the game's turns may make of it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Strength {
    pub elo: i32,
    pub least: i32,
    pub most: i32,
}

/// Who loses this share of what the best moves score, in thousandths, has so many Elo points.
const MEASURED: [(f64, f64); 9] = [
    (0.0, 0.0),
    (75.0, -90.0),
    (225.0, -285.0),
    (345.0, -510.0),
    (510.0, -820.0),
    (680.0, -1170.0),
    (870.0, -1720.0),
    (970.0, -2070.0),
    (1020.0, -2520.0),
];
/// Fewer turns tell nothing.
const FEWEST_TURNS: i64 = 5;
/// Standard errors on each side. With the few turns of a game they hold less often than errors of many would.
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

    /// The share that was lost, in thousandths, and its standard error; unless there were too few turns or nothing to be had.
    pub fn share(&self) -> Option<(f64, f64)> {
        if self.turns < FEWEST_TURNS || self.best <= 0 {
            return None;
        }
        let [turns, lost, best] = [self.turns, self.lost, self.best].map(|sum| sum as f64);
        let share = lost / best;
        // Of a ratio of two means: the turns differ from what the share would make of them.
        let off = self.lost_squared as f64 - 2.0 * share * self.product as f64 + share * share * self.best_squared as f64;
        let error = (off.max(0.0) / (turns * (turns - 1.0))).sqrt() / (best / turns);
        Some((share * 1000.0, error * 1000.0))
    }

    pub fn strength(&self) -> Option<Strength> {
        let (share, error) = self.share()?;
        Some(Strength { elo: elo(share), least: elo(share + ERRORS * error), most: elo(share - ERRORS * error) })
    }
}

/// Between what was measured, straight lines; no more and no less than that. In tens: nothing finer is known.
fn elo(share: f64) -> i32 {
    let [(first, _), .., (last, _)] = MEASURED;
    let share = share.clamp(first, last);
    let at = MEASURED.windows(2).position(|pair| share <= pair[1].0).unwrap_or(0);
    let ((from, high), (to, low)) = (MEASURED[at], MEASURED[at + 1]);
    let elo = high + (share - from) / (to - from) * (low - high);
    (elo / 10.0).round() as i32 * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loses_more_is_weaker() {
        assert!(MEASURED.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
        assert!((0..1100).map(|share| elo(f64::from(share))).is_sorted_by(|a, b| a >= b));
        assert_eq!([elo(-5.0), elo(0.0), elo(225.0), elo(150.0), elo(5000.0)], [0, 0, -290, -190, -2520]);
    }

    #[test]
    fn who_loses_nothing_has_no_points_less_than_static() {
        let of = |lost: i32| {
            let mut account = Account::default();
            (0..12).for_each(|turn| account.add(lost, 30_000 + turn * 1_000));
            account.strength().unwrap()
        };
        assert_eq!(of(0), Strength { elo: 0, least: 0, most: 0 });
        assert!(of(10_000).elo < of(5_000).elo);
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
        let Strength { elo, least, most } = account.strength().unwrap();
        assert!(least < elo - 200 && elo + 200 < most, "{least} {elo} {most}");
    }
}
