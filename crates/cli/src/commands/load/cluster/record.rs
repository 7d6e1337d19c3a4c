//! What all clients have seen and measured.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::history::History;

/// More complaints than anybody reads.
const MOST_COMPLAINTS: usize = 1000;

#[derive(Default)]
pub(super) struct Record {
    wrong: Mutex<Vec<String>>,
    /// How long moves took to be acknowledged, without those that were disturbed by a fault.
    latencies: Mutex<Vec<Duration>>,
    /// How long after that the other player, on another node, saw them.
    news: Mutex<Vec<Duration>>,
    /// When a table was disturbed, and when its next move was acknowledged.
    recoveries: Mutex<Vec<(Instant, Instant)>>,
    pub(super) histories: Mutex<Vec<History>>,
    pub(super) moves: AtomicU64,
    pub(super) unanswered: AtomicU64,
    pub(super) is_measuring: AtomicBool,
    pub(super) stop: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Record {
    pub(super) fn wrong(&self, what: String) {
        let mut wrong = locked(&self.wrong);
        if wrong.len() < MOST_COMPLAINTS {
            wrong.push(what);
        }
    }

    pub(super) fn acknowledged(&self, took: Duration) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        if self.is_measuring.load(Ordering::Relaxed) {
            locked(&self.latencies).push(took);
        }
    }

    pub(super) fn news(&self, took: Duration) {
        if self.is_measuring.load(Ordering::Relaxed) {
            locked(&self.news).push(took);
        }
    }

    pub(super) fn recovered(&self, disturbed: Instant) {
        locked(&self.recoveries).push((disturbed, Instant::now()));
    }

    pub(super) fn keep(&self, history: History) {
        locked(&self.histories).push(history);
    }

    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn take_wrong(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.wrong))
    }

    pub(super) fn take_latencies(&self) -> Vec<Duration> {
        std::mem::take(&mut locked(&self.latencies))
    }

    pub(super) fn take_news(&self) -> Vec<Duration> {
        std::mem::take(&mut locked(&self.news))
    }

    pub(super) fn take_recoveries(&self) -> Vec<(Instant, Instant)> {
        std::mem::take(&mut locked(&self.recoveries))
    }

    pub(super) fn take_histories(&self) -> Vec<History> {
        std::mem::take(&mut locked(&self.histories))
    }
}

/// Milliseconds since 1970, as the database counts them on the same machine.
pub(super) fn millis() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
