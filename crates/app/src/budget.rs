//! Search budgets: the one place where a time limit or counts become [`Limits`].
//!
//! A time limit never reaches the engine. It sets how many endgame nodes a search may visit, and
//! the caller watches the clock and stops the search once [`Budget::is_spent`] is true.

use std::time::Duration;

use tisane_engine::infer::Inference;
use tisane_engine::{Limits, Opponent};
use tisane_rules::Position;

/// The time limit of a search for which neither a time nor a count is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// The same in a pre-endgame, which ends as soon as the answer is proven: mostly within a few
/// seconds, in the hardest positions within half a minute.
pub const PREENDGAME_TIME: Duration = Duration::from_secs(30);

/// About as many endgame nodes as one thread visits in a second. The search shares them out among
/// its moves; the clock ends it.
const NODES_PER_SECOND: f64 = 400_000.0;

/// Endgame nodes that may be visited in place of one rollout.
const NODES_PER_ROLLOUT: u64 = 500;

/// How far a search may go. What is not given has the default of [`Limits`].
///
/// ```
/// use std::time::Duration;
/// use tisane_app::budget::Budget;
/// let budget = Budget::timed(Duration::from_secs(5));
/// assert_eq!(budget.limits().nodes, 2_000_000);
/// assert!(!budget.is_spent(Duration::from_secs(4)));
/// assert!(budget.is_spent(Duration::from_secs(5)));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Budget {
    /// Time limit. Without one, [`DEFAULT_TIME`] holds unless a count is given.
    pub time: Option<Duration>,
    /// Maximum number of iterations.
    pub iterations: Option<u64>,
    /// Maximum number of rollouts.
    pub rollouts: Option<u64>,
    /// Maximum number of endgame nodes. It follows from the time limit if not given.
    pub nodes: Option<u64>,
    /// How many turns each rollout plays; a round if not given.
    pub plies: Option<usize>,
    /// How many moves are compared.
    pub candidates: Option<usize>,
    /// With at most this many tiles in the bag, the pre-endgame is searched.
    pub preendgame: Option<usize>,
    /// What the opponent is assumed to know in a pre-endgame.
    pub opponent: Opponent,
    /// Whether opponents' racks are inferred from their last moves.
    pub infer: bool,
    /// Random seed.
    pub seed: Option<u64>,
    /// Number of threads.
    pub threads: usize,
}

/// The most that a caller grants to somebody else's search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Ceiling {
    /// Longest time limit. `None` leaves the budget without a clock if it has none.
    pub time: Option<Duration>,
    /// Most moves compared.
    pub candidates: usize,
    /// Most turns of a rollout.
    pub plies: usize,
    /// Most rollouts.
    pub rollouts: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            time: None,
            iterations: None,
            rollouts: None,
            nodes: None,
            plies: None,
            candidates: None,
            preendgame: None,
            opponent: Opponent::default(),
            infer: false,
            seed: None,
            threads: 1,
        }
    }
}

impl Budget {
    /// A budget with this time limit.
    pub fn timed(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// A budget of this many rollouts without a clock, where an endgame or pre-endgame may take
    /// about as long as the rollouts would.
    pub fn rollouts(rollouts: u64) -> Budget {
        let nodes = Limits::default().nodes.min(rollouts.saturating_mul(NODES_PER_ROLLOUT));
        Budget { rollouts: Some(rollouts), nodes: Some(nodes), ..Budget::default() }
    }

    /// The time limit that holds: the given one, or the default if no count is given either.
    pub fn time_limit(&self) -> Option<Duration> {
        let is_counted = self.iterations.is_some() || self.rollouts.is_some();
        self.time.or((!is_counted).then_some(DEFAULT_TIME))
    }

    /// Whether the time limit has passed after a search of this duration.
    pub fn is_spent(&self, elapsed: Duration) -> bool {
        self.time_limit().is_some_and(|limit| elapsed >= limit)
    }

    /// The same budget for this position: without a time or a count, a pre-endgame may take
    /// [`PREENDGAME_TIME`].
    #[must_use]
    pub fn at(self, position: &Position) -> Budget {
        let most = self.preendgame.unwrap_or(Limits::default().preendgame);
        let is_preendgame = position.others.len() == 1 && (1..=most).contains(&position.bag);
        let is_default = self.time.is_none() && self.time_limit().is_some();
        let time = (is_preendgame && is_default).then_some(PREENDGAME_TIME);
        Budget { time: time.or(self.time), ..self }
    }

    /// The same budget, no larger than the ceiling.
    #[must_use]
    pub fn capped(self, ceiling: &Ceiling) -> Budget {
        Budget {
            time: match ceiling.time {
                Some(longest) => Some(self.time_limit().map_or(longest, |time| time.min(longest))),
                None => self.time,
            },
            rollouts: self.rollouts.map(|rollouts| rollouts.min(ceiling.rollouts)),
            plies: self.plies.map(|plies| plies.min(ceiling.plies)),
            candidates: self
                .candidates
                .map(|candidates| candidates.clamp(1, ceiling.candidates.max(1))),
            ..self
        }
    }

    /// What the engine counts.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        let by_time = || {
            let time = self.time_limit().unwrap_or(DEFAULT_TIME);
            (time.as_secs_f64() * NODES_PER_SECOND) as u64
        };
        let threads = self.threads.max(1);
        Limits {
            candidates: self.candidates.unwrap_or(default.candidates),
            plies: self.plies,
            iterations: self.iterations.unwrap_or(default.iterations),
            rollouts: self.rollouts.unwrap_or(default.rollouts),
            nodes: self.nodes.unwrap_or_else(by_time),
            preendgame: self.preendgame.unwrap_or(default.preendgame),
            opponent: self.opponent,
            inference: self.infer.then(Inference::default),
            seed: self.seed.unwrap_or(default.seed),
            threads,
            // Counts promise the same answer again, which several endgame threads do not.
            endgame_threads: if self.time_limit().is_some() { threads } else { 1 },
            ..default
        }
    }
}

