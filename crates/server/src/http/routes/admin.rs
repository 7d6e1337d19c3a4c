//! Moderation for administrators, and what players report to them.

use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use tisane_protocol::{
    AdminAction, AdminLog, AnnouncementAnswer, BanList, PlayerList, ReportList, ReportRequest,
};

use super::words::Asked;
use crate::error::Refused;
use crate::http::asking::{Address, AdminPlayer, Body};
use crate::limits::Kind;
use crate::people::players::Player;
use crate::{App, Error, now};

/// The most reports and log entries in a list.
const LISTED: usize = 500;

#[derive(Deserialize)]
pub(crate) struct Search {
    #[serde(default)]
    query: String,
}

#[derive(Deserialize)]
pub(crate) struct Which {
    /// Include closed reports.
    #[serde(default)]
    all: bool,
}

/// `GET /api/admin/players?query=ada`: by a part of the name, or by the id.
pub(crate) async fn players(
    State(app): State<App>,
    _admin: AdminPlayer,
    Asked(search): Asked<Search>,
) -> Result<Json<PlayerList>, Error> {
    Ok(Json(PlayerList { players: app.find_players(&search.query).await? }))
}

/// `GET /api/admin/reports?all=true`
pub(crate) async fn reports(
    State(app): State<App>,
    _admin: AdminPlayer,
    Asked(which): Asked<Which>,
) -> Result<Json<ReportList>, Error> {
    Ok(Json(ReportList {
        reports: app.store().reports(which.all, LISTED).await.map_err(Refused::from)?,
    }))
}

/// `GET /api/admin/bans`
pub(crate) async fn bans(
    State(app): State<App>,
    _admin: AdminPlayer,
) -> Result<Json<BanList>, Error> {
    Ok(Json(BanList { bans: app.store().bans(None, now()).await.map_err(Refused::from)? }))
}

/// `GET /api/admin/log`
pub(crate) async fn log(
    State(app): State<App>,
    _admin: AdminPlayer,
) -> Result<Json<AdminLog>, Error> {
    Ok(Json(AdminLog { entries: app.store().admin_log(LISTED).await.map_err(Refused::from)? }))
}

/// `POST /api/admin/actions`: mutes, bans, closes a game, deletes a message, announces.
pub(crate) async fn act(
    State(app): State<App>,
    AdminPlayer(admin): AdminPlayer,
    Body(action): Body<AdminAction>,
) -> Result<Json<()>, Error> {
    app.moderate(&admin, action).await?;
    Ok(Json(()))
}

/// `POST /api/reports`
pub(crate) async fn report(
    State(app): State<App>,
    player: Player,
    address: Address,
    Body(request): Body<ReportRequest>,
) -> Result<Json<()>, Error> {
    address.take(&app, Kind::Report)?;
    app.report(&player, request).await?;
    Ok(Json(()))
}

/// `GET /api/announcement`
pub(crate) async fn announcement(State(app): State<App>) -> Json<AnnouncementAnswer> {
    Json(AnnouncementAnswer { announcement: app.moderation().announcement() })
}

/// `GET /api/me/data`: everything about the player.
pub(crate) async fn data(
    State(app): State<App>,
    player: Player,
    address: Address,
) -> Result<Response, Error> {
    address.take(&app, Kind::Download)?;
    let pieces = app.download(player).await?;
    // The compressor polls once more after the end, which a bare unfold does not survive.
    let body =
        stream::unfold(pieces, async |mut pieces| Some((pieces.recv().await?, pieces))).fuse();
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"tisane-data.json\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, HttpBody::from_stream(body)).into_response())
}
