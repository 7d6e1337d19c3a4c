//! What handlers take from a request: the player, the address, the body. Refuses requests from
//! other websites.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::de::DeserializeOwned;

use super::client;
use crate::compute::Asker;
use crate::error::{Refused, json};
use crate::limits::{Connected, Kind, network};
use crate::people::device::device;
use crate::people::players::Player;
use crate::{App, Config, Error};

const COOKIE_NAME: &str = "tisane";
/// As long as browsers keep a cookie.
const COOKIE_AGE: u32 = 400 * 24 * 3600;

/// The largest request: a score sheet with long notes fits.
pub(super) const LARGEST_BODY: usize = 256 * 1024;

/// A part of the path; an unreadable one is refused with a sentence.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub(crate) struct Path<T>(pub(crate) T);

/// The body of a request. It may arrive slowly, so the session is checked again once it is here.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequest<App> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Error> {
        let session = request.extensions().get::<KnownSession>().cloned();
        if !is_json(request.headers()) {
            let why = "send the body as JSON, with the header Content-Type: application/json";
            return Err(Refused::Message(why.to_owned()).into());
        }
        let bytes = bytes_of(request, app).await?;
        still_known(app, session).await?;
        Ok(Body(json::read(&bytes)?))
    }
}

/// The same, where an empty body means the default.
pub(crate) struct OptionalBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default + Send> FromRequest<App> for OptionalBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<OptionalBody<T>, Error> {
        let session = request.extensions().get::<KnownSession>().cloned();
        let bytes = bytes_of(request, app).await?;
        still_known(app, session).await?;
        if bytes.is_empty() {
            return Ok(OptionalBody(T::default()));
        }
        Ok(OptionalBody(json::read(&bytes)?))
    }
}

/// The bytes of a body, if it is not too large.
async fn bytes_of(request: Request, app: &App) -> Result<Bytes, Refused> {
    Bytes::from_request(request, app).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::BodyLarge { most: LARGEST_BODY },
        _ => Refused::Message("the body did not arrive completely".to_owned()),
    })
}

/// Whether the body is declared as JSON: `application/json` or a type such as
/// `application/problem+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or_default().split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// The session of the player who sent the request.
#[derive(Clone)]
struct KnownSession(String);

async fn still_known(app: &App, session: Option<KnownSession>) -> Result<(), Refused> {
    match session {
        Some(KnownSession(session)) if !app.sessions().is_open(&session).await? => {
            Err(Refused::SessionEnded)
        }
        _ => Ok(()),
    }
}

/// Refuses requests without a session.
impl FromRequestParts<App> for Player {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Player, Error> {
        Ok(MaybePlayer::from_request_parts(parts, app).await?.0.ok_or(Refused::WhoAreYou)?)
    }
}

/// The player, if the request has a session.
pub(crate) struct MaybePlayer(pub(crate) Option<Player>);

impl FromRequestParts<App> for MaybePlayer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybePlayer, Error> {
        let Some(secret) = secret(&parts.headers) else { return Ok(MaybePlayer(None)) };
        let mut player = app.sessions().by_secret(secret, &device(&parts.headers)).await?;
        if let Some(player) = &mut player {
            let Ok(Address(address)) = Address::from_request_parts(parts, app).await;
            player.address = Some(address);
            parts.extensions.insert(KnownSession(player.session.clone()));
            app.moderation().remember_address(&player.id, address);
            if !is_open_to_banned(&parts.method, parts.uri.path()) {
                app.moderation().refuse_banned(Some(&player.id), address)?;
            }
        }
        Ok(MaybePlayer(player))
    }
}

/// The token of a program.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// The secret of a program's token or a browser's cookie.
fn secret(headers: &HeaderMap) -> Option<&str> {
    if let Some(token) = bearer(headers) {
        return Some(token);
    }
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    cookies
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, value)| value)
}

/// Makes cookies for the page that sent the request.
pub(crate) struct Cookies {
    is_secure: bool,
}

impl FromRequestParts<App> for Cookies {
    type Rejection = Infallible;

