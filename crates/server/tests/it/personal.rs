//! What belongs to a player: downloading it, and deleting it without breaking the games of others.

use std::path::Path;

use crate::common::{Guest, Server, postgres, unlimited};
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use tisane_protocol::Ask;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::router;
use tower::ServiceExt;

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) {
    let (status, answer) = server
        .http("POST", &format!("/api/games/{game}/actions"), Some(who), json!({ "action": action }))
        .await;
    assert_eq!(status, 200, "{answer}");
}

async fn join(server: &Server, game: &str, who: &Guest) {
    let (status, answer) =
        server.http("POST", &format!("/api/games/{game}/join"), Some(who), json!(null)).await;
    assert_eq!(status, 200, "{answer}");
}

async fn say(server: &Server, game: &str, who: &Guest, text: &str) {
    assert_eq!(
        server
            .http("POST", &format!("/api/games/{game}/chat"), Some(who), json!({ "text": text }))
            .await
            .0,
        200
    );
}

/// Every text in the database of a folder.
async fn all_texts(folder: &Path) -> Vec<String> {
    if postgres::is_there() {
        return postgres::all_rows(folder.file_name().unwrap().to_str().unwrap()).await;
    }
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    let mut tables =
        database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").unwrap();
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut texts = Vec::new();
    for table in tables {
        let mut all = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = all.column_count();
        let mut rows = all.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                if let ValueRef::Text(text) = row.get_ref(column).unwrap() {
                    texts.push(format!("{table}: {}", String::from_utf8_lossy(text)));
                }
            }
        }
    }
    texts
}

