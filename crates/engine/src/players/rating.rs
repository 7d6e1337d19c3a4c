//! Elo ratings from matches.
//!
//! The Bradley–Terry model: a player 400 points ahead wins ten games for each one lost. Ratings are
//! maximum-likelihood estimates. Their intervals follow from how the pairs vary, since the two
//! games of a pair are not independent (a sandwich estimate).

use crate::players::matches::{Estimate, Holds, Tally};
use crate::search::analysis::{ERRORS_95, FEWEST_SAMPLES};

/// A match between two players, given by their indices.
pub struct MatchResult<'a> {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// The result from the point of view of `a`.
    pub tally: &'a Tally,
}

/// The ratings of all players linked to the first by matches. The first has 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Natural logarithms of the odds to win.
    strengths: Vec<f64>,
    /// `None` if some match is too short to estimate how its pairs vary.
    covariances: Option<Vec<Vec<f64>>>,
    linked: Vec<bool>,
}

/// Elo points for one unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
const STEPS: usize = 100;
/// With fewer pairs in some match, there are no intervals.
pub const FEWEST_PAIRS: u64 = FEWEST_SAMPLES;

impl Ratings {
    /// Computes the ratings of this many players.
    pub fn new(players: usize, meetings: &[MatchResult<'_>]) -> Ratings {
        let met: Vec<&MatchResult<'_>> = meetings
            .iter()
            .filter(|meeting| meeting.a != meeting.b && meeting.tally.pairs > 0)
            .collect();
        let mut linked = vec![false; players];
        linked[0] = true;
        for _ in 0..players {
            for meeting in &met {
                let either = linked[meeting.a] || linked[meeting.b];
                (linked[meeting.a], linked[meeting.b]) = (either, either);
            }
        }
        let met: Vec<&MatchResult<'_>> =
            met.into_iter().filter(|meeting| linked[meeting.a]).collect();
        let mut strengths = vec![0.0; players];
        for _ in 0..STEPS {
            let step =
                solve(information(&linked, &met, &strengths), slope(&linked, &met, &strengths));
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            // Limit the step of Newton's method to one unit.
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += part * scale);
            if longest < 1e-9 {
                break;
            }
        }
        let long_enough = met.iter().all(|meeting| meeting.tally.pairs >= FEWEST_PAIRS);
        let covariances = long_enough.then(|| covariances(&linked, &met, &strengths));
        Ratings { strengths, covariances, linked }
    }

    /// How many Elo points `a` is ahead of `b`; `None` if no chain of matches links them.
    pub fn ahead(&self, a: usize, b: usize) -> Option<Estimate> {
        let variance = self.covariances.as_ref().map(|c| c[a][a] + c[b][b] - 2.0 * c[a][b]);
        let mean = (self.strengths[a] - self.strengths[b]) * ELO;
        let within = variance.map(|variance| ERRORS_95 * variance.max(0.0).sqrt() * ELO);
        (self.linked[a] && self.linked[b]).then_some(Estimate { mean, within })
    }
}

/// The chance that `a` wins.
fn chance(meeting: &MatchResult<'_>, strengths: &[f64]) -> f64 {
    1.0 / (1.0 + (strengths[meeting.b] - strengths[meeting.a]).exp())
}

/// The share of games won, as if one more pair was won and one more lost, so that no rating is
/// infinite.
fn share(tally: &Tally) -> f64 {
    let n = tally.pairs as f64;
    (tally.win_rate(Holds::AtTheEnd).mean * n + 1.0) / (n + 2.0)
}

fn games(tally: &Tally) -> f64 {
    2.0 * tally.pairs as f64
}

