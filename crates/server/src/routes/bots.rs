//! The computer players.

use axum::Json;
use axum::extract::State;
use tisane_engine::bot::Level;
use tisane_protocol::BotList;

use crate::computer::bots;
use crate::{App, Error};

/// `GET /api/bots`: the weakest first, with what they have shown here.
pub(crate) async fn list(State(app): State<App>) -> Result<Json<BotList>, Error> {
    let mut bots = bots();
    for bot in &mut bots {
        bot.ratings = app.players().ratings(&rated_bot(&bot.name)).await?;
    }
    Ok(Json(BotList { bots, usual: Level::usual().name.to_owned() }))
}

/// The name under which a bot is rated; no player has a blank in theirs.
pub(crate) fn rated_bot(name: &str) -> String {
    format!("bot {name}")
}
