//! How long messages take to a client and back, measured by pings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tisane_rules::Millis;

/// One connection's lag. Cheap to clone; the socket measures, the room reads.
#[derive(Clone)]
pub(crate) struct Lag {
    start: Instant,
    /// The average round trip in milliseconds; [`UNKNOWN`] before the first answer.
    average: Arc<AtomicU32>,
}

const UNKNOWN: u32 = u32::MAX;
/// Less than this nobody notices.
const LEAST: u32 = 20;
/// Later round trips say more about the network's mood than about its speed.
const LONGEST: Duration = Duration::from_secs(10);

impl Lag {
    pub(crate) fn new() -> Lag {
        Lag { start: Instant::now(), average: Arc::new(AtomicU32::new(UNKNOWN)) }
    }

    /// What the next ping carries: when it was sent.
    pub(crate) fn ping(&self) -> [u8; 8] {
        (self.start.elapsed().as_micros() as u64).to_be_bytes()
    }

    /// Counts the answer to a ping. An answer that isn't one of ours says nothing.
    pub(crate) fn pong(&self, payload: &[u8]) {
        let Ok(sent) = payload.try_into().map(u64::from_be_bytes) else { return };
        let Some(trip) = self.start.elapsed().checked_sub(Duration::from_micros(sent)) else { return };
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

    fn started(ago: Duration) -> Lag {
        Lag { start: Instant::now() - ago, ..Lag::new() }
    }

    #[test]
    fn the_average_round_trip_is_measured() {
        let lag = started(Duration::from_millis(400));
        assert_eq!(lag.millis(), 0, "nothing is known yet");
        lag.pong(&0u64.to_be_bytes());
        assert!((400..500).contains(&lag.millis()), "{}", lag.millis());
        let ping = lag.ping();
        lag.pong(&ping);
        assert!((300..400).contains(&lag.millis()), "{}", lag.millis());
    }

    #[test]
    fn made_up_answers_say_nothing() {
        let lag = Lag::new();
        for payload in [&b""[..], b"short", b"longer than eight", &u64::MAX.to_be_bytes()] {
            lag.pong(payload);
        }
        assert_eq!(lag.millis(), 0);
    }
}
