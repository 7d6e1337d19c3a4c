//! Opens WebSockets.

use axum::extract::{Request, State};
use axum::response::Response;

use crate::error::Refused;
use crate::http::asking::Address;
use crate::people::players::Player;
use crate::socket;
use crate::store::StoreError;
use crate::wire::upgrade;
use crate::{App, Error};

/// `GET /api/socket`: games, live.
pub(crate) async fn open(
    State(app): State<App>,
    player: Player,
    address: Address,
    request: Request,
) -> Result<Response, Error> {
    if app.metrics().sockets() >= app.config().limits.sockets as u64 {
        return Err(Refused::Busy.into());
    }
    if app.is_cut_off() {
        return Err(Refused::NotReady(StoreError::Stopped).into());
    }
    let connected = address.connect(&app)?;
    Ok(upgrade(request, async move |socket| {
        socket::run(app, player, socket).await;
        drop(connected);
    })?)
}
