//! What the clients of one game did, to be compared with what is stored.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::client::Guest;

/// The players and what they do.
#[derive(Clone, Copy, Eq, PartialEq, Debug)]
pub(super) enum Kind {
    /// Two guests play the script with this number.
    Script(usize),
    /// Two accounts pass until the game ends, in a rated game with a clock.
    Rated,
    /// One guest passes and a bot plays, before a spectator on another node.
    Bot,
}

/// An action that was sent.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) turn: u64,
    pub(super) seat: usize,
    pub(super) sent: i64,
    /// When it was acknowledged. Nothing is known of others.
    pub(super) done: Option<i64>,
}

/// A chat message that was sent.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) player: String,
    pub(super) text: String,
    pub(super) is_done: bool,
}

/// When a player was not connected, in milliseconds.
#[derive(Clone, Default)]
pub(super) struct Absences(Arc<Mutex<Vec<(i64, i64)>>>);

impl Absences {
    pub(super) fn add(&self, from: i64, to: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((from, to));
    }

    pub(super) fn any(&self, from: i64, to: i64) -> bool {
        let absences = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        absences.iter().any(|&(left, came)| left <= to && came >= from)
    }
}

#[derive(Clone)]
pub(super) struct History {
    pub(super) game: String,
    pub(super) kind: Kind,
    pub(super) guests: [Guest; 2],
    pub(super) players: [String; 2],
    pub(super) sent: Vec<Sent>,
    pub(super) messages: Vec<Message>,
    pub(super) absences: [Absences; 2],
    /// Whether the clients saw its end.
    pub(super) is_over: bool,
}
