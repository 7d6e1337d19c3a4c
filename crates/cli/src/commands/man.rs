//! `tisane man`: the manual pages.

use std::io::Write;

use crate::Outcome;
use crate::failure::Failure;

/// Print a manual page
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tisane man | man -l -\n  tisane man words check | man -l -")]
pub(crate) struct Args {
    /// The page of this command: `words`, `words check`
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, command: clap::Command) -> anyhow::Result<Outcome> {
    let mut command = without_help_command(command);
    command.build();
    let mut page = command;
    for name in &args.command {
        let Some(sub) = page.find_subcommand(name) else {
            let names: Vec<&str> = page
                .get_subcommands()
                .filter(|sub| !sub.is_hide_set())
                .map(clap::Command::get_name)
                .collect();
            let error =
                format!("{} has no command {name:?}", page.get_bin_name().unwrap_or("tisane"));
            return Err(match names[..] {
                [] => Failure::new(error, "it has no commands of its own"),
                _ => Failure::unknown(error, name, &names),
            }
            .into());
        };
        page = sub.clone(); // which after `build` calls itself tisane-words-check
    }
    let mut roff = Vec::new();
    clap_mangen::Man::new(page)
        .source(concat!("tisane ", env!("CARGO_PKG_VERSION")))
        .render(&mut roff)?;
    // What stands at the end of our help is called as other manuals call it.
    let roff = String::from_utf8(roff)?.replace("\n.SH EXTRA\n", "\n.SH NOTES\n");
    std::io::stdout().write_all(roff.as_bytes())?;
    Ok(Outcome::Yes)
}

/// `help` has no page of its own.
fn without_help_command(command: clap::Command) -> clap::Command {
    let named = command
        .disable_help_subcommand(true)
        .subcommand_value_name("COMMAND")
        .subcommand_help_heading("COMMANDS");
    named.mut_subcommands(without_help_command)
}
