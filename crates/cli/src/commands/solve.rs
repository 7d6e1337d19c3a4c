//! `tisane solve`: the best moves of a position, or of many.

use std::io::Write;

use clap::ValueEnum;
use tisane_engine::{Candidate, Count, Engine, Session};
use tisane_protocol::{AnalysisView, LineView, ScoreView};
use tisane_rules::{Direction, Move, Position, Through};

use crate::Outcome;
use crate::commands::batch;
use crate::data::Data;
use crate::position::{FORMS, Loaded, PositionOptions, needs_rack};
use crate::show::table::{Align, Table};
use crate::show::{HEAD, QUIET, board, json, score};

/// How an engine values moves, as it is said in answers.
fn method(engine: &Engine) -> &'static str {
    if engine.evaluation().is_trained() { "static" } else { "static (no leave table)" }
}

const TOP: usize = 10;

/// Find the best moves of a position
///
/// Lists plays, exchanges and the pass by equity: the score, and what the tiles that are kept are worth. Where nothing
/// was learned about a game with a lexicon, equity is the score; `tisane train` learns.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMS}\n\n{EXAMPLES}"))]
pub(crate) struct Args {
    /// A CGP, or a file with a position; `-` reads standard input [default: the empty board]
    position: Option<String>,
    #[command(flatten)]
    options: PositionOptions,
    /// Answer every line of a file, or of standard input with `-`: a CGP each, a line of JSON each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rack", "turn", "explain"])]
    batch: Option<String>,
    /// How many threads answer a batch [default: one for each core]
    #[arg(long, value_name = "N", requires = "batch", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    wish: Wish,
    /// Show how each score comes about
    #[arg(long)]
    explain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tisane solve --rack AEINRST
  tisane solve game.gcg --turn 12
  tisane solve board.txt --rack 'QUIZ?' --sort score --explain
  tisane solve --batch positions.cgp --threads 4 > answers.jsonl";

/// Which moves are wanted, in which order.
#[derive(Clone, clap::Args)]
pub(crate) struct Wish {
    /// List this many [default: 10]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// List all
    #[arg(long, conflicts_with = "top")]
    all: bool,
    /// Only plays that run this way
    #[arg(long)]
    direction: Option<Way>,
    /// What comes first
    #[arg(long, default_value = "equity")]
    sort: Sort,
    /// Value moves without looking ahead; so far there is no other way
    #[arg(long = "static")]
    _static: bool,
}

#[derive(Copy, Clone, ValueEnum)]
enum Way {
    Across,
    Down,
}

#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum Sort {
    Score,
    Equity,
}

impl Wish {
    /// How many a batch lists, if any.
    pub(crate) fn listed(&self) -> Option<usize> {
        if self.all { Some(usize::MAX) } else { self.top }
    }

    fn direction(&self) -> Option<Direction> {
        self.direction.map(|way| match way {
            Way::Across => Direction::Across,
            Way::Down => Direction::Down,
        })
    }

    /// The first `n` moves that were wished for. Whoever wishes for a direction wants no exchanges.
    pub(crate) fn moves(&self, session: &mut Session<'_>, position: &Position, n: usize) -> Vec<Candidate> {
        match (self.direction(), self.sort) {
            (None, Sort::Equity) if n != usize::MAX => session.top(position, n),
            (None, sort) => sorted(session.moves(position), sort, n),
            (direction, sort) => sorted(session.plays(position, direction), sort, n),
        }
    }

    /// The same without exchanges and pass.
    pub(crate) fn plays(&self, session: &mut Session<'_>, position: &Position, n: usize) -> Vec<Candidate> {
        match (self.direction(), self.sort) {
            (None, Sort::Equity) if n != usize::MAX => session.top_plays(position, n),
            (direction, sort) => sorted(session.plays(position, direction), sort, n),
        }
    }

    pub(crate) fn count(&self, session: &mut Session<'_>, position: &Position) -> Count {
        session.count(position, self.direction())
    }
}

fn sorted(mut moves: Vec<Candidate>, sort: Sort, n: usize) -> Vec<Candidate> {
    if sort == Sort::Score {
        moves.sort_by(Candidate::by_score);
    }
    moves.truncate(n);
    moves
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    if let Some(file) = &args.batch {
        return batch::run(file, args.threads.map(usize::from), args.wish.clone(), args.options.game.clone(), data);
    }
    let loaded = args.options.load(args.position.as_deref(), data)?;
    needs_rack(&loaded.position)?;
    let Loaded { ruleset, lexicon, position } = loaded;
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
    let mut session = engine.session();
    let n = if args.wish.all { usize::MAX } else { args.wish.top.unwrap_or(TOP) };
    let count = args.wish.count(&mut session, &position);
    let moves = args.wish.moves(&mut session, &position, n);
    let outcome = if count.plays == 0 { Outcome::No } else { Outcome::Yes };
    let explained = |candidate: &Candidate| ScoreView::of(&ruleset, &lexicon, &position, &candidate.mv);
    if args.json {
        let line = |candidate: &Candidate| {
            let explained = args.explain.then(|| explained(candidate));
            LineView { explained, ..LineView::of(&ruleset, &position.board, candidate) }
        };
        let lines = moves.iter().map(line).collect();
        json(&AnalysisView::of(method(&engine), &ruleset, &lexicon, &position, count, lines))?;
        return Ok(outcome);
    }
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let best = moves.first().and_then(|best| if let Move::Play(play) = &best.mv { Some(play) } else { None });
    board::write_play(&mut out, &ruleset, &position.board, best)?;
    let unseen = position.unseen(&ruleset).len();
    writeln!(out, "\n{QUIET}rack{QUIET:#} {}, {unseen} tiles unseen\n", ruleset.show_tiles(&position.rack))?;
    let mut table =
        Table::new([("#", Align::Right), ("MOVE", Align::Left), ("SCORE", Align::Right), ("LEAVE", Align::Left), ("EQUITY", Align::Right)]);
    let show = |candidate: &Candidate| ruleset.show_move_as(&position.board, &candidate.mv, Through::Parenthesised);
    for (number, candidate) in (1..).zip(&moves) {
        let leave = ruleset.show_tiles(&candidate.leave);
        table.row([
            format!("{number}"),
            show(candidate),
            candidate.score.to_string(),
            if leave.is_empty() { "-".to_owned() } else { leave },
            format!("{:.1}", f64::from(candidate.equity) / 1000.0),
        ]);
    }
    table.write(&mut out)?;
    if args.explain {
        for candidate in &moves {
            let view = explained(candidate);
            if !view.words.is_empty() {
                writeln!(out, "\n{HEAD}{}{HEAD:#}  {}", show(candidate), candidate.score)?;
                score::write(&mut out, &view)?;
            }
        }
    }
    writeln!(out, "\n{QUIET}{} plays in {}; {}{QUIET:#}", count.plays, lexicon.name(), method(&engine))?;
    out.flush()?;
    Ok(outcome)
}
