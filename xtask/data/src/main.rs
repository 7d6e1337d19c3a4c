//! The tasks of `cargo xtask` that need Tisane's own crates. They are a program of their own so
//! that `cargo xtask test` starts without compiling those first.
#![allow(clippy::print_stdout)] // these tasks print reports

mod lexicons;
mod passwords;

use std::path::{Path, PathBuf};

use clap::Parser;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Remake the shipped lexicons from the packages they come from
    Lexicons(lexicons::Args),
    /// Remake the list of common passwords that the server refuses
    Passwords(passwords::Args),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Lexicons(args) => lexicons::run(&args),
        Task::Passwords(args) => passwords::run(&args),
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).to_owned()
}
