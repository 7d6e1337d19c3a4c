//! `tisane place`: where can a word go?

use std::io::Write;

use anyhow::Context;
use tisane_protocol::{PlacementsView, VariantView};
use tisane_rules::{TargetWord, Through};

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;
use crate::numbers::from;
use crate::position::{FORMS, Loaded, PositionOptions};
use crate::show::screen::sentence_after_on_stderr;
use crate::show::table::{Align, Table};
use crate::show::{json, tell};

/// List every legal placement of a word
///
/// For following a game that is played elsewhere. Where the rack is known, by the position or
/// --rack, the tiles come from it. Otherwise they may be any that are not on the board or another
/// known rack, blanks too, and no more than a rack holds; ways that differ only in their blanks
/// stand in one line. Small letters among capitals are blanks, whether they are laid or lie on the
/// board already: QUiZ.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMS}\n\n{EXAMPLES}"))]
pub(crate) struct Args {
    /// A CGP, or a file with a position; `-` reads standard input
    position: String,
    /// The whole word, with the tiles that are on the board already
    word: String,
    #[command(flatten)]
    options: PositionOptions,
    /// List only this many
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    top: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tisane place board.txt QUIZ
  tisane place board.txt QUiZ
  tisane place board.txt quiz --rack 'AIQTUV?'";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Loaded { ruleset, lexicon, position } =
        args.options.load_perhaps_without_words(&args.position, data)?;
    let found = PlacementsView::of(&ruleset, lexicon.as_deref(), &position, &args.word, false);
    let mut view = found.map_err(|error| Failure::new(error.to_string(), ""))?;
    let outcome = if view.placements.is_empty() { Outcome::No } else { Outcome::Yes };
    let left_out = view.placements.len().saturating_sub(args.top.unwrap_or(usize::MAX));
    view.placements.truncate(args.top.unwrap_or(usize::MAX));
    let wanted = TargetWord::parse(&ruleset.alphabet, &args.word)?;
    if wanted.letters().len() > ruleset.layout.longest() {
        view.valid = None; // The words at hand are those that fit the board.
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
            ("WITH OTHER BLANKS", Align::Left),
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
        if left_out > 0 {
            writeln!(anstream::stderr(), "{left_out} more")?;
        }
    }
    Ok(outcome)
}

/// Each of a few, and of many how many there are and what they count.
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

/// So many ways to have blanks are listed one by one.
const FEW: usize = 3;

/// `9–10`: what several ways score.
pub(crate) fn from_to(scores: impl Iterator<Item = i32> + Clone) -> String {
    match (scores.clone().min(), scores.max()) {
        (Some(least), Some(most)) if least < most => format!("{least}–{most}"),
        (Some(score), _) => score.to_string(),
        _ => String::new(),
    }
}
