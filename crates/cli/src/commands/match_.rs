//! `tisane match`: play two bots against each other.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tisane_app::players::BotSpec;
use tisane_engine::bot::Bot;
use tisane_engine::matches::{BATCH, Holds, Match, Table, Tally};
use tisane_engine::rating::FEWEST_PAIRS;
use tisane_engine::{Engine, ModelError};
use tisane_lexicon::{count, range};
use tisane_protocol::MatchView;
use tisane_protocol::part::{MatchResult, Run, Shard};
use tisane_rules::{Move, Play, Position};

use crate::Outcome;
use crate::bots;
use crate::commands::bots::BotName;
use crate::data::{Data, LeaveOptions, say_if_untrained};
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::numbers::from;
use crate::parts::{
    self, Numbered, PartOptions, Work, check_out, lexicon_fingerprint, ruleset_fingerprint,
};
use crate::position::{GameOptions, ruleset_help};
use crate::show::progress::Bar;
use crate::show::table::{self, Align};
use crate::show::{QUIET, json, screen};
use crate::threads::Threads;

/// Play game pairs between two bots
#[derive(clap::Args)]
#[command(after_help = format!("{NOTES}\n\n{}\n\n{EXAMPLES}", bots::help()))]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    /// A bot, with settings after commas
    #[arg(value_name = "BOT A", value_parser = BotName, hide_possible_values = true)]
    a: String,
    /// Its opponent
    #[arg(value_name = "BOT B", value_parser = BotName, hide_possible_values = true)]
    b: String,
    /// Maximum number of games, two for each pair
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from(2u64))]
    games: u64,
    /// Maximum number of pairs, instead of --games
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = from(1u64))]
    pairs: Option<u64>,
    /// Play all games, even if the difference is clear
    #[arg(long)]
    all: bool,
    /// Number of seats; the bots sit alternately
    #[arg(long, value_name = "N", default_value = "2", value_parser = from(2usize))]
    seats: usize,
    #[command(flatten)]
    contest: Contest,
    // Last, because options after it would appear under its heading.
    #[command(flatten)]
    parts: PartOptions,
}

