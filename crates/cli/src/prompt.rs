//! A dialogue on standard input: with prompts where a person types, without where a program does.

use std::io::{BufRead, IsTerminal, Write};

use crate::show::QUIET;

pub(crate) struct Prompt {
    terminal: bool,
}

impl Prompt {
    pub(crate) fn new() -> Prompt {
        Prompt { terminal: std::io::stdin().is_terminal() && std::io::stdout().is_terminal() }
    }

    /// Whether a person reads along.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// The next line, without blanks around it; none when there are no more.
    pub(crate) fn ask(&self, who: &str) -> anyhow::Result<Option<String>> {
        if self.terminal {
            let mut out = anstream::stdout().lock();
            write!(out, "{QUIET}{who} >{QUIET:#} ")?;
            out.flush()?;
        }
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line)?;
        Ok((read > 0).then(|| line.trim().to_owned()))
    }
}
