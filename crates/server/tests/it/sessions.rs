//! Sessions: how they end, what ends with them, and how passwords and logins are guarded.

use std::time::Duration;

use crate::common::{Client, Guest, Server};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use futures_util::StreamExt;
use http_body_util::BodyExt;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, Asked, SESSION_ENDED};
use tisane_server::router;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PATIENCE: Duration = Duration::from_secs(60);

fn credentials(password: &str) -> Value {
    json!({ "name": "Ada", "password": password })
}

/// Ada's account, and the browser in which she made it.
async fn ada(server: &Server) -> Guest {
    let ada = server.guest("Ada").await;
    let (status, me) =
        server.http("POST", "/api/me/account", Some(&ada), credentials("correct horse")).await;
    assert_eq!(status, 200, "{me}");
    ada
}

/// Logs in from an address with a browser.
async fn log_in(
    server: &Server,
    password: &str,
    address: [u8; 4],
    agent: &str,
) -> Result<Guest, Value> {
    let request = Request::builder()
        .method("POST")
        .uri("/api/login")
        .header(header::CONTENT_TYPE, "application/json");
    let mut request = request
        .header(header::USER_AGENT, agent)
        .body(Body::from(credentials(password).to_string()))
        .unwrap();
    request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::from((address, 4000))));
    let response = router(server.app.clone()).oneshot(request).await.unwrap();
    let (status, cookie) = (response.status(), response.headers().get(header::SET_COOKIE).cloned());
    let body: Value =
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap();
    if status != 200 {
        return Err(body);
    }
    let secret = cookie.unwrap().to_str().unwrap().split([';', '=']).nth(1).unwrap().to_owned();
    Ok(Guest { id: body["id"].as_str().unwrap().to_owned(), name: "Ada".to_owned(), secret })
}

async fn elsewhere(server: &Server) -> Guest {
    log_in(server, "correct horse", [127, 0, 0, 1], FIREFOX).await.unwrap()
}

/// With which code the server closes a socket.
async fn closed(client: &mut Client) -> u16 {
    loop {
        match tokio::time::timeout(PATIENCE, client.stream.next())
            .await
            .expect("the socket is closed")
        {
            Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
            Some(Ok(_)) => {}
            end => panic!("closed without a code: {end:?}"),
        }
    }
}

/// A game that Ada and Bo play, over Ada's account.
async fn begun(server: &Server, ada: &Guest) -> String {
    let bo = server.guest("Bo").await;
    let game = server.game(ada, &NewGame::new("english")).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    let (status, room) = server
        .http(
            "POST",
            &format!("/api/games/{game}/actions"),
            Some(ada),
            json!({ "action": ActionView::Start }),
        )
        .await;
    assert_eq!(status, 200, "{room}");
    game
}

async fn sessions(server: &Server, who: &Guest) -> Vec<Value> {
    let (status, list) = server.http("GET", "/api/me/sessions", Some(who), json!(null)).await;
    assert_eq!(status, 200, "{list}");
    list["sessions"].as_array().unwrap().clone()
}

/// The socket still chatted and resigned before.
#[tokio::test]
async fn logging_out_everywhere_closes_open_sockets() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let phone = elsewhere(&server).await;
    let game = begun(&server, &ada).await;
    let (mut here, mut there) = (server.socket(&ada).await, server.socket(&phone).await);
    here.watch(&game).await;
    there.watch(&game).await;
    server.http("POST", "/api/logout?everywhere=true", Some(&ada), json!(null)).await;
    for (socket, ask) in [
        (&mut here, Ask::Act { game: game.clone(), turn: None, action: ActionView::Resign }),
        (&mut there, Ask::Say { game: game.clone(), text: "still here".into() }),
    ] {
        let _ = futures_util::SinkExt::send(
            &mut socket.stream,
            Message::text(serde_json::to_string(&Asked { id: 7, ask }).unwrap()),
        )
        .await;
        assert_eq!(closed(socket).await, SESSION_ENDED);
    }
    assert!(server.room(&game, None).await.game.outcome.is_none(), "nobody has resigned");
    let database = Connection::open(server.folder.join("tisane.db")).unwrap();
    let said: i64 = database.query_row("SELECT count(*) FROM chat", [], |row| row.get(0)).unwrap();
    assert_eq!(said, 0, "nobody has said anything");
    server.stop().await;
}

