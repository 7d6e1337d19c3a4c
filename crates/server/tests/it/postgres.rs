//! PostgreSQL: several servers on one database, lost connections, TLS, news and copies.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tisane_protocol::{AdminAction, ChannelView, ChatView, PaceView};
use tisane_server::news::{News, Notice, Topic};
use tisane_server::store::{
    Admin, Append, CopyError, Database, NewSession, Postgres, PostgresAddress, RatingKey, Sqlite,
    Store, StoreError, StoredPlayer, StoredRating, copy_database,
};

use crate::common::folder;
use crate::common::postgres::{Loss, Proxy, address, client, new_database};
use crate::store::{append, room};

/// Nothing takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

async fn open(database: &str) -> Arc<Postgres> {
    let address = PostgresAddress::parse(&address(database)).unwrap();
    Arc::new(Postgres::open(&address).await.unwrap())
}

fn player(id: &str) -> (StoredPlayer, NewSession) {
    let player = StoredPlayer { id: id.to_owned(), name: id.to_owned(), password: None };
    let session = NewSession {
        id: format!("session-{id}"),
        player: id.to_owned(),
        hash: [7; 32],
        at: 1,
        device: "Firefox on Linux".to_owned(),
    };
    (player, session)
}

async fn add_player(store: &dyn Store, id: &str) {
    let (player, session) = player(id);
    store.add_player(player, session).await.unwrap();
}

