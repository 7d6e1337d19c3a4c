//! The result of an analysis: moves with their values, the method, and how reliable they are.

use tisane_rules::{Move, Seat, Tiles};

use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::Chance;
use crate::search::infer::Inference;

/// Limits of an analysis. All are counts, and the same counts give the same answer; the first one
/// reached ends the analysis.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// Number of moves to analyse, those of the highest static equity. A pre-endgame searches all
    /// moves that empty the bag, and returns this many of the best.
    pub candidates: usize,
    /// Number of turns in a rollout before win chances are estimated; by default one round: each
    /// opponent's next turn and the player's own. Once the bag is empty, rollouts go to the end of
    /// the game.
    pub plies: Option<usize>,
    /// Maximum number of iterations: how often hidden tiles are dealt.
    pub iterations: u64,
    /// Maximum number of rollouts: one for each remaining candidate in each iteration.
    pub rollouts: u64,
    /// Maximum number of positions searched in endgames; one with very many plays counts as
    /// several.
    pub nodes: u64,
    /// With two players and at most this many tiles in the bag, all distributions of the hidden
    /// tiles are enumerated.
    pub preendgame: usize,
    /// What the opponent is assumed to know in a pre-endgame.
    pub opponent: Opponent,
    /// Settings for inferring opponents' racks from their last moves; `None` to turn it off.
    pub inference: Option<Inference>,
    /// Weight of static equity as a prior, in samples.
    pub prior: u32,
    /// Random seed.
    pub seed: u64,
    /// Number of threads. It does not change the answer.
    pub threads: usize,
    /// Number of threads for one endgame search. Proven values are the same for any number. With
    /// more than one, the choice between equally good moves and what is known when the nodes run
    /// out are not deterministic.
    pub endgame_threads: usize,
}

/// What the opponent is assumed to know in a pre-endgame. It makes no difference to moves that empty
/// the bag.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Opponent {
    /// The opponent knows the bag and finds the best reply in each deal, so a win against this
    /// opponent is a win against any. We know only what we see.
    #[default]
    KnowsBag,
    /// The opponent sees only the board and one rack, and makes the move that wins most often over
    /// the tiles that are hidden from that side. This is estimated.
    SeesRack,
}

/// With more tiles in the bag, most moves do not empty it and can only be estimated.
const PREENDGAME: usize = 2;

/// The difference between two candidates varies by about 30 points per sample, and static equity is
/// off by about 4 (`lab/2026-11-16-simulation.md`).
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
            opponent: Opponent::KnowsBag,
            inference: None,
            prior: PRIOR,
            seed: 1,
            threads: 1,
            endgame_threads: 1,
        }
    }
}

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// How moves were valued.
    pub method: Method,
    /// Best first.
    pub lines: Vec<Line>,
}

/// How moves were valued.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Method {
    /// By score and leave, without looking ahead.
    Static,
    /// By rollouts with randomly dealt hidden tiles. `ended` is `None` while it is running.
    Simulation {
        /// Turns in a rollout.
        plies: usize,
        /// Number of rollouts so far.
        rollouts: u64,
        /// Why it ended; `None` while it is running.
        ended: Option<Ended>,
    },
    /// By enumerating the distributions of the last hidden tiles and searching the endgames that
    /// follow.
    Preendgame {
        /// Number of distributions of the hidden tiles.
        deals: usize,
        /// Positions searched in endgames.
        nodes: u64,
    },
    /// By searching the endgame.
    Endgame {
        /// Positions searched.
        nodes: u64,
    },
}

/// Why a simulation ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ended {
    /// All moves but one are clearly worse.
    Clear,
    /// The maximum number of iterations or rollouts was reached.
    LimitReached,
    /// The caller stopped it.
    Stopped,
}

/// How reliable a value is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Exactness {
    /// Exact against the best replies.
    Exact,
    /// An upper bound.
    AtMost,
    /// A lower bound.
    AtLeast,
    /// A mean over samples, or a heuristic.
    Estimated,
}

/// A move with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The move with its static values.
    pub candidate: Candidate,
    /// Of the spread, and of the win chance unless it has `bounds`.
    pub exactness: Exactness,
    /// Win chance; a tie counts as half. In a simulation, static equity is used as a prior, here
    /// and for the spread.
    pub win: Option<Chance>,
    /// Proven lower and upper bounds of the win chance, if all distributions of the hidden tiles
    /// were enumerated. A move that empties the bag is bounded against any opponent, other moves
    /// against one who knows the bag.
    pub bounds: Option<[Chance; 2]>,
    /// In a pre-endgame: the outcome by the tiles in the bag. Empty if there are very many.
    pub draws: Vec<DrawOutcome>,
    /// Spread at the end of the game, in thousandths of a point; with more than two players,
    /// against the best opponent.
    pub spread: Option<i32>,
    /// In a solved endgame of more than two players: the spread over the best opponent if all
    /// opponents play against this player, in thousandths of a point (paranoid). The `spread` is
    /// then the one if everybody plays for the own spread (max-n).
    pub paranoid: Option<i32>,
    /// What a simulation found.
    pub sampled: Option<Sampled>,
    /// The expected reply.
    pub reply: Option<Move>,
}

/// The outcome of a move if the bag contains these tiles.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DrawOutcome {
    /// The tiles in the bag.
    pub tiles: Tiles,
    /// The number of ways to draw them.
    pub ways: u64,
    /// Win chance, the mean over all orders of the tiles; `None` if it was not searched.
    pub win: Option<Chance>,
    /// Proven lower and upper bounds of the win chance.
    pub bounds: [Chance; 2],
}

/// What a simulation found about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sampled {
    /// Number of samples.
    pub samples: u64,
    /// Whether the move stayed until the end; otherwise it was eliminated as clearly worse than the
    /// best.
    pub live: bool,
    /// Standard error of the win chance, in its unit.
    pub win_error: f64,
    /// Standard error of the spread, in thousandths of a point.
    pub spread_error: f64,
    /// Averages of the turns after the move.
    pub plies: Vec<PlyMeans>,
    /// By square, row by row: in how many samples the reply placed a tile there.
    pub heat: Vec<u32>,
}

/// Averages of one turn after the move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct PlyMeans {
    /// Whose turn it is; the player to move is 0.
    pub seat: Seat,
    /// Mean score, in thousandths of a point.
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
    /// The share of the allowed work done, up to 1. The analysis may end sooner.
    pub fn share(&self, method: Method) -> f64 {
        let (done, of) = match method {
            Method::Static => (0, 1),
            Method::Simulation { rollouts, .. } => (rollouts, self.rollouts),
            Method::Preendgame { nodes, .. } => (nodes, self.nodes),
            // First the best move, then as much again for the others.
            Method::Endgame { nodes } => (nodes, self.nodes.saturating_mul(2)),
        };
        (done as f64 / of.max(1) as f64).min(1.0)
    }
}

impl Analysis {
    /// Positions searched in endgames.
    pub(crate) fn nodes(&self) -> u64 {
        if let Method::Endgame { nodes } = self.method { nodes } else { 0 }
    }
}

impl Line {
    /// A line with the static values of a candidate only.
    pub fn of(candidate: Candidate) -> Line {
        Line {
            candidate,
            exactness: Exactness::Estimated,
            win: None,
            bounds: None,
            draws: Vec::new(),
            spread: None,
            paranoid: None,
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