#[tokio::test]
async fn deleting_the_account_closes_open_sockets() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let game = begun(&server, &ada).await;
    let mut socket = server.socket(&ada).await;
    socket.watch(&game).await;
    server.delete(&ada).await;
    assert_eq!(closed(&mut socket).await, SESSION_ENDED);
    server.stop().await;
}

/// Many messages wait in the socket and the room when the session ends; those that were not begun
/// are not done.
#[tokio::test(flavor = "multi_thread")]
async fn queued_messages_are_dropped_when_the_session_ends() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let mut socket = server.socket(&ada).await;
    for id in 0..50 {
        let ask = Ask::Act {
            game: game.clone(),
            turn: None,
            action: ActionView::Ready { ready: id % 2 == 0 },
        };
        socket.send(&serde_json::to_string(&Asked { id, ask }).unwrap()).await;
    }
    server.http("POST", "/api/logout?everywhere=true", Some(&ada), json!(null)).await;
    assert_eq!(closed(&mut socket).await, SESSION_ENDED);
    let ended = server.room(&game, None).await.game.version;
    // The room answers in order: whatever it was asked before is done or dropped by now.
    for _ in 0..50 {
        assert_eq!(
            server.room(&game, None).await.game.version,
            ended,
            "nothing happens after the socket is closed"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn sessions_are_listed_with_their_devices_and_ended_one_by_one() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let firefox = elsewhere(&server).await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let program = Guest {
        id: ada.id.clone(),
        name: "Ada".into(),
        secret: token["token"].as_str().unwrap().to_owned(),
    };
    let listed = sessions(&server, &firefox).await;
    assert_eq!(listed.len(), 3);
    assert_eq!(
        (&listed[0]["current"], &listed[0]["device"]),
        (&json!(true), &json!("Firefox on Linux"))
    );
    assert!(
        listed[1..]
            .iter()
            .all(|session| session["current"] == false && session["device"] == "program"),
        "{listed:?}"
    );
    assert!(
        listed.iter().all(|session| session["used"].as_i64() >= session["created"].as_i64()),
        "{listed:?}"
    );
    // What is listed is no part of any secret, and opens nothing.
    for id in listed.iter().map(|session| session["id"].as_str().unwrap()) {
        for secret in [&ada.secret, &firefox.secret, &program.secret] {
            let (session, key) = secret.split_once('.').unwrap();
            assert!(!session.contains(id) && !key.contains(id) && !id.contains(session));
            for guess in
                [id.to_owned(), format!("{id}."), format!("{id}.{id}"), format!("{id}.{key}")]
            {
                let stranger = Guest { id: String::new(), name: String::new(), secret: guess };
                assert_eq!(
                    server.http("GET", "/api/me", Some(&stranger), json!(null)).await.0,
                    401
                );
            }
        }
    }
    let mut sockets = [server.socket(&firefox).await, server.socket(&program).await];
    // From Ada's list, Firefox is the one that is not a program.
    let seen = sessions(&server, &ada).await;
    let id = seen.iter().find(|session| session["device"] == "Firefox on Linux").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (status, left) =
        server.http("DELETE", &format!("/api/me/sessions/{id}"), Some(&ada), json!(null)).await;
    assert_eq!((status.as_u16(), left["sessions"].as_array().unwrap().len()), (200, 2));
    assert_eq!(closed(&mut sockets[0]).await, SESSION_ENDED);
    assert_eq!(server.http("GET", "/api/me", Some(&firefox), json!(null)).await.0, 401);
    sockets[1].ask(Ask::Ping).await.unwrap();
    let (status, error) =
        server.http("DELETE", &format!("/api/me/sessions/{id}"), Some(&ada), json!(null)).await;
    assert_eq!((status.as_u16(), &error["code"]), (404, &json!("no_such_session")));
    // Nobody ends somebody else's.
    let bo = server.guest("Bo").await;
    let others = sessions(&server, &ada).await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        server
            .http("DELETE", &format!("/api/me/sessions/{others}"), Some(&bo), json!(null))
            .await
            .0,
        404
    );
    assert_eq!(sessions(&server, &ada).await.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn changing_the_password_needs_the_old_one_and_ends_other_sessions() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let stolen = elsewhere(&server).await;
    let mut thief = server.socket(&stolen).await;
    // Who finds an open browser cannot take the account over.
    let (status, error) =
        server.http("POST", "/api/me/account", Some(&stolen), credentials("stolen horse")).await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("already_account")));
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    for (old, new, status, code) in [
        ("wrong horse", "battery staple", 403, "wrong_old_password"),
        ("correct horse", "short", 400, "weak_password"),
        ("correct horse", "Password1234567890", 200, ""),
    ] {
        let (got, answer) =
            server.http("PUT", "/api/me/password", Some(&ada), change(old, new)).await;
        assert_eq!(got, status, "{old} {new}: {answer}");
        assert!(status == 200 || answer["code"] == code, "{answer}");
    }
    assert_eq!(closed(&mut thief).await, SESSION_ENDED);
    assert_eq!(server.http("GET", "/api/me", Some(&stolen), json!(null)).await.0, 401);
    assert_eq!(
        server.http("GET", "/api/me", Some(&ada), json!(null)).await.0,
        200,
        "this session stays"
    );
    assert_eq!(
        log_in(&server, "correct horse", [127, 0, 0, 1], FIREFOX).await.err().unwrap()["code"],
        "wrong_password"
    );
    log_in(&server, "Password1234567890", [127, 0, 0, 1], FIREFOX).await.unwrap();
    let bo = server.guest("Bo").await;
    let (status, error) = server
        .http("PUT", "/api/me/password", Some(&bo), change("correct horse", "battery staple"))
        .await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("no_account")));
    server.stop().await;
}

