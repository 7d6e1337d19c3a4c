//! The Tisane server: the web app and its API.

mod app;
mod base;
mod compute;
mod config;
mod error;
mod http;
mod library;
mod limits;
mod metrics;
pub mod news;
mod people;
mod room;
mod socket;
pub mod store;
mod wire;

use std::future::Future;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::{timeout, timeout_at};

pub use app::App;
pub use base::clock::ServerClock;
use base::now;
pub use config::{Config, HostName, IpNet, Limits, Rate, Timeouts};
pub use error::{Error, Refused};
pub use http::assets::is_complete as has_web_app;
pub use http::router;

/// How long running requests and sockets may take when the server shuts down.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long games may take to close after that. Acknowledged moves are already stored.
const CLOSING: Duration = Duration::from_secs(2);

/// Serves `listener` until `stop` is ready. Then it tells every socket, finishes running requests
/// and closes the games, within a few seconds.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    if let Err(error) = app.rooms().join_families().await {
        tracing::error!(%error, "ratings of rulesets in one family were not joined");
    }
    app.reload_sanctions().await.map_err(std::io::Error::other)?;
    let others = app.join_others();
    app.rooms().read_live_games();
    let timekeeper = tokio::spawn(app.clone().keep_time());
    let sessions = tokio::spawn(app.sessions().clone().keep());
    let check = tokio::spawn(app.clone().verify_store());
    let admin = tokio::spawn(app.clone().apply_commands());
    let end = http::serve(listener, &app, stop, FAREWELL).await;
    let gone = async {
        while app.metrics().sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = timeout_at(end, gone).await;
    timekeeper.abort();
    admin.abort();
    sessions.abort();
    check.abort();
    if timeout(CLOSING, app.rooms().close()).await.is_err() {
        tracing::warn!("some games were not closed in time; acknowledged moves are stored");
    }
    app.tell_lobby(false); // its games are gone
    drop(others);
    Ok(())
}
