//! The Tisane server: the web app, and everything it asks for.

mod app;
mod asking;
mod assets;
mod blocking;
mod computer;
mod config;
mod error;
mod help;
mod limits;
mod lobby;
mod metrics;
mod moderation;
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
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub use app::{App, router};
pub use assets::is_complete as has_web_app;
pub use config::{Config, Limits};
pub use error::Error;
pub use limits::Rate;
pub use refused::Refused;

/// How long sockets have to hear that the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Answers on `listener` until `stop` is ready; then tells every socket, finishes what is under way and closes the games.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
    if let Err(error) = app.join_families().await {
        tracing::error!(%error, "ratings of rulesets that have found a family stay apart");
    }
    app.reload_sanctions().await.map_err(std::io::Error::other)?;
    let timekeeper = tokio::spawn(app.clone().keep_time());
    let admin = tokio::spawn(app.clone().hear_admin());
    let ending = app.clone();
    let stop = async move {
        stop.await;
        ending.stop();
    };
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    // Moves are small and wait for answers: nothing is gained by holding them back to fill a packet.
    let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    let gone = async {
        while app.metrics().sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = tokio::time::timeout(FAREWELL, gone).await;
    timekeeper.abort();
    admin.abort();
    app.close_rooms().await;
    served
}

/// The time everywhere in the server: milliseconds since 1970.
fn now() -> tisane_rules::Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as tisane_rules::Millis)
}
