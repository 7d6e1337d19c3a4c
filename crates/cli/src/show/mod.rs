//! Drawing on a terminal. Colours are never needed to understand the text.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod progress;
pub(crate) mod review;
pub(crate) mod review_page;
pub(crate) mod score;
pub(crate) mod screen;
pub(crate) mod table;
pub(crate) mod tell;

use std::io::Write;
use std::sync::OnceLock;

use anstyle::{AnsiColor, Effects, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
pub(crate) const HEAD: Style = Style::new().effects(Effects::BOLD);
pub(crate) const QUIET: Style = Style::new().effects(Effects::DIMMED);

/// How much is printed on standard error.
#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub(crate) enum Verbosity {
    /// Errors only: no warnings, no progress.
    Quiet,
    #[default]
    Normal,
    /// Details too.
    Verbose,
}

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Set once, from the command line.
pub(crate) fn set_verbosity(verbosity: Verbosity) {
    VERBOSITY.get_or_init(|| verbosity);
}

pub(crate) fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// Applies `--color`; with `auto` the terminal and `NO_COLOR` decide.
pub(crate) fn choose_colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Prints a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(value)?)?;
    Ok(())
}

/// Wraps text at 80 columns.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    wrapped_to(80, text, indent)
}

/// Wraps text at this many columns. Words stay whole, however long they are.
pub(crate) fn wrapped_to(columns: usize, text: &str, indent: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = indent.to_owned();
        for word in paragraph.split_whitespace() {
            if line.len() > indent.len()
                && line.chars().count() + 1 + word.chars().count() > columns
            {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
