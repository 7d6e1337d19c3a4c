//! A move and what it is worth.

use serde::{Deserialize, Serialize};
use tisane_engine::review::{JudgedBy, Loss, Rest, Size, loss, rest};
use tisane_engine::win::CERTAIN;
use tisane_engine::{Candidate, DrawOutcome, Ended, Exactness, Line, Method};
use tisane_rules::{Board, Move, Position, Ruleset, Through};

use crate::score::ScoreView;

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are in lower case; tiles on
    /// the board are spelled out.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same with tiles on the board in parentheses, if there are any: `8D RE(TA)INS`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub written: Option<String>,
    pub score: i32,
    /// The leave.
    pub leave: String,
    /// Score plus leave value, in points.
    pub equity: f64,
    /// Win probability, from 0 to 1; a tie is half a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win: Option<f64>,
    /// In a pre-endgame, the proven bounds of the win probability. A move that leaves tiles in the
    /// bag has them against an opponent who knows the bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win_bounds: Option<[f64; 2]>,
    /// In a pre-endgame, the win probability by the tiles in the bag; absent if there are very many
    /// possible bags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub draws: Option<Vec<DrawView>>,
    /// Spread at the end of the game; with more than two players, over the best opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub spread: Option<f64>,
    /// In a solved endgame of more than two players, the spread over the best opponent if all
    /// opponents play against this player (paranoid); `spread` is then the one if everybody plays
    /// for the own spread (max-n).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub paranoid: Option<f64>,
    /// How exact `spread` is, and `win` if it has no `win_bounds`. Absent for static equity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub exactness: Option<ExactnessView>,
    /// The standard error of `win` or, if that is unknown, of `spread`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub standard_error: Option<f64>,
    /// Number of rollouts of this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub samples: Option<u64>,
    /// The best or most frequent reply, written as on the board after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reply: Option<String>,
    /// Averages of the turns after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<Vec<PlyView>>,
    /// For each square, row by row: how often the reply put a tile there, from 0 to 1. On request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub heat: Option<Vec<f64>>,
    /// How the score is computed. On request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub explained: Option<ScoreView>,
    /// What it loses compared with the best move, where moves are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<MistakeView>,
    /// What follows it, where moves are compared and the bag is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rest: Option<RestView>,
}

/// The win probability of a move if the bag contains these tiles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawView {
    /// The tiles in the bag.
    pub tiles: String,
    /// The number of ways to draw them.
    pub ways: u32,
    /// Win probability, from 0 to 1; absent if it was not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win: Option<f64>,
    /// Proven bounds of the win probability.
    pub win_bounds: [f64; 2],
}

/// Why a simulation stopped.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndedView {
    /// The best move is clear.
    Clear,
    /// The iterations or rollouts are used up.
    Spent,
    /// It was stopped, or its time was up.
    Told,
}

/// How exact a value is.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ExactnessView {
    /// Exact, against the best replies.
    Exact,
    /// An upper bound.
    AtMost,
    /// A lower bound.
    AtLeast,
    /// A sample mean.
    Estimated,
}

/// Averages of one turn after a move.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyView {
    /// Whose turn it is, counted from the player who moves (0). Older saved reviews don't have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seat: Option<u32>,
    pub score: f64,
    /// How often it was a bingo, from 0 to 1.
    pub bingos: f64,
}

/// What a move loses compared with the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MistakeView {
    /// Win probability in percent; nothing if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win: Option<f64>,
    pub points: f64,
    pub size: SizeView,
    /// Whether the size follows from the points, because win probabilities are unknown or the game
    /// was decided.
    #[serde(default)]
    pub by_points: bool,
}

/// What follows a move when the bag is empty.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RestView {
    /// Whether the move ends the game, so that only the final adjustment follows.
    pub ends: bool,
    /// How many points the player gains on the best opponent after the move, up to the end of the
    /// game.
    pub gains: f64,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SizeView {
    None,
    Small,
    Medium,
    Large,
}

impl EndedView {
    /// Only for simulations.
    pub fn of(method: Method) -> Option<EndedView> {
        let Method::Simulation { ended, .. } = method else { return None };
        ended.map(|ended| match ended {
            Ended::Clear => EndedView::Clear,
            Ended::LimitReached => EndedView::Spent,
            Ended::Stopped => EndedView::Told,
        })
    }
}

/// The name of a method. `trained` says whether there was a leave table.
pub fn method_name(method: Method, trained: bool) -> &'static str {
    match method {
        Method::Static if trained => "static",
        Method::Static => "static (no leave table)",
        Method::Simulation { .. } => "simulation",
        Method::Preendgame { .. } => "preendgame",
        Method::Endgame { .. } => "endgame",
    }
}

