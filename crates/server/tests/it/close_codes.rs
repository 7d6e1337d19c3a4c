//! How connections end: with a close code and a reason that a program can act on.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rusqlite::{Connection, params};
use serde_json::json;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::stored::write_event;
use tisane_protocol::{Ask, ErrorCode, Said};
use tisane_rules::{Event, Ruleset};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::common::{Client, Server, unlimited};

/// The code and reason with which the server ends the connection.
pub(crate) async fn closed(client: &mut Client) -> (u16, String) {
    loop {
        match tokio::time::timeout(Duration::from_secs(60), client.stream.next())
            .await
            .expect("the connection ends")
        {
            Some(Ok(Message::Close(Some(frame)))) => {
                return (frame.code.into(), frame.reason.to_string());
            }
            Some(Ok(_)) => {}
            other => panic!("the connection ends without a code: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_socket_closed_for_an_oversized_message_says_1009() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for length in [17_000, 300_000] {
        let mut client = server.socket(&ada).await;
        // The server may hang up before it has all.
        let _ = client.stream.send(Message::text("x".repeat(length))).await;
        assert_eq!(
            closed(&mut client).await,
            (1009, "a message may have at most 16 KB".to_owned()),
            "{length} bytes"
        );
    }
    // The same in parts.
    let mut client = server.socket(&ada).await;
    for part in 0..5 {
        let kind = OpCode::Data(if part == 0 { Data::Text } else { Data::Continue });
        let _ =
            client.stream.send(Message::Frame(Frame::message(vec![b'x'; 4000], kind, false))).await;
    }
    assert_eq!(closed(&mut client).await.0, 1009);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_closed_for_too_many_requests_says_1008() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let text = || Message::text(json!({ "id": 1, "ask": { "type": "ping" } }).to_string());
    for flood in
        [text, || Message::Binary(vec![1, 2, 3].into()), || Message::Ping(Default::default())]
    {
        let (mut sink, stream) = server.socket(&ada).await.stream.split();
        let flooding = tokio::spawn(async move { while sink.send(flood()).await.is_ok() {} });
        let frame =
            stream.filter_map(
                async |message| if let Ok(Message::Close(frame)) = message { frame } else { None },
            );
        let frame = tokio::time::timeout(Duration::from_secs(60), Box::pin(frame).next())
            .await
            .expect("the connection ends")
            .unwrap();
        assert_eq!(
            (u16::from(frame.code), frame.reason.as_str()),
            (1008, "too many requests; wait before you reconnect")
        );
        flooding.abort();
    }
    server.stop().await;
}

#[tokio::test]
async fn a_socket_closed_for_broken_text_says_1007() {
    let server = Server::start().await;
    let mut client = server.socket(&server.guest("Ada").await).await;
    client
        .stream
        .send(Message::Frame(Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true)))
        .await
        .unwrap();
    assert_eq!(closed(&mut client).await.0, 1007);
    server.stop().await;
}

#[tokio::test]
async fn a_request_refused_for_its_rate_names_its_id() {
    let server = Server::start().await;
    let mut client = server.socket(&server.guest("Ada").await).await;
    for id in 0..90 {
        client.send(&json!({ "id": id, "ask": { "type": "ping" } }).to_string()).await;
    }
    let mut refused = 0;
    for expected in 0..90 {
        let (id, is_refused) = match client.next().await {
            Said::Refused { id, error } => {
                assert_eq!(error.code, ErrorCode::TooOften);
                (id, true)
            }
            Said::Done { id, .. } => (Some(id), false),
            other => panic!("{other:?}"),
        };
        assert_eq!(id, Some(expected));
        refused += u32::from(is_refused);
    }
    assert!(refused > 0);
    server.stop().await;
}

#[tokio::test]
async fn one_connection_watches_fifty_games_at_most() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let mut games = Vec::new();
    for _ in 0..51 {
        games.push(server.game(&ada, &NewGame::new("english")).await);
    }
    let mut client = server.socket(&ada).await;
    for game in &games[..50] {
        client.watch(game).await;
    }
    let refused =
        client.ask(Ask::Watch { game: games[50].clone(), since: None }).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Message);
    assert!(refused.error.contains("at most 50 games"), "{}", refused.error);
    server.stop().await;
}

#[tokio::test]
async fn a_client_away_for_long_gets_only_the_last_events() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = server.game(&ada, &NewGame::new("english")).await;
    let mut host = server.socket(&ada).await;
    host.watch(&game).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    host.act(&game, ActionView::Start).await.unwrap();
    let version = server.room(&game, Some(&ada)).await.game.version;
    drop(host);
    let folder = server.stop().await;
    // A long game, written as the server would write it.
    let ruleset = Ruleset::named("english").unwrap();
    let mut database = Connection::open(folder.join("tisane.db")).unwrap();
    let last = "SELECT MAX(number) FROM events WHERE room = ?";
    let last: i64 = database.query_row(last, [&game], |row| row.get(0)).unwrap();
    let writing = database.transaction().unwrap();
    for number in 1..=3000 {
        let event = if number % 2 == 1 {
            Event::AbortOffered { seat: 0 }
        } else {
            Event::AbortDeclined { seat: 1 }
        };
        let line = write_event(&ruleset, &event, None);
        writing
            .execute(
                "INSERT INTO events (room, number, line) VALUES (?, ?, ?)",
                params![game, last + number, line],
            )
            .unwrap();
    }
    writing.commit().unwrap();
    drop(database);
    let server = Server::start_in(folder, unlimited()).await;
    let mut client = server.socket(&bo).await;
    client.ask(Ask::Watch { game: game.clone(), since: Some(0) }).await.unwrap();
    let update = client.update().await;
    let now = update.room.game.version;
    assert!(now >= version + 3000, "{now}");
    assert_eq!(
        (update.since, update.events.len() as u64),
        (now - 500, 500),
        "`since` says where the events begin"
    );
    server.stop().await;
}
