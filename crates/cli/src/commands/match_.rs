//! `tisane match`: which of two bots is better, and by how much?

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tisane_engine::Engine;
use tisane_engine::bot::Bot;
use tisane_engine::matches::{BATCH, Holds, Match, Table, Tally};
use tisane_lexicon::range;
use tisane_protocol::MatchView;
use tisane_rules::{Move, Play, Position};

use crate::Outcome;
use crate::bots;
use crate::data::{Data, say_if_untrained};
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::numbers::from;
use crate::position::{GameOptions, ruleset_help};
use crate::show::progress::Bar;
use crate::show::table::{self, Align};
use crate::show::{QUIET, json, screen};
use crate::threads::Threads;

/// Play game pairs between two bots
///
/// Both games of a pair have the same draws, and the bots swap seats. Ends when the difference is
/// clear or after `--games` or `--pairs`; Ctrl-C ends it early and shows what is known. The result
/// depends on the seed, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = format!("{}\n\n{EXAMPLE}", bots::help()))]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    /// A bot, with settings behind commas
    a: String,
    /// The other
    b: String,
    /// At most so many games, two for each pair
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from(2u64))]
    games: u64,
    /// At most so many pairs, instead of `--games`
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = from(1u64))]
    pairs: Option<u64>,
    /// Play all games, even when the difference is clear
    #[arg(long)]
    all: bool,
    /// How many seats; the two sides sit alternately
    #[arg(long, value_name = "N", default_value = "2", value_parser = from(2usize))]
    seats: usize,
    #[command(flatten)]
    contest: Contest,
}

/// What matches and ladders have in common.
#[derive(clap::Args)]
pub(crate) struct Contest {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// What chance follows from
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Contest {
    /// An engine for the game; that it knows little of it is said.
    pub(crate) fn engine(&self, data: &Data) -> anyhow::Result<Engine> {
        let (ruleset, lexicon) = self.game.open(data)?;
        let engine = data.engine(ruleset, lexicon)?;
        say_if_untrained(&engine);
        Ok(engine)
    }

    /// Players of one kind shall not err alike.
    pub(crate) fn player_seed(&self, which: usize) -> u64 {
        self.seed << 8 | which as u64
    }
}

const EXAMPLE: &str = "Example: tisane match static static,leaves=none --games 40000";

/// How long a bot's moves took, on all threads, in games that count and in those that were broken
/// off.
#[derive(Default)]
pub(crate) struct Stopwatch {
    nanoseconds: AtomicU64,
    moves: AtomicU64,
}

impl Stopwatch {
    /// Of a move, on average.
    pub(crate) fn microseconds(&self) -> f64 {
        self.nanoseconds.load(Ordering::Relaxed) as f64
            / 1000.0
            / self.moves.load(Ordering::Relaxed).max(1) as f64
    }
}

/// Holds the stopwatch for a bot.
pub(crate) struct Timed<'a> {
    pub(crate) bot: Box<dyn Bot + 'a>,
    pub(crate) stopwatch: &'a Stopwatch,
}

impl Bot for Timed<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let begun = Instant::now();
        let chosen = self.bot.choose(position);
        self.stopwatch.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
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
        let error = format!("{} is not played at {} seats", ruleset.name, args.seats);
        return Err(Failure::new(error, format!("it takes {}", range(from, to))).into());
    }
    if args.pairs.is_none() && !args.games.is_multiple_of(2) {
        warn(&format!("games are played in pairs, so of {} the last is left out", args.games));
    }
    let prepared = [bots::prepare(&wanted[0], &base)?, bots::prepare(&wanted[1], &base)?];
    let challenge = ruleset.challenge;
    let game = Match {
        table: Table { ruleset, lexicon, seats: args.seats, challenge },
        pairs: 0..args.pairs.unwrap_or(args.games / 2),
        seed: contest.seed,
        threads: contest.threads.count(),
        sequential: !args.all,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let stopwatches = [Stopwatch::default(), Stopwatch::default()];
    let timed = |which: usize| {
        let bot = prepared[which].player(challenge, contest.player_seed(which));
        Box::new(Timed { bot, stopwatch: &stopwatches[which] })
    };
    let show_progress = |pairs: u64| bar.show("pairs", pairs as usize, game.pairs.end as usize);
    show_progress(0);
    let tally =
        game.run(&|| timed(0), &|| timed(1), &interrupt::go, |tally| show_progress(tally.pairs));
    bar.finish();
    if tally.pairs == 0 {
        anstream::eprintln!("stopped before the first pair was over, so nothing is known");
        return Ok(Outcome::No);
    }
    let micros = [0, 1].map(|side| stopwatches[side].microseconds());
    // Whoever could have stopped early, by the test or by hand, needs an interval that allows it.
    let planned = (args.all || game.pairs.end <= BATCH) && tally.pairs == game.pairs.end;
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
    ]);
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
            format!("{:.0}", side.microseconds),
        ]);
    }
    table.write(&mut out)?;
    let result = format!(
        "{} wins {:.2} %{} and is {:.2}{} points {}, over {} in {} with {}",
        names[0],
        view.win_rate * 100.0,
        view.win_rate_within.map_or(String::new(), |within| shares_within(view.win_rate, within)),
        view.spread.abs(),
        view.spread_within.map_or(String::new(), |within| format!(" ± {within:.2}")),
        if view.spread < 0.0 { "behind" } else { "ahead" },
        if view.pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", view.pairs) },
        view.ruleset,
        view.lexicon
    );
    writeln!(out, "\n{}", screen::sentence(&result))?;
    let verdict = match view.clear {
        true => "the difference is clear".to_owned(),
        false if view.pairs < BATCH => {
            format!("a difference is not called clear before {BATCH} pairs")
        }
        false => "the difference is not clear".to_owned(),
    };
    let holds = if view.holds_always { "; the intervals hold wherever one stops" } else { "" };
    let verdict = screen::sentence(&format!(
        "{verdict}{holds}; seed {}, {} games",
        view.seed,
        tally.pairs * 2
    ));
    writeln!(out, "{QUIET}{verdict}{QUIET:#}")?;
    Ok(())
}

/// What the sides are called; a bot that plays against itself is told from itself.
fn names(view: &MatchView) -> Vec<String> {
    let same = view.sides.iter().all(|side| side.player == view.sides[0].player);
    let name = |(player, letter): (&String, char)| {
        if same { format!("{player} ({letter})") } else { player.clone() }
    };
    view.sides.iter().map(|side| &side.player).zip('A'..).map(name).collect()
}

/// How far off a share may be: ` ± 1.20`, or from where to where, if there is less room than that
/// on one side.
fn shares_within(share: f64, within: f64) -> String {
    let (least, most) = ((share - within) * 100.0, (share + within) * 100.0);
    match 0.0 <= least && most <= 100.0 {
        true => format!(" ± {:.2}", within * 100.0),
        false => format!(" ({:.2} to {:.2})", least.max(0.0), most.min(100.0)),
    }
}
