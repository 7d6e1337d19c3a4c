//! `tisane ladder`: Elo differences between bots.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use tisane_app::players::BotSpec;
use tisane_engine::Engine;
use tisane_engine::bot::LEVELS;
use tisane_engine::matches::{BATCH, Match, Table, Tally};
use tisane_engine::rating::{FEWEST_PAIRS, MatchResult, Ratings};
use tisane_protocol::part::{LadderResult, Run, TallySums};
use tisane_protocol::{LadderView, RungView};

use super::match_::{Contest, Stopwatch, Timed};
use crate::Outcome;
use crate::bots;
use crate::commands::bots::BotName;
use crate::data::Data;
use crate::failure::Failure;
use crate::interrupt::{self, interrupted};
use crate::numbers::from;
use crate::parts::{self, PartOptions, Work, check_out};
use crate::position::ruleset_help;
use crate::show::progress::Bar;
use crate::show::table::{self, Align};
use crate::show::{QUIET, json, screen};

/// Measure the Elo differences between bots
#[derive(clap::Args)]
#[command(after_help = format!("{NOTES}\n\n{}\n\n{EXAMPLES}", bots::help()))]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    /// Bots, weakest first [default: all levels, then static]
    #[arg(value_name = "BOT", value_parser = BotName, hide_possible_values = true)]
    bots: Vec<String>,
    /// Number of game pairs per match
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from(1u64))]
    pairs: u64,
    #[command(flatten)]
    contest: Contest,
    // Last, because options after it would appear under its heading.
    #[command(flatten)]
    parts: PartOptions,
}

const NOTES: &str = "\
Every bot plays against itself and against the next two. Ratings are Elo points
above the first. Ctrl-C stops early. Results depend on the seed, not on the
number of threads or parts.";

const EXAMPLES: &str = "\
Examples:
  tisane ladder --pairs 200
  tisane ladder greedy static champion";

/// The bot above the levels.
const TOP: &str = "static";

/// A match between two rungs, or of one against itself.
struct Played {
    a: usize,
    b: usize,
    tally: Tally,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let mut names = args.bots.clone();
    if names.is_empty() {
        names = LEVELS.iter().map(|level| level.name).chain([TOP]).map(str::to_owned).collect();
    }
    let wanted = names.iter().map(|name| bots::parse(name)).collect::<Result<Vec<_>, _>>()?;
    if names.len() < 2 {
        return Err(
            Failure::new("a ladder needs at least two bots", "name them, weakest first").into()
        );
    }
    let contest = &args.contest;
    let base = contest.engine(data)?;
    let (ruleset, lexicon) = (base.ruleset(), base.lexicon());
    let run = || -> anyhow::Result<Run> {
        let settings = [("bots", names.join(" ")), ("pairs", args.pairs.to_string())];
        let fingerprints = contest.fingerprints(&base, &wanted)?;
        Ok(parts::run("ladder", contest.seed, settings, fingerprints))
    };
    let stopwatches: Vec<Stopwatch> = names.iter().map(|_| Stopwatch::default()).collect();
    let played = match args.parts.work() {
        Work::Merge(files) => merge(&run()?, files, args.pairs, schedule(names.len()))?,
        Work::Part(shard, out) => {
            let run = run()?;
            check_out(out)?;
            if parts::is_done(&run, shard, out) {
                return Ok(Outcome::Yes);
            }
            let units = shard.units(args.pairs);
            let played = play(contest, &wanted, &base, units.clone(), &stopwatches)?;
            let pairs = units.end - units.start;
            if interrupted() || played.iter().any(|played| played.tally.pairs < pairs) {
                return parts::stopped();
            }
            let meetings = played.into_iter().map(|played| TallySums(played.tally)).collect();
            return parts::write(&run, shard, out, &LadderResult { meetings });
        }
        Work::Whole => play(contest, &wanted, &base, 0..args.pairs, &stopwatches)?,
    };
    let stopwatches = contest.times.then_some(&stopwatches[..]);
    let view = view(&names, &played, stopwatches, LadderView::new(ruleset, lexicon, contest.seed));
    if contest.json {
        json(&view)?;
    } else {
        show(&view, args.pairs)?;
    }
    Ok(Outcome::Yes)
}

/// Plays these pairs of every meeting, with a progress bar.
fn play(
    contest: &Contest,
    wanted: &[BotSpec],
    base: &Engine,
    pairs: Range<u64>,
    stopwatches: &[Stopwatch],
) -> anyhow::Result<Vec<Played>> {
    let (ruleset, lexicon) = (base.ruleset(), base.lexicon());
    interrupt::listen()?;
    let bar = Bar::new();
    let mut rungs = Vec::new();
    for (n, bot) in wanted.iter().enumerate() {
        bar.show("bots prepared", n, wanted.len());
        rungs.push(bots::prepare(bot, base)?);
    }
    let table = Table {
        ruleset,
        lexicon,
        seats: ruleset.players.from.max(2),
        challenge: ruleset.challenge,
    };
    let mut played = schedule(wanted.len());
    let (meetings, of) = (played.len(), (pairs.end - pairs.start) as usize);
    // In rounds, so that an early stop has results for every rung.
    'rounds: for start in pairs.clone().step_by(BATCH as usize) {
        let round = start..pairs.end.min(start + BATCH);
        for (n, meeting) in played.iter_mut().enumerate() {
            let done =
                (start - pairs.start) as usize * meetings + n * (round.end - round.start) as usize;
            let show_progress = |more: u64| bar.show("pairs", done + more as usize, of * meetings);
            show_progress(0);
            if interrupted() {
                break 'rounds;
            }
            let player = |rung: usize, which: usize| {
                let bot = rungs[rung].player(table.challenge, contest.player_seed(which));
                Box::new(Timed { bot, stopwatch: &stopwatches[rung] })
            };
            let game = Match {
                table,
                pairs: round.clone(),
                seed: contest.seed,
                threads: contest.threads.count(),
                sequential: false,
            };
            let (a, b) = (meeting.a, meeting.b);
            meeting.tally.add(&game.run(
                &|| player(a, 0),
                &|| player(b, 1),
                &interrupt::go,
                |tally| show_progress(tally.pairs),
            ));
        }
    }
    bar.finish();
    Ok(played)
}

