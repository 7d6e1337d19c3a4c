//! A server among strangers: small things that somebody could use against others, or stumble over.

use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use tisane_protocol::request::{ActionView, NewGame, SpectatorsView};
use tisane_protocol::{AdminAction, Ask, ChallengeView, Said, UnratedReason};
use tisane_server::store::{Admin, NewSession, Sqlite, Store, StoreError, StoredPlayer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::wire::Log;
use crate::common::{Client, Guest, PASSWORD, Server, folder};
use crate::moderation::grant;

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) {
    let path = format!("/api/games/{game}/actions");
    let (status, answer) = server.http("POST", &path, Some(who), json!({ "action": action })).await;
    assert_eq!(status, 200, "{answer}");
}

/// A game of two that has begun.
async fn begun(server: &Server, players: [&Guest; 2], wishes: &NewGame) -> String {
    let game = server.game(players[0], wishes).await;
    let join = format!("/api/games/{game}/join");
    assert_eq!(server.http("POST", &join, Some(players[1]), json!({})).await.0, 200);
    act(server, &game, players[0], ActionView::Start).await;
    game
}

async fn say(server: &Server, game: &str, who: &Guest, text: &str) {
    let path = format!("/api/games/{game}/chat");
    let (status, answer) = server.http("POST", &path, Some(who), json!({ "text": text })).await;
    assert_eq!(status, 200, "{answer}");
}

