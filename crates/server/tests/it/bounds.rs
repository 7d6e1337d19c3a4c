//! Numbers and texts that no honest client sends get a sentence, and change nothing.

use axum::http::StatusCode;
use serde_json::{Value, json};
use tisane_protocol::request::NewGame;

use crate::common::Server;

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

fn passes(n: usize) -> String {
    let turns: String =
        (0..n).map(|turn| format!(">{}: A - +0 0\n", ["a", "b"][turn % 2])).collect();
    format!("#player1 a Ada\n#player2 b Bo\n{turns}")
}

#[tokio::test]
async fn a_version_that_was_never_kept_is_a_conflict_however_large() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let content =
        json!({ "kind": "board", "ruleset": "english", "position": format!("{EMPTY} A/ 0/0 0") });
    let (_, kept) = server
        .http("POST", "/api/kept", Some(&ada), json!({ "title": "a", "content": content }))
        .await;
    let path = format!("/api/kept/{}", kept["id"].as_str().unwrap());
    for version in [0, 2, i64::MAX as u64 - 1, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX] {
        let body = json!({ "version": version, "title": "b", "content": content });
        let (status, error) = server.http("PUT", &path, Some(&ada), body).await;
        assert_eq!(
            (status, &error["code"]),
            (StatusCode::CONFLICT, &json!("changed")),
            "{version}"
        );
    }
    let (_, still) = server.http("GET", &path, Some(&ada), Value::Null).await;
    assert_eq!((&still["title"], &still["version"]), (&json!("a"), &json!(1)));
    let (status, changed) = server
        .http("PUT", &path, Some(&ada), json!({ "version": 1, "title": "b", "content": content }))
        .await;
    assert_eq!((status, &changed["version"]), (StatusCode::OK, &json!(2)));
}

#[tokio::test]
async fn a_square_off_the_board_is_a_misfit_wherever_it_is_named() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let game = server
        .game(
            &ada,
            &NewGame { bots: vec!["greedy".to_owned()], seed: Some(1), ..NewGame::new("english") },
        )
        .await;
    let act = format!("/api/games/{game}/actions");
    server.http("POST", &act, Some(&ada), json!({ "action": { "kind": "start" } })).await;
    let room = server.room(&game, Some(&ada)).await;
    let rack = room.game.seats.iter().find_map(|seat| seat.rack.clone()).expect("the own rack");
    let letter = rack.iter().find(|face| *face != "?").expect("a letter");
    for (row, col) in [(-1, 7), (7, 1000), (1000, -1), (i64::MIN, i64::MAX), (15, 0), (255, 255)] {
        let action =
            json!({ "kind": "place", "tiles": [{ "row": row, "col": col, "tile": letter }] });
        let (status, score) = server
            .http("POST", &format!("/api/games/{game}/score"), Some(&ada), action.clone())
            .await;
        assert_eq!(status, StatusCode::OK, "{score}");
        assert_eq!(score["misfit"]["code"], "misfit", "{score}");
        assert!(!score["misfit"].to_string().contains("256"), "no such square: {score}");
        // Of the codes that can come, only this one depends on the square: it may be the bot's
        // turn.
        let (_, error) = server.http("POST", &act, Some(&ada), json!({ "action": action })).await;
        assert!(["misfit", "not_your_turn"].contains(&error["code"].as_str().unwrap()), "{error}");
    }
    let fraction = json!({ "kind": "place", "tiles": [{ "row": 1.5, "col": 0, "tile": letter }] });
    let (status, error) =
        server.http("POST", &format!("/api/games/{game}/score"), Some(&ada), fraction).await;
    assert_eq!((status, &error["code"]), (StatusCode::BAD_REQUEST, &json!("message")));
}

