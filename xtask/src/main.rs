//! `cargo xtask …`: everything a contributor runs that cargo alone does not do.
#![allow(clippy::print_stdout)] // reports are what these tasks are for

mod chromium;
mod command;
mod lexicons;
mod passwords;
mod test;
mod types;

use std::process::ExitCode;

use clap::Parser;

/// Tasks for contributors and maintainers
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run every check there is
    Test(test::Args),
    /// Write web/src/protocol.ts anew from crates/protocol
    Types,
    /// Remake the shipped word lists from the packages they come from
    Lexicons(lexicons::Args),
    /// Remake the list of common passwords that the server refuses
    Passwords(passwords::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Types => types::run(),
        Task::Lexicons(args) => lexicons::run(&args).map(|()| ExitCode::SUCCESS),
        Task::Passwords(args) => passwords::run(&args).map(|()| ExitCode::SUCCESS),
    }
}
