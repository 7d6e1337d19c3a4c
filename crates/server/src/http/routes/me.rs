//! The player: guest, account, sessions, tokens, mutes.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use tisane_protocol::{
    ChangePasswordRequest, DeleteRequest, MeView, MutedList, NameRequest, PasswordRequest,
    SessionList, TokenView,
};

use super::words::Asked;
use crate::http::asking::{Address, Body, Cookies, MaybePlayer, OptionalBody, Path};
use crate::limits::Kind;
use crate::people::device::{Device, PROGRAM};
use crate::people::players::Player;
use crate::{App, Error};

#[derive(Deserialize)]
pub(crate) struct LogOutRequest {
    /// In all browsers and programs.
    #[serde(default)]
    everywhere: bool,
}

/// `GET /api/me`
pub(crate) async fn show(
    State(app): State<App>,
    player: Player,
    address: Address,
) -> Result<Json<MeView>, Error> {
    app.players().remember_login(&player, address.ip());
    Ok(Json(app.me(&player).await?))
}

/// `POST /api/me`: creates a guest, or renames the player.
pub(crate) async fn name(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    Device(device): Device,
    cookies: Cookies,
    Body(NameRequest { name }): Body<NameRequest>,
) -> Result<impl IntoResponse, Error> {
    let (player, secret) = match player {
        Some(player) => {
            app.limiter().count(Kind::Setting, &player)?;
            (app.players().rename(&player, &name).await?, None)
        }
        None => {
            address.take(&app, Kind::NewGuest)?;
            let (player, secret) = app.players().guest(&name, &device).await?;
            (player, Some(secret))
        }
    };
    Ok((
        AppendHeaders(secret.map(|secret| (SET_COOKIE, cookies.cookie(&secret)))),
        Json(app.me(&player).await?),
    ))
}

/// `POST /api/me/account`: turns a guest into an account, with a name and a password to log in with
/// elsewhere.
pub(crate) async fn account(
    State(app): State<App>,
    player: Player,
    address: Address,
    Body(PasswordRequest { name, password }): Body<PasswordRequest>,
) -> Result<Json<MeView>, Error> {
    app.limiter().count(Kind::Password, &player)?;
    let player = app.players().make_account(&player, &name, password, address.ip()).await?;
    Ok(Json(app.me(&player).await?))
}

/// `PUT /api/me/password`: needs the old one, and ends all other sessions.
pub(crate) async fn password(
    State(app): State<App>,
    player: Player,
    address: Address,
    Body(ChangePasswordRequest { old, new }): Body<ChangePasswordRequest>,
) -> Result<Json<MeView>, Error> {
    address.take(&app, Kind::Password)?;
    app.players().change_password(&player, old, new, address.ip()).await?;
    Ok(Json(app.me(&player).await?))
}

/// `GET /api/me/sessions`: where the player is logged in.
pub(crate) async fn sessions(
    State(app): State<App>,
    player: Player,
) -> Result<Json<SessionList>, Error> {
    Ok(Json(app.sessions().list(&player).await?))
}

/// `DELETE /api/me/sessions/{id}`: ends a session.
pub(crate) async fn end_session(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<SessionList>, Error> {
    app.sessions().end_listed(&player, &id).await?;
    Ok(Json(app.sessions().list(&player).await?))
}

/// `POST /api/login`
pub(crate) async fn log_in(
    State(app): State<App>,
    address: Address,
    Device(device): Device,
    cookies: Cookies,
    Body(PasswordRequest { name, password }): Body<PasswordRequest>,
) -> Result<impl IntoResponse, Error> {
    address.take(&app, Kind::Password)?;
    let (player, secret) = app.players().log_in(&name, password, address.ip(), &device).await?;
    if let Err(banned) = app.moderation().refuse_banned(Some(&player.id), address.ip()) {
        app.players().log_out(&player, false).await?;
        return Err(banned.into());
    }
    Ok(([(SET_COOKIE, cookies.cookie(&secret))], Json(app.me(&player).await?)))
}

/// `POST /api/logout?everywhere=true`
pub(crate) async fn log_out(
    State(app): State<App>,
    player: Player,
    cookies: Cookies,
    Asked(LogOutRequest { everywhere }): Asked<LogOutRequest>,
) -> Result<impl IntoResponse, Error> {
    app.players().log_out(&player, everywhere).await?;
    Ok(([(SET_COOKIE, cookies.cookie(""))], Json(())))
}

/// `DELETE /api/me`: deletes the player. Accounts send their password; guests have none. Opponents
/// keep the games, with "Deleted player" in them.
pub(crate) async fn delete(
    State(app): State<App>,
    player: Player,
    address: Address,
    cookies: Cookies,
    OptionalBody(DeleteRequest { password }): OptionalBody<DeleteRequest>,
) -> Result<impl IntoResponse, Error> {
    if player.account {
        address.take(&app, Kind::Password)?;
    }
    app.players().confirm(&player, password, address.ip()).await?;
    app.forget(&player).await?;
    Ok(([(SET_COOKIE, cookies.cookie(""))], Json(())))
}

/// `POST /api/me/tokens`: a token for a program that acts for the player, as `Authorization: Bearer
/// TOKEN`.
pub(crate) async fn token(
    State(app): State<App>,
    player: Player,
) -> Result<Json<TokenView>, Error> {
    app.limiter().count(Kind::NewGuest, &player)?;
    Ok(Json(TokenView { token: app.players().another_secret(&player, PROGRAM).await? }))
}

/// `GET /api/me/muted`: the players that this one mutes or blocks.
pub(crate) async fn muted(
    State(app): State<App>,
    player: Player,
) -> Result<Json<MutedList>, Error> {
    Ok(Json(app.mutes().load(&player.id).await?))
}

/// `PUT /api/me/muted/{player}`: mutes a player in every chat.
pub(crate) async fn mute(
    State(app): State<App>,
    player: Player,
    Path(whom): Path<String>,
) -> Result<Json<MutedList>, Error> {
    app.limiter().count(Kind::Setting, &player)?;
    Ok(Json(app.mutes().set(&player.id, &whom, true).await?))
}

/// `DELETE /api/me/muted/{player}`
pub(crate) async fn unmute(
    State(app): State<App>,
    player: Player,
    Path(whom): Path<String>,
) -> Result<Json<MutedList>, Error> {
    app.limiter().count(Kind::Setting, &player)?;
    Ok(Json(app.mutes().set(&player.id, &whom, false).await?))
}

/// `PUT /api/me/blocked/{player}`: mutes a player and keeps them out of one's games.
pub(crate) async fn block(
    State(app): State<App>,
    player: Player,
    Path(whom): Path<String>,
) -> Result<Json<MutedList>, Error> {
    app.limiter().count(Kind::Setting, &player)?;
    Ok(Json(app.mutes().block(&player.id, &whom).await?))
}
