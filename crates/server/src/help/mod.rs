//! Nobody is helped in a live game, whoever asks: a position is one of a live game if nearly all of
//! that game's tiles are on the same squares, so that leaving one out, changing one, adding some or
//! turning the board changes nothing.

mod index;

use std::sync::{Arc, RwLock};
use std::time::Duration;

use tisane_rules::{Position, Ruleset};
use tokio::sync::watch;

use index::Index;
pub(crate) use index::LiveGame;

use crate::blocking::blocking;
use crate::players::Player;
use crate::refused::Refused;
use crate::room::Table;
use crate::secret::log_name;
use crate::{App, Error, now};

/// The most games that are read from the database after a start, the last changed first.
const MOST_READ: usize = 50_000;
/// How long a question waits for them.
const WAIT: Duration = Duration::from_secs(20);

/// The games under way on this server: rooms report theirs, and those that sleep in the database
/// are read once.
#[derive(Default)]
pub(crate) struct LiveGames {
    index: Arc<RwLock<Index>>,
    /// Whether those in the database have been read; nothing if nobody has begun.
    read: std::sync::OnceLock<watch::Receiver<bool>>,
}

impl LiveGames {
    /// Notes how a game is now.
    pub(crate) fn set(&self, table: &Table) {
        let mut index = self.index.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        match LiveGame::of(table, now()) {
            Some(live) => index.put(live),
            None => index.remove(&table.id),
        }
    }
}

impl App {
    /// Reads the live games that sleep, if nobody has yet. Ready when all are known.
    pub(crate) fn read_live_games(&self) -> watch::Receiver<bool> {
        let begin = || {
            let (done, read) = watch::channel(false);
            let app = self.clone();
            app.live_games()
                .index
                .write()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .begin_filling();
            tokio::spawn(async move {
                if let Err(error) = app.read_sleeping().await {
                    tracing::error!(%error, "live games cannot be read; only those that are awake are known");
                }
                app.live_games()
                    .index
                    .write()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .end_filling();
                done.send_replace(true);
            });
            read
        };
        self.live_games().read.get_or_init(begin).clone()
    }

    async fn read_sleeping(&self) -> Result<(), Refused> {
        for (id, changed) in self.store().live_rooms(MOST_READ).await? {
            match self.load_table(&id).await {
                Ok(table) => {
                    let mut index = self
                        .live_games()
                        .index
                        .write()
                        .unwrap_or_else(std::sync::PoisonError::into_inner);
                    LiveGame::of(&table, changed).into_iter().for_each(|live| index.put(live));
                }
                Err(error) => {
                    tracing::error!(%error, game = log_name(&id), "a game cannot be read")
                }
            }
        }
        Ok(())
    }

    /// Refuses if one of the positions is of a live game that is rated, or has two or more people,
    /// or is the player's own.
    pub(crate) async fn refuse_help(
        &self,
        player: Option<&Player>,
        ruleset: &Arc<Ruleset>,
        positions: Vec<Position>,
    ) -> Result<(), Error> {
        if positions.is_empty() {
            return Ok(());
        }
        let mut read = self.read_live_games();
        tokio::time::timeout(WAIT, read.wait_for(|&read| read))
            .await
            .map_err(|_| Refused::Busy)?
            .map_err(|_| Refused::Closing)?;
        let (index, player, ruleset) = (
            self.live_games().index.clone(),
            player.map(|player| player.id.clone()),
            ruleset.clone(),
        );
        let work = move || {
            let positions: Vec<&Position> = positions.iter().collect();
            let index = index.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            index.is_live(player.as_deref(), &ruleset, &positions)
        };
        if blocking(work).await? { Err(Refused::NoHelp.into()) } else { Ok(()) }
    }
}
