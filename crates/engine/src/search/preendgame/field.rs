//! The candidates, what is known about each of them in each deal, and which of them can be best.

use std::cmp::Reverse;

use tisane_rules::Move;

use super::final_spread::FinalSpread;
use super::value::{ESTIMATE, Problem, Question};
use super::workers::{Job, ProgressReporter, Task, Workers};
use crate::evaluate::win::{CERTAIN, Chance};
use crate::search::Go;
use crate::search::analysis::{Analysis, Exactness, Limits, Line, Method};

/// The number of nodes for each endgame of a candidate, by stage, to find who wins.
const WHO_WINS: [u64; 6] = [60, 600, 6_000, 60_000, 600_000, 6_000_000];

/// The first candidates are searched longer at first, so that most others are dropped soon.
const PROBED: usize = 4;
const PROBE: u64 = 4_000;

/// The number of candidates searched together, at first and at most. These are counts, so that the
/// answer is deterministic.
const GROUP: [usize; 2] = [8, 128];

/// Candidates of a group begin with different deals, so that threads share the work.
const SPREAD: usize = 4;

/// Stages of finding the exact spread: the number of candidates, and the nodes for each endgame.
const POINTS: [(usize, u64); 5] =
    [(48, 500), (12, 5_000), (12, 50_000), (6, 500_000), (2, 5_000_000)];

/// The number of nodes between two reports.
const REPORT: u64 = 20_000;

pub(super) struct Field<'a> {
    problem: Problem<'a>,
    limits: Limits,
    /// By candidate, then by deal.
    fates: Vec<Vec<Option<FinalSpread>>>,
    /// By candidate: proven lower and upper bounds of the win chances, summed over all deals by
    /// weight.
    bounds: Vec<[u64; 2]>,
    /// By deal: the number of candidates proven to lose.
    losses: Vec<u64>,
    /// The largest lower bound.
    best: u64,
    nodes: u64,
    reported: u64,
}

