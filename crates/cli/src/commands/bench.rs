//! `tisane bench`: the speed of this machine, and a signature of the moves it finds.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tisane_engine::Engine;
use tisane_engine::bench::{self, Discipline, Played, Signature, Widest};
use tisane_engine::leave::rule_of_thumb;
use tisane_lexicon::Catalogue;
use tisane_protocol::{BenchGame, BenchView, BenchWidest};
use tisane_rules::{Cgp, Ruleset};

use crate::Outcome;
use crate::data::{Data, LexiconOptions};
use crate::failure::Failure;
use crate::interrupt::{self, interrupted};
use crate::numbers::{between, from};
use crate::seconds::seconds;
use crate::show::json;
use crate::show::progress::Bar;
use crate::show::screen::sentence;
use crate::show::table::{Align, Table};

/// Measure how fast this machine finds moves
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// Number of threads for the games; other measurements use one thread
    #[arg(long, value_name = "N", default_value = "1", value_parser = between(1u16, 1024))]
    threads: u16,
    /// Number of games per ruleset
    #[arg(long, value_name = "N", default_value = "100", value_parser = from(1u32))]
    games: u32,
    /// Time for each measurement, in seconds or as 20s
    #[arg(long, value_name = "TIME", default_value = "0.5", value_parser = seconds)]
    time: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
The last line is a signature of all moves chosen. It is the same on every
machine and for any number of threads; it changes with --games and whenever the
engine plays differently. Ctrl-C stops early.

Examples:
  tisane bench
  tisane bench --threads 4 --games 20";

/// The first game's seed; the others follow.
const SEED: u64 = 1;
/// Leaves of up to this many tiles have a value.
const LEAVE: usize = 6;

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    interrupt::listen()?;
    let bar = Bar::new();
    let catalogue = data.catalogue();
    let mut engines: HashMap<(String, String), Engine> = HashMap::new();
    let mut games = Vec::new();
    let mut signature = Signature::default();
    let disciplines = bench::disciplines();
    for (n, discipline) in disciplines.iter().enumerate() {
        bar.show("games measured", n, disciplines.len());
        let key = (discipline.ruleset.clone(), discipline.lexicon.clone());
        if !engines.contains_key(&key) {
            engines.insert(
                key.clone(),
                engine(data, &catalogue, &discipline.ruleset, &discipline.lexicon)?,
            );
        }
        match measure(args, &engines[&key], discipline, &mut signature) {
            Some(measured) => games.push(measured),
            None => break,
        }
    }
    let widest = if games.len() == disciplines.len() {
        bar.show("games measured", games.len(), disciplines.len());
        let widest = bench::widest();
        measure_widest(
            &engine(data, &catalogue, widest.ruleset, widest.lexicon)?,
            widest,
            args.time,
        )
    } else {
        None
    };
    bar.finish();
    let Some(widest) = widest else {
        write_games(&games)?;
        anstream::eprintln!("stopped early, so there is no signature");
        return Ok(Outcome::No);
    };
    let signature = format!("{:016x}", signature.0);
    if args.json {
        json(&BenchView { games, widest, signature })?;
        return Ok(Outcome::Yes);
    }
    write_games(&games)?;
    let mut out = anstream::stdout().lock();
    let BenchWidest { ruleset, rack, plays, list_milliseconds, best_milliseconds, .. } = widest;
    let known = format!(
        "the position with the most plays, {rack} in {ruleset}: {} plays listed in {list_milliseconds:.1} ms, the best found in {best_milliseconds:.2} ms",
        grouped(plays.into())
    );
    writeln!(out, "\n{}", sentence(&known))?;
    writeln!(out, "signature: {signature}")?;
    Ok(Outcome::Yes)
}

