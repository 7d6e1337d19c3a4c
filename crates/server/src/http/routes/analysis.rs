//! What moves are worth, in positions that are not of a game the asker is playing.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use tisane_engine::matches::Go;
use tisane_engine::{Analysis, Engine, Limits, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_protocol::request::{AheadRequest, ScoreRequest, SolveRequest};
use tisane_protocol::{AnalysisView, LineView, PlaceRequest, PlacementsView, ScoreView};
use tisane_rules::{Cgp, Position, Ruleset};

use super::lexicons::lexicon;
use super::streamed::{Wanted, answer};
use crate::compute::Thought;
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Address, Body, Perhaps};
use crate::limits::Kind;
use crate::{App, Error};

/// Moves in an answer, unless more or fewer are asked for.
const USUAL_MOVES: u32 = 15;
/// The most that can be asked for.
const MOST_MOVES: u32 = 1000;
/// The most that are looked at by looking ahead, and the most turns after each.
const MOST_CANDIDATES: u32 = 100;
const MOST_PLIES: u32 = 50;
/// How long to think unless something else is said, and the longest anybody may ask for.
const USUAL_TIME: Duration = Duration::from_secs(3);
const LONGEST_TIME: Duration = Duration::from_secs(30);
/// About as many positions of an endgame as a thread looks at. The search shares them out among its
/// questions; the clock ends it.
const NODES_A_SECOND: f64 = 400_000.0;

/// `POST /api/solve`: the best moves of a position.
pub(crate) async fn solve(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    wanted: Wanted,
    Body(request): Body<SolveRequest>,
) -> Result<Response, Error> {
    address.take(&app, Kind::Thinking)?;
    let top = request.top.unwrap_or(USUAL_MOVES).min(MOST_MOVES) as usize;
    let Loaded { ruleset, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &ruleset, vec![position.clone()]).await?;
    let ahead = request.ahead.map(|ahead| Ahead::of(&ahead, LONGEST_TIME));
    let work = move |engine: &Engine, thought: &mut Thought<'_, AnalysisView>| {
        Ok(think(engine, &position, top, ahead, thought))
    };
    let told = app.computer().analyse(
        address.asker(player.as_ref()),
        app.stopping(),
        (ruleset, lexicon),
        work,
    )?;
    answer(wanted, told).await
}

fn think(
    engine: &Engine,
    position: &Position,
    top: usize,
    ahead: Option<Ahead>,
    thought: &mut Thought<'_, AnalysisView>,
) -> AnalysisView {
    let mut session = engine.session();
    let count = session.count(position, None);
    let view = |analysis: &Analysis| {
        let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
        let lines = analysis
            .lines
            .iter()
            .take(top)
            .map(|line| LineView::of_line(ruleset, &position.board, line, false))
            .collect();
        AnalysisView::of(
            analysis,
            engine.evaluation().is_trained(),
            ruleset,
            lexicon,
            position,
            count,
            lines,
        )
    };
    let Some(Ahead { limits, time }) = ahead else {
        let lines = session.top(position, top).into_iter().map(Line::of).collect();
        return view(&Analysis { method: Method::Static, lines });
    };
    let limits =
        Limits { candidates: limits.candidates.max(top.min(MOST_CANDIDATES as usize)), ..limits };
    let analysis = engine.solve(position, limits, &mut |analysis| {
        thought.tell(|| view(analysis));
        if thought.goes_on() && thought.lasted() < time { Go::On } else { Go::Stop }
    });
    view(&analysis)
}

/// How far to look ahead.
#[derive(Copy, Clone)]
pub(crate) struct Ahead {
    pub(crate) limits: Limits,
    pub(crate) time: Duration,
}

impl Ahead {
    /// As it was asked for, and no longer than anybody may ask for.
    pub(crate) fn of(request: &AheadRequest, longest: Duration) -> Ahead {
        let usual = Limits::default();
        let wished = request.milliseconds.map(Duration::from_millis);
        let time = wished
            .unwrap_or(if request.rollouts.is_some() { longest } else { USUAL_TIME })
            .min(longest);
        let limits = Limits {
            candidates: request
                .candidates
                .map_or(usual.candidates, |n| n.clamp(1, MOST_CANDIDATES) as usize),
            plies: request.plies.map(|n| n.min(MOST_PLIES) as usize),
            rollouts: request.rollouts.unwrap_or(usual.rollouts),
            nodes: (time.as_secs_f64() * NODES_A_SECOND) as u64,
            seed: request.seed.unwrap_or(usual.seed),
            ..usual
        };
        Ahead { limits, time }
    }
}

/// `POST /api/score`: whether a move is legal, and what it counts word by word.
pub(crate) async fn score(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    Body(request): Body<ScoreRequest>,
) -> Result<Json<ScoreView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let Loaded { ruleset, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &ruleset, vec![position.clone()]).await?;
    let work = move || {
        let mv = ruleset
            .parse_move(&position.board, &request.mv)
            .map_err(|error| Refused::Notation(error.to_string()))?;
        Ok(Json(ScoreView::of(&ruleset, &lexicon, &position, &mv)))
    };
    blocking(work).await?
}

/// `POST /api/place`: every legal placement of a word, for following a game that is played
/// elsewhere.
pub(crate) async fn place(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    Body(request): Body<PlaceRequest>,
) -> Result<Json<PlacementsView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let Loaded { ruleset, lexicon, position } =
        load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    app.refuse_help(player.as_ref(), &ruleset, vec![position.clone()]).await?;
    let work = move || {
        PlacementsView::of(&ruleset, Some(&lexicon), &position, &request.word, request.phonies)
    };
    let placements = blocking(work).await?;
    Ok(Json(placements.map_err(|error| Refused::Notation(error.to_string()))?))
}

/// A position with its rules and words.
struct Loaded {
    ruleset: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    position: Position,
}

async fn load(
    app: &App,
    position: String,
    ruleset: Option<String>,
    named: Option<String>,
    family: bool,
) -> Result<Loaded, Error> {
    let app = app.clone();
    let work = move || {
        let cgp: Cgp = position
            .parse()
            .map_err(|error: tisane_rules::CgpError| Refused::Notation(error.to_string()))?;
        let name = ruleset.filter(|name| !name.is_empty()).or_else(|| cgp.ruleset_name());
        let name = name.ok_or_else(|| {
            Refused::Notation(
                "the position does not say which game it is from; name a ruleset".to_owned(),
            )
        })?;
        let ruleset = app.ruleset(&name)?;
        let lexicon = lexicon(&app, &ruleset, named.as_deref(), family)?;
        let position =
            cgp.position(&ruleset).map_err(|error| Refused::Notation(error.to_string()))?;
        Ok(Loaded { ruleset, lexicon, position })
    };
    blocking(work).await?
}
