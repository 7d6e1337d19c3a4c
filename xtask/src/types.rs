//! `cargo xtask types`: the TypeScript of the wire types.

use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::command::cargo;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    // The crate's own test writes the file, since only tests know TypeScript.
    let status =
        cargo(["test", "--quiet", "-p", "tisane-protocol", "--lib", "protocol_ts_is_up_to_date"])
            .env("TISANE_WRITE_TYPES", "1")
            .status()
            .context("starting cargo")?;
    if !status.success() {
        bail!("web/src/protocol.ts could not be written");
    }
    println!("web/src/protocol.ts is up to date");
    Ok(ExitCode::SUCCESS)
}
