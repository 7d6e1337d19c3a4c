//! The moves of a position, best first: what `solve` and the pages show.

use serde::{Deserialize, Serialize};
use tisane_app::analysis::Survey;
use tisane_engine::{Analysis, Count, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Cgp, Move, Position, Ruleset, Through, Tiles};

use crate::game::PlacedView;
use crate::line::{EndedView, LineView, method_name};

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisView {
    /// How the moves were ranked: `static`, `static (no leave table)`, `simulation`, `preendgame`
    /// or `endgame`.
    pub method: String,
    /// Turns of each rollout, in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u32>,
    /// Number of rollouts, in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rollouts: Option<u64>,
    /// Why a simulation stopped; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ended: Option<EndedView>,
    /// Number of possible bags that were searched, in a pre-endgame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deals: Option<u32>,
    /// Number of endgame positions that were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub nodes: Option<u64>,
    pub ruleset: String,
    pub lexicon: String,
    /// As CGP.
    pub position: String,
    /// Number of plays; `lines` may contain only the best moves.
    pub count: u32,
    pub lines: Vec<RankedView>,
    /// The tiles that the player on turn does not see.
    pub unseen: Vec<UnseenView>,
    /// How many of the unseen tiles are in the bag.
    pub bag: u32,
    /// Words on the board that are not in the lexicon: `8D RETANIS`.
    pub doubtful: Vec<String>,
}

/// A move with its new tiles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RankedView {
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub line: LineView,
    /// `8D` across, `D8` down; nothing for exchanges and passes.
    pub place: Option<String>,
    /// `RE(TA)INs`: tiles on the board in parentheses, blanks in lower case. For an exchange or a
    /// pass, the move.
    pub word: String,
    /// The new tiles.
    pub tiles: Vec<PlacedView>,
}

/// Tiles of one kind.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnseenView {
    /// `?` is a blank.
    pub tile: String,
    pub count: u32,
}

/// The answer to one line of a batch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchView {
    /// Number of plays.
    pub count: u32,
    /// The sum of their scores.
    pub sum: i64,
    /// The best move, which may be an exchange or a pass; nothing if no play runs in the chosen
    /// direction.
    pub best: Option<LineView>,
    /// The best plays or all of them. On request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plays: Option<Vec<LineView>>,
}

/// The error for a line of a batch.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchError {
    pub error: String,
    /// Its number, from 1.
    pub line: u32,
}

impl AnalysisView {
    /// `lines` are the views of the first lines of the analysis.
    pub fn of(
        analysis: &Analysis,
        trained: bool,
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        position: &Position,
        count: Count,
        lines: Vec<LineView>,
    ) -> AnalysisView {
        let Survey { unseen, bag, phonies } = Survey::of(ruleset, lexicon, position);
        let ranked =
            analysis.lines.iter().zip(lines).map(|(line, view)| {
                RankedView::of(ruleset, &position.board, &line.candidate.mv, view)
            });
        let ranked = ranked.collect();
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
            lines: ranked,
            unseen: UnseenView::list(ruleset, &unseen),
            bag: bag as u32,
            doubtful: phonies,
        }
    }
}

impl RankedView {
    /// The view of a line with the parts of its move.
    pub(crate) fn of(ruleset: &Ruleset, board: &Board, mv: &Move, line: LineView) -> RankedView {
        let text = ruleset.show_move_as(board, mv, Through::Parenthesised);
        let (place, word, tiles) = match (mv, text.split_once(' ')) {
            (Move::Play(play), Some((place, word))) => (
                Some(place.to_owned()),
                word.to_owned(),
                PlacedView::list(ruleset, play.placements()),
            ),
            _ => (None, text, Vec::new()),
        };
        RankedView { line, place, word, tiles }
    }

    /// A line with all details; beside the best one, with what it loses.
    pub(crate) fn beside(
        ruleset: &Ruleset,
        position: &Position,
        best: Option<&Line>,
        line: &Line,
    ) -> RankedView {
        let view = match best {
            Some(best) => LineView::beside(ruleset, position, best, line, true),
            None => LineView::of_line(ruleset, &position.board, line, true),
        };
        RankedView::of(ruleset, &position.board, &line.candidate.mv, view)
    }
}

impl UnseenView {
    pub(crate) fn list(ruleset: &Ruleset, tiles: &Tiles) -> Vec<UnseenView> {
        tiles
            .kinds()
            .map(|(tile, n)| UnseenView { tile: ruleset.face(tile).to_owned(), count: n as u32 })
            .collect()
    }
}
