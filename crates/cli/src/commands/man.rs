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

pub(crate) fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Outcome> {
    command.build();
    let mut page = command;
    for name in &args.command {
        let Some(sub) = page.find_subcommand(name) else {
            let names: Vec<&str> = page.get_subcommands().map(clap::Command::get_name).filter(|&name| name != "help").collect();
            let hint =
                if names.is_empty() { "it has no commands of its own".to_owned() } else { format!("there are {}", names.join(", ")) };
            return Err(Failure::new(format!("{} has no command {name:?}", page.get_bin_name().unwrap_or("tisane")), hint).into());
        };
        page = sub.clone(); // which after `build` calls itself tisane-words-check
    }
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    std::io::stdout().write_all(&roff)?;
    Ok(Outcome::Yes)
}
