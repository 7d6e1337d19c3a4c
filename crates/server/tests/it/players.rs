//! Guests, accounts, tokens, ratings, and what each may ask.

use std::net::SocketAddr;

use crate::common::{Guest, Server};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tisane_protocol::ClockView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::{Config, router};
use tower::ServiceExt;

/// The cookie that an answer sets.
async fn set_cookie(server: &Server, path: &str, body: Value) -> String {
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json");
    let response = router(server.app.clone())
        .oneshot(request.body(Body::from(body.to_string())).unwrap())
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned()
}

fn guest(name: &str, cookie: &str) -> Guest {
    Guest {
        id: String::new(),
        name: name.to_owned(),
        secret: cookie.split([';', '=']).nth(1).unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_guest_needs_a_name_and_nothing_else() {
    let server = Server::start().await;
    let cookie = set_cookie(&server, "/api/me", json!({ "name": " Ada " })).await;
    assert!(
        cookie.contains("HttpOnly")
            && cookie.contains("SameSite=Lax")
            && !cookie.contains("Secure"),
        "{cookie}"
    );
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
    let stranger =
        Guest { id: String::new(), name: String::new(), secret: format!("{}x", ada.secret) };
    for who in [None, Some(&stranger)] {
        let (status, error) = server.http("GET", "/api/me", who, json!(null)).await;
        assert_eq!((status.as_u16(), &error["code"]), (401, &json!("who_are_you")));
    }
    server.stop().await;
}

#[tokio::test]
async fn behind_https_the_cookie_is_secure() {
    let config =
        Config { public_url: Some("https://tisane.example".into()), ..crate::common::unlimited() };
    let server = Server::start_in(crate::common::folder(), config).await;
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
    let (status, error) =
        server.http("POST", "/api/me/account", Some(&ada), account("Ada", "short")).await;
    assert_eq!((status.as_u16(), &error["code"]), (400, &json!("weak_password")));
    let (_, me) =
        server.http("POST", "/api/me/account", Some(&ada), account("Ada", "correct horse")).await;
    assert_eq!(me["account"], true);
    let bo = server.guest("Bo").await;
    let (status, error) =
        server.http("POST", "/api/me/account", Some(&bo), account("ADA", "battery staple")).await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("account_name_taken")));
    for (name, password) in [("Ada", "wrong horse"), ("Nobody", "correct horse")] {
        let (status, error) =
            server.http("POST", "/api/login", None, account(name, password)).await;
        assert_eq!((status.as_u16(), &error["code"]), (401, &json!("wrong_password")));
    }
    let elsewhere =
        guest("Ada", &set_cookie(&server, "/api/login", account("ada", "correct horse")).await);
    let (_, mine) = server.http("GET", "/api/games", Some(&elsewhere), json!(null)).await;
    assert_eq!(mine["rooms"][0]["id"], game);
    assert_eq!(server.room(&game, Some(&elsewhere)).await.game.you, Some(0));

    server.http("POST", "/api/logout", Some(&elsewhere), json!(null)).await;
    assert_eq!(server.http("GET", "/api/me", Some(&elsewhere), json!(null)).await.0, 401);
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 200);
    server.http("POST", "/api/logout?everywhere=true", Some(&ada), json!(null)).await;
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 401);

    let again =
        guest("Ada", &set_cookie(&server, "/api/login", account("Ada", "correct horse")).await);
    server.delete(&again).await;
    assert_eq!(
        server.http("POST", "/api/login", None, account("Ada", "correct horse")).await.0,
        401
    );
    assert!(
        server.room(&game, None).await.game.seats.is_empty(),
        "nobody waits at the table any more"
    );
    server.stop().await;
}

#[tokio::test]
async fn secrets_are_not_in_the_database() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&ada),
            json!({ "name": "Ada", "password": "correct horse" }),
        )
        .await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let token = token["token"].as_str().unwrap().to_owned();
    let folder = server.stop().await;
    let mut bytes = Vec::new();
    for file in std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|file| std::fs::read(file.unwrap().path()).ok())
    {
        bytes.extend(file);
    }
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("Ada") && holds("argon2id"));
    for secret in
        [ada.secret.split_once('.').unwrap().1, token.split_once('.').unwrap().1, "correct horse"]
    {
        assert!(!holds(secret));
    }
}

