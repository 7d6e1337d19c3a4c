//! The public rooms: those that wait for players, and those that may be watched.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tisane_protocol::game::PhaseView;
use tisane_protocol::{RoomSummary, Said};
use tokio::sync::watch;

use crate::App;

/// So many games under way are listed, the liveliest ones.
const MOST_PLAYING: usize = 30;

pub(crate) struct Lobby {
    waiting: watch::Sender<BTreeMap<String, RoomSummary>>,
    /// These change with every move, so they are listed when somebody asks and told to nobody else.
    playing: Mutex<BTreeMap<String, RoomSummary>>,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { waiting: watch::Sender::new(BTreeMap::new()), playing: Mutex::default() }
    }

    /// Shows a room, or takes it away. Those who look on hear of it only if that changes something.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>) {
        let (waiting, playing) = match summary {
            Some(summary) if summary.phase == PhaseView::Lobby => (Some(summary), None),
            playing => (None, playing),
        };
        let mut rooms = self.playing.lock().unwrap_or_else(PoisonError::into_inner);
        match playing {
            Some(summary) => drop(rooms.insert(id.to_owned(), summary)),
            None => drop(rooms.remove(id)),
        }
        drop(rooms);
        self.waiting.send_if_modified(|rooms| match waiting {
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

    /// Those that wait, then those under way, the last move first.
    pub(crate) fn rooms(&self) -> Vec<RoomSummary> {
        let mut playing: Vec<_> = self.playing.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        playing.sort_by_key(|room| Reverse(room.changed));
        playing.truncate(MOST_PLAYING);
        self.waiting.borrow().values().cloned().chain(playing).collect()
    }

    /// Those that wait. A slow reader misses what lies between, never how things are.
    pub(crate) fn watch(&self) -> watch::Receiver<BTreeMap<String, RoomSummary>> {
        self.waiting.subscribe()
    }
}

/// Nobody is shown tables of players they block, or who block them.
pub(crate) fn is_shown_to(app: &App, player: &str, room: &RoomSummary) -> bool {
    !room.players.iter().flatten().any(|other| app.mutes().are_apart(player, other))
}

/// What a socket is told.
pub(crate) fn said(app: &App, player: &str, rooms: &BTreeMap<String, RoomSummary>) -> Utf8Bytes {
    let said = Said::Lobby { rooms: rooms.values().filter(|room| is_shown_to(app, player, room)).cloned().collect() };
    serde_json::to_string(&said).expect("messages are plain data").into()
}
