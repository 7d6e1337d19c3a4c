//! Which candidates stay in the simulation.
//!
//! All candidates meet the same hidden tiles, so they are compared sample by sample: what counts is
//! the difference between two of them in the same iteration, which varies much less than either.
//! What static equity lets expect counts too, as some samples more: it is off by some points, and
//! so is the mean of a few dozen samples, each in its own way. The two together say what a
//! candidate is *believed* to come to, and how sure that is. A candidate is out when it is clearly
//! behind the leader by that (Bayes' rule: what is believed depends on what was seen, not on how
//! often one has looked, so that one may look after every batch).

use super::tally::{CandidateTally, Measure, Sample};
use crate::evaluate::win::{CERTAIN, Chance};

/// When a candidate is out.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Rule {
    /// How many standard deviations behind the leader it is clearly behind.
    clearly: f64,
    /// Before so many samples nobody is out: the variance would be a guess.
    fewest: u64,
}

impl Rule {
    /// Whoever has few rollouts must not spend them evenly, and plays on if one in 160 was better
    /// all the same; whoever looks at moves for as long as there is time wants to know something
    /// about each, and to hear the same whatever the draws.
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

/// With so many samples, the chance to win of a candidate is told within some three in a hundred.
const ASKED_SAMPLES: u64 = 200;
/// So many samples of the variance that all candidates have on average are mixed into that of each.
const POOLED: f64 = 16.0;
/// All chances to win beyond this, or all below the rest of it: the game is decided, and points are
/// what is left to play for.
const DECIDED: Chance = CERTAIN - CERTAIN / 200;

/// The candidates with all that their rollouts have shown.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub tallies: Vec<CandidateTally>,
    /// Those that are still in, in the order of the list.
    pub live: Vec<usize>,
    /// What each was expected to come to before anything was played.
    expected: Vec<Sample>,
    /// How many samples that counts for.
    prior: f64,
    rule: Rule,
    /// The one that is asked about.
    asked: Option<usize>,
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
            asked: None,
            products: Products::new(n),
        }
    }

    /// The same race, in which one candidate stays until something can be said about it, however
    /// far behind it is.
    pub(super) fn asked_about(self, asked: Option<usize>) -> Race {
        Race { asked, ..self }
    }

    pub(super) fn add(&mut self, tallies: Vec<CandidateTally>, products: &Products) {
        self.tallies.iter_mut().zip(tallies).for_each(|(sum, part)| sum.add(part));
        self.products.add(products);
    }

    /// What candidates are ranked by: the chance to win, unless it is not known or the game is
    /// decided.
    pub(super) fn measure(&self) -> Measure {
        let all = |holds: &dyn Fn(f64) -> bool| {
            self.live.iter().all(|&at| holds(self.tallies[at].mean(Measure::Win)))
        };
        let known = self.live.iter().all(|&at| self.tallies[at].knows_wins());
        let decided = all(&|win| win >= f64::from(DECIDED))
            || all(&|win| win <= f64::from(CERTAIN - DECIDED));
        if known && !decided { Measure::Win } else { Measure::Spread }
    }

    /// All candidates, best first: the best of those that are still in, then all others by what
    /// they are believed to come to, then as they came.
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

    /// The mean, with what was expected beforehand as some more samples of it. A few samples must
    /// not make a bad candidate the best: the best mean of many is more luck than worth.
    /// Expectations tell candidates apart; what they come to on the whole is taken from the
    /// samples.
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

    /// Puts those out that are clearly worse than the leader.
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
            let is_wanted = self.asked == Some(at) && self.tallies[at].samples < ASKED_SAMPLES;
            at == leader
                || is_wanted
                || best - self.believed(at, measure)
                    <= self.rule.clearly * (variance / (n + self.prior)).sqrt()
        };
        self.live = self.live.iter().copied().filter(stays).collect();
    }

    /// How much the difference of two that are still in varies from sample to sample.
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

    /// Results of candidates of which the same is expected, and which differ by `edges`, in the
    /// same weather.
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
    fn who_is_clearly_worse_is_out() {
        let mut race = weather(200, &[0, -4_000, 60, -60], 1_000, 7);
        race.prune();
        assert_eq!(race.live, [0, 2, 3]);
        assert_eq!(race.ranked()[3], 1);
        // Whoever is out cannot come first, even if the others have become worse since.
        race.tallies[1].spread = i128::MAX / 2;
        race.tallies[1].win = i128::MAX / 2;
        assert!(race.live.contains(&race.ranked()[0]) && race.ranked()[1] == 1);
    }

    #[test]
    fn common_luck_makes_small_differences_clear() {
        // Each varies by some 11,500; the difference of two, by less than 300.
        let mut race = weather(300, &[0, -300], 200, 7);
        race.prune();
        assert_eq!(race.live, [0]);
    }

    #[test]
    fn a_few_samples_do_not_outweigh_what_was_expected() {
        let expected = [30_000, 20_000]
            .map(|spread| Sample { win: Some(32_768 + spread as Chance / 2), spread });
        for (samples, first) in [(10, 0), (2_000, 1)] {
            let mut race = weather(samples, &[0, 1_000], 100, 7);
            race.expected = expected.to_vec();
            assert_eq!(race.ranked()[0], first, "{samples}");
        }
    }

    #[test]
    fn who_is_asked_about_stays_until_something_can_be_said() {
        for (samples, live) in [(100, vec![0, 1]), (300, vec![0])] {
            let mut race = weather(samples, &[0, -20_000, -20_000], 10, 7).asked_about(Some(1));
            race.prune();
            assert_eq!(race.live, live);
        }
    }

    #[test]
    fn few_samples_put_nobody_out() {
        let mut race = weather(3, &[0, -20_000], 10, 7);
        race.prune();
        assert_eq!(race.live.len(), 2);
    }

    #[test]
    fn the_fewer_rollouts_the_sooner_somebody_is_out() {
        assert_eq!(
            [200, 2_000, 10_000, u64::MAX].map(|rollouts| Rule::of(rollouts, 25).fewest),
            [4, 10, 32, 100]
        );
    }

    #[test]
    fn the_best_is_seldom_put_out() {
        let mut lost = 0;
        for seed in 0..200 {
            for n in [8, 32, 128, 512] {
                // The last is better by a sixth of what two differ by from sample to sample.
                let mut race = weather(n, &[0, 0, 0, 0, 1_500], 10_000, seed * 77 + n);
                race.prune();
                lost += usize::from(!race.live.contains(&4));
            }
        }
        assert!(lost <= 8, "put out in {lost} of 800 races");
    }
}
