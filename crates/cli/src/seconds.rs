//! Times as arguments.

use std::time::Duration;

/// `2.5`; with 0, whatever is known at once.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "give a number of seconds, such as 2.5".to_owned())
}
