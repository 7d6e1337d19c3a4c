//! A dialogue on standard input: with prompts, line editing and a history where a person types,
//! without where a program does.

use std::io::{ErrorKind, IsTerminal, Write};

use rustyline::error::ReadlineError;

use crate::lines::{NO_TEXT, next_line};
use crate::show::{BAD, screen};

pub(crate) struct Prompt {
    /// None where a program types.
    editor: Option<rustyline::DefaultEditor>,
    /// A line that was typed in answer to a question, and is no answer: it is what is typed next.
    pending: Option<String>,
}

impl Prompt {
    pub(crate) fn new() -> anyhow::Result<Prompt> {
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(Prompt {
            editor: person.then(rustyline::DefaultEditor::new).transpose()?,
            pending: None,
        })
    }

    /// Whether a person reads along.
    pub(crate) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The next line, without blanks around it; none when there are no more, or after Ctrl-C.
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

    /// Waits for Enter alone; false when nothing more is typed. What is typed before it would be an
    /// entry of somebody who has seen nothing yet.
    pub(crate) fn waits(&mut self, prompt: &str) -> anyhow::Result<bool> {
        while let Some(line) = self.read(&format!("{prompt} > "))? {
            if line.is_empty() {
                return Ok(true);
            }
            let sentence = screen::sentence(&format!(
                "not read: {line}; only Enter goes on, and Ctrl-D leaves"
            ));
            writeln!(anstream::stdout(), "{sentence}")?;
        }
        Ok(false)
    }

    /// Whether a person agrees. A program that asks for something wants it, and is not asked.
    /// Whoever types something else than an answer does not agree, and goes on with that.
    pub(crate) fn agrees(&mut self, question: &str) -> anyhow::Result<bool> {
        if !self.is_terminal() {
            return Ok(true);
        }
        let answer = self.read(&format!("{question} [y/N] "))?.unwrap_or_default();
        let agrees = matches!(answer.to_lowercase().as_str(), "y" | "yes");
        let is_answer = agrees || matches!(answer.to_lowercase().as_str(), "" | "n" | "no");
        self.pending = Some(answer).filter(|_| !is_answer);
        Ok(agrees)
    }

    /// The next line that is text; of others, that they are none is said.
    fn read(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        loop {
            let line = match &mut self.editor {
                Some(editor) => match editor.readline(prompt) {
                    Ok(line) => Some(Ok(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        Some(Err(anyhow::anyhow!(NO_TEXT)))
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

    /// What one player typed is not shown to the next.
    pub(crate) fn forget(&mut self) -> anyhow::Result<()> {
        Ok(self.editor.as_mut().map_or(Ok(()), rustyline::DefaultEditor::clear_history)?)
    }
}
