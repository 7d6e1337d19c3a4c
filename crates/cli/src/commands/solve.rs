//! `tisane solve`: the best moves in a position, or in many.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tisane_app::budget::Budget;
use tisane_engine::matches::Go;
use tisane_engine::{Analysis, Candidate, Count, Engine, Limits, Line, Method, Opponent, Session};
use tisane_lexicon::Lexicon;
use tisane_protocol::{AnalysisView, LineView, ScoreView};
use tisane_rules::{Cgp, Direction, Move, Position, Ruleset, builtin_names};

use crate::Outcome;
use crate::commands::batch::{self, Batch};
use crate::data::{Data, LeaveOptions};
use crate::failure::{Failure, warn};
use crate::interrupt::{self, interrupted};
use crate::numbers::{between, from};
use crate::parts::{PartOptions, Work};
use crate::position::{Loaded, PositionOptions};
use crate::seconds::seconds;
use crate::show::analysis::{Lines, Live, summary};
use crate::show::screen::{sentence, sentence_after};
use crate::show::{HEAD, QUIET, board, json, score, tell};
use crate::threads::Threads;

const TOP: usize = 10;

/// Find the best moves in a position
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// A CGP, a file with a position or a game, or the name of a saved game; `-` reads standard
    /// input [default: the empty board]
    positions: Vec<OsString>,
    #[command(flatten)]
    options: PositionOptions,
    #[command(flatten)]
    leaves: LeaveOptions,
    /// Answer every CGP in a file with a line of JSON; see `tisane help batch`
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    selection: Selection,
    /// Explain every score
    #[arg(long)]
    explain: bool,
    /// Print JSON, a line for each position
    #[arg(long)]
    json: bool,
    // Last, because options after them would appear under their headings.
    #[command(flatten)]
    ahead: Ahead,
    #[command(flatten)]
    parts: PartOptions,
}

const NOTES: &str = "\
Simulates moves for 3 seconds, and solves endgames and pre-endgames. Ctrl-C
stops early.
`tisane help positions` lists the formats; `tisane help marks` explains the
table.

Examples:
  tisane solve --rack AEINRST
  tisane solve game.gcg --turn 12 --time 20s";

/// Which moves to list, in which order.
#[derive(Clone, clap::Args)]
pub(crate) struct Selection {
    /// Number of moves to list [default: 10]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    top: Option<usize>,
    /// List all moves, without simulation
    #[arg(long, conflicts_with = "top")]
    all: bool,
    /// List only plays in this direction, without simulation
    #[arg(long)]
    direction: Option<PlayDirection>,
    /// List plays across and down on an empty board, without simulation
    #[arg(long, conflicts_with = "direction")]
    both: bool,
    /// Sort by score or equity, without simulation
    #[arg(long)]
    sort: Option<Sort>,
    /// Rank by static equity, without simulation
    #[arg(long = "static")]
    by_equity: bool,
}

/// How long and how deep to search.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Simulation")]
pub(crate) struct Ahead {
    /// Time limit in seconds, or as 20s, 2m [default: 3, 30 in pre-endgames, or none
    /// with --iterations]
    #[arg(long, value_name = "TIME", value_parser = seconds, conflicts_with_all = LISTED)]
    time: Option<Duration>,
    /// Maximum number of iterations; the same seed then gives the same result
    #[arg(long, value_name = "N", value_parser = from(1u64), conflicts_with_all = LISTED)]
    iterations: Option<u64>,
    /// Plies per iteration [default: the number of players]
    #[arg(long, value_name = "N", value_parser = between(0u16, 100))]
    plies: Option<u16>,
    /// Solve pre-endgames with up to this many tiles in the bag
    #[arg(long, value_name = "TILES", default_value = "2", value_parser = between(0u16, 100))]
    preendgame: u16,
    /// What the opponent knows in pre-endgames
    #[arg(long, value_name = "WHAT", default_value = "knows-bag")]
    opponent: OpponentChoice,
    /// Infer opponents' racks from their last moves; needs a game
    #[arg(long)]
    infer: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "1", value_parser = from(0u64))]
    seed: u64,
}

