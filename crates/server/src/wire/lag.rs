//! Round-trip times, measured by pings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tisane_rules::Millis;

/// A connection's lag. Cheap to clone; the socket measures, the room reads.
#[derive(Clone)]
pub(crate) struct Lag {
    start: Instant,
    /// The average round trip in milliseconds; [`UNKNOWN`] before the first answer.
    average: Arc<AtomicU32>,
    /// The unanswered ping; 0 if all are answered.
    sent: Arc<AtomicU64>,
}

const UNKNOWN: u32 = u32::MAX;
/// Shorter lags go unnoticed.
const LEAST: u32 = 20;
/// Longer round trips are outliers.
const LONGEST: Duration = Duration::from_secs(10);

impl Lag {
    pub(crate) fn new() -> Lag {
        Lag {
            start: Instant::now(),
            average: Arc::new(AtomicU32::new(UNKNOWN)),
            sent: Arc::default(),
        }
    }

    /// The payload of the next ping: when it was sent.
    pub(crate) fn ping(&self) -> [u8; 8] {
        let sent = self.start.elapsed().as_micros() as u64 + 1;
        self.sent.store(sent, Ordering::Relaxed);
        sent.to_be_bytes()
    }

    /// Counts the answer to the last ping, once. Other payloads are ignored.
    pub(crate) fn pong(&self, payload: &[u8]) {
        let Ok(sent) = payload.try_into().map(u64::from_be_bytes) else { return };
        if sent == 0
            || self.sent.compare_exchange(sent, 0, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return;
        }
        let trip = self.start.elapsed().saturating_sub(Duration::from_micros(sent));
        let trip = trip.min(LONGEST).as_millis() as u32;
        let average = match self.average.load(Ordering::Relaxed) {
            UNKNOWN => trip,
            before => (3 * before + trip) / 4,
        };
        self.average.store(average, Ordering::Relaxed);
    }

    pub(crate) fn millis(&self) -> Millis {
        match self.average.load(Ordering::Relaxed) {
            UNKNOWN | ..LEAST => 0,
            average => average.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_round_trip_is_measured() {
        let lag = Lag::new();
        assert_eq!(lag.millis(), 0, "nothing is known yet");
        let ping = lag.ping();
        std::thread::sleep(Duration::from_millis(200));
        lag.pong(&ping);
        let slow = lag.millis();
        assert!(slow >= 200, "{slow}");
        lag.pong(&ping);
        assert_eq!(lag.millis(), slow, "an answer counts once");
        lag.pong(&lag.ping());
        assert!(lag.millis() < slow);
    }

    #[test]
    fn made_up_answers_say_nothing() {
        let lag = Lag::new();
        lag.ping();
        for payload in
            [&b""[..], b"short", b"longer than eight", &0u64.to_be_bytes(), &u64::MAX.to_be_bytes()]
        {
            lag.pong(payload);
        }
        assert_eq!(lag.millis(), 0);
    }
}
