//! The answer to "what should be played here": moves with what they are worth, how that was found
//! out, and how sure it is.

use tisane_rules::{Move, Seat};

use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::Chance;
use crate::search::infer::Inference;

/// How far a solution may go. All of these are counts: what comes first ends it, and the same
/// counts give the same answer.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// How many moves are looked at, those of the highest static equity.
    pub candidates: usize,
    /// How many turns are played after a candidate before chances are estimated. When the bag is
    /// empty, games are played to the end. Nothing is a round: each of the others' next turns, and
    /// then one's own.
    pub plies: Option<usize>,
    /// How often hidden tiles are dealt.
    pub iterations: u64,
    /// How many games are played on: one for each candidate that is still in, each time tiles are
    /// dealt.
    pub rollouts: u64,
    /// How many positions of an endgame are looked at; one with very many plays counts as several.
    pub nodes: u64,
    /// With no more tiles in the bag than this, and two players, all ways they can lie are gone
    /// through.
    pub preendgame: usize,
    /// Whether, and how, the others' turns are taken to tell what they hold.
    pub inference: Option<Inference>,
    /// What static equity lets expect of a candidate counts as so many samples of it.
    pub prior: u32,
    /// What chance follows from.
    pub seed: u64,
    /// How many threads work. It makes no difference to the answer.
    pub threads: usize,
    /// How many threads search an endgame. What is proven is the same for any number; with more
    /// than one, chance decides which of equally good moves is named, and what is known when the
    /// nodes are spent. So that is for whoever has a clock.
    pub endgame_threads: usize,
}

/// With more tiles in the bag, most moves leave some there, and those are only estimated.
const PREENDGAME: usize = 2;

/// The difference of two candidates varies by some 30 points from sample to sample, and static
/// equity is off by some 4 (`lab/2026-11-16-simulation.md`).
const PRIOR: u32 = 60;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            candidates: 15,
            plies: None,
            iterations: u64::MAX,
            rollouts: u64::MAX,
            nodes: 4_000_000,
            preendgame: PREENDGAME,
            inference: None,
            prior: PRIOR,
            seed: 1,
            threads: 1,
            endgame_threads: 1,
        }
    }
}

/// What was found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    pub method: Method,
    /// Best first.
    pub lines: Vec<Line>,
}

/// How moves were valued.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Method {
    /// By score and leave, without looking ahead.
    Static,
    /// By games played on with hidden tiles dealt by chance. As long as it goes on, it has not
    /// ended.
    Simulation { plies: usize, rollouts: u64, ended: Option<Ended> },
    /// By going through the ways in which the last hidden tiles can lie, and searching the endgames
    /// that follow.
    Preendgame { deals: usize, nodes: u64 },
    /// By searching all that both sides can do.
    Endgame { nodes: u64 },
}

/// Why a simulation went no further.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ended {
    /// All moves but one were found to be clearly worse.
    Clear,
    /// The iterations or rollouts of its limits are spent.
    Spent,
    /// It was told to stop.
    Told,
}

/// How sure a value is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Exactness {
    /// Against the best replies it is exactly this.
    Exact,
    /// It is no more than this, or no less.
    AtMost,
    AtLeast,
    /// It is a mean of what was tried, or a rule of thumb.
    Estimated,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub candidate: Candidate,
    /// Of the spread, and of the chance to win where there are no `bounds` of it.
    pub exactness: Exactness,
    /// The chance to win, with half of it for a tie. In a simulation what static equity lets expect
    /// counts as some of the samples, here and for the spread.
    pub win: Option<Chance>,
    /// What it is proven to be at least and at most, where all ways the hidden tiles can lie were
    /// gone through; a move that empties the bag against any opponent, a pass against one who knows
    /// the bag.
    pub bounds: Option<[Chance; 2]>,
    /// How far ahead at the end of the game, in thousandths of a point; of more than two, ahead of
    /// the best of the others.
    pub spread: Option<i32>,
    /// What a simulation saw.
    pub sampled: Option<Sampled>,
    /// The reply that is expected.
    pub reply: Option<Move>,
}

/// What a simulation saw of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sampled {
    pub samples: u64,
    /// Whether it was looked at to the end, or found to be clearly worse than the best.
    pub live: bool,
    /// Standard errors of the chance to win and of the spread, in their units.
    pub win_error: f64,
    pub spread_error: f64,
    /// The turns after the move.
    pub plies: Vec<PlyMeans>,
    /// By square, row by row: in how many samples the reply put a tile there.
    pub heat: Vec<u32>,
}

/// What a turn after the move brought, on average.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct PlyMeans {
    /// Whose turn it is, counted from the player who moves, who is 0.
    pub seat: Seat,
    /// In thousandths of a point.
    pub score: i32,
    /// How often a bonus for the number of tiles was earned.
    pub bingos: Chance,
}

/// With fewer samples, or game pairs, there is no confidence interval.
pub const FEWEST_SAMPLES: u64 = 30;

/// Standard errors on each side of a 95% confidence interval.
pub(crate) const ERRORS_95: f64 = 1.96;

impl Sampled {
    /// Half the width of the 95% confidence interval of the win chance, in the unit of
    /// [`Chance`]; `None` below [`FEWEST_SAMPLES`].
    pub fn win_interval(&self) -> Option<f64> {
        self.interval(self.win_error)
    }

    /// Half the width of the 95% confidence interval of the spread, in thousandths of a point;
    /// `None` below [`FEWEST_SAMPLES`].
    pub fn spread_interval(&self) -> Option<f64> {
        self.interval(self.spread_error)
    }

    fn interval(&self, standard_error: f64) -> Option<f64> {
        (self.samples >= FEWEST_SAMPLES).then_some(ERRORS_95 * standard_error)
    }
}

impl Limits {
    /// How much of the work they allow was done by then, up to 1. It may well end sooner.
    pub fn share(&self, method: Method) -> f64 {
        let (done, of) = match method {
            Method::Static => (0, 1),
            Method::Simulation { rollouts, .. } => (rollouts, self.rollouts),
            Method::Preendgame { nodes, .. } => (nodes, self.nodes),
            // The best move, and then as much again for the others.
            Method::Endgame { nodes } => (nodes, self.nodes.saturating_mul(2)),
        };
        (done as f64 / of.max(1) as f64).min(1.0)
    }
}

impl Analysis {
    /// How many positions of an endgame were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        if let Method::Endgame { nodes } = self.method { nodes } else { 0 }
    }
}

impl Line {
    /// A line of which no more is known than what the candidate says.
    pub fn of(candidate: Candidate) -> Line {
        Line {
            candidate,
            exactness: Exactness::Estimated,
            win: None,
            bounds: None,
            spread: None,
            sampled: None,
            reply: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_interval_below_30_samples() {
        let of = |samples| Sampled {
            samples,
            live: true,
            win_error: 0.0,
            spread_error: 1000.0,
            plies: Vec::new(),
            heat: Vec::new(),
        };
        assert_eq!((of(29).win_interval(), of(29).spread_interval()), (None, None));
        assert_eq!((of(30).win_interval(), of(30).spread_interval()), (Some(0.0), Some(1960.0)));
    }
}
