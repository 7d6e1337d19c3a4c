//! Storage: backups during play, damage, full disks, games that can't be loaded.

use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tisane_protocol::request::NewGame;
use tisane_server::store::{Append, BackupError, NewRoom, Sqlite, Store, StoreError};

use crate::common::wire::Log;
use crate::common::{Server, folder, unlimited};

/// Nothing takes longer.
const PATIENCE: Duration = Duration::from_secs(90);

fn new_room(id: &str) -> NewRoom {
    NewRoom {
        id: id.to_owned(),
        ruleset: "rules".to_owned(),
        setup: "{}".to_owned(),
        settings: "{}".to_owned(),
        at: 0,
    }
}

fn append(game: &str, version: u64, line: String) -> Append {
    Append {
        game: game.to_owned(),
        version,
        lines: vec![line],
        summary: "{}".to_owned(),
        ended: false,
        due: None,
        at: 0,
        sat_down: Vec::new(),
        got_up: Vec::new(),
    }
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_steady_writes_has_all_that_was_acknowledged_before() {
    let (source, target) = (folder(), folder());
    let database = source.join("tisane.db");
    let store = Arc::new(Sqlite::open(&database).unwrap());
    store.create_room(new_room("large")).await.unwrap();
    for version in 0..30 {
        store.append(append("large", version, "x".repeat(1_000_000))).await.unwrap();
    }
    let (acknowledged, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    store.create_room(new_room("g")).await.unwrap();
    let writing = tokio::spawn({
        let (store, acknowledged, stop) = (store.clone(), acknowledged.clone(), stop.clone());
        async move {
            while !stop.load(Ordering::Relaxed) {
                let version = acknowledged.load(Ordering::Relaxed);
                store.append(append("g", version, format!("line {version}"))).await.unwrap();
                acknowledged.store(version + 1, Ordering::SeqCst);
            }
        }
    });
    until("writes are under way", async || acknowledged.load(Ordering::SeqCst) > 5).await;
    let before = acknowledged.load(Ordering::SeqCst);
    let copy = target.join("copy.db");
    let backup = tokio::task::spawn_blocking({
        let copy = copy.clone();
        move || Sqlite::backup(&database, &copy, || true)
    });
    tokio::time::timeout(PATIENCE, backup)
        .await
        .expect("a backup ends while games are played")
        .unwrap()
        .unwrap();
    let after = acknowledged.load(Ordering::SeqCst);
    until("writes go on", async || acknowledged.load(Ordering::SeqCst) > after).await;
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    assert_eq!(files(&target), ["copy.db"], "nothing is left beside it");

    let check: String = Connection::open(&copy)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
    let copy = Sqlite::open(&copy).unwrap();
    let lines = copy.room("g").await.unwrap().unwrap().lines;
    assert!(lines.len() as u64 >= before, "{} of {before}", lines.len());
    assert!(lines.iter().enumerate().all(|(n, line)| *line == format!("line {n}")));
    assert_eq!(copy.room("large").await.unwrap().unwrap().lines.len(), 30);
}

#[tokio::test]
async fn a_backup_that_fails_leaves_nothing_and_overwrites_nothing() {
    let (source, target) = (folder(), folder());
    let database = source.join("tisane.db");
    let store = Sqlite::open(&database).unwrap();
    store.create_room(new_room("g")).await.unwrap();
    for version in 0..40 {
        store.append(append("g", version, "x".repeat(1_000_000))).await.unwrap();
    }
    let copy = target.join("copy.db");
    assert!(matches!(Sqlite::backup(&database, &copy, || false), Err(BackupError::Interrupted)));
    assert_eq!(files(&target), [] as [&str; 0]);
    // Somebody else takes the name meanwhile.
    let taken = || {
        std::fs::write(&copy, "precious").unwrap();
        true
    };
    assert!(matches!(Sqlite::backup(&database, &copy, taken), Err(BackupError::Exists(_))));
    assert!(matches!(Sqlite::backup(&database, &copy, || true), Err(BackupError::Exists(_))));
    assert_eq!(std::fs::read(&copy).unwrap(), b"precious");
    assert_eq!(files(&target), ["copy.db"]);
    let nowhere = source.join("nowhere.db");
    assert!(matches!(
        Sqlite::backup(&nowhere, &target.join("b.db"), || true),
        Err(BackupError::Source { .. })
    ));
    assert!(!nowhere.exists(), "a database that is not there is not made");
    drop(store);
    damage(&database);
    let error = Sqlite::backup(&database, &target.join("c.db"), || true).unwrap_err();
    assert!(matches!(error, BackupError::Damaged { .. }), "{error}");
    assert_eq!(files(&target), ["copy.db"]);
}

/// Writes over 40 pages, but for the first ones.
fn damage(database: &Path) {
    let mut file = std::fs::File::options().read(true).write(true).open(database).unwrap();
    let pages = file.metadata().unwrap().len() / 4096;
    assert!(pages > 100, "{pages} pages");
    for n in 0..40 {
        file.seek(SeekFrom::Start((5 + n * (pages - 6) / 40) * 4096)).unwrap();
        file.write_all(&[0xA5; 4096]).unwrap();
    }
}

#[tokio::test]
async fn a_second_store_on_one_file_is_refused() {
    let database = folder().join("tisane.db");
    let first = Sqlite::open(&database).unwrap();
    let Err(StoreError::InUse { by }) = Sqlite::open(&database) else {
        panic!("two have the same file")
    };
    assert!(by.contains(&format!("process {}", std::process::id())), "{by}");
    drop(first);
    Sqlite::open(&database).unwrap();
}

/// A database of some size with games in it.
async fn filled(folder: &Path) -> Vec<String> {
    let store = Sqlite::open(folder.join("tisane.db")).unwrap();
    let games: Vec<String> = (0..200).map(|n| format!("game{n}")).collect();
    for game in &games {
        store.create_room(new_room(game)).await.unwrap();
        for version in 0..4 {
            store.append(append(game, version, "x".repeat(3000))).await.unwrap();
        }
    }
    games
}

#[tokio::test]
async fn a_damaged_database_is_not_ready_and_every_failure_is_logged() {
    let (log, _guard) = Log::listen();
    let folder = folder();
    let games = filled(&folder).await;
    damage(&folder.join("tisane.db"));
    let server = Server::start_in(folder, unlimited()).await;
    until("damage is found", async || {
        server.http("GET", "/readyz", None, Value::Null).await.0 == 503
    })
    .await;
    let (_, answer) = server.http("GET", "/readyz", None, Value::Null).await;
    assert!(answer["error"].as_str().unwrap().contains("damaged"), "{answer}");
    assert!(answer["hint"].as_str().unwrap().contains("backup"), "{answer}");
    assert!(log.lines("the database is damaged") >= 1);
    let before = log.lines("a request failed");
    let mut failed = 0;
    for game in &games {
        let (status, _) =
            server.http("GET", &format!("/api/games/{game}"), None, Value::Null).await;
        failed += usize::from(status == 500);
    }
    assert!(failed > 0, "the damage is felt");
    assert_eq!(log.lines("a request failed") - before, failed, "each of them once");
    server.stop().await;
}

#[tokio::test]
async fn a_failure_is_logged_without_what_was_stored() {
    let (log, _guard) = Log::listen();
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let position = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
    let content =
        json!({ "kind": "board", "ruleset": "english", "position": position, "note": "" });
    let (_, kept) = server
        .http("POST", "/api/kept", Some(&ada), json!({ "title": "Opening", "content": content }))
        .await;
    let id = kept["id"].as_str().unwrap();
    let database = Connection::open(server.folder.join("tisane.db")).unwrap();
    database
        .execute(
            "UPDATE kept SET content = ? WHERE id = ?",
            params![r#"{"kind":"between ourselves"}"#, id],
        )
        .unwrap();
    drop(database);
    let (status, _) = server.http("GET", &format!("/api/kept/{id}"), Some(&ada), Value::Null).await;
    assert_eq!(status, 500);
    assert_eq!(log.lines("stored JSON can't be read"), 1);
    assert_eq!(log.lines("between ourselves"), 0);
    server.stop().await;
}

#[tokio::test]
async fn readiness_shows_whether_anything_can_be_written() {
    let server = Server::start().await;
    assert_eq!(server.http("GET", "/readyz", None, Value::Null).await.0, 200);
    let database = Connection::open(server.folder.join("tisane.db")).unwrap();
    let number =
        || database.query_row("SELECT number FROM probe", [], |row| row.get::<_, i64>(0)).unwrap();
    let first = number();
    until("a row is written each time, if a second has passed", async || {
        server.http("GET", "/readyz", None, Value::Null).await.0 == 200 && number() > first
    })
    .await;
    // As if the disk were full: writes fail, reads do not.
    database.execute_batch("CREATE TRIGGER full BEFORE UPDATE ON probe BEGIN SELECT RAISE(ABORT, 'no space'); END;").unwrap();
    until("it says so", async || server.http("GET", "/readyz", None, Value::Null).await.0 == 503)
        .await;
    database.execute_batch("DROP TRIGGER full").unwrap();
    assert_eq!(
        server.http("GET", "/readyz", None, Value::Null).await.0,
        200,
        "and goes on by itself"
    );
    server.stop().await;
}

#[tokio::test]
async fn games_that_cannot_be_loaded_are_logged_once_and_delay_no_other() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    let folder = server.stop().await;
    let mut database = Connection::open(folder.join("tisane.db")).unwrap();
    let transaction = database.transaction().unwrap();
    for n in 0..2500 {
        let broken = "INSERT INTO rooms (id, ruleset, setup, settings, changed, due) \
                      SELECT ?, ruleset, 'broken', settings, 0, ? FROM rooms WHERE id = ?";
        transaction.execute(broken, params![format!("broken{n}"), n / 3, game]).unwrap();
    }
    transaction.execute("UPDATE rooms SET due = 5000 WHERE id = ?", [&game]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let (log, _guard) = Log::listen();
    let config = tisane_server::Config { metrics_token: Some("token".to_owned()), ..unlimited() };
    let server = Server::start_in(folder, config).await;
    until("the healthy game behind them is woken", async || awake(&server).await == 1).await;
    // A few more rounds.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(log.lines("can't be loaded"), 2500, "one line each");
    assert_eq!(awake(&server).await, 1);
    server.stop().await;
}

/// How many rooms are awake.
async fn awake(server: &Server) -> u64 {
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer token\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let answer = tokio::task::spawn_blocking(move || {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    })
    .await
    .unwrap();
    let line = answer
        .lines()
        .find_map(|line| line.strip_prefix("tisane_rooms "))
        .unwrap_or_else(|| panic!("{answer}"));
    line.trim().parse().unwrap()
}

/// Rows of a later version.
#[tokio::test]
async fn ratings_of_an_unknown_pace_stay_as_they_are() {
    let folder = folder();
    let store = Sqlite::open(folder.join("tisane.db")).unwrap();
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    for pace in ["fast", "glacial"] {
        let row = params!["ada", "old", pace];
        database.execute("INSERT INTO ratings VALUES (?, ?, ?, 1600, 80, 0.06, 9)", row).unwrap();
    }
    store.join_ratings("old", "new", |own, _| own).await.unwrap();
    let mut find =
        database.prepare("SELECT family || ' ' || pace FROM ratings ORDER BY 1").unwrap();
    let found: Vec<String> =
        find.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, ["new fast", "old glacial"]);
}
