//! `tisane train`: train a model of leaves and win chances.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use serde_json::json;
use tisane_engine::train::{
    Plan, Progress, Round, RoundSums, State, StateError, Step, TrainError, Training,
};
use tisane_engine::{Go, ListedModel, Model, Models, klv};
use tisane_lexicon::Lexicon;
use tisane_protocol::part::{Run, Shard, TrainResult};
use tisane_rules::Ruleset;

use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, unreadable, warn};
use crate::interrupt;
use crate::numbers::from;
use crate::parts::{self, Split, Work, check_out, lexicon_fingerprint, ruleset_fingerprint};
use crate::position::{GameOptions, ruleset_help};
use crate::show::json as print_json;
use crate::show::progress::Bar;
use crate::show::table::{Align, Table};
use crate::threads::Threads;

/// Train a model of leave values and win chances
#[derive(clap::Args)]
#[command(after_help = NOTES)]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameOptions,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    seed: u64,
    /// Start with the leaves of this model or KLV2 file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Train nothing; write the leaves of the game's model to a KLV2 file, for other programs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "boards", "games", "out", "list"])]
    klv2: Option<PathBuf>,
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = from(0usize), help = boards_help())]
    boards: Option<Vec<usize>>,
    /// Number of games for the win chances
    #[arg(long, value_name = "N", default_value_t = Plan::default().games, value_parser = from(1usize))]
    games: usize,
    #[command(flatten)]
    threads: Threads,
    /// The file to write: the model, a part, or what --merge makes [default: a model in your data
    /// folder]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Discard unfinished training and start over
    #[arg(long)]
    restart: bool,
    /// List the models: yours and the built-in ones
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    // Last, because options after it would appear under its heading.
    #[command(flatten)]
    rounds: Rounds,
}

/// One round at a time: the boards of each generation, then the games.
#[derive(clap::Args)]
#[command(next_help_heading = "Parts")]
struct Rounds {
    #[command(flatten)]
    split: Split,
    /// Continue after the round that --merge wrote to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "restart", "list"])]
    after: Option<PathBuf>,
}

const NOTES: &str = "\
All commands use the model until you delete its file. Ctrl-C saves finished
boards; the same command continues from there. Training with fewer boards than
the default does not replace a model, unless you give --out or --from. The
result depends on the seed, not on the number of threads or parts.

Examples:
  tisane train --ruleset german --lexicon mine.txt
  tisane train --list";

