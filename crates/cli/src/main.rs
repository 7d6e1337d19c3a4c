//! The binary: parses the command line, runs a command, sets the exit code.

mod bots;
mod commands;
mod config;
mod data;
mod failure;
mod games;
mod interrupt;
mod lines;
mod names;
mod numbers;
mod open;
mod parts;
mod position;
mod prompt;
mod seconds;
mod show;
mod threads;
mod version;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use tisane_lexicon::excerpt;

use commands::{
    admin, backup, bench, completions, copy_database, follow, help, ladder, lexicon, load, man,
    match_, perft, place, play, review, rulesets, score, serve, solve, train, words, wordsolver,
};
use config::{Config, config};
use data::Data;
use show::Verbosity;

/// Crossword board games: play, analyse positions and games, look up words
#[derive(Parser)]
#[command(
    version = version::SHORT,
    max_term_width = 80,
    disable_help_subcommand = true,
    after_help = after_help()
)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Option<Command>,
}

fn after_help() -> String {
    format!(
        "Without a command, starts the web app, like `tisane serve`.\n\n{}\n\n\
         Examples:\n  tisane play --level club\n  tisane solve --rack AEINRST",
        help::topic_list()
    )
}

#[derive(clap::Args)]
#[command(next_help_heading = "Global options")]
struct Shared {
    /// Folder of your lexicons, games and settings [default: your user data folder]
    #[arg(long, global = true, value_name = "FOLDER", env = "TISANE_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// Ignore config.toml in the data folder
    #[arg(long, global = true)]
    no_config: bool,
    /// Print no warnings and no progress
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Print details
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
}

impl Shared {
    fn verbosity(&self) -> Verbosity {
        match self {
            Shared { quiet: true, .. } => Verbosity::Quiet,
            Shared { verbose: true, .. } => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Backup(backup::Args),
    CopyDatabase(copy_database::Args),
    Admin(admin::Args),
    #[command(hide = true)]
    Load(load::Args),
    Solve(solve::Args),
    Score(score::Args),
    Place(place::Args),
    Review(review::Args),
    Rulesets(rulesets::Args),
    Lexicon(lexicon::Args),
    Words(words::Args),
    Wordsolver(wordsolver::Args),
    Play(play::Args),
    Follow(follow::Args),
    Bots(commands::bots::Args),
    Match(match_::Args),
    Ladder(ladder::Args),
    Train(train::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Help(help::Args),
    Man(man::Args),
}

/// The exit code of a command that worked.
enum Outcome {
    /// Done, or yes.
    Yes,
    /// Nothing found, or no.
    No,
}

impl Outcome {
    fn yes_if(yes: bool) -> Outcome {
        if yes { Outcome::Yes } else { Outcome::No }
    }
}

/// The command line, with the defaults of `config.toml`.
fn command() -> clap::Command {
    let mut command = taking_negative_numbers(Cli::command());
    if std::env::args_os().any(|arg| arg == "--version") {
        command = command.long_version(version::long());
    }
    config().apply(command)
}

/// Reads negative numbers as values, so that errors say which values are allowed.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    let taking = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(taking).mut_subcommands(taking_negative_numbers)
}

/// Reads `config.toml`, before the command line is parsed: it changes defaults.
fn read_config() -> Result<(), failure::Failure> {
    let args: Vec<OsString> = std::env::args_os().collect();
    if args.iter().any(|arg| arg == "--no-config") {
        return Ok(());
    }
    let value = |(n, arg): (usize, &OsString)| match arg.to_str() {
        Some("--data") => args.get(n + 1).map(PathBuf::from),
        Some(text) => text.strip_prefix("--data=").map(PathBuf::from),
        None => None,
    };
    let folder = args.iter().enumerate().find_map(value);
    let folder = folder.or_else(|| std::env::var_os("TISANE_DATA").map(PathBuf::from));
    if let Some(folder) = Data::new(folder).folder() {
        config::set(Config::read(folder)?);
    }
    Ok(())
}

/// Prints help, or an error about the arguments. The usage line of an error repeats the arguments,
/// without those from the environment. Long values are cut.
fn exit_with_usage(error: clap::Error) -> ! {
    let again = if error.use_stderr() {
        without_environment(command()).try_get_matches().err()
    } else {
        None
    };
    let mut error = again.unwrap_or(error);
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
    {
        if let Some(ContextValue::String(value)) = error.get(kind) {
            let short = excerpt(value).into_owned();
            error.insert(kind, ContextValue::String(short));
        }
    }
    error.exit()
}

fn without_environment(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| argument.env(Resettable::Reset))
        .mut_subcommands(without_environment)
}

fn main() -> ExitCode {
    if let Err(error) = read_config() {
        failure::print(&error.into());
        return ExitCode::from(2);
    }
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { shared, command } = parsed.unwrap_or_else(|error| exit_with_usage(error));
    show::set_verbosity(shared.verbosity());
    show::choose_colour(shared.color);
    let data = Data::new(shared.data);
    let result = match command {
        None => serve::run(&serve::Args::default_args(), &data),
        Some(Command::Serve(args)) => serve::run(&args, &data),
        Some(Command::Backup(args)) => backup::run(&args, &data),
        Some(Command::CopyDatabase(args)) => copy_database::run(&args),
        Some(Command::Admin(args)) => admin::run(&args, &data),
        Some(Command::Load(args)) => load::run(&args, &data),
        Some(Command::Solve(args)) => solve::run(&args, &data),
        Some(Command::Score(args)) => score::run(&args, &data),
        Some(Command::Place(args)) => place::run(&args, &data),
        Some(Command::Review(args)) => review::run(&args, &data),
        Some(Command::Rulesets(args)) => rulesets::run(&args),
        Some(Command::Lexicon(args)) => lexicon::run(&args, &data),
        Some(Command::Words(args)) => words::run(&args, &data),
        Some(Command::Wordsolver(args)) => wordsolver::run(&args, &data),
        Some(Command::Play(args)) => play::run(&args, &data),
        Some(Command::Follow(args)) => follow::run(&args, &data),
        Some(Command::Bots(args)) => commands::bots::run(&args),
        Some(Command::Match(args)) => match_::run(&args, &data),
        Some(Command::Ladder(args)) => ladder::run(&args, &data),
        Some(Command::Train(args)) => train::run(&args, &data),
        Some(Command::Perft(args)) => perft::run(&args, &data),
        Some(Command::Bench(args)) => bench::run(&args, &data),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
        Some(Command::Help(args)) => help::run(&args, self::command()),
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
    };
    match result {
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::print(&error);
            ExitCode::from(2)
        }
    }
}
