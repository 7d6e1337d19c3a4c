//! `tisane review`: a finished game, turn by turn.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use tisane_app::open::OpenError;
use tisane_engine::Limits;
use tisane_engine::review::{ReviewControl, ReviewMethod};
use tisane_lexicon::read_file;
use tisane_protocol::part::{Answers, Run, Shard, digest};
use tisane_protocol::{
    LostTurnView, ReviewView, ReviewedPlayerView, ReviewedTurnView, SizeView, written,
};
use tisane_rules::{GcgError, GcgFile, Ruleset};

use crate::Outcome;
use crate::bots;
use crate::data::{Data, LeaveOptions, say_if_untrained};
use crate::failure::{self, Failure, unreadable, warn, write_over};
use crate::games;
use crate::interrupt;
use crate::numbers::from;
use crate::open::failure_in;
use crate::parts::{self, PartOptions, Work, check_out, file_name};
use crate::position::{GameOptions, ruleset_help};
use crate::seconds::seconds;
use crate::show::progress::Bar;
use crate::show::table::{Align, Table};
use crate::show::{self, HEAD, QUIET, review, review_page, screen, tell, wrapped_to};
use crate::threads::Threads;

/// Analyse a game: the best move of every turn, and what mistakes cost
#[derive(clap::Args)]
#[command(after_help = NOTES)]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help("the file's, or "))))]
pub(crate) struct Args {
    /// GCG files, or names of saved games [default: list the saved games]
    games: Vec<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
    #[command(flatten)]
    leaves: LeaveOptions,
    /// Time limit for each turn, in seconds or as 20s, 2m
    #[arg(long, value_name = "TIME", default_value = "2", value_parser = seconds)]
    time: Duration,
    /// Use static equity only, without simulation
    #[arg(long = "static", conflicts_with = "time")]
    static_only: bool,
    /// Number of rollouts for each turn instead of a time limit; the same seed then gives the same
    /// result
    #[arg(long, value_name = "N", value_parser = from(1u64), conflicts_with_all = ["time", "static_only"])]
    rollouts: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Print JSON, a line for each game
    #[arg(long)]
    json: bool,
    /// Write an HTML page with graphs; `-` writes to standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "shard", "merge"], requires = "games")]
    html: Option<PathBuf>,
    // Last, because options after it would appear under its heading.
    #[command(flatten)]
    parts: PartOptions,
}

const NOTES: &str = "\
Without a game, lists the saved ones. Ctrl-C stops early and shows the results
so far. `tisane help mistakes` explains how mistakes and strength are measured.

Examples:
  tisane review english-1
  tisane review game.gcg --time 10s --html review.html";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    match (&args.games[..], args.parts.work()) {
        ([], Work::Whole) => return list(data, args.json),
        ([], _) => return Err(Failure::new("there are no games to review", "name them").into()),
        (_, Work::Part(shard, out)) => return part(args, shard, out, data),
        (_, Work::Merge(files)) => return merge(args, files, data),
        ([_, _, ..], Work::Whole) if args.html.is_some() => {
            return Err(Failure::new(
                "--html writes one game",
                "give one game, or use --json for several",
            )
            .into());
        }
        _ => {}
    }
    interrupt::listen()?;
    for (n, game) in args.games.iter().enumerate() {
        let view = analyse(args, game, data)?.view;
        if args.json {
            show::json(&view)?;
        } else if let Some(path) = &args.html {
            write_page(path, &view)?;
        } else {
            write_numbered(args, n, &view)?;
        }
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(Outcome::Yes)
}

/// Writes the review of a game, under its name if there are several.
fn write_numbered(args: &Args, n: usize, view: &ReviewView) -> anyhow::Result<()> {
    if args.games.len() > 1 {
        let space = if n == 0 { "" } else { "\n" };
        anstream::println!("{space}{HEAD}{}{HEAD:#}\n", args.games[n].display());
    }
    write(view)
}

