//! A table of moves with their values, also while they are being simulated.

use std::fmt;
use std::io::Write;
use std::ops::Not;
use std::time::Duration;

use tisane_engine::win::CERTAIN;
use tisane_engine::{Candidate, DrawOutcome, Ended, Exactness, Line, Method, Sampled};
use tisane_protocol::method_name;
use tisane_rules::{Board, Ruleset, Through};

use super::screen::{fitting, sentence, size_of_stderr};
use super::table::{Align, Table};
use super::tell::count;
use super::{QUIET, Verbosity, verbosity};

/// The lines of an analysis.
pub(crate) struct Lines<'a> {
    ruleset: &'a Ruleset,
    board: &'a Board,
    lines: &'a [Line],
}

impl<'a> Lines<'a> {
    pub(crate) fn new(ruleset: &'a Ruleset, board: &'a Board, lines: &'a [Line]) -> Lines<'a> {
        Lines { ruleset, board, lines }
    }

    /// The move with tiles on the board in parentheses.
    pub(crate) fn show(&self, candidate: &Candidate) -> String {
        self.ruleset.show_move_as(self.board, &candidate.mv, Through::Parenthesised)
    }

    fn leave(&self, candidate: &Candidate) -> String {
        let leave = self.ruleset.show_tiles(&candidate.leave);
        if leave.is_empty() { "-".to_owned() } else { leave }
    }

    fn reply(&self, line: &Line) -> String {
        let mut after = self.board.clone();
        if let tisane_rules::Move::Play(play) = &line.candidate.mv {
            play.place_on(&mut after);
        }
        line.reply.as_ref().map_or_else(String::new, |reply| {
            self.ruleset.show_move_as(&after, reply, Through::Parenthesised)
        })
    }

    fn static_table(&self) -> Table<5> {
        let right = Align::Right;
        let mut table = Table::new([
            ("#", right),
            ("MOVE", Align::Left),
            ("SCORE", right),
            ("LEAVE", Align::Left),
            ("EQUITY", right),
        ]);
        for (number, Line { candidate, .. }) in (1..).zip(self.lines) {
            table.row([
                format!("{number}"),
                self.show(candidate),
                candidate.score.to_string(),
                self.leave(candidate),
                format!("{:.1}", f64::from(candidate.equity) / 1000.0),
            ]);
        }
        table
    }

    fn simulated_table(&self) -> Table<9> {
        let right = Align::Right;
        let mut table = Table::new([
            ("#", right),
            ("MOVE", Align::Left),
            ("SCORE", right),
            ("LEAVE", Align::Left),
            ("EQUITY", right),
            ("WIN %", right),
            ("SPREAD", right),
            ("SAMPLES", right),
            ("REPLY", Align::Left),
        ])
        .without_empty_columns();
        for (number, line) in (1..).zip(self.lines) {
            let candidate = &line.candidate;
            let [win, spread] = self.values(line);
            table.row([
                format!("{number}"),
                self.show(candidate),
                candidate.score.to_string(),
                self.leave(candidate),
                format!("{:.1}", f64::from(candidate.equity) / 1000.0),
                win,
                spread,
                line.sampled
                    .as_ref()
                    .map_or_else(String::new, |sampled| sampled.samples.to_string()),
                self.reply(line),
            ]);
        }
        table
    }

    /// Win % and spread, with their confidence intervals or marks. Without a model there is no
    /// win %.
    fn values(&self, line: &Line) -> [String; 2] {
        let percent = |chance: f64| chance * 100.0 / f64::from(CERTAIN);
        let ahead = line.spread.unwrap_or_default();
        let win = match (line.win, line.exactness) {
            _ if self.lines.iter().all(|line| line.win.is_none()) => String::new(),
            (_, Exactness::AtMost) if ahead < 0 => "0".to_owned(),
            (_, Exactness::AtLeast) if ahead <= 0 => UNKNOWN.to_owned(),
            (None, _) => UNKNOWN.to_owned(),
            (Some(win), _) => match &line.sampled {
                Some(sampled) if sampled.samples >= FEWEST_SAMPLES => {
                    let interval = percent(interval(sampled.win_error));
                    format!("{:.1}±{interval:.1}", percent(win.into()))
                }
                Some(_) => format!("{:.1}", percent(win.into())),
                _ => format!("{:.0}{}", percent(win.into()), proof(line)),
            },
        };
        let sign = match line.exactness {
            Exactness::AtMost => "≤ ",
            Exactness::AtLeast => "≥ ",
            Exactness::Estimated if line.sampled.is_none() => "≈ ",
            Exactness::Exact | Exactness::Estimated => "",
        };
        let spread = line.spread.map(|spread| f64::from(spread) / 1000.0).map(|spread| match &line
            .sampled
        {
            Some(Sampled { samples: FEWEST_SAMPLES.., spread_error, .. }) => {
                format!("{spread:+.1}±{:.1}", interval(*spread_error) / 1000.0)
            }
            Some(_) => format!("{spread:+.1}"),
            None => match line.paranoid {
                Some(paranoid) => {
                    format!("{spread:+.0} max-n, {:+} paranoid", paranoid / 1000)
                }
                None => format!("{sign}{spread:+.0}"),
            },
        });
        [win, spread.unwrap_or_else(|| UNKNOWN.to_owned())]
    }

    /// The win % of a line by the tiles in the bag: tiles with the same win % share a line.
    pub(crate) fn write_draws(&self, line: &Line, out: &mut impl Write) -> std::io::Result<()> {
        let text = |draw: &DrawOutcome| {
            let [least, most] = draw.bounds;
            let percent = |chance: u32| f64::from(chance) * 100.0 / f64::from(CERTAIN);
            match draw.win {
                Some(win) if most - least <= 1 => format!("{:.0}%", percent(win)),
                Some(win) => format!("≈ {:.0}%", percent(win)),
                None => UNKNOWN.to_owned(),
            }
        };
        let mut draws: Vec<&DrawOutcome> = line.draws.iter().collect();
        draws.sort_by_key(|draw| std::cmp::Reverse(draw.win));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for draw in draws {
            let (win, tiles) = (text(draw), self.ruleset.show_tiles(&draw.tiles));
            let tiles = if draw.ways == 1 { tiles } else { format!("{tiles} ({})", draw.ways) };
            match groups.iter_mut().find(|(known, _)| *known == win) {
                Some((_, all)) => all.push(tiles),
                None => groups.push((win, vec![tiles])),
            }
        }
        let width = groups.iter().map(|(win, _)| win.chars().count()).max().unwrap_or(0);
        for (win, tiles) in groups {
            writeln!(out, "  {win:>width$} with {} in the bag", tiles.join(", "))?;
        }
        Ok(())
    }

    /// Explains the marks in the table, a line each.
    pub(crate) fn write_remarks(
        &self,
        method: Method,
        players: usize,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let against = (players > 2 && self.is_simulated()).then_some(AGAINST);
        self.legend(method)
            .into_iter()
            .chain(against)
            .try_for_each(|remark| writeln!(out, "{QUIET}{}{QUIET:#}", sentence(remark)))
    }

    fn legend(&self, method: Method) -> Vec<&'static str> {
        if !self.is_simulated() {
            return Vec::new();
        }
        let cells: Vec<String> = self.lines.iter().flat_map(|line| self.values(line)).collect();
        let is_used = |mark: &str| cells.iter().any(|cell| cell.contains(mark));
        let marks = LEGEND.iter().filter(|(mark, _)| is_used(mark)).map(|&(_, text)| text);
        let unknown =
            if matches!(method, Method::Preendgame { .. }) { BAG_UNKNOWN } else { UNPROVEN };
        let marks = marks.chain(is_used(UNKNOWN).then_some(unknown));
        let few = self.has_few_samples().then_some(TOO_FEW);
        marks.chain(few).chain(self.is_unsorted().then_some(UNSORTED)).collect()
    }

