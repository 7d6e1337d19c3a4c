//! Public games.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use tisane_protocol::LobbyView;

use super::words::Asked;
use crate::error::Refused;
use crate::http::asking::MaybePlayer;
use crate::room::lobby::{PAGE, is_shown_to};
use crate::{App, Error};

#[derive(Deserialize)]
pub(crate) struct Which {
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
}

/// `GET /api/lobby`: a page of waiting games; the first page also lists games to watch.
pub(crate) async fn list(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    Asked(Which { offset, limit }): Asked<Which>,
) -> Result<Json<LobbyView>, Error> {
    let limit = limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        return Err(
            Refused::Message(format!("limit must be between 1 and {PAGE}, not {limit}")).into()
        );
    }
    let (mut rooms, waiting) = app.lobby().page(offset, limit);
    if let Some(player) = player {
        app.mutes().load(&player.id).await?;
        rooms.retain(|room| is_shown_to(app.mutes(), &player.id, room));
    }
    Ok(Json(LobbyView { rooms, waiting: waiting as u32 }))
}
