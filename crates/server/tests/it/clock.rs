//! Clocks are fair to players with slow connections.

use std::time::Duration;

use crate::common::Server;
use tisane_protocol::ClockView;
use tisane_protocol::game::EventView;
use tisane_protocol::request::{ActionView, NewGame};

#[tokio::test]
async fn a_slow_connection_is_credited_up_to_a_second_a_move() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let clock = ClockView::Game { initial: 600_000, increment: 0, overtime: None };
    let game = server.game(&ada, &NewGame { clock: Some(clock), ..NewGame::new("english") }).await;
    let mut near = server.socket(&ada).await;
    let mut far = server.slow_socket(&bo, Duration::from_millis(1500)).await;
    for client in [&mut near, &mut far] {
        client.watch(&game).await;
    }
    far.ask(tisane_protocol::Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    near.act(&game, ActionView::Start).await.unwrap();
    let (mut credited, mut has_passed) = (None, false);
    while credited.is_none() {
        let update = near.update().await;
        credited = update.events.iter().find_map(|event| match event {
            EventView::LagCredited { seat: 1, millis } => Some(*millis),
            _ => None,
        });
        // Seats are taken in order: Ada has the first, Bo the second.
        if update.room.game.on_turn == Some(0) && !has_passed {
            near.act(&game, ActionView::Pass).await.unwrap();
            has_passed = true;
        }
    }
    assert_eq!(credited, Some(1000), "no more than a second, however slow the connection is");
}
