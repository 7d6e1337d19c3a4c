//! Every operation on the disk fails once, in a run of its own.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use tisane_protocol::{ChannelView, ChatView, KeptKind, PaceView};
use tisane_server::store::{
    Append, NewRoom, NewSession, RatingKey, SavedHead, SavedItem, Sqlite, Store, StoredPlayer,
    StoredRating,
};

use super::disk::{Disk, Fault};

const GAMES: [&str; 3] = ["one", "two", "three"];
const PEOPLE: [&str; 3] = ["ada", "bo", "cy"];

/// Of one list that only grows: what is stored for sure, and what was tried last without an
/// acknowledgement.
#[derive(Default)]
struct Log {
    stored: Vec<String>,
    tried: Vec<String>,
}

impl Log {
    /// What is found must be the one or both, never a part.
    fn check(&self, found: &[String]) {
        let both: Vec<&String> = self.stored.iter().chain(&self.tried).collect();
        assert!(
            found == self.stored || found.iter().eq(both),
            "{found:?} instead of {:?}, and {:?} at most",
            self.stored,
            self.tried
        );
    }

    /// After an error the store is asked. Whether that was possible.
    fn asked(&mut self, tried: Vec<String>, found: Option<Vec<String>>) -> bool {
        self.tried = tried;
        let Some(found) = found else { return false };
        self.check(&found);
        if found != self.stored {
            self.tried.clear();
        }
        self.stored = found;
        true
    }

    fn acknowledged(&mut self, lines: Vec<String>) {
        self.stored.extend(lines);
        self.tried.clear();
    }
}

#[derive(Default)]
struct Game {
    made: bool,
    events: Log,
    chat: Log,
}

#[derive(Default)]
struct Person {
    added: bool,
    /// Versions of what they keep: acknowledged, and tried.
    kept: [u64; 2],
}

#[derive(Default)]
struct Record {
    games: Vec<Game>,
    people: Vec<Person>,
    rated: bool,
}

fn append(game: &str, version: usize, lines: Vec<String>) -> Append {
    Append {
        game: game.to_owned(),
        version: version as u64,
        lines,
        summary: "{}".to_owned(),
        ended: false,
        due: Some(1),
        at: 1,
        sat_down: vec!["ada".to_owned()],
        got_up: Vec::new(),
    }
}

async fn play(store: &Sqlite, id: &str) -> Game {
    let mut game = Game::default();
    let text = |what: &str, n: usize| format!("{id} {what} {n} {}", "-".repeat(300));
    let new = NewRoom {
        id: id.to_owned(),
        ruleset: "rules".to_owned(),
        setup: "{}".to_owned(),
        settings: "{}".to_owned(),
        at: 0,
    };
    game.made = store.create_room(new).await.is_ok();
    if !game.made {
        return game;
    }
    for n in 0..4 {
        let lines: Vec<String> = (0..=n % 2).map(|half| text("event", 2 * n + half)).collect();
        match store.append(append(id, game.events.stored.len(), lines.clone())).await {
            Ok(()) => game.events.acknowledged(lines),
            Err(_) => {
                let found = store.room(id).await.ok().flatten().map(|room| room.lines);
                if !game.events.asked(lines, found) {
                    break;
                }
            }
        }
        let said = text("message", n);
        let number = game.chat.stored.len() as u64 + 1;
        let message = ChatView {
            number,
            player: "ada".to_owned(),
            name: "Ada".to_owned(),
            text: said.clone(),
            at: 1,
            channel: ChannelView::Players,
            guest: true,
            deleted: false,
        };
        match store.say(id, message).await {
            Ok(()) => game.chat.acknowledged(vec![said]),
            Err(_) => {
                let found = store
                    .chat(id, 100)
                    .await
                    .ok()
                    .map(|chat| chat.into_iter().map(|message| message.text).collect());
                if !game.chat.asked(vec![said], found) {
                    break;
                }
            }
        }
    }
    game
}

async fn live(store: &Sqlite, id: &str) -> Person {
    let mut person = Person::default();
    let player = StoredPlayer { id: id.to_owned(), name: id.to_owned(), password: None };
    let session = NewSession {
        id: format!("session of {id}"),
        player: id.to_owned(),
        hash: [7; 32],
        at: 1,
        device: "test".to_owned(),
    };
    person.added = store.add_player(player, session).await.is_ok();
    let _ = store.make_account(id, id, "hash").await;
    let _ = store.mute(id, "somebody", true).await;
    for version in 1..=3 {
        let head = SavedHead {
            id: format!("board of {id}"),
            kind: KeptKind::Board,
            title: "Board".to_owned(),
            version,
            share: None,
            at: 1,
            bytes: 0,
        };
        let kept = SavedItem {
            player: id.to_owned(),
            head,
            content: format!("version {version} {}", "-".repeat(2000)),
        };
        person.kept[1] = version;
        let done =
            if version == 1 { store.keep(kept).await } else { store.change_kept(kept).await };
        if done.is_err() {
            break;
        }
        person.kept[0] = version;
    }
    person
}