impl<'a> Field<'a> {
    pub(super) fn new(problem: Problem<'a>, limits: Limits) -> Field<'a> {
        let (n, deals) = (problem.candidates.len(), problem.deals.deals.len());
        let most = problem.deals.weight() * u64::from(CERTAIN);
        Field {
            problem,
            limits,
            fates: vec![vec![None; deals]; n],
            bounds: vec![[0, most]; n],
            losses: vec![0; deals],
            best: 0,
            nodes: 0,
            reported: 0,
        }
    }

    /// Finds which candidate wins most often, then the exact spreads.
    pub(super) fn search(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
    ) {
        let _ = self.estimate(workers, progress) == Go::On
            && self.decide(workers, progress) == Go::On
            && self.count_points(workers, progress) == Go::On;
    }

    /// Values the candidates that can only be estimated.
    fn estimate(&mut self, workers: &mut Workers<'_, '_>, progress: &ProgressReporter<'_>) -> Go {
        let task = Task { question: Question::WhoWins, nodes: ESTIMATE };
        for at in 0..self.fates.len() {
            if !self.is_provable(at, Question::WhoWins) {
                let jobs = self.open_jobs(at, Question::WhoWins);
                if self.run(workers, progress, &jobs, task) == Go::Stop {
                    return Go::Stop;
                }
            }
        }
        Go::On
    }

    fn decide(&mut self, workers: &mut Workers<'_, '_>, progress: &ProgressReporter<'_>) -> Go {
        let all = self.ranked();
        let probed: Vec<usize> =
            all.into_iter().filter(|&at| self.is_open(at)).take(PROBED).collect();
        if self.settle(workers, progress, &probed, PROBE) == Go::Stop {
            return Go::Stop;
        }
        for nodes in WHO_WINS {
            let open: Vec<usize> =
                self.ranked().into_iter().filter(|&at| self.is_open(at)).collect();
            if self.settle(workers, progress, &open, nodes) == Go::Stop {
                return Go::Stop;
            }
        }
        Go::On
    }

    /// Finds who wins with these candidates in every deal, with this many nodes each. A candidate
    /// is dropped once it can't win more often than the best one is proven to.
    fn settle(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
        candidates: &[usize],
        nodes: u64,
    ) -> Go {
        let task = Task { question: Question::WhoWins, nodes };
        let [mut size, most] = GROUP;
        let mut rest = candidates;
        while !rest.is_empty() {
            let (group, others) = rest.split_at(size.min(rest.len()));
            (rest, size) = (others, (size * 2).min(most));
            let mut open: Vec<(usize, Vec<usize>)> = group
                .iter()
                .map(|&at| {
                    (at, self.open_jobs(at, task.question).iter().map(|job| job.deal).collect())
                })
                .collect();
            loop {
                let mut jobs = Vec::new();
                for (turn, (at, deals)) in open.iter_mut().enumerate() {
                    if !deals.is_empty() && self.can_win_more(*at) {
                        // The deals lost most often come first: they drop a candidate soonest.
                        deals.sort_by_key(|&deal| (Reverse(self.losses[deal]), deal));
                        let deal = deals.remove(turn % SPREAD.min(deals.len()));
                        jobs.push(Job { candidate: *at, deal });
                    }
                }
                if jobs.is_empty() {
                    break;
                }
                if self.run(workers, progress, &jobs, task) == Go::Stop {
                    return Go::Stop;
                }
            }
        }
        Go::On
    }

    /// Searches the best candidates for the exact spread, which ranks those that win equally often.
    fn count_points(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
    ) -> Go {
        for (best, nodes) in POINTS {
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

    /// Runs the jobs and records the results.
    fn run(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
        jobs: &[Job],
        task: Task,
    ) -> Go {
        if jobs.is_empty() {
            return Go::On;
        }
        let left = self.limits.nodes.saturating_sub(self.nodes);
        let each = task.nodes.min(left / jobs.len() as u64);
        // A tenth of the nodes would find no more than the stage before.
        if each <= task.nodes / 10 {
            return Go::Stop;
        }
        let found = workers.run(jobs, Task { nodes: each, ..task });
        for (job, found) in jobs.iter().zip(found) {
            if let Some((spread, spent)) = found {
                self.nodes += spent;
                self.note(job, spread);
            }
        }
        if self.nodes - self.reported >= REPORT {
            self.reported = self.nodes;
            return progress.show(self.analysis(None));
        }
        progress.report()
    }

    fn note(&mut self, job: &Job, spread: FinalSpread) {
        let weight = self.problem.deals.deals[job.deal].weight;
        let known = &mut self.fates[job.candidate][job.deal];
        let before = known.map_or([0, CERTAIN], FinalSpread::bounds);
        let spread = known.map_or(spread, |known| known.and(spread));
        *known = Some(spread);
        let [least, most] = spread.bounds();
        let bounds = &mut self.bounds[job.candidate];
        bounds[0] += u64::from(least - before[0]) * weight;
        bounds[1] -= u64::from(before[1] - most) * weight;
        self.best = self.best.max(bounds[0]);
        self.losses[job.deal] += u64::from(most == 0 && before[1] > 0);
    }

    fn is_provable(&self, at: usize, question: Question) -> bool {
        self.problem.is_provable(&self.problem.candidates[at], question)
    }

    /// Whether more search of the candidate could change which one is best.
    fn is_open(&self, at: usize) -> bool {
        self.is_provable(at, Question::WhoWins) && self.can_win_more(at)
    }

    /// Whether the candidate may win more often than any candidate, itself included, is proven to.
    fn can_win_more(&self, at: usize) -> bool {
        self.bounds[at][1] > self.best
    }

    /// The deals in which the question about a candidate is open.
    fn open_jobs(&self, at: usize, question: Question) -> Vec<Job> {
        let is_answered = match question {
            Question::WhoWins => FinalSpread::is_decided,
            Question::ByHowMuch => FinalSpread::is_proven,
        };
        let fates = self.fates[at].iter().enumerate();
        fates
            .filter(|(_, spread)| !spread.is_some_and(is_answered))
            .map(|(deal, _)| Job { candidate: at, deal })
            .collect()
    }

    /// All candidates, best first: by wins, proven ones before others, then by spread, then by
    /// static equity.
    fn ranked(&self) -> Vec<usize> {
        let key = |at: usize| {
            let is_open = self.bounds[at][0] < self.bounds[at][1];
            (Reverse(self.win(at)), is_open, Reverse(self.spread(at)), at)
        };
        let mut ranked: Vec<usize> = (0..self.fates.len()).collect();
        ranked.sort_by_cached_key(|&at| key(at));
        ranked
    }

    /// The weighted mean over all deals searched so far; `None` if no deal was searched.
    fn mean(&self, at: usize, value: impl Fn(FinalSpread) -> i64) -> Option<i64> {
        let known = || {
            self.fates[at]
                .iter()
                .zip(&self.problem.deals.deals)
                .filter_map(|(spread, deal)| Some((spread.as_ref()?, deal.weight as i64)))
        };
        let weight: i64 = known().map(|(_, weight)| weight).sum();
        (weight > 0).then(|| {
            known().map(|(&spread, weight)| value(spread) * weight).sum::<i64>().div_euclid(weight)
        })
    }

    /// The expected win chance, within the proven bounds.
    fn win(&self, at: usize) -> Option<Chance> {
        let [least, most] = self.chances(at);
        Some((self.mean(at, |spread| spread.win().into())? as Chance).clamp(least, most))
    }

    /// In thousandths of a point.
    fn spread(&self, at: usize) -> Option<i64> {
        self.mean(at, |spread| i64::from(spread.spread()) * 1000)
    }

    /// Proven lower and upper bounds of the win chance over these deals.
    fn chances(&self, at: usize) -> [Chance; 2] {
        let weight = self.problem.deals.weight();
        let [least, most] = self.bounds[at];
        [(least / weight) as Chance, most.div_ceil(weight) as Chance]
    }

    /// The best lines, and that of the requested move.
    pub(super) fn analysis(&self, requested: Option<&Move>) -> Analysis {
        let Problem { candidates, deals, .. } = self.problem;
        let line = |at: usize| {
            let is_proven = deals.are_all
                && self.fates[at].iter().all(|spread| spread.is_some_and(FinalSpread::is_proven));
            Line {
                exactness: if is_proven { Exactness::Exact } else { Exactness::Estimated },
                win: self.win(at),
                bounds: deals.are_all.then(|| self.chances(at)),
                spread: self.spread(at).map(|spread| spread as i32),
                ..Line::of(candidates[at].clone())
            }
        };
        let ranked = self.ranked();
        let shown = self.limits.candidates.max(1);
        let (best, others) = ranked.split_at(shown.min(ranked.len()));
        let requested = others.iter().filter(|&&at| requested == Some(&candidates[at].mv));
        Analysis {
            method: Method::Preendgame { deals: deals.deals.len(), nodes: self.nodes },
            lines: best.iter().chain(requested).map(|&at| line(at)).collect(),
        }
    }
}