/// Describes the run. Games go by what is in their files.
fn run_of(args: &Args, data: &Data) -> anyhow::Result<Run> {
    let method = match args.rollouts {
        _ if args.static_only => "static".to_owned(),
        Some(rollouts) => format!("{rollouts} rollouts"),
        None => {
            return Err(Failure::new(
                "a time limit gives other results on every machine",
                "use --rollouts N or --static",
            )
            .into());
        }
    };
    let mut games = String::new();
    for game in &args.games {
        let path = games::find(game, data);
        let bytes = read_file(&path).map_err(|error| unreadable(&path, &error))?;
        games += &digest(&bytes);
    }
    let settings = [
        ("number of games", args.games.len().to_string()),
        ("method", method),
        ("ruleset", file_name(args.options.ruleset.as_ref())),
        ("lexicon", file_name(args.options.chosen.lexicon.as_ref())),
    ];
    let fingerprints = [("list of games", digest(games.as_bytes()))];
    Ok(parts::run("review", args.seed, settings, fingerprints))
}

/// Reviews every Nth game and writes a part.
fn part(args: &Args, shard: Shard, out: &Path, data: &Data) -> anyhow::Result<Outcome> {
    let run = run_of(args, data)?;
    check_out(out)?;
    if parts::is_done(&run, shard, out) {
        return Ok(Outcome::Yes);
    }
    interrupt::listen()?;
    let mut answers = Answers::new(args.games.len() as u64);
    let dealt = (0..).zip(&args.games).filter(|&(n, _)| shard.is_dealt(n));
    for (_, game) in dealt {
        let Reviewed { view, engine } = analyse(args, game, data)?;
        if interrupt::interrupted() {
            return parts::stopped();
        }
        answers.engines.insert(engine.0, engine.1);
        answers.answers.push(written(&view));
    }
    parts::write(&run, shard, out, &answers)
}

/// Writes the reviews of all parts in the order of the games.
fn merge(args: &Args, files: &[PathBuf], data: &Data) -> anyhow::Result<Outcome> {
    let run = run_of(args, data)?;
    let merged = parts::merge_answers(&run, files, Some(args.games.len() as u64))?;
    for (n, answer) in merged.in_order().enumerate() {
        if args.json {
            anstream::println!("{answer}");
            continue;
        }
        let view: ReviewView = serde_json::from_str(answer.get()).context("reading a review")?;
        let players = view.players.len();
        if view.turns.iter().any(|turn| turn.player as usize >= players) {
            anyhow::bail!("a review has turns of more than {players} players");
        }
        write_numbered(args, n, &view)?;
    }
    Ok(Outcome::Yes)
}

/// The review of a game, and the name and fingerprint of the engine.
struct Reviewed {
    view: ReviewView,
    engine: (String, String),
}

/// Why a game in a file can't be replayed.
pub(crate) fn gcg_failure(ruleset: &Ruleset, error: &GcgError) -> Failure {
    failure_in(ruleset, OpenError::Game(error.clone()))
}

/// Reviews one game, with a progress bar.
fn analyse(args: &Args, game: &Path, data: &Data) -> anyhow::Result<Reviewed> {
    let path = games::find(game, data);
    let file = games::read(&path)?;
    let (ruleset, lexicon) = args.options.open_game(data, &file)?;
    let game = file.record(&ruleset).map_err(|error| gcg_failure(&ruleset, &error))?;
    game.warnings.iter().for_each(|warning| warn(&warning.to_string()));
    let record = game.record;
    let turns = record.entries.iter().filter(|entry| entry.what.is_turn()).count();
    if turns == 0 {
        return Err(Failure::new(
            format!("the game in {} has no turns", path.display()),
            "choose a game with at least one turn",
        )
        .into());
    }
    let engine = data.engine(ruleset.clone(), lexicon.clone(), &args.leaves)?;
    say_if_untrained(&engine);
    let threads = args.threads.count();
    let limits = Limits { threads, seed: args.seed, ..Limits::default() };
    let method = match args.rollouts {
        _ if args.static_only => ReviewMethod::Static,
        Some(rollouts) => ReviewMethod::Ahead(Limits { rollouts, ..limits }),
        None => ReviewMethod::Ahead(limits),
    };
    let bar = Bar::new();
    let (mut turn, mut started) = (0, Instant::now());
    let review = engine.review(&record, method, &mut |review| {
        if review.turns.len() != turn {
            (turn, started) = (review.turns.len(), Instant::now());
        }
        bar.show("turns", turn, turns);
        match () {
            () if interrupt::interrupted() => ReviewControl::Stop,
            () if args.rollouts.is_none() && started.elapsed() >= args.time => {
                ReviewControl::NextTurn
            }
            () => ReviewControl::On,
        }
    });
    bar.finish();
    let review = review.map_err(|error| Failure::new(error.to_string(), ""))?;
    let view = ReviewView::of(&ruleset, lexicon.name(), &record, &review);
    Ok(Reviewed { view, engine: parts::named_engine(&engine) })
}