/// The gradient of the likelihood. The strengths of the first player and of players not linked are
/// fixed.
fn slope(linked: &[bool], met: &[&MatchResult<'_>], strengths: &[f64]) -> Vec<f64> {
    let mut slope = vec![0.0; strengths.len()];
    for meeting in met {
        let more = games(meeting.tally) * (share(meeting.tally) - chance(meeting, strengths));
        slope[meeting.a] += more;
        slope[meeting.b] -= more;
    }
    (0..slope.len())
        .filter(|&player| is_fixed(linked, player))
        .for_each(|player| slope[player] = 0.0);
    slope
}

fn information(linked: &[bool], met: &[&MatchResult<'_>], strengths: &[f64]) -> Vec<Vec<f64>> {
    spread_out(linked, met, |meeting| {
        let chance = chance(meeting, strengths);
        games(meeting.tally) * chance * (1.0 - chance)
    })
}

fn covariances(linked: &[bool], met: &[&MatchResult<'_>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let information = information(linked, met, strengths);
    let noise = spread_out(linked, met, |meeting| {
        let within = meeting.tally.win_rate(Holds::AtTheEnd).within.unwrap_or(1.0);
        (games(meeting.tally) * within / ERRORS_95).powi(2)
    });
    let n = strengths.len();
    let inverse: Vec<Vec<f64>> = (0..n)
        .map(|column| {
            solve(
                information.clone(),
                (0..n).map(|row| f64::from(u8::from(row == column))).collect(),
            )
        })
        .collect();
    let between = |i: usize, j: usize| -> f64 {
        (0..n)
            .flat_map(|k| (0..n).map(move |l| (k, l)))
            .map(|(k, l)| inverse[i][k] * noise[k][l] * inverse[j][l])
            .sum()
    };
    (0..n)
        .map(|i| {
            (0..n)
                .map(
                    |j| {
                        if is_fixed(linked, i) || is_fixed(linked, j) { 0.0 } else { between(i, j) }
                    },
                )
                .collect()
        })
        .collect()
}

fn is_fixed(linked: &[bool], player: usize) -> bool {
    player == 0 || !linked[player]
}

/// The matrix of a quantity that each meeting has about the difference of its two players; 1 on the
/// diagonal for fixed players.
fn spread_out(
    linked: &[bool],
    met: &[&MatchResult<'_>],
    quantity: impl Fn(&MatchResult<'_>) -> f64,
) -> Vec<Vec<f64>> {
    let n = linked.len();
    let mut matrix = vec![vec![0.0; n]; n];
    for meeting in met {
        let quantity = quantity(meeting);
        for (row, column, sign) in [
            (meeting.a, meeting.a, 1.0),
            (meeting.b, meeting.b, 1.0),
            (meeting.a, meeting.b, -1.0),
            (meeting.b, meeting.a, -1.0),
        ] {
            matrix[row][column] += sign * quantity;
        }
    }
    for player in (0..n).filter(|&player| is_fixed(linked, player)) {
        matrix[player].fill(0.0);
        matrix.iter_mut().for_each(|row| row[player] = 0.0);
        matrix[player][player] = 1.0;
    }
    matrix
}

/// Solves a system of linear equations by elimination. The matrices are positive definite, so no
/// rows are swapped.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        let (done, below) = matrix.split_at_mut(pivot + 1);
        for (row, next) in (pivot + 1..n).zip(below) {
            let factor = next[pivot] / done[pivot][pivot];
            next.iter_mut()
                .zip(&done[pivot])
                .skip(pivot)
                .for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match in which A won this many pairs and lost the others.
    fn tally(pairs: u64, won: u64) -> Tally {
        Tally::of_pairs(pairs, won)
    }

    #[test]
    fn three_wins_in_four_are_191_points() {
        let (first, second) = (tally(40_000, 10_000), tally(40_000, 10_000));
        let ratings = Ratings::new(
            3,
            &[
                MatchResult { a: 0, b: 1, tally: &first },
                MatchResult { a: 1, b: 2, tally: &second },
            ],
        );
        let (one, two) = (ratings.ahead(1, 0).unwrap(), ratings.ahead(2, 0).unwrap());
        assert!((one.mean - 190.8).abs() < 0.1, "{one:?}");
        assert!((two.mean - 381.7).abs() < 0.2, "{two:?}");
        assert!(two.within > one.within);
        assert_eq!(ratings.ahead(0, 2).unwrap().mean, -two.mean);
    }

    #[test]
    fn intervals_are_those_of_the_win_rate() {
        let tally = tally(1000, 500);
        let ratings = Ratings::new(2, &[MatchResult { a: 0, b: 1, tally: &tally }]);
        let (elo, wins) = (ratings.ahead(1, 0).unwrap(), tally.win_rate(Holds::AtTheEnd));
        // At equal strength, one percent more wins is 6.95 points.
        assert!(
            (elo.within.unwrap() - wins.within.unwrap() * 694.9).abs() < 0.1,
            "{elo:?} {wins:?}"
        );
    }

    #[test]
    fn few_pairs_give_no_interval() {
        let (few, many) = (tally(FEWEST_PAIRS - 1, 20), tally(FEWEST_PAIRS, 20));
        let within = |tally| {
            Ratings::new(2, &[MatchResult { a: 0, b: 1, tally }]).ahead(1, 0).unwrap().within
        };
        assert_eq!(within(&few), None);
        assert!(within(&many).is_some_and(|within| within > 0.0));
    }

    #[test]
    fn players_without_matches_have_no_rating() {
        let (tally, none) = (tally(10, 10), Tally::default());
        let ratings = Ratings::new(
            3,
            &[MatchResult { a: 0, b: 1, tally: &tally }, MatchResult { a: 1, b: 2, tally: &none }],
        );
        assert!(ratings.ahead(0, 1).unwrap().mean > 300.0);
        assert!(ratings.ahead(2, 1).is_none());
    }
}
