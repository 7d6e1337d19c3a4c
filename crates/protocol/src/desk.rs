//! Where questions are answered: one game, and its words if there are any.

use std::sync::Arc;

use serde::Serialize;
use tisane_app::analysis::{self, Judgement};
use tisane_app::open::{BuiltIn, PositionChoices, RuleChoices, Rulebook, read_rack};
use tisane_app::practice::BotCache;
use tisane_engine::matches::Go;
use tisane_engine::review::ReviewMethod;
use tisane_engine::{Analysis, Count, Engine, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_rules::{Cgp, Layout, Move, Position, Ruleset, Written, WrittenError};

use crate::analysis::{AnalysisView, RankedView};
use crate::error::{ErrorCode, ErrorView};
use crate::following;
use crate::game::PlacedView;
use crate::json::{Json, written};
use crate::line::{LineView, MistakeView, method_name};
use crate::place::PlacementsView;
use crate::position::{OperationView, PositionView, play_of};
use crate::practice;
use crate::question::{HeldView, JudgeView, Question, ReadView};
use crate::review::{ReviewView, TurnProgress, turn_view};
use crate::ruleset::LayoutView;
use crate::score::ScoreView;
use crate::sheet::{game_of, sheet};
use crate::tiles::faces_of;

/// One game that can be asked about. Without an engine it checks no words, but still scores plays.
pub struct Desk {
    ruleset: Arc<Ruleset>,
    engine: Option<Arc<Engine>>,
    bots: BotCache,
    /// The game with the last board or rules that were not the ruleset's own.
    variation: Option<(Changes, Box<Desk>)>,
}

/// How a position's game differs from the one that is open.
#[derive(Clone, Eq, PartialEq, Default)]
struct Changes {
    layout: Option<Layout>,
    /// As [`Ruleset::parse_with`] takes them.
    settings: Vec<String>,
}

impl Desk {
    pub fn new(engine: Engine) -> Desk {
        Desk::with(engine.ruleset().clone(), Some(Arc::new(engine)))
    }

    pub fn without_words(ruleset: Arc<Ruleset>) -> Desk {
        Desk::with(ruleset, None)
    }

    fn with(ruleset: Arc<Ruleset>, engine: Option<Arc<Engine>>) -> Desk {
        Desk { ruleset, engine, bots: BotCache::default(), variation: None }
    }

    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub fn engine(&self) -> Option<&Engine> {
        self.engine.as_deref()
    }

    /// The answer as JSON; each kind of [`Question`] names its type. `progress` gets interim results
    /// of questions that take long, and may end them.
    pub fn answer(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(Json) -> Go,
    ) -> Result<Json, ErrorView> {
        match question {
            Question::Read { text, ruleset, turn } => json(read(text, ruleset, *turn)?),
            Question::Tiles { text } => {
                let tiles = read_rack(&self.ruleset, text)
                    .map_err(|error| ErrorView::detailed(ErrorCode::Position, &error))?;
                json(faces_of(&self.ruleset, &tiles))
            }
            Question::Write { position } => {
                let desk = self.at(position)?;
                let cgp = Cgp::new(&desk.ruleset, &position.position(&desk.ruleset)?);
                let operations = OperationView::operations(&position.operations);
                let others = operations.iter().filter(|operation| operation.code != Cgp::GONE); // the position says it
                json(
                    others
                        .fold(cgp, |cgp, operation| cgp.with(&operation.code, &operation.value))
                        .to_string(),
                )
            }
            Question::Rank { position, top } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let engine = desk.words()?;
                let count = engine.session().count(&position, None);
                json(view(
                    engine,
                    &position,
                    count,
                    &analysis::rank(engine, &position, *top as usize),
                ))
            }
            Question::Solve { position, .. } => {
                let limits = question.budget().unwrap_or_default().limits();
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let engine = desk.words()?;
                let count = engine.session().count(&position, None);
                let solved = engine.solve(&position, limits, &mut |analysis| {
                    progress(written(view(engine, &position, count, analysis)))
                });
                json(view(engine, &position, count, &solved))
            }
            Question::Infer { position } => {
                let desk = self.at(position)?;
                json(desk.infer(&position.position(&desk.ruleset)?)?)
            }
            Question::Judge { position, text, .. } => {
                let method =
                    analysis::review_method(question.budget().map(|budget| budget.limits()));
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                json(desk.judge(&position, text, method)?)
            }
            Question::Sheet { text, ruleset } => json(sheet(text, ruleset)?),
            Question::Review { text, turn, .. } => {
                let engine = self.words()?;
                let (_, game) = game_of(text, &self.ruleset.name)?;
                let wrong =
                    |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Notation, error);
                let positions =
                    game.record.positions(&self.ruleset).map_err(|error| wrong(&error))?;
                let at = (*turn as usize).checked_sub(1).and_then(|turn| positions.get(turn));
                let method =
                    analysis::review_method(question.budget().map(|budget| budget.limits()));
                let mut tell = |analysis: &Analysis| match method {
                    ReviewMethod::Static => Go::On,
                    ReviewMethod::Ahead(limits) => {
                        let (method, share) = (
                            method_name(analysis.method, true).to_owned(),
                            limits.share(analysis.method),
                        );
                        progress(written(TurnProgress { method, share }))
                    }
                };
                let reviewed =
                    at.and_then(|at| engine.review_turn(&game.record, at, method, &mut tell));
                let reviewed =
                    reviewed.ok_or_else(|| wrong(&format!("the game has no turn {turn}")))?;
                json(turn_view(&self.ruleset, &game.record, *turn, &reviewed))
            }
            Question::Sum { text, turns } => {
                let (_, game) = game_of(text, &self.ruleset.name)?;
                let lexicon = self.lexicon().map_or("", Lexicon::name);
                json(ReviewView::sum(&self.ruleset, lexicon, &game.record, turns.clone()))
            }
            Question::Begin { players } => {
                json(following::begin(&self.ruleset, self.lexicon(), players)?)
            }
            Question::Follow { text, me, act } => {
                json(following::follow(&self.ruleset, self.lexicon(), text, *me, act.as_ref())?)
            }
            Question::Place { position, word } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let places = |phonies| {
                    let found =
                        PlacementsView::of(&desk.ruleset, desk.lexicon(), &position, word, phonies);
                    found.map_err(|error| ErrorView::detailed(ErrorCode::Move, &error))
                };
                let found = places(false)?;
                json(if found.placements.is_empty() { places(true)? } else { found })
            }
            Question::Record { lines } => json(practice::record(self.words()?, lines)?),
            Question::Score { position, tiles, words } => {
                let desk = self.at(position)?;
                let play = Move::Play(play_of(&desk.ruleset, tiles)?);
                json(desk.score(&position.position(&desk.ruleset)?, &play, *words))
            }
            Question::Typed { position, text, words } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let typed = analysis::typed_move(&desk.ruleset, &position, text)
                    .map_err(|error| ErrorView::from(&error))?;
                let scored = desk.score(&position, &typed, *words);
                scored.refused.clone().map_or_else(|| json(scored), Err)
            }
            Question::Move { position, text } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let play = desk
                    .ruleset
                    .parse_play(&position.board, text)
                    .map_err(|error| ErrorView::detailed(ErrorCode::Move, &error))?;
                json(PlacedView::list(&desk.ruleset, play.placements()))
            }
            Question::Practise { new, now } => json(practice::start(self.words()?, new, *now)?),
            Question::Show { lines, now } => json(practice::show(self.words()?, lines, *now)?),
            Question::GoOn { lines, request, now } => {
                let engine = self.words()?.clone();
                json(practice::go_on(&engine, &mut self.bots, lines, request.as_ref(), *now)?)
            }
            Question::Check { words } => {
                let engine = self.words()?;
                json(words.iter().map(|word| engine.lexicon().has(word)).collect::<Vec<bool>>())
            }
            Question::Words { question } => {
                let answer =
                    question.answer(self.words()?.lexicon(), self.ruleset.layout.longest());
                answer.map_err(|error| ErrorView::from(&error))
            }
        }
    }

    fn words(&self) -> Result<&Arc<Engine>, ErrorView> {
        let error = || {
            ErrorView::new(
                ErrorCode::WhichLexicon,
                format!("no lexicon was opened for {}", self.ruleset.name),
            )
        };
        self.engine.as_ref().ok_or_else(error)
    }

    fn lexicon(&self) -> Option<&Lexicon> {
        self.engine.as_ref().map(|engine| &**engine.lexicon())
    }

    /// The desk for a position, which may bring its own board and rules.
    fn at(&mut self, position: &PositionView) -> Result<&Desk, ErrorView> {
        let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Position, error);
        let layout = position.layout.as_ref().map(LayoutView::layout).transpose()?;
        let operations = OperationView::operations(&position.operations);
        let settings = Cgp { operations, ..Cgp::default() }
            .settings(&self.ruleset)
            .map_err(|error| wrong(&error))?;
        let layout = layout.filter(|layout| *layout != self.ruleset.layout);
        let changes = Changes { layout, settings };
        if changes == Changes::default() {
            return Ok(self);
        }
        if self.variation.as_ref().is_none_or(|(made, _)| *made != changes) {
            let choices = RuleChoices { ruleset: None, settings: changes.settings.clone() };
            let rulebook = Rulebook { rulesets: &BuiltIn, default: Some(&self.ruleset.name) };
            let rules = rulebook.rules(None, &choices, &mut Vec::new());
            let mut ruleset = rules.map_err(|error| ErrorView::from(&error))?.ruleset;
            if let Some(layout) = &changes.layout {
                let on_layout = ruleset.checked_on_layout(layout.clone());
                ruleset = Arc::new(on_layout.map_err(|error| wrong(&error))?);
            }
            let engine = self
                .engine
                .as_ref()
                .map(|engine| Arc::new(analysis::variation(engine, ruleset.clone())));
            self.variation = Some((changes, Box::new(Desk::with(ruleset, engine))));
        }
        Ok(&self.variation.as_ref().expect("made just now").1)
    }

    /// The tiles that opponents probably kept, the likeliest first.
    fn infer(&self, position: &Position) -> Result<Vec<Vec<HeldView>>, ErrorView> {
        let view = |(tile, chance)| HeldView {
            tile: self.ruleset.face(tile).to_owned(),
            chance: f64::from(chance) / 1000.0,
        };
        let inferred = analysis::infer(self.words()?, position).into_iter();
        Ok(inferred.map(|tiles| tiles.into_iter().map(view).collect()).collect())
    }

    /// What a move scores, with or without checking its words.
    fn score(&self, position: &Position, mv: &Move, words: bool) -> ScoreView {
        match &self.engine {
            Some(engine) if words => ScoreView::of(&self.ruleset, engine.lexicon(), position, mv),
            _ => ScoreView::without_lexicon(&self.ruleset, position, mv),
        }
    }

    fn judge(
        &self,
        position: &Position,
        text: &str,
        method: ReviewMethod,
    ) -> Result<JudgeView, ErrorView> {
        let engine = self.words()?;
        let typed = analysis::typed_move(&self.ruleset, position, text)
            .map_err(|error| ErrorView::from(&error))?;
        let Judgement { mv, analysis, place, loss } =
            analysis::judge(engine, position, &typed, method);
        let best = analysis.lines.first();
        let view = |line: &Line| RankedView::beside(&self.ruleset, position, best, line);
        let score = ScoreView::of(&self.ruleset, engine.lexicon(), position, &mv);
        Ok(JudgeView {
            refused: score.refused.clone(),
            score,
            method: method_name(analysis.method, engine.evaluation().is_trained()).to_owned(),
            best: best.map(view),
            line: place.map(|place| view(&analysis.lines[place])),
            place: place.map(|place| place as u32 + 1),
            loss: loss.map(MistakeView::of),
        })
    }
}

