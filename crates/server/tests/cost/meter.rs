//! What a piece of work costs this process: the most memory at once, and CPU time.

#![allow(unsafe_code, reason = "an allocator that counts is foreign to safe code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn more(bytes: usize) {
    let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(now, Ordering::Relaxed);
}

fn less(bytes: usize) {
    NOW.fetch_sub(bytes, Ordering::Relaxed);
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        less(layout.size());
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may exist while one is copied to the other.
        more(size);
        let new = unsafe { System.realloc(at, layout, size) };
        less(layout.size());
        new
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Where a measurement began.
pub(crate) struct Meter {
    bytes: usize,
    cpu: Duration,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Cost {
    /// More than at the beginning, at the worst moment.
    pub(crate) peak: usize,
    /// More than at the beginning, at the end.
    pub(crate) kept: usize,
    pub(crate) cpu: Duration,
}

impl Meter {
    pub(crate) fn start() -> Meter {
        let bytes = NOW.load(Ordering::Relaxed);
        PEAK.store(bytes, Ordering::Relaxed);
        Meter { bytes, cpu: cpu() }
    }

    pub(crate) fn read(&self) -> Cost {
        Cost {
            peak: PEAK.load(Ordering::Relaxed).saturating_sub(self.bytes),
            kept: NOW.load(Ordering::Relaxed).saturating_sub(self.bytes),
            cpu: cpu().saturating_sub(self.cpu),
        }
    }
}

/// The CPU time of all threads so far, where the system tells it; it counts in hundredths of a
/// second.
fn cpu() -> Duration {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else { return Duration::ZERO };
    // The name in parentheses may hold anything.
    let after = text.rsplit_once(')').map_or("", |(_, after)| after);
    let ticks: u64 = after
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(10 * ticks)
}
