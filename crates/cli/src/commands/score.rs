//! `tisane score`: is a move legal, and what does it score?

use std::ffi::OsString;
use std::io::Write;

use tisane_app::problem::Problem;
use tisane_protocol::ScoreView;
use tisane_rules::{Move, MoveText, MoveTextError, Position, Ruleset, read_move};

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;
use crate::position::{Loaded, PositionOptions};
use crate::show::{BAD, HEAD, json, score};

/// Check whether a move is legal and what it scores
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// A CGP, or a file with a position; `-` reads standard input
    position: OsString,
    /// A move such as `8D RETAINS`, `D8 RETAInS`, `-QVU` or `pass`; see `tisane help moves`
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    mv: String,
    /// The word, if it is not part of MOVE
    #[arg(hide = true)]
    word: Option<String>,
    #[command(flatten)]
    options: PositionOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
The exit code is 0 for a legal move and 1 for an illegal one. If the rack is
known, the move can use only its tiles.

Examples:
  tisane score board.txt '8D RETAINS'
  tisane score game.gcg --turn 12 -QVU";

fn parse_move(ruleset: &Ruleset, position: &Position, text: &str) -> Result<Move, MoveTextError> {
    match read_move(ruleset, &position.board, &position.hand(ruleset), text)? {
        MoveText::Move(mv) => Ok(mv),
        _ => ruleset.parse_move(&position.board, text), // for its error
    }
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Loaded { ruleset, lexicon, position } =
        args.options.load_perhaps_without_words(&args.position, data)?;
    let text = format!("{} {}", args.mv, args.word.as_deref().unwrap_or_default());
    use MoveTextError::{Contradiction, NoNewTile, NothingThere, OffBoard, PlaceOffBoard};
    let view = match parse_move(&ruleset, &position, &text) {
        Ok(mv) => match &lexicon {
            Some(lexicon) => ScoreView::of(&ruleset, lexicon, &position, &mv),
            None => ScoreView::without_lexicon(&ruleset, &position, &mv),
        },
        Err(
            error @ (Contradiction { .. }
            | NoNewTile { .. }
            | NothingThere { .. }
            | OffBoard { .. }
            | PlaceOffBoard { .. }),
        ) => ScoreView::illegal(text.trim().to_owned(), &error.to_string()),
        Err(error) => return Err(Failure::from(Problem::from(&error)).into()),
    };
    let outcome = if view.legal { Outcome::Yes } else { Outcome::No };
    if args.json {
        json(&view)?;
        return Ok(outcome);
    }
    let mut out = anstream::stdout().lock();
    match view.score {
        Some(points) => writeln!(out, "{HEAD}{}{HEAD:#}  {points}", view.mv)?,
        None if view.legal => writeln!(out, "{HEAD}{}{HEAD:#}  0", view.mv)?,
        None => writeln!(out, "{HEAD}{}{HEAD:#}", view.mv)?,
    }
    score::write(&mut out, &view)?;
    if let Some(reason) = &view.reason {
        writeln!(out, "{BAD}not legal{BAD:#}: {reason}")?;
    }
    Ok(outcome)
}
