//! `tisane solve`: the best moves of a position, or of many.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tisane_app::budget::Budget;
use tisane_engine::matches::Go;
use tisane_engine::{Analysis, Candidate, Count, Engine, Limits, Line, Method, Session};
use tisane_lexicon::Lexicon;
use tisane_protocol::{AnalysisView, LineView, ScoreView};
use tisane_rules::{Cgp, Direction, Move, Position, Ruleset, builtin_names};

use crate::Outcome;
use crate::commands::batch;
use crate::data::Data;
use crate::failure::Failure;
use crate::interrupt::{self, interrupted};
use crate::numbers::{between, from};
use crate::position::{FORMS, Loaded, PositionOptions};
use crate::seconds::seconds;
use crate::show::analysis::{Lines, Live, summary};
use crate::show::screen::{sentence, sentence_after};
use crate::show::{HEAD, QUIET, board, json, score, tell};
use crate::threads::Threads;

const TOP: usize = 10;

/// Find the best moves of a position
///
/// While the bag has tiles, the moves of the highest equity (the score, and what the tiles that are
/// kept are worth) are played on many times with hidden tiles dealt by chance, and ranked by the
/// chance to win, or by points once the game is decided; in that, static equity counts as some
/// games. When the bag is empty, the endgame of two players is solved, as far as the time goes: the
/// marks ≥ and ≤ say what is proven by then (in JSON `exactness`). That takes --time seconds at
/// most, and less where one move is most likely best; Ctrl-C ends it with what is known by then.
/// With --static, --all, --direction or --sort moves are listed by equity or score without looking
/// ahead.
///
/// Behind ± stands what a number may be off, 19 times out of 20. With one or two tiles in the bag
/// (--preendgame), all ways they can lie are gone through: [a–b] is what is proven about the chance
/// to win, and a question mark says that nothing is. A move that leaves tiles in the bag is always
/// estimated.
///
/// Where nothing was learned about a game with a lexicon, equity is the score and chances to win
/// are not known; `tisane train` learns.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMS}\n\n{EXAMPLES}"))]
pub(crate) struct Args {
    /// A CGP, a file with a position, or the name of a kept game; `-` reads standard input
    /// [default: the empty board]
    position: Option<String>,
    #[command(flatten)]
    options: PositionOptions,
    /// Answer every line of a file, or of standard input with `-`: a CGP each, a line of JSON each;
    /// `#` starts a comment
    ///
    /// No other notation is read. An answer is `{"count", "sum", "best"}`, of all plays; with --top
    /// or --all it has `plays`, too, each with `move`, `score`, `leave` and `equity`. A line that
    /// is no position is answered with `{"error", "line"}`; the others are answered all the same,
    /// in order, and the exit code is 1.
    #[arg(long, value_name = "FILE")]
    batch: Option<String>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    wish: Wish,
    /// Show how each score comes about
    #[arg(long)]
    explain: bool,
    /// Print JSON
    ///
    /// One object: `method`, how many plays there are (`count`), and `lines`, best first, each with
    /// `move`, `score`, `leave`, `equity`, and where it is known `win` (0 to 1) and `spread`
    /// (points ahead at the end).
    #[arg(long)]
    json: bool,
    // The last, because what follows would stand under its heading.
    #[command(flatten)]
    ahead: Ahead,
}

const EXAMPLES: &str = "\
Examples:
  tisane solve --rack AEINRST --time 10
  tisane solve game.gcg --turn 12
  tisane solve board.txt --rack 'QUIZ?' --sort score --explain
  tisane solve --batch positions.cgp --threads 4 > answers.jsonl";

/// Which moves are wanted, in which order.
#[derive(Clone, clap::Args)]
pub(crate) struct Wish {
    /// List this many [default: 10]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    top: Option<usize>,
    /// List all
    #[arg(long, conflicts_with = "top")]
    all: bool,
    /// Only plays that run this way
    #[arg(long)]
    direction: Option<Way>,
    /// What comes first, without looking ahead
    #[arg(long)]
    sort: Option<Sort>,
    /// Do not look ahead
    #[arg(long = "static")]
    by_equity: bool,
}

/// How far to look ahead.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Looking ahead")]
pub(crate) struct Ahead {
    /// For so many seconds at most [default: 3, or as long as --iterations take; a batch does not
    /// look ahead unless one of the two is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["by_equity", "all", "direction", "sort"])]
    time: Option<Duration>,
    /// Deal hidden tiles so many times at most; with the same seed, the same answer
    #[arg(long, value_name = "N", value_parser = from(1u64), conflicts_with_all = ["by_equity", "all", "direction", "sort"])]
    iterations: Option<u64>,
    /// Play so many turns after each move [default: one for each player]
    #[arg(long, value_name = "N", value_parser = between(0u16, 100))]
    plies: Option<u16>,
    /// With so many tiles in the bag or fewer, and two players, go through all ways they can lie
    ///
    /// Where there are more than 330 ways, some are drawn. The more tiles are in the bag, the more
    /// moves leave some there, and those are estimated.
    #[arg(long, value_name = "TILES", default_value = "2", value_parser = between(0u16, 100))]
    preendgame: u16,
    /// Take the others' last turns to tell what they hold, where a game tells them
    #[arg(long)]
    infer: bool,
    /// What chance follows from
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    seed: u64,
}

