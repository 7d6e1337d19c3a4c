//! Runs every program of `examples/` that needs no server.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::artifacts;
use super::count::Count;

/// Needs a running server; the server's tests run it.
const WITH_SERVER: &str = "bot";

/// A program passes if it prints something and succeeds.
pub(super) fn run(text: &mut String) -> Result<Count> {
    let mut count = Count::default();
    for program in artifacts::examples()?.iter().filter(|program| program.name != WITH_SERVER) {
        let output = Command::new(&program.path)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("starting {}", program.path.display()))?;
        *text += &format!("{}\n{}", program.name, String::from_utf8_lossy(&output.stdout));
        if output.status.success() && !output.stdout.is_empty() {
            count.passed += 1;
        } else {
            count.failed += 1;
            *text += &format!("{}{}\n", String::from_utf8_lossy(&output.stderr), output.status);
        }
    }
    Ok(count)
}
