//! `tisane train`: learns what leaves are worth and how leads turn into wins.

use std::path::PathBuf;

use anyhow::Context;
use tisane_engine::train::{Plan, Progress, State, StateError, Training};
use tisane_engine::{ListedModel, Model, Models};

use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::numbers::from;
use crate::position::{GameOptions, ruleset_help};
use crate::show::progress::Bar;
use crate::show::table::{Align, Table};
use crate::threads::Threads;

/// Learn what leaves are worth and how leads turn into wins
///
/// Counts out, on boards from games against itself, the best that can be done with every rack,
/// generation after generation, then plays games for the chances to win. The result is used by
/// every command from then on, until its file is deleted; what was trained with fewer boards than
/// usual does not take the place of another model, unless --out or --from says so. Ctrl-C stops and
/// keeps the boards that are done; the same command goes on from there, and plays its games anew.
/// The result depends on the seed, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = "Example: tisane train --ruleset german --lexicon mine.txt")]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameOptions,
    /// What chance follows from
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    seed: u64,
    /// Begin with the leaves of this model, as long as nothing was done before
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = from(0usize), help = boards_help())]
    boards: Option<Vec<usize>>,
    /// How many games are played for the chances to win
    #[arg(long, value_name = "N", default_value_t = Plan::default().games, value_parser = from(1usize))]
    games: usize,
    #[command(flatten)]
    threads: Threads,
    /// The file to write [default: one in your data folder]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Begin anew, whatever was done before
    #[arg(long)]
    restart: bool,
    /// List the games that are trained: those built in, and yours
    #[arg(long)]
    list: bool,
}

/// As it is typed.
fn boards_help() -> String {
    let usual: Vec<String> = Plan::default().boards.iter().map(usize::to_string).collect();
    format!(
        "How many boards each generation looks at; 0 keeps the leaves as they are [default: {}]",
        usual.join(",")
    )
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let models = data.models();
    if args.list {
        return list(&models);
    }
    let (ruleset, lexicon) = args.game.open(data)?;
    let names = format!("{} with {}", ruleset.name, lexicon.name());
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
            "{names} has a model, and {found} boards would make a worse one than the usual {usual}"
        );
        return Err(Failure::new(
            error,
            "leave --boards out, or write the model to a file of its own with --out",
        )
        .into());
    }
    let Some(out) = args.out.clone().or_else(|| models.place(&ruleset, &lexicon)) else {
        return Err(
            Failure::new("there is no data folder to write to", "give a file with --out").into()
        );
    };
    if out.exists() && Model::open(&out).is_err() {
        return Err(Failure::new(
            format!("{} is there, and is no model", out.display()),
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
        let other = || {
            Failure::new(
                format!("{} has other tiles or racks than this game", path.display()),
                "leave --from out",
            )
        };
        Ok(training.start_from(&model).ok_or_else(other)?)
    };
    let mut state = match training.resume(&unfinished) {
        Ok(state) if !args.restart => state,
        Err(StateError::Damaged) if !args.restart => {
            warn(&format!("{} is damaged, so the training begins anew", unfinished.display()));
            start()?
        }
        _ => start()?,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let model = training.run(&mut state, &|progress| {
        match progress {
            Progress::Boards { generation, done, of } => {
                bar.show(&format!("boards of generation {generation} of {generations}"), done, of);
            }
            Progress::Games { done, of } => bar.show("games for the chances to win", done, of),
        }
        interrupt::go()
    });
    bar.finish();
    let Some(model) = model else {
        training
            .save(&state, &unfinished)
            .with_context(|| format!("writing {}", unfinished.display()))?;
        anstream::eprintln!("stopped; the same command goes on from here");
        return Ok(Outcome::No);
    };
    model.save(&out).with_context(|| format!("writing {}", out.display()))?;
    let _ = std::fs::remove_file(&unfinished);
    anstream::println!("{}", out.display());
    anstream::eprintln!(
        "{}",
        match &args.out {
            Some(_) => format!("used where it is named: the bot static,leaves={}", out.display()),
            None if replaced => format!(
                "{names} is played with this model from now on, which was written over the one you had trained before"
            ),
            None if has_other => format!(
                "{names} is played with this model from now on; delete the file to go back to the one before"
            ),
            None => format!(
                "{names} is played with this model from now on; delete the file to play without"
            ),
        }
    );
    Ok(Outcome::Yes)
}

fn list(models: &Models) -> anyhow::Result<Outcome> {
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
