//! `tisane perft`: count plays, to compare engines.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::Context;
use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_engine::perft::{self, Case, PlayCounts};
use tisane_lexicon::is_readable;
use tisane_protocol::{BatchError, PerftView};

use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, read_text};
use crate::lines::is_comment;
use crate::position::{
    GameOptions, cgp_position_failure, is_cgp, needs_rack, no_position, parse_cgp,
};
use crate::show::table::{Align, Table};
use crate::show::tell::count;
use crate::show::{BAD, json};

/// Count the plays of positions, to compare engines
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// CGPs, perft files, or files with a CGP per line; `-` reads standard input
    #[arg(required = true, value_name = "FILE|CGP")]
    positions: Vec<OsString>,
    /// Rack for positions that have none
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    #[command(flatten)]
    game: GameOptions,
    /// Print JSON, a line for each position
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
A perft file has lines `position CGP`, each followed by expected values:
`moves N`, `points N`, `best N`, `sha256 HASH`. The hash is of all plays as
sorted lines such as `8D RETAINS 66`. `ruleset NAME` and `lexicon NAME` apply to
the lines after them. Invalid lines are reported and skipped. The exit code is 1
if a line is invalid or a value differs.

Examples:
  tisane perft --lexicon english-classic english.perft
  tisane perft positions.cgp --json";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let mut cases: Vec<(Option<String>, Case)> = Vec::new();
    for argument in &args.positions {
        let (path, shown) = (Path::new(argument), argument.display().to_string());
        let (file, text) = match argument.to_str() {
            Some("-") => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).context("reading standard input")?;
                (Some("standard input".to_owned()), text)
            }
            _ if is_readable(path) => (Some(shown.clone()), read_text(path)?),
            Some(cgp) if is_cgp(cgp) => (None, cgp.to_owned()),
            _ => return Err(no_position(&shown).into()),
        };
        if perft::looks_like_perft(&text) {
            let read = perft::read(&text)
                .map_err(|error| Failure::new(format!("{shown}: {error}"), ""))?;
            cases.extend(read.into_iter().map(|case| (file.clone(), case)));
        } else {
            let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line));
            cases.extend(lines.map(|(line, text)| {
                (file.clone(), Case { line, position: text.trim().to_owned(), ..Case::default() })
            }));
        }
    }
    let mut engines = Engines { args, data, made: HashMap::new() };
    let mut table = Table::new([
        ("MOVES", Align::Right),
        ("POINTS", Align::Right),
        ("BEST", Align::Right),
        ("SHA256", Align::Left),
    ]);
    let (mut counted_cases, mut total_moves, mut total_points, mut wrong) = (0, 0, 0, Vec::new());
    let mut first_error = None;
    for (file, case) in &cases {
        let place = file.as_ref().map(|file| format!("{file}, line {}", case.line));
        let counted = match (engines.count(case), &place) {
            (Err(error), Some(place)) => {
                if args.json {
                    json(&BatchError {
                        error: format!("{place}: {error:#}"),
                        line: case.line as u32,
                    })?;
                }
                wrong.push(format!("{BAD}skipped{BAD:#} {place}: {error:#}"));
                first_error = first_error.or(Some(error.context(place.clone())));
                continue;
            }
            (counted, _) => counted?,
        };
        counted_cases += 1;
        let mut differences = Vec::new();
        let mut compare = |what: &str, expected: Option<String>, found: String| {
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                differences.push(format!("{what} {found}, not {expected}"));
            }
        };
        compare("moves", case.moves.map(|n| n.to_string()), counted.moves.to_string());
        compare("points", case.points.map(|n| n.to_string()), counted.points.to_string());
        compare("best", case.best.map(|n| n.to_string()), counted.best.to_string());
        compare("sha256", case.sha256.clone(), counted.sha256.clone());
        let expects = case.moves.is_some()
            || case.points.is_some()
            || case.best.is_some()
            || case.sha256.is_some();
        total_moves += counted.moves;
        total_points += counted.points;
        table.row([
            counted.moves.to_string(),
            counted.points.to_string(),
            counted.best.to_string(),
            format!("{}…", &counted.sha256[..16]),
        ]);
        if args.json {
            json(&PerftView::of(
                case.position.clone(),
                counted,
                expects.then_some(differences.is_empty()),
            ))?;
        }
        if !differences.is_empty() {
            let place = place.map_or(String::new(), |place| format!("{place}: "));
            wrong.push(format!(
                "{BAD}differs{BAD:#}  {place}{} ({})",
                differences.join(", "),
                case.position
            ));
        }
    }
    // Nothing could be read, so it is probably another kind of file.
    if let Some(error) = first_error.filter(|_| counted_cases == 0) {
        return Err(error);
    }
    if !args.json {
        let mut out = anstream::stdout().lock();
        table.write(&mut out)?;
        let (positions, moves) = (count(counted_cases, "position"), count(total_moves, "move"));
        writeln!(out, "\n{positions}, {moves}, {total_points} points")?;
    }
    let mut stderr = anstream::stderr().lock();
    for wrong in &wrong {
        writeln!(stderr, "{wrong}")?;
    }
    Ok(if wrong.is_empty() { Outcome::Yes } else { Outcome::No })
}

/// An engine for each ruleset and lexicon.
struct Engines<'a> {
    args: &'a Args,
    data: &'a Data,
    made: HashMap<String, Engine>,
}

impl Engines<'_> {
    fn count(&mut self, case: &Case) -> anyhow::Result<PlayCounts> {
        let mut cgp = parse_cgp(&case.position)?;
        if let (Some(rack), Some(own)) =
            (&self.args.rack, cgp.racks.first_mut().filter(|own| own.is_empty()))
        {
            own.clone_from(rack);
        }
        let mut game = self.args.game.clone();
        game.ruleset = game.ruleset.or_else(|| Some(case.ruleset.clone()?.into()));
        game.chosen.lexicon = game.chosen.lexicon.or_else(|| Some(case.lexicon.clone()?.into()));
        let key =
            format!("{:?} {:?} {}", game.ruleset, game.chosen.lexicon, GameOptions::key(&cgp));
        if !self.made.contains_key(&key) {
            let (ruleset, lexicon) = game.setup(self.data, &cgp)?;
            self.made.insert(key.clone(), Engine::new(ruleset, lexicon, NoLeaves));
        }
        let engine = &self.made[&key];
        let position = cgp
            .position(engine.ruleset())
            .map_err(|error| cgp_position_failure(engine.ruleset(), error))?;
        needs_rack(&position)?;
        Ok(engine.session().perft(&position))
    }
}