#[tokio::test]
async fn passwords_that_are_easy_to_guess_are_refused() {
    let server = Server::start().await;
    let bo = server.guest("Bo").await;
    for (name, password, code) in [
        ("Bo", "password", "common_password"),
        ("Bo", "12345678", "common_password"),
        ("Bo", "ILoveYou", "common_password"),
        ("Bo Peep Smith", "bo peep smith", "password_is_name"),
        ("Bo", "1234567", "weak_password"),
    ] {
        let body = json!({ "name": name, "password": password });
        let (status, error) = server.http("POST", "/api/me/account", Some(&bo), body).await;
        assert_eq!((status.as_u16(), &error["code"]), (400, &json!(code)), "{name} {password}");
    }
    let (_, me) = server.http("GET", "/api/me", Some(&bo), json!(null)).await;
    assert_eq!((&me["account"], &me["name"]), (&json!(false), &json!("Bo")), "nothing has changed");
    server.stop().await;
}

#[tokio::test]
async fn sessions_expire_after_ninety_days_without_use() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let phone = elsewhere(&server).await;
    let folder = server.stop().await;
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    let day = 24 * 3600 * 1000;
    let now: i64 =
        database.query_row("SELECT used FROM sessions LIMIT 1", [], |row| row.get(0)).unwrap();
    for (guest, days) in [(&ada, 89), (&phone, 91)] {
        let session = guest.secret.split_once('.').unwrap().0;
        let changed = database
            .execute(
                "UPDATE sessions SET used = ? WHERE id = ?",
                params![now - days * day, session],
            )
            .unwrap();
        assert_eq!(changed, 1);
    }
    let server = Server::start_in(folder, crate::common::unlimited()).await;
    assert_eq!(server.http("GET", "/api/me", Some(&phone), json!(null)).await.0, 401);
    assert_eq!(sessions(&server, &ada).await.len(), 1);
    // Its use is written, and expired sessions are deleted: both soon, and without anybody waiting.
    let settled = async {
        loop {
            let used: Vec<i64> = database
                .prepare("SELECT used FROM sessions")
                .unwrap()
                .query_map([], |row| row.get(0))
                .unwrap()
                .collect::<Result<_, _>>()
                .unwrap();
            if matches!(used[..], [used] if used >= now) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, settled).await.expect("the last use is written");
    // Not again for an hour: no request after that writes anything.
    let changes =
        || -> i64 { database.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap() };
    let before = changes();
    for _ in 0..20 {
        assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 200);
    }
    assert_eq!(changes(), before);
    server.stop().await;
}

