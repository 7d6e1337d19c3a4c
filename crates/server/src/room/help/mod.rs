//! Nobody is helped in a live game, whoever asks: a position is one of a live game if nearly all of
//! that game's tiles are on the same squares, so that leaving one out, changing one, adding some or
//! turning the board changes nothing.

mod index;
mod refuse;

use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use tisane_rules::Millis;
use tokio::sync::watch;

use super::Table;
use index::{Index, LiveGame};
pub(super) use refuse::{read_live_games, refuse_help};

/// The games under way on this server: rooms report theirs, and those that sleep in the database
/// are read once.
#[derive(Default)]
pub(crate) struct LiveGames {
    index: Arc<RwLock<Index>>,
    /// Whether those in the database have been read; nothing if nobody has begun.
    read: OnceLock<watch::Receiver<bool>>,
}

impl LiveGames {
    /// Notes how a game is now.
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
