//! `tisane match`: which of two players is better, and by how much?

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tisane_engine::bot::{Bot, Champion, ChampionSettings, Greedy, Static};
use tisane_engine::matches::{Go, Match, Tally};
use tisane_engine::{Engine, Evaluation, Model};
use tisane_protocol::MatchView;
use tisane_rules::{Move, Position};

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;
use crate::interrupt::{self, interrupted};
use crate::position::GameOptions;
use crate::show::progress::Bar;
use crate::show::table::{Align, Table};
use crate::show::{QUIET, json};

/// Play game pairs between two players
///
/// Both games of a pair have the same draws, and the players swap seats. Ends when the difference is clear or after
/// `--games`; Ctrl-C ends it early and shows what is known. The result depends on the seed, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct Args {
    /// A player, with settings behind commas
    a: String,
    /// The other
    b: String,
    #[command(flatten)]
    game: GameOptions,
    /// At most so many games
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Play all games, even when the difference is clear
    #[arg(long)]
    all: bool,
    /// How many seats; the two sides sit alternately
    #[arg(long, value_name = "N", default_value = "2")]
    seats: usize,
    /// What chance follows from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const PLAYERS: &str = "\
Players:
  greedy    takes the most points
  static    score and leave; settings:
            leaves=none or FILE  nothing for leaves, or those of this model
            pool=off             leaves not corrected for the tiles still to come
            end=off              nothing for what is settled at the end
  champion  simulates, and solves endgames; settings:
            rollouts=N           games played on for each move [default: 2000]
            sim=off              static moves while the bag has tiles
            endgame=off          static moves when it has none

Example: tisane match static static,leaves=none --games 40000";

/// A player as it is asked for.
#[derive(Clone, Debug)]
enum Wanted {
    Greedy,
    Static(Settings),
    Champion(ChampionSettings),
}

#[derive(Clone, Debug, Default)]
struct Settings {
    leaves: Leaves,
    no_pool: bool,
    no_end: bool,
}

/// Where leaves are from.
#[derive(Clone, Debug, Default)]
enum Leaves {
    #[default]
    Found,
    None,
    File(String),
}

impl Wanted {
    fn parse(text: &str) -> Result<Wanted, Failure> {
        let hint = "`tisane match --help` lists players and settings";
        let mut parts = text.split(',');
        let mut wanted = match parts.next().unwrap_or_default() {
            "greedy" => Wanted::Greedy,
            "static" => Wanted::Static(Settings::default()),
            "champion" => Wanted::Champion(ChampionSettings::default()),
            other => return Err(Failure::new(format!("there is no player {other:?}"), hint)),
        };
        for setting in parts {
            match (&mut wanted, setting.split_once('=')) {
                (Wanted::Static(settings), Some(("leaves", "none"))) => settings.leaves = Leaves::None,
                (Wanted::Static(settings), Some(("leaves", file))) => settings.leaves = Leaves::File(file.to_owned()),
                (Wanted::Static(settings), Some(("pool", value @ ("on" | "off")))) => settings.no_pool = value == "off",
                (Wanted::Static(settings), Some(("end", value @ ("on" | "off")))) => settings.no_end = value == "off",
                (Wanted::Champion(settings), Some(("sim", value @ ("on" | "off")))) => settings.simulation = value == "on",
                (Wanted::Champion(settings), Some(("endgame", value @ ("on" | "off")))) => settings.endgame = value == "on",
                (Wanted::Champion(settings), Some(("rollouts", n))) => match n.parse() {
                    Ok(n @ 1..) => settings.rollouts = n,
                    _ => return Err(Failure::new(format!("{n:?} is no number of rollouts"), hint)),
                },
                _ => return Err(Failure::new(format!("{setting:?} is no setting of {text:?}"), hint)),
            }
        }
        Ok(wanted)
    }

    fn engine(&self, base: &Engine) -> anyhow::Result<Engine> {
        let found = base.evaluation().clone();
        let Wanted::Static(settings) = self else { return Ok(base.with_evaluation(found)) };
        let mut evaluation = match &settings.leaves {
            Leaves::Found => found,
            Leaves::None => found.without_leaves(),
            Leaves::File(file) => {
                let model = Model::open(file).and_then(|model| model.fitting(base.ruleset(), base.lexicon()));
                Evaluation::from(&model.map_err(Failure::from)?)
            }
        };
        if settings.no_pool {
            evaluation = evaluation.with_pool(false);
        }
        if settings.no_end {
            evaluation = evaluation.without_end();
        }
        Ok(base.with_evaluation(evaluation))
    }