/// Options of `match` and `ladder`.
#[derive(clap::Args)]
pub(crate) struct Contest {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    #[command(flatten)]
    leaves: LeaveOptions,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Add the time per move; everything else is the same in every run
    #[arg(long, conflicts_with_all = ["shard", "merge"])]
    pub(crate) times: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Contest {
    /// The engine, with a warning if there is no model.
    pub(crate) fn engine(&self, data: &Data) -> anyhow::Result<Engine> {
        let (ruleset, lexicon) = self.game.open(data)?;
        let engine = data.engine(ruleset, lexicon, &self.leaves)?;
        say_if_untrained(&engine);
        Ok(engine)
    }

    /// The ruleset, the words and the models that games depend on.
    pub(crate) fn fingerprints(
        &self,
        engine: &Engine,
        bots: &[BotSpec],
    ) -> anyhow::Result<[(&'static str, String); 3]> {
        let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
        let models = bots.iter().map(|bot| Ok(bot.evaluation(engine)?.fingerprint()));
        let models: Vec<u64> = models.collect::<Result<_, ModelError>>().map_err(Failure::from)?;
        let models: Vec<String> = models.iter().map(|model| format!("{model:016x}")).collect();
        Ok([
            ("ruleset", ruleset_fingerprint(ruleset)),
            ("lexicon", lexicon_fingerprint(ruleset, lexicon)),
            ("model", models.join(" ")),
        ])
    }

    /// Different for each side, so that equal bots make different mistakes.
    pub(crate) fn player_seed(&self, which: usize) -> u64 {
        self.seed << 8 | which as u64
    }
}

const NOTES: &str = "\
Both games of a pair have the same draws, and the bots swap seats. The match
stops when the difference is clear, or with Ctrl-C. Results depend on the seed,
not on the number of threads or parts.";

const EXAMPLES: &str = "\
Examples:
  tisane match club expert
  tisane match static static,leaves=none --games 40000";

/// Time and number of a bot's moves, on all threads, unfinished games included.
#[derive(Default)]
pub(crate) struct Stopwatch {
    nanoseconds: AtomicU64,
    moves: AtomicU64,
}

impl Stopwatch {
    /// Average time per move.
    pub(crate) fn microseconds(&self) -> f64 {
        self.nanoseconds.load(Ordering::Relaxed) as f64
            / 1000.0
            / self.moves.load(Ordering::Relaxed).max(1) as f64
    }
}

/// A bot whose moves are timed.
pub(crate) struct Timed<'a> {
    pub(crate) bot: Box<dyn Bot + 'a>,
    pub(crate) stopwatch: &'a Stopwatch,
}

impl Bot for Timed<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let started = Instant::now();
        let chosen = self.bot.choose(position);
        self.stopwatch
            .nanoseconds
            .fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.stopwatch.moves.fetch_add(1, Ordering::Relaxed);
        chosen
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        self.bot.challenges(position, play)
    }
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let wanted = [bots::parse(&args.a)?, bots::parse(&args.b)?];
    let contest = &args.contest;
    let base = contest.engine(data)?;
    let (ruleset, lexicon) = (base.ruleset(), base.lexicon());
    let (from, to) = (ruleset.players.from.max(2), ruleset.players.to);
    if !(from..=to).contains(&args.seats) {
        let error = format!("{} is not a game for {} players", ruleset.name, args.seats);
        return Err(Failure::new(error, format!("it needs {}", range(from, to))).into());
    }
    if args.pairs.is_none() && !args.games.is_multiple_of(2) {
        warn(&format!(
            "games are played in pairs, so only {} of {} are played",
            args.games - 1,
            args.games
        ));
    }
    let pairs = args.pairs.unwrap_or(args.games / 2);
    let run = || -> anyhow::Result<Run> {
        let settings = [
            ("bot A", args.a.clone()),
            ("bot B", args.b.clone()),
            ("pairs", pairs.to_string()),
            ("all", args.all.to_string()),
            ("seats", args.seats.to_string()),
        ];
        let fingerprints = contest.fingerprints(&base, &wanted)?;
        Ok(parts::run("match", contest.seed, settings, fingerprints))
    };
    let stopwatches = [Stopwatch::default(), Stopwatch::default()];
    let tally = match args.parts.work() {
        Work::Merge(files) => match merge(&run()?, files, pairs, !args.all)? {
            Some(tally) => tally,
            None => return Ok(Outcome::No),
        },
        Work::Part(shard, out) => {
            let run = run()?;
            check_out(out)?;
            if parts::is_done(&run, shard, out) {
                return Ok(Outcome::Yes);
            }
            let (units, mut result) = (shard.units(pairs), MatchResult::default());
            // Where to stop is decided when parts are merged.
            let tally = play(args, &wanted, &base, units.clone(), false, &stopwatches, |tally| {
                result.note(&units, !args.all, tally);
            })?;
            if interrupt::interrupted() || tally.pairs < units.end - units.start {
                return parts::stopped();
            }
            return parts::write(&run, shard, out, &result);
        }
        Work::Whole => play(args, &wanted, &base, 0..pairs, !args.all, &stopwatches, |_| {})?,
    };
    if tally.pairs == 0 {
        anstream::eprintln!("stopped before the first pair was finished");
        return Ok(Outcome::No);
    }
    let micros = contest.times.then(|| stopwatches.each_ref().map(Stopwatch::microseconds));
    // A match that could stop early needs an interval that allows for it.
    let planned = (args.all || pairs <= BATCH) && tally.pairs == pairs;
    let holds = if planned { Holds::AtTheEnd } else { Holds::Always };
    let view =
        MatchView::of(ruleset, lexicon, [&args.a, &args.b], contest.seed, &tally, holds, micros);
    if contest.json {
        json(&view)?;
    } else {
        show(&view, &tally)?;
    }
    Ok(Outcome::Yes)
}

