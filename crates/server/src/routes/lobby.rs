//! The public rooms.

use axum::Json;
use axum::extract::State;
use tisane_protocol::RoomList;

use crate::asking::Perhaps;
use crate::lobby::is_shown_to;
use crate::{App, Error};

/// `GET /api/lobby`
pub(crate) async fn list(State(app): State<App>, Perhaps(player): Perhaps) -> Result<Json<RoomList>, Error> {
    let mut rooms = app.lobby().rooms();
    if let Some(player) = player {
        app.mutes().load(&player.id).await?;
        rooms.retain(|room| is_shown_to(&app, &player.id, room));
    }
    Ok(Json(RoomList { rooms }))
}
