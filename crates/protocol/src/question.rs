//! Questions of a page to an engine: the one in the browser, or the server's.

use serde::{Deserialize, Serialize};
use tisane_app::budget::{Budget, Ceiling};
use tisane_engine::Limits;
use tisane_rules::{Millis, Position, Ruleset};

use crate::analysis::RankedView;
use crate::error::{ErrorCode, ErrorView};
use crate::following::FollowAct;
use crate::game::PlacedView;
use crate::line::MistakeView;
use crate::position::PositionView;
use crate::practice::{NewPractice, PracticeLines};
use crate::request::ActionRequest;
use crate::review::ReviewedTurnView;
use crate::score::ScoreView;
use crate::sheet::game_of;
use crate::words::WordsQuestion;

/// The files that an engine in the browser needs. Their addresses change when the files do.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineView {
    pub ruleset: String,
    /// Nothing if the game has no lexicon and none was named.
    pub lexicon: Option<String>,
    /// The lexicon, spelled with the game's tiles.
    pub words: Option<String>,
    /// The model for the game with this lexicon.
    pub model: Option<String>,
}

/// A question about one game with one lexicon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Reads a position: a CGP, a game, a drawing or a wordsolver board. Answered by [`ReadView`].
    Read {
        text: String,
        /// The game of texts that name none.
        ruleset: String,
        /// In a game, the position before this turn, from 1; the last one if not given.
        turn: Option<u32>,
    },
    /// Reads tiles. Answered by their faces.
    Tiles { text: String },
    /// Writes the position as CGP. Answered by the text.
    Write { position: PositionView },
    /// The best moves by static equity. Answered by [`AnalysisView`](crate::AnalysisView).
    Rank { position: PositionView, top: u32 },
    /// The best moves by simulation or search. Answered by [`AnalysisView`](crate::AnalysisView),
    /// again and again as results improve.
    Solve {
        position: PositionView,
        /// Number of moves that are compared.
        candidates: u32,
        /// Turns of each rollout; a round if not given.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// Maximum number of rollouts.
        rollouts: u64,
        /// Whether opponents' racks are inferred from their last moves.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        infer: bool,
    },
    /// Infers opponents' racks from their last moves. Answered by a list of [`HeldView`]s for each
    /// opponent.
    Infer { position: PositionView },
    /// Compares a move with the best one: `8D retains`, `-QVU`, `pass`. Answered by [`JudgeView`].
    Judge {
        position: PositionView,
        text: String,
        candidates: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// Static equity alone if not given.
        rollouts: Option<u64>,
    },
    /// Reads a score sheet. Answered by [`SheetView`](crate::SheetView).
    Sheet {
        text: String,
        /// The game of sheets that name none.
        ruleset: String,
    },
    /// Reviews one turn of a score sheet, from 1. Answered by
    /// [`ReviewedTurnView`](crate::ReviewedTurnView), with [`TurnProgress`](crate::TurnProgress)
    /// before it.
    Review {
        text: String,
        turn: u32,
        candidates: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// Static equity alone if not given.
        rollouts: Option<u64>,
    },
    /// Sums up reviewed turns of a score sheet. Answered by [`ReviewView`](crate::ReviewView).
    Sum { text: String, turns: Vec<ReviewedTurnView> },
    /// Starts the score sheet of a tracked game. Answered by its text.
    Begin { players: Vec<String> },
    /// Writes something on the score sheet of a tracked game, or only shows it. Answered by
    /// [`FollowView`](crate::FollowView).
    Follow {
        text: String,
        /// The tracker's seat.
        me: u32,
        act: Option<FollowAct>,
    },
    /// Where the player on turn may have played a word: with valid words only or, if there is no
    /// such place, with any. Answered by [`PlacementsView`](crate::PlacementsView).
    Place { position: PositionView, word: String },
    /// The score sheet of a practice game. Answered by
    /// [`PracticeRecordView`](crate::PracticeRecordView).
    Record { lines: PracticeLines },
    /// What these new tiles would score. Answered by [`ScoreView`](crate::ScoreView).
    Score {
        position: PositionView,
        tiles: Vec<PlacedView>,
        /// Whether to check the words.
        words: bool,
    },
    /// What a typed move would score: `8d retains`. Answered by [`ScoreView`](crate::ScoreView), or
    /// an error if it is not legal.
    Typed {
        position: PositionView,
        text: String,
        /// Whether words must be in the lexicon.
        words: bool,
    },
    /// Reads a play: `8D RETAINS`. Answered by its new tiles.
    Move { position: PositionView, text: String },
    /// Starts a practice game. Answered by [`PracticeView`](crate::PracticeView), like the next
    /// two.
    Practise { new: NewPractice, now: Millis },
    /// Shows a practice game.
    Show { lines: PracticeLines, now: Millis },
    /// Continues a practice game: with the player's action, or the next bot's.
    GoOn { lines: PracticeLines, request: Option<ActionRequest>, now: Millis },
    /// Which of these are words. Answered by a boolean for each.
    Check { words: Vec<String> },
    /// Looks up words. [`WordsQuestion`] names the answers.
    Words { question: WordsQuestion },
}

