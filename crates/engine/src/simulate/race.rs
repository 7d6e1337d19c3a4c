//! Which candidates stay in the simulation.
//!
//! All candidates meet the same hidden tiles, so they are compared sample by sample: what counts is the difference between
//! two of them in the same iteration, which varies much less than either. A candidate is out when the leader is
//! better by more than chance can explain at any time, not only at this one: whoever looks after every batch with the
//! usual test for a fixed number of samples will sooner or later throw out the best. The bound is Robbins' confidence sequence with a normal
//! mixture, shared out among the candidates; only the variance is an estimate.

use super::tally::{Measure, Sample, Tally};
use crate::win::{CERTAIN, Chance};

/// The chance to throw out the best candidate.
const MISTAKE: f64 = 0.05;
/// The mixture's width, in samples; the test is sharpest after about eight times as many.
const TUNED_FOR: f64 = 50.0;
/// Before this nobody is out: the variance would be a guess.
const FEWEST: u64 = 32;
/// How many samples the expectation counts for: the difference of two candidates varies by some 35 points from sample to sample, and static
/// equity is off by some 5 (`lab/2026-11-16-simulation.md`).
const WEIGHT: f64 = 50.0;
/// All chances to win beyond this, or all below the rest of it: the game is decided, and points are what is left to play for.
const DECIDED: Chance = CERTAIN - CERTAIN / 200;