#[tokio::test]
async fn a_program_acts_with_its_token() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (_, token) = server.http("POST", "/api/me/tokens", Some(&ada), json!(null)).await;
    let request = Request::builder()
        .uri("/api/me")
        .header(header::AUTHORIZATION, format!("Bearer {}", token["token"].as_str().unwrap()));
    let response =
        router(server.app.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn a_seat_is_taken_again_on_another_device() {
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
    let game = server.game(&ada, &NewGame::new("english")).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    let mut laptop = server.socket(&ada).await;
    laptop.watch(&game).await;
    laptop.act(&game, ActionView::Start).await.unwrap();
    let mut other = server.socket(&bo).await;
    other.watch(&game).await;
    if server.room(&game, None).await.game.on_turn == Some(1) {
        other.act(&game, ActionView::Pass).await.unwrap();
    }
    let rack = server.room(&game, Some(&ada)).await.game.seats[0].rack.clone();
    drop(laptop);
    let body = json!({ "name": "Ada", "password": "correct horse" });
    let elsewhere = Guest {
        id: ada.id.clone(),
        ..guest("Ada", &set_cookie(&server, "/api/login", body).await)
    };
    let mut telephone = server.socket(&elsewhere).await;
    let room = telephone.watch(&game).await.room;
    assert_eq!((room.game.you, &room.game.seats[0].rack), (Some(0), &rack));
    telephone.act(&game, ActionView::Pass).await.unwrap();
    other.until(|room| room.game.on_turn == Some(1) && room.occupants[0].here).await;
    server.stop().await;
}

#[tokio::test]
async fn games_between_accounts_are_rated_once() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    for guest in &guests {
        server
            .http(
                "POST",
                "/api/me/account",
                Some(guest),
                json!({ "name": guest.name, "password": "correct horse" }),
            )
            .await;
    }
    let play = async |wishes: NewGame| {
        let game = server.game(&guests[0], &wishes).await;
        server
            .http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null))
            .await;
        let act = async |guest: &Guest, action: ActionView| {
            let (path, body) = (format!("/api/games/{game}/actions"), json!({ "action": action }));
            let (status, answer) = server.http("POST", &path, Some(guest), body).await;
            assert_eq!(status, 200, "{answer}");
        };
        act(&guests[0], ActionView::Start).await;
        server.both_pass(&game, [&guests[0], &guests[1]]).await;
        act(&guests[1], ActionView::Resign).await;
        game
    };
    play(NewGame { seed: Some(7), ..NewGame::new("english") }).await;
    play(NewGame { rated: false, ..NewGame::new("english") }).await;
    let ratings = async |guest| {
        server.http("GET", "/api/me", Some(guest), json!(null)).await.1["ratings"].clone()
    };
    assert_eq!(ratings(&guests[0]).await, json!([]), "who knows the seed knows the bag");
    let game = play(NewGame::new("english")).await;
    let (ada, bo) = (ratings(&guests[0]).await, ratings(&guests[1]).await);
    assert_eq!((&ada[0]["games"], &bo[0]["games"]), (&json!(1), &json!(1)));
    assert!(
        ada[0]["rating"].as_f64() > Some(1600.0) && bo[0]["rating"].as_f64() < Some(1400.0),
        "{ada} {bo}"
    );
    let (_, at_table) =
        server.http("GET", &format!("/api/games/{game}/ratings"), None, json!(null)).await;
    assert_eq!(at_table["seats"], json!([ada[0], bo[0]]));
    let spanish = server.game(&guests[0], &NewGame::new("spanish")).await;
    let (_, at_table) = server
        .http("GET", &format!("/api/games/{spanish}/ratings"), Some(&guests[0]), json!(null))
        .await;
    assert_eq!(
        at_table["seats"],
        json!([null]),
        "nothing is known of another game, nor of a free seat"
    );
    play(NewGame {
        clock: Some(ClockView::Game { initial: 300_000, increment: 0, overtime: None }),
        ..NewGame::new("english")
    })
    .await;
    play(NewGame::new("spanish")).await;
    play(NewGame::new("english-plain")).await;
    let ratings = ratings(&guests[0]).await;
    let mut apart: Vec<String> = ratings
        .as_array()
        .unwrap()
        .iter()
        .map(|rating| format!("{} {} {}", rating["ruleset"], rating["pace"], rating["games"]))
        .collect();
    apart.sort();
    let wanted =
        ["\"english\" \"fast\" 1", "\"english\" \"untimed\" 2", "\"spanish\" \"untimed\" 1"];
    assert_eq!(apart, wanted, "each family and pace is rated for itself");
    server.stop().await;
}

