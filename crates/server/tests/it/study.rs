//! Analysis over HTTP: looking ahead, placing, reviewing; streamed or whole; and never about a game
//! one is playing.

use std::time::{Duration, Instant};

use crate::common::player::Thinker;
use crate::common::{Guest, Server};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tisane_protocol::request::NewGame;
use tisane_protocol::{AnalysisView, ReviewView, Streamed};
use tisane_server::router;
use tower::ServiceExt;

const OPENING: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
const ENDGAME: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AE/NO 10/32 0";

/// The lines of a streamed answer, one at a time.
struct Lines {
    body: Body,
    unread: Vec<u8>,
}

impl Lines {
    async fn ask(server: &Server, path: &str, body: Value) -> Lines {
        let request = Request::builder()
            .method("POST")
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json");
        let request = request
            .header(header::ACCEPT, "application/x-ndjson")
            .header(header::ACCEPT_ENCODING, "gzip");
        let response = router(server.app.clone())
            .oneshot(request.body(Body::from(body.to_string())).unwrap())
            .await
            .unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/x-ndjson");
        assert!(
            !response.headers().contains_key(header::CONTENT_ENCODING),
            "a compressor would hold lines back"
        );
        Lines { body: response.into_body(), unread: Vec::new() }
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Some(serde_json::from_slice(&line).unwrap());
            }
            let frame = tokio::time::timeout(Duration::from_secs(60), self.body.frame())
                .await
                .expect("a line comes")?;
            self.unread.extend(frame.unwrap().into_data().unwrap());
        }
    }

    async fn all(mut self) -> Vec<Value> {
        let mut lines = Vec::new();
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        lines
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_is_streamed_line_by_line() {
    let server = Server::start().await;
    // RETAINS, NASTIER and others are so much alike that none is ever out.
    let alike = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0";
    let question = json!({ "position": alike, "ruleset": "english", "top": 4, "ahead": { "milliseconds": 1500, "plies": 1, "seed": 3 } });
    let lines = Lines::ask(&server, "/api/solve", question.clone()).await.all().await;
    assert!(lines.len() >= 2, "{}", lines.len());
    let (last, before) = lines.split_last().unwrap();
    for line in before {
        let Streamed::<AnalysisView>::Progress { so_far } =
            serde_json::from_value(line.clone()).unwrap()
        else {
            panic!("{line}")
        };
        assert_eq!(so_far.lines.len(), 4);
    }
    let Streamed::<AnalysisView>::Done { answer } = serde_json::from_value(last.clone()).unwrap()
    else {
        panic!("{last}")
    };
    assert_eq!(
        (answer.method.as_str(), answer.plies, answer.lines.len()),
        ("simulation", Some(1), 4)
    );
    assert!(answer.lines.iter().all(|ranked| ranked.line.win.is_some()));
    let (status, whole) = server.http("POST", "/api/solve", None, question).await;
    assert_eq!((status.as_u16(), &whole["method"]), (200, &json!("simulation")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pages_question_is_answered_line_by_line_or_whole() {
    let server = Server::start().await;
    let solve = json!({ "ask": "solve", "position": { "tiles": [], "rack": ["A", "E", "I", "N", "R", "S", "T"], "others": [], "scores": [],
        "scoreless_turns": 0 }, "candidates": 10, "plies": 2, "rollouts": 6000 });
    let question = json!({ "ruleset": "english", "question": solve });
    let lines = Lines::ask(&server, "/api/questions", question).await.all().await;
    let (last, before) = lines.split_last().unwrap();
    assert!(
        before
            .iter()
            .all(|line| line["type"] == "progress" && line["so_far"]["ok"]["lines"].is_array()),
        "{before:?}"
    );
    assert_eq!(
        (&last["type"], &last["answer"]["ok"]["method"]),
        (&json!("done"), &json!("simulation"))
    );
    let check =
        json!({ "ruleset": "english", "question": { "ask": "check", "words": ["QI", "QX"] } });
    let (status, whole) = server.http("POST", "/api/questions", None, check).await;
    assert_eq!((status.as_u16(), whole), (200, json!({ "ok": [true, false] })));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_are_reproducible_and_nothing_is_simulated_by_default() {
    let server = Server::start().await;
    let ask = async |ahead: Value| {
        server
            .http(
                "POST",
                "/api/solve",
                None,
                json!({ "position": OPENING, "ruleset": "english", "ahead": ahead }),
            )
            .await
    };
    let (first, second) = (
        ask(json!({ "rollouts": 300, "seed": 9 })).await,
        ask(json!({ "rollouts": 300, "seed": 9 })).await,
    );
    assert_eq!(first, second);
    let rollouts = first.1["rollouts"].as_u64().unwrap();
    assert!((100..=300).contains(&rollouts), "{rollouts}");
    let (_, by_equity) = server
        .http("POST", "/api/solve", None, json!({ "position": OPENING, "ruleset": "english" }))
        .await;
    assert_eq!(by_equity["method"], "static");
    let (_, endgame) = server
        .http(
            "POST",
            "/api/solve",
            None,
            json!({ "position": ENDGAME, "ruleset": "english", "ahead": {} }),
        )
        .await;
    assert_ne!(endgame["method"], "static", "{endgame}");
    for (ahead, status) in [
        (json!({ "seconds": 3 }), 400),
        (json!({ "milliseconds": -1 }), 400),
        (json!({ "milliseconds": 1 }), 200),
    ] {
        assert_eq!(ask(ahead.clone()).await.0, status, "{ahead}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_stops_when_the_client_leaves() {
    let server = Server::start().await;
    let long =
        json!({ "position": OPENING, "ruleset": "english", "ahead": { "milliseconds": 30_000 } });
    for _ in 0..3 {
        let mut lines = Lines::ask(&server, "/api/solve", long.clone()).await;
        lines.next().await.unwrap();
    }
    let began = Instant::now();
    let (status, _) = server
        .http("POST", "/api/solve", None, json!({ "position": OPENING, "ruleset": "english" }))
        .await;
    assert_eq!(status, 200);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_analyses_do_not_delay_short_ones_of_other_players() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let long =
        json!({ "position": OPENING, "ruleset": "english", "ahead": { "milliseconds": 2_000 } });
    let asked = async |who: &Guest, question: Value| {
        let began = Instant::now();
        let (status, answer) = server.http("POST", "/api/solve", Some(who), question).await;
        assert_eq!(status, 200, "{answer}");
        began.elapsed()
    };
    // The engine is made by then.
    asked(&bo, json!({ "position": OPENING, "ruleset": "english" })).await;
    let (_, short) = tokio::join!(
        async {
            let asked = std::array::from_fn::<_, 5, _>(|_| asked(&ada, long.clone()));
            futures_util::future::join_all(asked).await
        },
        async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            asked(&bo, json!({ "position": OPENING, "ruleset": "english", "ahead": { "milliseconds": 200 } })).await
        }
    );
    assert!(short < Duration::from_secs(5), "{short:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_word_is_placed_wherever_it_goes_and_blanks_are_one_line() {
    let server = Server::start().await;
    let board = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 / 0/32 0";
    let place = async |more: Value| {
        let mut body = json!({ "position": board, "ruleset": "english" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.http("POST", "/api/place", None, body).await
    };
    let (status, newt) = place(json!({ "word": "newt" })).await;
    assert_eq!(status, 200, "{newt}");
    assert_eq!((&newt["word"], &newt["valid"]), (&json!("NEWT"), &json!(true)));
    let first = &newt["placements"][0];
    assert_eq!((&first["move"], &first["score"]), (&json!("I5 NEWT"), &json!(11)));
    let blanks = first["with_blanks"].as_array().unwrap();
    assert_eq!(blanks.len(), 6, "one blank or two among three tiles: {first}");
    assert!(
        newt["placements"]
            .as_array()
            .unwrap()
            .iter()
            .all(|placement| !placement["move"].as_str().unwrap().contains(char::is_lowercase))
    );
    let (_, exactly) = place(json!({ "word": "NEwT" })).await;
    let exactly = exactly["placements"].as_array().unwrap();
    assert!(exactly.iter().any(|placement| placement["move"] == "I5 NEwT"));
    assert!(exactly.iter().all(|placement| placement.get("with_blanks").is_none()));

    let (_, none) = place(json!({ "word": "existz" })).await;
    assert_eq!((&none["valid"], &none["placements"]), (&json!(false), &json!([])));
    let (_, phony) = place(json!({ "word": "existz", "phonies": true })).await;
    let hooked = phony["placements"]
        .as_array()
        .unwrap()
        .iter()
        .find(|placement| placement["move"] == "8E EXISTZ")
        .unwrap();
    assert_eq!(hooked["invalid"], json!(["EXISTZ"]));
    for (word, code) in [("n", "notation"), ("n3wt", "notation")] {
        assert_eq!(place(json!({ "word": word })).await.1["code"], code, "{word}");
    }
    server.stop().await;
}

/// A game of two, played over HTTP by an engine for this many turns.
async fn play(server: &Server, guests: &[Guest; 2], turns: usize) -> String {
    let thinker = Thinker::new("english");
    let game = server.game(&guests[0], &NewGame { seed: Some(5), ..NewGame::new("english") }).await;
    let act = async |seat: usize, action: Value| {
        let (status, answer) = server
            .http(
                "POST",
                &format!("/api/games/{game}/actions"),
                Some(&guests[seat]),
                json!({ "action": action }),
            )
            .await;
        assert_eq!(status, 200, "{answer}");
    };
    server.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null)).await;
    act(0, json!({ "kind": "start" })).await;
    for _ in 0..turns {
        let seat = server.room(&game, None).await.game.on_turn.unwrap() as usize;
        let view = server.room(&game, Some(&guests[seat])).await.game;
        act(seat, serde_json::to_value(thinker.choose(&view)).unwrap()).await;
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_reviewed_turn_by_turn() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = play(&server, &guests, 6).await;
    let of_game = |ahead: Value| json!({ "of": { "game": game }, "ahead": ahead });
    let (status, error) = server.http("POST", "/api/review", None, of_game(json!(null))).await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("not_ended")));
    let resign = json!({ "action": { "kind": "resign" } });
    server.http("POST", &format!("/api/games/{game}/actions"), Some(&guests[0]), resign).await;

    let (status, whole) =
        server.http("POST", "/api/review", Some(&guests[1]), of_game(json!(null))).await;
    assert_eq!(status, 200, "{whole}");
    let whole: ReviewView = serde_json::from_value(whole).unwrap();
    assert_eq!((whole.turns.len(), whole.players.len(), whole.ruleset.as_str()), (6, 2, "english"));
    assert!(
        whole
            .turns
            .iter()
            .all(|turn| turn.loss.is_some() && turn.method.as_deref() == Some("static")),
        "{whole:?}"
    );

    let lines = Lines::ask(&server, "/api/review", of_game(json!({ "milliseconds": 250 })))
        .await
        .all()
        .await;
    assert!(lines.len() > 2, "{}", lines.len());
    let Streamed::<ReviewView>::Progress { so_far } =
        serde_json::from_value(lines[0].clone()).unwrap()
    else {
        panic!("{}", lines[0])
    };
    assert!((1..6).contains(&so_far.turns.len()));
    let Streamed::<ReviewView>::Done { answer } =
        serde_json::from_value(lines.last().unwrap().clone()).unwrap()
    else {
        panic!()
    };
    assert!(answer.turns.iter().all(|turn| turn.method.as_deref() == Some("simulation")));

    let (_, sheet) =
        server.http("GET", &format!("/api/games/{game}/gcg"), Some(&guests[0]), json!(null)).await;
    let of_sheet = |sheet: &str| json!({ "of": { "sheet": sheet } });
    let (_, again) =
        server.http("POST", "/api/review", None, of_sheet(sheet.as_str().unwrap())).await;
    assert_eq!(serde_json::from_value::<ReviewView>(again).unwrap(), whole);
    for (body, code) in [
        (of_sheet("#player1 a A\n"), "notation"),
        (of_sheet("nonsense"), "notation"),
        (json!({ "of": { "game": "nothing" } }), "no_such_game"),
        (json!({ "of": {} }), "message"),
    ] {
        assert_eq!(
            server.http("POST", "/api/review", None, body.clone()).await.1["code"],
            code,
            "{body}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_help_with_a_game_they_play() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = play(&server, &guests, 3).await;
    let text = async |path: &str, who: &Guest| {
        let (status, text) =
            server.http("GET", &format!("/api/games/{game}/{path}"), Some(who), json!(null)).await;
        assert_eq!(status, 200, "{text}");
        text.as_str().unwrap().trim().to_owned()
    };
    let (cgp, sheet) = (text("cgp", &guests[0]).await, text("gcg", &guests[0]).await);
    let questions = [
        ("/api/solve", json!({ "position": cgp, "ruleset": "english" })),
        ("/api/solve", json!({ "position": cgp, "ruleset": "english-plain" })),
        ("/api/score", json!({ "position": cgp, "ruleset": "english", "move": "pass" })),
        ("/api/place", json!({ "position": cgp, "ruleset": "english", "word": "newt" })),
        ("/api/review", json!({ "of": { "sheet": sheet } })),
    ];
    for (path, body) in &questions {
        for guest in &guests {
            let (status, error) = server.http("POST", path, Some(guest), body.clone()).await;
            assert_eq!(
                (status.as_u16(), &error["code"]),
                (403, &json!("no_help")),
                "{path} {error}"
            );
            assert!(error["error"].as_str().unwrap().contains("this position is from a live game"));
        }
    }
    let cy = server.guest("Cy").await;
    for (path, body) in &questions {
        let (status, answer) = server.http("POST", path, Some(&cy), body.clone()).await;
        assert_eq!(
            (status.as_u16(), &answer["code"]),
            (403, &json!("no_help")),
            "somebody else asks for them: {path} {answer}"
        );
    }
    let elsewhere = json!({ "position": OPENING, "ruleset": "english" });
    assert_eq!(
        server.http("POST", "/api/solve", Some(&guests[0]), elsewhere).await.0,
        200,
        "other positions may be studied"
    );
    server
        .http(
            "POST",
            &format!("/api/games/{game}/actions"),
            Some(&guests[1]),
            json!({ "action": { "kind": "resign" } }),
        )
        .await;
    for (path, body) in &questions {
        assert_eq!(
            server.http("POST", path, Some(&guests[0]), body.clone()).await.0,
            200,
            "after the end everybody may know: {path}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_of_a_cgp_change_the_rules_and_choose_the_lexicon() {
    let server = Server::start().await;
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0 ld english;";
    let ask = async |path: &str, operations: &str, more: Value| {
        let mut question = json!({ "position": format!("{empty} {operations}") });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.http("POST", path, None, question).await
    };
    let score = async |operations: &str| {
        let (status, scored) = ask("/api/score", operations, json!({ "move": "8D NASTIER" })).await;
        assert_eq!(status, StatusCode::OK, "{scored}");
        scored["score"].as_i64().unwrap()
    };
    assert_eq!([score("").await, score("bb 10;").await], [66, 26]);
    let best = async |operations: &str| {
        let (_, solved) = ask("/api/solve", operations, json!({ "top": 1 })).await;
        solved["lines"][0]["score"].as_i64().unwrap()
    };
    assert_eq!([best("").await, best("bb 10;").await], [66, 26]);
    let (_, placed) = ask("/api/place", "bb 10;", json!({ "word": "NASTIER" })).await;
    assert_eq!(placed["placements"][0]["score"], 26);
    let (_, exchange) = ask("/api/score", "etl 100;", json!({ "move": "-A" })).await;
    assert_eq!(exchange["legal"], false, "{exchange}");
    let (_, placed) = ask("/api/place", "lex english-classic;", json!({ "word": "TEA" })).await;
    assert_eq!(placed["lexicon"], "english-classic");
    for operations in ["var wordsmog;", "cr sometimes;"] {
        let (status, refused) = ask("/api/solve", operations, json!({})).await;
        assert_eq!((status.as_u16(), &refused["code"]), (400, &json!("notation")), "{refused}");
    }
    server.stop().await;
}
