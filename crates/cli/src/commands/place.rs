//! `tisane place`: every legal placement of a word.

use std::ffi::OsString;
use std::io::Write;

use anyhow::Context;
use tisane_protocol::{PlacementsView, VariantView};
use tisane_rules::{TargetWord, Through};

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;
use crate::numbers::from;
use crate::position::{Loaded, PositionOptions};
use crate::show::screen::sentence_after_on_stderr;
use crate::show::table::{Align, Table};
use crate::show::{json, tell};

/// List every legal placement of a word
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// A CGP, or a file with a position; `-` reads standard input
    position: OsString,
    /// The whole word, including tiles already on the board; QUiZ has a blank I
    word: String,
    #[command(flatten)]
    options: PositionOptions,
    /// Number of placements to list [default: all]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    top: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
If the rack is unknown, any unseen tiles may be used.
`tisane help positions` lists the formats of positions.

Examples:
  tisane place board.txt QUIZ
  tisane place board.txt quiz --rack 'AIQTUV?'";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Loaded { ruleset, lexicon, position } =
        args.options.load_perhaps_without_words(&args.position, data)?;
    let found = PlacementsView::of(&ruleset, lexicon.as_deref(), &position, &args.word, false);
    let mut view = found.map_err(|error| Failure::new(error.to_string(), ""))?;
    let outcome = if view.placements.is_empty() { Outcome::No } else { Outcome::Yes };
    let omitted = view.placements.len().saturating_sub(args.top.unwrap_or(usize::MAX));
    view.placements.truncate(args.top.unwrap_or(usize::MAX));
    let wanted = TargetWord::parse(&ruleset.alphabet, &args.word)?;
    if wanted.letters().len() > ruleset.layout.longest() {
        view.valid = None; // The lexicon has only words that fit the board.
    }
    let PlacementsView { word, valid, lexicon, placements } = &view;
    if args.json {
        json(&view)?;
    } else if let (Some(lexicon), Some(false)) = (lexicon, valid) {
        writeln!(anstream::stderr(), "{word} is not in {lexicon}")?;
    } else if placements.is_empty() {
        let why = tell::nowhere(&ruleset, &position, &wanted, lexicon.as_deref());
        writeln!(anstream::stderr(), "{}", sentence_after_on_stderr(0, &why))?;
    } else {
        let mut table = Table::new([
            ("MOVE", Align::Left),
            ("SCORE", Align::Right),
            ("WITH BLANKS", Align::Left),
        ])
        .without_empty_columns();
        for placement in placements {
            let mv = ruleset
                .parse_move(&position.board, &placement.mv)
                .context("a placement is a move")?;
            let mv = ruleset.show_move_as(&position.board, &mv, Through::Parenthesised);
            table.row([mv, placement.score.to_string(), with_blanks(&placement.with_blanks)]);
        }
        table.write(&mut anstream::stdout().lock())?;
        if omitted > 0 {
            writeln!(anstream::stderr(), "{omitted} more")?;
        }
    }
    Ok(outcome)
}

/// Lists a few variants; for many, their number and range of scores.
fn with_blanks(variants: &[VariantView]) -> String {
    if variants.len() > FEW {
        return format!(
            "{} ways, {}",
            variants.len(),
            from_to(variants.iter().map(|variant| variant.score))
        );
    }
    let word = |mv: &str| mv.split_once(' ').map_or(mv.to_owned(), |(_, word)| word.to_owned());
    variants
        .iter()
        .map(|variant| format!("{} {}", word(&variant.mv), variant.score))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Up to this many variants are listed.
const FEW: usize = 3;

/// A range of scores: `9–10`.
pub(crate) fn from_to(scores: impl Iterator<Item = i32> + Clone) -> String {
    match (scores.clone().min(), scores.max()) {
        (Some(least), Some(most)) if least < most => format!("{least}–{most}"),
        (Some(score), _) => score.to_string(),
        _ => String::new(),
    }
}
