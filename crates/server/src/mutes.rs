//! Whom somebody does not want to hear. It is kept here and not in a browser, so that it holds everywhere.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tisane_protocol::{MutedList, MutedView};

use crate::refused::Refused;
use crate::secret::is_name;
use crate::store::Store;

/// So many may somebody mute.
const MOST: usize = 1000;

pub(crate) struct Mutes {
    store: Arc<dyn Store>,
    /// Of those who were there since the start, and mute anybody.
    known: Mutex<HashMap<String, HashSet<String>>>,
}

impl Mutes {
    pub(crate) fn new(store: Arc<dyn Store>) -> Mutes {
        Mutes { store, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, HashSet<String>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers whom a player mutes. Everybody who hears a room has come this way.
    pub(crate) async fn load(&self, player: &str) -> Result<MutedList, Refused> {
        let muted = self.store.muted_by(player).await?;
        let whom: HashSet<String> = muted.iter().map(|(whom, _)| whom.clone()).collect();
        match whom.is_empty() {
            true => self.known().remove(player),
            false => self.known().insert(player.to_owned(), whom),
        };
        let view = |(player, name): (String, Option<String>)| MutedView { player, name };
        Ok(MutedList { muted: muted.into_iter().map(view).collect() })
    }

    pub(crate) async fn set(&self, player: &str, whom: &str, muted: bool) -> Result<MutedList, Refused> {
        if !is_name(whom) {
            return Err(Refused::Message("that is not the id of a player".to_owned()));
        }
        if muted && self.load(player).await?.muted.len() >= MOST {
            return Err(Refused::Message(format!("{MOST} muted players are enough")));
        }
        self.store.mute(player, whom, muted).await?;
        self.load(player).await
    }

    pub(crate) fn is_muted(&self, by: &str, whom: &str) -> bool {
        self.known().get(by).is_some_and(|muted| muted.contains(whom))
    }
}
