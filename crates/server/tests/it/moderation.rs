//! Moderation: reports, blocks, mutes, bans, administrators and chat channels.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{AdminAction, Ask, ChannelView, ChatView, Said};
use tisane_server::store::Admin;
use tisane_server::{Config, router};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

use crate::common::{Client, Guest, Server, database, folder, unlimited};

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// What `tisane admin` does beside the server. On a thread of its own, because it waits.
fn command(server: &Server, action: AdminAction) {
    let act = || Admin::open(&database(&server.folder)).unwrap().act(&action, now()).unwrap();
    std::thread::scope(|scope| scope.spawn(act).join().unwrap());
}

/// An account whose role the running server knows of.
async fn admin(server: &Server) -> Guest {
    let admin = server.account("Root").await;
    grant(server, &admin).await;
    admin
}

/// Makes an account an administrator, and waits until the server knows.
pub(crate) async fn grant(server: &Server, admin: &Guest) {
    command(server, AdminAction::Grant { player: admin.id.clone() });
    for _ in 0..600 {
        if server.http("GET", "/api/admin/bans", Some(admin), json!(null)).await.0 == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server has not heard of the role")
}

async fn act(server: &Server, admin: &Guest, action: Value) {
    let (status, answer) = server.http("POST", "/api/admin/actions", Some(admin), action).await;
    assert_eq!(status, 200, "{answer}");
}

/// A game of two that has begun.
async fn begun(server: &Server, players: [&Guest; 2]) -> String {
    let game = server.game(players[0], &NewGame::new("english")).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(players[1]), json!(null)).await;
    let start = json!({ "action": ActionView::Start });
    assert_eq!(
        server.http("POST", &format!("/api/games/{game}/actions"), Some(players[0]), start).await.0,
        200
    );
    game
}

/// The next messages of a room.
async fn heard(client: &mut Client) -> Vec<ChatView> {
    loop {
        match client.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => return messages,
            _ => {}
        }
    }
}

fn texts(messages: &[ChatView]) -> Vec<&str> {
    messages.iter().map(|message| message.text.as_str()).collect()
}

