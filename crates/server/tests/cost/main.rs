//! No request is expensive. The largest requests of every kind are sent one after the other, and
//! none costs more than a fixed amount of memory and CPU time. The process counts all of its
//! memory, so this is a binary of its own.

mod inputs;
mod meter;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use inputs::{EMPTY, LARGE, LARGE_KEPT, fill};
use meter::{Cost, Meter};
use serde_json::{Value, json};
use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_server::store::Sqlite;
use tisane_server::{App, Config, Limits, router};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// The most memory that a request may take at once.
const MEMORY: usize = 64 * 1024 * 1024;
/// The most CPU time that a request may take outside the analysis pool. Machines that run other
/// things as well count up to twice as much for the same work.
const CPU: Duration = Duration::from_secs(1);

struct Server {
    app: App,
    router: Router,
    cookie: String,
}

/// The part of the response that is checked.
struct Answer {
    status: StatusCode,
    start: String,
}

impl Server {
    async fn start(name: &str) -> Server {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("cost-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store = Sqlite::open(folder.join("tisane.db")).unwrap();
        let config = Config { limits: Limits::none(), ..Config::default() };
        let app =
            App::new(Catalogue::new(Some(folder)), Models::new(None), Arc::new(store), config);
        let mut server = Server { router: router(app.clone()), app, cookie: String::new() };
        let request = Request::post("/api/me").header(header::CONTENT_TYPE, "application/json");
        let response = server
            .router
            .clone()
            .oneshot(request.body(Body::from(r#"{"name":"Ada"}"#)).unwrap())
            .await
            .unwrap();
        server.cookie = response.headers()[header::SET_COOKIE]
            .to_str()
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        // What is opened once for everybody is nobody's cost.
        server.send("GET", "/api/words/check?ruleset=english&word=A", "").await;
        server
            .send(
                "POST",
                "/api/solve",
                &json!({ "position": format!("{EMPTY} AEINRST/ 0/0 0"), "ruleset": "english" })
                    .to_string(),
            )
            .await;
        server
    }

    /// Sends a request and reads the answer bit by bit, so that only the server's memory counts.
    async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let request =
            Request::builder().method(method).uri(path).header(header::COOKIE, &self.cookie);
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, mut body) = (response.status(), response.into_body());
        let mut start = String::new();
        while let Some(frame) = body.frame().await {
            if let Ok(data) = frame.unwrap().into_data()
                && start.len() < 2_000
            {
                start += &String::from_utf8_lossy(&data[..data.len().min(2_000)]);
            }
        }
        Answer { status, start }
    }
}

impl Server {
    /// Sends a request that is answered line by line, and goes away before the first line.
    async fn begin(&self, path: &str, body: &str) -> StatusCode {
        let request = Request::post(path)
            .header(header::COOKIE, &self.cookie)
            .header(header::ACCEPT, "application/x-ndjson");
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.router.clone().oneshot(request).await.unwrap().status()
    }
}

/// Costs of many requests, and the failures.
#[derive(Default)]
struct Bill {
    faults: Vec<String>,
    worst: Vec<(String, Cost)>,
}

impl Bill {
    /// Sends a request and notes what it cost. The answer is one, or a refusal with a short
    /// sentence.
    async fn charge(
        &mut self,
        server: &Server,
        name: &str,
        method: &str,
        path: &str,
        body: &str,
        in_pool: bool,
    ) -> Answer {
        let meter = Meter::start();
        let answer = server.send(method, path, body).await;
        let cost = meter.read();
        self.check(name, answer.status, cost, body.len(), in_pool);
        let refused = answer.status.is_client_error();
        if let Ok(Value::Object(error)) = serde_json::from_str(&answer.start)
            && let Some(sentence) =
                error.get("error").and_then(|error| error.as_str().or(error["error"].as_str()))
            && sentence.chars().count() > 400
        {
            self.faults.push(format!(
                "{name}: a refusal of {} characters: {sentence}",
                sentence.chars().count()
            ));
        }
        if refused && answer.start.len() > 1_500 {
            self.faults.push(format!("{name}: a long refusal: {}", answer.start));
        }
        answer
    }

    fn check(&mut self, name: &str, status: StatusCode, cost: Cost, body: usize, in_pool: bool) {
        // The body is ours, too.
        if cost.peak > MEMORY + body || !in_pool && cost.cpu > CPU {
            self.faults.push(format!("{name}: {} KB and {:?}", cost.peak / 1024, cost.cpu));
        }
        if !(status.is_success() || status.is_client_error()) {
            self.faults.push(format!("{name}: {status}"));
        }
        self.worst.push((name.to_owned(), cost));
    }

    #[track_caller]
    fn settle(mut self) {
        self.worst.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.peak));
        let show = |(name, cost): &(String, Cost)| {
            eprintln!("{:>8} KB  {:?}  {name}", cost.peak / 1024, cost.cpu)
        };
        self.worst.iter().take(8).for_each(show);
        self.worst.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.cpu));
        self.worst.iter().take(8).for_each(show);
        assert!(
            self.faults.is_empty(),
            "{} of {} requests:\n{}",
            self.faults.len(),
            self.worst.len(),
            self.faults.join("\n")
        );
    }
}

