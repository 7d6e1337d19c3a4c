//! A progress bar on standard error, where that is a terminal.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::screen::{fitting, size_of_stderr};

pub(crate) struct Bar {
    /// Columns of the terminal, if there is one.
    columns: Option<usize>,
    work: Mutex<Option<Work>>,
}

/// One kind of work.
struct Work {
    what: String,
    begun: Instant,
    /// How much was done when it began.
    from: usize,
    shown: Instant,
}

impl Bar {
    const WIDTH: usize = 30;
    /// Between two looks.
    const PAUSE: Duration = Duration::from_millis(100);

    pub(crate) fn new() -> Bar {
        Bar { columns: size_of_stderr().map(|(columns, _)| columns), work: Mutex::default() }
    }

    /// So much is done of one kind of work. Another kind begins anew.
    pub(crate) fn show(&self, what: &str, done: usize, of: usize) {
        let Some(columns) = self.columns else { return };
        let now = Instant::now();
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *work {
            Some(work) if work.what == what && done < of && now - work.shown < Bar::PAUSE => return,
            Some(work) if work.what == what => work.shown = now,
            work => {
                *work = Some(Work { what: what.to_owned(), begun: now, from: done, shown: now })
            }
        }
        let left = work.as_ref().and_then(|work| {
            left(now - work.begun, done - work.from.min(done), of.saturating_sub(done))
        });
        let left = left.map_or(String::new(), |left| format!(", {} left", roughly(left)));
        let full = Bar::WIDTH * done.min(of) / of.max(1);
        let line = format!(
            "{}{} {done} of {of} {what}{left}",
            "█".repeat(full),
            "░".repeat(Bar::WIDTH - full)
        );
        // The cursor stays in the line, so that it can be cleared whatever the terminal writes
        // behind it: ^C.
        let line = fitting(&line, columns.saturating_sub(3), 1);
        let _ = write!(std::io::stderr(), "\r{}\x1b[K", line.trim_end()); // Whoever cannot see it is not told.
    }

    /// Clears the line.
    pub(crate) fn finish(&self) {
        if self.work.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// How long the rest will take, by how long the work has taken so far.
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
    fn what_is_left_is_told_from_what_was_done() {
        assert_eq!(left(Duration::from_secs(10), 0, 5), None);
        assert_eq!(left(Duration::from_secs(10), 2, 3), Some(Duration::from_secs(15)));
        let told =
            [0, 59, 60, 3599, 3600, 12_345].map(|seconds| roughly(Duration::from_secs(seconds)));
        assert_eq!(told, ["0 s", "59 s", "1 min", "59 min", "1 h 0 min", "3 h 25 min"]);
    }
}
