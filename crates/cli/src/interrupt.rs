//! Ctrl-C: once ends long work and keeps what is known, twice ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use tisane_engine::matches::Go;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C is asked for by [`interrupted`].
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(())
}

/// Whether long work goes on.
pub(crate) fn go() -> Go {
    if interrupted() { Go::Stop } else { Go::On }
}

/// What Ctrl-C ended is over; the next time, it ends something else.
pub(crate) fn forget() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
