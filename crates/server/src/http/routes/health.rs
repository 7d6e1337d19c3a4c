//! Monitoring.

use axum::extract::State;
use axum::http::HeaderMap;

use crate::base::secret::{hash, is_secret};
use crate::error::Refused;
use crate::http::asking::{Address, bearer};
use crate::metrics::Sizes;
use crate::store::StoreError;
use crate::{App, Error};

/// `GET /healthz`: it is up.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: it can save games; 503 says why it can't.
pub(crate) async fn readyz(State(app): State<App>) -> Result<&'static str, Error> {
    if *app.stopping().borrow() {
        return Err(Refused::Closing.into());
    }
    if app.is_cut_off() {
        return Err(Refused::NotReady(StoreError::Stopped).into());
    }
    app.store().check().await.map_err(Refused::NotReady)?;
    Ok("ready\n")
}

/// `GET /metrics`: Prometheus metrics, for this machine or with the token.
pub(crate) async fn metrics(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
) -> Result<String, Error> {
    let right = match &app.config().metrics_token {
        Some(token) => bearer(&headers).is_some_and(|given| is_secret(given, &hash(token))),
        // Requests through a local proxy come from this machine, too.
        None => {
            address.is_loopback()
                && !headers.contains_key("x-forwarded-for")
                && !headers.contains_key("forwarded")
        }
    };
    if !right {
        return Err(Refused::NotForYou.into());
    }
    let (analyses_running, analyses_waiting) = app.computer().analyses();
    Ok(app.metrics().text(&Sizes {
        rooms: app.rooms().count(),
        nodes: app.nodes().others().len() + 1,
        queued_bytes: app.backlog().queued(),
        analyses_running,
        analyses_waiting,
    }))
}
