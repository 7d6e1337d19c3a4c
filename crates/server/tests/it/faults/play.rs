//! Real play over HTTP while the disk or the database fails.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use rusqlite::Connection;
use serde_json::{Value, json};
use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_protocol::RoomView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::store::Sqlite;
use tisane_server::{App, router};
use tower::ServiceExt;

use super::disk::{Disk, Fault};
use super::flaky::{Flaky, When};
use crate::common::player::Thinker;
use crate::common::{Server, folder, unlimited};

/// Nothing takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

const POSITION: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";

/// A server's addresses, without a network.
struct Api(App);

struct Person {
    secret: String,
    name: &'static str,
}

impl Api {
    fn new(store: Arc<dyn tisane_server::store::Store>, folder: &Path) -> Api {
        Api(App::new(
            Catalogue::new(Some(folder.to_owned())),
            Models::new(None),
            store,
            unlimited(),
        ))
    }

    async fn ask(
        &self,
        method: &str,
        path: &str,
        who: Option<&Person>,
        body: Value,
    ) -> (u16, Value, Option<String>) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(person) = who {
            request = request.header(header::COOKIE, format!("tisane={}", person.secret));
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let response = router(self.0.clone()).oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let cookie = response
            .headers()
            .get(header::SET_COOKIE)
            .map(|cookie| cookie.to_str().unwrap().to_owned());
        let secret = cookie.and_then(|cookie| cookie.split([';', '=']).nth(1).map(str::to_owned));
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null), secret)
    }

    async fn person(&self, name: &'static str) -> Person {
        let (status, answer, secret) =
            self.ask("POST", "/api/me", None, json!({ "name": name })).await;
        assert_eq!(status, 200, "{answer}");
        Person { secret: secret.unwrap(), name }
    }

    async fn account(&self, name: &'static str) -> Person {
        let person = self.person(name).await;
        let body = json!({ "name": name, "password": "correct horse" });
        assert_eq!(self.ask("POST", "/api/me/account", Some(&person), body).await.0, 200);
        person
    }

    async fn room(&self, game: &str, who: &Person) -> RoomView {
        let (status, answer, _) =
            self.ask("GET", &format!("/api/games/{game}"), Some(who), Value::Null).await;
        assert_eq!(status, 200, "{answer}");
        serde_json::from_value(answer).unwrap()
    }

    async fn act(
        &self,
        game: &str,
        who: &Person,
        action: ActionView,
        turn: Option<u64>,
    ) -> (u16, Value) {
        let body = json!({ "turn": turn, "action": action });
        let (status, answer, _) =
            self.ask("POST", &format!("/api/games/{game}/actions"), Some(who), body).await;
        (status, answer)
    }

    async fn say(&self, game: &str, who: &Person, text: &str) -> u16 {
        self.ask("POST", &format!("/api/games/{game}/chat"), Some(who), json!({ "text": text }))
            .await
            .0
    }

    async fn game(&self, host: &Person, wishes: &NewGame) -> String {
        let (status, answer, _) =
            self.ask("POST", "/api/games", Some(host), serde_json::to_value(wishes).unwrap()).await;
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().unwrap().to_owned()
    }

    /// A game of two that has started.
    async fn two_play(&self, host: &Person, guest: &Person, wishes: &NewGame) -> String {
        let game = self.game(host, wishes).await;
        assert_eq!(
            self.ask("POST", &format!("/api/games/{game}/join"), Some(guest), Value::Null).await.0,
            200
        );
        assert_eq!(self.act(&game, host, ActionView::Start, None).await.0, 200);
        game
    }
}

static THINKER: LazyLock<Thinker> = LazyLock::new(|| Thinker::new("english"));

