//! `cargo xtask test`: every check there is, each with its time, and one line at the end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::chromium;
use crate::command::{cargo, find, npm};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Show what every step prints, not only those that fail
    #[arg(long, short)]
    verbose: bool,
    /// Run only the steps whose name contains this
    #[arg(value_name = "STEP")]
    only: Option<String>,
}

/// How many checks passed and failed. A step without tests of its own counts as one.
#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
struct Count {
    passed: usize,
    failed: usize,
}

struct Step {
    name: &'static str,
    command: Box<dyn Fn() -> anyhow::Result<Command>>,
    /// Reads the numbers of tests out of what the step printed.
    count: fn(&str) -> Option<Count>,
}

/// The cheap ones first, so that slips show early.
fn steps() -> Vec<Step> {
    let step = |name, count, command: fn() -> Command| Step {
        name,
        count,
        command: Box::new(move || Ok(command())),
    };
    let mut steps = vec![
        step("format", none, || cargo(["fmt", "--all", "--check"])),
        step("npm ci", none, || npm(["ci", "--no-audit", "--no-fund"])),
        step("web format", none, || npm(["run", "--silent", "format:check"])),
        step("web types", none, || npm(["run", "--silent", "check"])),
        step("web tests", vitest, || npm(["run", "--silent", "test"])),
        step("clippy", none, || {
            cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
        }),
    ];
    if find("cargo-nextest").is_some() {
        steps.push(step("rust tests", nextest, || {
            cargo(["nextest", "run", "--workspace", "--no-fail-fast"])
        }));
        steps.push(step("doc tests", libtest, || {
            cargo(["test", "--workspace", "--doc", "--no-fail-fast"])
        }));
    } else {
        steps
            .push(step("rust tests", libtest, || cargo(["test", "--workspace", "--no-fail-fast"])));
    }
    steps.push(Step {
        name: "browser tests",
        count: vitest,
        command: Box::new(|| {
            let mut tests = npm(["run", "--silent", "test:browser"]);
            tests.env("CHROMIUM", chromium::find_or_install()?).env("TISANE", tisane()?);
            Ok(tests)
        }),
    });
    steps
}

/// The binary the browser tests talk to. It is built as for the Rust tests, so that nothing is
/// built twice.
fn tisane() -> anyhow::Result<String> {
    let mut build =
        cargo(["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"]);
    let output = build.stdin(Stdio::null()).output().context("starting cargo")?;
    anyhow::ensure!(
        output.status.success(),
        "the binary could not be built:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let mut executables =
        text.lines().filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next());
    let is_tisane =
        |path: &&str| std::path::Path::new(path).file_stem().is_some_and(|name| name == "tisane");
    executables.find(is_tisane).map(str::to_owned).context("cargo did not say where the binary is")
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut total = Count::default();
    let mut failed = Vec::new();
    let wanted =
        |step: &Step| args.only.as_ref().is_none_or(|only| step.name.contains(only.as_str()));
    let all = steps();
    if let Some(only) = args.only.as_ref().filter(|_| !all.iter().any(wanted)) {
        let names: Vec<&str> = all.iter().map(|step| step.name).collect();
        anyhow::bail!("no step has {only:?} in its name; there are {}", names.join(", "));
    }
    for step in all.into_iter().filter(wanted) {
        print!("{:<14}", step.name);
        std::io::stdout().flush()?;
        let begun = Instant::now();
        let (success, output) = match (step.command)() {
            Ok(command) => run_step(command, args.verbose)?,
            Err(error) => (false, format!("{error:#}")),
        };
        let count = counted(success, (step.count)(&output));
        total.passed += count.passed;
        total.failed += count.failed;
        println!(
            "{} {:>8}  {}",
            if success { "ok    " } else { "FAILED" },
            seconds(begun.elapsed()),
            describe(count)
        );
        if !success {
            failed.push(step.name);
            if !args.verbose {
                println!("\n{}\n", output.trim_end());
            }
        }
    }
    println!("\n{} in all{}", seconds(start.elapsed()), names_of(&failed));
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn names_of(failed: &[&str]) -> String {
    if failed.is_empty() { String::new() } else { format!("; failed: {}", failed.join(", ")) }
}

/// A step that failed has failed at least once, whatever it counted; one without tests counts as
/// one.
fn counted(success: bool, count: Option<Count>) -> Count {
    let count = count.unwrap_or(Count { passed: success.into(), failed: 0 });
    Count { failed: if success { count.failed } else { count.failed.max(1) }, ..count }
}

fn describe(Count { passed, failed }: Count) -> String {
    match (passed, failed) {
        (passed, 0) => format!("{passed} passed"),
        (passed, failed) => format!("{passed} passed, {failed} failed"),
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        long @ 60.. => format!("{}m {:02}s", long / 60, long % 60),
        _ => format!("{:.1}s", time.as_secs_f64()),
    }
}

/// Runs it to its end with both outputs in one text, shown as it comes if asked for.
fn run_step(mut command: Command, verbose: bool) -> anyhow::Result<(bool, String)> {
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never");
    let program = command.get_program().to_string_lossy().into_owned();
    let (reader, writer) = std::io::pipe()?;
    let child = command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            return Ok((
                false,
                format!("{program} could not be started: {error}; is it installed?"),
            ));
        }
    };
    drop(command); // and with it our ends of the pipe
    let mut text = String::new();
    for line in BufReader::new(reader).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if verbose {
            println!("{line}");
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok((child.wait()?.success(), text))
}