/// Writes the HTML page, and a summary unless the page goes to standard output.
fn write_page(path: &Path, view: &ReviewView) -> anyhow::Result<()> {
    let is_person = |player: &ReviewedPlayerView| !bots::is_bot_name(&player.name);
    let shown = view.players.iter().position(is_person).unwrap_or(0);
    let page = review_page::page(view, shown);
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        out.write_all(page.as_bytes())?;
        return Ok(out.flush()?);
    }
    write_over(path, "page", |start| start.starts_with(b"<!doctype html"), &page)?;
    if path.is_file() {
        anstream::println!("{}", screen::sentence(&result(view)));
        anstream::eprintln!("written to {}", path.display());
    }
    Ok(())
}

fn state_name(state: games::State) -> &'static str {
    match state {
        games::State::Over => "over",
        games::State::GoesOn => "in progress",
        games::State::CutOff => "cut off",
    }
}

/// The players with their scores so far.
fn players(game: &GcgFile) -> Vec<(String, i32)> {
    let total = |seat: usize| {
        let mut events = game.events.iter().rev().filter(|event| event.seat == seat);
        events.find_map(|event| event.total).unwrap_or(0)
    };
    let players = game.players.iter().enumerate();
    players.map(|(seat, player)| (player.shown().to_owned(), total(seat))).collect()
}

/// A saved game as JSON.
fn saved_game(path: &Path, game: &games::Read, data: &Data) -> serde_json::Value {
    let (state, players) = match game {
        Ok((game, state)) => (state_name(*state), players(game)),
        Err(_) => ("unreadable", Vec::new()),
    };
    let players: Vec<_> =
        players.iter().map(|(name, score)| json!({ "name": name, "score": score })).collect();
    json!({
        "name": games::name(path, data),
        "file": path.display().to_string(),
        "state": state,
        "players": players,
    })
}

/// Lists the saved games.
fn list(data: &Data, as_json: bool) -> anyhow::Result<Outcome> {
    let games = games::kept(data);
    if as_json {
        let games_json: Vec<_> =
            games.iter().map(|(path, game)| saved_game(path, game, data)).collect();
        show::json(&json!({ "games": games_json }))?;
        return Ok(Outcome::yes_if(!games.is_empty()));
    }
    if games.is_empty() {
        // An empty list is not an error.
        failure::print(
            &Failure::new(
                "there are no saved games",
                "`tisane play` saves its games; or give a GCG file",
            )
            .into(),
        );
        return Ok(Outcome::No);
    }
    let mut out = anstream::stdout().lock();
    let mut table =
        Table::new([("NAME", Align::Left), ("PLAYERS", Align::Left), ("", Align::Left)]);
    for (path, game) in &games {
        let (game, state) = match game {
            Ok(game) => game,
            Err(error) => {
                table.row([games::name(path, data), "-".to_owned(), "unreadable".to_owned()]);
                table.note(1, error.to_string());
                continue;
            }
        };
        let players = players(game).into_iter();
        let players = players.map(|(name, score)| format!("{name} {score}"));
        let state = if *state == games::State::Over { "" } else { state_name(*state) };
        table.row([
            games::name(path, data),
            players.collect::<Vec<_>>().join(", "),
            state.to_owned(),
        ]);
    }
    table.write(&mut out)?;
    let text =
        screen::sentence("`tisane review NAME` analyses a game, `tisane play NAME` continues one");
    writeln!(out, "\n{QUIET}{text}{QUIET:#}")?;
    Ok(Outcome::Yes)
}

/// The result in a line.
fn result(view: &ReviewView) -> String {
    let players = view.players.iter().map(|player| {
        let mistakes =
            tell::count((player.small + player.medium + player.large) as usize, "mistake");
        let lost = player.lost.map_or(String::new(), |loss| format!(" ({})", tell::loss(loss)));
        format!(
            "{}{lost} {} points, {mistakes} ({} large)",
            player.name, player.total, player.large
        )
    });
    players.collect::<Vec<_>>().join("; ")
}

