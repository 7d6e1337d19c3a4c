//! `tisane completions`: completion scripts for shells.

use std::io::Write;

use clap_complete::Shell;

use crate::Outcome;

/// Print the completion script of a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  tisane completions bash > ~/.local/share/bash-completion/completions/tisane"
)]
pub(crate) struct Args {
    shell: Shell,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "tisane", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Outcome::Yes)
}
