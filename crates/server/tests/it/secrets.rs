//! Logs and metrics contain no cookies, tokens, passwords, invitations, racks or chat.

use crate::common::Server;
use crate::common::wire::{Log, ask};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tisane_protocol::Ask;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn logs_and_metrics_contain_no_secrets() {
    let log = Log::capture();
    let config =
        Config { metrics_token: Some("metrics-horse".into()), ..crate::common::unlimited() };
    let server = Server::start_in(crate::common::folder(), config).await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let cookie = format!("tisane={}", ada.secret);
    let ada_asks = async |method: &str, path: &str, body: Value| {
        let answer = ask(&server, method, path, &[("cookie", &cookie)], body).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{method} {path}: {answer}");
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        serde_json::from_str::<Value>(body).unwrap_or_else(|_| json!(body))
    };
    let password = |password: &str| json!({ "name": "Ada", "password": password });
    ada_asks("POST", "/api/me/account", password("correct horse")).await;
    let refused = ask(&server, "POST", "/api/login", &[], password("wrong battery")).await;
    assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");
    let logged_in = ask(&server, "POST", "/api/login", &[], password("correct horse")).await;
    let elsewhere =
        logged_in.split("tisane=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    let token =
        ada_asks("POST", "/api/me/tokens", json!(null)).await["token"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {token}");
    ask(&server, "GET", "/api/me", &[("authorization", &bearer)], json!(null)).await;
    ask(&server, "POST", "/api/games", &[("authorization", &bearer)], json!({ "ruleset": token }))
        .await;

    let game = server.game(&ada, &NewGame { bots: vec![], ..NewGame::new("english") }).await;
    let (mut one, mut other) = (server.socket(&ada).await, server.socket(&bo).await);
    other.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    for ready in [true, false] {
        other.act(&game, ActionView::Ready { ready }).await.unwrap();
    }
    // Somebody else writes to the log, so that an append of ours conflicts, and that is logged.
    let database = Connection::open(server.folder.join("tisane.db")).unwrap();
    let last = "SELECT number, line FROM events WHERE room = ? ORDER BY number DESC LIMIT 1";
    let (number, line): (i64, String) =
        database.query_row(last, [&game], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    database
        .execute("INSERT INTO events VALUES (?, ?, ?)", params![game, number + 1, line])
        .unwrap();
    drop(database);
    one.act(&game, ActionView::Start).await.unwrap(); // the second attempt succeeds
    one.watch(&game).await;
    one.ask(Ask::Say { game: game.clone(), text: "between ourselves".into() }).await.unwrap();
    for broken in ["{", "{\"id\":1,\"ask\":{\"type\":\"act\",\"game\":\"x\"}}"] {
        one.send(broken).await;
    }
    let mut racks = Vec::new();
    for (seat, guest) in [&ada, &bo].into_iter().enumerate() {
        let rack = server.room(&game, Some(guest)).await.game.seats[seat].rack.clone().unwrap();
        racks.extend([rack.concat(), serde_json::to_string(&rack).unwrap()]);
    }
    let position = ada_asks("GET", &format!("/api/games/{game}/cgp"), json!(null)).await;
    let content =
        json!({ "kind": "board", "ruleset": "english", "position": position, "note": "" });
    let kept =
        ada_asks("POST", "/api/kept", json!({ "title": "Opening", "content": content })).await;
    let link =
        ada_asks("POST", &format!("/api/kept/{}/link", kept["id"].as_str().unwrap()), json!(null))
            .await["link"]
            .clone();
    ask(&server, "GET", &format!("/api/shared/{}", link.as_str().unwrap()), &[], json!(null)).await;
    ask(
        &server,
        "POST",
        "/api/solve",
        &[("cookie", &cookie)],
        json!({ "position": position, "ruleset": "english" }),
    )
    .await;
    one.act(&game, ActionView::Resign).await.unwrap();
    let numbers =
        ask(&server, "GET", "/metrics", &[("authorization", "Bearer metrics-horse")], json!(null))
            .await;
    drop((one, other));
    server.stop().await;

    let log = log.text();
    assert!(log.contains("an append failed"), "{log}");
    assert!(numbers.contains("tisane_events_total"), "{numbers}");
    let key = |secret: &str| secret.split_once('.').unwrap().1.to_owned();
    let mut secrets = vec![
        key(&ada.secret),
        key(&bo.secret),
        key(&elsewhere),
        key(&token),
        game.clone(),
        link.as_str().unwrap().to_owned(),
    ];
    secrets.extend(
        ["correct horse", "wrong battery", "metrics-horse", "between ourselves"].map(str::to_owned),
    );
    secrets.extend(racks);
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log: {log}");
        assert!(!numbers.contains(&secret), "{secret} is among the numbers: {numbers}");
    }
}