fn write(view: &ReviewView) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let columns = screen::columns_for_text();
    let mut table = turns(view, usize::MAX);
    if let Some(too_wide @ 1..) = table.width().checked_sub(columns) {
        let longest =
            view.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        table = turns(view, longest.saturating_sub(too_wide).max(SHORTEST_NAME));
    }
    table.write_to(columns, &mut out)?;
    for player in &view.players {
        let (best, judged) = (player.best, tell::count(player.turns as usize, "turn"));
        let (small, medium, large) = (player.small, player.medium, player.large);
        let mean = match (player.mean_win_lost, player.mean_points_lost) {
            (Some(win), Some(points)) => {
                format!("average loss per turn: {win:.2}% win chance, {points:.1} points")
            }
            (None, Some(points)) => format!("average loss per turn: {points:.1} points"),
            _ => "no turn was analysed".to_owned(),
        };
        let mistakes = (player.turns > 0)
            .then(|| format!("best moves: {best} of {judged}; mistakes: {small} small, {medium} medium, {large} large"));
        let strength = player
            .strength
            .as_ref()
            .map(|strength| format!("strength: {}", review::strength(strength)));
        let lost = player.lost.map_or(String::new(), |loss| format!(", {}", tell::loss(loss)));
        writeln!(out, "\n{HEAD}{}{HEAD:#}  {} points{lost}", player.name, player.total)?;
        for sentence in
            [mistakes, review::challenges(player), Some(mean), strength].into_iter().flatten()
        {
            writeln!(out, "{}", wrapped_to(columns, &sentence, "  "))?;
        }
    }
    let methods = review::methods(view);
    if !methods.is_empty() {
        let (ruleset, lexicon) = (&view.ruleset, &view.lexicon);
        let text = format!(
            "Ruleset {ruleset}, lexicon {lexicon}; method: {}. Small differences may be errors of \
             the analysis.",
            methods.join(", ")
        );
        writeln!(out, "\n{QUIET}{}{QUIET:#}", wrapped_to(columns, &text, ""))?;
    }
    out.flush()?;
    Ok(())
}

/// Names are never cut below this many characters.
const SHORTEST_NAME: usize = 3;

/// The turns, each with its best move below it. Names are cut at `longest_name` characters.
fn turns(view: &ReviewView, longest_name: usize) -> Table<8> {
    /// The column of the moves.
    const PLAYED: usize = 3;
    let mut table = Table::new([
        ("#", Align::Right),
        ("PLAYER", Align::Left),
        ("RACK", Align::Left),
        ("PLAYED", Align::Left),
        ("SCORE", Align::Right),
        ("WIN LOST", Align::Right),
        ("POINTS LOST", Align::Right),
        ("MISTAKE", Align::Left),
    ]);
    for turn in &view.turns {
        let loss = turn.loss.as_ref().filter(|_| !turn.withdrawn);
        // Losses too small for a mistake, or within the error of the simulation, are not shown.
        let mistake = loss.filter(|loss| loss.size != SizeView::None);
        table.row([
            turn.number.to_string(),
            shortened(&view.players[turn.player as usize].name, longest_name),
            turn.rack.clone(),
            played(turn),
            turn.points.to_string(),
            mistake
                .and_then(|loss| loss.win.filter(|_| !loss.by_points))
                .map_or(String::new(), |win| format!("{win:.1}%")),
            mistake.map_or(String::new(), |loss| format!("{:.1}", loss.points)),
            mistake.map_or(String::new(), |loss| review::size_name(loss.size).to_owned()),
        ]);
        // The phony may be a cross-word.
        if !turn.phonies.is_empty() {
            table.note(PLAYED, format!("not a word: {}", turn.phonies.join(", ")));
        }
        match &turn.unjudged {
            Some(reason) if !turn.withdrawn => table.note(PLAYED, reason.clone()),
            _ if loss.is_none() => table.note(PLAYED, review::why_unvalued(turn).to_owned()),
            _ => {}
        }
        if let Some((how, best)) = review::better(turn) {
            table.note(PLAYED, format!("{how}: {}", best.mv));
        }
    }
    table
}

/// `Alexa…` for `Alexandra`.
fn shortened(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest {
        return name.to_owned();
    }
    name.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

fn played(turn: &ReviewedTurnView) -> String {
    match &turn.lost {
        Some(LostTurnView::Challenge { .. } | LostTurnView::Absence) => "-".to_owned(),
        None => turn.played.clone(),
    }
}
