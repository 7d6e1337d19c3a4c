//! `tisane perft`: counts plays, to compare with other engines.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_engine::perft::{self, Case};
use tisane_protocol::PerftView;
use tisane_rules::Written;

use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, unreadable};
use crate::position::{GameOptions, cgp_failure, needs_rack, parse_cgp};
use crate::show::table::{Align, Table};
use crate::show::{BAD, json};

/// Count the plays of positions, to compare with other engines
///
/// How many there are, their scores together, the highest score. A perft file has lines `position CGP`, and after each what is expected: `moves N`, `points N`, `best N`,
/// `sha256 HASH` (of the sorted lines `8D RETAINS 66`). Lines `ruleset NAME` and `lexicon NAME` hold for
/// what follows them. The exit code is 1 if a number differs.
#[derive(clap::Args)]
#[command(after_help = "Example: tisane perft --lexicon english-classic english.perft")]
pub(crate) struct Args {
    /// CGPs, perft files or files with a CGP on each line; `-` reads standard input
    #[arg(required = true, value_name = "FILE|CGP")]
    positions: Vec<String>,
    /// The tiles to play, where a position has no rack
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    #[command(flatten)]
    game: GameOptions,
    /// Print JSON, one object for each position
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let mut cases: Vec<Case> = Vec::new();
    for argument in &args.positions {
        let text = match &**argument {
            "-" => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).context("reading standard input")?;
                text
            }
            path if Path::new(path).is_file() => std::fs::read_to_string(path).map_err(|error| unreadable(Path::new(path), &error))?,
            cgp if Written::looks_like_cgp(cgp) => cgp.to_owned(),
            other => {
                let hint = "give a CGP, the path of a file, or - for standard input";
                return Err(Failure::new(format!("{other:?} is neither a position nor a file"), hint).into());
            }
        };
        if perft::looks_like_perft(&text) {
            cases.extend(perft::read(&text).map_err(|error| Failure::new(format!("{argument}: {error}"), ""))?);
        } else {
            let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
            cases.extend(lines.map(|(line, text)| Case { line, position: text.trim().to_owned(), ..Case::default() }));
        }
    }
    let mut engines: HashMap<String, Engine> = HashMap::new();
    let mut table = Table::new([("MOVES", Align::Right), ("POINTS", Align::Right), ("BEST", Align::Right), ("SHA256", Align::Left)]);
    let (mut total_moves, mut total_points, mut wrong) = (0, 0, Vec::new());
    for case in &cases {
        let mut cgp = parse_cgp(&case.position)?;
        if let (Some(rack), Some(own)) = (&args.rack, cgp.racks.first_mut().filter(|own| own.is_empty())) {
            own.clone_from(rack);
        }
        let mut game = args.game.clone();
        game.ruleset = game.ruleset.or_else(|| case.ruleset.clone());
        game.chosen.lexicon = game.chosen.lexicon.or_else(|| case.lexicon.clone());
        let key = format!("{:?} {:?} {}", game.ruleset, game.chosen.lexicon, GameOptions::key(&cgp));
        if !engines.contains_key(&key) {
            let (ruleset, lexicon) = game.setup(data, &cgp)?;
            engines.insert(key.clone(), Engine::new(Arc::new(ruleset), lexicon, NoLeaves));
        }
        let engine = &engines[&key];
        let position = cgp.position(engine.ruleset()).map_err(cgp_failure)?;
        needs_rack(&position)?;
        let counted = engine.session().perft(&position);
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
        let expects = case.moves.is_some() || case.points.is_some() || case.best.is_some() || case.sha256.is_some();
        total_moves += counted.moves;
        total_points += counted.points;
        table.row([counted.moves.to_string(), counted.points.to_string(), counted.best.to_string(), format!("{}…", &counted.sha256[..16])]);
        if args.json {
            json(&PerftView::of(case.position.clone(), counted, expects.then_some(differences.is_empty())))?;
        }
        if !differences.is_empty() {
            wrong.push(format!("line {}: {} ({})", case.line, differences.join(", "), case.position));
        }
    }
    if !args.json {
        let mut out = anstream::stdout().lock();
        table.write(&mut out)?;
        let positions = if cases.len() == 1 { "1 position".to_owned() } else { format!("{} positions", cases.len()) };
        writeln!(out, "\n{positions}, {total_moves} moves, {total_points} points")?;
    }
    let mut stderr = anstream::stderr().lock();
    for wrong in &wrong {
        writeln!(stderr, "{BAD}differs{BAD:#}  {wrong}")?;
    }
    Ok(if wrong.is_empty() { Outcome::Yes } else { Outcome::No })
}
