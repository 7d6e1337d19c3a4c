//! Results of rollouts as integer sums, which can be added in any order.

use std::collections::HashMap;

use tisane_rules::{Move, Seat};

use crate::evaluate::candidate::canonical;
use crate::evaluate::win::Chance;
use crate::search::analysis::PlyMeans;

/// The result of one rollout for the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Sample {
    /// `None` if the game did not end and there is no model for win chances.
    pub win: Option<Chance>,
    /// Final spread, in thousandths of a point.
    pub spread: i32,
}

/// The sums of one candidate.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct CandidateTally {
    pub samples: u64,
    /// Number of samples with a win chance.
    pub with_win: u64,
    pub win: i128,
    pub win_squared: i128,
    pub spread: i128,
    pub spread_squared: i128,
    plies: Vec<PlySums>,
    replies: HashMap<Move, u64>,
    /// By square, row by row: how often the reply placed a tile there.
    heat: Vec<u32>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
struct PlySums {
    turns: u64,
    points: i64,
    bingos: u64,
}

/// What candidates are compared by.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Measure {
    Win,
    Spread,
}

impl CandidateTally {
    pub(super) fn new(plies: usize, squares: usize) -> CandidateTally {
        CandidateTally {
            plies: vec![PlySums::default(); plies],
            heat: vec![0; squares],
            ..CandidateTally::default()
        }
    }

    pub(super) fn count(&mut self, result: Sample) {
        self.samples += 1;
        if let Some(win) = result.win {
            self.with_win += 1;
            self.win += i128::from(win);
            self.win_squared += i128::from(win) * i128::from(win);
        }
        self.spread += i128::from(result.spread);
        self.spread_squared += i128::from(result.spread) * i128::from(result.spread);
    }

    pub(super) fn count_ply(&mut self, ply: usize, score: i32, bingo: bool) {
        if let Some(sums) = self.plies.get_mut(ply) {
            sums.turns += 1;
            sums.points += i64::from(score);
            sums.bingos += u64::from(bingo);
        }
    }

    /// `cols` is the width of the board.
    pub(super) fn count_reply(&mut self, mv: Move, cols: usize) {
        if let Move::Play(play) = &mv {
            for (square, _) in play.placements() {
                self.heat[square.row as usize * cols + square.col as usize] += 1;
            }
        }
        *self.replies.entry(mv).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: CandidateTally) {
        self.samples += other.samples;
        self.with_win += other.with_win;
        self.win += other.win;
        self.win_squared += other.win_squared;
        self.spread += other.spread;
        self.spread_squared += other.spread_squared;
        for (sums, other) in self.plies.iter_mut().zip(other.plies) {
            sums.turns += other.turns;
            sums.points += other.points;
            sums.bingos += other.bingos;
        }
        self.heat.iter_mut().zip(other.heat).for_each(|(count, other)| *count += other);
        for (mv, count) in other.replies {
            *self.replies.entry(mv).or_default() += count;
        }
    }

    /// The mean in the unit of the measure.
    pub(super) fn mean(&self, measure: Measure) -> f64 {
        let sum = match measure {
            Measure::Win => self.win,
            Measure::Spread => self.spread,
        };
        sum as f64 / self.samples.max(1) as f64
    }

    /// The standard error of the mean.
    pub(super) fn standard_error(&self, measure: Measure) -> f64 {
        let (sum, squares) = match measure {
            Measure::Win => (self.win, self.win_squared),
            Measure::Spread => (self.spread, self.spread_squared),
        };
        let n = self.samples as f64;
        if self.samples < 2 {
            return f64::INFINITY;
        }
        let mean = sum as f64 / n;
        ((squares as f64 / n - mean * mean).max(0.0) / (n - 1.0)).sqrt()
    }

    /// Whether every rollout has a win chance.
    pub(super) fn knows_wins(&self) -> bool {
        self.samples > 0 && self.with_win == self.samples
    }

    /// The most frequent reply; among equally frequent ones the first in canonical order.
    pub(super) fn reply(&self) -> Option<&Move> {
        let most =
            self.replies.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| canonical(b.0, a.0)));
        most.map(|(mv, _)| mv)
    }

    /// `round` is the order of seats after the move, which repeats.
    pub(super) fn plies(&self, round: impl Iterator<Item = Seat> + Clone) -> Vec<PlyMeans> {
        let means = |(sums, seat): (&PlySums, Seat)| {
            let mean = |sum: i64| (sum / sums.turns.max(1) as i64) as i32;
            PlyMeans {
                seat,
                score: mean(sums.points * 1000),
                bingos: mean(sums.bingos as i64 * i64::from(crate::evaluate::win::CERTAIN))
                    as Chance,
            }
        };
        self.plies.iter().zip(round.cycle()).map(means).collect()
    }

    pub(super) fn heat(&self) -> &[u32] {
        &self.heat
    }
}