/// Measures one game; `None` if interrupted.
fn measure(
    args: &Args,
    engine: &Engine,
    discipline: &Discipline,
    signature: &mut Signature,
) -> Option<BenchGame> {
    let positions = discipline.positions(engine.ruleset());
    let mut session = engine.session();
    let plays = per_second(args.time, || bench::list(&mut session, &positions))?;
    let mut best = Signature::default();
    let best_moves = per_second(args.time, || {
        best = bench::best(&mut session, &positions);
        positions.len()
    })?;
    signature.add(&best.0.to_le_bytes());
    let started = Instant::now();
    for Played { signature: game, .. } in
        play(engine, discipline.seats, args.games as usize, args.threads.into())?
    {
        signature.add(&game.0.to_le_bytes());
    }
    Some(BenchGame {
        ruleset: discipline.ruleset.clone(),
        lexicon: discipline.lexicon.clone(),
        seats: discipline.seats as u32,
        plays_per_second: plays.round(),
        best_moves_per_second: best_moves.round(),
        games_per_second: (f64::from(args.games) / started.elapsed().as_secs_f64() * 10.0).round()
            / 10.0,
    })
}

fn write_games(games: &[BenchGame]) -> std::io::Result<()> {
    let mut table = Table::new([
        ("GAME", Align::Left),
        ("LEXICON", Align::Left),
        ("SEATS", Align::Right),
        ("PLAYS/S", Align::Right),
        ("BEST MOVES/S", Align::Right),
        ("GAMES/S", Align::Right),
    ]);
    for game in games {
        table.row([
            game.ruleset.clone(),
            game.lexicon.clone(),
            game.seats.to_string(),
            grouped(game.plays_per_second),
            grouped(game.best_moves_per_second),
            format!("{:.1}", game.games_per_second),
        ]);
    }
    table.write(&mut anstream::stdout().lock())
}

/// An engine whose tables are ready.
fn engine(
    data: &Data,
    catalogue: &Catalogue,
    ruleset: &str,
    lexicon: &str,
) -> anyhow::Result<Engine> {
    let ruleset = Arc::new(Ruleset::named(ruleset).map_err(Failure::from)?);
    let chosen = LexiconOptions { lexicon: Some(lexicon.into()), family: false };
    let lexicon = data.lexicon_for(catalogue, &ruleset, &chosen)?;
    let leaves = rule_of_thumb(&ruleset, LEAVE);
    let engine = Engine::new(ruleset, lexicon, leaves);
    engine.generator().prepare();
    Ok(engine)
}

fn measure_widest(
    engine: &Engine,
    Widest { ruleset, lexicon, board, rack }: Widest,
    time: Duration,
) -> Option<BenchWidest> {
    let cgp: Cgp = format!("{board} {rack}/ 0/0 0").parse().expect("a test reads it");
    let position = [cgp.position(engine.ruleset()).expect("a test reads it")];
    let mut session = engine.session();
    let mut plays = 0;
    let lists = per_second(time, || {
        plays = bench::list(&mut session, &position);
        1
    })?;
    let bests = per_second(time, || {
        bench::best(&mut session, &position);
        1
    })?;
    let milliseconds = |per_second: f64| (100_000.0 / per_second).round() / 100.0;
    Some(BenchWidest {
        ruleset: ruleset.to_owned(),
        lexicon: lexicon.to_owned(),
        rack: rack.to_owned(),
        plays: plays as u32,
        list_milliseconds: milliseconds(lists),
        best_milliseconds: milliseconds(bests),
    })
}

/// Repeats `work` and returns how many it does per second; `None` if interrupted.
fn per_second(time: Duration, mut work: impl FnMut() -> usize) -> Option<f64> {
    work(); // warms caches
    let started = Instant::now();
    let mut done = 0;
    loop {
        if interrupted() {
            return None;
        }
        done += work();
        if started.elapsed() >= time {
            return Some(done as f64 / started.elapsed().as_secs_f64());
        }
    }
}

/// Plays games on several threads, in the order of their seeds; `None` if interrupted.
fn play(engine: &Engine, seats: usize, n: usize, threads: usize) -> Option<Vec<Played>> {
    let next = AtomicUsize::new(0);
    let one = || {
        let mut played = Vec::new();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= n || interrupted() {
                return played;
            }
            played.push((game, bench::play(engine, seats, SEED + game as u64)));
        }
    };
    let mut all: Vec<(usize, Played)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game ends")).collect()
    });
    all.sort_by_key(|&(game, _)| game);
    (all.len() == n).then(|| all.into_iter().map(|(_, played)| played).collect())
}

/// `12,345,678`
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}