/// The moves as pages show them.
fn view(engine: &Engine, position: &Position, count: Count, analysis: &Analysis) -> AnalysisView {
    let ruleset = engine.ruleset();
    // A page lists thousands of static moves, and compares none of them.
    let best = analysis.lines.first().filter(|_| analysis.method != Method::Static);
    let line = |line: &Line| match best {
        Some(best) => LineView::beside(ruleset, position, best, line, true),
        None => LineView::of_line(ruleset, &position.board, line, true),
    };
    let lines = analysis.lines.iter().map(line).collect();
    let trained = engine.evaluation().is_trained();
    AnalysisView::of(analysis, trained, ruleset, engine.lexicon(), position, count, lines)
}

fn json(answer: impl Serialize) -> Result<Json, ErrorView> {
    Ok(written(answer))
}

/// The position that a text gives. It needs no desk, since the text may name its game.
pub fn read(text: &str, ruleset: &str, turn: Option<u32>) -> Result<ReadView, ErrorView> {
    let text = Written::read(text.as_bytes()).map_err(|error| match error {
        WrittenError::Unknown => ErrorView::new(ErrorCode::NoNotation, error),
        error => ErrorView::detailed(ErrorCode::Notation, &error),
    })?;
    let rulebook = Rulebook { rulesets: &BuiltIn, default: Some(ruleset) };
    // A turn is a matter of games only.
    let turn = turn.filter(|_| matches!(text, Written::Game(_))).map(|turn| turn as usize);
    let choices = PositionChoices { turn, strict: true, ..PositionChoices::default() };
    let opened = rulebook
        .position(Some(&text), &choices, &mut Vec::new())
        .map_err(|error| ErrorView::from(&error))?;
    let mut position = PositionView::of(&opened.ruleset, &opened.position);
    match &text {
        Written::Cgp(cgp) => position.operations = rule_operations(cgp),
        Written::Wordsolver(_) => position.layout = Some(LayoutView::of(&opened.ruleset.layout)),
        Written::Game(_) | Written::Drawing(_) => {}
    }
    Ok(ReadView {
        ruleset: opened.plain.name.clone(),
        lexicon: text.lexicon().map(str::to_owned),
        position,
        turn: opened.game.as_ref().map(|game| game.turn as u32),
        turns: opened.game.as_ref().map(|game| game.turns as u32),
    })
}

/// The operations of a CGP that neither the game, its words nor the position say.
fn rule_operations(cgp: &Cgp) -> Vec<OperationView> {
    let is_said = |code: &str| ["ld", "bdn", "lex", Cgp::GONE].contains(&code);
    let operations: Vec<_> =
        cgp.operations.iter().filter(|operation| !is_said(&operation.code)).cloned().collect();
    OperationView::list(&operations)
}
