//! `cargo xtask …`: the tasks of contributors that cargo has no command for.
#![allow(clippy::print_stdout)] // these tasks print reports

mod apt;
mod chromium;
mod command;
mod compiler;
mod cycles;
#[cfg(test)]
mod manifests;
mod postgres;
mod test;
mod types;

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;

use command::cargo;

/// Tasks for contributors and maintainers
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run the checks that every change must pass
    Test(test::Args),
    Postgres(postgres::Args),
    /// Regenerate web/src/protocol.ts from crates/protocol
    Types,
    /// Remake the shipped lexicons from the packages they come from
    #[command(disable_help_flag = true)]
    Lexicons(DataArgs),
    /// Remake the list of common passwords that the server refuses
    #[command(disable_help_flag = true)]
    Passwords(DataArgs),
}

/// Passed on to `xtask/data`.
#[derive(clap::Args)]
struct DataArgs {
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

fn main() -> anyhow::Result<ExitCode> {
    if let Some(arguments) = compiler::arguments() {
        return compiler::run(&arguments);
    }
    match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Postgres(args) => postgres::run(&args),
        Task::Types => types::run(),
        Task::Lexicons(data) => data.run("lexicons"),
        Task::Passwords(data) => data.run("passwords"),
    }
}

impl DataArgs {
    fn run(&self, task: &str) -> anyhow::Result<ExitCode> {
        let mut command = cargo(["run", "--quiet", "--package", "xtask-data", "--", task]);
        let status = command.args(&self.args).status().context("starting cargo")?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
