//! Numbers for those who watch over the server, as Prometheus reads them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of how long a move took, in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

#[derive(Clone, Default)]
pub(crate) struct Metrics(Arc<Counts>);

#[derive(Default)]
struct Counts {
    sockets: AtomicU64,
    events: AtomicU64,
    actions: AtomicU64,
    action_micros: AtomicU64,
    /// How many actions took at most as long as each bound.
    within: [AtomicU64; BOUNDS.len()],
}

/// One open socket; counted until it is dropped.
pub(crate) struct OpenSocket(Arc<Counts>);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    pub(crate) fn socket(&self) -> OpenSocket {
        self.0.sockets.fetch_add(1, Ordering::Relaxed);
        OpenSocket(self.0.clone())
    }

    pub(crate) fn sockets(&self) -> u64 {
        self.0.sockets.load(Ordering::Relaxed)
    }

    /// So many events were appended.
    pub(crate) fn events(&self, n: usize) {
        self.0.events.fetch_add(n as u64, Ordering::Relaxed);
    }

    /// An action was decided and kept.
    pub(crate) fn acted(&self, took: Duration) {
        self.0.actions.fetch_add(1, Ordering::Relaxed);
        self.0.action_micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
        for (within, bound) in self.0.within.iter().zip(BOUNDS) {
            within.fetch_add(u64::from(took <= Duration::from_millis(bound)), Ordering::Relaxed);
        }
    }

    /// All numbers, with the rooms that are awake.
    pub(crate) fn text(&self, rooms: usize) -> String {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let counts = &*self.0;
        let mut text = format!(
            "# TYPE tisane_sockets gauge\ntisane_sockets {}\n# TYPE tisane_rooms gauge\ntisane_rooms {rooms}\n\
             # TYPE tisane_events_total counter\ntisane_events_total {}\n# TYPE tisane_action_seconds histogram\n",
            of(&counts.sockets),
            of(&counts.events)
        );
        for (within, bound) in counts.within.iter().zip(BOUNDS) {
            text += &format!("tisane_action_seconds_bucket{{le=\"{}\"}} {}\n", bound as f64 / 1000.0, of(within));
        }
        let (n, seconds) = (of(&counts.actions), of(&counts.action_micros) as f64 / 1e6);
        text + &format!(
            "tisane_action_seconds_bucket{{le=\"+Inf\"}} {n}\ntisane_action_seconds_sum {seconds}\ntisane_action_seconds_count {n}\n"
        )
    }
}
