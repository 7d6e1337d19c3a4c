//! A program that plays: it joins a game by its id and makes the move that scores most, until the
//! game is over. Run with `TISANE_TOKEN=… cargo run --release --example bot -- 127.0.0.1:8472
//! GAME`. The token is what `POST /api/me/tokens` answers; the game must wait for players, and its
//! host starts it.

use std::{error::Error, sync::Arc};

use futures_util::{SinkExt, StreamExt};
use tisane_engine::{Engine, leave::NoLeaves};
use tisane_lexicon::Catalogue;
use tisane_protocol::game::{GameView, PhaseView};
use tisane_protocol::{Ask, Asked, PositionView, RoomView, Said, request::ActionView};
use tisane_rules::Ruleset;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [server, game] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: bot ADDRESS:PORT GAME".into());
    };
    eprintln!("{:?}", play(server, &std::env::var("TISANE_TOKEN")?, game).await?.outcome);
    Ok(())
}

/// Joins the game and plays until it is over; returns the last view.
pub(crate) async fn play(
    server: &str,
    token: &str,
    game: &str,
) -> Result<GameView, Box<dyn Error>> {
    let mut request = format!("ws://{server}/api/socket").into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
    let say =
        |id, ask| Message::text(serde_json::to_string(&Asked { id, ask }).expect("plain data"));
    socket.send(say(0, Ask::Join { game: game.to_owned(), open_racks: false })).await?;
    socket.send(say(1, Ask::Watch { game: game.to_owned(), since: None })).await?;
    let (mut engine, mut acted) = (None, None);
    loop {
        let Message::Text(text) = socket.next().await.ok_or("the server has hung up")?? else {
            continue;
        };
        let room = match serde_json::from_str(&text)? {
            Said::Update { update } => update.room,
            Said::Refused { error, .. } => return Err(error.error.into()),
            _ => continue,
        };
        let due = (room.game.turn, room.game.phase);
        let action = match room.game.phase {
            PhaseView::Ended => return Ok(room.game),
            PhaseView::Playing if room.game.on_turn == room.game.you && acted != Some(due) => {
                best(&room, &mut engine)?
            }
            PhaseView::LastChallenge if room.game.may_accept && acted != Some(due) => {
                ActionView::Accept
            }
            _ => continue,
        };
        acted = Some(due); // the same view may come again before the action is done
        socket.send(say(2, Ask::Act { game: game.to_owned(), turn: Some(due.0), action })).await?;
    }
}

/// The highest-scoring move, by what the view shows.
fn best(room: &RoomView, engine: &mut Option<Engine>) -> Result<ActionView, Box<dyn Error>> {
    if engine.is_none() {
        let ruleset = Arc::new(Ruleset::named(&room.game.ruleset)?);
        let lexicon = Catalogue::new(None).get(&room.lexicon, &ruleset.alphabet)?;
        *engine = Some(Engine::new(ruleset, lexicon, NoLeaves));
    }
    let engine = engine.as_ref().expect("made above");
    let position = PositionView::of_game(&room.game)
        .ok_or("no seat")?
        .position(engine.ruleset())
        .map_err(|error| error.error)?;
    Ok(ActionView::of_move(engine.ruleset(), &engine.best(&position).mv))
}
