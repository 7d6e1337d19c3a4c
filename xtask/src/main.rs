//! `cargo xtask …`: everything a contributor runs that cargo alone does not do.
#![allow(clippy::print_stdout)] // reports are what these tasks are for

mod chromium;
mod command;
mod test;
mod types;

use clap::Parser;

/// Tasks for contributors and maintainers
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run every check there is
    Test(test::Args),
    /// Write web/src/protocol.ts anew from crates/protocol
    Types,
}

fn main() -> anyhow::Result<std::process::ExitCode> {
    match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Types => types::run(),
    }
}
