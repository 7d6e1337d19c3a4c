//! `tisane review`: a finished game, turn by turn.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tisane_engine::Limits;
use tisane_engine::review::{Attention, Care};
use tisane_protocol::{
    LineView, LostTurnView, ReviewView, ReviewedPlayerView, ReviewedTurnView, SizeView,
    StrengthView,
};

use crate::Outcome;
use crate::data::{Data, say_if_untrained};
use crate::failure::{self, Failure, warn, write_over};
use crate::games;
use crate::interrupt;
use crate::numbers::from;
use crate::position::{GameOptions, ruleset_help};
use crate::seconds::seconds;
use crate::show::progress::Bar;
use crate::show::table::{Align, Table};
use crate::show::{HEAD, QUIET, json, review_page, screen, tell, wrapped_to};
use crate::threads::Threads;

/// Look back on a game: what was best in every turn, and what the difference cost
///
/// Reads a GCG file, or a game that `tisane play` has kept; without one, lists those. Every turn is
/// judged by what its player knew then; turns whose rack is not known are left out. Mistakes are
/// small from 0.25 % of the chance to win, medium from 3 %, large from 7 %; where the game is
/// decided whatever is played, from 1, 8 and 16 points, and only these are shown. Whoever loses
/// less, or no more than the error of looking ahead, has played about as well as the best move.
/// Take it as a guide, not as a verdict: a simulation has an error of its own. Ctrl-C ends it early
/// and shows what is known.
///
/// Strength is told from what was lost, by what the bots of `tisane ladder` lose, in Elo points
/// below the bot `static`; in brackets what the luck of one game may make of it. One game tells
/// little, and how weak the weakest are is not told apart.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help("what the file names, or "))))]
pub(crate) struct Args {
    /// A game as a GCG file, or the name of one that was kept
    game: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
    /// How long to look at each turn
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: Duration,
    /// Judge by score and leave alone, without looking ahead
    #[arg(long = "static", conflicts_with = "time")]
    static_only: bool,
    /// Play so many games on for each turn instead of looking at a clock: the same result on every
    /// machine
    #[arg(long, value_name = "N", value_parser = from(1u64), conflicts_with_all = ["time", "static_only"])]
    rollouts: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// What chance follows from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Print JSON
    #[arg(long, requires = "game")]
    json: bool,
    /// Write a page that any browser shows, with a graph of the lead and, of two players, the
    /// chance to win; `-` writes to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json", requires = "game")]
    html: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tisane review
  tisane review english-1
  tisane review game.gcg --time 10 --html review.html
  tisane review game.gcg --rollouts 2000 --json";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Some(game) = &args.game else { return list(data) };
    let path = games::find(game, data);
    let file = games::read(&path)?;
    let (ruleset, lexicon) = args.options.open_game(data, &file)?;
    let game = file
        .record(&ruleset)
        .map_err(|error| Failure::new(error.to_string(), "choose another game with --ruleset"))?;
    game.warnings.iter().for_each(|warning| warn(&warning.to_string()));
    let record = game.record;
    let turns = record.entries.iter().filter(|entry| entry.what.is_turn()).count();
    if turns == 0 {
        return Err(Failure::new(
            format!("{} has no turns", path.display()),
            "give a game that was played",
        )
        .into());
    }
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
    say_if_untrained(&engine);
    let threads = args.threads.count();
    let limits = Limits { threads, seed: args.seed, ..Limits::default() };
    let care = match args.rollouts {
        _ if args.static_only => Care::Static,
        Some(rollouts) => Care::Ahead(Limits { rollouts, ..limits }),
        None => Care::Ahead(limits),
    };
    interrupt::listen()?;
    let bar = Bar::new();
    let (mut turn, mut began) = (0, Instant::now());
    let review = engine.review(&record, care, &mut |review| {
        if review.turns.len() != turn {
            (turn, began) = (review.turns.len(), Instant::now());
        }
        bar.show("turns", turn, turns);
        match () {
            () if interrupt::interrupted() => Attention::Stop,
            () if args.rollouts.is_none() && began.elapsed() >= args.time => Attention::NextTurn,
            () => Attention::On,
        }
    });
    bar.finish();
    let review = review.map_err(|error| Failure::new(error.to_string(), ""))?;
    let view = ReviewView::of(&ruleset, lexicon.name(), &record, &review);
    if args.json {
        json(&view)?;
    } else if let Some(path) = &args.html {
        write_page(path, &view)?;
    } else {
        show(&view)?;
    }
    Ok(Outcome::Yes)
}

