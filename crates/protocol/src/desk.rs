//! Where questions are answered: one game, and its words if there are any.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use tisane_engine::infer::Inference;
use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_engine::review::{Care, loss};
use tisane_engine::{Analysis, Engine, Fingerprint, Limits, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Cgp, CgpError, GcgFile, Impossible, Layout, Move, MoveText, MoveTextError,
    NoSuchRuleset, Position, Ruleset, Through, Tile, Tiles, Written, WrittenError,
    drawing_and_rack, read_move,
};

use crate::analysis::{EndedView, LineView, ScoreView, method_name, place_name};
use crate::detail::{ActionKind, Kind, PositionKind};
use crate::error::{ErrorCode, ErrorView};
use crate::following;
use crate::game::PlacedView;
use crate::place::PlacementsView;
use crate::position::{OperationView, PositionView, faces_of, play_of};
use crate::practice::{self, Minds};
use crate::question::{HeldView, JudgeView, Question, RankView, RankedView, ReadView, UnseenView};
use crate::review::{MistakeView, ReviewView, TurnProgress, turn_view};
use crate::ruleset::LayoutView;
use crate::sheet::{SheetView, game_of, ruleset_of};

/// One game that can be asked about. Without an engine it knows no words, and still counts points.
pub struct Desk {
    ruleset: Arc<Ruleset>,
    engine: Option<Engine>,
    minds: Minds,
    /// The same game with the last board or rules that were not the ruleset's own.
    elsewhere: Option<(Elsewhere, Box<Desk>)>,
}

/// How a position's game differs from the one that is open.
#[derive(Clone, Eq, PartialEq)]
struct Elsewhere {
    layout: Option<Layout>,
    /// As [`Ruleset::parse_with`] takes them.
    settings: Vec<String>,
}