/// Tests count the memory of the whole process, so they take turns.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sheet_that_took_gigabytes_is_refused_at_once_with_both_numbers() {
    let _turn = TURN.lock().await;
    let server = Server::start("sheet").await;
    let text = inputs::passes(18_000);
    let requests = [
        ("/api/import", json!({ "text": text, "ruleset": "english" })),
        ("/api/review", json!({ "of": { "sheet": text }, "ruleset": "english" })),
    ];
    for (path, body) in requests {
        let body = body.to_string();
        let meter = Meter::start();
        let answer = server.send("POST", path, &body).await;
        let cost = meter.read();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(answer.start.contains("18000 turns; at most 1000"), "{}", answer.start);
        assert!(cost.peak < 8 * 1024 * 1024 && cost.kept < 1024 * 1024, "{cost:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_score_sheet_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("sheets").await;
    let mut bill = Bill::default();
    for (what, text) in inputs::sheets(LARGE) {
        let body = json!({ "text": text, "ruleset": "english" }).to_string();
        bill.charge(&server, &format!("import: {what}"), "POST", "/api/import", &body, false).await;
        // Judging the turns is work of the analysis pool; only what comes before it is measured.
        let body = json!({ "of": { "sheet": text }, "ruleset": "english" }).to_string();
        let meter = Meter::start();
        let status = server.begin("/api/review", &body).await;
        bill.check(&format!("review: {what}"), status, meter.read(), body.len(), false);
    }
    let of_game = json!({ "of": { "game": fill("a", LARGE) } }).to_string();
    bill.charge(&server, "review: a long id", "POST", "/api/review", &of_game, false).await;
    bill.settle();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_position_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("positions").await;
    let mut bill = Bill::default();
    let mut positions = inputs::cgps(LARGE);
    positions.push(("a usual one", format!("{EMPTY} AEINRS?/ 0/0 0")));
    positions.push(("an unknown rack", format!("{EMPTY} / 0/0 0")));
    for (what, position) in positions {
        let numbers = json!({ "milliseconds": 100, "rollouts": u64::MAX, "plies": u32::MAX, "candidates": u32::MAX, "seed": u64::MAX });
        let body = json!({ "position": position, "ruleset": "english", "top": u32::MAX, "ahead": numbers }).to_string();
        bill.charge(&server, &format!("solve: {what}"), "POST", "/api/solve", &body, true).await;
        let body =
            json!({ "position": position, "ruleset": "english", "move": "8D RETAINS" }).to_string();
        bill.charge(&server, &format!("score: {what}"), "POST", "/api/score", &body, false).await;
        let body = json!({ "position": position, "ruleset": "english", "word": "RETAINS", "phonies": true }).to_string();
        bill.charge(&server, &format!("place: {what}"), "POST", "/api/place", &body, false).await;
    }
    let position = format!("{EMPTY} / 0/0 0");
    for piece in ["A", "AB", "a", "[", "(", ".", "8D ", "-", "?"] {
        let text = fill(piece, LARGE);
        for mv in [text.clone(), format!("8D {text}"), format!("-{text}")] {
            let body =
                json!({ "position": position, "ruleset": "english", "move": mv }).to_string();
            bill.charge(&server, &format!("score: {piece}"), "POST", "/api/score", &body, false)
                .await;
        }
        for phonies in [false, true] {
            let body = json!({ "position": position, "ruleset": "english", "word": text, "phonies": phonies }).to_string();
            bill.charge(&server, &format!("place: {piece}"), "POST", "/api/place", &body, false)
                .await;
        }
        let body = json!({ "position": position, "ruleset": text, "move": "pass" }).to_string();
        bill.charge(&server, &format!("ruleset: {piece}"), "POST", "/api/score", &body, false)
            .await;
        let body =
            json!({ "position": position, "ruleset": "english", "lexicon": text, "move": "pass" })
                .to_string();
        bill.charge(&server, &format!("lexicon: {piece}"), "POST", "/api/score", &body, false)
            .await;
    }
    // With two blanks and every tile to choose from, there are the most ways to lay a word.
    for ruleset in ["english-super", "german-super"] {
        let rows = ["21"; 21].join("/");
        let body = json!({ "position": format!("{rows} / 0/0 0"), "ruleset": ruleset, "word": "AEINRST", "phonies": true }).to_string();
        bill.charge(&server, &format!("place: {ruleset}"), "POST", "/api/place", &body, false)
            .await;
    }
    bill.settle();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_question_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("questions").await;
    let mut bill = Bill::default();
    for (what, question) in inputs::questions(LARGE - 5_000) {
        let body = json!({ "ruleset": "english", "question": question }).to_string();
        bill.charge(&server, &what, "POST", "/api/questions", &body, true).await;
        // A game without words is answered outside the analysis pool.
        let body = json!({ "ruleset": "german", "question": question }).to_string();
        bill.charge(&server, &format!("{what} (no words)"), "POST", "/api/questions", &body, false)
            .await;
    }
    bill.settle();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_question_about_words_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("words").await;
    let mut bill = Bill::default();
    for lexicon in ["english", "english-classic", "french", "russian", "spanish", "dutch"] {
        server.send("GET", &format!("/api/words/check?lexicon={lexicon}&word=A"), "").await;
        let most = 990;
        let mut paths = vec![
            format!("check?word={}", fill("A+", most)),
            format!("check?word={}", fill("A", most)),
        ];
        for piece in ["A", "%3F", "ETA", "A%3F"] {
            for letters in [fill(piece, 15), fill(piece, most)] {
                paths.push(format!("anagrams?letters={letters}&limit=4000000000"));
                paths.push(format!("anagrams?letters={letters}&shorter=true&limit=4000000000"));
                paths.push(format!("list?length=7&letters={letters}&limit=4000000000"));
            }
        }
        for pattern in [
            "*",
            "*A*",
            "*%3F*",
            "%3F*",
            "*[^A]",
            "*A*E*I*O*",
            "*[A-C]*[A-D]*[A-E]*",
            "%5BA",
            "%3F",
        ] {
            for n in [1, 7, 31, 60] {
                paths.push(format!("patterns?pattern={}&limit=4000000000", pattern.repeat(n)));
            }
        }
        paths.extend(
            ["", "A", "EN", "ETAOINSHRDLU"]
                .map(|word| format!("extensions?word={word}&limit=4000000000")),
        );
        paths.push(format!("extensions?word={}", fill("A", most)));
        paths.push(format!("hooks?word={}", fill("A", most)));
        paths.push("list?length=18446744073709551615".to_owned());
        paths.push("list?length=7&level=255&limit=18446744073709551615".to_owned());
        for path in paths {
            let path = format!("/api/words/{path}&lexicon={lexicon}");
            bill.charge(&server, &path[..path.len().min(120)], "GET", &path, "", false).await;
        }
    }
    let long = fill("a", 60_000);
    for path in [
        "words/check?word=A&lexicon=",
        "words/check?word=A&ruleset=",
        "rulesets/",
        "lexicons/",
        "games/",
        "shared/",
        "engine?ruleset=",
    ] {
        bill.charge(&server, path, "GET", &format!("/api/{path}{long}"), "", false).await;
    }
    bill.settle();
}

/// Each of these is kept in memory once it is made; all together must not fill it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lexicons_spelled_for_every_game_do_not_fill_the_memory() {
    let _turn = TURN.lock().await;
    let server = Server::start("lexicons").await;
    let mut bill = Bill::default();
    let before = Meter::start();
    let rulesets = [
        "english-super",
        "french",
        "german",
        "italian",
        "polish",
        "spanish",
        "welsh",
        "catalan",
        "russian",
        "turkish",
        "hungarian",
        "czech",
    ];
    for lexicon in ["english", "french", "russian", "dutch"] {
        for ruleset in rulesets {
            let path = format!("/api/words/check?word=A&lexicon={lexicon}&ruleset={ruleset}");
            // The first request waits while the lexicon is made; the next is answered at once.
            server.send("GET", &path, "").await;
            bill.charge(&server, &path, "GET", &path, "", false).await;
        }
    }
    let kept = before.read().kept / 1024 / 1024;
    assert!(kept < 400, "{kept} MB are kept");
    bill.settle();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_is_kept_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("kept").await;
    let mut bill = Bill::default();
    let line =
        json!({ "move": "8D RETAINS", "score": 66, "leave": "", "equity": 66.0, "samples": 12 });
    let turn = json!({ "number": 1, "player": 0, "rack": "AEINRST", "played": "8D RETAINS", "points": 66, "total": 66, "lead": 66, "phonies": [],
        "lines": vec![line; 10] });
    let review = json!({ "ruleset": "english", "lexicon": "english", "title": "", "players": [], "turns": vec![turn; 150] });
    let card = json!({ "question": "A", "level": 0, "due": 0, "right": 0, "wrong": 0 });
    let mut contents = vec![
        (
            "a review with turns",
            json!({ "kind": "review", "ruleset": "english", "sheet": inputs::passes(500), "review": review }),
        ),
        (
            "cards",
            json!({ "kind": "quiz", "ruleset": "english", "about": "", "cards": vec![card; LARGE_KEPT / 60] }),
        ),
        (
            "a long ruleset",
            json!({ "kind": "quiz", "ruleset": fill("a", LARGE), "about": "", "cards": [] }),
        ),
        (
            "a long note",
            json!({ "kind": "board", "ruleset": "english", "position": format!("{EMPTY} A/ 0/0 0"), "note": fill("\u{1}", LARGE / 8) }),
        ),
    ];
    for (what, text) in inputs::sheets(LARGE_KEPT) {
        contents.push((
            what,
            json!({ "kind": "followed", "ruleset": "english", "sheet": text, "me": 0 }),
        ));
        contents.push((what, json!({ "kind": "review", "ruleset": "english", "sheet": text })));
    }
    for (what, text) in inputs::cgps(LARGE_KEPT) {
        contents.push((what, json!({ "kind": "board", "ruleset": "english", "position": text })));
    }
    for (what, content) in contents {
        let body = json!({ "title": "x", "content": content }).to_string();
        let answer =
            bill.charge(&server, &format!("keep: {what}"), "POST", "/api/kept", &body, false).await;
        let Some(id) = answer
            .start
            .split("\"id\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
        else {
            continue;
        };
        let body = json!({ "version": 1, "title": "y", "content": content }).to_string();
        bill.charge(
            &server,
            &format!("change: {what}"),
            "PUT",
            &format!("/api/kept/{id}"),
            &body,
            false,
        )
        .await;
        let shared = bill
            .charge(
                &server,
                &format!("share: {what}"),
                "POST",
                &format!("/api/kept/{id}/link"),
                "",
                false,
            )
            .await;
        let link = shared
            .start
            .split("\"link\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
            .expect("a link");
        bill.charge(
            &server,
            &format!("shared: {what}"),
            "GET",
            &format!("/api/shared/{link}"),
            "",
            false,
        )
        .await;
        bill.charge(&server, "delete", "DELETE", &format!("/api/kept/{id}"), "", false).await;
    }
    bill.settle();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_asked_of_a_game_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("games").await;
    let mut bill = Bill::default();
    let long = fill("a", LARGE);
    let many =
        |value: Value| Value::Array(vec![value.clone(); LARGE / (value.to_string().len() + 1)]);
    let games = [
        json!({ "ruleset": long }),
        json!({ "ruleset": "english", "lexicon": long }),
        json!({ "ruleset": "english", "bots": many(json!("greedy")) }),
        json!({ "ruleset": "english", "bots": [long] }),
        json!({ "ruleset": "english", "seats": u32::MAX, "grace_seconds": u32::MAX, "seed": u64::MAX }),
    ];
    for game in games {
        bill.charge(&server, "a game", "POST", "/api/games", &game.to_string(), false).await;
    }
    let made = bill
        .charge(
            &server,
            "a usual game",
            "POST",
            "/api/games",
            r#"{"ruleset":"english","bots":["greedy"]}"#,
            false,
        )
        .await;
    let id = made
        .start
        .split("\"id\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .map(str::to_owned)
        .expect("a game");
    let act = format!("/api/games/{id}/actions");
    bill.charge(&server, "start", "POST", &act, r#"{"action":{"kind":"start"}}"#, true).await;
    let tile = json!({ "row": 7, "col": 7, "tile": "A" });
    let actions = [
        json!({ "kind": "move", "text": long }),
        json!({ "kind": "move", "text": format!("8D {}", fill("A", LARGE)) }),
        json!({ "kind": "move", "text": format!("-{}", fill("A", LARGE)) }),
        json!({ "kind": "move", "text": fill("[", LARGE) }),
        json!({ "kind": "place", "tiles": many(tile) }),
        json!({ "kind": "place", "tiles": [{ "row": 7, "col": 7, "tile": long }] }),
        json!({ "kind": "exchange", "tiles": many(json!("A")) }),
        json!({ "kind": "exchange", "tiles": [long] }),
        json!({ "kind": "challenge", "words": many(json!(4_000_000_000_u32)) }),
        json!({ "kind": long }),
    ];
    for action in actions {
        bill.charge(
            &server,
            "act",
            "POST",
            &act,
            &json!({ "turn": u64::MAX, "action": action }).to_string(),
            false,
        )
        .await;
        bill.charge(&server, "act", "POST", &act, &json!({ "action": action }).to_string(), false)
            .await;
        bill.charge(
            &server,
            "score",
            "POST",
            &format!("/api/games/{id}/score"),
            &action.to_string(),
            false,
        )
        .await;
    }
    let nested = |open: &str, close: &str| open.repeat(LARGE / 2) + &close.repeat(LARGE / 2);
    let bodies = [
        json!({ "text": long }).to_string(),
        json!({ "text": fill("\u{301}", LARGE) }).to_string(),
        nested("[", "]"),
        format!("{{\"text\":{}}}", nested("[", "]")),
        format!("{{\"action\":{}}}", fill("{\"a\":", LARGE)),
        format!("{{\"name\":{}}}", fill("9", LARGE)),
        format!("{{{}}}", fill("\"a\":1,", LARGE)),
        format!("[{}]", fill("[],", LARGE)),
        json!({ "name": long }).to_string(),
        json!({ "name": long, "password": long }).to_string(),
        json!({ long.clone(): 1 }).to_string(),
    ];
    let routes = [
        "games",
        "me",
        "me/account",
        "login",
        "kept",
        "import",
        "review",
        "solve",
        "score",
        "place",
        "questions",
    ];
    for body in bodies {
        bill.charge(&server, "chat", "POST", &format!("/api/games/{id}/chat"), &body, false).await;
        bill.charge(&server, "act", "POST", &act, &body, false).await;
        for route in routes {
            bill.charge(&server, route, "POST", &format!("/api/{route}"), &body, false).await;
        }
    }
    for path in ["", "/gcg", "/cgp", "/ratings"] {
        bill.charge(&server, path, "GET", &format!("/api/games/{id}{path}"), "", false).await;
    }
    bill.settle();
}

/// Reads messages until the one that answers this id, or until the server closes the connection.
async fn answered(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u64,
) -> Option<Value> {
    loop {
        match tokio::time::timeout(Duration::from_secs(60), socket.next()).await.expect("an answer")
        {
            Some(Ok(Message::Text(text))) => {
                let said: Value = serde_json::from_str(&text).unwrap();
                if said["id"] == json!(id) || (said["type"] == "refused" && said["id"].is_null()) {
                    return Some(said);
                }
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_on_a_socket_is_expensive() {
    let _turn = TURN.lock().await;
    let server = Server::start("socket").await;
    let made =
        server.send("POST", "/api/games", r#"{"ruleset":"english","bots":["greedy"]}"#).await;
    let game = made.start.split("\"id\":\"").nth(1).expect("a room has an id")[..12].to_owned();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(tisane_server::serve(listener, server.app.clone(), async {
        drop(stopped.await)
    }));
    let connect = async || {
        let mut request = format!("ws://{address}/api/socket").into_client_request().unwrap();
        request.headers_mut().insert(header::COOKIE, server.cookie.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.unwrap().0
    };
    const LARGEST: usize = 16 * 1024;
    let room = LARGEST - 300;
    let tile = json!({ "row": 7, "col": 7, "tile": "A" });
    let act = |action: Value| json!({ "type": "act", "game": game, "action": action });
    let tiles: Vec<Value> = std::iter::repeat_n(tile, room / 32).collect();
    let asks = [
        ("watch", json!({ "type": "watch", "game": game })),
        ("start", act(json!({ "kind": "start" }))),
        ("chat", json!({ "type": "say", "game": game, "text": "x".repeat(room) })),
        (
            "the longest chat",
            json!({ "type": "say", "game": game, "text": "\u{1f375}".repeat(500) }),
        ),
        ("a long move", act(json!({ "kind": "move", "text": format!("8D {}", "A".repeat(room)) }))),
        ("brackets", act(json!({ "kind": "move", "text": format!("8D {}", "[".repeat(room)) }))),
        ("many tiles", act(json!({ "kind": "place", "tiles": tiles }))),
        ("many exchanged", act(json!({ "kind": "exchange", "tiles": vec!["A"; room / 5] }))),
        ("many words", act(json!({ "kind": "challenge", "words": vec![1; room / 3] }))),
        ("a long id", json!({ "type": "watch", "game": "a".repeat(room) })),
        ("an old version", json!({ "type": "watch", "game": game, "since": 0 })),
        ("the lobby", json!({ "type": "lobby", "watch": true })),
    ];
    let mut socket = connect().await;
    let mut bill = Bill::default();
    for (number, (name, ask)) in (1..).zip(asks) {
        let text = json!({ "id": number, "ask": ask }).to_string();
        let meter = Meter::start();
        socket.send(Message::text(text.as_str())).await.unwrap();
        assert!(answered(&mut socket, number).await.is_some(), "{name}: the connection goes on");
        bill.check(name, StatusCode::OK, meter.read(), text.len(), false);
    }
    for (name, text) in [
        ("nested", format!("{}{}", "[".repeat(8_000), "]".repeat(8_000))),
        ("too large", "x".repeat(LARGEST + 1)),
    ] {
        let mut socket = connect().await;
        let meter = Meter::start();
        socket.send(Message::text(text.as_str())).await.unwrap();
        let refused = answered(&mut socket, u64::MAX).await;
        assert_eq!(refused.is_none(), name == "too large", "{name}");
        bill.check(name, StatusCode::OK, meter.read(), text.len(), false);
    }
    bill.settle();
    drop(stop);
    running.await.unwrap().unwrap();
}