/// The texts of the next messages that a client receives.
async fn heard(client: &mut Client) -> Vec<String> {
    loop {
        match client.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => {
                return messages.into_iter().map(|message| message.text).collect();
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_delayed_spectator_does_not_read_the_first_turns_chat_live() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    let spectators = SpectatorsView::Delayed { turns: 2 };
    let game =
        begun(&server, [&ada, &bo], &NewGame { spectators, ..NewGame::new("english") }).await;
    let mut watching = server.socket(&cy).await;
    watching.watch(&game).await;
    server.app.clock().advance(Duration::from_millis(5)); // later than the start
    say(&server, &game, &ada, "I have the Q").await;
    say(&server, &game, &cy, "hello").await;
    assert_eq!(heard(&mut watching).await, ["hello"], "before the first turn");
    let mut later = server.socket(&cy).await;
    later.watch(&game).await;
    assert_eq!(heard(&mut later).await, ["hello"], "spectators who come later");
    let pass = async || {
        let on_turn = server.room(&game, Some(&ada)).await.game.on_turn.unwrap();
        act(&server, &game, [&ada, &bo][on_turn as usize], ActionView::Pass).await;
    };
    pass().await;
    say(&server, &game, &cy, "one turn").await;
    assert_eq!(heard(&mut watching).await, ["one turn"]);
    pass().await;
    assert_eq!(heard(&mut watching).await, ["I have the Q"], "with the racks of the first turn");
    server.stop().await;
}

#[tokio::test]
async fn a_game_closed_by_an_administrator_says_so_and_why() {
    let server = Server::start().await;
    let (ada, bo, root) =
        (server.guest("Ada").await, server.guest("Bo").await, server.account("Root").await);
    grant(&server, &root).await;
    let game = begun(&server, [&ada, &bo], &NewGame::new("english")).await;
    let mut watching = server.socket(&ada).await;
    assert_eq!(watching.watch(&game).await.room.closed, None);
    let close =
        json!({ "action": "close_game", "game": game, "reason": "both are the same person" });
    let (status, answer) = server.http("POST", "/api/admin/actions", Some(&root), close).await;
    assert_eq!(status, 200, "{answer}");
    let room = watching.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.closed.as_deref(), Some("both are the same person"));
    let sheet = async |server: &Server| {
        server.text("GET", &format!("/api/games/{game}/gcg"), Some(&ada), Value::Null).await.1
    };
    let line = "#description an administrator closed the game\n";
    let text = sheet(&server).await;
    assert!(text.contains(line) && !text.contains("agreed"), "{text}");
    let folder = server.stop().await;
    let server = Server::start_in(folder, crate::common::unlimited()).await;
    let room = server.room(&game, Some(&bo)).await;
    assert_eq!(room.closed.as_deref(), Some("both are the same person"));
    let text = sheet(&server).await;
    assert!(text.contains(line), "after a restart: {text}");
    server.stop().await;
}

#[tokio::test]
async fn a_game_is_closed_once_also_while_no_server_runs() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = begun(&server, [&ada, &bo], &NewGame::new("english")).await;
    let folder = server.stop().await;
    let mut admin = Admin::open(&crate::common::database(&folder)).unwrap();
    let close = AdminAction::CloseGame { game: game.clone(), reason: "spam".to_owned() };
    admin.act(&close, 0).unwrap();
    let again = AdminAction::CloseGame { game: game.clone(), reason: "again".to_owned() };
    let error = admin.act(&again, 1).unwrap_err().to_string();
    assert!(error.contains("the game is already over"), "{error}");
    assert_eq!(admin.log(10).unwrap().len(), 1, "a refused action is not logged");
    let server = Server::start_in(folder, crate::common::unlimited()).await;
    let mut watching = server.socket(&ada).await;
    watching.watch(&game).await;
    let room = watching.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.closed.as_deref(), Some("spam"));
    server.stop().await;
    let error = admin.act(&again, 2).unwrap_err().to_string();
    assert!(error.contains("the game is already over"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_is_one_line_of_the_log_without_a_name() {
    let log = Log::capture();
    let server = Server::start().await;
    let ophelia = server.account("Ophelia").await;
    let wrong = json!({ "name": "Ophelia", "password": "not the password" });
    assert_eq!(server.http("POST", "/api/login", None, wrong).await.0, 401);
    assert_eq!(log.lines("\"WARN\""), 1, "{}", log.text());
    let wrong = json!({ "old": "not the password", "new": "battery staple" });
    assert_eq!(server.http("PUT", "/api/me/password", Some(&ophelia), wrong).await.0, 403);
    assert_eq!(log.lines("\"WARN\""), 2, "{}", log.text());
    let text = log.text().to_lowercase();
    assert!(!text.contains("ophelia") && !text.contains("not the password"), "{text}");
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_of_a_new_database_can_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let file = folder().join("tisane.db");
    let store = Sqlite::open(&file).unwrap();
    let _ = store.sanctions(0).await.unwrap();
    for name in ["tisane.db", "tisane.db-wal", "tisane.db-shm"] {
        let mode = std::fs::metadata(file.with_file_name(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(store);
    // The host may have chosen other permissions.
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    drop(Sqlite::open(&file).unwrap());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[tokio::test]
async fn invalid_bodies_are_refused_in_plain_words() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let post = async |path: &str, body: Value| {
        let (status, error) = server.http("POST", path, Some(&ada), body).await;
        (status.as_u16(), error["code"].clone(), error["error"].clone())
    };
    let seats = json!({ "ruleset": "english", "seats": -1 });
    assert_eq!(
        post("/api/games", seats).await,
        (400, json!("out_of_range"), json!("seats must be a whole number between 2 and 4, not -1"))
    );
    assert_eq!(
        post("/api/me", json!("Ada")).await,
        (400, json!("message"), json!("invalid request: expected an object, found string \"Ada\""))
    );
    let large = json!({ "name": "x".repeat(300_000) });
    assert_eq!(
        post("/api/me", large).await,
        (413, json!("long"), json!("the request body is larger than 256 KB"))
    );
    let mut socket = server.socket(&ada).await;
    socket.send("{\"id\":4,\"ask\":{\"type\":\"act\"}}").await;
    let refused = loop {
        if let Said::Refused { id: Some(4), error } = socket.next().await {
            break error.error;
        }
    };
    assert_eq!(refused, "invalid request: ask: `game` is missing");
    server.stop().await;
}

#[tokio::test]
async fn administrators_do_not_ban_the_machine_or_its_proxy_by_accident() {
    let proxies = vec!["10.0.0.2/32".parse().unwrap()];
    let config = tisane_server::Config { trusted_proxies: proxies, ..crate::common::unlimited() };
    let server = Server::start_in(folder(), config).await;
    let root = server.account("Root").await;
    grant(&server, &root).await;
    for (address, status) in [
        ("127.0.0.1", 409),
        ("::1", 409),
        ("10.0.0.0/24", 409),
        ("10.0.0.2", 409),
        ("10.0.1.0/24", 200),
    ] {
        let ban = json!({ "action": "ban", "address": address });
        let (found, answer) = server.http("POST", "/api/admin/actions", Some(&root), ban).await;
        assert_eq!(found, status, "{address}: {answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_guest_is_not_made_an_administrator() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let admin = Admin::open(&crate::common::database(&server.folder)).unwrap();
    for name in ["Ada", " ada ", &ada.id] {
        let error = admin.must_not_be_guest(name).unwrap_err().to_string();
        assert!(error.contains("guests can't be administrators"), "{error}");
    }
    admin.must_not_be_guest("Nobody").unwrap();
    let bo = server.account("Bo").await;
    for name in ["Bo", "bo", &bo.id] {
        admin.must_not_be_guest(name).unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_differs_from_the_old_one() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let change = async |old: &str, new: &str| {
        let body = json!({ "old": old, "new": new });
        let (status, answer) = server.http("PUT", "/api/me/password", Some(&ada), body).await;
        (status.as_u16(), answer["code"].clone())
    };
    assert_eq!(change(PASSWORD, PASSWORD).await, (400, json!("same_password")));
    assert_eq!(
        change("wrong horse", "wrong horse").await,
        (403, json!("wrong_old_password")),
        "nobody learns the password by guessing a new one"
    );
    assert_eq!(change(PASSWORD, "ada ada ada").await, (400, json!("password_is_name")));
    assert_eq!(change(PASSWORD, "battery staple").await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_changed_password_and_the_end_of_other_sessions_are_one_write() {
    let store = Sqlite::open(folder().join("tisane.db")).unwrap();
    let session = |id: &str| NewSession {
        id: id.to_owned(),
        player: "p".to_owned(),
        hash: [0; 32],
        at: 0,
        device: "test".to_owned(),
    };
    let player = StoredPlayer { id: "p".to_owned(), name: "Ada".to_owned(), password: None };
    store.add_player(player, session("mine")).await.unwrap();
    store.add_session(session("other"), None).await.unwrap();
    store.make_account("p", "Ada", "old").await.unwrap();
    let refused = store.set_password("p", "wrong", "new", "mine").await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    assert_eq!(store.sessions_of("p").await.unwrap().len(), 2, "nothing has changed");
    store.set_password("p", "old", "new", "mine").await.unwrap();
    let left: Vec<String> =
        store.sessions_of("p").await.unwrap().into_iter().map(|session| session.id).collect();
    assert_eq!(left, ["mine"]);
}

#[tokio::test]
async fn a_guests_game_is_unrated_for_one_reason() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.account("Bo").await);
    let void = ChallengeView::Void;
    let wishes = NewGame {
        challenge: Some(void),
        bots: vec!["greedy".to_owned()],
        ..NewGame::new("english")
    };
    for (who, reason) in [(&ada, UnratedReason::Guest), (&bo, UnratedReason::Challenge)] {
        let body = serde_json::to_value(&wishes).unwrap();
        let (_, terms) = server.http("POST", "/api/games/terms", Some(who), body).await;
        assert_eq!(terms, json!({ "rated": false, "unrated": [reason] }));
        let game = server.game(who, &wishes).await;
        assert_eq!(server.room(&game, Some(who)).await.unrated, [reason]);
    }
    server.stop().await;
}

#[tokio::test]
async fn no_rematch_is_offered_between_players_who_block_each_other() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = begun(&server, [&ada, &bo], &NewGame::new("english")).await;
    act(&server, &game, &ada, ActionView::Resign).await;
    let block = format!("/api/me/blocked/{}", bo.id);
    server.http("PUT", &block, Some(&ada), json!(null)).await;
    let rematch = format!("/api/games/{game}/rematch");
    let (status, error) = server.http("POST", &rematch, Some(&ada), json!(null)).await;
    assert_eq!(status, 409);
    assert_eq!(error["error"], "you have blocked Bo; unblock them to offer a rematch");
    let (status, error) = server.http("POST", &rematch, Some(&bo), json!(null)).await;
    assert_eq!((status.as_u16(), &error["code"]), (403, &json!("blocked")));
    assert_eq!(server.room(&game, Some(&bo)).await.rematch, None);
    server.http("DELETE", &block, Some(&ada), json!(null)).await;
    assert_eq!(server.http("POST", &rematch, Some(&bo), json!(null)).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_deleted_account_is_not_a_guest() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    let game = begun(&server, [&ada, &bo], &NewGame::new("english")).await;
    say(&server, &game, &ada, "bye").await;
    server.both_pass(&game, [&ada, &bo]).await;
    server.delete(&ada).await;
    let room = server.room(&game, Some(&bo)).await;
    let deleted: Vec<bool> = room.occupants.iter().map(|occupant| occupant.deleted).collect();
    assert_eq!(deleted, [true, false]);
    assert!(room.rated, "{:?}", room.unrated);
    let (_, mine) = server.http("GET", "/api/games", Some(&bo), json!(null)).await;
    let guests = mine["rooms"][0].get("guests").cloned().unwrap_or(json!([]));
    assert_eq!(guests, json!([]), "{mine}");
    let mut watching = server.socket(&bo).await;
    watching.watch(&game).await;
    let message = loop {
        match watching.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => break messages[0].clone(),
            _ => {}
        }
    };
    assert_eq!((&*message.name, message.guest), ("Deleted player", false));
    server.stop().await;
}

#[tokio::test]
async fn the_log_of_administrators_has_names_and_times() {
    let server = Server::start().await;
    let (ada, bo, root) =
        (server.guest("Ada").await, server.guest("Bo").await, server.account("Root").await);
    grant(&server, &root).await;
    let game = begun(&server, [&ada, &bo], &NewGame::new("english")).await;
    say(&server, &game, &bo, "spam").await;
    for action in [
        json!({ "action": "mute", "player": bo.id, "days": 1 }),
        json!({ "action": "unmute", "player": bo.id }),
        json!({ "action": "delete_message", "game": game, "number": 1 }),
        json!({ "action": "ban", "player": bo.id, "address": "192.0.2.0/24", "days": 3, "reason": "spam" }),
        json!({ "action": "unban", "ban": 1 }),
        json!({ "action": "close_game", "game": game, "reason": "spam" }),
        json!({ "action": "announce", "text": "Back at nine" }),
        json!({ "action": "announce", "text": "" }),
    ] {
        let (status, answer) = server.http("POST", "/api/admin/actions", Some(&root), action).await;
        assert_eq!(status, 200, "{answer}");
    }
    let log = async || {
        let (_, log) = server.http("GET", "/api/admin/log", Some(&root), json!(null)).await;
        log["entries"].as_array().unwrap().clone()
    };
    let texts = |entries: &[Value]| -> Vec<String> {
        let text = |entry: &Value| format!("{} {}", entry["by"], entry["text"]).replace('"', "");
        entries.iter().rev().map(text).collect()
    };
    let entries = log().await;
    assert_eq!(
        texts(&entries),
        [
            "command line made Root an administrator",
            "Root muted Bo for 1 day",
            "Root unmuted Bo",
            "Root deleted a message by Bo in the game of Ada and Bo",
            "Root banned Bo and 192.0.2.0/24 for 3 days: spam",
            "Root lifted ban 1 of Bo",
            "Root closed the game of Ada and Bo: spam",
            "Root announced: Back at nine",
            "Root withdrew the announcement",
        ]
    );
    assert!(entries.iter().all(|entry| entry["at"].as_i64().unwrap() > 1_600_000_000_000));
    server.delete(&bo).await;
    for text in texts(&log().await) {
        assert!(!text.contains("Bo"), "{text}");
    }
    server.stop().await;
}

/// The headers of a request arrive, the session ends, and then the body arrives.
#[tokio::test]
async fn a_body_that_arrives_after_its_session_has_ended_is_refused() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let body = json!({ "text": "too late" }).to_string();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/games/{game}/chat HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         cookie: tisane={}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         expect: 100-continue\r\n\r\n",
        server.address,
        ada.secret,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server asks for the body once it knows whose request it is.
    let mut invited = [0; 25];
    stream.read_exact(&mut invited).await.unwrap();
    assert!(invited.starts_with(b"HTTP/1.1 100 Continue"), "{invited:?}");
    assert_eq!(server.http("POST", "/api/logout", Some(&ada), json!(null)).await.0, 200);
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 401") && answer.contains("session_ended"), "{answer}");
    let database = Connection::open(server.folder.join("tisane.db")).unwrap();
    let said: i64 = database.query_row("SELECT count(*) FROM chat", [], |row| row.get(0)).unwrap();
    assert_eq!(said, 0);
    server.stop().await;
}

#[tokio::test]
async fn an_open_socket_uses_the_new_name_after_a_rename() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = server.game(&bo, &NewGame::new("english")).await;
    let mut socket = server.socket(&ada).await;
    assert_eq!(server.http("POST", "/api/me", Some(&ada), json!({ "name": "Eve" })).await.0, 200);
    socket.watch(&game).await;
    socket.ask(Ask::Say { game: game.clone(), text: "hello".to_owned() }).await.unwrap();
    socket.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    assert_eq!(server.room(&game, Some(&bo)).await.game.seats[1].name, "Eve");
    let message = loop {
        match socket.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => break messages[0].clone(),
            _ => {}
        }
    };
    assert_eq!(message.name, "Eve");
    server.stop().await;
}

#[tokio::test]
async fn an_account_is_deleted_only_with_its_password() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.guest("Bo").await);
    for body in [json!(null), json!({}), json!({ "password": "wrong horse" })] {
        let (status, error) = server.http("DELETE", "/api/me", Some(&ada), body).await;
        assert_eq!((status.as_u16(), &error["code"]), (403, &json!("wrong_old_password")));
    }
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 200);
    server.delete(&ada).await;
    assert_eq!(server.http("GET", "/api/me", Some(&ada), json!(null)).await.0, 401);
    let deleted = server.http("DELETE", "/api/me", Some(&bo), json!(null)).await;
    assert_eq!(deleted.0, 200, "guests have no password: {}", deleted.1);
    server.stop().await;
}

#[tokio::test]
async fn a_reserved_name_is_not_called_taken() {
    let server = Server::start().await;
    for name in ["Admin", "Champion", "expert 2"] {
        let (status, error) = server.http("POST", "/api/me", None, json!({ "name": name })).await;
        assert_eq!((status.as_u16(), &error["code"]), (409, &json!("name_reserved")));
        assert_eq!(error["error"], format!("the name {name:?} is reserved; choose another"));
    }
    server.stop().await;
}
