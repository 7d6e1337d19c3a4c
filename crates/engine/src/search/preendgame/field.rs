//! The candidates, what is known about each of them in each deal, and which of them can be best.

use std::cmp::Reverse;

use tisane_rules::Move;

use super::final_spread::FinalSpread;
use super::value::{ESTIMATE, Kind, Problem, Question};
use super::workers::{Job, ProgressReporter, Task, Workers};
use crate::evaluate::win::{CERTAIN, Chance};
use crate::search::Go;
use crate::search::analysis::{Analysis, DrawOutcome, Exactness, Limits, Line, Method};

/// The number of nodes for each endgame of a candidate, by stage, to find who wins.
const WHO_WINS: [u64; 6] = [60, 600, 6_000, 60_000, 600_000, 6_000_000];

/// After each stage, the first candidates are searched longer, so that most others are dropped soon:
/// their number, and how many times the nodes.
const PROBED: usize = 4;
const PROBE: u64 = 60;

/// The number of candidates searched together, at first and at most. These are counts, so that the
/// answer is deterministic.
const GROUP: [usize; 2] = [8, 128];

/// Candidates of a group begin with different deals, so that threads share the work.
const SPREAD: usize = 4;

/// With more possible bags than this, outcomes are not listed by bag: two tiles of ten give 45.
const MOST_DRAWS: usize = 60;

/// The number of nodes between two reports.
const REPORT: u64 = 20_000;

/// What a candidate has to be able to do to be searched further.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Aim {
    /// Win more often than any candidate is proven to.
    More,
    /// Win as often as the best one.
    AsOften,
}