#[cfg(test)]
mod tests {
    use tisane_rules::{Board, Ruleset, Tiles};

    use super::*;

    const SERVER: Ceiling = Ceiling {
        time: Some(Duration::from_secs(30)),
        candidates: 100,
        plies: 50,
        rollouts: u64::MAX,
    };

    #[test]
    fn a_search_without_time_or_counts_has_the_default_time_limit() {
        assert_eq!(Budget::default().time_limit(), Some(DEFAULT_TIME));
        let counted = Budget { iterations: Some(100), ..Budget::default() };
        assert_eq!(counted.time_limit(), None);
        assert!(!counted.is_spent(Duration::MAX));
        assert_eq!(counted.limits().nodes, 1_200_000, "as many as the default time allows");
    }

    #[test]
    fn a_preendgame_without_time_or_counts_may_take_longer() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut position = Position::new(
            &ruleset,
            Board::empty(&ruleset.layout),
            ruleset.parse_tiles("AEINRST").unwrap(),
            vec![Tiles::new()],
            vec![0, 0],
        )
        .unwrap();
        let limit = |budget: Budget, position: &Position| budget.at(position).time_limit();
        assert_eq!(limit(Budget::default(), &position), Some(DEFAULT_TIME));
        position.bag = 2;
        assert_eq!(limit(Budget::default(), &position), Some(PREENDGAME_TIME));
        assert_eq!(limit(Budget::timed(DEFAULT_TIME), &position), Some(DEFAULT_TIME));
        assert_eq!(limit(Budget::rollouts(10), &position), None);
        let off = Budget { preendgame: Some(1), ..Budget::default() };
        assert_eq!(limit(off, &position), Some(DEFAULT_TIME));
    }

    #[test]
    fn several_threads_search_an_endgame_only_against_the_clock() {
        let threads = |budget: Budget| Budget { threads: 4, ..budget }.limits().endgame_threads;
        assert_eq!(threads(Budget::timed(DEFAULT_TIME)), 4);
        assert_eq!(threads(Budget { rollouts: Some(100), ..Budget::default() }), 1);
    }

    #[test]
    fn a_ceiling_bounds_every_count_and_gives_counted_searches_a_clock() {
        let greedy = Budget {
            time: Some(Duration::from_secs(3600)),
            plies: Some(1000),
            candidates: Some(0),
            ..Budget::default()
        };
        let capped = greedy.capped(&SERVER);
        assert_eq!(capped.time_limit(), Some(Duration::from_secs(30)));
        assert_eq!((capped.plies, capped.candidates), (Some(50), Some(1)));
        let counted = Budget { rollouts: Some(10), ..Budget::default() }.capped(&SERVER);
        assert_eq!(counted.time_limit(), Some(Duration::from_secs(30)));
        assert_eq!(Budget::default().capped(&SERVER).time_limit(), Some(DEFAULT_TIME));
    }

    #[test]
    fn rollouts_bound_the_endgame_too() {
        assert_eq!(Budget::rollouts(10).limits().nodes, 5_000);
        assert_eq!(Budget::rollouts(u64::MAX).limits().nodes, Limits::default().nodes);
    }
}
