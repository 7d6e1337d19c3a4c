//! The computer players.

use axum::Json;
use tisane_engine::bot::Level;
use tisane_protocol::BotList;

use crate::computer::bots;

/// `GET /api/bots`: the weakest first.
pub(crate) async fn list() -> Json<BotList> {
    Json(BotList { bots: bots(), usual: Level::usual().name.to_owned() })
}
