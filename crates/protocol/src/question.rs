//! What a page asks about positions. The engine in the browser answers, or the server where there
//! is none.

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

/// What an engine elsewhere needs for a game: addresses that change when the files do.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineView {
    pub ruleset: String,
    /// Nothing where the game has no lexicon and none was named.
    pub lexicon: Option<String>,
    /// The lexicon, spelled with the game's tiles.
    pub words: Option<String>,
    /// What was learned about the game with these words.
    pub model: Option<String>,
}

/// A question about one game with one lexicon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Which position a text gives: a CGP, a game, a drawing, a wordsolver board. Answered by
    /// [`ReadView`].
    Read {
        text: String,
        /// The game that is meant where the text names none.
        ruleset: String,
        /// Of a game: the position before this turn, from 1; nothing for the last.
        turn: Option<u32>,
    },
    /// Which tiles a text gives. Answered by what stands on each.
    Tiles { text: String },
    /// The position as CGP. Answered by that text.
    Write { position: PositionView },
    /// The best moves. Answered by [`AnalysisView`](crate::AnalysisView).
    Rank { position: PositionView, top: u32 },
    /// The best moves by looking ahead. Answered by [`AnalysisView`](crate::AnalysisView), as often as more is known.
    Solve {
        position: PositionView,
        /// How many moves are looked at.
        candidates: u32,
        /// How many turns are played after each; nothing for a round.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// How many games are played on in all.
        rollouts: u64,
        /// Whether the others' last turns are taken to tell what they hold.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        infer: bool,
    },
    /// What the others probably hold, by their last turns. Answered by a list of [`HeldView`]s for
    /// each of them.
    Infer { position: PositionView },
    /// What a move is worth beside the best: `8D retains`, `-QVU`, `pass`. Answered by
    /// [`JudgeView`].
    Judge {
        position: PositionView,
        text: String,
        candidates: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// Nothing for score and leave alone.
        rollouts: Option<u64>,
    },
    /// A game on a score sheet. Answered by [`SheetView`](crate::SheetView).
    Sheet {
        text: String,
        /// The game that is meant where the sheet names none.
        ruleset: String,
    },
    /// Looks back on one turn of such a game, from 1. Answered by
    /// [`ReviewedTurnView`](crate::ReviewedTurnView), and before by
    /// [`TurnProgress`](crate::TurnProgress).
    Review {
        text: String,
        turn: u32,
        candidates: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        plies: Option<u32>,
        /// Nothing for score and leave alone.
        rollouts: Option<u64>,
    },
    /// The turns of such a game that were looked at, put together. Answered by
    /// [`ReviewView`](crate::ReviewView).
    Sum { text: String, turns: Vec<ReviewedTurnView> },
    /// The score sheet of a game that is about to be followed. Answered by its text.
    Begin { players: Vec<String> },
    /// Follows a game that is played elsewhere: writes something down, or only shows it. Answered
    /// by [`FollowView`](crate::FollowView).
    Follow {
        text: String,
        /// The follower's seat.
        me: u32,
        act: Option<FollowAct>,
    },
    /// Where the player on turn may have laid a word: so that all words are good, or if that is
    /// nowhere, anyhow. Answered by [`PlacementsView`](crate::PlacementsView).
    Place { position: PositionView, word: String },
    /// The score sheet of a practice game. Answered by
    /// [`PracticeRecordView`](crate::PracticeRecordView).
    Record { lines: PracticeLines },
    /// What these new tiles would count. Answered by [`ScoreView`](crate::ScoreView).
    Score {
        position: PositionView,
        tiles: Vec<PlacedView>,
        /// Whether to tell which words are none.
        words: bool,
    },
    /// What a move would count, as somebody types it at a game: `8d retains`. Answered by
    /// [`ScoreView`](crate::ScoreView), or why it cannot be made.
    Typed {
        position: PositionView,
        text: String,
        /// Whether words must be in the lexicon.
        words: bool,
    },
    /// Which move a text gives: `8D RETAINS`. Answered by its new tiles.
    Move { position: PositionView, text: String },
    /// Starts a game against the computer. Answered by [`PracticeView`](crate::PracticeView), as is
    /// the next.
    Practise { new: NewPractice, now: Millis },
    /// Shows such a game as it is.
    Show { lines: PracticeLines, now: Millis },
    /// Goes on with such a game: does what is asked, or what is the computer's to do.
    GoOn { lines: PracticeLines, request: Option<ActionRequest>, now: Millis },
    /// Which of these are words. Answered by a yes or no for each.
    Check { words: Vec<String> },
    /// About the words of the game. Answered by what [`WordsQuestion`] says.
    Words { question: WordsQuestion },
}

/// A question for a server, which has no game open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuestionRequest {
    pub ruleset: String,
    /// The ruleset's own, if not named.
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

    /// The positions that the answer is about, so that somebody can see whether to give it.
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

/// A position that was written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadView {
    pub ruleset: String,
    /// What the text calls its lexicon, which need not be here.
    pub lexicon: Option<String>,
    pub position: PositionView,
    /// Of a game: which turn this is before.
    pub turn: Option<u32>,
    /// Of a game: how many positions it has.
    pub turns: Option<u32>,
}

/// A tile that another probably holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeldView {
    pub tile: String,
    /// How likely it was kept from the last turn, from 0 to 1.
    pub chance: f64,
}

/// What a move is worth beside the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgeView {
    /// Whether it is legal, and what it counts.
    pub score: ScoreView,
    /// Why it is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub refused: Option<ErrorView>,
    /// How the moves were valued, as in [`AnalysisView`](crate::AnalysisView).
    pub method: String,
    pub best: Option<RankedView>,
    /// The line of the move, if it is legal.
    pub line: Option<RankedView>,
    /// Its place among all that were looked at, from 1.
    pub place: Option<u32>,
    /// What it lacks; nothing for a move that is not legal.
    pub loss: Option<MistakeView>,
}