    /// Elapsed time, speed and the best move so far.
    pub(crate) fn progress(&self, method: Method, elapsed: Duration) -> String {
        let samples = self.lines.iter().filter_map(|line| Some(line.sampled.as_ref()?.samples));
        let (done, unit) = match method {
            Method::Preendgame { nodes, .. } | Method::Endgame { nodes } => (nodes, "positions"),
            Method::Static | Method::Simulation { .. } => {
                (samples.max().unwrap_or(0), "iterations")
            }
        };
        let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
        let best = self
            .lines
            .first()
            .map_or(String::new(), |best| format!(", best {}", self.show(&best.candidate)));
        format!("{} s, {done} {unit} ({rate:.0}/s){best}", elapsed.as_secs())
    }

    fn has_few_samples(&self) -> bool {
        let is_few = |sampled: &Sampled| sampled.samples < FEWEST_SAMPLES;
        self.lines.iter().any(|line| line.sampled.as_ref().is_some_and(is_few))
    }

    /// Whether a simulated line has a higher win % than one above it.
    fn is_unsorted(&self) -> bool {
        let shown = |line: &Line| {
            line.win.map(|win| (f64::from(win) * 1000.0 / f64::from(CERTAIN)).round() as u32)
        };
        self.lines
            .is_sorted_by(|above, below| below.sampled.is_none() || shown(above) >= shown(below))
            .not()
    }