impl Desk {
    pub fn new(engine: Engine) -> Desk {
        Desk {
            ruleset: engine.ruleset().clone(),
            engine: Some(engine),
            minds: Minds::default(),
            elsewhere: None,
        }
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

    /// The answer as JSON: each kind of [`Question`] names the type of its own. `progress` hears
    /// what is known before, of questions that take long, and may end them.
    pub fn answer(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(Json) -> Go,
    ) -> Result<Json, ErrorView> {
        match question {
            Question::Read { text, ruleset, turn } => json(read(text, ruleset, *turn)?),
            Question::Tiles { text } => {
                let tiles = self
                    .ruleset
                    .parse_tiles(text)
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
                json(desk.rank(&position.position(&desk.ruleset)?, *top as usize)?)
            }
            &Question::Solve { ref position, candidates, plies, rollouts, infer } => {
                let desk = self.at(position)?;
                let inference = infer.then(Inference::default);
                let limits = Limits {
                    candidates: candidates as usize,
                    plies: plies.map(|plies| plies as usize),
                    rollouts,
                    inference,
                    ..Limits::default()
                };
                let mut tell = |view: &RankView| progress(written(view));
                json(desk.solve(&position.position(&desk.ruleset)?, limits, &mut tell)?)
            }
            Question::Infer { position } => {
                let desk = self.at(position)?;
                json(desk.infer(&position.position(&desk.ruleset)?)?)
            }
            Question::Judge { position, text, candidates, plies, rollouts } => {
                let desk = self.at(position)?;
                let position = position.position(&desk.ruleset)?;
                json(desk.judge(&position, text, care(*candidates, *plies, *rollouts))?)
            }
            Question::Sheet { text, ruleset } => json(sheet(text, ruleset)?),
            Question::Review { text, turn, candidates, plies, rollouts } => {
                let engine = self.words()?;
                let (_, game) = game_of(text, &self.ruleset.name)?;
                let wrong =
                    |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Notation, error);
                let positions =
                    game.record.positions(&self.ruleset).map_err(|error| wrong(&error))?;
                let at = (*turn as usize).checked_sub(1).and_then(|turn| positions.get(turn));
                let care = care(*candidates, *plies, *rollouts);
                let mut tell = |analysis: &Analysis| match care {
                    Care::Static => Go::On,
                    Care::Ahead(limits) => {
                        let (method, share) = (
                            method_name(analysis.method, true).to_owned(),
                            limits.share(analysis.method),
                        );
                        progress(written(TurnProgress { method, share }))
                    }
                };
                let reviewed =
                    at.and_then(|at| engine.review_turn(&game.record, at, care, &mut tell));
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
                let scored = desk.score(&position, &desk.typed(&position, text)?, *words);
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
                let mut minds = std::mem::take(&mut self.minds);
                let went = self.words().and_then(|engine| {
                    practice::go_on(engine, &mut minds, lines, request.as_ref(), *now)
                });
                self.minds = minds;
                json(went?)
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

    fn words(&self) -> Result<&Engine, ErrorView> {
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
        let wanted =
            Elsewhere { layout: layout.filter(|layout| *layout != self.ruleset.layout), settings };
        if wanted == (Elsewhere { layout: None, settings: Vec::new() }) {
            return Ok(self);
        }
        if !self.elsewhere.as_ref().is_some_and(|(there, _)| *there == wanted) {
            let mut ruleset = with_settings(&self.ruleset, &wanted.settings)?;
            if let Some(layout) = &wanted.layout {
                ruleset =
                    ruleset.checked_on_layout(layout.clone()).map_err(|error| wrong(&error))?;
            }
            let ruleset = Arc::new(ruleset);
            let engine = self.engine.as_ref().map(|engine| {
                let words = engine.lexicon().clone();
                let kin = Fingerprint::of(&ruleset, &words)
                    .is_kin(&Fingerprint::of(&self.ruleset, &words));
                match kin && wanted.layout.is_none() {
                    true => Engine::new(ruleset.clone(), words, engine.evaluation().clone()),
                    false => Engine::new(ruleset.clone(), words, NoLeaves),
                }
            });
            self.elsewhere = Some((
                wanted,
                Box::new(Desk { ruleset, engine, minds: Minds::default(), elsewhere: None }),
            ));
        }
        Ok(&self.elsewhere.as_ref().expect("made just now").1)
    }

    /// What the others may have kept, the likeliest first.
    fn infer(&self, position: &Position) -> Result<Vec<Vec<HeldView>>, ErrorView> {
        let beliefs = self.words()?.infer(position, Inference::default());
        let unseen = position.unseen(&self.ruleset);
        let held = |belief: &tisane_engine::infer::Belief| {
            let view = |(tile, _)| HeldView {
                tile: self.ruleset.face(tile).to_owned(),
                chance: f64::from(belief.holds(tile)) / 1000.0,
            };
            let mut held: Vec<HeldView> = unseen.kinds().map(view).collect();
            held.retain(|held| held.chance > 0.0);
            held.sort_by(|a, b| b.chance.total_cmp(&a.chance));
            held
        };
        Ok(beliefs.others.iter().map(held).collect())
    }

    /// The move that somebody types.
    fn typed(&self, position: &Position, text: &str) -> Result<Move, ErrorView> {
        let hand = position.hand(&self.ruleset);
        match read_move(&self.ruleset, &position.board, &hand, text) {
            Ok(MoveText::Move(mv)) => Ok(mv),
            Ok(MoveText::ExchangeOf(_)) => Err(ErrorView::detailed(
                ErrorCode::Move,
                &MoveTextError::UnknownTiles { text: text.trim().to_owned() },
            )),
            Ok(_) => {
                let sentence =
                    format!("{text:?} is neither a play, an exchange of named tiles nor a pass");
                Err(ErrorView::of_kind(
                    ErrorCode::Move,
                    Kind::Action(ActionKind::NoTurn),
                    vec![],
                    &sentence,
                ))
            }
            Err(error) => Err(ErrorView::detailed(ErrorCode::Move, &error)),
        }
    }

    /// What a move counts, wherever its words must be good or may be any.
    fn score(&self, position: &Position, mv: &Move, words: bool) -> ScoreView {
        match &self.engine {
            Some(engine) if words => ScoreView::of(&self.ruleset, engine.lexicon(), position, mv),
            _ => ScoreView::without_lexicon(&self.ruleset, position, mv),
        }
    }

    fn judge(&self, position: &Position, text: &str, care: Care) -> Result<JudgeView, ErrorView> {
        let engine = self.words()?;
        let mv = engine.as_listed(position, &self.typed(position, text)?);
        let analysis = match care {
            Care::Static => Analysis {
                method: Method::Static,
                lines: engine.moves(position).into_iter().map(Line::of).collect(),
            },
            Care::Ahead(limits) => engine.solve_with(position, Some(&mv), limits, &mut |_| Go::On),
        };
        let place = analysis.lines.iter().position(|line| line.candidate.mv == mv);
        let view = |line: &Line| ranked(&self.ruleset, position, analysis.lines.first(), line);
        let score = ScoreView::of(&self.ruleset, engine.lexicon(), position, &mv);
        Ok(JudgeView {
            refused: score.refused.clone(),
            score,
            method: method_name(analysis.method, engine.evaluation().is_trained()).to_owned(),
            best: analysis.lines.first().map(view),
            line: place.map(|place| view(&analysis.lines[place])),
            place: place.map(|place| place as u32 + 1),
            loss: place
                .and_then(|place| loss(&analysis.lines[0], &analysis.lines[place]))
                .map(MistakeView::of),
        })
    }

    fn rank(&self, position: &Position, top: usize) -> Result<RankView, ErrorView> {
        let engine = self.words()?;
        let candidates =
            if position.rack.is_empty() { Vec::new() } else { engine.top(position, top) };
        let lines = candidates.into_iter().map(Line::of).collect();
        Ok(self.view(
            engine,
            position,
            &Frame::of(engine, position),
            &Analysis { method: Method::Static, lines },
        ))
    }

    /// Looks ahead as far as the limits go. `progress` hears what is known so far, and may end it.
    fn solve(
        &self,
        position: &Position,
        limits: Limits,
        progress: &mut dyn FnMut(&RankView) -> Go,
    ) -> Result<RankView, ErrorView> {
        let engine = self.words()?;
        let frame = Frame::of(engine, position);
        let solved = engine.solve(position, limits, &mut |analysis| {
            progress(&self.view(engine, position, &frame, analysis))
        });
        Ok(self.view(engine, position, &frame, &solved))
    }

    fn view(
        &self,
        engine: &Engine,
        position: &Position,
        frame: &Frame,
        analysis: &Analysis,
    ) -> RankView {
        let Frame { count, unseen, doubtful } = frame.clone();
        // Of thousands that nobody looked at, nobody wants to know what each lacks.
        let best = analysis.lines.first().filter(|_| analysis.method != Method::Static);
        RankView {
            method: method_name(analysis.method, engine.evaluation().is_trained()).to_owned(),
            rollouts: if let Method::Simulation { rollouts, .. } = analysis.method {
                Some(rollouts)
            } else {
                None
            },
            ended: EndedView::of(analysis.method),
            deals: if let Method::Preendgame { deals, .. } = analysis.method {
                Some(deals as u32)
            } else {
                None
            },
            nodes: if let Method::Endgame { nodes } = analysis.method { Some(nodes) } else { None },
            count,
            lines: analysis
                .lines
                .iter()
                .map(|line| ranked(&self.ruleset, position, best, line))
                .collect(),
            unseen,
            bag: in_the_bag(&self.ruleset, position) as u32,
            doubtful,
        }
    }
}

/// While there is a bag, everybody's rack is full: what is not said of the mover's own is not in
/// the bag either.
fn in_the_bag(ruleset: &Ruleset, position: &Position) -> usize {
    position.bag.saturating_sub(ruleset.rack.saturating_sub(position.rack.len()))
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
        let unseen = |(tile, n): (Tile, usize)| UnseenView {
            tile: ruleset.face(tile).to_owned(),
            count: n as u32,
        };
        Frame {
            count: engine.session().count(position, None).plays as u32,
            unseen: position.unseen(ruleset).kinds().map(unseen).collect(),
            doubtful: doubtful(ruleset, engine.lexicon(), &position.board),
        }
    }
}

/// A line as a page shows it; beside the best, what it lacks.
fn ranked(ruleset: &Ruleset, position: &Position, best: Option<&Line>, line: &Line) -> RankedView {
    let mv = &line.candidate.mv;
    let text = ruleset.show_move_as(&position.board, mv, Through::Parenthesised);
    let (place, word, tiles) = match (mv, text.split_once(' ')) {
        (Move::Play(play), Some((place, word))) => {
            (Some(place.to_owned()), word.to_owned(), PlacedView::list(ruleset, play.placements()))
        }
        _ => (None, text, Vec::new()),
    };
    let view = match best {
        Some(best) => LineView::beside(ruleset, position, best, line, true),
        None => LineView::of_line(ruleset, &position.board, line, true),
    };
    RankedView { line: view, place, word, tiles }
}

/// How closely moves are looked at: without a number of games, by score and leave. Where no games
/// are played on, positions are searched for some seconds at most.
fn care(candidates: u32, plies: Option<u32>, rollouts: Option<u64>) -> Care {
    rollouts.map_or(Care::Static, |rollouts| {
        let usual = Limits::default();
        let nodes = usual.nodes.min(rollouts.saturating_mul(NODES));
        Care::Ahead(Limits {
            candidates: candidates as usize,
            plies: plies.map(|plies| plies as usize),
            rollouts,
            nodes,
            ..usual
        })
    })
}

/// Positions of an endgame that are searched, for each game that would be played on.
const NODES: u64 = 500;

/// The ruleset with what the operations of a CGP change.
fn with_settings(ruleset: &Ruleset, settings: &[String]) -> Result<Ruleset, ErrorView> {
    if settings.is_empty() {
        return Ok(ruleset.clone());
    }
    let source = Ruleset::builtin_source(&ruleset.name).map_err(|error| no_such_ruleset(&error))?;
    Ruleset::parse_with(source, settings)
        .map_err(|error| ErrorView::new(ErrorCode::Position, error))
}

/// A game on a score sheet.
pub fn sheet(text: &str, ruleset: &str) -> Result<SheetView, ErrorView> {
    let (ruleset, game) = game_of(text, ruleset)?;
    SheetView::of(&ruleset, &game.record, game.warnings.iter().map(ErrorView::from).collect())
}

/// An answer as text. A tree of values would take twenty times the memory.
pub type Json = Box<RawValue>;

/// An answer as pages get it: `{"ok": …}` or `{"error": …}`.
#[derive(Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Ok(Json),
    Error(ErrorView),
}

impl From<Result<Json, ErrorView>> for Answer {
    fn from(answer: Result<Json, ErrorView>) -> Answer {
        answer.map_or_else(Answer::Error, Answer::Ok)
    }
}

/// A value as JSON text.
pub fn written(value: impl Serialize) -> Json {
    serde_json::value::to_raw_value(&value).expect("answers are plain data")
}

fn json(answer: impl Serialize) -> Result<Json, ErrorView> {
    Ok(written(answer))
}

/// Words on the board that are none.
fn doubtful(ruleset: &Ruleset, lexicon: &Lexicon, board: &Board) -> Vec<String> {
    let unknown = board.words().into_iter().filter(|(_, _, word)| !lexicon.contains(word));
    unknown
        .map(|(square, direction, word)| {
            format!("{} {}", place_name(square, direction), ruleset.alphabet.show(&word))
        })
        .collect()
}

/// Which position a text gives. It needs no desk, since the text may name its game.
pub fn read(text: &str, ruleset: &str, turn: Option<u32>) -> Result<ReadView, ErrorView> {
    let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Position, error);
    let impossible = |error: Impossible| ErrorView::detailed(ErrorCode::Position, &error);
    let written = Written::read(text.as_bytes()).map_err(|error| match error {
        WrittenError::Unknown => ErrorView::new(ErrorCode::NoNotation, error),
        error => ErrorView::detailed(ErrorCode::Notation, &error),
    })?;
    let name = match written.game() {
        Some((named, None)) => {
            let (kind, values) =
                (Kind::Position(PositionKind::NoSuchGame), vec![("name", named.to_owned())]);
            let sentence =
                format!("the position is of the game {named:?}, and there is no such ruleset");
            return Err(ErrorView::of_kind(ErrorCode::Position, kind, values, &sentence));
        }
        Some((_, Some(meant))) => meant,
        None => ruleset.to_owned(),
    };
    let ruleset = match &written {
        Written::Game(file) => ruleset_of(file, &name)?,
        _ => Ruleset::named(&name).map_err(|error| no_such_ruleset(&error))?,
    };
    let lexicon = written.lexicon().map(str::to_owned);
    let on_board =
        |ruleset: &Ruleset, board: Board, rack: Tiles| -> Result<PositionView, ErrorView> {
            let seats = ruleset.players.from;
            let position =
                Position::new(ruleset, board, rack, vec![Tiles::new(); seats - 1], vec![0; seats]);
            Ok(PositionView::of(ruleset, &position.map_err(impossible)?))
        };
    let (mut number, mut turns) = (None, None);
    let position = match &written {
        Written::Cgp(cgp) => {
            let ruleset =
                with_settings(&ruleset, &cgp.settings(&ruleset).map_err(|error| wrong(&error))?)?;
            let position = cgp.position(&ruleset).map_err(|error| match error {
                CgpError::Impossible(error) => impossible(error),
                error => ErrorView::detailed(ErrorCode::Notation, &error),
            })?;
            let position = PositionView::of(&ruleset, &position);
            let named = |code: &str| ["ld", "bdn", "lex", Cgp::GONE].contains(&code); // said by the game, its words and the position
            let operations: Vec<_> = cgp
                .operations
                .iter()
                .filter(|operation| !named(&operation.code))
                .cloned()
                .collect();
            PositionView { operations: OperationView::list(&operations), ..position }
        }
        Written::Drawing(text) => {
            let (text, below) = drawing_and_rack(text, false);
            let board = ruleset
                .parse_board(&text)
                .map_err(|error| ErrorView::detailed(ErrorCode::Notation, &error))?;
            let rack = ruleset
                .parse_tiles(&below.unwrap_or_default())
                .map_err(|error| ErrorView::detailed(ErrorCode::Position, &error))?;
            on_board(&ruleset, board, rack)?
        }
        Written::Wordsolver(text) => {
            let case = ruleset
                .parse_wordsolver_case(text)
                .map_err(|error| ErrorView::new(ErrorCode::Notation, error))?;
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
    view.brief()
}

/// The position before a turn, which turn that is, and how many there are.
fn position_of_game(
    file: &GcgFile,
    ruleset: &Ruleset,
    turn: Option<u32>,
) -> Result<(PositionView, u32, u32), ErrorView> {
    let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Position, error);
    let game =
        file.record(ruleset).map_err(|error| ErrorView::detailed(ErrorCode::Notation, &error))?;
    let mut positions = game.record.positions(ruleset).map_err(|error| wrong(&error))?;
    let of = positions.len() as u32;
    let number = turn.unwrap_or(of);
    if !(1..=of).contains(&number) {
        return Err(wrong(&format!("the game has no turn {number}, only 1 to {of}")));
    }
    let position = positions
        .swap_remove(number as usize - 1)
        .position
        .map_err(|error| ErrorView::detailed(ErrorCode::Position, &error))?;
    Ok((PositionView::of(ruleset, &position), number, of))
}
