//! The one binary: parse, dispatch, exit code.

mod bots;
mod commands;
mod data;
mod failure;
mod games;
mod interrupt;
mod lines;
mod names;
mod numbers;
mod open;
mod position;
mod prompt;
mod seconds;
mod show;
mod threads;

use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    admin, backup, bench, completions, follow, ladder, lexicon, load, man, match_, perft, place,
    play, review, rulesets, score, serve, solve, train, words, wordsolver,
};
use data::Data;

/// Crossword board games: solve positions, look up words, browse rulesets
///
/// Without a command, starts the web app on this machine, like `tisane serve`.
#[derive(Parser)]
#[command(version, max_term_width = 80, after_help = AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Exit codes: 0 yes or done, 1 no or nothing found, 2 an error.

TISANE_RULESET and TISANE_LEXICON name what is meant where nothing else does.";

/// Options of every command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of every command")]
struct Shared {
    /// Where your own lexicons, games, the database and derived files are kept [default: your user
    /// data folder]
    #[arg(long, global = true, value_name = "FOLDER", env = "TISANE_DATA", hide_env_values = true)]
    data: Option<std::path::PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Backup(backup::Args),
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
    Man(man::Args),
}

/// What a command that worked has to say by its exit code.
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

/// All that can be asked for.
fn command() -> clap::Command {
    taking_negative_numbers(Cli::command())
}

/// A value below 0 is a value, and refused by what it is for, not an option that nobody knows.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    let taking = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(taking).mut_subcommands(taking_negative_numbers)
}

/// Prints help, or why the arguments make no sense. Usage lines repeat what was given, in which
/// what the environment says would look like something that has to be.
fn misunderstood(error: clap::Error) -> ! {
    let again = if error.use_stderr() {
        without_environment(command()).try_get_matches().err()
    } else {
        None
    };
    again.unwrap_or(error).exit()
}

fn without_environment(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| argument.env(Resettable::Reset))
        .mut_subcommands(without_environment)
}

fn main() -> ExitCode {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { shared, command } = parsed.unwrap_or_else(|error| misunderstood(error));
    show::choose_colour(shared.color);
    let data = Data::new(shared.data);
    let result = match command {
        None => serve::run(&serve::Args::usual(), &data),
        Some(Command::Serve(args)) => serve::run(&args, &data),
        Some(Command::Backup(args)) => backup::run(&args, &data),
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
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
    };
    match result {
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS, // whoever read us had enough
        Err(error) => {
            failure::print(&error);
            ExitCode::from(2)
        }
    }
}
