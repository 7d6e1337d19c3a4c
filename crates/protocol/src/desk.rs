//! Where questions are answered: one game, and its words if there are any.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_engine::{Analysis, Engine, Limits, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Cgp, GcgFile, Move, NoSuchRuleset, Position, Ruleset, Through, Tile, Tiles, Written};

use crate::analysis::{LineView, ScoreView, method_name, place_name};
use crate::error::{ErrorCode, ErrorView};
use crate::game::PlacedView;
use crate::position::{PositionView, faces_of, play_of};
use crate::practice::{self, Minds};
use crate::question::{Question, RankView, RankedView, ReadView, UnseenView};
use crate::ruleset::LayoutView;

/// One game that can be asked about. Without an engine it knows no words, and still counts points.
pub struct Desk {
    ruleset: Arc<Ruleset>,
    engine: Option<Engine>,
    minds: Minds,
    /// The same game on the last board that was not the ruleset's own.
    elsewhere: Option<Box<Desk>>,
}

impl Desk {
    pub fn new(engine: Engine) -> Desk {
        Desk { ruleset: engine.ruleset().clone(), engine: Some(engine), minds: Minds::default(), elsewhere: None }
    }

    pub fn without_words(ruleset: Arc<Ruleset>) -> Desk {
        Desk { ruleset, engine: None, minds: Minds::default(), elsewhere: None }
    }

    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub fn engine(&self) -> Option<&Engine> {
        self.engine.as_ref()
    }