    fn is_simulated(&self) -> bool {
        self.lines.iter().any(|line| line.spread.is_some())
    }
}

/// Below this many samples no confidence interval is shown.
const FEWEST_SAMPLES: u64 = 30;

/// Half the width of the 95% confidence interval, as in the web app.
fn interval(standard_error: f64) -> f64 {
    2.0 * standard_error
}

/// With more than two players.
const AGAINST: &str = "SPREAD is against the best opponent";

const INTERVAL: &str = "± 95% confidence interval";

const TOO_FEW: &str = "too few samples for a confidence interval: it needs 30";

const UNKNOWN: &str = "?";

const LEGEND: [(&str, &str); 5] = [
    ("±", INTERVAL),
    ("[", "[a–b] proven range of the win chance"),
    ("≥", "≥ proven lower bound; more time may raise it"),
    ("≤", "≤ proven upper bound"),
    ("≈", "≈ estimated"),
];

const UNPROVEN: &str = "? not proven within the time limit";
/// With tiles in the bag.
const BAG_UNKNOWN: &str = "? estimated, not proven: it leaves tiles in the bag, or time was short";

const UNSORTED: &str =
    "the ranking also uses static equity as a prior, and the spread once a game is decided";

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let written = if self.is_simulated() {
            self.simulated_table().write(&mut text)
        } else {
            self.static_table().write(&mut text)
        };
        written.map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// The proven range of the win chance, if it is not exact.
fn proof(line: &Line) -> String {
    let percent = |chance: u32| (f64::from(chance) * 100.0 / f64::from(CERTAIN)).round() as u32;
    match line.bounds.map(|bounds| bounds.map(percent)) {
        Some([0, 100]) => " ?".to_owned(),
        Some([least, most]) if least < most => format!(" [{least}–{most}]"),
        None if line.exactness == Exactness::Estimated && line.sampled.is_none() => " ?".to_owned(),
        _ => String::new(),
    }
}

/// The method and its effort in a few words.
pub(crate) fn summary(method: Method, trained: bool) -> String {
    let name = method_name(method, trained);
    match method {
        Method::Static => name.to_owned(),
        Method::Simulation { plies, rollouts, ended } => {
            let clear = if ended == Some(Ended::Clear) {
                "; stopped early: the best move is clear"
            } else {
                ""
            };
            let plies = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
            format!("{name}, {} of {plies}{clear}", count(rollouts as usize, "rollout"))
        }
        Method::Preendgame { deals, nodes } => {
            format!("{name}, {}, {}", count(deals, "deal"), count(nodes as usize, "position"))
        }
        Method::Endgame { nodes } => format!("{name}, {}", count(nodes as usize, "position")),
    }
}