#[tokio::test]
async fn a_player_downloads_everything_about_them_and_no_hidden_tile() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&ada),
            json!({ "name": "Ada", "password": "correct horse" }),
        )
        .await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = server.game(&ada, &NewGame::new("english")).await;
        join(&server, &game, &bo).await;
        act(&server, &game, &ada, ActionView::Start).await;
        say(&server, &game, &ada, "hello").await;
        say(&server, &game, &bo, "not Ada's").await;
        games.push(game);
    }
    act(&server, &games[0], &bo, ActionView::Resign).await;
    let title = "My board";
    let board = json!({ "title": title, "content": { "kind": "board", "ruleset": "english", "position": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 /", "note": "" } });
    let (status, answer) = server.http("POST", "/api/kept", Some(&ada), board).await;
    assert_eq!(status, 200, "{answer}");
    server.http("PUT", &format!("/api/me/blocked/{}", bo.id), Some(&ada), json!(null)).await;
    let report = json!({ "about": { "kind": "player", "player": bo.id }, "text": "slow" });
    assert_eq!(server.http("POST", "/api/reports", Some(&ada), report).await.0, 200);

    let (status, text) = server.text("GET", "/api/me/data", Some(&ada), json!(null)).await;
    assert_eq!(status, 200, "{text}");
    let data: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&data["me"]["name"], &data["me"]["account"]), (&json!("Ada"), &json!(true)));
    assert_eq!(data["sessions"].as_array().unwrap().len(), 2);
    for secret in [&*ada.secret, token["token"].as_str().unwrap()] {
        let (id, key) = secret.split_once('.').unwrap();
        assert!(!text.contains(id) && !text.contains(key), "no secret is included");
    }
    assert!(!text.contains("argon2"));
    assert_eq!(
        (&data["muted"][0]["blocked"], &data["reports"][0]["text"]),
        (&json!(true), &json!("slow"))
    );
    assert_eq!(data["kept"][0]["title"], title);
    let said: Vec<&Value> =
        data["messages"].as_array().unwrap().iter().map(|said| &said["message"]["text"]).collect();
    assert_eq!(said, ["hello", "hello"]);
    let told = data["games"].as_array().unwrap();
    assert_eq!(told.len(), 2);
    for game in told {
        assert!(games.contains(&game["room"]["id"].as_str().unwrap().to_owned()));
        assert_eq!(
            game["events"].as_array().unwrap().len() as u64,
            game["room"]["game"]["version"].as_u64().unwrap(),
            "the whole log"
        );
    }
    let live = told.iter().find(|game| game["room"]["id"] == games[1]).unwrap();
    let view = server.room(&games[1], Some(&ada)).await;
    assert_eq!(live["room"]["game"]["seats"][0]["rack"], json!(view.game.seats[0].rack));
    assert!(
        live["room"]["game"]["seats"][1].get("rack").is_none(),
        "the opponent's rack stays hidden"
    );
    let drawn = live["events"].to_string();
    let hidden = server.room(&games[1], Some(&bo)).await.game.seats[1].rack.clone().unwrap();
    assert!(!drawn.contains(&serde_json::to_string(&hidden).unwrap()));
    assert_eq!(server.http("GET", "/api/me/data", None, json!(null)).await.0, 401);
    // Browsers ask for it compressed, and the compressor asks for more than there is.
    let request = Request::builder()
        .uri("/api/me/data")
        .header(header::COOKIE, format!("tisane={}", ada.secret));
    let request = request.header(header::ACCEPT_ENCODING, "gzip").body(Body::empty()).unwrap();
    let response = router(server.app.clone()).oneshot(request).await.unwrap();
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
    assert!(!response.into_body().collect().await.unwrap().to_bytes().is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_deleted_player_is_gone_and_others_keep_their_games() {
    let server = Server::start().await;
    let (zoe, bo, cy) =
        (server.guest("Zoe").await, server.guest("Bo").await, server.guest("Cy").await);
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&bo),
            json!({ "name": "Bo", "password": "correct horse" }),
        )
        .await;
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&zoe),
            json!({ "name": "Zoe", "password": "correct horse" }),
        )
        .await;

    // A finished game with a rematch that waits for Zoe, a live one of two, a live one of three, a
    // table she left, one she waits at.
    let ended = server.game(&zoe, &NewGame::new("english")).await;
    join(&server, &ended, &bo).await;
    act(&server, &ended, &zoe, ActionView::Start).await;
    say(&server, &ended, &zoe, "well played").await;
    server.both_pass(&ended, [&zoe, &bo]).await;
    act(&server, &ended, &bo, ActionView::Resign).await;
    let (_, rematch) =
        server.http("POST", &format!("/api/games/{ended}/rematch"), Some(&bo), json!(null)).await;
    let rematch = rematch["id"].as_str().unwrap().to_owned();
    let live = server.game(&bo, &NewGame::new("english")).await;
    join(&server, &live, &zoe).await;
    act(&server, &live, &bo, ActionView::Start).await;
    server.both_pass(&live, [&bo, &zoe]).await;
    let three = server.game(&zoe, &NewGame { seats: Some(3), ..NewGame::new("english") }).await;
    join(&server, &three, &bo).await;
    join(&server, &three, &cy).await;
    act(&server, &three, &zoe, ActionView::Start).await;
    let left = server.game(&bo, &NewGame::new("english")).await;
    join(&server, &left, &zoe).await;
    act(&server, &left, &zoe, ActionView::Leave).await;
    let waiting = server.game(&zoe, &NewGame::new("english")).await;
    let watched = server.game(&bo, &NewGame::new("english")).await;
    join(&server, &watched, &cy).await;
    act(&server, &watched, &bo, ActionView::Start).await;
    say(&server, &watched, &zoe, "from outside").await;
    server.http("PUT", &format!("/api/me/muted/{}", zoe.id), Some(&bo), json!(null)).await;
    let report =
        json!({ "about": { "kind": "message", "game": ended, "number": 1 }, "text": "hm" });
    server.http("POST", "/api/reports", Some(&bo), report).await;

    let mut zoes = server.socket(&zoe).await;
    zoes.watch(&three).await;
    let mut bos = server.socket(&bo).await;
    bos.watch(&three).await;
    server.delete(&zoe).await;
    while zoes.read().await.is_some() {}
    let room = bos.until(|room| room.game.seats[0].name == "Deleted player").await;
    assert!(room.game.outcome.is_none(), "the others play on");
    assert_eq!(server.http("GET", "/api/me", Some(&zoe), json!(null)).await.0, 401);
    assert_eq!(
        server.room(&live, Some(&bo)).await.game.outcome.unwrap().winners,
        [0],
        "a live game is resigned"
    );
    let (_, me) = server.http("GET", "/api/me", Some(&bo), json!(null)).await;
    assert_eq!(me["ratings"][0]["games"], 2, "and was counted before");
    let turn = server.room(&three, Some(&bo)).await.game.on_turn.unwrap();
    act(&server, &three, if turn == 1 { &bo } else { &cy }, ActionView::Pass).await;

    let folder = server.stop().await;
    for text in all_texts(&folder).await {
        assert!(!text.contains(&zoe.id) && !text.contains("Zoe"), "{text}");
    }
    let server = Server::start_in(folder, unlimited()).await;
    for (game, seat) in [(&ended, 0), (&live, 1), (&three, 0)] {
        assert_eq!(
            server.room(game, Some(&bo)).await.game.seats[seat].name,
            "Deleted player",
            "{game}"
        );
        let (_, gcg) =
            server.text("GET", &format!("/api/games/{game}/gcg"), Some(&bo), json!(null)).await;
        assert!(gcg.contains("Deleted"), "{gcg}");
    }
    assert_eq!(server.room(&rematch, Some(&bo)).await.expected[0].name, "Deleted player");
    assert!(server.room(&waiting, None).await.game.seats.is_empty());
    assert_eq!(server.room(&left, Some(&bo)).await.game.seats.len(), 1);
    let (_, mine) = server.http("GET", "/api/games", Some(&bo), json!(null)).await;
    let listed = mine["rooms"].as_array().unwrap().iter().find(|room| room["id"] == ended).unwrap();
    assert_eq!(listed["names"], json!(["Deleted player", "Bo"]));
    let mut bos = server.socket(&bo).await;
    bos.watch(&ended).await;
    let said = loop {
        if let tisane_protocol::Said::Chat { messages, .. } = bos.next().await {
            break messages;
        }
    };
    assert_eq!((&*said[0].name, &*said[0].text), ("Deleted player", "well played"));

    // The next deleted player has another name.
    server.delete(&bo).await;
    let room = server.room(&ended, None).await;
    assert_eq!(
        [&*room.game.seats[0].name, &*room.game.seats[1].name],
        ["Deleted player", "Deleted player 2"]
    );
    assert_ne!(room.occupants[0].player, room.occupants[1].player);
    let mut cys = server.socket(&cy).await;
    cys.watch(&three).await;
    cys.ask(Ask::Say { game: three, text: "alone".into() }).await.unwrap();
    server.stop().await;
}