impl Ahead {
    /// For this long.
    pub(crate) fn within(time: Duration) -> Ahead {
        Ahead {
            time: Some(time),
            iterations: None,
            plies: None,
            preendgame: 2,
            infer: false,
            seed: 1,
        }
    }

    /// Whether it was asked for in so many words.
    pub(crate) fn is_wanted(&self) -> bool {
        self.time.is_some() || self.iterations.is_some()
    }

    /// Looks ahead on so many threads, with at least so many candidates. `show` sees what is known
    /// so far.
    pub(crate) fn solve(
        &self,
        engine: &Engine,
        position: &Position,
        lines: usize,
        threads: usize,
        mut show: impl FnMut(&Analysis, Duration),
    ) -> Analysis {
        let budget = self.budget(lines, threads);
        let begun = Instant::now();
        engine.solve(position, budget.limits(), &mut |analysis| {
            show(analysis, begun.elapsed());
            if interrupted() || budget.is_spent(begun.elapsed()) { Go::Stop } else { Go::On }
        })
    }

    fn budget(&self, lines: usize, threads: usize) -> Budget {
        Budget {
            time: self.time,
            iterations: self.iterations,
            plies: self.plies.map(usize::from),
            candidates: Some(lines.max(Limits::default().candidates)),
            preendgame: Some(self.preendgame.into()),
            infer: self.infer,
            seed: Some(self.seed),
            threads,
            ..Budget::default()
        }
    }
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

impl Args {
    /// Refuses what a batch has no use for.
    fn fit_batch(&self) -> Result<(), Failure> {
        let line =
            "each line of the batch is a CGP with its own board and rack: BOARD RACK/ SCORES 0";
        let refused = |what: &str, hint: &str| {
            Err(Failure::new(format!("--batch cannot be used with {what}"), hint))
        };
        match self {
            Args { position: Some(_), .. } => refused("a position", line),
            Args { explain: true, .. } => {
                refused("--explain", "solve one position at a time to see how scores come about")
            }
            Args { options, .. } if options.rack.is_some() => refused("--rack", line),
            Args { options, .. } if options.turn.is_some() => {
                refused("--turn", "solve the game by itself, or write its positions as CGPs")
            }
            _ => Ok(()),
        }
    }
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

    /// Whether a list by equity or score is wanted.
    fn is_static(&self) -> bool {
        self.by_equity || self.all || self.direction.is_some() || self.sort.is_some()
    }

    /// The first `n` moves that were wished for. Whoever wishes for a direction wants no exchanges.
    pub(crate) fn moves(
        &self,
        session: &mut Session<'_>,
        position: &Position,
        n: usize,
    ) -> Vec<Candidate> {
        match (self.direction(), self.sort) {
            (None, None | Some(Sort::Equity)) if n != usize::MAX => session.top(position, n),
            (None, sort) => sorted(session.moves(position), sort, n),
            (direction, sort) => sorted(session.plays(position, direction), sort, n),
        }
    }

    /// The same without exchanges and pass.
    pub(crate) fn plays(
        &self,
        session: &mut Session<'_>,
        position: &Position,
        n: usize,
    ) -> Vec<Candidate> {
        match (self.direction(), self.sort) {
            (None, None | Some(Sort::Equity)) if n != usize::MAX => session.top_plays(position, n),
            (direction, sort) => sorted(session.plays(position, direction), sort, n),
        }
    }