/// Ratings of a time when each ruleset was rated for itself.
#[tokio::test]
async fn ratings_of_one_family_are_joined_when_the_server_starts() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let folder = server.stop().await;
    let database = rusqlite::Connection::open(folder.join("tisane.db")).unwrap();
    for (family, pace, rating, games) in [
        ("english", "fast", 1600, 9),
        ("english-plain", "fast", 1800, 5),
        ("english-plain", "days", 1700, 4),
    ] {
        let row = rusqlite::params![ada.id, family, pace, rating, games];
        database.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, 100, 0.06, ?)", row).unwrap();
    }
    drop(database);
    for _ in 0..2 {
        let server = Server::start_in(folder.clone(), crate::common::unlimited()).await;
        let welcome = server.socket(&ada).await; // so that it has started
        drop(welcome);
        let (_, me) = server.http("GET", "/api/me", Some(&ada), json!(null)).await;
        let rating = |pace, rating, deviation, games| json!({ "ruleset": "english", "pace": pace, "rating": rating, "deviation": deviation, "games": games });
        assert_eq!(
            me["ratings"],
            json!([rating("fast", 1700.0, 71.0, 14), rating("days", 1700.0, 100.0, 4)])
        );
        server.stop().await;
    }
}

#[tokio::test]
async fn bots_are_rated_too() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&ada),
            json!({ "name": "Ada", "password": "correct horse" }),
        )
        .await;
    let game = server
        .game(&ada, &NewGame { bots: vec!["greedy".into()], ..NewGame::new("english") })
        .await;
    let mut client = server.socket(&ada).await;
    client.watch(&game).await;
    client.act(&game, ActionView::Start).await.unwrap();
    client.until(|room| room.game.on_turn == Some(0)).await;
    client.act(&game, ActionView::Pass).await.unwrap();
    client
        .until(|room| (0..2).all(|seat| room.game.turns.iter().any(|turn| turn.seat == seat)))
        .await;
    client.act(&game, ActionView::Resign).await.unwrap();
    let (_, list) = server.http("GET", "/api/bots", None, json!(null)).await;
    let greedy =
        list["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == "greedy").unwrap();
    assert_eq!(greedy["ratings"][0]["games"], 1);
    assert!(greedy["ratings"][0]["rating"].as_f64() > Some(1500.0), "{greedy}");
    assert_eq!(
        list["bots"].as_array().unwrap().iter().filter(|bot| bot.get("ratings").is_some()).count(),
        1
    );
    server.stop().await;
}