    /// The answer as JSON: each kind of [`Question`] names the type of its own. `progress` hears what is known before, of questions that take long.
    pub fn answer(&mut self, question: &Question, progress: &mut dyn FnMut(Value)) -> Result<Value, ErrorView> {
        match question {
            Question::Read { text, ruleset, turn } => json(read(text, ruleset, *turn)?),
            Question::Tiles { text } => {
                let tiles = self.ruleset.parse_tiles(text).map_err(|error| ErrorView::new(ErrorCode::Position, error))?;
                json(faces_of(&self.ruleset, &tiles))
            }
            Question::Write { position } => {
                let desk = self.at(position)?;
                json(Cgp::new(&desk.ruleset, &position.position(&desk.ruleset)?).to_string())
            }
            Question::Rank { position, top } => {
                let desk = self.at(position)?;
                json(desk.rank(&position.position(&desk.ruleset)?, *top as usize)?)
            }
            &Question::Solve { ref position, candidates, plies, rollouts } => {
                let desk = self.at(position)?;
                let limits = Limits { candidates: candidates as usize, plies: plies as usize, rollouts, ..Limits::default() };
                let mut tell = |view: &RankView| {
                    progress(serde_json::to_value(view).expect("answers are plain data"));
                    Go::On
                };
                json(desk.solve(&position.position(&desk.ruleset)?, limits, &mut tell)?)
            }
            Question::Score { position, tiles, words } => {
                let desk = self.at(position)?;
                let play = Move::Play(play_of(&desk.ruleset, tiles)?);
                let position = position.position(&desk.ruleset)?;
                json(match &desk.engine {
                    Some(engine) if *words => ScoreView::of(&desk.ruleset, engine.lexicon(), &position, &play),
                    _ => ScoreView::without_lexicon(&desk.ruleset, &position, &play),
                })
            }
            Question::Move { position, text } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                let play = desk.ruleset.parse_play(&position.board, text).map_err(|error| ErrorView::new(ErrorCode::Move, error))?;
                json(PlacedView::list(&desk.ruleset, play.placements()))
            }
            Question::Practise { new, now } => json(practice::start(self.words()?, new, *now)?),
            Question::GoOn { lines, request, now } => {
                let mut minds = std::mem::take(&mut self.minds);
                let went = self.words().and_then(|engine| practice::go_on(engine, &mut minds, lines, request.as_ref(), *now));
                self.minds = minds;
                json(went?)
            }
            Question::Check { words } => {
                let engine = self.words()?;
                json(words.iter().map(|word| engine.lexicon().has(word)).collect::<Vec<bool>>())
            }
        }
    }

    fn words(&self) -> Result<&Engine, ErrorView> {
        let error = || ErrorView::new(ErrorCode::WhichLexicon, format!("no lexicon was opened for {}", self.ruleset.name));
        self.engine.as_ref().ok_or_else(error)
    }

    /// The desk for a position, which may bring its own board.
    fn at(&mut self, position: &PositionView) -> Result<&Desk, ErrorView> {
        let Some(view) = &position.layout else { return Ok(self) };
        let layout = view.layout().map_err(|error| ErrorView::new(ErrorCode::Position, error))?;
        if layout == self.ruleset.layout {
            return Ok(self);
        }
        if !self.elsewhere.as_ref().is_some_and(|desk| desk.ruleset.layout == layout) {
            let ruleset = Arc::new(self.ruleset.on_layout(layout));
            let engine = self.engine.as_ref().map(|engine| Engine::new(ruleset.clone(), engine.lexicon().clone(), NoLeaves));
            self.elsewhere = Some(Box::new(Desk { ruleset, engine, minds: Minds::default(), elsewhere: None }));
        }
        Ok(self.elsewhere.as_ref().expect("made just now"))
    }

    fn rank(&self, position: &Position, top: usize) -> Result<RankView, ErrorView> {
        let engine = self.words()?;
        let candidates = if position.rack.is_empty() { Vec::new() } else { engine.top(position, top) };
        let lines = candidates.into_iter().map(Line::of).collect();
        Ok(self.view(engine, position, &Frame::of(engine, position), &Analysis { method: Method::Static, lines }))
    }

    /// Looks ahead as far as the limits go. `progress` hears what is known so far, and may end it.
    fn solve(&self, position: &Position, limits: Limits, progress: &mut dyn FnMut(&RankView) -> Go) -> Result<RankView, ErrorView> {
        let engine = self.words()?;
        let frame = Frame::of(engine, position);
        let solved = engine.solve(position, limits, &mut |analysis| progress(&self.view(engine, position, &frame, analysis)));
        Ok(self.view(engine, position, &frame, &solved))
    }

    fn view(&self, engine: &Engine, position: &Position, frame: &Frame, analysis: &Analysis) -> RankView {
        let Frame { count, unseen, doubtful } = frame.clone();
        RankView {
            method: method_name(analysis.method, engine.evaluation().is_trained()).to_owned(),
            rollouts: if let Method::Simulation { rollouts, .. } = analysis.method { Some(rollouts) } else { None },
            count,
            lines: analysis.lines.iter().map(|line| ranked(&self.ruleset, position, line)).collect(),
            unseen,
            bag: position.bag as u32,
            doubtful,
        }
    }
}

/// What is the same however long a position is looked at.
#[derive(Clone)]
struct Frame {
    count: u32,
    unseen: Vec<UnseenView>,
    doubtful: Vec<String>,
}

impl Frame {
    fn of(engine: &Engine, position: &Position) -> Frame {
        let ruleset = engine.ruleset();
        let unseen = |(tile, n): (Tile, usize)| UnseenView { tile: ruleset.face(tile).to_owned(), count: n as u32 };
        Frame {
            count: engine.session().count(position, None).plays as u32,
            unseen: position.unseen(ruleset).kinds().map(unseen).collect(),
            doubtful: doubtful(ruleset, engine.lexicon(), &position.board),
        }
    }
}

fn ranked(ruleset: &Ruleset, position: &Position, line: &Line) -> RankedView {
    let mv = &line.candidate.mv;
    let text = ruleset.show_move_as(&position.board, mv, Through::Parenthesised);
    let (place, word, tiles) = match (mv, text.split_once(' ')) {
        (Move::Play(play), Some((place, word))) => (Some(place.to_owned()), word.to_owned(), PlacedView::list(ruleset, play.placements())),
        _ => (None, text, Vec::new()),
    };
    RankedView { line: LineView::of_line(ruleset, &position.board, line, false), place, word, tiles }
}

