//! For those who watch over the server.

use axum::extract::State;

use crate::refused::Refused;
use crate::{App, Error};

/// `GET /healthz`: it is up.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: it can keep games.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Error> {
    if *app.stopping().borrow() {
        return Err(Refused::Closing.into());
    }
    app.store().check().await.map_err(Refused::from)?;
    Ok("ready\n")
}

/// `GET /metrics`: numbers for Prometheus.
pub(crate) async fn metrics(State(app): State<App>) -> String {
    app.metrics().text(app.rooms().count())
}
