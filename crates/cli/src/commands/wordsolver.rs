//! `tisane wordsolver`: answers boards of a programming course in its own format.

use std::io::{BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_rules::{Layout, Play, Premium, Ruleset, WordsolverCase, WordsolverError};

use crate::Outcome;
use crate::data::{Data, game_told_of};
use crate::failure::{Failure, read_text};
use crate::names::RulesetName;
use crate::open::ruleset;

/// Answer boards in the wordsolver format of a programming course
///
/// Prints each board, its tray, the play that scores most and the board after it, with an empty
/// line after each answer. Among plays of the same score the one whose word comes first in byte
/// order is taken. Scores are those of the ruleset's tiles; premium squares are the board's own.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE, after_long_help = format!("{FORMAT}\n\n{EXAMPLE}"))]
pub(crate) struct Args {
    /// A word list, or any other lexicon by its name or file
    #[arg(value_name = "DICT")]
    dictionary: String,
    /// The file of boards; `-` reads standard input
    board: String,
    /// Whose tiles these are [default: those of the usual game, or of the words' language]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    ruleset: Option<String>,
}

const EXAMPLE: &str = "Example: tisane wordsolver words.txt boards.txt";

const FORMAT: &str = "\
A file has any number of boards, each written so, with empty lines where you
like:

  3           the size; then a line for each row, two characters a square
  3. .. .2    word times 3, a plain square, letter times 2
   c  a  T    tiles are small letters; a capital is a blank that stands for it
  .. .. 31    word times 3 and letter times 1, written out
  dgos*ie     the tray; * is a blank";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    let ruleset = ruleset(
        &args.ruleset.clone().map_or_else(|| game_told_of(&catalogue, &args.dictionary), Ok)?,
    )?;
    let text = match &*args.board {
        "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("reading standard input")?;
            text
        }
        path => read_text(Path::new(path))?,
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
        writeln!(out, "{}", case.answer(best.as_ref().map(|(play, score)| (play, *score))))?;
    }
    out.flush()?;
    let Some(fault) = fault else { return Ok(outcome) };
    let hint = match fault {
        WordsolverError::Square { .. } | WordsolverError::Tray { .. } => {
            format!("these are the tiles of {}; --ruleset names another game", ruleset.name)
        }
        _ => String::new(),
    };
    Err(Failure::new(fault.to_string(), hint).into())
}

/// The play that scores most; of equals, the one whose word is first in byte order.
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

/// The premiums of a board, as far as no tile hides them.
type Known = Vec<Vec<Option<Premium>>>;

/// The boards there are, and which of them each case is played on. Boards that differ only below
/// tiles are one, so that a file of many cases does not prepare the words again for each.
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