/// The candidates with all that their rollouts have shown.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub tallies: Vec<Tally>,
    /// Those that are still in, in the order of the list.
    pub live: Vec<usize>,
    /// What each was expected to come to before anything was played, if that is known.
    expected: Option<Vec<Sample>>,
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
                self.win[at] += i128::from(one.win.unwrap_or(0)) * i128::from(other.win.unwrap_or(0));
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
    pub(super) fn new(candidates: usize, tally: &Tally, expected: Option<Vec<Sample>>) -> Race {
        let tallies = vec![tally.clone(); candidates];
        Race { tallies, live: (0..candidates).collect(), expected, products: Products::new(candidates) }
    }

    pub(super) fn add(&mut self, tallies: Vec<Tally>, products: &Products) {
        self.tallies.iter_mut().zip(tallies).for_each(|(sum, part)| sum.add(part));
        self.products.add(products);
    }

    /// What candidates are ranked by: the chance to win, unless it is not known or the game is decided.
    pub(super) fn measure(&self) -> Measure {
        let all = |holds: &dyn Fn(f64) -> bool| self.live.iter().all(|&at| holds(self.tallies[at].mean(Measure::Win)));
        let known = self.live.iter().all(|&at| self.tallies[at].knows_wins());
        let decided = all(&|win| win >= f64::from(DECIDED)) || all(&|win| win <= f64::from(CERTAIN - DECIDED));
        if known && !decided { Measure::Win } else { Measure::Spread }
    }

    /// All candidates, best first: the best of those that are still in, then all others by what they are believed to come to, then as they came.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let measure = self.measure();
        let believed: Vec<f64> = (0..self.tallies.len()).map(|at| self.believed(at, measure)).collect();
        let mut ranked: Vec<usize> = (0..self.tallies.len()).collect();
        ranked.sort_by(|&a, &b| believed[b].total_cmp(&believed[a]).then(a.cmp(&b)));
        let best = ranked.iter().position(|at| self.live.contains(at)).unwrap_or(0);
        ranked[..=best].rotate_right(1);
        ranked
    }

    /// The mean, with what was expected beforehand as some more samples of it. A few samples must not make a bad candidate the best: the
    /// best mean of many is more luck than worth. Expectations tell candidates apart; what they come to on the whole is taken from the samples.
    pub(super) fn believed(&self, at: usize, measure: Measure) -> f64 {
        let mean = self.tallies[at].mean(measure);
        let Some(expected) = &self.expected else { return mean };
        let value = |sample: Sample| match measure {
            Measure::Win => f64::from(sample.win.unwrap_or(0)),
            Measure::Spread => f64::from(sample.spread),
        };
        let off = |(tally, &sample): (&Tally, &Sample)| (tally.mean(measure) - value(sample)) * tally.samples as f64;
        let samples: u64 = self.tallies.iter().map(|tally| tally.samples).sum();
        let off = self.tallies.iter().zip(expected).map(off).sum::<f64>() / samples.max(1) as f64;
        let n = self.tallies[at].samples as f64;
        (mean * n + (value(expected[at]) + off) * WEIGHT) / (n + WEIGHT)
    }

    /// Puts those out that are clearly worse than the leader.
    pub(super) fn prune(&mut self) {
        let measure = self.measure();
        let leader = self.ranked()[0];
        let share = MISTAKE / (self.tallies.len().max(2) - 1) as f64;
        let stays = |&at: &usize| at == leader || self.lead(leader, at, measure) <= self.radius(leader, at, measure, share);
        self.live = self.live.iter().copied().filter(stays).collect();
    }

    fn lead(&self, leader: usize, other: usize, measure: Measure) -> f64 {
        self.tallies[leader].mean(measure) - self.tallies[other].mean(measure)
    }

    /// What the difference of the two may be at most if they are equal, at any time but for this chance.
    fn radius(&self, leader: usize, other: usize, measure: Measure, mistake: f64) -> f64 {
        let samples = self.tallies[leader].samples;
        if samples < FEWEST {
            return f64::INFINITY;
        }
        let n = samples as f64;
        let at = leader.min(other) * self.products.n + leader.max(other);
        let (product, squares) = match measure {
            Measure::Win => (self.products.win[at], self.tallies[leader].win_squared + self.tallies[other].win_squared),
            Measure::Spread => (self.products.spread[at], self.tallies[leader].spread_squared + self.tallies[other].spread_squared),
        };
        let mean = self.lead(leader, other, measure);
        let variance = ((squares - 2 * product) as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        let width = n + TUNED_FOR;
        (variance * width * (width / (TUNED_FOR * mistake * mistake)).ln()).sqrt() / n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of candidates that differ by `edge`, in the same weather.
    fn weather(n: u64, edges: &[i32], apart: i32) -> Race {
        let mut race = Race::new(edges.len(), &Tally::new(0, 0), None);
        let mut state = 7u64;
        let mut noise = |size: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % (2 * size + 1) - size
        };
        for _ in 0..n {
            let common = noise(20_000);
            let results: Vec<Sample> = edges
                .iter()
                .map(|edge| {
                    let points = common + edge + noise(apart);
                    Sample { win: Some((32_768 + points / 2).clamp(0, 65_536) as Chance), spread: points }
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
        let mut race = weather(200, &[0, -4_000, 60, -60], 1_000);
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
        let mut race = weather(300, &[0, -300], 200);
        race.prune();
        assert_eq!(race.live, [0]);
    }

    #[test]
    fn a_few_samples_do_not_outweigh_what_was_expected() {
        let expected = [30_000, 20_000].map(|spread| Sample { win: Some(32_768 + spread as Chance / 2), spread });
        for (samples, first) in [(10, 0), (2_000, 1)] {
            let mut race = weather(samples, &[0, 1_000], 100);
            race.expected = Some(expected.to_vec());
            assert_eq!(race.ranked()[0], first, "{samples}");
        }
    }

    #[test]
    fn few_samples_put_nobody_out() {
        let mut race = weather(FEWEST - 1, &[0, -20_000], 10);
        race.prune();
        assert_eq!(race.live.len(), 2);
    }

    #[test]
    fn equals_stay_in_however_often_one_looks() {
        let mut out = 0;
        for edges in 2..40 {
            let mut race = weather(2_000, &vec![0; edges], 9_000 + edges as i32);
            race.prune();
            out += usize::from(race.live.len() < edges);
        }
        assert!(out <= 4, "{out} of 38 races between equals lost somebody");
    }
}
