//! `cargo xtask …`: everything a contributor runs that cargo alone does not do.
#![allow(clippy::print_stdout)] // reports are what these tasks are for

mod lexicons;

use clap::Parser;

/// Tasks for contributors and maintainers.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Remake the shipped word lists from the packages they come from
    Lexicons(lexicons::Args),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Lexicons(args) => lexicons::run(&args),
    }
}