/// Shows the default as it is typed.
fn boards_help() -> String {
    let usual: Vec<String> = Plan::default().boards.iter().map(usize::to_string).collect();
    format!("Boards per generation; 0 keeps the leaves [default: {}]", usual.join(","))
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let models = data.models();
    if args.list {
        return list(&models, args.json);
    }
    match args.rounds.split.work(args.out.as_deref()) {
        Work::Part(shard, out) => return part(args, shard, out, data),
        Work::Merge(files) => return merge(args, files, data),
        Work::Whole if args.rounds.after.is_some() => {
            return Err(Failure::new(
                "--after continues a training in parts",
                "add --shard or --merge; `tisane help parts` explains them",
            )
            .into());
        }
        Work::Whole => {}
    }
    let (ruleset, lexicon) = args.game.open(data)?;
    let (ruleset_name, lexicon_name) = (ruleset.name.clone(), lexicon.name().to_owned());
    let names = format!("{ruleset_name} with {lexicon_name}");
    let own = models.find(&ruleset, &lexicon).map_err(Failure::from)?;
    if let Some(file) = &args.klv2 {
        return write_klv2(file, own, &ruleset, &names);
    }
    let has_other = own.is_some();
    let boards = args.boards();
    let (found, usual): (usize, usize) = (boards.iter().sum(), Plan::default().boards.iter().sum());
    if has_other && args.out.is_none() && args.from.is_none() && found < usual {
        let error = format!(
            "{names} has a model, and {found} boards would make a worse one than the default of {usual}"
        );
        return Err(Failure::new(
            error,
            "omit --boards, or write the model to another file with --out",
        )
        .into());
    }
    let Some(out) = args.out.clone().or_else(|| models.place(&ruleset, &lexicon)) else {
        return Err(Failure::new("there is no data folder", "give a file with --out").into());
    };
    if out.exists() && Model::open(&out).is_err() {
        return Err(Failure::new(
            format!("{} already exists and is not a model", out.display()),
            "choose another name",
        )
        .into());
    }
    let replaced = out.exists();
    let unfinished = out.with_extension("training");
    let training = args.training(ruleset, lexicon)?;
    let mut state = match training.resume(&unfinished) {
        Ok(state) if !args.restart => state,
        Err(StateError::Damaged) if !args.restart => {
            warn(&format!("{} is damaged, so training starts over", unfinished.display()));
            args.start(&training)?
        }
        _ => args.start(&training)?,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let model = training.run(&mut state, &|progress| show_progress(&bar, boards.len(), progress));
    bar.finish();
    let Some(model) = model else {
        training
            .save(&state, &unfinished)
            .with_context(|| format!("writing {}", unfinished.display()))?;
        anstream::eprintln!("stopped; run the same command to continue");
        return Ok(Outcome::No);
    };
    model.save(&out).with_context(|| format!("writing {}", out.display()))?;
    let _ = std::fs::remove_file(&unfinished);
    print_file(args, &ruleset_name, &lexicon_name, &out)?;
    let usage = match &args.out {
        Some(out) => usage(out),
        None if replaced => format!("{names} now uses this model instead of your previous one"),
        None if has_other => {
            format!("{names} now uses this model; delete the file to return to the previous one")
        }
        None => format!("{names} now uses this model; delete the file to play without one"),
    };
    anstream::eprintln!("{usage}");
    Ok(Outcome::Yes)
}

/// Writes leaves for other programs.
fn write_klv2(
    file: &Path,
    model: Option<Model>,
    ruleset: &Ruleset,
    names: &str,
) -> anyhow::Result<Outcome> {
    let missing = || Failure::new(format!("{names} has no model"), "train one: omit --klv2");
    let bytes = klv::write(&model.ok_or_else(missing)?.leaves, ruleset);
    tisane_lexicon::write_whole(file, &bytes)
        .with_context(|| format!("writing {}", file.display()))?;
    anstream::println!("{}: the leaves of {names}", file.display());
    Ok(Outcome::Yes)
}

/// How to use a model in a file of its own.
fn usage(out: &Path) -> String {
    format!("to use it, name it: static,leaves={}", out.display())
}

/// Prints where the result is.
fn print_file(args: &Args, ruleset: &str, lexicon: &str, out: &Path) -> anyhow::Result<()> {
    let file = out.display().to_string();
    if args.json {
        return print_json(&json!({ "ruleset": ruleset, "lexicon": lexicon, "file": file }));
    }
    anstream::println!("{file}");
    Ok(())
}

fn show_progress(bar: &Bar, generations: usize, progress: Progress) -> Go {
    match progress {
        Progress::Boards { generation, done, of } => {
            bar.show(&format!("boards (generation {generation} of {generations})"), done, of);
        }
        Progress::Games { done, of } => bar.show("games", done, of),
    }
    interrupt::go()
}

impl Args {
    fn boards(&self) -> Vec<usize> {
        let boards = self.boards.clone().unwrap_or(Plan::default().boards);
        boards.into_iter().filter(|&n| n > 0).collect()
    }

    fn training(
        &self,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
    ) -> Result<Training, TrainError> {
        let plan = Plan { seed: self.seed, boards: self.boards(), games: self.games };
        Training::new(ruleset, lexicon, plan, self.threads.count())
    }

    /// The state before the first generation.
    fn start(&self, training: &Training) -> anyhow::Result<State> {
        let Some(path) = &self.from else { return Ok(training.start()) };
        let leaves = Model::leaves_in(path, training.ruleset()).map_err(Failure::from)?;
        let mismatch = || {
            Failure::new(
                format!("{} is for other tiles or racks than this game", path.display()),
                "omit --from",
            )
        };
        Ok(training.start_from(&leaves).ok_or_else(mismatch)?)
    }
}

/// A training between two rounds.
struct Between {
    training: Training,
    state: State,
    run: Run,
    ruleset: String,
    lexicon: String,
    /// `generation 2 of 4`, or `games`.
    round: String,
}

impl Between {
    /// The training after the round in `--after`, or before the first.
    fn new(args: &Args, data: &Data) -> anyhow::Result<Between> {
        let (ruleset, lexicon) = args.game.open(data)?;
        let fingerprints = [
            ("ruleset", ruleset_fingerprint(&ruleset)),
            ("lexicon", lexicon_fingerprint(&ruleset, &lexicon)),
        ];
        let names = (ruleset.name.clone(), lexicon.name().to_owned());
        let training = args.training(ruleset, lexicon)?;
        let state = match &args.rounds.after {
            None => args.start(&training)?,
            Some(path) => training.resume(path).map_err(|error| match error {
                StateError::Io(error) => unreadable(path, &error),
                error => Failure::new(
                    format!("{}: {error}", path.display()),
                    "--after takes the file that --merge wrote, with the same options",
                ),
            })?,
        };
        let boards: Vec<String> = args.boards().iter().map(usize::to_string).collect();
        let round = match training.round(&state) {
            Round::Generation(n) => format!("generation {n} of {}", boards.len()),
            Round::Games => "games".to_owned(),
        };
        let settings = [
            ("boards", boards.join(",")),
            ("games", args.games.to_string()),
            ("round", round.clone()),
        ];
        let leaves = [("round before it", state.fingerprint())];
        let run = parts::run("train", args.seed, settings, fingerprints.into_iter().chain(leaves));
        let (ruleset, lexicon) = names;
        Ok(Between { training, state, run, ruleset, lexicon, round })
    }

    fn units(&self, shard: Shard) -> Range<usize> {
        let units = shard.units(self.training.units(&self.state) as u64);
        units.start as usize..units.end as usize
    }
}

/// Does a part of a round.
fn part(args: &Args, shard: Shard, out: &Path, data: &Data) -> anyhow::Result<Outcome> {
    check_out(out)?;
    let between = Between::new(args, data)?;
    let Between { training, state, run, .. } = &between;
    if parts::is_done(run, shard, out) {
        return Ok(Outcome::Yes);
    }
    interrupt::listen()?;
    let (bar, generations) = (Bar::new(), args.boards().len());
    let sums = training
        .part(state, between.units(shard), &|progress| show_progress(&bar, generations, progress));
    bar.finish();
    match sums {
        Some(sums) => parts::write(run, shard, out, &TrainResult(sums)),
        None => parts::stopped(),
    }
}

/// Completes a round: writes the state for the next one, or the model.
fn merge(args: &Args, files: &[PathBuf], data: &Data) -> anyhow::Result<Outcome> {
    let Some(out) = &args.out else {
        return Err(Failure::new("--merge needs a file to write", "add --out FILE").into());
    };
    if out.exists() && Model::open(out).is_err() && !State::is_saved_in(out) {
        return Err(Failure::new(
            format!("{} already exists and is neither a model nor a training", out.display()),
            "choose another name",
        )
        .into());
    }
    let between = Between::new(args, data)?;
    let Between { training, state, run, .. } = &between;
    let mut total: Option<RoundSums> = None;
    let parts = parts::merge(run, files, |shard, TrainResult(sums)| {
        let is_possible = training.is_possible(state, &sums, between.units(shard).len());
        total = match total.take() {
            Some(total) => total.plus(&sums),
            None => Some(sums),
        };
        is_possible && total.is_some()
    })?;
    parts.all()?;
    let Between { training, state, ruleset, lexicon, round, .. } = between;
    let step = total.and_then(|total| training.complete(state, total)).ok_or_else(|| {
        Failure::new("the sums of the parts are impossible", "delete them and run them again")
    })?;
    let context = || format!("writing {}", out.display());
    match step {
        Step::Next(state) => {
            training.save(&state, out).with_context(context)?;
            print_file(args, &ruleset, &lexicon, out)?;
            anstream::eprintln!("{round} is complete; continue with --after {}", out.display());
        }
        Step::Done(model) => {
            model.save(out).with_context(context)?;
            print_file(args, &ruleset, &lexicon, out)?;
            anstream::eprintln!("{}", usage(out));
        }
    }
    Ok(Outcome::Yes)
}

fn list(models: &Models, as_json: bool) -> anyhow::Result<Outcome> {
    if as_json {
        let models = models.list().into_iter().map(|ListedModel { ruleset, lexicon, file }| {
            let file = file.map(|file| file.display().to_string());
            json!({ "ruleset": ruleset, "lexicon": lexicon, "file": file })
        });
        print_json(&json!({ "models": models.collect::<Vec<_>>() }))?;
        return Ok(Outcome::Yes);
    }
    let mut table =
        Table::new([("RULESET", Align::Left), ("LEXICON", Align::Left), ("MODEL", Align::Left)]);
    for ListedModel { ruleset, lexicon, file } in models.list() {
        table.row([
            ruleset,
            lexicon,
            file.map_or("built in".to_owned(), |file| file.display().to_string()),
        ]);
    }
    table.write(&mut anstream::stdout().lock())?;
    Ok(Outcome::Yes)
}
