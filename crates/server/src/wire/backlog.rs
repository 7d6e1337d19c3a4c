//! Bytes that wait for readers, over all sockets.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The most for one socket.
pub(crate) const MOST_EACH: usize = 1024 * 1024;
/// The most for all sockets.
pub(crate) const MOST: usize = 256 * 1024 * 1024;
/// No socket may take more than this fraction of what is free.
const PART_OF_FREE: usize = 64;

/// Counts waiting bytes. The fuller it is, the less each socket may have, so that a few stalled
/// sockets are disconnected before others run short.
pub(crate) struct Backlog {
    queued: AtomicUsize,
    most: usize,
}

impl Default for Backlog {
    fn default() -> Backlog {
        Backlog::new(MOST)
    }
}

impl Backlog {
    fn new(most: usize) -> Backlog {
        Backlog { queued: AtomicUsize::new(0), most }
    }

    /// The bytes that wait now.
    pub(crate) fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    /// Reserves `bytes` for a socket that has `own` waiting, unless that is too much.
    pub(super) fn reserve(&self, own: &AtomicUsize, bytes: usize) -> bool {
        let queued = self.queued.fetch_add(bytes, Ordering::Relaxed);
        let own_before = own.fetch_add(bytes, Ordering::Relaxed);
        let allowed = MOST_EACH.min(self.most.saturating_sub(queued) / PART_OF_FREE);
        let fits = own_before.saturating_add(bytes) <= allowed;
        if !fits {
            self.release(own, bytes);
        }
        fits
    }

    pub(super) fn release(&self, own: &AtomicUsize, bytes: usize) {
        self.queued.fetch_sub(bytes, Ordering::Relaxed);
        own.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_socket_may_have_a_megabyte_waiting_and_no_more() {
        let (backlog, own) = (Backlog::default(), AtomicUsize::new(0));
        assert!(backlog.reserve(&own, MOST_EACH));
        assert!(!backlog.reserve(&own, 1));
        assert_eq!(backlog.queued(), MOST_EACH, "what was refused is not counted");
        backlog.release(&own, MOST_EACH);
        assert_eq!((backlog.queued(), own.into_inner()), (0, 0));
    }

    #[test]
    fn many_sockets_that_read_nothing_stay_below_the_bound_and_leave_room_for_others() {
        const MESSAGE: usize = 10_000;
        let backlog = Backlog::default();
        let sockets: Vec<AtomicUsize> = (0..5000).map(|_| AtomicUsize::new(0)).collect();
        let mut disconnected = 0;
        for _ in 0..50 {
            for socket in &sockets {
                if !backlog.reserve(socket, MESSAGE) {
                    backlog.release(socket, socket.load(Ordering::Relaxed));
                    disconnected += 1;
                }
                assert!(backlog.queued() <= MOST, "{} bytes", backlog.queued());
            }
            let reader = AtomicUsize::new(0);
            assert!(
                backlog.reserve(&reader, MESSAGE),
                "a reader that keeps up still gets its message"
            );
            backlog.release(&reader, MESSAGE);
        }
        assert!(disconnected > 0);
    }
}
