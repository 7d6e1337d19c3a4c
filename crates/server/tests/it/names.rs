//! Names: nobody can impersonate another player.

use crate::common::{Guest, Server};
use rusqlite::Connection;
use serde_json::{Value, json};
use tisane_protocol::Said;
use tisane_protocol::request::NewGame;

async fn name(server: &Server, who: Option<&Guest>, name: &str) -> (u16, Value) {
    let (status, answer) = server.http("POST", "/api/me", who, json!({ "name": name })).await;
    (status.as_u16(), answer)
}

#[tokio::test]
async fn names_with_hidden_characters_are_refused_at_every_entrance() {
    let server = Server::start().await;
    let bo = server.guest("Bo").await;
    for (hidden, code) in [
        ("A\u{202e}da", "U+202E"),
        ("A\u{200b}da", "U+200B"),
        ("A\u{7}da", "U+0007"),
        ("A\u{378}da", "U+0378"),
    ] {
        let made = server
            .http(
                "POST",
                "/api/me/account",
                Some(&bo),
                json!({ "name": hidden, "password": "correct horse" }),
            )
            .await;
        for (status, error) in [
            name(&server, None, hidden).await,
            name(&server, Some(&bo), hidden).await,
            (made.0.as_u16(), made.1),
        ] {
            assert_eq!(
                (status, &error["code"], &error["values"]["character"]),
                (409, &json!("name_character"), &json!(code))
            );
        }
    }
    let (status, me) = name(&server, Some(&bo), "Ｂｏ\u{a0} Ｐｅｅｐ").await;
    assert_eq!((status, &me["name"]), (200, &json!("Bo Peep")));
    server.stop().await;
}

#[tokio::test]
async fn a_long_name_is_refused_and_not_cut() {
    let server = Server::start().await;
    for (long, length) in
        [("x".repeat(21), "21"), ("é".repeat(25), "25"), ("x".repeat(10_000), "10000")]
    {
        let (status, error) = name(&server, None, &long).await;
        assert_eq!((status, &error["code"]), (409, &json!("name_long")));
        assert_eq!(
            (&error["values"]["length"], &error["values"]["longest"]),
            (&json!(length), &json!("20"))
        );
    }
    assert_eq!(name(&server, None, &"é".repeat(20)).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn names_that_look_like_an_account_or_a_bot_are_taken() {
    let server = Server::start().await;
    let ada = server.account("Paypal").await;
    let bo = server.guest("Bo").await;
    for look in [
        "Paypal",
        "PAYPAL",
        "PaypaI",
        "Раураl",
        "Pаypal",
        "Ｐａｙｐａｌ",
        "champion",
        "Сhampion",
        "Expert 2",
    ] {
        let made = server
            .http(
                "POST",
                "/api/me/account",
                Some(&bo),
                json!({ "name": look, "password": "correct horse" }),
            )
            .await;
        for (status, error) in [
            name(&server, None, look).await,
            name(&server, Some(&bo), look).await,
            (made.0.as_u16(), made.1),
        ] {
            let code = if look.to_lowercase().ends_with(['n', '2']) {
                "name_reserved"
            } else {
                "account_name_taken"
            };
            assert_eq!((status, &error["code"]), (409, &json!(code)), "{look}");
        }
    }
    assert_eq!(name(&server, Some(&ada), "PAYPAL").await.0, 200, "one's own name in capitals");
    assert_eq!(name(&server, Some(&bo), "Champ").await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn names_that_look_alike_do_not_share_a_table() {
    let server = Server::start().await;
    let (ann, other, ben) =
        // The other with a Cyrillic А.
        (server.guest("Ann").await, server.guest("Аnn").await, server.guest("Ben").await);
    let game = server.game(&ann, &NewGame { seats: Some(3), ..NewGame::new("english") }).await;
    let join = async |guest: &Guest| {
        server.http("POST", &format!("/api/games/{game}/join"), Some(guest), json!(null)).await
    };
    let (status, error) = join(&other).await;
    assert_eq!((status.as_u16(), &error["code"]), (409, &json!("name_taken")));
    assert_eq!(join(&ben).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn nobody_chats_under_a_name_like_a_players() {
    let server = Server::start().await;
    let (ann, ben, cy) =
        (server.guest("Ann").await, server.guest("Ben").await, server.guest("Cy").await);
    let game = server.game(&ann, &NewGame::new("english")).await;
    let path = |last: &str| format!("/api/games/{game}/{last}");
    server.http("POST", &path("join"), Some(&ben), json!(null)).await;
    let say = async |guest: &Guest| {
        let (status, error) =
            server.http("POST", &path("chat"), Some(guest), json!({ "text": "hi" })).await;
        (status.as_u16(), error["code"].clone())
    };
    assert_eq!(name(&server, Some(&ben), "А.nn").await.0, 200, "with a Cyrillic А");
    assert_eq!(name(&server, Some(&cy), "Аnn").await.0, 200);
    let mut reader = server.socket(&ann).await;
    reader.watch(&game).await;
    assert_eq!(say(&ben).await.0, 200);
    let said = loop {
        match reader.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => break messages,
            _ => {}
        }
    };
    assert_eq!(said[0].name, "Ben", "the name of the seat");
    assert_eq!(say(&cy).await, (409, json!("name_taken")));
    assert_eq!(name(&server, Some(&cy), "Cyd").await.0, 200);
    assert_eq!(say(&cy).await.0, 200);
    server.stop().await;
}

/// Accounts of earlier versions may have names that are refused today.
#[tokio::test]
async fn old_accounts_keep_names_that_are_refused_today() {
    let server = Server::start().await;
    let (one, other) = (server.account("Olga").await, server.account("Vera").await);
    let folder = server.stop().await;
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    for (guest, name) in [(&one, "Ol\u{200b}ga"), (&other, "OI\u{200b}ga")] {
        let update = "UPDATE players SET name = ?1, account = lower(?1), skeleton = NULL, folded_skeleton = NULL, skeleton_version = NULL WHERE id = ?2";
        assert_eq!(database.execute(update, [name, &guest.id]).unwrap(), 1);
    }
    drop(database);
    let server = Server::start_in(folder, crate::common::unlimited()).await;
    for (guest, old) in [(&one, "Ol\u{200b}ga"), (&other, "OI\u{200b}ga")] {
        let (status, me) = server
            .http("POST", "/api/login", None, json!({ "name": old, "password": "correct horse" }))
            .await;
        assert_eq!((status.as_u16(), &me["name"]), (200, &json!(old)));
        assert_eq!(name(&server, Some(guest), old).await.0, 200, "the page says the name again");
        let change = json!({ "old": "correct horse", "new": "battery staple" });
        assert_eq!(server.http("PUT", "/api/me/password", Some(guest), change).await.0, 200);
        server.game(guest, &NewGame::new("english")).await;
    }
    let (status, error) = name(&server, None, "0lga").await;
    assert_eq!(
        (status, &error["code"]),
        (409, &json!("account_name_taken")),
        "nobody else gets a name like theirs"
    );
    server.stop().await;
}
