//! Decides which candidates stay in the simulation.
//!
//! All candidates meet the same hidden tiles, so they are compared sample by sample: the difference
//! between two candidates in the same iteration varies much less than either value. Static equity
//! is used as a prior: it is off by some points, and so is the mean of a few dozen samples, for
//! independent reasons. Both together give a posterior mean and its variance. A candidate is
//! eliminated when its posterior mean is clearly below the leader's. The posterior does not depend
//! on how often it is computed, so it may be tested after every batch.

use super::tally::{CandidateTally, Measure, Sample};
use crate::evaluate::win::{CERTAIN, Chance};

/// When a candidate is eliminated.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Rule {
    /// Number of standard deviations that make a candidate clearly worse than the leader.
    clearly: f64,
    /// No candidate is eliminated before this many samples, since the variance would be unreliable.
    fewest: u64,
}

impl Rule {
    /// With few rollouts, they must not be spent evenly: a candidate is eliminated even if one in
    /// 160 turns out to be better. An unlimited analysis should say something about each move and
    /// be stable, so it eliminates later.
    pub(super) fn of(rollouts: u64, candidates: usize) -> Rule {
        match rollouts {
            u64::MAX => Rule { clearly: 3.5, fewest: 100 },
            _ => Rule {
                clearly: 2.5,
                fewest: (rollouts / (8 * candidates.max(1) as u64)).clamp(4, 32),
            },
        }
    }
}

/// With this many samples, a win chance has an error of about three percent.
const REQUESTED_SAMPLES: u64 = 200;
/// The weight, in samples, of the candidates' average variance in the variance of each.
const POOLED: f64 = 16.0;
/// If all win chances are above this, or all below its complement, the game is decided and
/// candidates are ranked by points.
const DECIDED: Chance = CERTAIN - CERTAIN / 200;

/// The candidates with the results of their rollouts.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub tallies: Vec<CandidateTally>,
    /// The candidates not yet eliminated, in list order.
    pub live: Vec<usize>,
    /// The prior of each candidate.
    expected: Vec<Sample>,
    /// The weight of the prior, in samples.
    prior: f64,
    rule: Rule,
    /// The candidate the caller requested.
    requested: Option<usize>,
    products: Products,
}

/// Sums of products of the results of two candidates in the same iteration, by measure.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct Products {
    n: usize,
    win: Vec<i128>,
    spread: Vec<i128>,
}

impl Products {
    pub(super) fn new(n: usize) -> Products {
        Products { n, win: vec![0; n * n], spread: vec![0; n * n] }
    }

    /// `results` are those of the candidates `live`.
    pub(super) fn count(&mut self, live: &[usize], results: &[Sample]) {
        for (a, (&first, one)) in live.iter().zip(results).enumerate() {
            for (&second, other) in live.iter().zip(results).skip(a + 1) {
                let at = first * self.n + second;
                self.win[at] +=
                    i128::from(one.win.unwrap_or(0)) * i128::from(other.win.unwrap_or(0));
                self.spread[at] += i128::from(one.spread) * i128::from(other.spread);
            }
        }
    }

    pub(super) fn add(&mut self, other: &Products) {
        self.win.iter_mut().zip(&other.win).for_each(|(sum, other)| *sum += other);
        self.spread.iter_mut().zip(&other.spread).for_each(|(sum, other)| *sum += other);
    }
}

impl Race {
    pub(super) fn new(
        expected: Vec<Sample>,
        prior: u32,
        rule: Rule,
        tally: &CandidateTally,
    ) -> Race {
        let n = expected.len();
        Race {
            tallies: vec![tally.clone(); n],
            live: (0..n).collect(),
            expected,
            prior: prior.into(),
            rule,
            requested: None,
            products: Products::new(n),
        }
    }

    /// Keeps one candidate until its value is fairly precise, however bad it is.
    pub(super) fn keeping(self, requested: Option<usize>) -> Race {
        Race { requested, ..self }
    }

