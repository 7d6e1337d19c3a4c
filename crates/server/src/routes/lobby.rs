//! The public rooms.

use axum::Json;
use axum::extract::State;
use tisane_protocol::RoomList;

use crate::App;

/// `GET /api/lobby`
pub(crate) async fn list(State(app): State<App>) -> Json<RoomList> {
    Json(RoomList { rooms: app.lobby().rooms() })
}
