//! A program that plays: it joins a game by its id and makes the move that scores most, until the game is over.
//!
//! ```sh
//! TISANE_TOKEN=… cargo run --release --example bot -- 127.0.0.1:8472 GAME
//! ```
//! The token is what `POST /api/me/tokens` answers; the game must wait for players, and its host starts it.

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use tisane_engine::{Engine, leave::NoLeaves};
use tisane_lexicon::Catalogue;
use tisane_protocol::game::{GameView, PhaseView, PlacedView};
use tisane_protocol::{Ask, Asked, Said, request::ActionView};
use tisane_rules::{Board, Move, Position, Ruleset, Tiles};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [server, game] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else { return Err("usage: bot ADDRESS:PORT GAME".into()) };
    let last = play(server, &std::env::var("TISANE_TOKEN")?, game).await?;
    eprintln!("{:?}", last.outcome);
    Ok(())
}

/// Joins the game and plays until it is over; returns the last view.
pub(crate) async fn play(server: &str, token: &str, game: &str) -> Result<GameView, Box<dyn std::error::Error>> {
    let mut request = format!("ws://{server}/api/socket").into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
    let say = |id, ask| Message::text(serde_json::to_string(&Asked { id, ask }).expect("plain data"));
    socket.send(say(0, Ask::Join { game: game.to_owned() })).await?;
    socket.send(say(1, Ask::Watch { game: game.to_owned(), since: None })).await?;
    let (mut engine, mut acted) = (None, None);
    loop {
        let Message::Text(text) = socket.next().await.ok_or("the server has hung up")?? else { continue };
        let view = match serde_json::from_str(&text)? {
            Said::Update { update } => update.room.game,
            Said::Refused { error, .. } => return Err(error.error.into()),
            _ => continue,
        };
        let ask = match view.phase {
            PhaseView::Ended => return Ok(view),
            PhaseView::Playing if view.on_turn == view.you && acted != Some(view.turn) => choose(&view, &mut engine)?,
            PhaseView::LastChallenge if view.may_accept && acted.is_none_or(|turn| turn <= view.turn) => ActionView::Accept,
            _ => continue,
        };
        acted = Some(if ask == ActionView::Accept { view.turn + 1 } else { view.turn });
        socket.send(say(2, Ask::Act { game: game.to_owned(), turn: Some(view.turn), action: ask })).await?;
    }
}

/// The highest-scoring move, by what the view shows.
fn choose(view: &GameView, engine: &mut Option<Engine>) -> Result<ActionView, Box<dyn std::error::Error>> {
    if engine.is_none() {
        let ruleset = Arc::new(Ruleset::named(&view.ruleset)?);
        let lexicon = Catalogue::new(None).get(ruleset.lexicon.as_deref().ok_or("no lexicon")?, &ruleset.alphabet)?;
        *engine = Some(Engine::new(ruleset, lexicon, NoLeaves));
    }
    let engine = engine.as_ref().expect("made above");
    let (ruleset, you, n) = (engine.ruleset(), view.you.ok_or("no seat")? as usize, view.seats.len());
    let mut board = Board::empty(&ruleset.layout);
    view.board.iter().filter_map(|tile| tile.placement(ruleset)).for_each(|(square, placed)| board.set(square, Some(placed)));
    let rack = view.seats[you].rack.iter().flatten().map(|face| format!("[{face}]").replace("[?]", "?")).collect::<String>();
    let scores = (0..n).map(|step| view.seats[(you + step) % n].score).collect();
    let position = Position::new(ruleset, board, ruleset.parse_tiles(&rack)?, vec![Tiles::new(); n - 1], scores)?;
    Ok(match engine.best(&position).mv {
        Move::Play(play) => ActionView::Place { tiles: PlacedView::list(ruleset, play.placements()) },
        Move::Exchange(tiles) => ActionView::Exchange { tiles: tiles.iter().map(|tile| ruleset.face(tile).to_owned()).collect() },
        Move::Pass => ActionView::Pass,
    })
}