/// A question for a server, with the game it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuestionRequest {
    pub ruleset: String,
    /// The ruleset's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    pub question: Question,
}

/// The most that one question may ask of somebody else's machine.
const CEILING: Ceiling = Ceiling { time: None, candidates: 30, plies: 4, rollouts: 6_000 };
const MOST_MOVES: u32 = 5_000;

/// How far a question makes the engine search, if it does.
fn search(candidates: u32, plies: Option<u32>, rollouts: u64) -> Budget {
    Budget {
        candidates: Some(candidates as usize),
        plies: plies.map(|plies| plies as usize),
        ..Budget::rollouts(rollouts)
    }
}

impl Question {
    /// The same question, as far as it may go on somebody else's machine.
    #[must_use]
    pub fn bounded(mut self) -> Question {
        if let Question::Rank { top, .. } = &mut self {
            *top = (*top).min(MOST_MOVES);
        }
        let Some(budget) = self.budget().map(|budget| budget.capped(&CEILING)) else {
            return self;
        };
        let (most_candidates, most_plies) = (budget.candidates, budget.plies);
        match &mut self {
            Question::Solve { candidates, plies, rollouts: most, .. } => {
                *candidates = most_candidates.map_or(*candidates, |n| n as u32);
                *plies = most_plies.map(|n| n as u32);
                *most = budget.rollouts.unwrap_or(*most);
            }
            Question::Judge { candidates, plies, rollouts, .. }
            | Question::Review { candidates, plies, rollouts, .. } => {
                *candidates = most_candidates.map_or(*candidates, |n| n as u32);
                *plies = most_plies.map(|n| n as u32);
                *rollouts = rollouts.and(budget.rollouts);
            }
            _ => {}
        }
        self
    }

    /// How far the engine searches for the answer, if it does.
    pub(crate) fn budget(&self) -> Option<Budget> {
        match self {
            &Question::Solve { candidates, plies, rollouts, infer, .. } => {
                let nodes = Some(Limits::default().nodes);
                Some(Budget { infer, nodes, ..search(candidates, plies, rollouts) })
            }
            &Question::Judge { candidates, plies, rollouts, .. }
            | &Question::Review { candidates, plies, rollouts, .. } => {
                rollouts.map(|rollouts| search(candidates, plies, rollouts))
            }
            _ => None,
        }
    }

    /// The positions that the answer is about, for checking whether they are from a live game.
    pub fn positions(&self, ruleset: &Ruleset) -> Result<Vec<Position>, ErrorView> {
        match self {
            Question::Write { position }
            | Question::Rank { position, .. }
            | Question::Solve { position, .. }
            | Question::Infer { position }
            | Question::Judge { position, .. }
            | Question::Place { position, .. }
            | Question::Score { position, .. }
            | Question::Typed { position, .. }
            | Question::Move { position, .. } => {
                let layout = position.layout.as_ref().map(crate::LayoutView::layout).transpose()?;
                let own = layout.map(|layout| ruleset.checked_on_layout(layout)).transpose();
                let own = own.map_err(|error| ErrorView::new(ErrorCode::Position, error))?;
                Ok(vec![position.position(own.as_ref().unwrap_or(ruleset))?])
            }
            Question::Review { text, .. }
            | Question::Follow { text, .. }
            | Question::Sheet { text, .. } => {
                let (ruleset, game) = game_of(text, &ruleset.name)?;
                let positions = game
                    .record
                    .positions(&ruleset)
                    .map_err(|error| ErrorView::new(ErrorCode::Notation, error))?;
                Ok(positions.into_iter().filter_map(|at| at.position.ok()).collect())
            }
            Question::Read { .. }
            | Question::Tiles { .. }
            | Question::Sum { .. }
            | Question::Begin { .. }
            | Question::Record { .. }
            | Question::Practise { .. }
            | Question::Show { .. }
            | Question::GoOn { .. }
            | Question::Check { .. }
            | Question::Words { .. } => Ok(Vec::new()),
        }
    }
}

/// A position that was read from a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadView {
    pub ruleset: String,
    /// The text's name of its lexicon, which may not be installed.
    pub lexicon: Option<String>,
    pub position: PositionView,
    /// In a game, the turn that follows, from 1.
    pub turn: Option<u32>,
    /// In a game, the number of positions.
    pub turns: Option<u32>,
}

/// A tile that an opponent probably holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeldView {
    pub tile: String,
    /// The probability that it was kept from the last turn, from 0 to 1.
    pub chance: f64,
}

/// A move compared with the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgeView {
    /// Whether it is legal, and its score.
    pub score: ScoreView,
    /// Why it is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub refused: Option<ErrorView>,
    /// How the moves were ranked, as in [`AnalysisView`](crate::AnalysisView).
    pub method: String,
    pub best: Option<RankedView>,
    /// The line of the move, if it is legal.
    pub line: Option<RankedView>,
    /// Its rank among the compared moves, from 1.
    pub place: Option<u32>,
    /// What it loses; nothing for an illegal move.
    pub loss: Option<MistakeView>,
}