impl LineView {
    pub fn of(ruleset: &Ruleset, board: &Board, candidate: &Candidate) -> LineView {
        let mv = ruleset.show_move(board, &candidate.mv);
        let written = ruleset.show_move_as(board, &candidate.mv, Through::Parenthesised);
        LineView {
            written: (written != mv).then_some(written),
            mv,
            score: candidate.score,
            leave: ruleset.show_tiles(&candidate.leave),
            equity: f64::from(candidate.equity) / 1000.0,
            win: None,
            win_bounds: None,
            draws: None,
            spread: None,
            paranoid: None,
            exactness: None,
            standard_error: None,
            samples: None,
            reply: None,
            plies: None,
            heat: None,
            explained: None,
            loss: None,
            rest: None,
        }
    }

    /// A line with all results of a search; `detailed` adds the heat map.
    pub fn of_line(ruleset: &Ruleset, board: &Board, line: &Line, detailed: bool) -> LineView {
        let chance = |chance: f64| rounded(chance / f64::from(CERTAIN), 1e6);
        let points = |thousandths: f64| rounded(thousandths / 1000.0, 1000.0);
        let sampled = line.sampled.as_ref();
        let known = line.win.is_some() || line.spread.is_some();
        LineView {
            win: line.win.map(|win| chance(win.into())),
            win_bounds: line.bounds.map(|bounds| bounds.map(|bound| chance(bound.into()))),
            draws: (!line.draws.is_empty()).then(|| {
                let draw = |draw: &DrawOutcome| DrawView {
                    tiles: ruleset.show_tiles(&draw.tiles),
                    ways: draw.ways as u32,
                    win: draw.win.map(|win| chance(win.into())),
                    win_bounds: draw.bounds.map(|bound| chance(bound.into())),
                };
                line.draws.iter().map(draw).collect()
            }),
            spread: line.spread.map(|spread| points(spread.into())),
            paranoid: line.paranoid.map(|spread| points(spread.into())),
            exactness: known.then_some(match line.exactness {
                Exactness::Exact => ExactnessView::Exact,
                Exactness::AtMost => ExactnessView::AtMost,
                Exactness::AtLeast => ExactnessView::AtLeast,
                Exactness::Estimated => ExactnessView::Estimated,
            }),
            standard_error: sampled.filter(|sampled| sampled.samples > 1).map(|sampled| match line
                .win
            {
                Some(_) => chance(sampled.win_error),
                None => points(sampled.spread_error),
            }),
            samples: sampled.map(|sampled| sampled.samples),
            reply: line
                .reply
                .as_ref()
                .map(|reply| show_reply(ruleset, board, &line.candidate.mv, reply)),
            plies: sampled.map(|sampled| {
                let ply = |ply: &tisane_engine::PlyMeans| PlyView {
                    seat: Some(ply.seat as u32),
                    score: points(ply.score.into()),
                    bingos: chance(ply.bingos.into()),
                };
                sampled.plies.iter().map(ply).collect()
            }),
            heat: sampled.filter(|_| detailed).map(|sampled| {
                let share = |&n: &u32| rounded(f64::from(n) / sampled.samples.max(1) as f64, 1e4);
                sampled.heat.iter().map(share).collect()
            }),
            ..LineView::of(ruleset, board, &line.candidate)
        }
    }

    /// The same compared with the best line: what it loses, and what follows it.
    pub fn beside(
        ruleset: &Ruleset,
        position: &Position,
        best: &Line,
        line: &Line,
        detailed: bool,
    ) -> LineView {
        LineView {
            loss: loss(best, line).map(MistakeView::of),
            rest: rest(ruleset, position, line).map(RestView::of),
            ..LineView::of_line(ruleset, &position.board, line, detailed)
        }
    }
}

/// A reply, written on the board after the move.
fn show_reply(ruleset: &Ruleset, board: &Board, mv: &Move, reply: &Move) -> String {
    let mut after = board.clone();
    if let Move::Play(play) = mv {
        play.place_on(&mut after);
    }
    ruleset.show_move(&after, reply)
}

impl RestView {
    pub fn of(Rest { ends, gains }: Rest) -> RestView {
        RestView { ends, gains: f64::from(gains) / 1000.0 }
    }
}

impl MistakeView {
    pub fn of(loss: Loss) -> MistakeView {
        MistakeView {
            win: loss.win.map(percent),
            points: f64::from(loss.points) / 1000.0,
            size: match loss.size {
                Size::None => SizeView::None,
                Size::Small => SizeView::Small,
                Size::Medium => SizeView::Medium,
                Size::Large => SizeView::Large,
            },
            by_points: loss.by == JudgedBy::Points,
        }
    }

    pub(crate) fn loss(&self) -> Loss {
        Loss {
            win: self.win.map(|percent| (percent / 100.0 * f64::from(CERTAIN)).round() as u32),
            points: (self.points * 1000.0).round() as i32,
            size: match self.size {
                SizeView::None => Size::None,
                SizeView::Small => Size::Small,
                SizeView::Medium => Size::Medium,
                SizeView::Large => Size::Large,
            },
            by: if self.by_points { JudgedBy::Points } else { JudgedBy::Win },
        }
    }
}

/// A chance in percent, with two digits.
pub(crate) fn percent(chance: u32) -> f64 {
    (f64::from(chance) * 10_000.0 / f64::from(CERTAIN)).round() / 100.0
}

pub(crate) fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
