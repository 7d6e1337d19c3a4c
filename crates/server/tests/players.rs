//! Guests, accounts, tokens, ratings, and what each may ask.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Guest, Server};
use serde_json::{Value, json};
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::{Config, router};
use tower::ServiceExt;

/// The cookie that an answer sets.
async fn set_cookie(server: &Server, path: &str, body: Value) -> String {
    let request = Request::builder().method("POST").uri(path).header(header::CONTENT_TYPE, "application/json");
    let response = router(server.app.clone()).oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned()
}

fn guest(name: &str, cookie: &str) -> Guest {
    Guest { id: String::new(), name: name.to_owned(), secret: cookie.split([';', '=']).nth(1).unwrap().to_owned() }
}

#[tokio::test]
async fn a_guest_needs_a_name_and_nothing_else() {
    let server = Server::start().await;
    let cookie = set_cookie(&server, "/api/me", json!({ "name": " Ada " })).await;
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    let ada = guest("Ada", &cookie);
    let (_, me) = server.http("GET", "/api/me", Some(&ada), json!(null)).await;
    assert_eq!((&me["name"], &me["account"]), (&json!("Ada"), &json!(false)));
    let (_, me) = server.http("POST", "/api/me", Some(&ada), json!({ "name": "Ada L." })).await;
    assert_eq!(me["name"], "Ada L.");
    for (who, body, status) in [
        (None, json!({ "name": "" }), 409),
        (None, json!({ "name": "x".repeat(21) }), 409),
        (None, json!({ "name": "Bo", "admin": true }), 400),
        (Some(&ada), json!({ "nome": "Bo" }), 400),
    ] {
        assert_eq!(server.http("POST", "/api/me", who, body.clone()).await.0, status, "{body}");
    }
    let stranger = Guest { id: String::new(), name: String::new(), secret: format!("{}x", ada.secret) };
    for who in [None, Some(&stranger)] {
        let (status, error) = server.http("GET", "/api/me", who, json!(null)).await;
        assert_eq!((status.as_u16(), &error["code"]), (401, &json!("who_are_you")));
    }
    server.stop().await;
}

#[tokio::test]
async fn behind_https_the_cookie_is_secure() {
    let config = Config { public_url: Some("https://tisane.example".into()), ..common::unlimited() };
    let server = Server::start_in(common::folder(), config).await;
    let cookie = set_cookie(&server, "/api/me", json!({ "name": "Ada" })).await;
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    server.stop().await;
}

#[tokio::test]
async fn a_guest_becomes_an_account_that_logs_in_elsewhere() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let account = |name: &str, password: &str| json!({ "name": name, "password": password });
    let (status, error) = server.http("POST", "/api/me/account", Some(&ada), account("Ada", "short")).await;
    assert_eq!((status.as_u16(), &error["code"]), (400, &json!("weak_password")));
    let (_, me) = server.http("POST", "/api/me/account", Some(&ada), account("Ada", "correct horse")).await;
    assert_eq!(me["account"], true);
    let bo = server.guest("Bo").await;
    let (status, error) = server.http("POST", "/api/me/account", Some(&bo), account("ADA", "battery staple")).await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("account_name_taken")));
    for (name, password) in [("Ada", "wrong horse"), ("Nobody", "correct horse")] {
        let (status, error) = server.http("POST", "/api/login", None, account(name, password)).await;
        assert_eq!((status.as_u16(), &error["code"]), (401, &json!("wrong_password")));
    }
    let elsewhere = guest("Ada", &set_cookie(&server, "/api/login", account("ada", "correct horse")).await);
    let (_, mine) = server.http("GET", "/api/games", Some(&elsewhere), json!(null)).await;
    assert_eq!(mine["rooms"][0]["id"], game);
    assert_eq!(server.room(&game, Some(&elsewhere)).await.game.you, Some(0));

    server.http("POST", "/api/logout", Some(&elsewhere), json!(null)).await;
    assert_eq!(server.http("GET", "/api/me", Some(&elsewhere), json!(null)).await.0, 401);
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 200);
    server.http("POST", "/api/logout?everywhere=true", Some(&ada), json!(null)).await;
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 401);

    let again = guest("Ada", &set_cookie(&server, "/api/login", account("Ada", "correct horse")).await);
    assert_eq!(server.http("DELETE", "/api/me", Some(&again), json!(null)).await.0, 200);
    assert_eq!(server.http("POST", "/api/login", None, account("Ada", "correct horse")).await.0, 401);
    assert_eq!(server.room(&game, None).await.game.seats[0].name, "Ada", "the game keeps the name");
    server.stop().await;
}

#[tokio::test]
async fn secrets_are_not_in_the_database() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    server.http("POST", "/api/me/account", Some(&ada), json!({ "name": "Ada", "password": "correct horse" })).await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let token = token["token"].as_str().unwrap().to_owned();
    let folder = server.stop().await;
    let mut bytes = Vec::new();
    for file in std::fs::read_dir(folder).unwrap().filter_map(|file| std::fs::read(file.unwrap().path()).ok()) {
        bytes.extend(file);
    }
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("Ada") && holds("argon2id"));
    for secret in [ada.secret.split_once('.').unwrap().1, token.split_once('.').unwrap().1, "correct horse"] {
        assert!(!holds(secret));
    }
}

