//! A progress bar on standard error, if it is a terminal.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::screen::{fitting, size_of_stderr};
use super::{Verbosity, verbosity};

pub(crate) struct Bar {
    /// Columns of the terminal; `None` if nothing is shown.
    columns: Option<usize>,
    work: Mutex<Option<Work>>,
}

/// The work in progress.
struct Work {
    what: String,
    started: Instant,
    /// How much was done at the start.
    from: usize,
    shown: Instant,
}

impl Bar {
    const WIDTH: usize = 30;
    /// Least time between two updates.
    const PAUSE: Duration = Duration::from_millis(100);

    pub(crate) fn new() -> Bar {
        let terminal = size_of_stderr().filter(|_| verbosity() != Verbosity::Quiet);
        Bar { columns: terminal.map(|(columns, _)| columns), work: Mutex::default() }
    }

    /// Shows that `done` of `of` are done. A new kind of work restarts the estimate.
    pub(crate) fn show(&self, what: &str, done: usize, of: usize) {
        let Some(columns) = self.columns else { return };
        let now = Instant::now();
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *work {
            Some(work) if work.what == what && done < of && now - work.shown < Bar::PAUSE => return,
            Some(work) if work.what == what => work.shown = now,
            work => {
                *work = Some(Work { what: what.to_owned(), started: now, from: done, shown: now })
            }
        }
        let left = work.as_ref().and_then(|work| {
            left(now - work.started, done - work.from.min(done), of.saturating_sub(done))
        });
        let left = left.map_or(String::new(), |left| format!(", {} left", roughly(left)));
        let full = Bar::WIDTH * done.min(of) / of.max(1);
        let line = format!(
            "{}{} {done} of {of} {what}{left}",
            "█".repeat(full),
            "░".repeat(Bar::WIDTH - full)
        );
        // The cursor stays on the line, so that the line can be cleared with a ^C after it.
        let line = fitting(&line, columns.saturating_sub(3), 1);
        let _ = write!(std::io::stderr(), "\r{}\x1b[K", line.trim_end());
    }

    /// Clears the line.
    pub(crate) fn finish(&self) {
        if self.work.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Estimates the remaining time.
fn left(taken: Duration, done: usize, rest: usize) -> Option<Duration> {
    (done > 0).then(|| taken.mul_f64(rest as f64 / done as f64))
}

/// `40 s`, `12 min`, `3 h 20 min`.
fn roughly(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_the_remaining_time() {
        assert_eq!(left(Duration::from_secs(10), 0, 5), None);
        assert_eq!(left(Duration::from_secs(10), 2, 3), Some(Duration::from_secs(15)));
        let shown =
            [0, 59, 60, 3599, 3600, 12_345].map(|seconds| roughly(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0 s", "59 s", "1 min", "59 min", "1 h 0 min", "3 h 25 min"]);
    }
}