/// Plays these pairs, with a progress bar. `note` gets the sums after each of them.
fn play(
    args: &Args,
    wanted: &[BotSpec; 2],
    base: &Engine,
    pairs: Range<u64>,
    sequential: bool,
    stopwatches: &[Stopwatch; 2],
    mut note: impl FnMut(&Tally) + Send,
) -> anyhow::Result<Tally> {
    let contest = &args.contest;
    let (ruleset, lexicon) = (base.ruleset(), base.lexicon());
    let prepared = [bots::prepare(&wanted[0], base)?, bots::prepare(&wanted[1], base)?];
    let challenge = ruleset.challenge;
    let of = pairs.end - pairs.start;
    let game = Match {
        table: Table { ruleset, lexicon, seats: args.seats, challenge },
        pairs,
        seed: contest.seed,
        threads: contest.threads.count(),
        sequential,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let timed = |which: usize| {
        let bot = prepared[which].player(challenge, contest.player_seed(which));
        Box::new(Timed { bot, stopwatch: &stopwatches[which] })
    };
    let show_progress = |pairs: u64| bar.show("pairs", pairs as usize, of as usize);
    show_progress(0);
    let tally = game.run(&|| timed(0), &|| timed(1), &interrupt::go, |tally| {
        note(tally);
        show_progress(tally.pairs);
    });
    bar.finish();
    Ok(tally)
}

/// Puts parts together in the order of their pairs, up to where the match stops. `None` if the
/// difference is not clear yet and more parts must be played.
fn merge(
    run: &Run,
    files: &[PathBuf],
    pairs: u64,
    sequential: bool,
) -> Result<Option<Tally>, Failure> {
    let mut results: Numbered<MatchResult> = Numbered::new();
    let parts = parts::merge(run, files, |shard, result: MatchResult| {
        let is_possible =
            result.after(&Tally::default(), &shard.units(pairs), sequential).is_some();
        results.insert(shard.number, result);
        is_possible
    })?;
    let of = parts.split().unwrap_or(0);
    let mut total = Tally::default();
    for number in 1..=of {
        if sequential && total.ends_match() {
            return Ok(Some(total));
        }
        let Some(result) = results.get(&number) else { break };
        let units = Shard { number, of }.units(pairs);
        total = result.after(&total, &units, sequential).ok_or_else(|| {
            Failure::new("the sums of the parts are too large", "delete them and run them again")
        })?;
    }
    if sequential && total.ends_match() {
        return Ok(Some(total));
    }
    let missing = parts.missing();
    if sequential && missing.first().is_some_and(|&first| (first..=of).eq(missing.clone())) {
        anstream::eprintln!(
            "the difference is not clear after {}; continue with part {} of {of}",
            count(total.pairs as usize, "pair"),
            missing[0]
        );
        return Ok(None);
    }
    parts.all()?;
    Ok(Some(total))
}

fn show(view: &MatchView, tally: &Tally) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let names = names(view);
    let mut table = table::Table::new([
        ("BOT", Align::Left),
        ("WON", Align::Right),
        ("TIED", Align::Right),
        ("LOST", Align::Right),
        ("POINTS", Align::Right),
        ("TURNS", Align::Right),
        ("BINGOS", Align::Right),
        ("EXCHANGES", Align::Right),
        ("PHONIES", Align::Right),
        ("µS/MOVE", Align::Right),
    ])
    .without_empty_columns();
    for (side, name) in view.sides.iter().zip(&names) {
        table.row([
            name.clone(),
            side.won.to_string(),
            side.tied.to_string(),
            side.lost.to_string(),
            format!("{:.1}", side.points),
            format!("{:.1}", side.turns),
            format!("{:.2}", side.bingos),
            format!("{:.2}", side.exchanges),
            format!("{:.2}", side.phonies),
            side.microseconds.map_or(String::new(), |time| format!("{time:.0}")),
        ]);
    }
    table.write(&mut out)?;
    // Few samples make absurdly narrow or wide intervals.
    let interval = |within: Option<f64>| within.filter(|_| view.pairs >= FEWEST_PAIRS);
    let result = format!(
        "{} wins {:.2}%{} and is {:.2}{} points {}, over {} in {} with {}",
        names[0],
        view.win_rate * 100.0,
        interval(view.win_rate_within)
            .map_or(String::new(), |within| { percent_interval(view.win_rate, within) }),
        view.spread.abs(),
        interval(view.spread_within).map_or(String::new(), |within| format!("±{within:.2}")),
        if view.spread < 0.0 { "behind" } else { "ahead" },
        count(view.pairs as usize, "pair"),
        view.ruleset,
        view.lexicon
    );
    writeln!(out, "\n{}", screen::sentence(&result))?;
    let verdict = match view.clear {
        true => "the difference is clear".to_owned(),
        false if view.pairs < FEWEST_PAIRS => {
            format!("too few pairs for confidence intervals or a verdict ({BATCH} needed)")
        }
        false if view.pairs < BATCH => format!("too few pairs for a verdict ({BATCH} needed)"),
        false => "the difference is not clear".to_owned(),
    };
    let holds = match view.pairs {
        0..FEWEST_PAIRS => "",
        _ if view.holds_always => "; ± 95% confidence intervals, adjusted for stopping early",
        _ => "; ± 95% confidence intervals",
    };
    let verdict = screen::sentence(&format!(
        "{verdict}{holds}; {} games, seed {}",
        tally.pairs * 2,
        view.seed
    ));
    writeln!(out, "{QUIET}{verdict}{QUIET:#}")?;
    Ok(())
}

/// The names of the sides, with letters if they are the same.
fn names(view: &MatchView) -> Vec<String> {
    let same = view.sides.iter().all(|side| side.player == view.sides[0].player);
    let name = |(player, letter): (&String, char)| {
        if same { format!("{player} ({letter})") } else { player.clone() }
    };
    view.sides.iter().map(|side| &side.player).zip('A'..).map(name).collect()
}

/// The confidence interval of a share: `±1.20`, or ` (95.10 to 100.00)` at the edges.
fn percent_interval(share: f64, within: f64) -> String {
    let (least, most) = ((share - within) * 100.0, (share + within) * 100.0);
    match 0.0 <= least && most <= 100.0 {
        true => format!("±{:.2}", within * 100.0),
        false => format!(" ({:.2} to {:.2})", least.max(0.0), most.min(100.0)),
    }
}
