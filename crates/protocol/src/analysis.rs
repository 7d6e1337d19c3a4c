//! Moves and what they are worth: what `solve`, `score`, `perft`, `bench` and `match` say.

use serde::{Deserialize, Serialize};
use tisane_engine::matches::{Holds, Tally};
use tisane_engine::perft::PlayCounts;
use tisane_engine::review::{loss, rest};
use tisane_engine::win::CERTAIN;
use tisane_engine::{Analysis, Candidate, Count, Ended, Exactness, Line, Method};
use tisane_lexicon::{Lexicon, count};
use tisane_rules::{
    Board, Cgp, Direction, Impossible, Move, Position, Ruleset, ScoredWord, Square, Through,
    column_name, score,
};

use crate::detail::{Kind, PositionKind};
use crate::error::{ErrorCode, ErrorView};
use crate::review::{MistakeView, RestView};

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisView {
    /// How the moves were valued: `static`, `static (no leave table)`, `simulation`, `preendgame`
    /// or `endgame`.
    pub method: String,
    /// Turns played after each move, if there was a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u32>,
    /// How many games were played on in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rollouts: Option<u64>,
    /// Why a simulation went no further; nothing as long as it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ended: Option<EndedView>,
    /// How many ways the bag may be were gone through before the endgame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deals: Option<u32>,
    /// How many positions of endgames were looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub nodes: Option<u64>,
    pub ruleset: String,
    pub lexicon: String,
    /// As CGP.
    pub position: String,
    /// How many plays there are; `lines` may hold only the best moves.
    pub count: u32,
    pub lines: Vec<LineView>,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are small, tiles on the board
    /// are spelled.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same with tiles on the board in parentheses, as score sheets have it, where there are
    /// any: `8D RE(TA)INS`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub written: Option<String>,
    pub score: i32,
    /// The tiles that stay on the rack.
    pub leave: String,
    /// Score and leave together, in points.
    pub equity: f64,
    /// The chance to win, from 0 to 1; a tie is half a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win: Option<f64>,
    /// What the chance is proven to be at least and at most, before the endgame; a pass against an
    /// opponent who knows the bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub win_bounds: Option<[f64; 2]>,
    /// How many points ahead at the end of the game; among more than two, of the best of the
    /// others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub spread: Option<f64>,
    /// How sure `spread` is, and `win` where it has no `win_bounds`; if moves were looked at more
    /// closely than by score and leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub exactness: Option<ExactnessView>,
    /// Of `win`; where that is not known, of `spread`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub standard_error: Option<f64>,
    /// How many games were played on from this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub samples: Option<u64>,
    /// The reply that is best, or the most usual one. A play is spelled as on the board after the
    /// move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reply: Option<String>,
    /// The turns after the move, on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<Vec<PlyView>>,
    /// By square, row by row: how often the reply put a tile there, from 0 to 1; if that was asked
    /// for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub heat: Option<Vec<f64>>,
    /// How the score comes about, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub explained: Option<ScoreView>,
    /// What it lacks beside the best, where moves are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<MistakeView>,
    /// What comes after it, where moves are compared and the bag is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rest: Option<RestView>,
}

/// Why a simulation went no further.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndedView {
    /// All moves but one were found to be clearly worse.
    Clear,
    /// As many games were played on as were allowed.
    Spent,
    /// It was told to stop, or its time was up.
    Told,
}

/// How sure a value is.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ExactnessView {
    /// Against the best replies it is exactly this.
    Exact,
    /// It is no more than this.
    AtMost,
    /// It is no less than this.
    AtLeast,
    /// A mean of what was tried.
    Estimated,
}

/// What a turn after a move brought, on average.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyView {
    /// Whose turn it is, counted from the player who moves, who is 0. Reviews that were kept before
    /// it was told do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seat: Option<u32>,
    pub score: f64,
    /// How often a bonus for the number of tiles was earned, from 0 to 1.
    pub bingos: f64,
}

/// One line of a batch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchView {
    /// How many plays there are.
    pub count: u32,
    /// Their scores together.
    pub sum: i64,
    /// The best move, be it an exchange or a pass; nothing where no play runs the way that was
    /// asked for.
    pub best: Option<LineView>,
    /// The best plays, or all of them, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plays: Option<Vec<LineView>>,
}

/// A line of a batch that cannot be answered.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchError {
    pub error: String,
    /// Its number, from 1.
    pub line: u32,
}

