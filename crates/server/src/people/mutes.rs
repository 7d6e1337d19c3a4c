//! Whom players mute and block. Stored on the server, so that it applies on every device.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tisane_protocol::{MutedList, MutedView};

use crate::base::secret::is_name;
use crate::error::Refused;
use crate::news::{Nodes, Topic};
use crate::store::Store;

/// The most players on one list.
const MOST: usize = 1000;

pub(crate) struct Mutes {
    store: Arc<dyn Store>,
    nodes: Nodes,
    /// For players seen since the start who mute anybody: whom, and whether they block them, too.
    known: Mutex<HashMap<String, HashMap<String, bool>>>,
}

impl Mutes {
    pub(crate) fn new(store: Arc<dyn Store>, nodes: Nodes) -> Mutes {
        Mutes { store, nodes, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, HashMap<String, bool>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads a player's list. Called for everybody who enters a room.
    pub(crate) async fn load(&self, player: &str) -> Result<MutedList, Refused> {
        let muted = self.store.muted_by(player).await?;
        let whom: HashMap<String, bool> =
            muted.iter().map(|(whom, _, blocked)| (whom.clone(), *blocked)).collect();
        match whom.is_empty() {
            true => self.known().remove(player),
            false => self.known().insert(player.to_owned(), whom),
        };
        let view = |(player, name, blocked): (String, Option<String>, bool)| MutedView {
            player,
            name,
            blocked,
        };
        Ok(MutedList { muted: muted.into_iter().map(view).collect() })
    }

    pub(crate) async fn set(
        &self,
        player: &str,
        whom: &str,
        muted: bool,
    ) -> Result<MutedList, Refused> {
        if !is_name(whom) {
            return Err(Refused::NoSuchPlayer);
        }
        if muted {
            self.must_be_possible(player, whom).await?;
        }
        self.store.mute(player, whom, muted).await?;
        self.changed(player).await
    }

    /// Mutes a player and keeps them out of one's games.
    pub(crate) async fn block(&self, player: &str, whom: &str) -> Result<MutedList, Refused> {
        self.must_be_possible(player, whom).await?;
        self.store.block(player, whom).await?;
        self.changed(player).await
    }

    async fn changed(&self, player: &str) -> Result<MutedList, Refused> {
        self.nodes.publish(|| Topic::Mutes { player: player.to_owned() });
        self.load(player).await
    }

    /// Whether a player's list is loaded.
    pub(crate) fn knows(&self, player: &str) -> bool {
        self.known().contains_key(player)
    }

    /// Refuses oneself, unknown players and full lists.
    async fn must_be_possible(&self, player: &str, whom: &str) -> Result<(), Refused> {
        let muted = self.load(player).await?.muted;
        if muted.len() >= MOST && muted.iter().all(|muted| muted.player != whom) {
            return Err(Refused::Moderation(format!(
                "you cannot mute or block more than {MOST} players"
            )));
        }
        self.store
            .player(whom)
            .await?
            .filter(|other| other.id != player)
            .map(drop)
            .ok_or(Refused::NoSuchPlayer)
    }

    pub(crate) fn is_muted(&self, by: &str, whom: &str) -> bool {
        self.known().get(by).is_some_and(|muted| muted.contains_key(whom))
    }

    /// Whether one of the two blocks the other, as far as their lists are loaded.
    pub(crate) fn are_apart(&self, one: &str, other: &str) -> bool {
        let known = self.known();
        let blocks = |by: &str, whom: &str| {
            known.get(by).and_then(|muted| muted.get(whom)).is_some_and(|&blocked| blocked)
        };
        blocks(one, other) || blocks(other, one)
    }

    /// Whether a player blocks anybody.
    pub(crate) fn has_blocks(&self, player: &str) -> bool {
        self.known().get(player).is_some_and(|muted| muted.values().any(|&blocked| blocked))
    }

    /// Forgets a deleted player.
    pub(crate) fn forget(&self, player: &str) {
        let mut known = self.known();
        known.remove(player);
        for muted in known.values_mut() {
            muted.remove(player);
        }
    }
}
