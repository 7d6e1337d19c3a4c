//! Bots.

use axum::Json;
use axum::extract::State;
use tisane_protocol::BotList;

use crate::people::rating::rated_bot;
use crate::{App, Error};

/// `GET /api/bots`: the weakest first, with their ratings on this server.
pub(crate) async fn list(State(app): State<App>) -> Result<Json<BotList>, Error> {
    let mut list = BotList::every();
    for bot in &mut list.bots {
        bot.ratings = app.players().ratings(&rated_bot(&bot.name)).await?;
    }
    Ok(Json(list))
}
