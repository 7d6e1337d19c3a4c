//! Nobody writes without end: into a chat, a game, or anything else that is stored.

use crate::common::{Client, Guest, Server, folder, unlimited};
use serde_json::{Value, json};
use tisane_protocol::Ask;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::{Config, Limits, Rate};

/// Three at once, and then none for ages.
const THREE: Rate = Rate { burst: 3.0, per_second: 1e-6 };

async fn server(limits: Limits) -> Server {
    Server::start_in(folder(), Config { limits, ..unlimited() }).await
}

/// The code of the refusal, or "done".
async fn code(server: &Server, method: &str, path: &str, who: &Guest, body: Value) -> String {
    let (status, answer) = server.http(method, path, Some(who), body).await;
    if status == 200 {
        "done".to_owned()
    } else {
        answer["code"].as_str().unwrap_or("none").to_owned()
    }
}

async fn say(server: &Server, game: &str, who: &Guest) -> String {
    code(server, "POST", &format!("/api/games/{game}/chat"), who, json!({ "text": "hello" })).await
}

async fn ready(client: &mut Client, game: &str) -> String {
    match client.act(game, ActionView::Ready { ready: true }).await {
        Ok(()) => "done".to_owned(),
        Err(error) => serde_json::to_value(error.code).unwrap().as_str().unwrap().to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_limited_for_a_player_however_they_send_it() {
    let server = server(Limits { chat: THREE, ..Limits::none() }).await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let game = server.game(&ada, &NewGame::new("english")).await;
    assert_eq!(say(&server, &game, &ada).await, "done");
    let mut client = server.socket(&ada).await;
    let text = |text: &str| Ask::Say { game: game.clone(), text: text.to_owned() };
    client.ask(text("one")).await.unwrap();
    client.ask(text("two")).await.unwrap();
    let error = client.ask(text("three")).await.unwrap_err();
    assert_eq!(serde_json::to_value(error.code).unwrap(), "too_often");
    assert_eq!(say(&server, &game, &ada).await, "too_often");
    assert_eq!(say(&server, &game, &bo).await, "done", "somebody else");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_limited_for_an_address_whoever_sends_it() {
    let server = server(Limits { chat: THREE, ..Limits::none() }).await;
    let mut guests = Vec::new();
    for n in 0..8 {
        guests.push(server.guest(&format!("guest {n}")).await);
    }
    let game = server.game(&guests[0], &NewGame::new("english")).await;
    let mut done = 0;
    for guest in &guests {
        for _ in 0..3 {
            done += usize::from(say(&server, &game, guest).await == "done");
        }
    }
    assert_eq!(done, 15, "as much as five players");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_default_chat_burst_is_five() {
    let server = server(Limits::default()).await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let mut client = server.socket(&ada).await;
    let mut refused = 0;
    for _ in 0..40 {
        refused += usize::from(
            client.ask(Ask::Say { game: game.clone(), text: "hello".to_owned() }).await.is_err(),
        );
    }
    assert!(refused > 0, "forty messages in a row were all taken");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_limited_for_a_player_however_they_send_them() {
    let server = server(Limits { actions: THREE, ..Limits::none() }).await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let path = format!("/api/games/{game}/actions");
    let body = json!({ "action": { "kind": "ready", "ready": true } });
    let mut client = server.socket(&ada).await;
    assert_eq!(code(&server, "POST", &path, &ada, body.clone()).await, "done");
    assert_eq!(ready(&mut client, &game).await, "done");
    assert_eq!(ready(&mut client, &game).await, "done");
    assert_eq!(ready(&mut client, &game).await, "too_often");
    assert_eq!(code(&server, "POST", &path, &ada, body).await, "too_often");
    assert_eq!(
        code(&server, "POST", &format!("/api/games/{game}/join"), &ada, json!(null)).await,
        "too_often"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_else_that_is_stored_is_limited_too() {
    for (method, path, body) in [
        ("POST", "/api/me", json!({ "name": "Ada" })),
        ("PUT", "/api/me/muted/abcdefgh2345", json!(null)),
        ("DELETE", "/api/me/muted/abcdefgh2345", json!(null)),
        ("POST", "/api/kept", json!({ "title": "Opening", "content": board() })),
        (
            "PUT",
            "/api/kept/abcdefgh2345",
            json!({ "version": 1, "title": "Opening", "content": board() }),
        ),
        ("DELETE", "/api/kept/abcdefgh2345", json!(null)),
        ("POST", "/api/kept/abcdefgh2345/link", json!(null)),
        ("DELETE", "/api/kept/abcdefgh2345/link", json!(null)),
        ("POST", "/api/me/tokens", json!(null)),
        ("POST", "/api/games", json!({ "ruleset": "english" })),
        ("POST", "/api/games/abcdefgh2345/rematch", json!(null)),
    ] {
        let limits = Limits {
            settings: THREE,
            keeping: THREE,
            games: THREE,
            guests: THREE,
            ..Limits::none()
        };
        let server = server(limits).await;
        let ada = server.guest("Ada").await;
        let mut codes = Vec::new();
        for _ in 0..4 {
            codes.push(code(&server, method, path, &ada, body.clone()).await);
        }
        assert_ne!(codes[0], "too_often", "{method} {path}");
        assert_eq!(codes[3], "too_often", "{method} {path}: {codes:?}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn coming_and_going_is_limited() {
    let server = server(Limits { watching: THREE, ..Limits::none() }).await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let mut client = server.socket(&ada).await;
    for taken in [true, true, true, false] {
        assert_eq!(client.ask(Ask::Watch { game: game.clone(), since: None }).await.is_ok(), taken);
        client.ask(Ask::Unwatch { game: game.clone() }).await.unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_ids_are_not_looked_up() {
    let server = server(Limits::none()).await;
    let ada = server.guest("Ada").await;
    let long = "a".repeat(5000);
    for (method, path, expected) in [
        ("PUT", format!("/api/me/muted/{long}"), "no_such_player"),
        ("PUT", "/api/me/muted/%3Cb%3E".to_owned(), "no_such_player"),
        ("GET", format!("/api/games/{long}"), "no_such_game"),
        ("GET", format!("/api/kept/{long}"), "not_kept"),
        ("GET", format!("/api/shared/{long}"), "not_kept"),
    ] {
        let (_, answer) = server.http(method, &path, Some(&ada), json!(null)).await;
        assert_eq!(answer["code"], expected, "{method} {}", &path[..30.min(path.len())]);
        assert!(answer.to_string().len() < 1000, "the answer repeats the id");
    }
    let (_, muted) = server.http("GET", "/api/me/muted", Some(&ada), json!(null)).await;
    assert_eq!(muted["muted"], json!([]));
    server.stop().await;
}

/// A server on which this game of Ada's has been filled by `sql`, which knows it as ?1.
async fn with_full_game(sql: &str) -> (Server, Guest, String) {
    let server = server(Limits::none()).await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let ready = json!({ "action": { "kind": "ready", "ready": true } });
    assert_eq!(
        code(&server, "POST", &format!("/api/games/{game}/actions"), &ada, ready).await,
        "done"
    );
    assert_eq!(say(&server, &game, &ada).await, "done");
    let folder = server.stop().await;
    let database = rusqlite::Connection::open(folder.join("tisane.db")).unwrap();
    assert!(database.execute(sql, [&game]).unwrap() > 1000);
    drop(database);
    (Server::start_in(folder, unlimited()).await, ada, game)
}

const NUMBERS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)";

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_a_game_is_bounded() {
    let more = format!(
        "{NUMBERS} INSERT OR IGNORE INTO events SELECT ?1, n, (SELECT line FROM events WHERE room = ?1 ORDER BY number DESC LIMIT 1) \
         FROM numbers WHERE n < 2000"
    );
    let (server, ada, game) = with_full_game(&more).await;
    let act = async |kind: Value| {
        code(
            &server,
            "POST",
            &format!("/api/games/{game}/actions"),
            &ada,
            json!({ "action": kind }),
        )
        .await
    };
    assert_eq!(act(json!({ "kind": "ready", "ready": false })).await, "too_many_events");
    let bo = server.guest("Bo").await;
    assert_eq!(
        code(&server, "POST", &format!("/api/games/{game}/join"), &bo, json!(null)).await,
        "too_many_events"
    );
    assert_eq!(act(json!({ "kind": "leave" })).await, "done", "whoever wants to go may");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_is_bounded() {
    let more = format!(
        "{NUMBERS} INSERT OR IGNORE INTO chat (room, number, player, name, text, at) SELECT ?1, n, player, name, text, at FROM numbers JOIN chat ON room = ?1 AND number = 1 \
         WHERE n < 2000"
    );
    let (server, ada, game) = with_full_game(&more).await;
    assert_eq!(say(&server, &game, &ada).await, "done", "number 2000");
    assert_eq!(say(&server, &game, &ada).await, "chat_full");
    server.stop().await;
}

fn board() -> Value {
    let position = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
    json!({ "kind": "board", "ruleset": "english", "position": position, "note": "" })
}