fn none(_: &str) -> Option<Count> {
    None
}

/// `Summary [ 1.2s] 41 tests run: 40 passed (1 slow), 1 failed, 0 skipped`
fn nextest(output: &str) -> Option<Count> {
    let line = output.lines().rev().find(|line| line.trim_start().starts_with("Summary ["))?;
    let results = line.split_once("run:")?.1;
    let failed = number_before(results, "failed").unwrap_or(0)
        + number_before(results, "timed out").unwrap_or(0);
    Some(Count { passed: number_before(results, "passed").unwrap_or(0), failed })
}

/// `test result: ok. 12 passed; 0 failed; …`, once for every binary.
fn libtest(output: &str) -> Option<Count> {
    let mut count = Count::default();
    for line in output.lines().filter(|line| line.starts_with("test result:")) {
        count.passed += number_before(line, "passed").unwrap_or(0);
        count.failed += number_before(line, "failed").unwrap_or(0);
    }
    Some(count)
}

/// `Tests  1 failed | 120 passed (121)`
fn vitest(output: &str) -> Option<Count> {
    let line = output.lines().rev().find(|line| line.trim_start().starts_with("Tests  "))?;
    Some(Count {
        passed: number_before(line, "passed").unwrap_or(0),
        failed: number_before(line, "failed").unwrap_or(0),
    })
}

/// The number that stands before a word: 3 in `3 failed`.
fn number_before(text: &str, word: &str) -> Option<usize> {
    let before = text.split_once(&format!(" {word}"))?.0;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tests_are_read() {
        let count = |passed, failed| Some(Count { passed, failed });
        assert_eq!(
            nextest("     Summary [   1.2s] 41 tests run: 40 passed (1 slow), 1 failed, 0 skipped"),
            count(40, 1)
        );
        assert_eq!(
            nextest("     Summary [   1.2s] 3 tests run: 3 passed, 2 skipped\n"),
            count(3, 0)
        );
        assert_eq!(
            libtest(
                "test result: ok. 12 passed; 0 failed; 0 ignored\ntest result: FAILED. 1 passed; 2 failed;"
            ),
            count(13, 2)
        );
        assert_eq!(
            vitest(" Test Files  8 passed (8)\n      Tests  1 failed | 120 passed (121)\n"),
            count(120, 1)
        );
        assert_eq!(nextest("error: could not compile"), None);
    }

    #[test]
    fn a_failed_step_never_counts_as_passed() {
        assert_eq!(counted(false, None), Count { passed: 0, failed: 1 });
        assert_eq!(
            counted(false, Some(Count { passed: 5, failed: 0 })),
            Count { passed: 5, failed: 1 }
        );
        assert_eq!(counted(true, None), Count { passed: 1, failed: 0 });
    }
}
