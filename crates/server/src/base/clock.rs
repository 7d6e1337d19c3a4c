//! The server's time. It starts at the wall clock and follows a monotonic one, so that nobody wins
//! or loses a game because the machine's clock was set.

use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tisane_rules::Millis;
use tokio::sync::watch;
use tokio::time::sleep;

/// The time in games: the server's time, which tests can move forward. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ServerClock(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    ahead: watch::Sender<Millis>,
    /// How far the clock to follow is ahead of this machine's.
    offset: OnceLock<watch::Receiver<Millis>>,
}

impl Default for ServerClock {
    fn default() -> ServerClock {
        ServerClock(Arc::new(Shared { ahead: watch::Sender::new(0), offset: OnceLock::new() }))
    }
}

impl ServerClock {
    /// Moves the time forward and wakes tasks whose time has come.
    pub fn advance(&self, by: Duration) {
        self.0.ahead.send_modify(|ahead| *ahead += by.as_millis() as Millis);
    }

    /// Follows a clock that is this far ahead of this machine's. The first clock stays.
    pub(crate) fn follow(&self, offset: watch::Receiver<Millis>) {
        let _ = self.0.offset.set(offset);
    }

    pub(crate) fn now(&self) -> Millis {
        let offset = self.0.offset.get().map_or(0, |offset| *offset.borrow());
        now() + offset + *self.0.ahead.borrow()
    }

    pub(crate) async fn sleep_until(&self, at: Millis) {
        let mut moved = self.0.ahead.subscribe();
        loop {
            let left = (at - self.now()).max(0) as u64;
            tokio::select! {
                () = sleep(Duration::from_millis(left)) => return,
                _ = moved.changed() => {}
            }
        }
    }
}

/// A time since 1970 and a monotonic time, read together.
struct Anchor {
    wall: Millis,
    monotonic: Duration,
}

impl Anchor {
    fn now(&self, monotonic: Duration) -> Millis {
        self.wall + monotonic.saturating_sub(self.monotonic).as_millis() as Millis
    }
}

/// Milliseconds since 1970, if the wall clock was right when the process started.
pub(crate) fn now() -> Millis {
    static START: LazyLock<Anchor> =
        LazyLock::new(|| Anchor { wall: wall() + ahead(), monotonic: monotonic() });
    START.now(monotonic())
}

/// For tests with several servers: how far this one's clock is ahead.
fn ahead() -> Millis {
    let variable = std::env::var("TISANE_TEST_CLOCK_AHEAD");
    variable.ok().and_then(|millis| millis.parse().ok()).unwrap_or(0)
}

fn wall() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// On Linux this includes the time a machine was suspended; correspondence games go on meanwhile.
#[cfg(target_os = "linux")]
fn monotonic() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(target_os = "linux"))]
fn monotonic() -> Duration {
    static START: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_follows_the_monotonic_clock() {
        let anchor = Anchor { wall: 1_000_000, monotonic: Duration::from_secs(50) };
        assert_eq!(anchor.now(Duration::from_secs(50)), 1_000_000);
        assert_eq!(anchor.now(Duration::from_millis(51_250)), 1_001_250);
        assert_eq!(anchor.now(Duration::from_secs(49)), 1_000_000, "never backwards");
    }

    #[test]
    fn the_clock_of_the_database_is_followed() {
        let (clock, offset) = (ServerClock::default(), watch::Sender::new(3_600_000));
        clock.follow(offset.subscribe());
        let ahead = || clock.now() - now();
        assert!((3_600_000..3_601_000).contains(&ahead()));
        offset.send_replace(-3_600_000);
        assert!((-3_600_000..-3_599_000).contains(&ahead()));
        clock.advance(Duration::from_secs(3600));
        assert!((0..1000).contains(&ahead()));
    }

    #[test]
    fn it_starts_at_the_wall_clock() {
        let difference = (now() - wall()).abs();
        assert!(difference < 10_000, "{difference} ms");
        let before = monotonic();
        std::thread::sleep(Duration::from_millis(2));
        assert!(monotonic() > before);
    }
}
