//! Drawing on a terminal. Everything reads as well without colour.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod candidates;
pub(crate) mod progress;
pub(crate) mod review_page;
pub(crate) mod score;
pub(crate) mod screen;
pub(crate) mod table;
pub(crate) mod tell;

use std::io::Write;

use anstyle::{AnsiColor, Effects, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
pub(crate) const HEAD: Style = Style::new().effects(Effects::BOLD);
pub(crate) const QUIET: Style = Style::new().effects(Effects::DIMMED);

/// `--color`; with `auto` the terminal and `NO_COLOR` decide.
pub(crate) fn choose_colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// One value as JSON on a line of its own.
pub(crate) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(value)?)?;
    Ok(())
}

/// Lines of at most 80 columns.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    wrapped_to(80, text, indent)
}

/// Lines of at most so many columns, as far as the words allow.
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