/// Whether a move is legal, and what it counts word by word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreView {
    #[serde(rename = "move")]
    pub mv: String,
    pub legal: bool,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// Why it does not fit the board, for readers who say it in their own language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub misfit: Option<ErrorView>,
    /// Why it is not legal, for the same readers: told where a page asks for a verdict.
    #[serde(skip)]
    pub refused: Option<ErrorView>,
    /// What it counts, if it stands; nothing if it does not fit the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<i32>,
    /// What the number of tiles placed earns on top of the words.
    pub bonus: i32,
    /// The main word first.
    pub words: Vec<ScoredWordView>,
    /// Those of the words that are not in the lexicon.
    pub invalid: Vec<String>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoredWordView {
    /// Blanks are small.
    pub word: String,
    /// `8D` across, `D8` down.
    pub place: String,
    /// Whether it is in the lexicon; nothing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<bool>,
    pub tiles: Vec<ScoredTileView>,
    /// The word premiums under its new tiles, multiplied.
    pub multiplier: i32,
    pub points: i32,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoredTileView {
    pub square: String,
    /// What stands on the tile, or what the blank stands for.
    pub tile: String,
    pub blank: bool,
    /// Placed by this play.
    pub new: bool,
    pub value: i32,
    /// The letter premium below it.
    pub times: i32,
}

/// The plays of a position, counted.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PerftView {
    /// As CGP.
    pub position: String,
    pub moves: u32,
    /// The sum of all scores.
    pub points: i64,
    /// The highest score.
    pub best: i32,
    pub sha256: String,
    /// Whether that is what the file says; nothing where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub expected: Option<bool>,
}

/// How fast this machine is at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchView {
    pub games: Vec<BenchGame>,
    pub widest: BenchWidest,
    /// One number over all moves that were chosen.
    pub signature: String,
}

/// The position with the most plays that is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchWidest {
    pub ruleset: String,
    pub lexicon: String,
    pub rack: String,
    pub plays: u32,
    /// How long it takes to list them all, and to find the best.
    pub list_milliseconds: f64,
    pub best_milliseconds: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchGame {
    pub ruleset: String,
    pub lexicon: String,
    pub seats: u32,
    /// On one thread.
    pub plays_per_second: f64,
    /// On one thread.
    pub best_moves_per_second: f64,
    pub games_per_second: f64,
}

/// What a match has shown. Side A is the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchView {
    pub ruleset: String,
    pub lexicon: String,
    pub seed: u64,
    /// Of two games each.
    pub pairs: u64,
    /// The share of games that A wins, and half the width of its 95 % interval.
    pub win_rate: f64,
    pub win_rate_within: Option<f64>,
    /// By how many points A is ahead in a game, and half the width of its 95 % interval.
    pub spread: f64,
    pub spread_within: Option<f64>,
    /// Whether the intervals hold wherever one stops, and not only after a number of pairs chosen
    /// before.
    pub holds_always: bool,
    /// Whether the difference would be clear however often one had looked.
    pub clear: bool,
    pub sides: Vec<MatchSideView>,
}

/// What one side did, in means over its seats where it is not a count of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchSideView {
    pub player: String,
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
    pub points: f64,
    pub turns: f64,
    pub bingos: f64,
    pub exchanges: f64,
    /// Plays with a word that is none, and those of them that were challenged.
    pub phonies: f64,
    pub caught: f64,
    /// Challenges, and those of them that were wrong.
    pub challenges: f64,
    pub wrong_challenges: f64,
    /// For a move.
    pub microseconds: f64,
}