fn keys() -> [RatingKey; 2] {
    ["ada", "bo"].map(|player| RatingKey {
        player: player.to_owned(),
        family: "english".to_owned(),
        pace: PaceView::Fast,
    })
}

/// Ratings that nobody had before.
fn first_ratings(_before: [Option<StoredRating>; 2]) -> [StoredRating; 2] {
    [StoredRating { rating: 1600.0, deviation: 300.0, volatility: 0.06, games: 1 }; 2]
}

async fn work(store: &Sqlite) -> Record {
    let (one, two, three, ada, bo, cy) = tokio::join!(
        play(store, GAMES[0]),
        play(store, GAMES[1]),
        play(store, GAMES[2]),
        live(store, PEOPLE[0]),
        live(store, PEOPLE[1]),
        live(store, PEOPLE[2])
    );
    let mut record =
        Record { games: vec![one, two, three], people: vec![ada, bo, cy], rated: false };
    if record.games[0].made {
        record.rated = store.rate(GAMES[0], keys(), Box::new(first_ratings)).await.is_ok();
    }
    record
}

async fn check(store: &Sqlite, record: &Record) {
    for (id, game) in GAMES.iter().zip(&record.games) {
        let found = store.room(id).await.unwrap();
        assert!(found.is_some() || !game.made, "game {id} is lost");
        game.events.check(&found.map_or(Vec::new(), |room| room.lines));
        let chat = store.chat(id, 100).await.unwrap();
        assert!(
            (1..).zip(&chat).all(|(number, message)| message.number == number),
            "numbers of messages have no gaps"
        );
        game.chat.check(&chat.into_iter().map(|message| message.text).collect::<Vec<_>>());
    }
    for (id, person) in PEOPLE.iter().zip(&record.people) {
        let (player, session) = (
            store.player(id).await.unwrap(),
            store.session(&format!("session of {id}")).await.unwrap(),
        );
        assert_eq!(player.is_some(), session.is_some(), "{id} is half there");
        assert!(player.is_some() || !person.added, "{id} is lost");
        let [acknowledged, tried] = person.kept;
        match store.kept(&format!("board of {id}")).await.unwrap() {
            None => assert_eq!(acknowledged, 0, "what {id} keeps is lost"),
            Some(kept) => {
                assert!((acknowledged..=tried).contains(&kept.head.version));
                assert!(
                    kept.content.starts_with(&format!("version {} ", kept.head.version)),
                    "half a change is stored"
                );
            }
        }
    }
    let rated = [store.ratings("ada").await.unwrap(), store.ratings("bo").await.unwrap()];
    assert_eq!(rated[0].len(), rated[1].len(), "a game counts for both or for nobody");
    assert!(!record.rated || rated[0].len() == 1, "a rating is lost");
}

/// Whether the fault struck.
async fn run(folder: &Path, fault: Fault, after: u64) -> bool {
    let database = folder.join("tisane.db");
    for file in std::fs::read_dir(folder).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let disk = Disk::of(folder);
    disk.fail(fault, after);
    let record = match Sqlite::open(&database) {
        Err(_) => Record::default(),
        Ok(store) => {
            let store = Arc::new(store);
            let record = work(&store).await;
            if fault != Fault::PowerCut {
                disk.heal();
                store.check().await.unwrap_or_else(|error| {
                    panic!("{fault:?} after {after}: the store does not go on: {error}")
                });
                check(&store, &record).await;
            }
            drop(Arc::into_inner(store).expect("nobody else has it"));
            record
        }
    };
    let struck = disk.has_failed();
    if fault == Fault::PowerCut {
        disk.lose_power();
    }
    disk.heal();
    let store =
        Sqlite::open(&database).unwrap_or_else(|error| panic!("{fault:?} after {after}: {error}"));
    check(&store, &record).await;
    store.check().await.unwrap();
    drop(store);
    let intact: String = Connection::open(&database)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(intact, "ok", "{fault:?} after {after}");
    struck
}

async fn run_all(fault: Fault) {
    let folder = crate::common::folder();
    let mut after = 0;
    while run(&folder, fault, after).await {
        after += 1;
        assert!(after < 10_000, "the work ends");
    }
    // SQLite reads little: most pages are still in its cache.
    let least = if fault == Fault::Read { 3 } else { 10 };
    assert!(after > least, "{fault:?} struck {after} operations only");
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_failed_write() {
    run_all(Fault::Error).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_failed_sync() {
    run_all(Fault::Sync).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_failed_read() {
    run_all(Fault::Read).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_full_disk() {
    run_all(Fault::Full).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_power_cut() {
    run_all(Fault::PowerCut).await;
}
