//! What moves are worth, in positions that are not somebody's game under way.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tisane_engine::{Analysis, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_protocol::game::PhaseView;
use tisane_protocol::request::{ScoreRequest, SolveRequest};
use tisane_protocol::{AnalysisView, LineView, RoomSummary, ScoreView};
use tisane_rules::{Board, Cgp, Position, Ruleset};

use crate::asking::{Address, Body, Perhaps};
use crate::limits::Kind;
use crate::players::Player;
use crate::refused::Refused;
use crate::room::agreement::lexicon;
use crate::{App, Error};

/// Moves in an answer, unless more or fewer are asked for.
const USUAL_MOVES: u32 = 15;
/// The most that can be asked for.
const MOST_MOVES: u32 = 1000;
/// So many of one's games are looked at, the latest first.
const GAMES: usize = 100;

/// `POST /api/solve`: the best moves of a position.
pub(crate) async fn solve(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    Body(request): Body<SolveRequest>,
) -> Result<Json<AnalysisView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let top = request.top.unwrap_or(USUAL_MOVES).min(MOST_MOVES) as usize;
    let loaded = load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    refuse_help(&app, player.as_ref(), &loaded).await?;
    let Loaded { ruleset, lexicon, position } = loaded;
    let work = move |engine: &tisane_engine::Engine| {
        let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
        let mut session = engine.session();
        let count = session.count(&position, None);
        let lines = session.top(&position, top).into_iter().map(Line::of).collect();
        let analysis = Analysis { method: Method::Static, lines };
        let lines = analysis.lines.iter().map(|line| LineView::of_line(ruleset, &position.board, line, false)).collect();
        AnalysisView::of(&analysis, engine.evaluation().is_trained(), ruleset, lexicon, &position, count, lines)
    };
    Ok(Json(app.computer().analyse(ruleset, lexicon, work).await?))
}

/// `POST /api/score`: whether a move is legal, and what it counts word by word.
pub(crate) async fn score(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    Body(request): Body<ScoreRequest>,
) -> Result<Json<ScoreView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let loaded = load(&app, request.position, request.ruleset, request.lexicon, request.family).await?;
    refuse_help(&app, player.as_ref(), &loaded).await?;
    let Loaded { ruleset, lexicon, position } = loaded;
    let mv = ruleset.parse_move(&position.board, &request.mv).map_err(|error| Refused::Notation(error.to_string()))?;
    Ok(Json(ScoreView::of(&ruleset, &lexicon, &position, &mv)))
}

/// A position with its rules and words.
struct Loaded {
    ruleset: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    position: Position,
}

async fn load(app: &App, position: String, ruleset: Option<String>, named: Option<String>, family: bool) -> Result<Loaded, Error> {
    let app = app.clone();
    let work = move || {
        let cgp: Cgp = position.parse().map_err(|error: tisane_rules::CgpError| Refused::Notation(error.to_string()))?;
        let name = ruleset.filter(|name| !name.is_empty()).or_else(|| cgp.ruleset_name());
        let name = name.ok_or_else(|| Refused::Notation("the position does not say which game it is from; name a ruleset".to_owned()))?;
        let ruleset = app.ruleset(&name)?;
        let lexicon = lexicon(&app, &ruleset, named.as_deref(), family)?;
        let position = cgp.position(&ruleset).map_err(|error| Refused::Notation(error.to_string()))?;
        Ok(Loaded { ruleset, lexicon, position })
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Refused::Busy)?
}

/// Nobody is helped in a game they are playing.
async fn refuse_help(app: &App, player: Option<&Player>, loaded: &Loaded) -> Result<(), Error> {
    let Some(player) = player else { return Ok(()) };
    let summaries = app.store().rooms_of(&player.id, GAMES).await.map_err(Refused::from)?;
    let playing = summaries
        .iter()
        .filter_map(|summary| serde_json::from_str::<RoomSummary>(summary).ok())
        .filter(|room| room.ruleset == loaded.ruleset.name && matches!(room.phase, PhaseView::Playing | PhaseView::LastChallenge));
    for room in playing {
        let board: Board = loaded.position.board.clone();
        if app.room(&room.id).await?.look(move |table| *table.game.board() == board).await? {
            return Err(Refused::NoHelp.into());
        }
    }
    Ok(())
}
