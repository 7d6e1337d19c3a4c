//! The best spread among the candidates that win equally often.
//!
//! A candidate is dropped once bounds of its spread in each deal show that their mean can't exceed
//! the best one. The bounds are chosen so that they are cheap to prove: what the candidate seems to
//! reach in a deal, plus its share of what it lacks.

use std::cmp::Reverse;

use super::field::Field;
use super::final_spread::FinalSpread;
use super::value::Question;
use super::workers::{Job, ProgressReporter, Task, Workers};
use crate::search::Go;

/// The number of nodes for each endgame, by stage.
const STAGES: [u64; 5] = [500, 5_000, 50_000, 500_000, 5_000_000];

/// A candidate that keeps exceeding its bounds is solved after this many attempts.
const ATTEMPTS: usize = 6;

/// Then the spreads of the best candidates are found, whether they matter or not: their number, and
/// the nodes for each endgame.
const SHOWN: [(usize, u64); 2] = [(12, 500), (12, 5_000)];

impl Field<'_> {
    /// Finds the best spread, which ranks candidates that win equally often.
    pub(super) fn count_points(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
    ) -> Go {
        let best = self.best;
        let mut tied: Vec<usize> = (0..self.fates.len())
            .filter(|&at| self.bounds[at] == [best, best])
            .filter(|&at| self.is_provable(at, Question::ByHowMuch))
            .collect();
        tied.sort_by_key(|&at| (Reverse(self.expected(at)), at));
        for nodes in STAGES {
            let mut rest = Vec::new();
            for &at in &tied {
                match self.compare(workers, progress, at, nodes) {
                    (Go::Stop, _) => return Go::Stop,
                    (Go::On, true) => {}
                    (Go::On, false) => rest.push(at),
                }
            }
            tied = rest;
        }
        for (best, nodes) in SHOWN {
            let task = Task { question: Question::ByHowMuch, nodes };
            for at in self.ranked().into_iter().take(best) {
                if self.is_provable(at, Question::ByHowMuch) {
                    let jobs = self.open_jobs(at, Question::ByHowMuch);
                    if self.run(workers, progress, &jobs, task) == Go::Stop {
                        return Go::Stop;
                    }
                }
            }
        }
        Go::On
    }

    /// Finds the spread of a candidate, or that it doesn't exceed the best one proven so far. False
    /// if the nodes were not enough.
    fn compare(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
        at: usize,
        nodes: u64,
    ) -> (Go, bool) {
        for attempt in 0.. {
            if self.is_solved(at) {
                self.best_spread = self.best_spread.max(Some(self.sum(at, FinalSpread::spread)));
                return (Go::On, true);
            }
            let most = self.most(at);
            if let (Some(most), Some(best)) = (most, self.best_spread)
                && most <= best
            {
                return (Go::On, true);
            }
            let mut jobs = self.open_jobs(at, Question::ByHowMuch);
            let lack = self.best_spread.map_or(0, |best| best - self.expected(at));
            let asks = lack > 0 && attempt < ATTEMPTS && self.is_provable(at, Question::Reaches);
            if asks {
                self.set_goals(&mut jobs, lack);
            }
            let question = if asks { Question::Reaches } else { Question::ByHowMuch };
            if self.run(workers, progress, &jobs, Task { question, nodes }) == Go::Stop {
                return (Go::Stop, false);
            }
            if !asks && !self.is_solved(at) {
                return (Go::On, false);
            }
            let is_answered = |job: &Job| {
                let deal = self.problem.units(&self.problem.candidates[at])[job.unit][0];
                self.fates[at][deal].is_some_and(|known| {
                    known.lower.is_some_and(|lower| lower >= job.goal)
                        || known.upper.is_some_and(|upper| upper < job.goal)
                })
            };
            if asks && !jobs.iter().all(is_answered) {
                return (Go::On, false);
            }
        }
        unreachable!("attempts have no end")
    }

    /// If the candidate stays below all goals, it doesn't exceed the best spread.
    fn set_goals(&self, jobs: &mut Vec<Job>, lack: i64) {
        let problem = self.problem;
        let deals = |job: &Job| &problem.units(&problem.candidates[job.candidate])[job.unit];
        let weight = |job: &Job| -> i64 {
            deals(job).iter().map(|&at| problem.deals.deals[at].weight as i64).sum()
        };
        let open: i64 = jobs.iter().map(weight).sum();
        let share = (lack / open) as i32;
        for job in jobs.iter_mut() {
            let known = self.fates[job.candidate][deals(job)[0]];
            job.goal = known.map_or(0, FinalSpread::spread) + share + 1;
        }
        jobs.retain(|job| {
            let known = self.fates[job.candidate][deals(job)[0]];
            known.and_then(|known| known.upper).is_none_or(|upper| upper >= job.goal)
        });
    }

    fn is_solved(&self, at: usize) -> bool {
        self.fates[at].iter().all(|known| known.is_some_and(FinalSpread::is_proven))
    }

    /// An upper bound of the spread, summed over all deals by weight.
    fn most(&self, at: usize) -> Option<i64> {
        let deals = self.fates[at].iter().zip(&self.problem.deals.deals);
        deals.map(|(known, deal)| Some(i64::from((*known)?.upper?) * deal.weight as i64)).sum()
    }

    /// The estimated spread, summed over all deals by weight.
    fn expected(&self, at: usize) -> i64 {
        self.sum(at, FinalSpread::spread)
    }

    fn sum(&self, at: usize, value: impl Fn(FinalSpread) -> i32) -> i64 {
        let deals = self.fates[at].iter().zip(&self.problem.deals.deals);
        deals.map(|(known, deal)| i64::from(known.map_or(0, &value)) * deal.weight as i64).sum()
    }
}