#[tokio::test]
async fn nobody_has_more_than_a_hundred_sessions() {
    let server = Server::start().await;
    let bo = server.guest("Bo").await;
    let first = server.http("POST", "/api/me/tokens", Some(&bo), json!(null)).await.1["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let first = Guest { id: bo.id.clone(), name: "Bo".into(), secret: first };
    let mut socket = server.socket(&first).await;
    let mut last = String::new();
    for _ in 0..110 {
        last = server.http("POST", "/api/me/tokens", Some(&bo), json!(null)).await.1["token"]
            .as_str()
            .unwrap()
            .to_owned();
    }
    assert_eq!(closed(&mut socket).await, SESSION_ENDED);
    assert_eq!(
        server.http("GET", "/api/me", Some(&bo), json!(null)).await.0,
        200,
        "who asked for them stays"
    );
    let last = Guest { id: bo.id.clone(), name: "Bo".into(), secret: last };
    assert_eq!(sessions(&server, &last).await.len(), 100);
    server.stop().await;
}

#[tokio::test]
async fn failed_logins_of_one_account_are_delayed_whatever_their_address() {
    let server = Server::start().await;
    let ada = ada(&server).await;
    let attempt = async |password: &str, from: u8| {
        log_in(&server, password, [198, 51, 100, from], "curl/8").await
    };
    for from in 0..5 {
        assert_eq!(attempt("wrong horse", from).await.err().unwrap()["code"], "wrong_password");
    }
    let refused = attempt("correct horse", 77).await.err().expect("even the right password waits");
    assert_eq!(refused["code"], "login_delay");
    assert_eq!(refused["values"]["seconds"], "1");
    // The owner's session stays, and so does the way in from where the account was made.
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 200);
    log_in(&server, "correct horse", [127, 0, 0, 1], FIREFOX).await.unwrap();
    // After the delay the right password is taken, and clears the count.
    let taken = async {
        while let Err(error) = attempt("correct horse", 78).await {
            assert_eq!(error["code"], "login_delay");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, taken).await.expect("the delay ends");
    for _ in 0..4 {
        assert_eq!(attempt("wrong horse", 1).await.err().unwrap()["code"], "wrong_password");
    }
    server.stop().await;
}

/// Many at once gain nothing: an attempt counts before the password is checked.
#[tokio::test(flavor = "multi_thread")]
async fn logins_at_the_same_time_are_counted_one_by_one() {
    let server = Server::start().await;
    ada(&server).await;
    let attempts =
        (0..30).map(|from| log_in(&server, "wrong horse", [198, 51, 100, from], "curl/8"));
    let answers = futures_util::future::join_all(attempts).await;
    let checked = answers
        .iter()
        .filter(|answer| answer.as_ref().err().unwrap()["code"] == "wrong_password")
        .count();
    assert_eq!(checked, 5);
    // Names that nobody has are treated alike.
    let unknown = (0..7).map(|_| {
        server.http(
            "POST",
            "/api/login",
            None,
            json!({ "name": "Nobody", "password": "wrong horse" }),
        )
    });
    let answers = futures_util::future::join_all(unknown).await;
    assert_eq!(answers.iter().filter(|(_, error)| error["code"] == "login_delay").count(), 2);
    server.stop().await;
}
