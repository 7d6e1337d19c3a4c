//! Moves with what they are worth, as a table; and the same table while it is being worked out.

use std::fmt;
use std::io::Write;
use std::ops::Not;
use std::time::Duration;

use tisane_engine::win::CERTAIN;
use tisane_engine::{Candidate, Ended, Exactness, Line, Method, Sampled};
use tisane_protocol::method_name;
use tisane_rules::{Board, Ruleset, Through};

use super::QUIET;
use super::screen::{fitting, sentence, size_of_stderr};
use super::table::{Align, Table};
use super::tell::count;

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

    /// The move as people write it.
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

    /// Without looking ahead.
    fn by_equity(&self) -> Table<5> {
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

    fn looked_ahead(&self) -> Table<9> {
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
            let [win, spread] = self.worth(line);
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

    /// The chance to win and the spread, with how sure they are. Where nothing was learned, no line
    /// tells a chance.
    fn worth(&self, line: &Line) -> [String; 2] {
        let percent = |chance: f64| chance * 100.0 / f64::from(CERTAIN);
        let ahead = line.spread.unwrap_or_default();
        let win = match (line.win, line.exactness) {
            _ if self.lines.iter().all(|line| line.win.is_none()) => String::new(),
            (_, Exactness::AtMost) if ahead < 0 => "0".to_owned(),
            (_, Exactness::AtLeast) if ahead <= 0 => UNKNOWN.to_owned(),
            (None, _) => UNKNOWN.to_owned(),
            (Some(win), _) => match &line.sampled {
                Some(sampled) if sampled.samples > 1 => {
                    format!("{:.1}±{:.1}", percent(win.into()), percent(within(sampled.win_error)))
                }
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
            Some(Sampled { samples: 2.., spread_error, .. }) => {
                format!("{spread:+.1}±{:.1}", within(*spread_error) / 1000.0)
            }
            Some(_) => format!("{spread:+.1}"),
            None => format!("{sign}{spread:+.0}"),
        });
        [win, spread.unwrap_or_else(|| UNKNOWN.to_owned())]
    }

    /// What stands below the table: what its marks say, a line for each that is there, and what its
    /// columns do not say of so many players.
    pub(crate) fn write_remarks(
        &self,
        method: Method,
        players: usize,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let against = (players > 2 && self.looks_ahead()).then_some(AGAINST);
        self.legend(method)
            .into_iter()
            .chain(against)
            .try_for_each(|remark| writeln!(out, "{QUIET}{}{QUIET:#}", sentence(remark)))
    }

    fn legend(&self, method: Method) -> Vec<&'static str> {
        if !self.looks_ahead() {
            return Vec::new();
        }
        let cells: Vec<String> = self.lines.iter().flat_map(|line| self.worth(line)).collect();
        let is_there = |mark: &str| cells.iter().any(|cell| cell.contains(mark));
        let marks = LEGEND.iter().filter(|(mark, _)| is_there(mark)).map(|&(_, text)| text);
        let unknown =
            if matches!(method, Method::Preendgame { .. }) { BAG_UNKNOWN } else { UNPROVEN };
        let marks = marks.chain(is_there(UNKNOWN).then_some(unknown));
        marks.chain(self.rises().then_some(RISES)).collect()
    }

    /// Whether a line of a simulation has a higher chance to win than one above it.
    fn rises(&self) -> bool {
        let shown = |line: &Line| {
            line.win.map(|win| (f64::from(win) * 1000.0 / f64::from(CERTAIN)).round() as u32)
        };
        self.lines
            .is_sorted_by(|above, below| below.sampled.is_none() || shown(above) >= shown(below))
            .not()
    }

    fn looks_ahead(&self) -> bool {
        self.lines.iter().any(|line| line.spread.is_some())
    }
}

/// What something sampled may be off, 19 times out of 20: two standard errors, as the web app tells
/// it.
fn within(standard_error: f64) -> f64 {
    2.0 * standard_error
}

/// Of more than two players.
const AGAINST: &str = "SPREAD is against the best of the others";

const WITHIN: &str = "± what it may be off, 19 times out of 20";

/// Of which nothing is known.
const UNKNOWN: &str = "?";

const LEGEND: [(&str, &str); 5] = [
    ("±", WITHIN),
    ("[", "[a–b] what is proven about the chance to win"),
    ("≥", "≥ proven to be so much or more; more time may prove more"),
    ("≤", "≤ proven to be so much or less"),
    ("≈", "≈ estimated"),
];

const UNPROVEN: &str = "? nothing is proven; more time may prove something";
/// With tiles in the bag.
const BAG_UNKNOWN: &str = "? nothing is proven, and the move stands where its estimate puts it; of one that leaves tiles in the bag more time proves nothing";

