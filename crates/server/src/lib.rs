//! The Tisane server: the web app, and everything it asks for.

mod app;
mod assets;
mod error;
mod routes;

use std::future::Future;

use tokio::net::TcpListener;

pub use app::{App, router};
pub use assets::is_complete as has_web_app;
pub use error::Error;

/// Answers on `listener` until `stop` is ready, then finishes the requests under way.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
    axum::serve(listener, router(app)).with_graceful_shutdown(stop).await
}