    fn player<'a>(&self, engine: &'a Engine) -> Box<dyn Bot + 'a> {
        match self {
            Wanted::Greedy => Box::new(Greedy::new(engine)),
            Wanted::Static(_) => Box::new(Static::new(engine)),
            Wanted::Champion(settings) => Box::new(Champion::new(engine, *settings)),
        }
    }
}

/// Holds the stopwatch for a player.
struct Timed<'a> {
    player: Box<dyn Bot + 'a>,
    nanoseconds: &'a AtomicU64,
}

impl Bot for Timed<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let begun = Instant::now();
        let chosen = self.player.choose(position);
        self.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        chosen
    }
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let (a, b) = (Wanted::parse(&args.a)?, Wanted::parse(&args.b)?);
    let (ruleset, lexicon) = args.game.open(data)?;
    let (from, to) = (ruleset.players.from.max(2), ruleset.players.to);
    if !(from..=to).contains(&args.seats) {
        return Err(
            Failure::new(format!("{} is not played at {} seats", ruleset.name, args.seats), format!("it takes {from} to {to}")).into()
        );
    }
    let base = data.engine(ruleset.clone(), lexicon.clone())?;
    let engines = [a.engine(&base)?, b.engine(&base)?];
    let threads = args.threads.map(usize::from).or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let game = Match {
        ruleset: &ruleset,
        lexicon: &lexicon,
        seats: args.seats,
        pairs: args.games / 2,
        seed: args.seed,
        threads,
        sequential: !args.all,
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let nanoseconds = [AtomicU64::new(0), AtomicU64::new(0)];
    let timed = |which: usize, wanted: &Wanted| Timed { player: wanted.player(&engines[which]), nanoseconds: &nanoseconds[which] };
    let tally = game.run(&|| Box::new(timed(0, &a)), &|| Box::new(timed(1, &b)), |tally| {
        bar.show("pairs", tally.pairs as usize, game.pairs as usize);
        if interrupted() { Go::Stop } else { Go::On }
    });
    bar.finish();
    let micros = [0, 1].map(|side| nanoseconds[side].load(Ordering::Relaxed) as f64 / 1000.0 / tally.sides[side].turns.max(1) as f64);
    let view = MatchView::of(&ruleset, &lexicon, [&args.a, &args.b], args.seed, &tally, micros);
    if args.json {
        json(&view)?;
    } else {
        show(&view, &tally)?;
    }
    Ok(Outcome::Yes)
}

fn show(view: &MatchView, tally: &Tally) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut table = Table::new([
        ("PLAYER", Align::Left),
        ("WON", Align::Right),
        ("TIED", Align::Right),
        ("LOST", Align::Right),
        ("POINTS", Align::Right),
        ("TURNS", Align::Right),
        ("BINGOS", Align::Right),
        ("EXCHANGES", Align::Right),
        ("µS/MOVE", Align::Right),
    ]);
    for side in &view.sides {
        table.row([
            side.player.clone(),
            side.won.to_string(),
            side.tied.to_string(),
            side.lost.to_string(),
            format!("{:.1}", side.points),
            format!("{:.1}", side.turns),
            format!("{:.2}", side.bingos),
            format!("{:.2}", side.exchanges),
            format!("{:.0}", side.microseconds),
        ]);
    }
    table.write(&mut out)?;
    writeln!(
        out,
        "\n{} wins {:.2} % ± {:.2} and is {:+.2} ± {:.2} points ahead, over {} pairs in {} with {}",
        view.sides[0].player,
        view.win_rate * 100.0,
        view.win_rate_within * 100.0,
        view.spread,
        view.spread_within,
        view.pairs,
        view.ruleset,
        view.lexicon
    )?;
    let verdict = if view.clear { "the difference is clear" } else { "the difference is not clear" };
    writeln!(out, "{QUIET}{verdict}; seed {}, {} games{QUIET:#}", view.seed, tally.pairs * 2)?;
    Ok(())
}
