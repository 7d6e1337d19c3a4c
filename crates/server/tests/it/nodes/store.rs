//! What nodes ask their store, in SQLite.

use tisane_protocol::{ChannelView, ChatView};
use tisane_server::store::{
    Append, Due, NewRoom, NewSession, Progress, Sqlite, Store, StoreError, StoredPlayer,
};

use crate::common::folder;

async fn game(store: &Sqlite, id: &str, due: Option<i64>) {
    let [ruleset, setup, settings] = ["rules", "{}", "{}"].map(str::to_owned);
    store
        .create_room(NewRoom { id: id.to_owned(), ruleset, setup, settings, at: 0 })
        .await
        .unwrap();
    append(store, id, 0, &["one", "two"], due).await.unwrap();
}

async fn append(
    store: &Sqlite,
    game: &str,
    version: u64,
    lines: &[&str],
    due: Option<i64>,
) -> Result<(), StoreError> {
    let append = Append {
        game: game.to_owned(),
        version,
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        summary: "{}".to_owned(),
        ended: false,
        due,
        at: 1,
        sat_down: Vec::new(),
        got_up: Vec::new(),
    };
    store.append(append).await
}

#[tokio::test]
async fn a_node_reads_what_is_new_in_a_game() {
    let store = Sqlite::open(folder().join("tisane.db")).unwrap();
    game(&store, "g", None).await;
    append(&store, "g", 2, &["three"], None).await.unwrap();
    let conflict = append(&store, "g", 2, &["late"], None).await;
    assert!(matches!(conflict, Err(StoreError::Conflict)));
    let lines = async |from| store.tail("g", from).await.unwrap().unwrap().lines;
    assert_eq!(lines(1).await, ["two", "three"]);
    assert_eq!(lines(3).await, [] as [&str; 0]);
    assert_eq!(store.tail("nothing", 0).await.unwrap(), None);
    let message = ChatView {
        number: 1,
        player: "ada".to_owned(),
        name: "Ada".to_owned(),
        text: "hello".to_owned(),
        at: 1,
        channel: ChannelView::Players,
        guest: true,
        deleted: false,
    };
    store.say("g", message).await.unwrap();
    store.set_rematch("g", "h").await.unwrap();
    game(&store, "h", None).await;
    let progress = |id: &str, version, messages, rematch: Option<&str>| {
        let (id, rematch) = (id.to_owned(), rematch.map(str::to_owned));
        Progress { id, version, messages, rematch }
    };
    let asked = ["g", "nothing", "h"].map(str::to_owned).to_vec();
    let expected = [progress("g", 3, 1, Some("h")), progress("h", 2, 0, None)];
    assert_eq!(store.progress(asked).await.unwrap(), expected);
    assert_eq!(store.tail("g", 3).await.unwrap().unwrap().rematch.as_deref(), Some("h"));
}

#[tokio::test]
async fn a_due_game_is_claimed_once_until_the_claim_ends() {
    let store = Sqlite::open(folder().join("tisane.db")).unwrap();
    for (id, due) in [("c", Some(30)), ("a", Some(10)), ("b", Some(20)), ("d", None)] {
        game(&store, id, due).await;
    }
    let due = |at, id: &str| Due { at, id: id.to_owned() };
    let claim = async |now, until, most| store.claim_due(now, until, most).await.unwrap();
    assert_eq!(claim(20, 100, 1).await, [due(10, "a")]);
    assert_eq!(claim(20, 100, 9).await, [due(20, "b")]);
    assert_eq!(claim(20, 100, 9).await, []);
    assert_eq!(claim(40, 100, 9).await, [due(30, "c")]);
    assert_eq!(claim(100, 200, 9).await, [due(10, "a"), due(20, "b"), due(30, "c")]);
}

#[tokio::test]
async fn a_node_asks_which_sessions_have_ended() {
    let store = Sqlite::open(folder().join("tisane.db")).unwrap();
    let player = StoredPlayer { id: "ada".to_owned(), name: "Ada".to_owned(), password: None };
    let session = NewSession {
        id: "s".to_owned(),
        player: "ada".to_owned(),
        hash: [0; 32],
        at: 0,
        device: "test".to_owned(),
    };
    store.add_player(player, session).await.unwrap();
    let asked = || vec!["s".to_owned(), "t".to_owned()];
    assert_eq!(store.ended_sessions(asked()).await.unwrap(), ["t"]);
    store.end_session("s").await.unwrap();
    assert_eq!(store.ended_sessions(asked()).await.unwrap(), ["s", "t"]);
}
