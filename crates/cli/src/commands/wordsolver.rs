//! `tisane wordsolver`: solve boards in the format of a programming course.

use std::ffi::OsString;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_rules::{Layout, Play, Premium, Ruleset, Through, WordsolverCase, WordsolverError};

use crate::Outcome;
use crate::data::{Data, guessed_game};
use crate::failure::{Failure, read_text};
use crate::names::RulesetName;
use crate::open::ruleset;

/// Solve boards in the wordsolver format of a programming course
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// A word list, or the name or file of any other lexicon
    #[arg(value_name = "DICT")]
    dictionary: OsString,
    /// The file of boards; `-` reads standard input
    board: PathBuf,
    /// The ruleset whose tiles are used [default: that of the language]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    ruleset: Option<OsString>,
    /// Print JSON, a line for each board
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Prints each board, its tray, the highest-scoring play and the board after it.
Among plays with equal scores, it picks the first word in byte order. Boards
look like this, with empty lines between them:

  3           the size, then a line per row, two characters per square
  3. .. .2    word times 3, a plain square, letter times 2
   c  a  T    tiles are lower case; a capital is a blank
  .. .. 31    word times 3 and letter times 1
  dgos*ie     the tray; * is a blank

Examples:
  tisane wordsolver words.txt boards.txt
  tisane wordsolver english - --json < boards.txt";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    let ruleset = match &args.ruleset {
        Some(name) => ruleset(name)?,
        None => ruleset(guessed_game(&catalogue, &args.dictionary)?)?,
    };
    let text = if args.board == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("reading standard input")?;
        text
    } else {
        read_text(&args.board)?
    };
    let (cases, fault) = ruleset.parse_wordsolver_until_fault(&text);
    let lexicon = catalogue.get(&args.dictionary, &ruleset.alphabet).map_err(Failure::from)?;
    let (layouts, which) = layouts(&cases);
    let mut generators: Vec<Option<Generator>> = layouts.iter().map(|_| None).collect();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut outcome = Outcome::Yes;
    let mut plays = Plays::new();
    for (case, which) in cases.iter().zip(which) {
        let generator = generators[which].get_or_insert_with(|| {
            let ruleset = ruleset.on_layout(
                Layout::new(rows(&layouts[which]), case.ruleset.layout.starts().to_vec())
                    .expect("a layout of cases"),
            );
            Generator::new(&ruleset, &lexicon)
        });
        let best = best(generator, case, &mut plays);
        if best.is_none() {
            outcome = Outcome::No;
        }
        if args.json {
            writeln!(out, "{}", answer(case, best.as_ref()))?;
        } else {
            writeln!(out, "{}", case.answer(best.as_ref().map(|(play, score)| (play, *score))))?;
        }
    }
    out.flush()?;
    let Some(fault) = fault else { return Ok(outcome) };
    let hint = match fault {
        WordsolverError::Square { .. } | WordsolverError::Tray { .. } => {
            format!("these are the tiles of {}; choose another game with --ruleset", ruleset.name)
        }
        _ => String::new(),
    };
    Err(Failure::new(fault.to_string(), hint).into())
}

/// An answer as JSON; `move` is null if there is no play.
fn answer(case: &WordsolverCase, best: Option<&(Play, i32)>) -> serde_json::Value {
    let (ruleset, board) = (&case.ruleset, &case.board);
    serde_json::json!({
        "rack": ruleset.show_tiles(&case.rack()),
        "move": best.map(|(play, _)| ruleset.show_play(board, play, Through::Spelled)),
        "word": best.map(|(play, _)| case.word(play)),
        "score": best.map(|(_, score)| score),
    })
}

/// The highest-scoring play; of equals, the one whose word is first in byte order.
fn best(generator: &Generator, case: &WordsolverCase, plays: &mut Plays) -> Option<(Play, i32)> {
    let mut searcher = generator.searcher();
    searcher.set_board(&case.board);
    searcher.all_plays(&case.rack(), Directions::Both, plays);
    let most = plays.scores().max()?;
    let equals = plays
        .scores()
        .enumerate()
        .filter(|&(_, score)| score == most)
        .map(|(index, _)| searcher.play(plays, index));
    let first = equals.map(|play| (case.word(&play), play)).min()?;
    Some((first.1, most))
}

/// The premium squares of a board that no tile covers.
type Known = Vec<Vec<Option<Premium>>>;

/// The distinct layouts, and the index of each case's layout. Layouts that differ only below tiles
/// count as one, so that many cases share a move generator.
fn layouts(cases: &[WordsolverCase]) -> (Vec<Known>, Vec<usize>) {
    let mut layouts: Vec<Known> = Vec::new();
    let which = cases.iter().map(|case| {
        let known = known(&case.ruleset, case);
        let agrees = |other: &Known| {
            let pairs = || other.iter().flatten().zip(known.iter().flatten());
            other.len() == known.len()
                && pairs().all(|pair| !matches!(pair, (Some(a), Some(b)) if a != b))
        };
        match layouts.iter().position(agrees) {
            Some(at) => {
                layouts[at]
                    .iter_mut()
                    .flatten()
                    .zip(known.into_iter().flatten())
                    .for_each(|(all, known)| *all = all.or(known));
                at
            }
            None => {
                layouts.push(known);
                layouts.len() - 1
            }
        }
    });
    let which = which.collect();
    (layouts, which)
}

fn known(ruleset: &Ruleset, case: &WordsolverCase) -> Known {
    let premium = |square| case.board.get(square).is_none().then(|| ruleset.layout.premium(square));
    let row = |row| {
        (0..case.board.cols()).map(|col| premium(tisane_rules::Square::new(row, col))).collect()
    };
    (0..case.board.rows()).map(row).collect()
}

fn rows(known: &Known) -> Vec<Vec<Premium>> {
    known
        .iter()
        .map(|row| row.iter().map(|premium| premium.unwrap_or(Premium::NONE)).collect())
        .collect()
}