impl MatchView {
    pub fn of(
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        players: [&str; 2],
        seed: u64,
        tally: &Tally,
        holds: Holds,
        microseconds: [f64; 2],
    ) -> MatchView {
        let (win_rate, spread) = (tally.win_rate(holds), tally.spread(holds));
        let side = |which: usize| {
            let side = &tally.sides[which];
            let mean = |n: f64| rounded(n / side.seats.max(1) as f64, 1000.0);
            MatchSideView {
                player: players[which].to_owned(),
                won: side.won,
                tied: side.tied,
                lost: side.lost,
                points: mean(side.points as f64),
                turns: mean(side.turns as f64),
                bingos: mean(side.bingos as f64),
                exchanges: mean(side.exchanges as f64),
                phonies: mean(side.phonies as f64),
                caught: mean(side.caught as f64),
                challenges: mean(side.challenges as f64),
                wrong_challenges: mean(side.wrong_challenges as f64),
                microseconds: rounded(microseconds[which], 10.0),
            }
        };
        MatchView {
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.name().to_owned(),
            seed,
            pairs: tally.pairs,
            win_rate: rounded(win_rate.mean, 1e6),
            win_rate_within: win_rate.within.map(|within| rounded(within, 1e6)),
            spread: rounded(spread.mean, 1000.0),
            spread_within: spread.within.map(|within| rounded(within, 1000.0)),
            holds_always: holds == Holds::Always,
            clear: tally.is_clear(holds),
            sides: vec![side(0), side(1)],
        }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

impl AnalysisView {
    /// `lines` may be others than those of the analysis, or say more.
    pub fn of(
        analysis: &Analysis,
        trained: bool,
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        position: &Position,
        count: Count,
        lines: Vec<LineView>,
    ) -> AnalysisView {
        let (plies, rollouts, deals, nodes) = match analysis.method {
            Method::Static => (None, None, None, None),
            Method::Simulation { plies, rollouts, .. } => {
                (Some(plies as u32), Some(rollouts), None, None)
            }
            Method::Preendgame { deals, nodes } => (None, None, Some(deals as u32), Some(nodes)),
            Method::Endgame { nodes } => (None, None, None, Some(nodes)),
        };
        AnalysisView {
            method: method_name(analysis.method, trained).to_owned(),
            plies,
            rollouts,
            ended: EndedView::of(analysis.method),
            deals,
            nodes,
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.name().to_owned(),
            position: Cgp::new(ruleset, position).to_string(),
            count: count.plays as u32,
            lines,
        }
    }
}

impl EndedView {
    /// Only simulations tell.
    pub fn of(method: Method) -> Option<EndedView> {
        let Method::Simulation { ended, .. } = method else { return None };
        ended.map(|ended| match ended {
            Ended::Clear => EndedView::Clear,
            Ended::LimitReached => EndedView::Spent,
            Ended::Stopped => EndedView::Told,
        })
    }
}

/// How moves were valued, in words. `trained` says whether there was a leave table.
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
            spread: None,
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

    /// A line with all that looking ahead has shown; `detailed` with the heat map.
    pub fn of_line(ruleset: &Ruleset, board: &Board, line: &Line, detailed: bool) -> LineView {
        let chance = |chance: f64| rounded(chance / f64::from(CERTAIN), 1e6);
        let points = |thousandths: f64| rounded(thousandths / 1000.0, 1000.0);
        let sampled = line.sampled.as_ref();
        let known = line.win.is_some() || line.spread.is_some();
        LineView {
            win: line.win.map(|win| chance(win.into())),
            win_bounds: line.bounds.map(|bounds| bounds.map(|bound| chance(bound.into()))),
            spread: line.spread.map(|spread| points(spread.into())),
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

    /// The same beside the best line: with what it lacks, and why that may be.
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

/// A reply, on the board as it is after the move.
fn show_reply(ruleset: &Ruleset, board: &Board, mv: &Move, reply: &Move) -> String {
    let mut after = board.clone();
    if let Move::Play(play) = mv {
        play.place_on(&mut after);
    }
    ruleset.show_move(&after, reply)
}

impl ScoreView {
    /// Judges a move. An empty rack is one that is not known.
    pub fn of(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, mv: &Move) -> ScoreView {
        ScoreView::judge(ruleset, Some(lexicon), position, mv)
    }

    /// The same where there is no lexicon: every word will do.
    pub fn without_lexicon(ruleset: &Ruleset, position: &Position, mv: &Move) -> ScoreView {
        ScoreView::judge(ruleset, None, position, mv)
    }

    fn judge(
        ruleset: &Ruleset,
        lexicon: Option<&Lexicon>,
        position: &Position,
        mv: &Move,
    ) -> ScoreView {
        let text = ruleset.show_move(&position.board, mv);
        let needed = match mv {
            Move::Play(play) => play.tiles(),
            Move::Exchange(tiles) => tiles.clone(),
            Move::Pass => {
                return ScoreView { legal: true, reason: None, ..ScoreView::illegal(text, "") };
            }
        };
        let missing = match position.rack.without(&needed) {
            Err(missing) if !position.rack.is_empty() => {
                let rack = ruleset.show_tiles(&position.rack);
                let values =
                    vec![("missing", ruleset.show_tiles(&missing)), ("rack", rack.clone())];
                Some(ErrorView::about(
                    ErrorCode::NotOnRack,
                    values,
                    format!("the rack {rack} does not have {}", ruleset.name_tiles(&missing)),
                ))
            }
            Err(_) if needed.len() > ruleset.rack => Some(ErrorView::detailed(
                ErrorCode::Position,
                &Impossible::RackTooLong { max: ruleset.rack, found: needed.len() },
            )),
            Err(_) => position.unseen(ruleset).without(&needed).err().map(|missing| {
                let (kind, values) = (
                    Kind::Position(PositionKind::TooManyTiles),
                    vec![("tiles", ruleset.show_tiles(&missing))],
                );
                let sentence =
                    format!("{} would be more than the set holds", ruleset.name_tiles(&missing));
                ErrorView::of_kind(ErrorCode::Position, kind, values, &sentence)
            }),
            Ok(_) => None,
        };
        let play = match mv {
            Move::Play(play) => play,
            _ => {
                let refused = missing.or_else(|| no_exchange(ruleset, position, needed.len()));
                return ScoreView { score: Some(0), ..ScoreView::judged(text, refused) };
            }
        };
        let scored = match score(ruleset, &position.board, play) {
            Ok(scored) => scored,
            Err(misfit) => {
                let view = ErrorView::from(&misfit);
                return ScoreView {
                    misfit: Some(view.clone()),
                    ..ScoreView::judged(text, Some(view))
                };
            }
        };
        let words: Vec<ScoredWordView> =
            scored.words.iter().map(|word| ScoredWordView::of(ruleset, lexicon, word)).collect();
        let invalid: Vec<String> = words
            .iter()
            .filter(|word| word.valid == Some(false))
            .map(|word| word.word.clone())
            .collect();
        let not_words = || {
            let lexicon = lexicon.filter(|_| !invalid.is_empty())?;
            let (verb, list) = (if invalid.len() == 1 { "is" } else { "are" }, invalid.join(", "));
            let sentence = format!("{list} {verb} not in {}", lexicon.name());
            Some(ErrorView::about(ErrorCode::NotWords, vec![("words", list)], sentence))
        };
        let refused = missing.or_else(not_words);
        ScoreView {
            score: Some(scored.total),
            bonus: scored.bonus,
            words,
            invalid,
            ..ScoreView::judged(text, refused)
        }
    }

    /// A move that can be made, unless something is wrong with it.
    fn judged(mv: String, refused: Option<ErrorView>) -> ScoreView {
        let reason = refused.as_ref().map(|refused| refused.error.clone());
        ScoreView { legal: reason.is_none(), reason, refused, ..ScoreView::illegal(mv, "") }
    }

    /// A move that cannot be made.
    pub fn illegal(mv: String, reason: &str) -> ScoreView {
        ScoreView {
            mv,
            legal: false,
            reason: Some(reason.to_owned()),
            misfit: None,
            refused: None,
            score: None,
            bonus: 0,
            words: Vec::new(),
            invalid: Vec::new(),
        }
    }
}

fn no_exchange(ruleset: &Ruleset, position: &Position, n_tiles: usize) -> Option<ErrorView> {
    if position.may_exchange(ruleset, n_tiles) {
        return None;
    }
    let bag = count(position.bag, "tile");
    let (needed, sentence) = match ruleset.exchange {
        None => {
            return Some(ErrorView::about(
                ErrorCode::NoExchanges,
                vec![],
                "tiles cannot be exchanged in this game".to_owned(),
            ));
        }
        Some(rule) if position.bag < rule.bag_at_least => (
            rule.bag_at_least,
            format!("the bag has {bag}, and an exchange needs {}", rule.bag_at_least),
        ),
        Some(_) => (n_tiles, format!("the bag has {bag}, fewer than {n_tiles}")),
    };
    let values = vec![("needed", needed.to_string()), ("bag", position.bag.to_string())];
    Some(ErrorView::about(ErrorCode::BagTooSmall, values, sentence))
}

impl ScoredWordView {
    fn of(ruleset: &Ruleset, lexicon: Option<&Lexicon>, scored: &ScoredWord) -> ScoredWordView {
        let tiles =
            scored.word.tiles.iter().zip(&scored.tiles).map(|(tile, points)| ScoredTileView {
                square: tile.square.to_string(),
                tile: ruleset.alphabet.face(tile.placed.letter).to_owned(),
                blank: tile.placed.blank,
                new: tile.new,
                value: points.value,
                times: points.times,
            });
        ScoredWordView {
            word: ruleset.show_word(scored.word.tiles.iter().map(|tile| tile.placed)),
            place: place_name(scored.word.start, scored.word.direction),
            valid: lexicon.map(|lexicon| lexicon.contains(&scored.word.letters())),
            tiles: tiles.collect(),
            multiplier: scored.multiplier,
            points: scored.points,
        }
    }
}

impl PerftView {
    pub fn of(position: String, counted: PlayCounts, expected: Option<bool>) -> PerftView {
        let PlayCounts { moves, points, best, sha256 } = counted;
        PerftView { position, moves: moves as u32, points, best, sha256, expected }
    }
}

/// Where a word begins and which way it runs: `8D` across, `D8` down.
pub fn place_name(square: Square, direction: Direction) -> String {
    match direction {
        Direction::Across => format!("{}{}", u16::from(square.row) + 1, column_name(square.col)),
        Direction::Down => square.to_string(),
    }
}