#[tokio::test]
async fn a_sheet_of_a_thousand_turns_is_read_and_one_more_is_refused_everywhere() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (status, read) = server
        .http("POST", "/api/import", None, json!({ "text": passes(1_000), "ruleset": "english" }))
        .await;
    assert_eq!(
        (status, read["turns"].as_array().unwrap().len()),
        (StatusCode::OK, 1_001),
        "the last is still to come"
    );
    let text = passes(1_001);
    let question = |question: Value| json!({ "ruleset": "english", "question": question });
    let content = |kind: &str| json!({ "title": "a", "content": { "kind": kind, "ruleset": "english", "sheet": text, "me": 0 } });
    let mut review = content("review");
    review["content"].as_object_mut().unwrap().remove("me");
    for (path, body) in [
        ("/api/import", json!({ "text": text, "ruleset": "english" })),
        ("/api/review", json!({ "of": { "sheet": text }, "ruleset": "english" })),
        ("/api/questions", question(json!({ "ask": "sheet", "text": text, "ruleset": "english" }))),
        (
            "/api/questions",
            question(
                json!({ "ask": "review", "text": text, "turn": 1, "candidates": 1, "rollouts": null }),
            ),
        ),
        (
            "/api/questions",
            question(json!({ "ask": "follow", "text": text, "me": 0, "act": null })),
        ),
        ("/api/kept", content("followed")),
        ("/api/kept", review),
    ] {
        let (_, answer) = server.http("POST", path, Some(&ada), body).await;
        let error =
            if answer["error"].is_object() { &answer["error"]["error"] } else { &answer["error"] };
        assert!(
            error.as_str().is_some_and(|error| error.contains("1001 turns; at most 1000")),
            "{path}: {answer}"
        );
    }
}

#[tokio::test]
async fn errors_quote_sixty_characters_of_the_input_at_most() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let long = "x".repeat(20_000);
    let position = format!("{EMPTY} A/ 0/0 0");
    let requests = [
        ("POST", "/api/solve".to_owned(), json!({ "position": position, "ruleset": long })),
        (
            "POST",
            "/api/solve".to_owned(),
            json!({ "position": position, "ruleset": "english", "lexicon": long }),
        ),
        ("POST", "/api/solve".to_owned(), json!({ "position": long, "ruleset": "english" })),
        (
            "POST",
            "/api/score".to_owned(),
            json!({ "position": position, "ruleset": "english", "move": format!("8D {long}1") }),
        ),
        (
            "POST",
            "/api/score".to_owned(),
            json!({ "position": position, "ruleset": "english", "move": long }),
        ),
        (
            "POST",
            "/api/import".to_owned(),
            json!({ "text": format!("#player1 a A\n{long}"), "ruleset": "english" }),
        ),
        ("POST", "/api/import".to_owned(), json!({ long.clone(): 1 })),
        (
            "POST",
            "/api/questions".to_owned(),
            json!({ "ruleset": "english", "question": { "ask": long } }),
        ),
        (
            "POST",
            "/api/questions".to_owned(),
            json!({ "ruleset": long, "question": { "ask": "tiles", "text": "A" } }),
        ),
        ("POST", "/api/games".to_owned(), json!({ "ruleset": "english", "bots": [long] })),
        ("POST", "/api/games".to_owned(), json!({ "ruleset": long })),
        ("GET", format!("/api/games/{long}"), Value::Null),
        ("GET", format!("/api/rulesets/{long}"), Value::Null),
        ("GET", format!("/api/lexicons/{long}"), Value::Null),
        ("GET", format!("/api/words/check?word=A&ruleset={long}"), Value::Null),
        ("GET", format!("/api/words/list?length={long}&lexicon=english"), Value::Null),
        ("GET", format!("/api/kept?kind={long}"), Value::Null),
    ];
    for (method, path, body) in requests {
        let (status, text) = server.text(method, &path, Some(&ada), body).await;
        assert!(status.is_client_error(), "{path}: {text}");
        assert!(!text.contains(&"x".repeat(61)), "{path}: {text}");
    }
}
