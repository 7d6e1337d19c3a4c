//! Games: create, list, join, play, export. The socket does the same live.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::Deserialize;
use tisane_protocol::game::PhaseView;
use tisane_protocol::request::{ActionRequest, ActionView, JoinRequest, NewGame};
use tisane_protocol::{GameTerms, RoomList, RoomSummary, RoomView, ScoreView, SeatRatings};
use tisane_rules::{Action, Cgp, Millis, Move};

use crate::error::Refused;
use crate::http::asking::{Body, MaybePlayer, OptionalBody, Path};
use crate::limits::Kind;
use crate::people::players::Player;
use crate::room::lobby::is_shown_to;
use crate::room::{Table, agreement};
use crate::{App, Error, now};

/// The most games in a list.
const LISTED: usize = 200;
/// How long a rematch offer is listed: a day.
const ASKED_FOR: Millis = 24 * 60 * 60 * 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatRequest {
    text: String,
}

/// `GET /api/games`: the player's games, unfinished first, and rematch offers.
pub(crate) async fn list(State(app): State<App>, player: Player) -> Result<Json<RoomList>, Error> {
    let read = |summaries: Vec<String>| {
        summaries
            .iter()
            .map(|summary| serde_json::from_str(summary))
            .collect::<Result<Vec<RoomSummary>, _>>()
    };
    let bad = |error: serde_json::Error| Refused::Stored(error.into());
    let mut rooms = read(app.store().rooms_of(&player.id, LISTED).await.map_err(Refused::from)?)
        .map_err(bad)?;
    let rematches = read(
        app.store().rematches_for(&player.id, now() - ASKED_FOR).await.map_err(Refused::from)?,
    )
    .map_err(bad)?;
    // Both players may have left again.
    let is_asked =
        |room: &RoomSummary| room.expected.iter().any(|expected| expected.player == player.id);
    let waits = |room: &RoomSummary| {
        room.phase == PhaseView::Lobby && room.players.iter().any(Option::is_some)
    };
    app.mutes().load(&player.id).await?;
    rooms.extend(rematches.into_iter().filter(|room| {
        is_asked(room) && waits(room) && is_shown_to(app.mutes(), &player.id, room)
    }));
    Ok(Json(RoomList { rooms }))
}

/// `POST /api/games`: a new game with its host in the first seat.
pub(crate) async fn create(
    State(app): State<App>,
    player: Player,
    Body(wishes): Body<NewGame>,
) -> Result<Json<RoomView>, Error> {
    app.limiter().count(Kind::NewGame, &player)?;
    let id = app.rooms().create(&player, wishes).await?;
    view(&app, Some(&player), &id).await
}

/// `POST /api/games/terms`: whether such a game would be rated, and why not. Creates nothing.
pub(crate) async fn terms(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    Body(wishes): Body<NewGame>,
) -> Result<Json<GameTerms>, Error> {
    Ok(Json(agreement::terms(app.library(), &wishes, player.is_some_and(|player| player.account))?))
}

/// `GET /api/games/{id}`: as the player may see it.
pub(crate) async fn show(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    Path(id): Path<String>,
) -> Result<Json<RoomView>, Error> {
    view(&app, player.as_ref(), &id).await
}

/// `POST /api/games/{id}/join`: takes the next free seat.
pub(crate) async fn join(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    OptionalBody(JoinRequest { open_racks }): OptionalBody<JoinRequest>,
) -> Result<Json<RoomView>, Error> {
    app.room(&id).await?.join(&player, open_racks).await?;
    view(&app, Some(&player), &id).await
}

/// `POST /api/games/{id}/actions`: plays, exchanges, passes, challenges, resigns, or readies,
/// starts, leaves.
pub(crate) async fn act(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(request): Body<ActionRequest>,
) -> Result<Json<RoomView>, Error> {
    app.room(&id).await?.act(&player, request).await?;
    view(&app, Some(&player), &id).await
}

/// `POST /api/games/{id}/score`: what a play would score. Says nothing about whether the words are
/// valid.
pub(crate) async fn score(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(action): Body<ActionView>,
) -> Result<Json<ScoreView>, Error> {
    let look = move |table: &Table| {
        let seat = table.seat_of(&player.id).ok_or(Refused::NotSeated)?;
        let mv = match action.action(table.ruleset(), table.game.board(), table.game.rack(seat))? {
            Action::Play(play) => Move::Play(play),
            Action::Exchange(tiles) => Move::Exchange(tiles),
            _ => Move::Pass,
        };
        Ok::<_, Refused>(ScoreView::without_lexicon(
            table.ruleset(),
            &table.game.position(seat),
            &mv,
        ))
    };
    Ok(Json(app.room(&id).await?.look(look).await??))
}

/// `POST /api/games/{id}/chat`
pub(crate) async fn say(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(ChatRequest { text }): Body<ChatRequest>,
) -> Result<Json<()>, Error> {
    app.room(&id).await?.say(&player, text).await?;
    Ok(Json(()))
}

/// `POST /api/games/{id}/rematch`: a new game with the same settings; the second player joins the
/// first.
pub(crate) async fn rematch(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<RoomView>, Error> {
    app.limiter().count(Kind::NewGame, &player)?;
    let next = app.rooms().rematch(&player, &id).await?;
    view(&app, Some(&player), &next).await
}

/// `GET /api/games/{id}/ratings`: the ratings of the players, by seat.
pub(crate) async fn ratings(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    Path(id): Path<String>,
) -> Result<Json<SeatRatings>, Error> {
    Ok(Json(SeatRatings { seats: app.rooms().ratings_at(&id, player.as_ref()).await? }))
}

/// `GET /api/games/{id}/gcg`: the score sheet, without hidden tiles.
pub(crate) async fn gcg(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let look = move |table: &Table| {
        let sight = table.sight(player.as_ref().map(|player| player.id.as_str()))?;
        table
            .record_for(sight)
            .to_gcg(table.ruleset())
            .map_err(|error| Refused::Notation(error.to_string()))
    };
    let text = app.room(&id).await?.look(look).await??;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// `GET /api/games/{id}/cgp`: the position as the player's seat sees it.
pub(crate) async fn cgp(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let look = move |table: &Table| {
        let seat = table.seat_of(&player.id).ok_or(Refused::NotSeated)?;
        Ok::<_, Refused>(
            Cgp::new(table.ruleset(), &table.game.position(seat))
                .with("ld", &table.ruleset().name)
                .with("lex", table.lexicon.name())
                .to_string(),
        )
    };
    let text = app.room(&id).await?.look(look).await??;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text + "\n"))
}

async fn view(app: &App, player: Option<&Player>, id: &str) -> Result<Json<RoomView>, Error> {
    let room = app.room(id).await?;
    Ok(Json(room.show(player.map(|player| player.id.as_str()), u64::MAX).await?.room))
}
