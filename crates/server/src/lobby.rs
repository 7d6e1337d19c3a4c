//! The public rooms that wait for players.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use tisane_protocol::{RoomSummary, Said};
use tokio::sync::watch;

pub(crate) struct Lobby {
    rooms: watch::Sender<BTreeMap<String, RoomSummary>>,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { rooms: watch::Sender::new(BTreeMap::new()) }
    }

    /// Shows a room, or takes it away. Those who look on hear of it only if that changes something.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>) {
        self.rooms.send_if_modified(|rooms| match summary {
            Some(summary) => {
                let shown = rooms.get(id).is_some_and(|old| RoomSummary { changed: summary.changed, ..old.clone() } == summary);
                if !shown {
                    rooms.insert(id.to_owned(), summary);
                }
                !shown
            }
            None => rooms.remove(id).is_some(),
        });
    }

    pub(crate) fn rooms(&self) -> Vec<RoomSummary> {
        self.rooms.borrow().values().cloned().collect()
    }

    /// A slow reader misses what lies between, never how things are.
    pub(crate) fn watch(&self) -> watch::Receiver<BTreeMap<String, RoomSummary>> {
        self.rooms.subscribe()
    }
}

/// What a socket is told.
pub(crate) fn said(rooms: &BTreeMap<String, RoomSummary>) -> Utf8Bytes {
    let said = Said::Lobby { rooms: rooms.values().cloned().collect() };
    serde_json::to_string(&said).expect("messages are plain data").into()
}
