//! `tisane train`: train a model of leaves and win chances.

use std::path::PathBuf;

use anyhow::Context;
use serde_json::json;
use tisane_engine::train::{Plan, Progress, State, StateError, Training};
use tisane_engine::{ListedModel, Model, Models};

use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::numbers::from;
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
    /// Start with the leaves of this model
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = from(0usize), help = boards_help())]
    boards: Option<Vec<usize>>,
    /// Number of games for the win chances
    #[arg(long, value_name = "N", default_value_t = Plan::default().games, value_parser = from(1usize))]
    games: usize,
    #[command(flatten)]
    threads: Threads,
    /// The file to write [default: one in your data folder]
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
}

const NOTES: &str = "\
All commands use the model until you delete its file. Ctrl-C saves finished
boards; the same command continues from there. Training with fewer boards than
the default does not replace a model, unless you give --out or --from. The
result depends on the seed, not on the number of threads.

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
    let (ruleset, lexicon) = args.game.open(data)?;
    let (ruleset_name, lexicon_name) = (ruleset.name.clone(), lexicon.name().to_owned());
    let names = format!("{ruleset_name} with {lexicon_name}");
    let boards: Vec<usize> = args
        .boards
        .clone()
        .unwrap_or(Plan::default().boards)
        .into_iter()
        .filter(|&n| n > 0)
        .collect();
    let has_other = models.find(&ruleset, &lexicon).map_err(Failure::from)?.is_some();
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
    let threads = args.threads.count();
    let generations = boards.len();
    let training = Training::new(
        ruleset,
        lexicon,
        Plan { seed: args.seed, boards, games: args.games },
        threads,
    )?;
    let start = || -> anyhow::Result<State> {
        let Some(path) = &args.from else { return Ok(training.start()) };
        let model = Model::open(path).map_err(Failure::from)?;
        let mismatch = || {
            Failure::new(
                format!("{} is for other tiles or racks than this game", path.display()),
                "omit --from",
            )
        };
        Ok(training.start_from(&model).ok_or_else(mismatch)?)
    };
    let mut state = match training.resume(&unfinished) {
        Ok(state) if !args.restart => state,
        Err(StateError::Damaged) if !args.restart => {
            warn(&format!("{} is damaged, so training starts over", unfinished.display()));
            start()?
        }
        _ => start()?,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let model = training.run(&mut state, &|progress| {
        match progress {
            Progress::Boards { generation, done, of } => {
                bar.show(&format!("boards (generation {generation} of {generations})"), done, of);
            }
            Progress::Games { done, of } => bar.show("games", done, of),
        }
        interrupt::go()
    });
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
    if args.json {
        print_json(
            &json!({ "ruleset": ruleset_name, "lexicon": lexicon_name, "file": out.display().to_string() }),
        )?;
    } else {
        anstream::println!("{}", out.display());
    }
    let usage = match &args.out {
        Some(_) => format!("to use it, name it: static,leaves={}", out.display()),
        None if replaced => format!("{names} now uses this model instead of your previous one"),
        None if has_other => {
            format!("{names} now uses this model; delete the file to return to the previous one")
        }
        None => format!("{names} now uses this model; delete the file to play without one"),
    };
    anstream::eprintln!("{usage}");
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
