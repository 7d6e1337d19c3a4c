//! What people keep: boards, followed games, reviews, quizzes; on several devices, and shared by
//! link.

use crate::common::{Guest, Server, folder, unlimited};
use serde_json::{Value, json};
use tisane_server::{Config, Limits, Rate};

const SHEET: &str = "#player1 a Ada\n#player2 b Bo\n>a: AEINRST 8D NASTIER +66 66\n";

fn board(title: &str) -> Value {
    let position = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
    json!({ "title": title, "content": { "kind": "board", "ruleset": "english", "position": position, "note": "look at row 8" } })
}

/// One of each kind.
fn some() -> [Value; 4] {
    let card = json!({ "question": "AEINST", "level": 2, "due": 1_700_000_000_000_i64, "right": 3, "wrong": 1 });
    [
        board("Opening"),
        json!({ "title": "Club night", "content": { "kind": "followed", "ruleset": "english", "sheet": SHEET, "me": 1 } }),
        json!({ "title": "Final", "content": { "kind": "review", "ruleset": "english", "lexicon": "english", "sheet": SHEET } }),
        json!({ "title": "Sevens", "content": { "kind": "quiz", "ruleset": "english", "about": "anagrams of 7", "cards": [card] } }),
    ]
}

#[tokio::test]
async fn items_of_every_kind_are_saved_and_deleted() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    for request in some() {
        let (status, kept) = server.http("POST", "/api/kept", Some(&ada), request.clone()).await;
        assert_eq!(status, 200, "{kept}");
        assert_eq!((&kept["version"], &kept["title"]), (&json!(1), &request["title"]));
        let (_, again) = server
            .http(
                "GET",
                &format!("/api/kept/{}", kept["id"].as_str().unwrap()),
                Some(&ada),
                json!(null),
            )
            .await;
        assert_eq!(again, kept);
        for (name, value) in request["content"].as_object().unwrap() {
            assert_eq!(&again["content"][name], value, "{name}");
        }
    }
    let (_, list) = server.http("GET", "/api/kept", Some(&ada), json!(null)).await;
    assert_eq!(list["kept"].as_array().unwrap().len(), 4);
    assert_eq!(list["kept"][0].get("content"), None, "a list is short");
    let (_, list) = server.http("GET", "/api/kept?kind=quiz", Some(&ada), json!(null)).await;
    assert_eq!(list["kept"].as_array().unwrap().len(), 1);
    let own = format!("/api/kept/{}", list["kept"][0]["id"].as_str().unwrap());
    assert_eq!(server.http("GET", "/api/kept", Some(&bo), json!(null)).await.1["kept"], json!([]));
    for (method, path) in [
        ("GET", own.clone()),
        ("DELETE", own.clone()),
        ("POST", format!("{own}/link")),
        ("DELETE", format!("{own}/link")),
    ] {
        let (status, error) = server.http(method, &path, Some(&bo), json!(null)).await;
        assert_eq!((status.as_u16(), &error["code"]), (404, &json!("not_kept")), "{method} {path}");
    }
    assert_eq!(server.http("GET", &own, None, json!(null)).await.0, 401);
    assert_eq!(server.http("DELETE", &own, Some(&ada), json!(null)).await.0, 200);
    assert_eq!(server.http("GET", &own, Some(&ada), json!(null)).await.0, 404);
    server.delete(&ada).await;
    server.stop().await;
}

