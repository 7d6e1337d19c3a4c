//! Reviewing a game: every turn compared with the best moves, within a budget for each turn.

use std::time::Duration;

use tisane_engine::Engine;
use tisane_engine::review::{Review, ReviewControl, ReviewMethod};
use tisane_rules::{Record, RecordError};

/// Why a game can't be reviewed.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ReviewError {
    /// Nobody took a turn.
    #[error("the game has no turns")]
    NoTurns,
    /// The moves can't be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// How many turns a game has that can be reviewed.
pub fn turns(record: &Record) -> usize {
    record.entries.iter().filter(|entry| entry.what.is_turn()).count()
}

/// Reviews every turn of a game. `control` is called again and again with the review so far.
pub fn review(
    engine: &Engine,
    record: &Record,
    method: ReviewMethod,
    control: &mut dyn FnMut(&Review) -> ReviewControl,
) -> Result<Review, ReviewError> {
    if turns(record) == 0 {
        return Err(ReviewError::NoTurns);
    }
    Ok(engine.review(record, method, control)?)
}

/// Watches the time that each turn takes. The caller has the clock.
///
/// ```
/// use std::time::Duration;
/// use tisane_app::review::TurnTimer;
/// let second = Duration::from_secs(1);
/// let mut timer = TurnTimer::new(Some(2 * second));
/// assert!(!timer.is_spent(0, second));
/// assert!(timer.is_spent(0, 2 * second));
/// assert!(!timer.is_spent(1, 3 * second)); // the next turn has begun
/// ```
#[derive(Copy, Clone, Debug)]
pub struct TurnTimer {
    limit: Option<Duration>,
    turn: usize,
    began: Duration,
}

impl TurnTimer {
    /// A timer with this limit for each turn.
    pub fn new(limit: Option<Duration>) -> TurnTimer {
        TurnTimer { limit, turn: 0, began: Duration::ZERO }
    }

    /// Whether the turn after this many reviewed ones has used its time, at this time since the
    /// review began.
    pub fn is_spent(&mut self, reviewed: usize, elapsed: Duration) -> bool {
        if reviewed != self.turn {
            (self.turn, self.began) = (reviewed, elapsed);
        }
        self.limit.is_some_and(|limit| elapsed.saturating_sub(self.began) >= limit)
    }
}
