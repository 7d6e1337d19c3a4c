//! Stored data is stored once and in order.

use tisane_server::store::{Append, Due, NewRoom, Sqlite, Store, StoreError};

use crate::common::{folder, store};

pub(crate) fn room(id: &str) -> NewRoom {
    NewRoom {
        id: id.to_owned(),
        ruleset: "rules".to_owned(),
        setup: "{}".to_owned(),
        settings: "{}".to_owned(),
        at: 0,
    }
}

pub(crate) fn append(game: &str, version: u64, lines: &[String]) -> Append {
    Append {
        game: game.to_owned(),
        version,
        lines: lines.to_vec(),
        summary: "{}".to_owned(),
        ended: false,
        due: Some(version as i64),
        at: 0,
        sat_down: Vec::new(),
        got_up: Vec::new(),
    }
}

#[tokio::test]
async fn two_appends_to_one_version_conflict() {
    let store = store(&folder()).await;
    store.create_room(room("g")).await.unwrap();
    store.append(append("g", 0, &["a".into(), "b".into()])).await.unwrap();
    for version in [0, 1, 3] {
        let error = store.append(append("g", version, &["c".into()])).await.unwrap_err();
        assert!(matches!(error, StoreError::Conflict), "{version}: {error}");
    }
    store.append(append("g", 2, &["c".into()])).await.unwrap();
    assert_eq!(store.room("g").await.unwrap().unwrap().lines, ["a", "b", "c"]);
    assert!(store.room("h").await.unwrap().is_none());
    assert!(matches!(store.create_room(room("g")).await, Err(StoreError::Taken)));
}

/// Many writers at once: each log has its lines, and refused writers have written nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_append_spoils_no_other_of_its_batch() {
    let store = store(&folder()).await;
    let games: Vec<String> = (0..50).map(|n| format!("g{n}")).collect();
    for game in &games {
        store.create_room(room(game)).await.unwrap();
    }
    let mut writers = tokio::task::JoinSet::new();
    for (game, rival) in
        games.iter().flat_map(|game| (0..4).map(move |rival| (game.clone(), rival)))
    {
        let store = store.clone();
        writers.spawn(async move {
            let mut won = Vec::new();
            for version in 0..20 {
                let line = format!("{game} {version} {rival}");
                if store.append(append(&game, version, std::slice::from_ref(&line))).await.is_ok() {
                    won.push((game.clone(), version as usize, line));
                }
            }
            won
        });
    }
    let won: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
    for game in &games {
        let lines = store.room(game).await.unwrap().unwrap().lines;
        let mine: Vec<_> = won.iter().filter(|(of, ..)| of == game).collect();
        assert_eq!(lines.len(), mine.len(), "each line was acknowledged, and to one only");
        mine.iter().for_each(|(_, version, line)| assert_eq!(&lines[*version], line));
    }
}

#[tokio::test]
async fn games_are_found_when_they_are_due() {
    let store = store(&folder()).await;
    for (game, due) in [("a", Some(10)), ("b", Some(20)), ("c", None)] {
        store.create_room(room(game)).await.unwrap();
        store.append(Append { due, ..append(game, 0, &["x".into()]) }).await.unwrap();
    }
    let due = async |now, after: Option<Due>, most| {
        store
            .due_rooms(now, after, most)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.id)
            .collect::<Vec<String>>()
    };
    assert_eq!(due(9, None, 10).await, [] as [&str; 0]);
    assert_eq!(due(15, None, 10).await, ["a"]);
    assert_eq!(due(99, None, 10).await, ["a", "b"]);
    assert_eq!(due(99, None, 1).await, ["a"]);
    assert_eq!(due(99, Some(Due { at: 10, id: "a".into() }), 10).await, ["b"]);
    assert_eq!(due(99, Some(Due { at: 10, id: "A".into() }), 10).await, ["a", "b"]);
}

#[tokio::test]
async fn a_backup_is_a_database() {
    let folder = folder();
    let store = Sqlite::open(folder.join("tisane.db")).unwrap();
    store.create_room(room("g")).await.unwrap();
    store.append(append("g", 0, &["a".into()])).await.unwrap();
    Sqlite::backup(&folder.join("tisane.db"), &folder.join("copy.db"), || true).unwrap();
    store.append(append("g", 1, &["b".into()])).await.unwrap();
    let copy = Sqlite::open(folder.join("copy.db")).unwrap();
    assert_eq!(copy.room("g").await.unwrap().unwrap().lines, ["a"]);
}