#[tokio::test]
async fn two_devices_do_not_overwrite_each_other() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (_, kept) = server.http("POST", "/api/kept", Some(&ada), board("Opening")).await;
    let own = format!("/api/kept/{}", kept["id"].as_str().unwrap());
    let change = async |version: u64, title: &str| {
        let mut body = board(title);
        body["version"] = json!(version);
        server.http("PUT", &own, Some(&ada), body).await
    };
    let (_, changed) = change(1, "on the telephone").await;
    assert_eq!((&changed["version"], &changed["title"]), (&json!(2), &json!("on the telephone")));
    let (status, error) = change(1, "on the laptop").await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("changed")));
    assert_eq!(change(7, "from the future").await.1["code"], "changed");
    assert_eq!(change(2, "on the laptop").await.1["version"], 3);
    let (_, now) = server.http("GET", &own, Some(&ada), json!(null)).await;
    assert_eq!(now["title"], "on the laptop");
    let [_, mut other, ..] = some();
    other["version"] = json!(3);
    assert_eq!(
        server.http("PUT", &own, Some(&ada), other).await.1["code"],
        "message",
        "a board stays a board"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_link_shows_it_to_everybody_until_it_is_withdrawn() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let (_, kept) = server.http("POST", "/api/kept", Some(&ada), board("Opening")).await;
    assert_eq!(kept.get("link"), None);
    let own = format!("/api/kept/{}", kept["id"].as_str().unwrap());
    let share = async || {
        server.http("POST", &format!("{own}/link"), Some(&ada), json!(null)).await.1["link"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let link = share().await;
    assert_eq!(share().await, link, "a second time changes nothing");
    let seen = async |link: &str| {
        server.http("GET", &format!("/api/shared/{link}"), None, json!(null)).await
    };
    let (_, shared) = seen(&link).await;
    assert_eq!(
        (&shared["title"], &shared["content"]["note"]),
        (&json!("Opening"), &json!("look at row 8"))
    );
    assert_eq!(shared.get("id"), None, "readers don't learn its id");
    let mut body = board("Middle");
    body["version"] = json!(1);
    server.http("PUT", &own, Some(&ada), body).await;
    assert_eq!(seen(&link).await.1["title"], "Middle", "the link shows the latest version");
    let (_, withdrawn) =
        server.http("DELETE", &format!("{own}/link"), Some(&ada), json!(null)).await;
    assert_eq!(withdrawn.get("link"), None);
    assert_eq!(seen(&link).await.0, 404);
    assert_ne!(share().await, link, "a link that was withdrawn stays dead");
    server.stop().await;
}

/// A followed game whose tiles that nobody was shown are these: before an exchange, after a play,
/// and now.
fn followed(first: &str, exchanged: &str, second: &str, now: &str) -> Value {
    let sheet = format!(
        "#character-encoding UTF-8\n#player1 a Ada\n#player2 b Bo\n#description I hold {now}\n#tile-distribution english\n\
         >a: {first} -{exchanged} +0 0\n#note kept {first}\n>b: EO 8G EO +4 4\n>b: EO -- -4 0\n>a: {second} 8H TEA +6 6\n>b: - +0 0\n\
         #rack1 {now}\n#rack2 {exchanged}\n#mine {now}\n#incomplete {now}\n"
    );
    json!({ "title": "Club night", "content": { "kind": "followed", "ruleset": "english", "sheet": sheet, "me": 0, "note": now } })
}

#[tokio::test]
async fn a_link_to_a_followed_game_gives_no_tile_away_that_was_not_shown() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let mut seen = Vec::new();
    for game in [
        followed("QZJXKVW", "QZJ", "XKVTEAW", "QZJXKVW"),
        followed("AEINRST", "AEI", "AEINTEA", "EEE"),
    ] {
        let (_, kept) = server.http("POST", "/api/kept", Some(&ada), game.clone()).await;
        assert_eq!(
            kept["content"]["sheet"], game["content"]["sheet"],
            "her other devices know her tiles"
        );
        let own = format!("/api/kept/{}", kept["id"].as_str().unwrap());
        let link =
            server.http("POST", &format!("{own}/link"), Some(&ada), json!(null)).await.1["link"]
                .as_str()
                .unwrap()
                .to_owned();
        let (status, mut shared) =
            server.http("GET", &format!("/api/shared/{link}"), None, json!(null)).await;
        assert_eq!(status, 200, "{shared}");
        shared["at"].take(); // when it was kept
        seen.push(shared);
    }
    assert_eq!(seen[0], seen[1], "others see the same whatever she holds");
    let sheet = seen[0]["content"]["sheet"].as_str().unwrap();
    for line in [
        ">a:  -3 +0 0",
        ">b: EO 8G EO +4 4",
        ">b: EO -- -4 0",
        ">a: AET 8H TEA +6 6",
        "#incomplete",
    ] {
        assert!(sheet.lines().any(|it| it == line), "{line} in {sheet}");
    }
    let (_, again) = server
        .http(
            "POST",
            "/api/kept",
            Some(&ada),
            json!({ "title": "", "content": seen[0]["content"] }),
        )
        .await;
    assert_eq!(again["content"]["sheet"], seen[0]["content"]["sheet"], "it can be read again");
    server.stop().await;
}

#[tokio::test]
async fn mislabelled_items_are_refused() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let refused = |name: &str, value: Value| {
        let mut request = board("Opening");
        request["content"][name] = value;
        request
    };
    let [_, mut nobody, ..] = some();
    nobody["content"]["me"] = json!(2);
    for (request, code) in [
        (refused("kind", json!("poem")), "message"),
        (refused("colour", json!("blue")), "message"),
        (refused("position", json!("nonsense")), "notation"),
        (refused("ruleset", json!("englsh")), "notation"),
        (refused("note", json!("x".repeat(200_000))), "message"),
        (board(&"x".repeat(101)), "message"),
        (nobody, "notation"),
        (json!({ "title": "", "content": null }), "message"),
    ] {
        let (_, error) = server.http("POST", "/api/kept", Some(&ada), request.clone()).await;
        assert_eq!(error["code"], code, "{error}");
    }
    let large = refused("note", json!("x".repeat(150_000)));
    let mut kept = 0;
    let full = loop {
        let (status, answer) = server.http("POST", "/api/kept", Some(&ada), large.clone()).await;
        if status != 200 {
            break answer;
        }
        kept += 1;
    };
    assert_eq!(full["code"], "full");
    assert!((40..100).contains(&kept), "{kept}");
    server.stop().await;
}

#[tokio::test]
async fn guests_have_less_room_and_an_address_a_budget() {
    let large = json!({ "title": "Large", "content": { "kind": "board", "ruleset": "english",
        "position": "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0",
        "note": "x".repeat(150_000) } });
    let save = async |server: &Server, who: &Guest| {
        let (status, error) = server.http("POST", "/api/kept", Some(who), large.clone()).await;
        (status.as_u16(), error["code"].clone())
    };
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.account("Bo").await);
    for n in 0..8 {
        let expected = if n < 6 { 200 } else { 409 };
        assert_eq!(save(&server, &ada).await.0, expected, "{n}");
        assert_eq!(save(&server, &bo).await.0, 200, "an account has more room");
    }
    server.stop().await;
    let rate = Rate { burst: 500_000.0, per_second: 1e-3 };
    let config = Config { limits: Limits { kept_bytes: rate, ..Limits::none() }, ..unlimited() };
    let server = Server::start_in(folder(), config).await;
    let mut codes = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"] {
        codes.push(save(&server, &server.guest(name).await).await);
    }
    assert_eq!(codes[3], (429, json!("too_often")), "another guest has no other budget");
    assert!(codes[..3].iter().all(|(status, _)| *status == 200), "{codes:?}");
    server.stop().await;
}
