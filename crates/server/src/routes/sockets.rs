//! The door to the socket.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use crate::asking::Address;
use crate::players::Player;
use crate::refused::Refused;
use crate::socket::{self, LARGEST_MESSAGE};
use crate::{App, Error};

const BUFFER: usize = 8 * 1024;

/// `GET /api/socket`: everything about games, as it happens.
pub(crate) async fn open(
    State(app): State<App>,
    player: Player,
    address: Address,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|rejection| Refused::Message(rejection.body_text()))?;
    if app.metrics().sockets() >= app.config().limits.sockets as u64 {
        return Err(Refused::Busy.into());
    }
    let connected = address.connect(&app)?;
    // The usual 128 KB to read and to write for each would be a gigabyte for four thousand.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::run(app, player, address.ip(), socket).await;
        drop(connected);
    }))
}