/// Options that list moves without simulation.
const LISTED: [&str; 5] = ["by_equity", "all", "direction", "both", "sort"];

impl Ahead {
    /// With this time limit and the default settings.
    pub(crate) fn within(time: Duration) -> Ahead {
        Ahead {
            time: Some(time),
            iterations: None,
            plies: None,
            preendgame: 2,
            opponent: OpponentChoice::KnowsBag,
            infer: false,
            seed: 1,
        }
    }

    /// Whether a limit was given explicitly.
    pub(crate) fn is_requested(&self) -> bool {
        self.time.is_some() || self.iterations.is_some()
    }

    /// Whether the result depends on the machine's speed.
    pub(crate) fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// What results depend on, for parts.
    pub(crate) fn settings(&self) -> [(&'static str, String); 5] {
        let Ahead { time: _, iterations, plies, preendgame, opponent, infer, seed: _ } = *self;
        [
            ("iterations", iterations.map_or("none".to_owned(), |n| n.to_string())),
            ("plies", plies.map_or("default".to_owned(), |n| n.to_string())),
            ("preendgame", preendgame.to_string()),
            ("opponent", format!("{opponent:?}")),
            ("infer", infer.to_string()),
        ]
    }

    /// Searches with at least `lines` candidates. `show` gets the results so far.
    pub(crate) fn solve(
        &self,
        engine: &Engine,
        position: &Position,
        lines: usize,
        threads: usize,
        mut show: impl FnMut(&Analysis, Duration),
    ) -> Analysis {
        let budget = self.budget(lines, threads).at(position);
        let started = Instant::now();
        engine.solve(position, budget.limits(), &mut |analysis| {
            show(analysis, started.elapsed());
            if interrupted() || budget.is_spent(started.elapsed()) { Go::Stop } else { Go::On }
        })
    }

    fn budget(&self, lines: usize, threads: usize) -> Budget {
        Budget {
            time: self.time,
            iterations: self.iterations,
            plies: self.plies.map(usize::from),
            candidates: Some(lines.max(Limits::default().candidates)),
            preendgame: Some(self.preendgame.into()),
            opponent: self.opponent.into(),
            infer: self.infer,
            seed: Some(self.seed),
            threads,
            ..Budget::default()
        }
    }
}

/// What the opponent is assumed to know in a pre-endgame.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum OpponentChoice {
    // Results are proven.
    KnowsBag,
    // Results of moves that leave tiles in the bag are estimated.
    SeesRack,
}

impl From<OpponentChoice> for Opponent {
    fn from(choice: OpponentChoice) -> Opponent {
        match choice {
            OpponentChoice::KnowsBag => Opponent::KnowsBag,
            OpponentChoice::SeesRack => Opponent::SeesRack,
        }
    }
}

#[derive(Copy, Clone, ValueEnum)]
enum PlayDirection {
    Across,
    Down,
}

#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum Sort {
    Score,
    Equity,
}

impl Args {
    /// Refuses options that make no sense with a batch.
    fn check_batch(&self) -> Result<(), Failure> {
        let line =
            "each line of the batch is a CGP with its own board and rack: BOARD RACK/ SCORES 0";
        let refused = |what: &str, hint: &str| {
            Err(Failure::new(format!("--batch cannot be used with {what}"), hint))
        };
        match self {
            Args { positions, .. } if !positions.is_empty() => refused("a position", line),
            Args { explain: true, .. } => {
                refused("--explain", "solve one position at a time to explain its scores")
            }
            Args { options, .. } if options.rack.is_some() => refused("--rack", line),
            Args { options, .. } if options.turn.is_some() => {
                refused("--turn", "solve the game on its own, or write its positions as CGPs")
            }
            _ => Ok(()),
        }
    }
}

