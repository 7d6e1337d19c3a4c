//! Lines typed on standard input: with a prompt, line editing and a history at a terminal, plain
//! lines through a pipe.

use std::io::{ErrorKind, IsTerminal, Write};

use rustyline::error::ReadlineError;

use crate::lines::{NOT_UTF8, next_line};
use crate::show::{BAD, screen};

pub(crate) struct Prompt {
    /// `None` if standard input or output is not a terminal.
    editor: Option<rustyline::DefaultEditor>,
    /// A line typed at a yes-or-no question that is neither; it is the next command.
    pending: Option<String>,
}

impl Prompt {
    pub(crate) fn new() -> anyhow::Result<Prompt> {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(Prompt {
            editor: is_terminal.then(rustyline::DefaultEditor::new).transpose()?,
            pending: None,
        })
    }

    /// Whether a person is typing.
    pub(crate) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The next line, trimmed; `None` at the end of input or after Ctrl-C.
    pub(crate) fn ask(&mut self, who: &str) -> anyhow::Result<Option<String>> {
        let line = match self.pending.take() {
            Some(line) => Some(line),
            None => self.read(&format!("{who} > "))?,
        };
        if let (Some(editor), Some(line)) =
            (&mut self.editor, line.as_deref().filter(|line| !line.is_empty()))
        {
            editor.add_history_entry(line)?;
        }
        Ok(line)
    }

    /// Waits for an empty line; false at the end of input. Other lines are refused: whoever typed
    /// them has not seen the board yet.
    pub(crate) fn wait_for_enter(&mut self, prompt: &str) -> anyhow::Result<bool> {
        while let Some(line) = self.read(&format!("{prompt} > "))? {
            if line.is_empty() {
                return Ok(true);
            }
            let sentence = screen::sentence(&format!(
                "ignored: {line}; press Enter to continue, or Ctrl-D to leave"
            ));
            writeln!(anstream::stdout(), "{sentence}")?;
        }
        Ok(false)
    }

    /// Asks a yes-or-no question at a terminal; through a pipe the answer is yes. Any other line
    /// means no, and is read again as the next command.
    pub(crate) fn confirm(&mut self, question: &str) -> anyhow::Result<bool> {
        if !self.is_terminal() {
            return Ok(true);
        }
        let answer = self.read(&format!("{question} [y/N] "))?.unwrap_or_default();
        let is_yes = matches!(answer.to_lowercase().as_str(), "y" | "yes");
        let is_answer = is_yes || matches!(answer.to_lowercase().as_str(), "" | "n" | "no");
        self.pending = Some(answer).filter(|_| !is_answer);
        Ok(is_yes)
    }

    /// The next line of valid text; invalid lines are reported and skipped.
    fn read(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        loop {
            let line = match &mut self.editor {
                Some(editor) => match editor.readline(prompt) {
                    Ok(line) => Some(Ok(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        Some(Err(anyhow::anyhow!(NOT_UTF8)))
                    }
                    Err(error) => return Err(error.into()),
                },
                None => next_line(&mut std::io::stdin().lock())?,
            };
            match line.transpose() {
                Ok(line) => return Ok(line.map(|line| line.trim().to_owned())),
                Err(error) => writeln!(
                    anstream::stderr(),
                    "{BAD}{}{BAD:#}",
                    screen::sentence(&error.to_string())
                )?,
            }
        }
    }

    /// Clears the history, so that the next player can't see it.
    pub(crate) fn clear_history(&mut self) -> anyhow::Result<()> {
        Ok(self.editor.as_mut().map_or(Ok(()), rustyline::DefaultEditor::clear_history)?)
    }
}
