//! A progress bar on standard error, where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {eta} left").expect("a template that a test shows");
        bar.set_style(style);
        Bar(bar)
    }

    /// So much is done of one kind of work. Another kind begins anew.
    pub(crate) fn show(&self, what: &str, done: usize, of: usize) {
        if self.0.message() != what {
            self.0.reset();
            self.0.set_length(of as u64);
            self.0.set_message(what.to_owned());
        }
        self.0.set_position(done as u64);
    }

    /// More to say about the work.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