impl Selection {
    /// What results depend on, for parts.
    pub(crate) fn settings(&self) -> [(&'static str, String); 6] {
        let Selection { top, all, direction, both, sort, by_equity } = *self;
        let name = |value: Option<clap::builder::PossibleValue>| {
            value.map_or("default".to_owned(), |value| value.get_name().to_owned())
        };
        [
            ("top", top.map_or("default".to_owned(), |n| n.to_string())),
            ("all", all.to_string()),
            ("direction", name(direction.and_then(|value| value.to_possible_value()))),
            ("both", both.to_string()),
            ("sort", name(sort.and_then(|value| value.to_possible_value()))),
            ("static", by_equity.to_string()),
        ]
    }

    /// How many plays a batch lists, if any.
    pub(crate) fn listed(&self) -> Option<usize> {
        if self.all { Some(usize::MAX) } else { self.top }
    }

    fn direction(&self) -> Option<Direction> {
        self.direction.map(|direction| match direction {
            PlayDirection::Across => Direction::Across,
            PlayDirection::Down => Direction::Down,
        })
    }

    /// Whether moves are listed without simulation.
    fn is_static(&self) -> bool {
        self.by_equity || self.all || self.both || self.direction.is_some() || self.sort.is_some()
    }

    /// The first `n` moves. With a direction or `--both` there are no exchanges.
    pub(crate) fn moves(
        &self,
        session: &mut Session<'_>,
        position: &Position,
        n: usize,
    ) -> Vec<Candidate> {
        match (self.direction(), self.sort) {
            _ if self.both => self.plays(session, position, n),
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
            (_, sort) if self.both && is_mirrored(session.engine().ruleset(), position) => {
                let mut plays = session.plays(position, Some(Direction::Across));
                plays.extend(session.plays(position, Some(Direction::Down)));
                plays.sort_by(Candidate::by_equity);
                sorted(plays, sort, n)
            }
            (None, None | Some(Sort::Equity)) if n != usize::MAX => session.top_plays(position, n),
            (direction, sort) => sorted(session.plays(position, direction), sort, n),
        }
    }

    pub(crate) fn count(&self, session: &mut Session<'_>, position: &Position) -> Count {
        let count = session.count(position, self.direction());
        if self.both && is_mirrored(session.engine().ruleset(), position) {
            return Count { plays: count.plays * 2, points: count.points * 2 };
        }
        count
    }
}

/// Whether every play across has an equal play down.
fn is_mirrored(ruleset: &Ruleset, position: &Position) -> bool {
    position.board.is_empty() && ruleset.layout.is_symmetric()
}

fn sorted(mut moves: Vec<Candidate>, sort: Option<Sort>, n: usize) -> Vec<Candidate> {
    if sort == Some(Sort::Score) {
        moves.sort_by(Candidate::by_score);
    }
    moves.truncate(n);
    moves
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    if let Some(file) = &args.batch {
        args.check_batch()?;
        let batch = Batch {
            file,
            threads: args.threads.count(),
            selection: args.selection.clone(),
            ahead: args.ahead.clone(),
            game: args.options.game.clone(),
            leaves: args.leaves.clone(),
            data,
        };
        return batch::run(batch, args.parts.work());
    }
    if !matches!(args.parts.work(), Work::Whole) {
        return Err(Failure::new("only a batch can be split", "add --batch FILE").into());
    }
    if args.positions.len() < 2 {
        return solve(args, args.positions.first().map(OsString::as_os_str), data);
    }
    let mut all_answered = true;
    for (n, position) in args.positions.iter().enumerate() {
        if !args.json {
            let space = if n == 0 { "" } else { "\n" };
            anstream::println!("{space}{HEAD}{}{HEAD:#}", position.display());
        }
        all_answered &= matches!(solve(args, Some(position), data)?, Outcome::Yes);
    }
    Ok(Outcome::yes_if(all_answered))
}

/// Answers one position.
fn solve(args: &Args, position: Option<&OsStr>, data: &Data) -> anyhow::Result<Outcome> {
    let Loaded { ruleset, lexicon, position } = args.options.load(position, data)?;
    let engine = data.engine(ruleset.clone(), lexicon.clone(), &args.leaves)?;
    let mut session = engine.session();
    let n = if args.selection.all { usize::MAX } else { args.selection.top.unwrap_or(TOP) };
    let count = args.selection.count(&mut session, &position);
    let trained = engine.evaluation().is_trained();
    if args.ahead.infer && position.history.is_empty() {
        warn("nothing to infer from: --infer needs a game with earlier moves, such as a GCG file");
    }
    let mut analysis = if args.selection.is_static() || is_over(&ruleset, &position) {
        let moves = args.selection.moves(&mut session, &position, n);
        Analysis { method: Method::Static, lines: moves.into_iter().map(Line::of).collect() }
    } else {
        simulate(args, &engine, &position, n)?
    };
    if is_partial(&ruleset, &position) {
        // Simulations would let the rack stay short after a pass.
        analysis.lines.sort_by_key(|line| line.candidate.mv == Move::Pass);
    }
    analysis.lines.truncate(n);
    let answer = Answer { args, data, engine: &engine, position: &position, analysis: &analysis };
    if args.json {
        answer.write_json(count, trained)?;
    } else {
        answer.write(count, trained)?;
    }
    Ok(Outcome::yes_if(!analysis.lines.is_empty()))
}

/// Searches, and shows the results so far.
fn simulate(
    args: &Args,
    engine: &Engine,
    position: &Position,
    n: usize,
) -> anyhow::Result<Analysis> {
    interrupt::listen()?;
    let mut live = Live::new();
    let threads = args.threads.count();
    let analysis = args.ahead.solve(engine, position, n, threads, |analysis, elapsed| {
        live.show(elapsed, || {
            let top = &analysis.lines[..n.min(analysis.lines.len())];
            let lines = Lines::new(engine.ruleset(), &position.board, top);
            let progress = lines.progress(analysis.method, elapsed);
            format!("{lines}{QUIET}{progress}; Ctrl-C stops{QUIET:#}\n")
        });
    });
    live.finish();
    Ok(analysis)
}

/// Whether the game has ended, so that there is nothing to simulate.
fn is_over(ruleset: &Ruleset, position: &Position) -> bool {
    let seats = position.scores.len();
    let reached = |made: u32, limit: Option<u32>| limit.is_some_and(|limit| made >= limit);
    let is_out = position.bag == 0
        && position.final_turns.is_none()
        && position.others.iter().all(|other| other.len == 0);
    is_out
        || reached(position.scoreless_turns, ruleset.end.scoreless_limit(seats))
        || reached(position.passes, ruleset.end.pass_limit(seats))
}

/// Whether the rack was entered in part: in a game it would be refilled.
fn is_partial(ruleset: &Ruleset, position: &Position) -> bool {
    position.bag > 0 && position.rack.len() < ruleset.rack
}

/// What `tisane solve` prints for a position.
struct Answer<'a> {
    args: &'a Args,
    data: &'a Data,
    engine: &'a Engine,
    position: &'a Position,
    analysis: &'a Analysis,
}

