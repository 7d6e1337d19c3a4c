//! `cargo xtask types`: generates the TypeScript of the wire types.

use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::command::cargo;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    // A test of the crate writes the file: only its tests depend on the TypeScript generator.
    let status =
        cargo(["test", "--quiet", "-p", "tisane-protocol", "--lib", "protocol_ts_is_up_to_date"])
            .env("TISANE_WRITE_TYPES", "1")
            .status()
            .context("starting cargo")?;
    if !status.success() {
        bail!("can't write web/src/protocol.ts");
    }
    println!("web/src/protocol.ts is up to date");
    Ok(ExitCode::SUCCESS)
}
