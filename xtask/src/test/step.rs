//! One step of `cargo xtask test`: a program, or a check of our own.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::Result;

use super::count::{Count, one};

/// Steps that run one after the other.
pub(super) type Lane = Vec<Step>;
/// Lanes that run at the same time.
pub(super) type Stage = Vec<Lane>;

pub(super) struct Step {
    pub name: &'static str,
    work: Work,
}

enum Work {
    Program { command: CommandMaker, count: fn(&str) -> Option<Count> },
    Check(fn(&mut String) -> Result<Count>),
    Skip(&'static str),
}

type CommandMaker = Box<dyn Fn() -> Result<Command> + Send + Sync>;

pub(super) enum Outcome {
    Done { success: bool, count: Count, output: String },
    Skipped(&'static str),
}

impl Step {
    /// Runs a program whose exit code says whether all is well.
    pub(super) fn program(
        name: &'static str,
        command: impl Fn() -> Result<Command> + Send + Sync + 'static,
    ) -> Step {
        Step { name, work: Work::Program { command: Box::new(command), count: one } }
    }

    /// Reads the number of tests from the program's output.
    pub(super) fn counted(mut self, reader: fn(&str) -> Option<Count>) -> Step {
        if let Work::Program { count, .. } = &mut self.work {
            *count = reader;
        }
        self
    }

    /// Calls a function that writes its report to a string.
    pub(super) fn check(name: &'static str, check: fn(&mut String) -> Result<Count>) -> Step {
        Step { name, work: Work::Check(check) }
    }

    pub(super) fn skip(name: &'static str, reason: &'static str) -> Step {
        Step { name, work: Work::Skip(reason) }
    }

    pub(super) fn run(&self, verbose: bool) -> Outcome {
        let mut output = String::new();
        let (success, count) = match &self.work {
            Work::Skip(reason) => return Outcome::Skipped(reason),
            Work::Program { command, count } => {
                let success = command().and_then(|command| run(command, verbose, &mut output));
                let success = success.unwrap_or_else(|error| {
                    output += &format!("{error:#}\n");
                    false
                });
                (success, count(&output))
            }
            Work::Check(check) => match check(&mut output) {
                Ok(count) => (count.failed == 0, Some(count)),
                Err(error) => {
                    output += &format!("{error:#}\n");
                    (false, None)
                }
            },
        };
        if verbose && matches!(self.work, Work::Check(_)) {
            print!("{output}");
        }
        Outcome::Done { success, count: Count::of_step(success, count), output }
    }
}

/// Runs a program to its end, with both of its outputs in one text.
fn run(mut command: Command, verbose: bool, text: &mut String) -> Result<bool> {
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never");
    let program = command.get_program().to_string_lossy().into_owned();
    let (reader, writer) = std::io::pipe()?;
    let child = command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            *text += &format!("can't start {program}: {error}; is it installed?\n");
            return Ok(false);
        }
    };
    drop(command); // closes our ends of the pipe
    for line in BufReader::new(reader).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if verbose {
            println!("{line}");
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok(child.wait()?.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(outcome: Outcome) -> (bool, Count, String) {
        match outcome {
            Outcome::Done { success, count, output } => (success, count, output),
            Outcome::Skipped(reason) => panic!("skipped: {reason}"),
        }
    }

    #[test]
    fn a_missing_program_fails_with_a_hint() {
        let step = Step::program("missing", || Ok(Command::new("no-such-program")));
        let (success, count, output) = result(step.run(false));
        assert!(!success);
        assert_eq!(count, Count { passed: 0, failed: 1 });
        assert!(output.starts_with("can't start no-such-program: "), "{output}");
    }

    #[test]
    fn an_error_before_the_program_starts_is_shown() {
        let step = Step::program("broken", || anyhow::bail!("no browser found"));
        let (success, _, output) = result(step.run(false));
        assert!(!success);
        assert_eq!(output, "no browser found\n");
    }

    #[test]
    fn a_check_with_one_failure_fails() {
        let step = Step::check("check", |text| {
            *text += "a report";
            Ok(Count { passed: 2, failed: 1 })
        });
        let (success, count, output) = result(step.run(false));
        assert_eq!((success, count.failed, output.as_str()), (false, 1, "a report"));
    }
}