#[tokio::test]
async fn a_program_acts_with_its_token() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let request = Request::builder().uri("/api/me").header(header::AUTHORIZATION, format!("Bearer {}", token["token"].as_str().unwrap()));
    let response = router(server.app.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn games_between_accounts_are_rated_once() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    for guest in &guests {
        server.http("POST", "/api/me/account", Some(guest), json!({ "name": guest.name, "password": "correct horse" })).await;
    }
    let play = async |wishes: NewGame| {
        let game = server.game(&guests[0], &wishes).await;
        server.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null)).await;
        for (guest, action) in [(&guests[0], ActionView::Start), (&guests[1], ActionView::Resign)] {
            let body = json!({ "action": action });
            let (status, answer) = server.http("POST", &format!("/api/games/{game}/actions"), Some(guest), body).await;
            assert_eq!(status, 200, "{answer}");
        }
    };
    play(NewGame { seed: Some(7), ..NewGame::new("english") }).await;
    play(NewGame { rated: false, ..NewGame::new("english") }).await;
    let ratings = async |guest| server.http("GET", "/api/me", Some(guest), json!(null)).await.1["ratings"].clone();
    assert_eq!(ratings(&guests[0]).await, json!([]), "who knows the seed knows the bag");
    play(NewGame::new("english")).await;
    let (ada, bo) = (ratings(&guests[0]).await, ratings(&guests[1]).await);
    assert_eq!((&ada[0]["games"], &bo[0]["games"]), (&json!(1), &json!(1)));
    assert!(ada[0]["rating"].as_f64() > Some(1600.0) && bo[0]["rating"].as_f64() < Some(1400.0), "{ada} {bo}");
    server.stop().await;
}

#[tokio::test]
async fn wishes_that_make_no_sense_are_refused() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for (wishes, code) in [
        (json!({ "ruleset": "englsh" }), "no_such_ruleset"),
        (json!({ "ruleset": "english", "lexicon": "/etc/passwd" }), "no_such_lexicon"),
        (json!({ "ruleset": "english", "seats": 9 }), "agreement"),
        (json!({ "ruleset": "english", "seats": 2, "bots": ["static", "static"] }), "agreement"),
        (json!({ "ruleset": "english", "bots": ["deep thought"] }), "no_such_bot"),
        (json!({ "ruleset": "english", "clock": { "kind": "game", "initial": -5, "increment": 0, "overtime": null } }), "agreement"),
        (json!({ "ruleset": "english", "clock": { "kind": "sundial" } }), "message"),
        (json!({ "ruleset": "english", "colour": "blue" }), "message"),
        (json!([]), "message"),
    ] {
        let (_, error) = server.http("POST", "/api/games", Some(&ada), wishes.clone()).await;
        assert_eq!(error["code"], code, "{wishes}: {error}");
    }
    server.stop().await;
}

#[tokio::test]
async fn guests_are_not_made_without_end() {
    let server = Server::start_in(common::folder(), Config::default()).await;
    let mut refused = 0;
    for n in 0..30 {
        let (status, error) = server.http("POST", "/api/me", None, json!({ "name": format!("guest {n}") })).await;
        if status == 429 {
            assert_eq!(error["code"], "too_often");
            refused += 1;
        }
    }
    assert!((1..30).contains(&refused), "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn those_who_watch_over_the_server_are_told() {
    let server = Server::start().await;
    assert_eq!(server.http("GET", "/readyz", None, json!(null)).await.1, "ready\n");
    let ada = server.guest("Ada").await;
    let _client = server.socket(&ada).await;
    server.game(&ada, &NewGame::new("english")).await;
    let (_, metrics) = server.http("GET", "/metrics", None, json!(null)).await;
    let metrics = metrics.as_str().unwrap();
    assert!(metrics.contains("tisane_sockets 1\n") && metrics.contains("tisane_rooms 1\n"), "{metrics}");
    server.stop().await;
}

#[tokio::test]
async fn a_score_sheet_is_written_and_read_again() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = server.game(&guests[0], &NewGame { seed: Some(1), ..NewGame::new("english") }).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null)).await;
    let act = async |seat: usize, action: Value| {
        server.http("POST", &format!("/api/games/{game}/actions"), Some(&guests[seat]), json!({ "action": action })).await
    };
    act(0, json!({ "kind": "start" })).await;
    let first = server.room(&game, None).await.game.on_turn.unwrap() as usize;
    act(first, json!({ "kind": "pass" })).await;
    act(1 - first, json!({ "kind": "resign" })).await;
    let (_, sheet) = server.http("GET", &format!("/api/games/{game}/gcg"), Some(&guests[0]), json!(null)).await;
    let (status, record) = server.http("POST", "/api/import", None, json!({ "text": sheet.as_str().unwrap() })).await;
    assert_eq!(status, 200, "{record}");
    assert_eq!((&record["ruleset"], &record["turns"][0]["move"]), (&json!("english"), &json!("pass")));
    assert_eq!(record["players"].as_array().unwrap().len(), 2);
    let (status, error) = server.http("POST", "/api/import", None, json!({ "text": "nonsense", "ruleset": "english" })).await;
    assert_eq!((status.as_u16(), &error["code"]), (400, &json!("notation")));
    server.stop().await;
}
