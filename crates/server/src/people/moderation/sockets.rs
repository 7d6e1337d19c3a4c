//! Open sockets by player and address, to send to all or to close some.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::wire::{Outbox, Utf8Bytes};

#[derive(Clone, Default)]
pub(crate) struct Sockets(Arc<Mutex<HashMap<u64, Open>>>);

struct Open {
    player: String,
    address: IpAddr,
    outbox: Outbox,
}

/// A registered socket, until it is dropped.
pub(crate) struct Listed {
    sockets: Sockets,
    connection: u64,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.sockets.open().remove(&self.connection);
    }
}

impl Sockets {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(
        &self,
        connection: u64,
        player: &str,
        address: IpAddr,
        outbox: Outbox,
    ) -> Listed {
        self.open().insert(connection, Open { player: player.to_owned(), address, outbox });
        Listed { sockets: self.clone(), connection }
    }

    /// Sends something to everybody.
    pub(crate) fn broadcast(&self, text: &Utf8Bytes) {
        for open in self.open().values() {
            open.outbox.send(text.clone()); // slow readers are disconnected
        }
    }

    /// Closes the sockets for which there is a reason, and sends it.
    pub(crate) fn close(&self, reason: impl Fn(&str, IpAddr) -> Option<Utf8Bytes>) {
        for open in self.open().values() {
            if let Some(reason) = reason(&open.player, open.address) {
                open.outbox.dismiss(reason);
            }
        }
    }
}
