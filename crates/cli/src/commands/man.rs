//! `tisane man`: manual pages.

use std::io::Write;

use crate::Outcome;
use crate::failure::Failure;

/// Print a manual page
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tisane man | man -l -\n  tisane man words check | man -l -")]
pub(crate) struct Args {
    /// The command: `words`, `words check` [default: tisane itself]
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
                [] => Failure::new(error, "it has no subcommands"),
                _ => Failure::unknown(error, name, &names),
            }
            .into());
        };
        page = sub.clone(); // named tisane-words-check by `build`
    }
    // The library would fill the lines of the notes into paragraphs, so they are written here.
    let notes = page.get_after_help().map(ToString::to_string);
    let page = page.after_help(None::<&str>).after_long_help(None::<&str>);
    let mut roff = Vec::new();
    clap_mangen::Man::new(page)
        .source(concat!("tisane ", env!("CARGO_PKG_VERSION")))
        .render(&mut roff)?;
    let mut roff = String::from_utf8(roff)?;
    if let Some(notes) = notes {
        let end = roff.find("\n.SH VERSION").map_or(roff.len(), |at| at + 1);
        roff.insert_str(end, &notes_section(&notes));
    }
    std::io::stdout().write_all(roff.as_bytes())?;
    Ok(Outcome::Yes)
}

/// The notes with aligned blocks kept as they are: a block is a run of indented lines.
fn notes_section(notes: &str) -> String {
    let mut roff = ".SH NOTES\n".to_owned();
    let mut is_block = false;
    for line in notes.lines() {
        let is_indented = line.starts_with(' ');
        if is_indented != is_block && !line.is_empty() {
            roff += if is_indented { ".nf\n" } else { ".fi\n" };
            is_block = is_indented;
        }
        let escaped = line.replace('\\', "\\e").replace('-', "\\-");
        let guard = if escaped.starts_with(['.', '\'']) { "\\&" } else { "" };
        roff += if line.is_empty() { ".PP" } else { guard };
        roff += &escaped;
        roff.push('\n');
    }
    roff + if is_block { ".fi\n" } else { "" }
}

/// `help` has no manual page.
fn without_help_command(command: clap::Command) -> clap::Command {
    let named = command
        .disable_help_subcommand(true)
        .subcommand_value_name("COMMAND")
        .subcommand_help_heading("COMMANDS");
    named.mut_subcommands(without_help_command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_blocks_are_kept() {
        let notes = "One sentence\nin two lines.\n\nExamples:\n  tisane a\n  tisane  b";
        assert_eq!(
            notes_section(notes),
            ".SH NOTES\nOne sentence\nin two lines.\n.PP\nExamples:\n.nf\n  tisane a\n  tisane  b\n.fi\n"
        );
    }
}