/// A request through a proxy, from this address.
async fn from(
    server: &Server,
    address: &str,
    method: &str,
    path: &str,
    who: Option<&Guest>,
    body: Value,
) -> (u16, Value) {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json");
    request = request.header("x-forwarded-for", address);
    if let Some(guest) = who {
        request = request.header(header::COOKIE, format!("tisane={}", guest.secret));
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let response = router(server.app.clone()).oneshot(request.body(body).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// The status with which a socket is refused.
async fn refused_socket(server: &Server, guest: &Guest) -> u16 {
    let mut request = format!("ws://{}/api/socket", server.address).into_client_request().unwrap();
    request
        .headers_mut()
        .insert(header::COOKIE, format!("tisane={}", guest.secret).parse().unwrap());
    match tokio_tungstenite::connect_async(request).await {
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status().as_u16(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn only_administrators_moderate_and_every_action_is_logged() {
    let server = Server::start().await;
    let (root, bo) = (admin(&server).await, server.account("Bo").await);
    let (_, me) = server.http("GET", "/api/me", Some(&root), json!(null)).await;
    assert_eq!(me["admin"], true);
    let mute = json!({ "action": "mute", "player": bo.id, "days": 3 });
    for path in ["players", "reports", "bans", "log"] {
        let path = format!("/api/admin/{path}");
        assert_eq!(server.http("GET", &path, Some(&bo), json!(null)).await.0, 403, "{path}");
        assert_eq!(server.http("GET", &path, None, json!(null)).await.0, 401, "{path}");
        assert_eq!(server.http("GET", &path, Some(&root), json!(null)).await.0, 200, "{path}");
    }
    assert_eq!(server.http("POST", "/api/admin/actions", Some(&bo), mute.clone()).await.0, 403);
    act(&server, &root, mute.clone()).await;
    for (action, why) in [
        (json!({ "action": "grant", "player": bo.id }), "command line"),
        (json!({ "action": "mute", "player": root.id }), "administrator"),
        (json!({ "action": "ban", "player": root.id }), "administrator"),
        (json!({ "action": "ban" }), "names a player"),
        (json!({ "action": "ban", "address": "0.0.0.0/0" }), "too wide"),
        (json!({ "action": "ban", "address": "here" }), "not an address"),
        (json!({ "action": "ban", "player": bo.id, "days": 0 }), "days"),
        (json!({ "action": "ban", "player": "nobody" }), "no such player"),
        (json!({ "action": "unban", "ban": 99 }), "no such ban"),
        (json!({ "action": "close_game", "game": "nowhere" }), "no such game"),
        (json!({ "action": "delete_message", "game": "nowhere", "number": 1 }), "no such message"),
        (json!({ "action": "announce", "text": "x".repeat(301) }), "300"),
    ] {
        let (status, error) =
            server.http("POST", "/api/admin/actions", Some(&root), action.clone()).await;
        assert_eq!(
            (status.as_u16(), &error["code"]),
            (409, &json!("moderation")),
            "{action}: {error}"
        );
        assert!(error["error"].as_str().unwrap().contains(why), "{action}: {error}");
    }
    let (_, log) = server.http("GET", "/api/admin/log", Some(&root), json!(null)).await;
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "what was refused is not logged: {log}");
    assert_eq!((&entries[0]["action"], &entries[0]["by"]), (&mute, &json!("Root")));
    assert_eq!(entries[1]["by"], "command line");
    let (_, found) =
        server.http("GET", "/api/admin/players?query=BO", Some(&root), json!(null)).await;
    assert_eq!(
        (&found["players"][0]["id"], &found["players"][0]["muted"]),
        (&json!(bo.id), &json!(true)),
        "{found}"
    );
    assert_eq!(found["players"][0]["address"], "127.0.0.1");
    let (_, none) =
        server.http("GET", "/api/admin/players?query=%25", Some(&root), json!(null)).await;
    assert_eq!(none["players"], json!([]), "a percent sign is not a wildcard");
    command(&server, AdminAction::Revoke { player: root.id.clone() });
    for _ in 0..600 {
        if server.http("GET", "/api/admin/log", Some(&root), json!(null)).await.0 == 403 {
            return drop(server.stop().await);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the role was not taken away");
}

#[tokio::test]
async fn a_report_reaches_the_administrators_with_the_message_as_it_was() {
    let server = Server::start().await;
    let (root, ada, bo, cy) = (
        admin(&server).await,
        server.guest("Ada").await,
        server.guest("Bo").await,
        server.guest("Cy").await,
    );
    let game = begun(&server, [&ada, &bo]).await;
    server
        .http("POST", &format!("/api/games/{game}/chat"), Some(&bo), json!({ "text": "you fool" }))
        .await;
    let report = async |who: &Guest, about: Value, text: &str| {
        server
            .http("POST", "/api/reports", Some(who), json!({ "about": about, "text": text }))
            .await
    };
    let message = json!({ "kind": "message", "game": game, "number": 1 });
    assert_eq!(report(&ada, message.clone(), "insults").await.0, 200);
    let joined = json!({ "kind": "player", "player": bo.id });
    assert_eq!(report(&ada, joined, "rude").await.0, 200);
    assert_eq!(report(&cy, json!({ "kind": "player", "player": bo.id }), "rude").await.0, 200);
    assert_eq!(report(&cy, json!({ "kind": "game", "game": game }), "they cheat").await.0, 200);
    for (about, text) in [
        (message.clone(), ""),
        (message.clone(), &*"x".repeat(1001)),
        (json!({ "kind": "message", "game": game, "number": 9 }), "none"),
        (json!({ "kind": "player", "player": "nobody" }), "none"),
        (json!({ "kind": "game", "game": "nowhere" }), "none"),
        (json!({ "kind": "player", "player": ada.id }), "myself"),
    ] {
        let (status, error) = report(&ada, about.clone(), text).await;
        assert!(status == 409 || status == 404, "{about}: {error}");
    }
    let (_, own) = report(&bo, message.clone(), "mine").await;
    assert_eq!(own["error"], "you can't report yourself");
    act(&server, &root, json!({ "action": "delete_message", "game": game, "number": 1 })).await;
    let (_, list) = server.http("GET", "/api/admin/reports", Some(&root), json!(null)).await;
    let reports = list["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 3);
    assert_eq!(
        (&reports[2]["said"], &reports[2]["player"]["name"]),
        (&json!("you fool"), &json!("Bo")),
        "the text outlives the message"
    );
    let deleted: Vec<_> = reports.iter().map(|it| it["deleted"] == true).collect();
    assert_eq!(deleted, [false, false, true], "reports say whether their message was deleted");
    assert_eq!(
        (&reports[1]["text"], &reports[1]["reporter"]["name"]),
        (&json!("rude"), &json!("Cy"))
    );
    assert_eq!(reports[2]["text"], "rude\ninsults", "the second one joins the first");
    assert_eq!(reports[0]["game"], game);
    act(&server, &root, json!({ "action": "close_report", "report": reports[0]["id"] })).await;
    let (_, list) = server.http("GET", "/api/admin/reports", Some(&root), json!(null)).await;
    assert_eq!(list["reports"].as_array().unwrap().len(), 2);
    let (_, list) =
        server.http("GET", "/api/admin/reports?all=true", Some(&root), json!(null)).await;
    assert_eq!(list["reports"].as_array().unwrap().len(), 3);
    // One player cannot fill the list.
    for n in 0..60 {
        let about = json!({ "kind": "player", "player": bo.id });
        assert_eq!(report(&ada, about, &format!("{n} {}", "again".repeat(100))).await.0, 200);
    }
    let (_, list) = server.http("GET", "/api/admin/reports", Some(&root), json!(null)).await;
    let of_ada: Vec<&Value> = (list["reports"].as_array().unwrap().iter())
        .filter(|report| report["reporter"]["name"] == "Ada")
        .collect();
    assert_eq!(of_ada.len(), 1, "one open report about each player");
    let text = of_ada[0]["text"].as_str().unwrap();
    assert!(text.starts_with("59 again") && text.len() <= 4_000, "{text}");
    server.stop().await;
}

/// The player who has this name, for `tisane admin`.
fn found_by(server: &Server, name: &str) -> [Option<String>; 2] {
    let find = || {
        let admin = Admin::open(&database(&server.folder)).unwrap();
        let former = admin.former_owner(name).unwrap();
        [admin.player(name).unwrap(), former.map(|(player, _)| player)]
    };
    std::thread::scope(|scope| scope.spawn(find).join().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rename_hides_nobody_from_administrators() {
    let server = Server::start().await;
    let (troll, bo) = (server.account("Troll").await, server.account("Bo").await);
    let name = async |who: &Guest, name: &str| {
        let (status, me) = server.http("POST", "/api/me", Some(who), json!({ "name": name })).await;
        (status.as_u16(), me["code"].clone())
    };
    assert_eq!(name(&troll, "Angel").await.0, 200);
    assert_eq!(found_by(&server, "TROLL"), [None, Some(troll.id.clone())]);
    let taken = (409, json!("account_name_taken"));
    assert_eq!(name(&bo, "Troll").await, taken, "nobody is banned in another's place");
    let root = admin(&server).await;
    let (_, list) =
        server.http("GET", "/api/admin/players?query=troll", Some(&root), json!(null)).await;
    assert_eq!(list["players"][0]["id"], troll.id);
    assert_eq!(list["players"][0]["former_names"], json!(["Troll"]));
    let (_, data) = server.http("GET", "/api/me/data", Some(&troll), json!(null)).await;
    assert_eq!(data["former_names"], json!(["Troll"]));
    assert_eq!(name(&troll, "Troll").await.0, 200, "the former owner takes it back");
    assert_eq!(name(&troll, "Angel").await.0, 200);
    let (status, _) = name(&troll, "Saint").await;
    assert_eq!(status, 400, "three times a day");
    // The ban and the names stay when the account is deleted.
    command(
        &server,
        AdminAction::Ban {
            player: Some(troll.id.clone()),
            address: None,
            days: None,
            reason: "insults".to_owned(),
        },
    );
    server.delete(&troll).await;
    for lost in ["Angel", "Troll", "Тrоll"] {
        assert_eq!(name(&bo, lost).await, taken, "{lost}");
    }
    let (_, list) = server.http("GET", "/api/admin/bans", Some(&root), json!(null)).await;
    assert_eq!(list["bans"][0]["player"]["name"], "Angel");
    assert_ne!(list["bans"][0]["player"]["player"], troll.id);
    act(&server, &root, json!({ "action": "unban", "ban": list["bans"][0]["id"] })).await;
    assert_eq!(name(&bo, "Angel").await.0, 200, "free again");
    server.stop().await;
}

#[tokio::test]
async fn reports_are_limited_by_address() {
    let server = Server::start_in(folder(), Config::default()).await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let body = json!({ "about": { "kind": "player", "player": bo.id }, "text": "rude" });
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(server.http("POST", "/api/reports", Some(&ada), body.clone()).await.0.as_u16());
    }
    assert_eq!(codes[..10], [200; 10]);
    assert!(codes.contains(&429), "{codes:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_muted_player_is_refused_in_every_chat() {
    let server = Server::start().await;
    let (root, ada, bo) =
        (admin(&server).await, server.guest("Ada").await, server.guest("Bo").await);
    let game = begun(&server, [&ada, &bo]).await;
    act(&server, &root, json!({ "action": "mute", "player": bo.id, "days": 3 })).await;
    let (status, error) = server
        .http("POST", &format!("/api/games/{game}/chat"), Some(&bo), json!({ "text": "ha" }))
        .await;
    assert_eq!((status.as_u16(), &error["code"]), (403, &json!("muted")));
    assert_eq!(error["error"], "an administrator has muted you for another 3 days");
    let mut socket = server.socket(&bo).await;
    let refused = socket.ask(Ask::Say { game: game.clone(), text: "ha".into() }).await.unwrap_err();
    assert!(refused.error.contains("muted"), "{refused:?}");
    act(&server, &root, json!({ "action": "unmute", "player": bo.id })).await;
    socket.ask(Ask::Say { game, text: "ha".into() }).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_banned_player_is_cut_off_at_once_and_stays_out() {
    let server = Server::start().await;
    let (root, ada, bo) =
        (admin(&server).await, server.guest("Ada").await, server.account("Bo").await);
    let game = begun(&server, [&ada, &bo]).await;
    let waiting = server.game(&ada, &NewGame::new("english")).await;
    let mut socket = server.socket(&bo).await;
    socket.watch(&game).await;
    let mut other = server.socket(&ada).await;
    other.watch(&game).await;
    act(
        &server,
        &root,
        json!({ "action": "ban", "player": bo.id, "days": 2, "reason": "cheating" }),
    )
    .await;
    let mut last = None;
    while let Some(said) = socket.read().await {
        last = Some(said);
    }
    let Some(Said::Refused { id: None, error }) = last else { panic!("{last:?}") };
    assert!(error.error.contains("banned you for another 2 days: cheating"), "{error:?}");
    assert_eq!(refused_socket(&server, &bo).await, 403);
    for (method, path, body) in [
        ("POST", "/api/login", json!({ "name": "Bo", "password": "correct horse" })),
        ("POST", "/api/games", json!({ "ruleset": "english" })),
        ("POST", &*format!("/api/games/{waiting}/join"), json!(null)),
        ("POST", &*format!("/api/games/{game}/actions"), json!({ "action": ActionView::Resign })),
        ("POST", &*format!("/api/games/{game}/chat"), json!({ "text": "unfair" })),
        ("POST", "/api/me/tokens", json!(null)),
        ("GET", "/api/lobby", json!(null)),
    ] {
        let (status, error) = server.http(method, path, Some(&bo), body).await;
        assert_eq!(
            (status.as_u16(), &error["code"]),
            (403, &json!("banned")),
            "{method} {path}: {error}"
        );
        assert_eq!(error["error"], "an administrator has banned you for another 2 days: cheating");
        assert_eq!(error["values"]["because"], "cheating");
        assert!(error["values"]["until"].as_str().unwrap().parse::<i64>().unwrap() > now());
    }
    other.ask(Ask::Say { game: game.clone(), text: "gone?".into() }).await.unwrap();
    let (_, me) = server.http("GET", "/api/me", Some(&bo), json!(null)).await;
    assert_eq!(me["banned"]["reason"], "cheating", "{me}");
    assert!(me["banned"]["until"].as_i64().unwrap() > now(), "{me}");
    let (_, me) = server.http("GET", "/api/me", Some(&ada), json!(null)).await;
    assert_eq!(me["banned"], json!(null));
    let (status, data) = server.http("GET", "/api/me/data", Some(&bo), json!(null)).await;
    assert_eq!(
        (status.as_u16(), &data["bans"][0]["reason"]),
        (200, &json!("cheating")),
        "their data is still theirs"
    );
    let (_, bans) = server.http("GET", "/api/admin/bans", Some(&root), json!(null)).await;
    act(&server, &root, json!({ "action": "unban", "ban": bans["bans"][0]["id"] })).await;
    assert_eq!(
        server
            .http("POST", "/api/login", None, json!({ "name": "Bo", "password": "correct horse" }))
            .await
            .0,
        200
    );
    server.socket(&bo).await;
    let folder = server.stop().await;

    // A ban outlives the server.
    let server = Server::start_in(folder, unlimited()).await;
    server.socket(&root).await; // so that it has started
    act(&server, &root, json!({ "action": "ban", "player": bo.id })).await;
    let folder = server.stop().await;
    let server = Server::start_in(folder, unlimited()).await;
    assert_eq!(refused_socket(&server, &bo).await, 403);
    server.stop().await;
}

#[tokio::test]
async fn a_banned_range_makes_no_guests_and_opens_nothing() {
    let config = Config { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..unlimited() };
    let server = Server::start_in(folder(), config).await;
    let (root, ada) = (admin(&server).await, server.account("Ada").await);
    act(&server, &root, json!({ "action": "ban", "address": "192.0.2.7/24" })).await;
    let name = json!({ "name": "Sock" });
    let log_in = json!({ "name": "Ada", "password": "correct horse" });
    for address in ["192.0.2.1", "192.0.2.255", "::ffff:192.0.2.9"] {
        for (method, path, who, body) in [
            ("POST", "/api/me", None, name.clone()),
            ("POST", "/api/login", None, log_in.clone()),
            ("POST", "/api/login", None, json!({ "name": "Ada", "password": "wrong" })),
            ("POST", "/api/solve", None, json!({})),
            ("GET", "/api/lobby", None, json!(null)),
            ("GET", "/api/words/check?word=qi&lexicon=english", None, json!(null)),
            ("GET", "/api/shared/nothing", None, json!(null)),
            ("GET", "/api", None, json!(null)),
            ("POST", "/api/games", Some(&ada), json!({ "ruleset": "english" })),
            ("GET", "/api/socket", Some(&ada), json!(null)),
        ] {
            let (status, error) = from(&server, address, method, path, who, body).await;
            assert_eq!(
                (status, &error["code"]),
                (403, &json!("banned")),
                "{address} {path}: {error}"
            );
        }
        assert_eq!(
            from(&server, address, "GET", "/api/admin/log", Some(&root), json!(null)).await.0,
            200,
            "no administrator locks themselves out"
        );
        for path in ["/api/me", "/api/me/data"] {
            let (status, data) = from(&server, address, "GET", path, Some(&ada), json!(null)).await;
            assert_eq!(status, 200, "their data is still theirs: {data}");
        }
        for path in ["/", "/healthz", "/readyz", "/metrics"] {
            let status = from(&server, address, "GET", path, None, json!(null)).await.0;
            let by_others = from(&server, "192.0.3.1", "GET", path, None, json!(null)).await.0;
            assert_eq!(status, by_others, "{path} is open to everybody");
        }
    }
    assert_eq!(from(&server, "192.0.3.1", "POST", "/api/me", None, name).await.0, 200);
    assert_eq!(from(&server, "192.0.3.1", "POST", "/api/login", None, log_in).await.0, 200);
    let (_, sessions) =
        from(&server, "192.0.3.1", "GET", "/api/me/data", Some(&ada), json!(null)).await;
    assert_eq!(
        sessions["sessions"].as_array().unwrap().len(),
        2,
        "a refused log-in leaves no session"
    );
    server.stop().await;
}

#[tokio::test]
async fn the_command_line_reaches_a_running_server() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.account("Bo").await);
    let game = begun(&server, [&ada, &bo]).await;
    let mut clients = [server.socket(&ada).await, server.socket(&bo).await];
    for client in &mut clients {
        client.watch(&game).await;
    }
    let [mut ada_socket, mut bo_socket] = clients;
    bo_socket.ask(Ask::Say { game: game.clone(), text: "spam".into() }).await.unwrap();
    assert_eq!(texts(&heard(&mut ada_socket).await), ["spam"]);
    command(&server, AdminAction::DeleteMessage { game: game.clone(), number: 1 });
    let deleted = heard(&mut ada_socket).await;
    assert_eq!((deleted[0].number, &*deleted[0].text, deleted[0].deleted), (1, "", true));
    command(&server, AdminAction::Announce { text: "Back at nine".into() });
    let announced = loop {
        if let Said::Announcement { announcement } = ada_socket.next().await {
            break announcement.unwrap().text;
        }
    };
    assert_eq!(announced, "Back at nine");
    let (_, answer) = server.http("GET", "/api/announcement", None, json!(null)).await;
    assert_eq!(answer["announcement"]["text"], "Back at nine");
    let mut late = server.socket(&ada).await;
    assert!(
        matches!(late.next().await, Said::Announcement { announcement: Some(_) }),
        "newcomers read it, too"
    );
    command(&server, AdminAction::CloseGame { game: game.clone(), reason: String::new() });
    let room = ada_socket.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.game.outcome.unwrap().winners, [] as [u32; 0]);
    command(
        &server,
        AdminAction::Ban {
            player: Some(bo.id.clone()),
            address: None,
            days: None,
            reason: String::new(),
        },
    );
    while bo_socket.read().await.is_some() {}
    server.stop().await;
}

#[tokio::test]
async fn a_closed_game_stays_closed_whether_or_not_it_had_begun() {
    let server = Server::start().await;
    let (root, ada, bo) =
        (admin(&server).await, server.account("Ada").await, server.account("Bo").await);
    let waiting = server.game(&ada, &NewGame { public: true, ..NewGame::new("english") }).await;
    let playing = begun(&server, [&ada, &bo]).await;
    for game in [&waiting, &playing] {
        act(&server, &root, json!({ "action": "close_game", "game": game })).await;
        let room = server.room(game, Some(&ada)).await;
        assert_eq!(room.game.outcome.unwrap().winners, [] as [u32; 0]);
        let (status, error) =
            server.http("POST", &format!("/api/games/{game}/join"), Some(&root), json!(null)).await;
        assert_eq!(status, 409, "nobody sits down any more: {error}");
        assert_eq!(
            server.room(game, Some(&ada)).await.game.seats.len(),
            if *game == waiting { 1 } else { 2 }
        );
        let (status, _) = server
            .http(
                "POST",
                "/api/admin/actions",
                Some(&root),
                json!({ "action": "close_game", "game": game }),
            )
            .await;
        assert_eq!(status, 409, "it has ended already");
    }
    let (_, log) = server.http("GET", "/api/admin/log", Some(&root), json!(null)).await;
    let entries = log["entries"].as_array().unwrap().iter();
    let closed = entries.filter(|entry| entry["action"]["action"] == "close_game").count();
    assert_eq!(closed, 2, "a refused action is not logged: {log}");
    let (_, me) = server.http("GET", "/api/me", Some(&bo), json!(null)).await;
    assert_eq!(me["ratings"], json!([]), "it counts for nobody");
    let server = Server::start_in(server.stop().await, unlimited()).await;
    for game in [&waiting, &playing] {
        assert!(server.room(game, Some(&ada)).await.game.outcome.is_some(), "the log tells so");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_blocked_player_is_not_heard_and_cannot_join() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let before = begun(&server, [&ada, &bo]).await;
    let blocked = format!("/api/me/blocked/{}", bo.id);
    let (_, list) = server.http("PUT", &blocked, Some(&ada), json!(null)).await;
    assert_eq!(list, json!({ "muted": [{ "player": bo.id, "name": "Bo", "blocked": true }] }));
    for nobody in ["nobody", &*"x".repeat(5000), &ada.id] {
        for list in ["blocked", "muted"] {
            let path = format!("/api/me/{list}/{nobody}");
            assert_eq!(
                server.http("PUT", &path, Some(&ada), json!(null)).await.1["code"],
                "no_such_player"
            );
        }
    }
    let mut socket = server.socket(&ada).await;
    socket.watch(&before).await;
    for (who, text) in [(&bo, "hurry up"), (&ada, "no")] {
        server
            .http("POST", &format!("/api/games/{before}/chat"), Some(who), json!({ "text": text }))
            .await;
    }
    assert_eq!(texts(&heard(&mut socket).await), ["no"], "blocked players are muted");

    let table = server.game(&ada, &NewGame { public: true, ..NewGame::new("english") }).await;
    socket.watch(&table).await;
    let listed = async |who: Option<&Guest>| {
        let (_, lobby) = server.http("GET", "/api/lobby", who, json!(null)).await;
        lobby["rooms"].as_array().unwrap().iter().any(|room| room["id"] == table)
    };
    assert!(listed(None).await && listed(Some(&ada)).await);
    assert!(!listed(Some(&bo)).await, "the table is not offered to them");
    let mut lobby = server.socket(&bo).await;
    let join = format!("/api/games/{table}/join");
    let (status, error) = server.http("POST", &join, Some(&bo), json!(null)).await;
    assert_eq!((status.as_u16(), &error["code"]), (403, &json!("blocked")));
    assert_eq!(
        lobby.ask(Ask::Join { game: table.clone(), open_racks: false }).await.unwrap_err().error,
        "a player at this table has blocked you"
    );

    // Whoever blocks may still choose to sit down with them.
    let theirs = server.game(&bo, &NewGame::new("english")).await;
    assert_eq!(
        server.http("POST", &format!("/api/games/{theirs}/join"), Some(&ada), json!(null)).await.0,
        200
    );
    server.http("DELETE", &blocked, Some(&ada), json!(null)).await;
    assert_eq!(server.http("POST", &join, Some(&bo), json!(null)).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn players_do_not_hear_spectators_before_the_game_is_over() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    let game = begun(&server, [&ada, &bo]).await;
    let (mut player, mut spectator) = (server.socket(&ada).await, server.socket(&cy).await);
    player.watch(&game).await;
    spectator.watch(&game).await;
    for (who, text) in [(&cy, "play QI at 8H"), (&bo, "good luck")] {
        assert_eq!(
            server
                .http(
                    "POST",
                    &format!("/api/games/{game}/chat"),
                    Some(who),
                    json!({ "text": text })
                )
                .await
                .0,
            200
        );
    }
    let first = heard(&mut spectator).await;
    assert_eq!((texts(&first), first[0].channel), (vec!["play QI at 8H"], ChannelView::Spectators));
    assert_eq!(texts(&heard(&mut spectator).await), ["good luck"], "spectators hear both");
    let first = heard(&mut player).await;
    assert_eq!((texts(&first), first[0].channel), (vec!["good luck"], ChannelView::Players));
    let mut elsewhere = server.socket(&ada).await;
    elsewhere.watch(&game).await;
    assert_eq!(texts(&heard(&mut elsewhere).await), ["good luck"], "nor on another device");
    let report =
        json!({ "about": { "kind": "message", "game": game, "number": 1 }, "text": "a hint" });
    assert_ne!(
        server.http("POST", "/api/reports", Some(&ada), report).await.0,
        200,
        "nor by reporting what they cannot see"
    );

    let resign = json!({ "action": ActionView::Resign });
    server.http("POST", &format!("/api/games/{game}/actions"), Some(&bo), resign).await;
    assert_eq!(
        texts(&heard(&mut player).await),
        ["play QI at 8H"],
        "everybody reads both after the game"
    );
    let server = Server::start_in(server.stop().await, unlimited()).await;
    let mut again = server.socket(&ada).await;
    again.watch(&game).await;
    assert_eq!(texts(&heard(&mut again).await), ["play QI at 8H", "good luck"]);
    server.stop().await;
}

#[tokio::test]
async fn spectators_do_not_crowd_out_what_players_said() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    let game = begun(&server, [&ada, &bo]).await;
    server
        .http("POST", &format!("/api/games/{game}/chat"), Some(&bo), json!({ "text": "good luck" }))
        .await;
    for n in 0..110 {
        server
            .http(
                "POST",
                &format!("/api/games/{game}/chat"),
                Some(&cy),
                json!({ "text": format!("{n}") }),
            )
            .await;
    }
    for round in 0..2 {
        let mut player = server.socket(&ada).await;
        player.watch(&game).await;
        assert_eq!(texts(&heard(&mut player).await), ["good luck"], "{round}");
    }
    let server = Server::start_in(server.stop().await, unlimited()).await;
    let mut player = server.socket(&ada).await;
    player.watch(&game).await;
    assert_eq!(texts(&heard(&mut player).await), ["good luck"]);
    let mut spectator = server.socket(&cy).await;
    spectator.watch(&game).await;
    assert_eq!(heard(&mut spectator).await.len(), 101);
    server.stop().await;
}

#[tokio::test]
async fn guests_are_marked_at_tables_in_lists_and_in_chat() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.guest("Bo").await);
    let wishes = NewGame {
        public: true,
        seats: Some(3),
        bots: vec!["greedy".into()],
        ..NewGame::new("english")
    };
    let game = server.game(&ada, &wishes).await;
    let mut socket = server.socket(&ada).await;
    socket.watch(&game).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    let room = server.room(&game, None).await;
    assert_eq!(
        room.occupants.iter().map(|occupant| occupant.account).collect::<Vec<_>>(),
        [true, false, false]
    );
    let (_, mine) = server.http("GET", "/api/games", Some(&bo), json!(null)).await;
    assert_eq!(mine["rooms"][0]["guests"], json!([2]), "bots are no guests: {mine}");
    for who in [&ada, &bo] {
        server
            .http("POST", &format!("/api/games/{game}/chat"), Some(who), json!({ "text": "hello" }))
            .await;
    }
    let marks = [heard(&mut socket).await[0].guest, heard(&mut socket).await[0].guest];
    assert_eq!(marks, [false, true]);
    // A guest who makes an account is one from the next visit on.
    server
        .http(
            "POST",
            "/api/me/account",
            Some(&bo),
            json!({ "name": "Bo", "password": "correct horse" }),
        )
        .await;
    let mut again = server.socket(&bo).await;
    assert!(again.watch(&game).await.room.occupants[2].account);
    let server = Server::start_in(server.stop().await, unlimited()).await;
    assert!(server.room(&game, None).await.occupants[2].account);
    server.stop().await;
}