#[tokio::test]
async fn other_websites_change_nothing() {
    let config =
        Config { public_url: Some("https://tisane.example".into()), ..crate::common::unlimited() };
    let server = Server::start_in(crate::common::folder(), config).await;
    for (origin, status) in [
        (None, 200),
        (Some("https://tisane.example"), 200),
        (Some("http://tisane.example"), 403),
        (Some("http://127.0.0.1:8472"), 200), // the page at the local address
        (Some("http://127.0.0.1:9999"), 403),
        (Some("https://evil.example"), 403),
        (Some("null"), 403),
    ] {
        let mut request = Request::builder()
            .method("POST")
            .uri("/api/me")
            .header(header::CONTENT_TYPE, "application/json");
        request =
            request.header(header::HOST, "127.0.0.1:8472").header("x-forwarded-for", "192.0.2.7");
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        let request = request.body(Body::from(json!({ "name": "Ada" }).to_string())).unwrap();
        let response = router(server.app.clone()).oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{origin:?}");
        let cookie = response.headers().get(header::SET_COOKIE).map(|it| it.to_str().unwrap());
        assert_eq!(cookie.is_some(), status == 200);
        let is_plain = origin == Some("http://127.0.0.1:8472");
        assert!(cookie.is_none_or(|cookie| cookie.contains("Secure") != is_plain), "{cookie:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn invalid_game_requests_are_refused() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for (wishes, code) in [
        (json!({ "ruleset": "englsh" }), "no_such_ruleset"),
        (json!({ "ruleset": "english", "lexicon": "/etc/passwd" }), "no_such_lexicon"),
        (json!({ "ruleset": "english", "seats": 9 }), "out_of_range"),
        (json!({ "ruleset": "english", "seats": 2, "bots": ["static", "static"] }), "out_of_range"),
        (json!({ "ruleset": "english", "bots": ["deep thought"] }), "no_such_bot"),
        (
            json!({ "ruleset": "english", "clock": { "kind": "game", "initial": -5, "increment": 0, "overtime": null } }),
            "out_of_range",
        ),
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
async fn new_guests_are_limited() {
    let server = Server::start_in(crate::common::folder(), Config::default()).await;
    let mut refused = 0;
    for n in 0..30 {
        let (status, error) =
            server.http("POST", "/api/me", None, json!({ "name": format!("guest {n}") })).await;
        if status == 429 {
            assert_eq!(error["code"], "too_often");
            refused += 1;
        }
    }
    assert!((1..30).contains(&refused), "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn password_attempts_and_analyses_are_limited() {
    let server = Server::start_in(crate::common::folder(), Config::default()).await;
    let questions = [
        ("/api/login", 12, json!({ "name": "Ada", "password": "wrong horse" })),
        ("/api/import", 70, json!({ "text": "nonsense" })),
        ("/api/place", 10, json!({ "position": "nonsense", "word": "newt" })),
    ];
    for (path, times, body) in questions {
        let mut codes = Vec::new();
        for _ in 0..times {
            codes.push(
                server.http("POST", path, None, body.clone()).await.1["code"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        assert_eq!(codes.last().unwrap(), "too_often", "{path}");
        assert!(
            path == "/api/place" || codes[0] != "too_often",
            "hard questions are counted together"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn health_and_metrics_are_reported() {
    let server = Server::start().await;
    assert_eq!(server.http("GET", "/readyz", None, json!(null)).await.1, "ready\n");
    let ada = server.guest("Ada").await;
    let _client = server.socket(&ada).await;
    server.game(&ada, &NewGame::new("english")).await;
    let (_, metrics) = server.http("GET", "/metrics", None, json!(null)).await;
    let metrics = metrics.as_str().unwrap();
    assert!(
        metrics.contains("tisane_sockets 1\n") && metrics.contains("tisane_rooms 1\n"),
        "{metrics}"
    );
    server.stop().await;
}

#[tokio::test]
async fn metrics_are_not_public() {
    let ask = async |server: &Server, from: &str, headers: &[(&str, &str)]| {
        let mut request = Request::builder().uri("/metrics");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from.parse().unwrap(), 1)));
        router(server.app.clone()).oneshot(request).await.unwrap().status().as_u16()
    };
    let server = Server::start().await;
    for (from, headers, status) in [
        ("127.0.0.1", &[][..], 200),
        ("::1", &[], 200),
        ("::ffff:127.0.0.1", &[], 200),
        ("192.0.2.7", &[], 403),
        ("127.0.0.1", &[("x-forwarded-for", "192.0.2.7")], 403),
        ("192.0.2.7", &[("x-forwarded-for", "127.0.0.1")], 403),
        ("192.0.2.7", &[("authorization", "Bearer anything")], 403),
    ] {
        assert_eq!(ask(&server, from, headers).await, status, "{from} {headers:?}");
    }
    server.stop().await;
    let config =
        Config { metrics_token: Some("correct horse".into()), ..crate::common::unlimited() };
    let server = Server::start_in(crate::common::folder(), config).await;
    for (headers, status) in [
        (&[][..], 403),
        (&[("authorization", "Bearer wrong horse")], 403),
        (&[("authorization", "Bearer correct horse")], 200),
    ] {
        assert_eq!(ask(&server, "192.0.2.7", headers).await, status, "{headers:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_score_sheet_is_written_and_read_again() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = server.game(&guests[0], &NewGame { seed: Some(1), ..NewGame::new("english") }).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null)).await;
    let act = async |seat: usize, action: Value| {
        server
            .http(
                "POST",
                &format!("/api/games/{game}/actions"),
                Some(&guests[seat]),
                json!({ "action": action }),
            )
            .await
    };
    act(0, json!({ "kind": "start" })).await;
    let first = server.room(&game, None).await.game.on_turn.unwrap() as usize;
    act(first, json!({ "kind": "pass" })).await;
    act(1 - first, json!({ "kind": "resign" })).await;
    let (_, sheet) =
        server.http("GET", &format!("/api/games/{game}/gcg"), Some(&guests[0]), json!(null)).await;
    let (status, record) =
        server.http("POST", "/api/import", None, json!({ "text": sheet.as_str().unwrap() })).await;
    assert_eq!(status, 200, "{record}");
    assert_eq!(
        (&record["ruleset"], &record["turns"][0]["move"]),
        (&json!("english"), &json!("pass"))
    );
    assert_eq!(record["players"].as_array().unwrap().len(), 2);
    let (status, error) = server
        .http("POST", "/api/import", None, json!({ "text": "nonsense", "ruleset": "english" }))
        .await;
    assert_eq!((status.as_u16(), &error["code"]), (400, &json!("notation")));
    server.stop().await;
}
