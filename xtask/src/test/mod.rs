//! `cargo xtask test`: every check, each with its time and result, and one line at the end.

mod artifacts;
mod changes;
mod count;
mod examples;
mod step;
mod steps;

use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use changes::Changes;
use count::Count;
use step::{Outcome, Stage, Step};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only what checks the files you have changed: format, clippy, unit tests
    ///
    /// A file counts as changed if it differs from the commit where this branch left main.
    #[arg(long, short)]
    quick: bool,
    /// Show the output of all steps, not only of those that fail
    #[arg(long, short)]
    verbose: bool,
    /// Run only the steps whose name contains this
    #[arg(value_name = "STEP")]
    only: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut stages = if args.quick { steps::quick(&Changes::find()?) } else { steps::all() };
    if let Some(only) = &args.only {
        select(&mut stages, only)?;
    }
    let start = Instant::now();
    let results = Results::default();
    for stage in stages {
        thread::scope(|scope| {
            for lane in stage {
                let results = &results;
                scope.spawn(move || lane.iter().for_each(|step| results.run(step, args.verbose)));
            }
        });
    }
    let Totals { count, failed } = results.totals.into_inner().expect("no thread has panicked");
    let names =
        if failed.is_empty() { String::new() } else { format!("; failed: {}", failed.join(", ")) };
    println!("\n{} in all{names}", seconds(start.elapsed()));
    println!("{} passed, {} failed", count.passed, count.failed);
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Drops all steps but those whose name contains `only`.
fn select(stages: &mut [Stage], only: &str) -> anyhow::Result<()> {
    let names: Vec<&str> = stages.iter().flatten().flatten().map(|step| step.name).collect();
    if !names.iter().any(|name| name.contains(only)) {
        bail!("no step is called {only:?}; the steps are {}", names.join(", "));
    }
    for lane in stages.iter_mut().flatten() {
        lane.retain(|step| step.name.contains(only));
    }
    Ok(())
}

/// Collects results from lanes that run at the same time.
#[derive(Default)]
struct Results {
    totals: Mutex<Totals>,
}

#[derive(Default)]
struct Totals {
    count: Count,
    failed: Vec<&'static str>,
}

impl Results {
    fn run(&self, step: &Step, verbose: bool) {
        let start = Instant::now();
        let result = step.run(verbose);
        let time = seconds(start.elapsed());
        let mut totals = self.totals.lock().expect("no thread has panicked");
        match result {
            Outcome::Skipped(reason) => println!("{:<16}skipped         {reason}", step.name),
            Outcome::Done { success, count, output } => {
                totals.count += count;
                let word = if success { "ok" } else { "FAILED" };
                println!("{:<16}{word:<6} {time:>8}  {count}", step.name);
                if !success {
                    totals.failed.push(step.name);
                    if !verbose {
                        println!("\n{}\n", output.trim_end());
                    }
                }
            }
        }
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        long @ 60.. => format!("{}m {:02}s", long / 60, long % 60),
        _ => format!("{:.1}s", time.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_steps_by_a_part_of_their_name() {
        let mut stages = steps::all();
        select(&mut stages, "clip").unwrap();
        let names: Vec<&str> = stages.iter().flatten().flatten().map(|step| step.name).collect();
        assert_eq!(names, ["clippy, docs"]);
        let error = select(&mut steps::all(), "clipy").unwrap_err().to_string();
        assert!(error.starts_with("no step is called \"clipy\"; the steps are format,"), "{error}");
    }
}
