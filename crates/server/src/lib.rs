//! The Tisane server: the web app, and everything it asks for.

mod app;
mod asking;
mod assets;
mod blocking;
mod clock;
mod computer;
mod config;
mod departure;
mod device;
mod error;
mod help;
mod lag;
mod limits;
mod lobby;
mod logins;
mod metrics;
mod mutes;
mod names;
mod observe;
mod passwords;
mod players;
mod rating;
mod refused;
mod room;
mod rooms;
mod routes;
mod secret;
mod sessions;
mod socket;
pub mod store;
mod waking;

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub use app::{App, router};
pub use assets::is_complete as has_web_app;
use clock::now;
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
    app.read_live_games();
    let timekeeper = tokio::spawn(app.clone().keep_time());
    let sessions = tokio::spawn(app.sessions().clone().keep());
    let check = tokio::spawn(app.clone().verify_store());
    let ending = app.clone();
    let stop = async move {
        stop.await;
        ending.stop();
    };
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let listener = listener.tap_io(|connection| socket::tcp::set_up(connection));
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    let gone = async {
        while app.metrics().sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = tokio::time::timeout(FAREWELL, gone).await;
    timekeeper.abort();
    sessions.abort();
    check.abort();
    app.close_rooms().await;
    served
}
