//! No analysis of live games. A position belongs to a live game if nearly all of the game's tiles
//! are in the same places relative to each other, so that leaving out or changing a tile, adding
//! some, shifting or transposing the board makes no difference.

mod index;
mod refuse;

use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use tisane_rules::Millis;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Table;
use index::{Index, LiveGame};
pub(super) use refuse::{read_live_games, refuse_help};

/// The live games on this server: rooms report theirs, and stored ones are read once.
#[derive(Default)]
pub(crate) struct LiveGames {
    index: Arc<RwLock<Index>>,
    /// Whether stored games have been read; nothing before the first request.
    read: OnceLock<watch::Receiver<bool>>,
    /// With several nodes: when the index was last compared with the database, and the latest
    /// change that it had.
    compared: tokio::sync::Mutex<Option<(Instant, Millis)>>,
}

impl LiveGames {
    /// Updates a game.
    pub(super) fn set(&self, table: &Table, changed: Millis) {
        match LiveGame::of(table, changed) {
            Some(live) => self.write().put(live),
            None => self.write().remove(&table.id),
        }
    }

    fn write(&self) -> RwLockWriteGuard<'_, Index> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }
}
