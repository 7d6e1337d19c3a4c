//! All routes, and the headers of every response.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderName;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post, put};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::set_header::SetResponseHeaderLayer;

use super::asking::{LARGEST_BODY, check_origin, refuse_banned_address, wait_for_turn};
use super::observe::observe;
use super::routes::{
    about, admin, analysis, bots, engine, games, health, import, kept, lexicons, lobby, me,
    openapi, questions, review, rulesets, sockets, streamed, words,
};
use crate::App;
use crate::error::{Error, Refused};

/// All addresses of the server.
pub fn router(app: App) -> Router {
    let routes = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/api/rulesets", get(rulesets::list))
        .route("/api/rulesets/{name}", get(rulesets::show))
        .route("/api/lexicons", get(lexicons::list))
        .route("/api/lexicons/{name}", get(lexicons::show))
        .route("/api/words/check", get(words::check))
        .route("/api/words/anagrams", get(words::anagrams))
        .route("/api/words/patterns", get(words::patterns))
        .route("/api/words/hooks", get(words::hooks))
        .route("/api/words/list", get(words::list))
        .route("/api/words/extensions", get(words::extensions))
        .route("/api/engine", get(engine::show))
        .route("/api/engine/words", get(engine::words))
        .route("/api/engine/model", get(engine::model))
        .route("/api/about", get(about::about))
        .route("/api/bots", get(bots::list))
        .route("/api/me", get(me::show).post(me::name).delete(me::delete))
        .route("/api/me/account", post(me::account))
        .route("/api/me/password", put(me::password))
        .route("/api/me/sessions", get(me::sessions))
        .route("/api/me/sessions/{id}", delete(me::end_session))
        .route("/api/me/tokens", post(me::token))
        .route("/api/me/muted", get(me::muted))
        .route("/api/me/muted/{player}", put(me::mute).delete(me::unmute))
        .route("/api/login", post(me::log_in))
        .route("/api/logout", post(me::log_out))
        .route("/api/lobby", get(lobby::list))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/terms", post(games::terms))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/actions", post(games::act))
        .route("/api/games/{id}/score", post(games::score))
        .route("/api/games/{id}/chat", post(games::say))
        .route("/api/games/{id}/rematch", post(games::rematch))
        .route("/api/games/{id}/ratings", get(games::ratings))
        .route("/api/games/{id}/gcg", get(games::gcg))
        .route("/api/games/{id}/cgp", get(games::cgp))
        .route("/api/solve", post(analysis::solve))
        .route("/api/score", post(analysis::score))
        .route("/api/place", post(analysis::place))
        .route("/api/questions", post(questions::ask))
        .route("/api/review", post(review::review))
        .route("/api/import", post(import::import))
        .route("/api/kept", get(kept::list).post(kept::create))
        .route("/api/kept/{id}", get(kept::show).put(kept::change).delete(kept::delete))
        .route("/api/kept/{id}/link", post(kept::share).delete(kept::withdraw))
        .route("/api/shared/{link}", get(kept::shared))
        .route("/api/socket", get(sockets::open))
        .route("/api/me/data", get(admin::data))
        .route("/api/me/blocked/{player}", put(me::block).delete(me::unmute))
        .route("/api/reports", post(admin::report))
        .route("/api/announcement", get(admin::announcement))
        .route("/api/admin/players", get(admin::players))
        .route("/api/admin/reports", get(admin::reports))
        .route("/api/admin/bans", get(admin::bans))
        .route("/api/admin/log", get(admin::log))
        .route("/api/admin/actions", post(admin::act))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api", get(openapi::page))
        .route("/api/{*rest}", any(async || Error::NoSuchPage))
        .fallback_service(get(super::assets::serve))
        .method_not_allowed_fallback(async || Error::Method)
        .layer(from_fn_with_state(app.clone(), refuse_banned_address))
        .layer(from_fn_with_state(app.clone(), check_origin))
        .layer(from_fn_with_state(app.clone(), wait_for_turn))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(failed))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app);
    // Streamed lines would wait in the compressor.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new(streamed::LINES));
    with_headers(routes).layer(CompressionLayer::new().compress_when(compressed))
}

/// The response after a panic, which is already in the log.
fn failed(_panic: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a request panicked");
    Error::from(Refused::Failed).into_response()
}

/// The page loads nothing from elsewhere, runs only our scripts (the engine is WebAssembly, which
/// needs its own permission) and can't be framed.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn with_headers(routes: Router) -> Router {
    let headers: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    headers.into_iter().fold(routes, |routes, (name, value)| {
        routes.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    })
}
