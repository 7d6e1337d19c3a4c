//! The Tisane server: the web app, and everything it asks for.

mod app;
mod asking;
mod assets;
mod blocking;
mod computer;
mod config;
mod error;
mod help;
mod http;
mod limits;
mod lobby;
mod metrics;
mod mutes;
mod players;
mod rating;
mod refused;
mod room;
mod rooms;
mod routes;
mod secret;
mod socket;
pub mod store;

use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::net::TcpListener;
use tokio::time::{timeout, timeout_at};

pub use app::{App, router};
pub use assets::is_complete as has_web_app;
pub use config::{Config, Limits, Timeouts};
pub use error::Error;
pub use http::HostName;
pub use ipnet::IpNet;
pub use limits::Rate;
pub use refused::Refused;

/// How long requests under way and sockets have when the server ends.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long games have to be closed after that. What was acknowledged is on the disk anyway.
const CLOSING: Duration = Duration::from_secs(2);

/// Answers on `listener` until `stop` is ready; then tells every socket, finishes what is under way and closes the games, in
/// a few seconds at most.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
    if let Err(error) = app.join_families().await {
        tracing::error!(%error, "ratings of rulesets that have found a family stay apart");
    }
    let timekeeper = tokio::spawn(app.clone().keep_time());
    let end = http::serve(listener, &app, stop, FAREWELL).await;
    let gone = async {
        while app.metrics().sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = timeout_at(end, gone).await;
    timekeeper.abort();
    if timeout(CLOSING, app.close_rooms()).await.is_err() {
        tracing::warn!("some games were not closed in time; what was acknowledged is stored");
    }
    Ok(())
}

/// The time everywhere in the server: milliseconds since 1970.
fn now() -> tisane_rules::Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as tisane_rules::Millis)
}