    pub(super) fn add(&mut self, tallies: Vec<CandidateTally>, products: &Products) {
        self.tallies.iter_mut().zip(tallies).for_each(|(sum, part)| sum.add(part));
        self.products.add(products);
    }

    /// What candidates are ranked by: the win chance, unless it is unknown or the game is decided.
    pub(super) fn measure(&self) -> Measure {
        let all = |holds: &dyn Fn(f64) -> bool| {
            self.live.iter().all(|&at| holds(self.tallies[at].mean(Measure::Win)))
        };
        let known = self.live.iter().all(|&at| self.tallies[at].knows_wins());
        let decided = all(&|win| win >= f64::from(DECIDED))
            || all(&|win| win <= f64::from(CERTAIN - DECIDED));
        if known && !decided { Measure::Win } else { Measure::Spread }
    }

    /// All candidates, best first: the best of those still in, then all others by posterior mean,
    /// then in list order.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let measure = self.measure();
        let believed: Vec<f64> =
            (0..self.tallies.len()).map(|at| self.believed(at, measure)).collect();
        let mut ranked: Vec<usize> = (0..self.tallies.len()).collect();
        ranked.sort_by(|&a, &b| believed[b].total_cmp(&believed[a]).then(a.cmp(&b)));
        let best = ranked.iter().position(|at| self.live.contains(at)).unwrap_or(0);
        ranked[..=best].rotate_right(1);
        ranked
    }

    /// The posterior mean. Priors only tell candidates apart; their overall level comes from the
    /// samples. Without a prior, a few lucky samples could make a bad candidate the best.
    pub(super) fn believed(&self, at: usize, measure: Measure) -> f64 {
        let mean = self.tallies[at].mean(measure);
        let value = |sample: Sample| match measure {
            Measure::Win => f64::from(sample.win.unwrap_or(0)),
            Measure::Spread => f64::from(sample.spread),
        };
        let off = |(tally, &sample): (&CandidateTally, &Sample)| {
            (tally.mean(measure) - value(sample)) * tally.samples as f64
        };
        let samples: u64 = self.tallies.iter().map(|tally| tally.samples).sum();
        let off =
            self.tallies.iter().zip(&self.expected).map(off).sum::<f64>() / samples.max(1) as f64;
        let n = self.tallies[at].samples as f64;
        (mean * n + (value(self.expected[at]) + off) * self.prior) / (n + self.prior)
    }

    /// Eliminates the candidates that are clearly worse than the leader.
    pub(super) fn prune(&mut self) {
        let measure = self.measure();
        let leader = self.ranked()[0];
        let n = self.tallies[leader].samples;
        if n < self.rule.fewest {
            return;
        }
        let n = n as f64;
        let others = || self.live.iter().filter(|&&at| at != leader);
        let pooled = others().map(|&at| self.variance(leader, at, measure)).sum::<f64>()
            / others().count().max(1) as f64;
        let best = self.believed(leader, measure);
        let stays = |&at: &usize| {
            let variance =
                (self.variance(leader, at, measure) * n + pooled * POOLED) / (n + POOLED);
            let is_requested =
                self.requested == Some(at) && self.tallies[at].samples < REQUESTED_SAMPLES;
            at == leader
                || is_requested
                || best - self.believed(at, measure)
                    <= self.rule.clearly * (variance / (n + self.prior)).sqrt()
        };
        self.live = self.live.iter().copied().filter(stays).collect();
    }

    /// The variance of the difference between two candidates that are still in.
    fn variance(&self, one: usize, other: usize, measure: Measure) -> f64 {
        let n = self.tallies[one].samples as f64;
        let at = one.min(other) * self.products.n + one.max(other);
        let (product, squares) = match measure {
            Measure::Win => (
                self.products.win[at],
                self.tallies[one].win_squared + self.tallies[other].win_squared,
            ),
            Measure::Spread => (
                self.products.spread[at],
                self.tallies[one].spread_squared + self.tallies[other].spread_squared,
            ),
        };
        let mean = self.tallies[one].mean(measure) - self.tallies[other].mean(measure);
        ((squares - 2 * product) as f64 / n - mean * mean).max(0.0) * n / (n - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of candidates with the same prior, which differ by `edges` and share common noise.
    fn weather(n: u64, edges: &[i32], apart: i32, seed: u64) -> Race {
        let expected = Sample { win: Some(CERTAIN / 2), spread: 0 };
        let mut race = Race::new(
            vec![expected; edges.len()],
            60,
            Rule::of(200, 25),
            &CandidateTally::new(0, 0),
        );
        let mut state = seed;
        let mut noise = |size: i32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % (2 * size + 1) - size
        };
        for _ in 0..n {
            let common = noise(20_000);
            let results: Vec<Sample> = edges
                .iter()
                .map(|edge| {
                    let points = common + edge + noise(apart);
                    Sample {
                        win: Some((32_768 + points / 2).clamp(0, 65_536) as Chance),
                        spread: points,
                    }
                })
                .collect();
            let live = race.live.clone();
            results.iter().zip(&mut race.tallies).for_each(|(&result, tally)| tally.count(result));
            race.products.count(&live, &results);
        }
        race
    }

    #[test]
    fn clearly_worse_candidates_are_eliminated() {
        let mut race = weather(200, &[0, -4_000, 60, -60], 1_000, 7);
        race.prune();
        assert_eq!(race.live, [0, 2, 3]);
        assert_eq!(race.ranked()[3], 1);
        // An eliminated candidate can't be first, even if the others have become worse since.
        race.tallies[1].spread = i128::MAX / 2;
        race.tallies[1].win = i128::MAX / 2;
        assert!(race.live.contains(&race.ranked()[0]) && race.ranked()[1] == 1);
    }

    #[test]
    fn common_luck_makes_small_differences_clear() {
        // Each value varies by about 11,500; the difference of two by less than 300.
        let mut race = weather(300, &[0, -300], 200, 7);
        race.prune();
        assert_eq!(race.live, [0]);
    }

    #[test]
    fn a_few_samples_do_not_outweigh_the_prior() {
        let expected = [30_000, 20_000]
            .map(|spread| Sample { win: Some(32_768 + spread as Chance / 2), spread });
        for (samples, first) in [(10, 0), (2_000, 1)] {
            let mut race = weather(samples, &[0, 1_000], 100, 7);
            race.expected = expected.to_vec();
            assert_eq!(race.ranked()[0], first, "{samples}");
        }
    }

    #[test]
    fn a_requested_move_stays_until_it_is_precise() {
        for (samples, live) in [(100, vec![0, 1]), (300, vec![0])] {
            let mut race = weather(samples, &[0, -20_000, -20_000], 10, 7).keeping(Some(1));
            race.prune();
            assert_eq!(race.live, live);
        }
    }

    #[test]
    fn few_samples_eliminate_nobody() {
        let mut race = weather(3, &[0, -20_000], 10, 7);
        race.prune();
        assert_eq!(race.live.len(), 2);
    }

    #[test]
    fn fewer_rollouts_eliminate_sooner() {
        assert_eq!(
            [200, 2_000, 10_000, u64::MAX].map(|rollouts| Rule::of(rollouts, 25).fewest),
            [4, 10, 32, 100]
        );
    }

    #[test]
    fn the_best_is_rarely_eliminated() {
        let mut lost = 0;
        for seed in 0..200 {
            for n in [8, 32, 128, 512] {
                // The last is better by a sixth of the standard deviation of a difference.
                let mut race = weather(n, &[0, 0, 0, 0, 1_500], 10_000, seed * 77 + n);
                race.prune();
                lost += usize::from(!race.live.contains(&4));
            }
        }
        assert!(lost <= 8, "eliminated in {lost} of 800 races");
    }
}
