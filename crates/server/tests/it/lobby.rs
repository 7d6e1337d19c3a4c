//! The lobby over the wire: changes instead of lists, and pages.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use tisane_protocol::request::NewGame;
use tisane_protocol::{Ask, LobbyView, Said};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Client, Guest, LobbyPage, Server};

/// So many games can one connection watch.
const GAMES_EACH: usize = 50;

/// Public games for three that wait, in the order in which they are listed, and the sockets of
/// their host.
async fn waiting(server: &Server, host: &Guest, n: usize) -> (Vec<String>, Vec<Client>) {
    let wishes = NewGame { public: true, seats: Some(3), ..NewGame::new("english") };
    let (mut games, mut hosts) = (Vec::new(), Vec::new());
    for number in 0..n {
        if number % GAMES_EACH == 0 {
            hosts.push(server.socket(host).await);
        }
        let game = server.game(host, &wishes).await;
        hosts
            .last_mut()
            .unwrap()
            .ask(Ask::Watch { game: game.clone(), since: None })
            .await
            .unwrap();
        games.push(game);
    }
    (games, hosts)
}

/// Reads a message, with its length.
async fn read(client: &mut Client) -> (usize, Said) {
    loop {
        match tokio::time::timeout(Duration::from_secs(60), client.stream.next())
            .await
            .expect("a message comes")
        {
            Some(Ok(Message::Text(text))) => {
                return (text.len(), serde_json::from_str(&text).unwrap());
            }
            Some(Ok(Message::Ping(_))) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// The bytes that all watchers get for their first page, and then for ten changes.
async fn bytes_sent(n: usize, watchers: usize) -> (usize, usize) {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let (games, _hosts) = waiting(&server, &ada, n).await;
    let mut watching = Vec::new();
    let mut first = 0;
    for _ in 0..watchers {
        let mut client = server.socket(&bo).await;
        client
            .send(&json!({ "id": 1, "ask": { "type": "lobby", "watch": true } }).to_string())
            .await;
        let mut page = LobbyPage::default();
        let (bytes, said) = read(&mut client).await;
        assert!(page.hear(said));
        assert_eq!((page.rooms.len(), page.waiting as usize), (n.min(100), n));
        first += bytes;
        watching.push((client, page));
    }
    let joined: BTreeSet<String> = games[..10].iter().cloned().collect();
    for game in &joined {
        let (status, answer) =
            server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
        assert_eq!(status, 200, "{answer}");
    }
    let mut changes = 0;
    for (client, page) in &mut watching {
        while page.rooms.iter().filter(|room| room.names.len() == 2).count() < joined.len() {
            let (bytes, said) = read(client).await;
            changes += bytes;
            page.hear(said);
        }
        let shown: Vec<&String> = page.rooms.iter().map(|room| &room.id).collect();
        assert_eq!(shown, games.iter().take(100).collect::<Vec<_>>(), "the page keeps its order");
    }
    server.stop().await;
    (first, changes)
}

#[tokio::test]
async fn a_change_in_the_lobby_is_sent_without_the_rest_of_the_list() {
    let (first, changes) = bytes_sent(120, 3).await;
    assert!(first < 3 * 100 * 1000, "the first page has {first} bytes");
    assert!(changes < 3 * 10 * 1000, "ten changes took {changes} bytes");
}

#[tokio::test]
#[ignore = "a measurement: takes a while"]
async fn bytes_for_sixty_watchers_of_fifteen_hundred_games() {
    let (first, changes) = bytes_sent(1500, 60).await;
    eprintln!(
        "1,500 waiting games, 60 watchers: {first} bytes for the first page, {changes} bytes for ten changes"
    );
}

#[tokio::test]
async fn the_lobby_is_listed_in_pages() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (games, mut hosts) = waiting(&server, &ada, 120).await;
    let page = async |query: &str| -> LobbyView {
        let (status, page) =
            server.http("GET", &format!("/api/lobby{query}"), None, json!(null)).await;
        assert_eq!(status, 200, "{page}");
        serde_json::from_value(page).unwrap()
    };
    let ids = |page: &LobbyView| page.rooms.iter().map(|room| room.id.clone()).collect::<Vec<_>>();
    let (first, second) = (page("").await, page("?offset=100").await);
    assert_eq!((first.waiting, second.waiting), (120, 120));
    assert_eq!([ids(&first), ids(&second)].concat(), games, "the longest waiting game comes first");
    assert_eq!(ids(&page("?offset=7&limit=3").await), games[7..10]);
    assert_eq!(ids(&page("?offset=999999999").await), [] as [String; 0]);
    for query in
        ["?limit=0", "?limit=101", "?limit=-1", "?offset=x", "?offset=99999999999999999999999"]
    {
        assert_eq!(
            server.http("GET", &format!("/api/lobby{query}"), None, json!(null)).await.0,
            400,
            "{query}"
        );
    }
    hosts[0].ask(Ask::Unwatch { game: games[0].clone() }).await.unwrap();
    hosts[0].ask(Ask::Unwatch { game: games[1].clone() }).await.unwrap();
    server.room(&games[0], None).await; // the room has heard of it by then
    server.room(&games[1], None).await;
    assert_eq!(ids(&page("").await), games[2..102]);
    server.stop().await;
}
