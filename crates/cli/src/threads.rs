//! The option `--threads`, the same for every command that uses several.

use crate::numbers::between;

#[derive(Copy, Clone, clap::Args)]
pub(crate) struct Threads {
    /// Number of threads [default: one for each core]
    #[arg(long = "threads", value_name = "N", value_parser = between(1u16, 1024))]
    count: Option<u16>,
}

impl Threads {
    /// One for each core.
    pub(crate) const ALL: Threads = Threads { count: None };

    pub(crate) fn count(self) -> usize {
        self.count
            .map(usize::from)
            .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1)
    }
}