/// Adds up the parts of every meeting.
fn merge(
    run: &Run,
    files: &[PathBuf],
    pairs: u64,
    mut played: Vec<Played>,
) -> Result<Vec<Played>, Failure> {
    let parts = parts::merge(run, files, |shard, LadderResult { meetings }| {
        let units = shard.units(pairs);
        meetings.len() == played.len()
            && played.iter_mut().zip(&meetings).all(|(played, TallySums(part))| {
                let sum = played.tally.plus(part).filter(|sum| {
                    part.is_possible() && part.pairs == units.end - units.start && sum.is_possible()
                });
                sum.map(|sum| played.tally = sum).is_some()
            })
    })?;
    parts.all()?;
    Ok(played)
}

/// Neighbours first, then bots two rungs apart, then each against itself.
fn schedule(rungs: usize) -> Vec<Played> {
    let pairs = [1, 2, 0]
        .into_iter()
        .flat_map(|step| (step..rungs).map(move |upper| (upper, upper - step)));
    pairs.map(|(a, b)| Played { a, b, tally: Tally::default() }).collect()
}

fn view(
    names: &[String],
    played: &[Played],
    stopwatches: Option<&[Stopwatch]>,
    mut ladder: LadderView,
) -> LadderView {
    let meetings: Vec<MatchResult<'_>> =
        played.iter().map(|Played { a, b, tally }| MatchResult { a: *a, b: *b, tally }).collect();
    let ratings = Ratings::new(names.len(), &meetings);
    ladder.pairs = played.iter().map(|played| played.tally.pairs).sum();
    for (rung, name) in names.iter().enumerate() {
        let own = played
            .iter()
            .find(|played| played.a == rung && played.b == rung)
            .map(|played| &played.tally);
        let below = rung.checked_sub(1).and_then(|below| ratings.ahead(rung, below));
        ladder.rungs.push(RungView::new(
            name,
            ratings.ahead(rung, 0),
            below,
            own,
            stopwatches.map(|stopwatches| stopwatches[rung].microseconds()),
        ));
    }
    ladder
}

/// `pairs` were requested; an early stop has fewer.
fn show(view: &LadderView, pairs: u64) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    table(view).write(&mut out)?;
    if view.rungs.iter().any(|rung| rung.elo.is_some() && rung.elo_within.is_none()) {
        let way_out = if pairs < FEWEST_PAIRS {
            format!("; use --pairs {FEWEST_PAIRS} or more")
        } else {
            String::new()
        };
        let text = format!("too few pairs for confidence intervals{way_out}");
        writeln!(out, "\n{}", screen::sentence(&text))?;
    }
    let text = format!(
        "ABOVE is the Elo difference to the bot before; the other columns are averages per game against the same bot; ± is the 95% confidence interval; {} pairs in {} with {}, seed {}",
        view.pairs, view.ruleset, view.lexicon, view.seed
    );
    writeln!(out, "\n{QUIET}{}{QUIET:#}", screen::sentence(&text))?;
    Ok(())
}

fn table(view: &LadderView) -> table::Table<8> {
    let mut table = table::Table::new([
        ("BOT", Align::Left),
        ("ELO", Align::Right),
        ("ABOVE", Align::Right),
        ("POINTS", Align::Right),
        ("BINGOS", Align::Right),
        ("EXCHANGES", Align::Right),
        ("PHONIES", Align::Right),
        ("µS/MOVE", Align::Right),
    ])
    .without_empty_columns();
    let elo = |mean: Option<f64>, within: Option<f64>| match (mean, within) {
        (Some(mean), Some(within @ 0.001..)) => format!("{mean:.0}±{within:.0}"),
        // The first bot, or too few pairs.
        (Some(mean), _) => format!("{mean:.0}"),
        (None, _) => "-".to_owned(),
    };
    let number = |number: Option<f64>, digits: usize| {
        number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
    };
    for rung in &view.rungs {
        table.row([
            rung.bot.clone(),
            elo(rung.elo, rung.elo_within),
            elo(rung.above, rung.above_within),
            number(rung.points, 1),
            number(rung.bingos, 2),
            number(rung.exchanges, 2),
            number(rung.phonies, 2),
            rung.microseconds.map_or(String::new(), |time| {
                // No moves, no time.
                number(Some(time).filter(|&time| time > 0.0), 0)
            }),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_bots_fit_on_a_terminal() {
        let rung = |bot: &str| RungView {
            bot: bot.to_owned(),
            elo: Some(1234.0),
            elo_within: Some(100.0),
            above: Some(345.0),
            above_within: Some(100.0),
            points: Some(412.3),
            bingos: Some(2.31),
            exchanges: Some(10.25),
            phonies: Some(1.25),
            microseconds: Some(12345.6),
        };
        let rungs = LEVELS.iter().map(|level| level.name).chain([TOP]).map(rung).collect();
        let view = LadderView {
            ruleset: "english".to_owned(),
            lexicon: "english".to_owned(),
            seed: 1,
            pairs: 1000,
            rungs,
        };
        assert!(table(&view).width() <= 80, "{}", table(&view).width());
    }
}