const RISES: &str = "moves are not ranked by WIN % alone, so it may rise from one line to the next: static equity counts too, and in a decided game the spread";

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let written = if self.looks_ahead() {
            self.looked_ahead().write(&mut text)
        } else {
            self.by_equity().write(&mut text)
        };
        written.map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// What is proven about the chance to win, where it is not all of it.
fn proof(line: &Line) -> String {
    let percent = |chance: u32| (f64::from(chance) * 100.0 / f64::from(CERTAIN)).round() as u32;
    match line.bounds.map(|bounds| bounds.map(percent)) {
        Some([0, 100]) => " ?".to_owned(),
        Some([least, most]) if least < most => format!(" [{least}–{most}]"),
        None if line.exactness == Exactness::Estimated && line.sampled.is_none() => " ?".to_owned(),
        _ => String::new(),
    }
}

/// What was done, in a few words.
pub(crate) fn summary(method: Method, trained: bool) -> String {
    let name = method_name(method, trained);
    match method {
        Method::Static => name.to_owned(),
        Method::Simulation { plies, rollouts, ended } => {
            let clear = if ended == Some(Ended::Clear) {
                "; it ended early: no other move is likely to be better"
            } else {
                ""
            };
            let plies = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
            format!("{name}, {} of {plies}{clear}", count(rollouts as usize, "rollout"))
        }
        Method::Preendgame { deals, nodes } => {
            format!(
                "{name}, {} the bag may be, {}",
                count(deals, "way"),
                count(nodes as usize, "position")
            )
        }
        Method::Endgame { nodes } => format!("{name}, {}", count(nodes as usize, "position")),
    }
}

/// A text on standard error that is written over again and again, where that is a terminal.
pub(crate) struct Live {
    /// Columns and lines of the terminal.
    room: Option<(usize, usize)>,
    /// Lines on the screen.
    height: usize,
    shown: Duration,
}

impl Live {
    /// Between two texts.
    const PAUSE: Duration = Duration::from_millis(200);

    pub(crate) fn new() -> Live {
        Live { room: size_of_stderr(), height: 0, shown: Duration::ZERO }
    }

    /// Shows a text, if the one before has been there for a while.
    pub(crate) fn show(&mut self, since_begin: Duration, text: impl FnOnce() -> String) {
        if let Some((columns, lines)) = self.room
            && since_begin >= self.shown + Live::PAUSE
        {
            self.finish();
            // What has left the screen cannot be written over.
            let text = fitting(&text(), columns, lines.saturating_sub(1));
            self.height = text.lines().count();
            self.shown = since_begin;
            let _ = write!(anstream::stderr(), "{text}"); // Whoever cannot see it is not told.
        }
    }

    /// Clears the screen of the text.
    pub(crate) fn finish(&mut self) {
        if self.height > 0 {
            // Ctrl-C may have left its name at the start of the line.
            let _ = write!(anstream::stderr(), "\r\x1b[{}A\x1b[J", self.height);
            self.height = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use tisane_rules::{Move, Tiles};

    use super::*;

    /// What a line of an endgame shows for the chance to win and the spread, and the marks that are
    /// explained below the table.
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
        assert_eq!(lines.worth(&all[1]), shown);
        let explained: Vec<char> = lines
            .legend(Method::Endgame { nodes: 1 })
            .iter()
            .filter_map(|text| text.chars().next())
            .collect();
        assert_eq!(explained, marks);
    }

    #[test]
    fn no_time_is_promised_to_prove_what_is_only_estimated() {
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
    fn a_chance_that_rises_down_the_table_is_explained() {
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
        assert_eq!(legend([50, 50, 40]), [WITHIN]);
        assert_eq!(legend([50, 40, 45]), [WITHIN, RISES]);
        let lines = [line(0)];
        assert_eq!(Lines::new(&ruleset, &board, &lines).worth(&lines[0]), ["0.0±0.0", "-3.0±5.0"]);
    }

    #[test]
    fn what_is_not_proven_is_marked_and_every_mark_explained() {
        check(Exactness::Exact, Some(3), ["100", "+3"], &[]);
        check(Exactness::AtLeast, Some(3), ["100", "≥ +3"], &['≥']);
        check(Exactness::AtLeast, Some(-3), ["?", "≥ -3"], &['≥', '?']);
        check(Exactness::AtMost, Some(-3), ["0", "≤ -3"], &['≤']);
        check(Exactness::AtMost, Some(3), ["?", "≤ +3"], &['≤', '?']);
        check(Exactness::Estimated, Some(3), ["100 ?", "≈ +3"], &['≈', '?']);
        check(Exactness::Estimated, None, ["?", "?"], &['?']);
    }
}