/// Writes the page. Where it goes to standard output or another program, nothing else does.
fn write_page(path: &Path, view: &ReviewView) -> anyhow::Result<()> {
    let page = review_page::page(view);
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        out.write_all(page.as_bytes())?;
        return Ok(out.flush()?);
    }
    write_over(path, "page", |there| there.starts_with(b"<!doctype html"), &page)?;
    if path.is_file() {
        anstream::println!("{}", screen::sentence(&in_a_line(view)));
        anstream::eprintln!("written to {}", path.display());
    }
    Ok(())
}

/// The games that are kept, and what can be done with them.
fn list(data: &Data) -> anyhow::Result<Outcome> {
    let games = games::kept(data);
    if games.is_empty() {
        // There is nothing to list, which is no fault.
        failure::print(
            &Failure::new(
                "no game is kept yet",
                "`tisane play` keeps its games; or give the file of another",
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
                table.row([games::name(path, data), "-".to_owned(), "cannot be read".to_owned()]);
                table.note(1, error.to_string());
                continue;
            }
        };
        let total = |seat: usize| {
            game.events
                .iter()
                .rev()
                .filter(|event| event.seat == seat)
                .find_map(|event| event.total)
                .unwrap_or(0)
        };
        let players = game
            .players
            .iter()
            .enumerate()
            .map(|(seat, player)| format!("{} {}", player.shown(), total(seat)));
        let state = match state {
            games::State::Over => "",
            games::State::GoesOn => "goes on",
            games::State::CutOff => "cut off",
        };
        table.row([
            games::name(path, data),
            players.collect::<Vec<_>>().join(", "),
            state.to_owned(),
        ]);
    }
    table.write(&mut out)?;
    let text = screen::sentence(
        "`tisane review NAME` looks back on a game, `tisane play NAME` goes on with one",
    );
    writeln!(out, "\n{QUIET}{text}{QUIET:#}")?;
    Ok(Outcome::Yes)
}

/// What came of it, for whoever finds the rest on the page.
fn in_a_line(view: &ReviewView) -> String {
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

fn show(view: &ReviewView) -> anyhow::Result<()> {
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
            (Some(win), Some(points)) => format!(
                "a turn lost {win:.2} % of the chance to win and {points:.1} points on average"
            ),
            (None, Some(points)) => format!("a turn lost {points:.1} points on average"),
            _ => "no turn could be judged".to_owned(),
        };
        let mistakes = (player.turns > 0)
            .then(|| format!("best or about as good in {best} of {judged}; mistakes: {small} small, {medium} medium, {large} large"));
        let strength = player
            .strength
            .as_ref()
            .map(|strength| format!("strength: {}", tell_strength(strength)));
        let lost = player.lost.map_or(String::new(), |loss| format!(", {}", tell::loss(loss)));
        writeln!(out, "\n{HEAD}{}{HEAD:#}  {} points{lost}", player.name, player.total)?;
        for sentence in [mistakes, doubts(player), Some(mean), strength].into_iter().flatten() {
            writeln!(out, "{}", wrapped_to(columns, &sentence, "  "))?;
        }
    }
    let methods = methods(view);
    if !methods.is_empty() {
        let (ruleset, lexicon) = (&view.ruleset, &view.lexicon);
        let text = format!(
            "{ruleset} with {lexicon}; judged by {}. A guide, not a verdict.",
            methods.join(", ")
        );
        writeln!(out, "\n{QUIET}{}{QUIET:#}", wrapped_to(columns, &text, ""))?;
    }
    out.flush()?;
    Ok(())
}

/// However narrow the terminal is, so much of a name is shown.
const SHORTEST_NAME: usize = 3;

/// The turns, each with what was best below it, with so much of the players' names.
fn turns(view: &ReviewView, longest_name: usize) -> Table<8> {
    /// Where moves stand.
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
        // What is too little for a mistake, or within the error of looking ahead, is nothing that
        // was lost.
        let mistake = loss.filter(|loss| loss.size != SizeView::None);
        table.row([
            turn.number.to_string(),
            shortened(&view.players[turn.player as usize].name, longest_name),
            turn.rack.clone(),
            played(turn),
            turn.points.to_string(),
            mistake
                .and_then(|loss| loss.win.filter(|_| !loss.by_points))
                .map_or(String::new(), |win| format!("{win:.1} %")),
            mistake.map_or(String::new(), |loss| format!("{:.1}", loss.points)),
            mistake.map_or(String::new(), |loss| size_name(loss.size).to_owned()),
        ]);
        // The play may be called by another word that it forms.
        if !turn.phonies.is_empty() {
            table.note(PLAYED, format!("not a word: {}", turn.phonies.join(", ")));
        }
        match &turn.unjudged {
            Some(reason) if !turn.withdrawn => table.note(PLAYED, reason.clone()),
            _ if loss.is_none() => table.note(PLAYED, unvalued(turn).to_owned()),
            _ => {}
        }
        if let Some((how, best)) = better(turn) {
            table.note(PLAYED, format!("{how}: {}", best.mv));
        }
    }
    table
}