/// Text on standard error that is redrawn in place, if it is a terminal.
pub(crate) struct Live {
    /// Columns and lines of the terminal; `None` if nothing is shown.
    room: Option<(usize, usize)>,
    /// Lines on the screen.
    height: usize,
    shown: Duration,
}

impl Live {
    /// Least time between two updates.
    const PAUSE: Duration = Duration::from_millis(200);

    pub(crate) fn new() -> Live {
        let room = size_of_stderr().filter(|_| verbosity() != Verbosity::Quiet);
        Live { room, height: 0, shown: Duration::ZERO }
    }

    /// Shows a text, unless the last update was just now.
    pub(crate) fn show(&mut self, elapsed: Duration, text: impl FnOnce() -> String) {
        if let Some((columns, lines)) = self.room
            && elapsed >= self.shown + Live::PAUSE
        {
            self.finish();
            // Lines that scrolled off the screen could not be redrawn.
            let text = fitting(&text(), columns, lines.saturating_sub(1));
            self.height = text.lines().count();
            self.shown = elapsed;
            let _ = write!(anstream::stderr(), "{text}");
        }
    }

    /// Clears the screen of the text.
    pub(crate) fn finish(&mut self) {
        if self.height > 0 {
            // The terminal may have echoed ^C at the start of the line.
            let _ = write!(anstream::stderr(), "\r\x1b[{}A\x1b[J", self.height);
            self.height = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use tisane_rules::{Move, Tiles};

    use super::*;

    /// The values of a line of an endgame, and the marks explained below the table.
    #[track_caller]
    fn check(exactness: Exactness, spread: Option<i32>, shown: [&str; 2], marks: &[char]) {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let worth = |exactness, spread: Option<i32>| Line {
            exactness,
            spread: spread.map(|points| points * 1000),
            win: spread
                .filter(|_| exactness != Exactness::AtMost)
                .map(tisane_engine::win::WinModel::at_end),
            ..Line::of(candidate.clone())
        };
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let all = [worth(Exactness::Exact, Some(5)), worth(exactness, spread)];
        let lines = Lines::new(&ruleset, &board, &all);
        assert_eq!(lines.values(&all[1]), shown);
        let explained: Vec<char> = lines
            .legend(Method::Endgame { nodes: 1 })
            .iter()
            .filter_map(|text| text.chars().next())
            .collect();
        assert_eq!(explained, marks);
    }

    #[test]
    fn endgames_of_three_players_name_both_spreads() {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let lines = [Line {
            exactness: Exactness::Exact,
            win: Some(CERTAIN),
            spread: Some(12_000),
            paranoid: Some(-5_000),
            ..Line::of(candidate)
        }];
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let shown = Lines::new(&ruleset, &board, &lines).values(&lines[0]);
        assert_eq!(shown, ["100", "+12 max-n, -5 paranoid"]);
    }

    #[test]
    fn explains_estimates_with_tiles_in_the_bag() {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let line = Line {
            win: Some(CERTAIN / 10),
            spread: Some(-32_000),
            bounds: Some([0, CERTAIN]),
            ..Line::of(candidate)
        };
        let lines = [Line { exactness: Exactness::Estimated, ..line }];
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let legend =
            Lines::new(&ruleset, &board, &lines).legend(Method::Preendgame { deals: 22, nodes: 1 });
        assert_eq!(legend.last(), Some(&BAG_UNKNOWN));
    }

    #[test]
    fn lists_win_chances_by_the_tiles_in_the_bag() {
        let ruleset = Ruleset::named("english").unwrap();
        let draw = |tiles: &str, ways, win, bounds| DrawOutcome {
            tiles: ruleset.parse_tiles(tiles).unwrap(),
            ways,
            win,
            bounds,
        };
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let line = Line {
            draws: vec![
                draw("A", 2, Some(CERTAIN), [CERTAIN; 2]),
                draw("S", 1, Some(0), [0, 0]),
                draw("T", 1, Some(CERTAIN), [0, CERTAIN]),
                draw("V", 1, Some(CERTAIN), [CERTAIN; 2]),
                draw("X", 1, None, [0, CERTAIN]),
            ],
            ..Line::of(candidate)
        };
        let board = Board::empty(&ruleset.layout);
        let mut text = Vec::new();
        Lines::new(&ruleset, &board, &[]).write_draws(&line, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "    100% with A (2), V in the bag\n  \
             ≈ 100% with T in the bag\n      \
             0% with S in the bag\n       \
             ? with X in the bag\n"
        );
    }

    #[test]
    fn too_few_samples_have_no_interval() {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let sampled = |samples| Sampled {
            samples,
            live: true,
            win_error: 0.0,
            spread_error: 2500.0,
            plies: Vec::new(),
            heat: Vec::new(),
        };
        let line = |samples| Line {
            win: Some(CERTAIN / 2),
            spread: Some(-3000),
            sampled: Some(sampled(samples)),
            ..Line::of(candidate.clone())
        };
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let shown = |samples| {
            let lines = [line(samples)];
            let lines = Lines::new(&ruleset, &board, &lines);
            let method = Method::Simulation { plies: 2, rollouts: 2, ended: None };
            (lines.values(&lines.lines[0]), lines.legend(method))
        };
        assert_eq!(shown(29), (["50.0", "-3.0"].map(str::to_owned), vec![TOO_FEW]));
        assert_eq!(shown(30), (["50.0±0.0", "-3.0±5.0"].map(str::to_owned), vec![INTERVAL]));
    }

    #[test]
    fn progress_shows_speed_and_the_best_move() {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let lines = [Line::of(candidate)];
        let lines = Lines::new(&ruleset, &board, &lines);
        assert_eq!(
            lines.progress(Method::Endgame { nodes: 3000 }, Duration::from_secs(2)),
            "2 s, 3000 positions (1500/s), best pass"
        );
    }

    #[test]
    fn explains_rankings_that_are_not_by_win_chance() {
        let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
        let sampled = Sampled {
            samples: 32,
            live: true,
            win_error: 0.0,
            spread_error: 2500.0,
            plies: Vec::new(),
            heat: Vec::new(),
        };
        let line = |percent: u32| Line {
            win: Some(CERTAIN / 100 * percent),
            spread: Some(-3000),
            sampled: Some(sampled.clone()),
            ..Line::of(candidate.clone())
        };
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let simulation = Method::Simulation { plies: 2, rollouts: 32, ended: None };
        let legend = |percents: [u32; 3]| {
            Lines::new(&ruleset, &board, &percents.map(line)).legend(simulation)
        };
        assert_eq!(legend([50, 50, 40]), [INTERVAL]);
        assert_eq!(legend([50, 40, 45]), [INTERVAL, UNSORTED]);
        let lines = [line(0)];
        assert_eq!(Lines::new(&ruleset, &board, &lines).values(&lines[0]), ["0.0±0.0", "-3.0±5.0"]);
    }

    #[test]
    fn marks_unproven_values_and_explains_every_mark() {
        check(Exactness::Exact, Some(3), ["100", "+3"], &[]);
        check(Exactness::AtLeast, Some(3), ["100", "≥ +3"], &['≥']);
        check(Exactness::AtLeast, Some(-3), ["?", "≥ -3"], &['≥', '?']);
        check(Exactness::AtMost, Some(-3), ["0", "≤ -3"], &['≤']);
        check(Exactness::AtMost, Some(3), ["?", "≤ +3"], &['≤', '?']);
        check(Exactness::Estimated, Some(3), ["100 ?", "≈ +3"], &['≈', '?']);
        check(Exactness::Estimated, None, ["?", "?"], &['?']);
    }
}