fn json(answer: impl Serialize) -> Result<Value, ErrorView> {
    Ok(serde_json::to_value(answer).expect("answers are plain data"))
}

/// Words on the board that are none.
fn doubtful(ruleset: &Ruleset, lexicon: &Lexicon, board: &Board) -> Vec<String> {
    let unknown = board.words().into_iter().filter(|(_, _, word)| !lexicon.contains(word));
    unknown.map(|(square, direction, word)| format!("{} {}", place_name(square, direction), ruleset.alphabet.show(&word))).collect()
}

/// Which position a text gives. It needs no desk, since the text may name its game.
pub fn read(text: &str, ruleset: &str, turn: Option<u32>) -> Result<ReadView, ErrorView> {
    let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Position, error);
    let written = Written::read(text.as_bytes()).map_err(|error| wrong(&error))?;
    let name = match written.game() {
        Some((named, None)) => return Err(wrong(&format!("the position is of the game {named:?}, and there is no such ruleset"))),
        Some((_, Some(meant))) => meant,
        None => ruleset.to_owned(),
    };
    let ruleset = Ruleset::named(&name).map_err(|error| no_such_ruleset(&error))?;
    let lexicon = written.lexicon().map(str::to_owned);
    let on_board = |ruleset: &Ruleset, board: Board, rack: Tiles| -> Result<PositionView, ErrorView> {
        let seats = ruleset.players.from;
        let position = Position::new(ruleset, board, rack, vec![Tiles::new(); seats - 1], vec![0; seats]);
        Ok(PositionView::of(ruleset, &position.map_err(|error| wrong(&error))?))
    };
    let (mut number, mut turns) = (None, None);
    let position = match &written {
        Written::Cgp(cgp) => PositionView::of(&ruleset, &cgp.position(&ruleset).map_err(|error| wrong(&error))?),
        Written::Drawing(text) => {
            let board = ruleset.parse_board(text).map_err(|error| wrong(&error))?;
            on_board(&ruleset, board, Tiles::new())?
        }
        Written::Wordsolver(text) => {
            let mut cases = ruleset.parse_wordsolver(text).map_err(|error| wrong(&error))?;
            let case = match cases.len() {
                1 => cases.remove(0),
                n => return Err(wrong(&format!("the text has {n} boards, and one is wanted"))),
            };
            let layout = Some(LayoutView::of(&case.ruleset.layout));
            PositionView { layout, ..on_board(&case.ruleset, case.board.clone(), case.rack())? }
        }
        Written::Game(file) => {
            let (position, at, of) = position_of_game(file, &ruleset, turn)?;
            (number, turns) = (Some(at), Some(of));
            position
        }
    };
    Ok(ReadView { ruleset: ruleset.name.clone(), lexicon, position, turn: number, turns })
}

/// What to say to a name that no ruleset has.
pub fn no_such_ruleset(error: &NoSuchRuleset) -> ErrorView {
    let mut view = ErrorView::new(ErrorCode::NoSuchRuleset, error);
    view.values.insert("name".to_owned(), error.name.clone());
    view.values.extend(error.nearest.clone().map(|nearest| ("nearest".to_owned(), nearest)));
    view
}

/// The position before a turn, which turn that is, and how many there are.
fn position_of_game(file: &GcgFile, ruleset: &Ruleset, turn: Option<u32>) -> Result<(PositionView, u32, u32), ErrorView> {
    let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Position, error);
    let game = file.record(ruleset).map_err(|error| wrong(&error))?;
    let mut positions = game.record.positions(ruleset).map_err(|error| wrong(&error))?;
    let of = positions.len() as u32;
    let number = turn.unwrap_or(of);
    if !(1..=of).contains(&number) {
        return Err(wrong(&format!("the game has no turn {number}, only 1 to {of}")));
    }
    let position = positions.swap_remove(number as usize - 1).position.map_err(|error| wrong(&error))?;
    Ok((PositionView::of(ruleset, &position), number, of))
}