fn messages(database: &Path, game: &str) -> Vec<String> {
    let database = Connection::open(database).unwrap();
    let mut find =
        database.prepare("SELECT text FROM chat WHERE room = ? ORDER BY number").unwrap();
    find.query_map([game], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// What was acknowledged of a game, and what failed at the end.
#[derive(Default)]
struct Played {
    moves: usize,
    said: Vec<String>,
    /// Titles of boards.
    kept: Vec<String>,
    tried_move: bool,
}

/// Plays, talks and keeps boards. After an error the client tries again, unless the power is cut; a
/// full disk is given space by then.
async fn play_on(
    api: &Api,
    disk: &Disk,
    game: &str,
    people: &[Person; 2],
    gives_up: bool,
) -> Played {
    let mut played = Played::default();
    for n in 0..5 {
        loop {
            let (status, answer, _) =
                api.ask("GET", &format!("/api/games/{game}"), Some(&people[0]), Value::Null).await;
            if status != 200 {
                assert!(status >= 500, "{answer}");
                if gives_up {
                    return played;
                }
                disk.heal();
                continue;
            }
            let view: RoomView = serde_json::from_value(answer).unwrap();
            let seat = view.game.on_turn.expect("the game goes on") as usize;
            if view.game.turns.len() > played.moves {
                assert!(played.tried_move, "a move that nobody made");
                played.moves += 1; // the failed one was stored
                break;
            }
            assert_eq!(view.game.turns.len(), played.moves, "an acknowledged move is lost");
            played.tried_move = false;
            let view = api.room(game, &people[seat]).await;
            let (status, answer) = api
                .act(game, &people[seat], THINKER.choose(&view.game), Some(view.game.turn))
                .await;
            if status == 200 {
                played.moves += 1;
                break;
            }
            assert!(status >= 500, "{answer}");
            played.tried_move = true;
            if gives_up {
                return played;
            }
            disk.heal();
        }
        played.tried_move = false;
        let said = format!("message {n}");
        while api.say(game, &people[n % 2], &said).await != 200 {
            if gives_up {
                return played;
            }
            disk.heal();
        }
        played.said.push(said);
        let title = format!("board {n}");
        let content = json!({ "kind": "board", "ruleset": "english", "position": POSITION, "note": "x".repeat(3000) });
        match api
            .ask(
                "POST",
                "/api/kept",
                Some(&people[0]),
                json!({ "title": title, "content": content }),
            )
            .await
        {
            (200, ..) => played.kept.push(title),
            (status, answer, _) => assert!(status >= 500, "{answer}"),
        }
    }
    played
}

async fn play_with(fault: Fault, after: u64) -> bool {
    let folder = folder();
    let disk = Disk::of(&folder);
    let database = folder.join("tisane.db");
    let api = Api::new(Arc::new(Sqlite::open(&database).unwrap()), &folder);
    let people = [api.person("Ada").await, api.person("Bo").await];
    let game = api
        .two_play(&people[0], &people[1], &NewGame { seed: Some(1), ..NewGame::new("english") })
        .await;
    disk.fail(fault, after);
    let played = play_on(&api, &disk, &game, &people, fault == Fault::PowerCut).await;
    let struck = disk.has_failed();
    if fault != Fault::PowerCut {
        disk.heal();
        assert_eq!(played.moves, 5);
        assert_eq!(api.say(&game, &people[0], "still there").await, 200, "{fault:?} after {after}");
        assert_eq!(
            api.ask("GET", "/readyz", None, Value::Null).await.0,
            200,
            "{fault:?} after {after}"
        );
    }
    // As after a kill: nothing is closed in order. What the rooms still have open stays as it is.
    let copy = crate::common::folder();
    if fault == Fault::PowerCut {
        disk.lose_power();
    }
    for file in ["tisane.db", "tisane.db-wal"] {
        if folder.join(file).exists() {
            std::fs::copy(folder.join(file), copy.join(file)).unwrap();
        }
    }
    drop(api);
    let api = Api::new(Arc::new(Sqlite::open(copy.join("tisane.db")).unwrap()), &copy);
    let found = api.room(&game, &people[0]).await.game.turns.len();
    let most = played.moves + usize::from(played.tried_move);
    assert!(
        (played.moves..=most).contains(&found),
        "{fault:?} after {after}: {found} moves, not {}",
        played.moves
    );
    let said = messages(&copy.join("tisane.db"), &game);
    for text in &played.said {
        assert_eq!(
            said.iter().filter(|said| *said == text).count(),
            1,
            "{fault:?} after {after}: {said:?}"
        );
    }
    let (_, kept, _) = api.ask("GET", "/api/kept", Some(&people[0]), Value::Null).await;
    for title in &played.kept {
        let times =
            kept["kept"].as_array().unwrap().iter().filter(|kept| kept["title"] == *title).count();
        assert_eq!(times, 1, "{fault:?} after {after}: {kept}");
    }
    // The game goes on.
    let view = api.room(&game, &people[0]).await.game;
    let person = &people[view.on_turn.unwrap() as usize];
    assert_eq!(
        api.act(&game, person, ActionView::Pass, None).await.0,
        200,
        "{} passes",
        person.name
    );
    struck
}

/// Each run is a whole game, so operations are skipped here; `store` has every one.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_a_failing_disk_loses_nothing_that_was_acknowledged() {
    for (fault, step) in
        [(Fault::Error, 29), (Fault::Sync, 3), (Fault::Full, 29), (Fault::PowerCut, 29)]
    {
        let mut after = 0;
        while play_with(fault, after).await {
            after += step;
        }
        assert!(after > 2 * step, "{fault:?} struck {after} operations only");
    }
}

fn flaky() -> (Arc<Flaky>, Api, std::path::PathBuf) {
    let folder = folder();
    let store = Arc::new(Flaky::new(Sqlite::open(folder.join("tisane.db")).unwrap()));
    (store.clone(), Api::new(store, &folder), folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_answer_was_lost_is_said_once_and_blocks_no_other() {
    let (store, api, folder) = flaky();
    let ada = api.person("Ada").await;
    let game = api.game(&ada, &NewGame::new("english")).await;
    store.fail("say", When::After, 1);
    assert_eq!(api.say(&game, &ada, "one").await, 200, "it is stored, so it is acknowledged");
    store.fail("say", When::Before, 1);
    assert_eq!(api.say(&game, &ada, "two").await, 500);
    store.fail("say", When::After, 1);
    store.fail("chat", When::Before, 1);
    assert_eq!(api.say(&game, &ada, "three").await, 500, "nobody can tell whether it is stored");
    assert!(store.is_spent());
    assert_eq!(api.say(&game, &ada, "four").await, 200);
    assert_eq!(messages(&folder.join("tisane.db"), &game), ["one", "three", "four"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_answer_was_lost_is_played_once() {
    let (store, api, _) = flaky();
    let people = [api.person("Ada").await, api.person("Bo").await];
    let game = api
        .two_play(&people[0], &people[1], &NewGame { seed: Some(1), ..NewGame::new("english") })
        .await;
    for (when, status) in [(When::After, 200), (When::Before, 500), (When::After, 200)] {
        let before = api.room(&game, &people[0]).await.game;
        store.fail("append", when, 1);
        let person = &people[before.on_turn.unwrap() as usize];
        assert_eq!(
            api.act(&game, person, ActionView::Pass, Some(before.turn)).await.0,
            status,
            "{when:?}"
        );
        assert!(store.is_spent());
        let now = api.room(&game, &people[0]).await.game;
        assert_eq!(now.turns.len() - before.turns.len(), usize::from(status == 200));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_move_could_not_be_stored_moves_later() {
    let (store, api, folder) = flaky();
    let server = Server::start_app(folder, api.0.clone()).await;
    let ada = server.guest("Ada").await;
    let game = server
        .game(
            &ada,
            &NewGame { bots: vec!["novice".to_owned()], seed: Some(1), ..NewGame::new("english") },
        )
        .await;
    let mut client = server.socket(&ada).await;
    client.watch(&game).await;
    client.act(&game, ActionView::Start).await.unwrap();
    let before = client
        .until(|room| room.game.on_turn.is_some() && room.game.on_turn == room.game.you)
        .await
        .game;
    client.act(&game, ActionView::Pass).await.unwrap();
    store.fail("append", When::Before, 2);
    client.until(|room| room.game.turns.len() >= before.turns.len() + 2).await;
    assert!(store.is_spent(), "the bot's move failed twice");
    drop(client);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_that_could_not_be_counted_is_counted_after_a_restart() {
    let (store, api, folder) = flaky();
    let people = [api.account("Ada").await, api.account("Bo").await];
    let game = api.two_play(&people[0], &people[1], &NewGame::new("english")).await;
    for _ in 0..2 {
        let seat = api.room(&game, &people[0]).await.game.on_turn.unwrap() as usize;
        assert_eq!(api.act(&game, &people[seat], ActionView::Pass, None).await.0, 200);
    }
    store.fail("rate", When::Before, 1);
    assert_eq!(api.act(&game, &people[1], ActionView::Resign, None).await.0, 200);
    assert!(store.is_spent());
    let (_, me, _) = api.ask("GET", "/api/me", Some(&people[0]), Value::Null).await;
    assert_eq!(me["ratings"], json!([]));
    // Another server on a copy, as the first still has its file.
    let copy = crate::common::folder();
    Sqlite::backup(&folder.join("tisane.db"), &copy.join("tisane.db"), || true).unwrap();
    let server = Server::start_in(copy, unlimited()).await;
    let again = Api(server.app.clone());
    let counted = async {
        loop {
            let (_, me, _) = again.ask("GET", "/api/me", Some(&people[0]), Value::Null).await;
            if me["ratings"][0]["games"] == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, counted)
        .await
        .expect("the game is counted though nobody opens it");
    let due: i64 = Connection::open(server.folder.join("tisane.db"))
        .unwrap()
        .query_row("SELECT count(*) FROM rooms WHERE due IS NOT NULL", [], |row| row.get(0))
        .unwrap();
    assert_eq!(due, 0, "and then left alone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_whose_answer_was_lost_is_found_again() {
    let (store, api, _) = flaky();
    let people = [api.person("Ada").await, api.person("Bo").await];
    let game = api.two_play(&people[0], &people[1], &NewGame::new("english")).await;
    assert_eq!(api.act(&game, &people[1], ActionView::Resign, None).await.0, 200);
    store.fail("set_rematch", When::After, 1);
    let rematch = async |person| {
        api.ask("POST", &format!("/api/games/{game}/rematch"), Some(person), Value::Null).await
    };
    assert_eq!(rematch(&people[0]).await.0, 500);
    let (status, first, _) = rematch(&people[0]).await;
    assert_eq!(status, 200, "{first}");
    let (status, second, _) = rematch(&people[1]).await;
    assert_eq!((status, &second["id"]), (200, &first["id"]));
}
