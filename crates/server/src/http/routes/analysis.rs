//! Analysis of positions, unless they are from a live game.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use tisane_app::analysis::{self, variation};
use tisane_app::budget::{Budget, Ceiling};
use tisane_app::open::Opened;
use tisane_engine::matches::Go;
use tisane_engine::{Analysis, Engine};
use tisane_lexicon::Lexicon;
use tisane_protocol::request::{AheadRequest, ScoreRequest, SolveRequest};
use tisane_protocol::{AnalysisView, LineView, PlaceRequest, PlacementsView, ScoreView};
use tisane_rules::{Cgp, CgpError, Position, Ruleset, Written};

use super::open::{Game, choices, open, required};
use super::streamed::{AnswerForm, answer};
use crate::compute::RunningAnalysis;
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Address, Body, MaybePlayer};
use crate::limits::Kind;
use crate::{App, Error};

/// Moves in an answer, unless a number is given.
const DEFAULT_MOVES: u32 = 15;
/// The most that can be asked for.
const MOST_MOVES: u32 = 1000;
/// The most a visitor's search may take.
const CEILING: Ceiling =
    Ceiling { time: Some(Duration::from_secs(30)), candidates: 100, plies: 50, rollouts: u64::MAX };

/// `POST /api/solve`: the best moves of a position.
pub(crate) async fn solve(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    wanted: AnswerForm,
    Body(request): Body<SolveRequest>,
) -> Result<Response, Error> {
    address.take(&app, Kind::Thinking)?;
    let top = request.top.unwrap_or(DEFAULT_MOVES).min(MOST_MOVES) as usize;
    let Loaded { ruleset, plain, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &plain, vec![position.clone()]).await?;
    let budget = request.ahead.map(|ahead| budget(&ahead).capped(&CEILING));
    let is_plain = Arc::ptr_eq(&ruleset, &plain);
    let work = move |engine: &Engine, running: &mut RunningAnalysis<'_, AnalysisView>| {
        // Engines are cached for the rulesets as they are; changed rules get one of their own.
        let own = (!is_plain).then(|| variation(engine, ruleset));
        Ok(think(own.as_ref().unwrap_or(engine), &position, top, budget, running))
    };
    let told = app.computer().analyse(
        address.asker(player.as_ref()),
        app.stopping(),
        (plain, lexicon),
        work,
    )?;
    answer(wanted, told).await
}

fn think(
    engine: &Engine,
    position: &Position,
    top: usize,
    budget: Option<Budget>,
    running: &mut RunningAnalysis<'_, AnalysisView>,
) -> AnalysisView {
    let mut session = engine.session();
    let count = session.count(position, None);
    let view = |analysis: &Analysis| {
        let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
        let lines = analysis.lines.iter().take(top);
        let lines =
            lines.map(|line| LineView::of_line(ruleset, &position.board, line, false)).collect();
        let trained = engine.evaluation().is_trained();
        AnalysisView::of(analysis, trained, ruleset, lexicon, position, count, lines)
    };
    let Some(budget) = budget else {
        return view(&analysis::rank(engine, position, top));
    };
    let mut limits = budget.limits();
    limits.candidates = limits.candidates.max(top.min(CEILING.candidates));
    let analysis = engine.solve(position, limits, &mut |analysis| {
        running.tell(|| view(analysis));
        match running.goes_on() && !budget.is_spent(running.lasted()) {
            true => Go::On,
            false => Go::Stop,
        }
    });
    view(&analysis)
}

/// The budget that a request asks for.
pub(crate) fn budget(request: &AheadRequest) -> Budget {
    Budget {
        time: request.milliseconds.map(Duration::from_millis),
        rollouts: request.rollouts,
        plies: request.plies.map(|plies| plies as usize),
        candidates: request.candidates.map(|candidates| candidates as usize),
        seed: request.seed,
        ..Budget::default()
    }
}

/// `POST /api/score`: whether a move is legal, and what it scores word by word.
pub(crate) async fn score(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    Body(request): Body<ScoreRequest>,
) -> Result<Json<ScoreView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let Loaded { ruleset, plain, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &plain, vec![position.clone()]).await?;
    let work = move || {
        let mv = ruleset
            .parse_move(&position.board, &request.mv)
            .map_err(|error| Refused::Notation(error.to_string()))?;
        Ok(Json(ScoreView::of(&ruleset, &lexicon, &position, &mv)))
    };
    blocking(work).await?
}

/// `POST /api/place`: every legal placement of a word, for tracking a game played elsewhere.
pub(crate) async fn place(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    Body(request): Body<PlaceRequest>,
) -> Result<Json<PlacementsView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let Loaded { ruleset, plain, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &plain, vec![position.clone()]).await?;
    let work = move || {
        PlacementsView::of(&ruleset, Some(&lexicon), &position, &request.word, request.phonies)
    };
    let placements = blocking(work).await?;
    Ok(Json(placements.map_err(|error| Refused::Notation(error.to_string()))?))
}

/// A position with its rules and words.
struct Loaded {
    /// With what the operations of the CGP change.
    ruleset: Arc<Ruleset>,
    plain: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    position: Position,
}

async fn load(
    app: &App,
    position: String,
    ruleset: Option<String>,
    lexicon: Option<String>,
    family: bool,
) -> Result<Loaded, Error> {
    let app = app.clone();
    let work = move || {
        let cgp: Cgp =
            position.parse().map_err(|error: CgpError| Refused::Notation(error.to_string()))?;
        let (text, choices) = (Written::Cgp(cgp), choices(ruleset, lexicon, family));
        let opened = open(&app, Game::MustBeNamed, |library| library.open(Some(&text), &choices))?;
        let Opened { ruleset, plain, lexicon, position, .. } = opened;
        Ok(Loaded { ruleset, plain, lexicon: required(lexicon)?, position })
    };
    blocking(work).await?
}