/// The best move, if it was not played, and what it is beside the one that was.
pub(crate) fn better(turn: &ReviewedTurnView) -> Option<(&'static str, &LineView)> {
    let best = turn.lines.first().filter(|_| turn.place != Some(1))?;
    let is_mistake =
        turn.withdrawn || turn.loss.as_ref().is_none_or(|loss| loss.size != SizeView::None);
    Some((if is_mistake { "best" } else { "about as good" }, best))
}

/// Why nothing is said of what a turn was worth, although its rack is known.
pub(crate) fn unvalued(turn: &ReviewedTurnView) -> &'static str {
    match (turn.withdrawn, turn.place, turn.phonies.is_empty()) {
        (true, ..) => "taken back",
        (_, Some(_), _) => "not looked at in time",
        (_, None, true) => "not a legal move",
        (_, None, false) => "a phony that stood",
    }
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

/// `2 phonies, 1 stood; 1 challenge lost`; nothing where there was no doubt.
pub(crate) fn doubts(player: &ReviewedPlayerView) -> Option<String> {
    let ReviewedPlayerView { phonies, phonies_stood, challenges_lost, .. } = *player;
    let phonies = match (phonies, phonies_stood) {
        (0, _) => None,
        (1, stood) => {
            Some(format!("1 phony, {}", if stood == 1 { "which stood" } else { "taken back" }))
        }
        (phonies, stood) => Some(format!("{phonies} phonies, {stood} stood")),
    };
    let lost = (challenges_lost > 0)
        .then(|| format!("{} lost", tell::count(challenges_lost as usize, "challenge")));
    let doubts: Vec<String> = phonies.into_iter().chain(lost).collect();
    (!doubts.is_empty()).then(|| doubts.join("; "))
}

/// `590 Elo below static (300 to 900)`, or `(at least 300)` if the range goes beyond what was
/// measured, and `at least 1170 Elo below static` if all of it does. Not on the scale of the
/// ladder, whose weakest bot is weaker in one language than in another, while `static` loses
/// nothing in any.
pub(crate) fn tell_strength(StrengthView { elo, least, most }: &StrengthView) -> String {
    match (*elo, *least, *most) {
        (Some(elo), Some(least), Some(most)) => {
            format!("{} Elo below static ({} to {})", -elo, -most, -least)
        }
        (Some(elo), None, Some(most)) if elo < most => {
            format!("{} Elo below static (at least {})", -elo, -most)
        }
        (Some(elo), Some(least), None) if elo > least => {
            format!("{} Elo below static (at most {})", -elo, -least)
        }
        (_, Some(0), None) => "at least that of static".to_owned(),
        (_, Some(least), None) => format!("at most {} Elo below static", -least),
        (_, None, Some(most)) => format!("at least {} Elo below static", -most),
        _ => "unknown".to_owned(),
    }
}

/// How turns were judged, each way once, with its number of turns where there are several:
/// `simulation (18 turns), endgame (4 turns)`.
pub(crate) fn methods(view: &ReviewView) -> Vec<String> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for method in view.turns.iter().filter_map(|turn| turn.method.as_deref()) {
        match counted.iter_mut().find(|(name, _)| *name == method) {
            Some((_, n)) => *n += 1,
            None => counted.push((method, 1)),
        }
    }
    match counted[..] {
        [(only, _)] => vec![only.to_owned()],
        _ => counted
            .iter()
            .map(|&(name, n)| format!("{name} ({})", tell::count(n, "turn")))
            .collect(),
    }
}

pub(crate) fn size_name(size: SizeView) -> &'static str {
    match size {
        SizeView::None => "",
        SizeView::Small => "small",
        SizeView::Medium => "medium",
        SizeView::Large => "large",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_told_from_static_down() {
        let strength = |elo, least, most| tell_strength(&StrengthView { elo, least, most });
        assert_eq!(
            strength(Some(-590), Some(-900), Some(-300)),
            "590 Elo below static (300 to 900)"
        );
        assert_eq!(strength(Some(-60), Some(-200), None), "60 Elo below static (at most 200)");
        assert_eq!(strength(Some(-1000), None, Some(-80)), "1000 Elo below static (at least 80)");
        assert_eq!(strength(Some(0), Some(0), None), "at least that of static");
        assert_eq!(strength(Some(-1170), None, Some(-1170)), "at least 1170 Elo below static");
        assert_eq!(
            strength(None, Some(-200), None),
            "at most 200 Elo below static",
            "as it was kept before"
        );
    }
}