impl Answer<'_> {
    fn explained(&self, line: &Line) -> ScoreView {
        let (ruleset, lexicon) = (self.engine.ruleset(), self.engine.lexicon());
        ScoreView::of(ruleset, lexicon, self.position, &line.candidate.mv)
    }

    fn write_json(&self, count: Count, trained: bool) -> anyhow::Result<()> {
        let (ruleset, lexicon) = (self.engine.ruleset(), self.engine.lexicon());
        let Answer { args, position, analysis, .. } = self;
        let line = |line: &Line| {
            let explained = args.explain.then(|| self.explained(line));
            LineView {
                explained,
                ..LineView::of_line(ruleset, &position.board, line, args.explain)
            }
        };
        let lines = analysis.lines.iter().map(line).collect();
        let view = AnalysisView::of(analysis, trained, ruleset, lexicon, position, count, lines);
        json(&AnalysisView {
            position: cgp(ruleset, lexicon, position, self.data).to_string(),
            ..view
        })
    }

    fn write(&self, count: Count, trained: bool) -> anyhow::Result<()> {
        let ruleset = self.engine.ruleset();
        let Answer { args, position, analysis, .. } = self;
        let mut out = std::io::BufWriter::new(anstream::stdout().lock());
        let best = analysis.lines.first().and_then(|best| match &best.candidate.mv {
            Move::Play(play) => Some(play),
            _ => None,
        });
        board::write_play(&mut out, ruleset, &position.board, best)?;
        let rack = sentence_after(5, &tiles(ruleset, position));
        writeln!(out, "\n{QUIET}rack{QUIET:#} {rack}\n")?;
        let lines = Lines::new(ruleset, &position.board, &analysis.lines);
        write!(out, "{lines}")?;
        lines.write_remarks(analysis.method, position.scores.len(), &mut out)?;
        if args.explain {
            for line in &analysis.lines {
                let view = self.explained(line);
                if !view.words.is_empty() || !line.draws.is_empty() {
                    let (mv, score) = (lines.show(&line.candidate), line.candidate.score);
                    writeln!(out, "\n{HEAD}{mv}{HEAD:#}  {score}")?;
                    score::write(&mut out, &view)?;
                    lines.write_draws(line, &mut out)?;
                }
            }
        }
        writeln!(out)?;
        for remark in self.remarks(count, trained) {
            writeln!(out, "{QUIET}{}{QUIET:#}", sentence(&remark))?;
        }
        Ok(out.flush()?)
    }

    /// The lines below the table.
    fn remarks(&self, count: Count, trained: bool) -> Vec<String> {
        let (ruleset, lexicon) = (self.engine.ruleset(), self.engine.lexicon());
        let Answer { args, position, analysis, .. } = self;
        let plays = if args.selection.all {
            all_kinds(count.plays, &analysis.lines)
        } else {
            tell::count(count.plays, "play")
        };
        let method = summary(analysis.method, trained);
        let mut remarks = vec![format!("{plays} in {}; {method}", lexicon.name())];
        let is_simulation = matches!(analysis.method, Method::Simulation { .. });
        if is_over(ruleset, position) {
            remarks.push("the game is over, so nothing was simulated".to_owned());
        }
        if matches!(analysis.method, Method::Preendgame { .. }) {
            remarks.push(
                match args.ahead.opponent {
                    OpponentChoice::KnowsBag => {
                        "assumes an opponent who knows the bag (--opponent)"
                    }
                    OpponentChoice::SeesRack => {
                        "assumes an opponent who sees only the board and one rack (--opponent)"
                    }
                }
                .to_owned(),
            );
        }
        if args.ahead.infer && is_simulation && !position.history.is_empty() {
            remarks.push("opponents' racks were inferred from their last moves".to_owned());
        }
        let is_folded = args.selection.direction.is_none() && !args.selection.both;
        if is_folded && count.plays > 0 && is_mirrored(ruleset, position) {
            remarks.push(
                "only plays across are listed: on an empty board plays down are equal (--both)"
                    .to_owned(),
            );
        }
        if is_simulation && analysis.lines.iter().all(|line| line.win.is_none()) {
            remarks.push(match args.options.game.train_command(ruleset, lexicon.name()) {
                Some(train) => format!(
                    "no model for {} with {}, so moves are ranked by points; to train one: {train}",
                    ruleset.name,
                    lexicon.name()
                ),
                None => "no model for this board and these rules, so moves are ranked by points"
                    .to_owned(),
            });
        }
        remarks
    }
}

/// The number of moves of each kind with `--all`: `361 plays, 31 exchanges and the pass`.
fn all_kinds(plays: usize, lines: &[Line]) -> String {
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

/// The position with its ruleset and lexicon, if they are built in.
fn cgp(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, data: &Data) -> Cgp {
    let cgp = Cgp::new(ruleset, position);
    let cgp = if builtin_names().any(|name| name == ruleset.name) {
        cgp.with("ld", &ruleset.name)
    } else {
        cgp
    };
    if data.catalogue().is_built_in(lexicon.name()) { cgp.with("lex", lexicon.name()) } else { cgp }
}

/// The rack, known opponents' racks, and the number of unseen tiles.
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