fn message(number: u64, text: &str) -> ChatView {
    ChatView {
        number,
        player: "ada".to_owned(),
        name: "Ada".to_owned(),
        text: text.to_owned(),
        at: 5,
        channel: ChannelView::Players,
        guest: false,
        deleted: false,
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn several_servers_open_a_new_database_at_the_same_time() {
    let database = new_database().await;
    let stores = tokio::join!(open(&database), open(&database), open(&database), open(&database));
    stores.0.create_room(room("g")).await.unwrap();
    assert!(stores.3.room("g").await.unwrap().is_some());
    stores.1.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn of_several_servers_one_appends_to_a_version() {
    let database = new_database().await;
    let stores = [open(&database).await, open(&database).await, open(&database).await];
    stores[0].create_room(room("g")).await.unwrap();
    for version in 0..50 {
        let tries = stores.iter().enumerate().map(|(n, store)| {
            let (store, line) = (store.clone(), format!("{version} by {n}"));
            tokio::spawn(async move { store.append(append("g", version, &[line])).await })
        });
        let mut won = 0;
        for attempt in tries.collect::<Vec<_>>() {
            match attempt.await.unwrap() {
                Ok(()) => won += 1,
                Err(error) => assert!(matches!(error, StoreError::Conflict), "{error}"),
            }
        }
        assert_eq!(won, 1);
    }
    let lines = stores[1].room("g").await.unwrap().unwrap().lines;
    assert!(lines.iter().enumerate().all(|(n, line)| line.starts_with(&format!("{n} by "))));
    assert_eq!(lines.len(), 50);
    assert_eq!(stores[2].tail("g", 49).await.unwrap().unwrap().lines, lines[49..]);
    let progress = stores[2].progress(vec!["g".into(), "h".into()]).await.unwrap();
    assert_eq!((progress.len(), progress[0].version), (1, 50));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn seats_follow_the_log() {
    let store = open(&new_database().await).await;
    store.create_room(room("g")).await.unwrap();
    let sit = |version, sat_down: &[&str], got_up: &[&str]| Append {
        sat_down: sat_down.iter().map(|&player| player.to_owned()).collect(),
        got_up: got_up.iter().map(|&player| player.to_owned()).collect(),
        ..append("g", version, &["line".into()])
    };
    store.append(sit(0, &["ada", "bo"], &[])).await.unwrap();
    store.append(sit(1, &["ada", "cy"], &["bo", "cy"])).await.unwrap();
    let games = async |player: &str| store.games_of(player).await.unwrap().len();
    assert_eq!([games("ada").await, games("bo").await, games("cy").await], [1, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn an_append_that_loses_its_connection_is_stored_once() {
    let (database, proxy) = (new_database().await, Proxy::start().await);
    let store = Postgres::open(&proxy.address(&database)).await.unwrap();
    let other = open(&database).await;
    store.create_room(room("g")).await.unwrap();
    store.append(append("g", 0, &["first".into()])).await.unwrap(); // prepares the statement
    let mut version = 1;
    for loss in [Loss::Message, Loss::Answer] {
        let line = format!("lost {loss:?}");
        proxy.lose(loss, &line);
        store.append(append("g", version, std::slice::from_ref(&line))).await.unwrap();
        assert!(proxy.has_lost());
        version += 1;
        let lines = other.room("g").await.unwrap().unwrap().lines;
        assert_eq!((lines.len() as u64, lines.last()), (version, Some(&line)));
    }
    // Another server is first, so that the same append is a conflict, with or without an answer.
    other.append(append("g", version, &["other".into()])).await.unwrap();
    proxy.lose(Loss::Answer, "too late");
    let late = store.append(append("g", version, &["too late".into()])).await;
    assert!(proxy.has_lost() && matches!(late, Err(StoreError::Conflict)), "{late:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn a_commit_without_an_answer_is_looked_up() {
    let (database, proxy) = (new_database().await, Proxy::start().await);
    let store = Postgres::open(&proxy.address(&database)).await.unwrap();
    store.create_room(room("g")).await.unwrap();
    proxy.lose(Loss::Answer, "COMMIT");
    store.say("g", message(1, "stored")).await.unwrap();
    assert!(proxy.has_lost());
    proxy.lose(Loss::Message, "COMMIT");
    let error = store.say("g", message(2, "not stored")).await.unwrap_err();
    assert!(error.to_string().contains("nothing was written"), "{error}");
    let chat = store.chat("g", 10).await.unwrap();
    assert_eq!(chat, [message(1, "stored")]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn a_database_that_is_cut_off_is_noticed() {
    let (database, proxy) = (new_database().await, Proxy::start().await);
    let store = Postgres::open(&proxy.address(&database)).await.unwrap();
    let mut reachable = store.reachable().unwrap();
    assert!(*reachable.borrow_and_update());
    store.check().await.unwrap();
    let began = std::time::Instant::now();
    proxy.stall(true);
    tokio::time::timeout(PATIENCE, reachable.wait_for(|reachable| !reachable))
        .await
        .unwrap()
        .unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let error = store.check().await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(_)), "{error}");
    proxy.stall(false);
    tokio::time::timeout(PATIENCE, reachable.wait_for(|reachable| *reachable))
        .await
        .unwrap()
        .unwrap();
    store.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn due_games_are_claimed_once() {
    let database = new_database().await;
    let stores = [open(&database).await, open(&database).await];
    for n in 0..40 {
        let game = format!("g{n:02}");
        stores[0].create_room(room(&game)).await.unwrap();
        stores[0].append(Append { due: Some(n), ..append(&game, 0, &["x".into()]) }).await.unwrap();
    }
    let (one, other) =
        tokio::join!(stores[0].claim_due(99, 200, 20), stores[1].claim_due(99, 200, 20));
    let claimed: Vec<String> =
        one.unwrap().into_iter().chain(other.unwrap()).map(|due| due.id).collect();
    assert_eq!(claimed.iter().collect::<BTreeSet<_>>().len(), claimed.len());
    assert!(claimed.len() >= 20, "{}", claimed.len());
    let rest = stores[1].claim_due(99, 200, 100).await.unwrap();
    assert_eq!(rest.len() + claimed.len(), 40);
    assert_eq!(stores[0].claim_due(150, 300, 100).await.unwrap(), []);
    assert_eq!(stores[0].claim_due(200, 300, 100).await.unwrap().len(), 40);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn two_servers_give_a_name_to_one_account() {
    let database = new_database().await;
    let stores = [open(&database).await, open(&database).await];
    for n in 0..10 {
        let ids = [format!("a{n}"), format!("b{n}")];
        for id in &ids {
            add_player(&*stores[0], id).await;
        }
        // They look alike.
        let names = [format!("Paypal{n}"), format!("PaypaI{n}")];
        let (one, other) = tokio::join!(
            stores[0].make_account(&ids[0], &names[0], "hash"),
            stores[1].make_account(&ids[1], &names[1], "hash")
        );
        assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
        assert!(matches!(one.and(other), Err(StoreError::Taken)));
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn games_that_end_together_are_all_rated_once() {
    const GAMES: u32 = 30;
    let database = new_database().await;
    let stores = [open(&database).await, open(&database).await];
    let keys = ["ada", "bo"].map(|player| RatingKey {
        player: player.to_owned(),
        family: "english".to_owned(),
        pace: PaceView::Fast,
    });
    let mut rated = tokio::task::JoinSet::new();
    for n in 0..GAMES {
        let game = format!("g{n}");
        stores[0].create_room(room(&game)).await.unwrap();
        for store in stores.clone() {
            let (game, mut keys) = (game.clone(), keys.clone());
            if n % 2 == 0 {
                keys.reverse();
            }
            rated.spawn(async move {
                let update = |before: [Option<StoredRating>; 2]| {
                    before.map(|before| StoredRating {
                        rating: 1500.0,
                        deviation: 80.0,
                        volatility: 0.06,
                        games: before.map_or(0, |before| before.games) + 1,
                    })
                };
                store.rate(&game, keys, Box::new(update)).await.unwrap();
            });
        }
    }
    rated.join_all().await;
    for player in ["ada", "bo"] {
        assert_eq!(stores[1].ratings(player).await.unwrap()[0].1.games, GAMES);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn sslmode_decides_whether_and_whom_to_trust() {
    let certificate = std::env::var("TISANE_TEST_POSTGRES_CERTIFICATE").expect("it uses TLS");
    let database = new_database().await;
    let connect = async |host: &str, mode: &str| {
        let text = address(&database).replace("127.0.0.1", host);
        let address = PostgresAddress::parse(&format!("{text}?{mode}")).unwrap();
        let store = Postgres::open(&address).await?;
        store.check().await?;
        let watch = client(&database).await;
        let count = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE datname = current_database() AND ssl";
        Ok::<_, StoreError>(watch.query_one(count, &[]).await.unwrap().get::<_, i64>(0) > 0)
    };
    assert!(!connect("127.0.0.1", "sslmode=disable").await.unwrap());
    assert!(connect("127.0.0.1", "").await.unwrap());
    assert!(connect("127.0.0.1", "sslmode=require").await.unwrap());
    let known = |mode: &str| format!("sslmode={mode}&sslrootcert={certificate}");
    assert!(connect("127.0.0.1", &known("verify-ca")).await.unwrap(), "its name is not checked");
    assert!(connect("localhost", &known("verify-full")).await.unwrap());
    let error = connect("127.0.0.1", &known("verify-full")).await.unwrap_err();
    assert!(error.to_string().contains("TLS"), "{error}");
    let missing = connect("localhost", "sslmode=verify-ca&sslrootcert=/nowhere.pem").await;
    assert!(missing.unwrap_err().to_string().contains("/nowhere.pem"));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn an_error_never_shows_the_password() {
    let text = "postgres://postgres:s3cret@127.0.0.1:1/g";
    let error = Postgres::open(&PostgresAddress::parse(text).unwrap()).await.err().unwrap();
    assert!(matches!(error, StoreError::Unreachable(_)), "{error}");
    let missing = address("no-such-database").replace("postgres@", "postgres:s3cret@");
    let missing = Postgres::open(&PostgresAddress::parse(&missing).unwrap()).await.err().unwrap();
    assert!(missing.to_string().contains("no-such-database"), "{missing}");
    assert!(!format!("{error} {error:?} {missing} {missing:?}").contains("s3cret"));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn text_with_nul_is_stored_without_it() {
    let store = open(&new_database().await).await;
    store.create_room(room("g")).await.unwrap();
    store.say("g", message(1, "a\0b")).await.unwrap();
    assert_eq!(store.chat("g", 1).await.unwrap()[0].text, "a\u{fffd}b");
}

/// The next notice that is not about an interruption.
async fn heard(news: &mut tokio::sync::broadcast::Receiver<Arc<Notice>>) -> Notice {
    loop {
        let notice = tokio::time::timeout(PATIENCE, news.recv()).await.expect("it comes").unwrap();
        if notice.topic != Topic::Gap {
            return (*notice).clone();
        }
    }
}

async fn until_gap(news: &mut tokio::sync::broadcast::Receiver<Arc<Notice>>) {
    let gap = async { while news.recv().await.unwrap().topic != Topic::Gap {} };
    tokio::time::timeout(PATIENCE, gap).await.expect("the connection is repaired");
}

fn game_at(version: u64) -> Notice {
    Notice { node: "one".to_owned(), topic: Topic::Game { game: "g".to_owned(), version } }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn news_reach_every_server_and_survive_a_lost_connection() {
    let database = new_database().await;
    let address = PostgresAddress::parse(&address(&database)).unwrap();
    let (one, other) = (Postgres::news(&address).unwrap(), Postgres::news(&address).unwrap());
    let mut listeners = [one.subscribe(), other.subscribe()];
    for listener in &mut listeners {
        until_gap(listener).await;
    }
    // Sent together, only the last of a game arrives.
    for version in 1..=100 {
        one.publish(game_at(version));
    }
    for listener in &mut listeners {
        let mut notices = vec![heard(listener).await];
        while notices.last() != Some(&game_at(100)) {
            notices.push(heard(listener).await);
        }
        assert!(notices.len() < 50, "{} of 100", notices.len());
    }
    let admin = client(&database).await;
    let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE application_name = 'tisane news' AND datname = current_database()";
    let killed: i64 = admin.query_one(kill, &[]).await.unwrap().get(0);
    assert_eq!(killed, 2);
    for listener in &mut listeners {
        until_gap(listener).await;
    }
    other.publish(game_at(101));
    for listener in &mut listeners {
        assert_eq!(heard(listener).await, game_at(101));
    }
}

/// An SQLite file with something of everything.
async fn filled() -> std::path::PathBuf {
    let file = folder().join("tisane.db");
    let store = Sqlite::open(&file).unwrap();
    for n in 0..450 {
        let game = format!("g{n}");
        store.create_room(room(&game)).await.unwrap();
        let lines =
            [format!("{{\"text\":\"tab\\t, line\\n, \\\\ and {n}\"}}"), "Й ß 明".to_owned()];
        store.append(append(&game, 0, &lines)).await.unwrap();
        if n % 50 == 0 {
            store.append(append(&game, 2, &["\\N".to_owned(), String::new()])).await.unwrap();
        }
    }
    for id in ["ada", "bo"] {
        add_player(&store, id).await;
    }
    store.make_account("ada", "Ada", "hash").await.unwrap();
    store.say("g0", message(1, "a\tb\nc\\d\0e")).await.unwrap();
    store.block("ada", "bo").await.unwrap();
    let ban = AdminAction::Ban {
        player: Some("bo".to_owned()),
        address: None,
        days: None,
        reason: "spam".to_owned(),
    };
    store.moderate(ban.clone(), "Ada (ada)", 7).await.unwrap();
    store.moderate(AdminAction::Unban { ban: 1 }, "Ada (ada)", 8).await.unwrap();
    let key = |player: &str| RatingKey {
        player: player.to_owned(),
        family: "english".to_owned(),
        pace: PaceView::Days,
    };
    let rating = StoredRating { rating: 1.0 / 3.0, deviation: 80.25, volatility: 0.06, games: 3 };
    store.rate("g1", [key("ada"), key("bo")], Box::new(move |_| [rating; 2])).await.unwrap();
    file
}

async fn copy(
    file: std::path::PathBuf,
    to: PostgresAddress,
    steps: usize,
) -> Result<tisane_server::store::Copied, CopyError> {
    let copy = move || {
        let mut left = steps;
        copy_database(&file, &to, move || {
            left = left.saturating_sub(1);
            left > 0
        })
    };
    tokio::task::spawn_blocking(copy).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn a_copy_has_everything_and_goes_on() {
    let (file, database) = (filled().await, new_database().await);
    let to = PostgresAddress::parse(&address(&database)).unwrap();
    let copied = copy(file.clone(), to.clone(), usize::MAX).await.unwrap();
    assert_eq!((copied.games, copied.events), (450, 918));
    let (from, store) = (Sqlite::open(&file).unwrap(), open(&database).await);
    for game in ["g0", "g449"] {
        let (one, other) = (from.room(game).await.unwrap(), store.room(game).await.unwrap());
        assert_eq!(one.unwrap().lines, other.unwrap().lines);
    }
    assert_eq!(store.chat("g0", 9).await.unwrap()[0].text, "a\tb\nc\\d\u{fffd}e");
    assert_eq!(store.ratings("ada").await.unwrap(), from.ratings("ada").await.unwrap());
    let session = store.session("session-ada").await.unwrap().unwrap();
    assert_eq!((session.hash, session.player.name.as_str()), (vec![7; 32], "Ada"));
    assert_eq!(store.muted_by("ada").await.unwrap(), from.muted_by("ada").await.unwrap());
    // Versions and numbers go on.
    store.append(append("g0", 4, &["more".to_owned()])).await.unwrap();
    let database = Database::Postgres(Box::new(to.clone()));
    let ban = AdminAction::Ban {
        player: Some("bo".to_owned()),
        address: None,
        days: None,
        reason: String::new(),
    };
    tokio::task::spawn_blocking(move || {
        let mut admin = Admin::open(&database).unwrap();
        admin.act(&ban, 9).unwrap();
        assert_eq!(admin.bans(10).unwrap()[0].id, 2, "no number is given twice");
        assert_eq!(admin.log(10).unwrap()[0].text, "banned bo");
    })
    .await
    .unwrap();
    drop(from);
    let again = copy(file, to, usize::MAX).await.unwrap_err();
    assert!(matches!(again, CopyError::NotEmpty { .. }), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
async fn a_copy_that_fails_leaves_the_target_empty() {
    let (file, database) = (filled().await, new_database().await);
    let to = PostgresAddress::parse(&address(&database)).unwrap();
    for steps in [1, 5, 12, 20] {
        let stopped = copy(file.clone(), to.clone(), steps).await.unwrap_err();
        assert!(matches!(stopped, CopyError::Interrupted), "{stopped}");
        let check = client(&database).await;
        let rows: i64 = check.query_one("SELECT count(*) FROM rooms", &[]).await.unwrap().get(0);
        assert_eq!(rows, 0);
    }
    let running = Sqlite::open(&file).unwrap();
    let error = copy(file.clone(), to.clone(), usize::MAX).await.unwrap_err();
    assert!(matches!(error, CopyError::Source { source: StoreError::InUse { .. }, .. }), "{error}");
    drop(running);
    let nowhere = folder().join("nowhere.db");
    let error = copy(nowhere.clone(), to.clone(), usize::MAX).await.unwrap_err();
    assert!(matches!(error, CopyError::Source { .. }) && !nowhere.exists(), "{error}");
    copy(file, to, usize::MAX).await.unwrap();
}
