//! Ctrl-C: the first ends long work and keeps its results, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use tisane_engine::matches::Go;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, [`interrupted`] says whether Ctrl-C was pressed.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(())
}

/// Whether long work should continue.
pub(crate) fn go() -> Go {
    if interrupted() { Go::Stop } else { Go::On }
}

/// Makes ready for the next Ctrl-C.
pub(crate) fn reset() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