pub(super) struct Field<'a> {
    pub(super) problem: Problem<'a>,
    limits: Limits,
    /// By candidate, then by deal.
    pub(super) fates: Vec<Vec<Option<FinalSpread>>>,
    /// By candidate: proven lower and upper bounds of the win chances, summed over all deals by
    /// weight.
    pub(super) bounds: Vec<[u64; 2]>,
    /// By deal: the number of candidates proven to lose.
    losses: Vec<u64>,
    /// The largest lower bound.
    pub(super) best: u64,
    /// The best proven spread of those candidates, summed over all deals by weight.
    pub(super) best_spread: Option<i64>,
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
            best_spread: None,
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

    /// Finds which candidates win most often.
    fn decide(&mut self, workers: &mut Workers<'_, '_>, progress: &ProgressReporter<'_>) -> Go {
        if self.probe(workers, progress, WHO_WINS[0] * PROBE) == Go::Stop {
            return Go::Stop;
        }
        // Moves that win as often as the best one are found last, since they change the answer only
        // by their spread.
        for aim in [Aim::More, Aim::AsOften] {
            for nodes in WHO_WINS {
                let open: Vec<usize> =
                    self.ranked().into_iter().filter(|&at| self.is_open(at, aim)).collect();
                if self.settle(workers, progress, &open, aim, nodes) == Go::Stop {
                    return Go::Stop;
                }
                if aim == Aim::More && self.probe(workers, progress, nodes * PROBE) == Go::Stop {
                    return Go::Stop;
                }
            }
        }
        Go::On
    }

    /// Searches the most promising candidates longer: what they are proven to win drops most others.
    fn probe(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
        nodes: u64,
    ) -> Go {
        let is_open = |at: &usize| self.is_open(*at, Aim::More);
        let probed: Vec<usize> = self.ranked().into_iter().filter(is_open).take(PROBED).collect();
        self.settle(workers, progress, &probed, Aim::More, nodes)
    }

    /// Finds who wins with these candidates in every deal, with this many nodes each. A candidate
    /// is dropped once it can't reach its aim.
    fn settle(
        &mut self,
        workers: &mut Workers<'_, '_>,
        progress: &ProgressReporter<'_>,
        candidates: &[usize],
        aim: Aim,
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
                    (at, self.open_jobs(at, task.question).iter().map(|job| job.unit).collect())
                })
                .collect();
            loop {
                let mut jobs = Vec::new();
                for (turn, (at, units)) in open.iter_mut().enumerate() {
                    if !units.is_empty() && self.can_reach(*at, aim) {
                        // The deals lost most often come first: they drop a candidate soonest.
                        let groups = self.problem.units(&self.problem.candidates[*at]);
                        let losses = |unit: usize| -> u64 {
                            groups[unit].iter().map(|&deal| self.losses[deal]).sum()
                        };
                        units.sort_by_key(|&unit| (Reverse(losses(unit)), unit));
                        let unit = units.remove(turn % SPREAD.min(units.len()));
                        jobs.push(Job { candidate: *at, unit, goal: 0 });
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

    /// Runs the jobs and records the results.
    pub(super) fn run(
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
            if let Some((spreads, spent)) = found {
                self.nodes += spent;
                self.note(job, &spreads);
            }
        }
        if self.nodes - self.reported >= REPORT {
            self.reported = self.nodes;
            return progress.show(self.analysis(None));
        }
        progress.report()
    }

    /// Records the outcomes of a job: one for all its deals, or one for each of them. In the second
    /// case they belong together, since we choose one move for all these deals.
    fn note(&mut self, job: &Job, spreads: &[FinalSpread]) {
        let problem = self.problem;
        let unit = &problem.units(&problem.candidates[job.candidate])[job.unit];
        let is_one = problem.kind(&problem.candidates[job.candidate]) != Kind::LeavesOne;
        if !is_one {
            let wins = |spreads: &mut dyn Iterator<Item = Option<FinalSpread>>| -> u64 {
                let least = |spread: Option<FinalSpread>| spread.map_or(0, |it| it.bounds()[0]);
                let weights = unit.iter().map(|&at| problem.deals.deals[at].weight);
                spreads.zip(weights).map(|(spread, weight)| u64::from(least(spread)) * weight).sum()
            };
            let before = wins(&mut unit.iter().map(|&at| self.fates[job.candidate][at]));
            if wins(&mut spreads.iter().map(|&spread| Some(spread))) < before {
                return;
            }
        }
        for (n, &deal) in unit.iter().enumerate() {
            let spread = if is_one { spreads[0] } else { spreads[n] };
            let known = &mut self.fates[job.candidate][deal];
            let before = known.map_or([0, CERTAIN], FinalSpread::bounds);
            let spread = known.filter(|_| is_one).map_or(spread, |known| known.and(spread));
            *known = Some(spread);
            let weight = problem.deals.deals[deal].weight;
            let [least, most] = spread.bounds();
            let bounds = &mut self.bounds[job.candidate];
            bounds[0] = bounds[0] + u64::from(least) * weight - u64::from(before[0]) * weight;
            bounds[1] = bounds[1] + u64::from(most) * weight - u64::from(before[1]) * weight;
            self.losses[deal] += u64::from(most == 0 && before[1] > 0);
        }
        self.best = self.best.max(self.bounds[job.candidate][0]);
    }

    pub(super) fn is_provable(&self, at: usize, question: Question) -> bool {
        self.problem.is_provable(&self.problem.candidates[at], question)
    }

    /// Whether more search of the candidate could show that it reaches this.
    fn is_open(&self, at: usize, aim: Aim) -> bool {
        let [least, most] = self.bounds[at];
        self.is_provable(at, Question::WhoWins) && least < most && self.can_reach(at, aim)
    }

    fn can_reach(&self, at: usize, aim: Aim) -> bool {
        match aim {
            Aim::More => self.bounds[at][1] > self.best,
            Aim::AsOften => self.best > 0 && self.bounds[at][1] == self.best,
        }
    }

    /// The deals in which the question about a candidate is open.
    pub(super) fn open_jobs(&self, at: usize, question: Question) -> Vec<Job> {
        let is_answered = match question {
            Question::WhoWins => FinalSpread::is_decided,
            Question::Reaches | Question::ByHowMuch => FinalSpread::is_proven,
        };
        let units = self.problem.units(&self.problem.candidates[at]).iter().enumerate();
        let is_open = |deal: &usize| !self.fates[at][*deal].is_some_and(is_answered);
        units
            .filter(|(_, unit)| unit.iter().any(is_open))
            .map(|(unit, _)| Job { candidate: at, unit, goal: 0 })
            .collect()
    }

    /// All candidates, best first: by wins, proven ones before others, then by spread, then by
    /// static equity.
    pub(super) fn ranked(&self) -> Vec<usize> {
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

    /// The outcome of a candidate by the tiles in the bag.
    fn draws(&self, at: usize) -> Vec<DrawOutcome> {
        let Problem { deals, .. } = self.problem;
        if !deals.are_all || deals.by_bag.len() > MOST_DRAWS {
            return Vec::new();
        }
        let draw = |unit: &Vec<usize>| {
            let ways: u64 = unit.iter().map(|&deal| deals.deals[deal].weight).sum();
            let mean = |value: &dyn Fn(Option<FinalSpread>) -> Option<Chance>| -> Option<u64> {
                let all = unit.iter().map(|&deal| {
                    Some(u64::from(value(self.fates[at][deal])?) * deals.deals[deal].weight)
                });
                all.sum::<Option<u64>>()
            };
            let bound = |which: usize| {
                let most = if which == 1 { CERTAIN } else { 0 };
                mean(&|known| Some(known.map_or(most, |known| known.bounds()[which])))
                    .unwrap_or(most.into())
            };
            DrawOutcome {
                tiles: deals.deals[unit[0]].bag.iter().copied().collect(),
                ways: ways / self.problem.position.bag as u64,
                win: mean(&|known| Some(known?.win())).map(|sum| (sum / ways) as Chance),
                bounds: [(bound(0) / ways) as Chance, bound(1).div_ceil(ways) as Chance],
            }
        };
        deals.by_bag.iter().map(draw).collect()
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
                draws: self.draws(at),
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