    pub(crate) fn count(&self, session: &mut Session<'_>, position: &Position) -> Count {
        session.count(position, self.direction())
    }
}

fn sorted(mut moves: Vec<Candidate>, sort: Option<Sort>, n: usize) -> Vec<Candidate> {
    if sort == Some(Sort::Score) {
        moves.sort_by(Candidate::by_score);
    }
    moves.truncate(n);
    moves
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let threads = args.threads.count();
    if let Some(file) = &args.batch {
        args.fit_batch()?;
        return batch::run(
            file,
            threads,
            args.wish.clone(),
            args.ahead.clone(),
            args.options.game.clone(),
            data,
        );
    }
    let Loaded { ruleset, lexicon, position } =
        args.options.load(args.position.as_deref(), data)?;
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
    let mut session = engine.session();
    let n = if args.wish.all { usize::MAX } else { args.wish.top.unwrap_or(TOP) };
    let count = args.wish.count(&mut session, &position);
    let trained = engine.evaluation().is_trained();
    let analysis = if args.wish.is_static() {
        let lines = args.wish.moves(&mut session, &position, n).into_iter().map(Line::of).collect();
        Analysis { method: Method::Static, lines }
    } else {
        interrupt::listen()?;
        let mut live = Live::new();
        let mut analysis = args.ahead.solve(&engine, &position, n, threads, |analysis, since| {
            live.show(since, || {
                let lines = Lines::new(
                    &ruleset,
                    &position.board,
                    &analysis.lines[..n.min(analysis.lines.len())],
                );
                format!(
                    "{lines}{QUIET}{}; Ctrl-C ends it{QUIET:#}\n",
                    tell::count(since.as_secs() as usize, "second")
                )
            });
        });
        live.finish();
        analysis.lines.truncate(n);
        analysis
    };
    let outcome = if count.plays == 0 { Outcome::No } else { Outcome::Yes };
    let explained = |line: &Line| ScoreView::of(&ruleset, &lexicon, &position, &line.candidate.mv);
    if args.json {
        let line = |line: &Line| {
            let explained = args.explain.then(|| explained(line));
            LineView {
                explained,
                ..LineView::of_line(&ruleset, &position.board, line, args.explain)
            }
        };
        let lines = analysis.lines.iter().map(line).collect();
        let view =
            AnalysisView::of(&analysis, trained, &ruleset, &lexicon, &position, count, lines);
        json(&AnalysisView {
            position: cgp(&ruleset, &lexicon, &position, data).to_string(),
            ..view
        })?;
        return Ok(outcome);
    }
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let best = analysis
        .lines
        .first()
        .and_then(|best| if let Move::Play(play) = &best.candidate.mv { Some(play) } else { None });
    board::write_play(&mut out, &ruleset, &position.board, best)?;
    writeln!(out, "\n{QUIET}rack{QUIET:#} {}\n", sentence_after(5, &tiles(&ruleset, &position)))?;
    let lines = Lines::new(&ruleset, &position.board, &analysis.lines);
    write!(out, "{lines}")?;
    lines.write_remarks(analysis.method, position.scores.len(), &mut out)?;
    if args.explain {
        for line in &analysis.lines {
            let view = explained(line);
            if !view.words.is_empty() {
                writeln!(
                    out,
                    "\n{HEAD}{}{HEAD:#}  {}",
                    lines.show(&line.candidate),
                    line.candidate.score
                )?;
                score::write(&mut out, &view)?;
            }
        }
    }
    let plays = if args.wish.all {
        all_told(count.plays, &analysis.lines)
    } else {
        tell::count(count.plays, "play")
    };
    let known = format!("{plays} in {}; {}", lexicon.name(), summary(analysis.method, trained));
    writeln!(out, "\n{QUIET}{}{QUIET:#}", sentence(&known))?;
    if matches!(analysis.method, Method::Simulation { .. })
        && analysis.lines.iter().all(|line| line.win.is_none())
    {
        let missing = match args.options.game.train_command(&ruleset, lexicon.name()) {
            Some(train) => format!(
                "no win model for {} with {}, so points alone count: `{train}` makes one",
                ruleset.name,
                lexicon.name()
            ),
            None => "nothing was learned about this board and its rules, so points alone count"
                .to_owned(),
        };
        writeln!(out, "{QUIET}{}{QUIET:#}", sentence(&missing))?;
    }
    out.flush()?;
    Ok(outcome)
}

/// How many moves of each kind are listed where all are: `361 plays, 31 exchanges and the pass`.
fn all_told(plays: usize, lines: &[Line]) -> String {
    let listed =
        |kind: fn(&Move) -> bool| lines.iter().filter(|line| kind(&line.candidate.mv)).count();
    let pass = if listed(|mv| *mv == Move::Pass) > 0 { " and the pass" } else { "" };
    match listed(|mv| matches!(mv, Move::Exchange(_))) {
        0 => format!("{}{pass}", tell::count(plays, "play")),
        exchanges => {
            format!("{}, {}{pass}", tell::count(plays, "play"), tell::count(exchanges, "exchange"))
        }
    }
}

/// The position with the names by which it is read again, where they mean the same everywhere.
fn cgp(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, data: &Data) -> Cgp {
    let cgp = Cgp::new(ruleset, position);
    let cgp = if builtin_names().any(|name| name == ruleset.name) {
        cgp.with("ld", &ruleset.name)
    } else {
        cgp
    };
    if data.catalogue().is_built_in(lexicon.name()) { cgp.with("lex", lexicon.name()) } else { cgp }
}

/// The rack, those of the others as far as they are known, and how many tiles are hidden.
fn tiles(ruleset: &Ruleset, position: &Position) -> String {
    let known = position
        .others
        .iter()
        .map(|other| ruleset.show_tiles(&other.known))
        .filter(|tiles| !tiles.is_empty());
    let known: Vec<String> = known.collect();
    let against =
        if known.is_empty() { String::new() } else { format!(" against {}", known.join(" and ")) };
    let unseen = match position.hidden(ruleset).len() {
        0 => "no tile".to_owned(),
        n => tell::count(n, "tile"),
    };
    format!("{}{against}, {unseen} unseen", ruleset.show_tiles(&position.rack))
}