    /// Browsers refuse secure cookies from a page at a local address, which is without https.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Cookies, Infallible> {
        let (config, origin) = (app.config(), header(&parts.headers, ORIGIN));
        let is_plain = origin.is_some_and(|origin| {
            origin.starts_with("http://")
                && config.is_same_host(origin, header(&parts.headers, HOST))
        });
        Ok(Cookies { is_secure: config.is_secure() && !is_plain })
    }
}

impl Cookies {
    /// The cookie with the secret, which scripts can't read.
    pub(crate) fn cookie(&self, secret: &str) -> HeaderValue {
        let age = if secret.is_empty() { 0 } else { COOKIE_AGE };
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE_NAME}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
        );
        HeaderValue::from_str(&cookie).expect("secrets are letters and digits")
    }
}

/// The address a request comes from.
#[derive(Copy, Clone)]
pub(crate) struct Address(IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Infallible> {
        let direct = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|ConnectInfo(address)| address.ip());
        // Tests have no connection.
        let peer = direct.unwrap_or(Ipv4Addr::LOCALHOST.into());
        Ok(Address(client(peer, &parts.headers, &app.config().trusted_proxies)))
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.to_canonical().fmt(f)
    }
}

impl Address {
    pub(crate) fn ip(self) -> IpAddr {
        self.0
    }

    /// Counts one request of this kind, or refuses it.
    pub(crate) fn take(self, app: &App, kind: Kind) -> Result<(), Refused> {
        app.limiter().take(kind, Some(self.0), None)
    }

    /// Whether it is this machine.
    pub(crate) fn is_loopback(self) -> bool {
        self.0.to_canonical().is_loopback()
    }

    /// On whose behalf the engine works for a request from here.
    pub(crate) fn asker(self, player: Option<&Player>) -> Asker {
        Asker { network: Some(network(self.0)), player: player.map(|player| player.id.clone()) }
    }

    /// Counts one socket, or refuses it.
    pub(crate) fn connect(self, app: &App) -> Result<Connected, Refused> {
        app.connections().enter(self.0, app.config().limits.sockets_per_address)
    }
}

/// An administrator.
pub(crate) struct AdminPlayer(pub(crate) Player);

impl FromRequestParts<App> for AdminPlayer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AdminPlayer, Error> {
        let player = Player::from_request_parts(parts, app).await?;
        if !app.moderation().is_admin(&player.id) {
            return Err(Refused::NotAdmin.into());
        }
        Ok(AdminPlayer(player))
    }
}

/// Refuses requests from a banned address range, with or without a session. Administrators can
/// always lift a ban, so theirs pass.
pub(crate) async fn refuse_banned_address(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    if !is_api || is_open_to_banned(request.method(), path) {
        return Ok(next.run(request).await);
    }
    let Err(banned) = app.moderation().refuse_banned(None, address.ip()) else {
        return Ok(next.run(request).await);
    };
    let (mut parts, body) = request.into_parts();
    match MaybePlayer::from_request_parts(&mut parts, &app).await?.0 {
        Some(_) => Ok(next.run(Request::from_parts(parts, body)).await),
        None => Err(banned.into()),
    }
}

/// Banned players may still see, download and delete their data, and log out.
pub(crate) fn is_open_to_banned(method: &Method, path: &str) -> bool {
    match path {
        "/api/me" => matches!(*method, Method::GET | Method::DELETE),
        "/api/me/data" => *method == Method::GET,
        "/api/logout" => *method == Method::POST,
        _ => false,
    }
}

/// Refuses writes and sockets from other websites. Programs send no origin.
pub(crate) async fn check_origin(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    if is_foreign(app.config(), request.method(), request.headers()) {
        return Err(Refused::Origin.into());
    }
    Ok(next.run(request).await)
}

/// Makes a request wait while too many of its address are running.
pub(crate) async fn wait_for_turn(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let _turn = app.crowds().enter(address.ip()).await?;
    Ok(app.origin(address.ip()).answer(next.run(request)).await)
}

fn is_foreign(config: &Config, method: &Method, headers: &HeaderMap) -> bool {
    let harmless = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(UPGRADE);
    header(headers, ORIGIN)
        .is_some_and(|origin| !harmless && !config.is_ours(origin, header(headers, HOST)))
}

fn header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}
