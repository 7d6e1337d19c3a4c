//! What can be watched of a store.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds of the buckets of every latency, in seconds.
const SECONDS: [f64; 13] =
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

pub(crate) fn latency() -> Histogram {
    Histogram::new(SECONDS)
}

/// What can be watched of a store. Cheap to clone.
#[derive(Clone)]
pub struct StoreMetrics {
    /// Writes that wait or are under way.
    pub waiting: Gauge,
    /// How long a transaction took to commit, which is mostly the sync.
    pub sync_seconds: Histogram,
    /// Transactions that failed.
    pub failures: Counter,
}

impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        StoreMetrics {
            waiting: Gauge::default(),
            sync_seconds: latency(),
            failures: Counter::default(),
        }
    }
}
