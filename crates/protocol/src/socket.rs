//! What is said over a socket: [`Asked`] by a client, [`Said`] by the server.
//!
//! Every message is one JSON object. An unknown field is refused like a wrong one, so that a
//! misspelling is noticed; the connection stays.

use serde::{Deserialize, Serialize};
use tisane_rules::Millis;

use crate::request::{ActionRequest, ActionView};
use crate::{AnnouncementView, ChatView, ErrorView, MeView, RoomSummary, UpdateView};

/// The code with which the server closes a socket whose session has ended. Connecting again is of
/// no use before a login.
pub const SESSION_ENDED: u16 = 4401;

/// One message of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Chosen by the client; `done` or `refused` come back with it.
    pub id: u64,
    pub ask: Ask,
}

impl Asked {
    /// The id of a message, whatever else is wrong with it, so that the refusal can name it.
    pub fn id_in(text: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct Id {
            id: u64,
        }
        serde_json::from_str::<Id>(text).ok().map(|Id { id }| id)
    }
}

/// What a client can ask for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Wants to hear of this game from now on. Events after `since` come at once, and how things
    /// are now.
    Watch {
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u64>,
    },
    /// Has seen enough of this game.
    Unwatch { game: String },
    /// Takes the next free seat.
    Join {
        game: String,
        /// Agrees that spectators see all racks, where the game is played so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        open_racks: bool,
    },
    /// Acts in a seat.
    Act {
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        turn: Option<u64>,
        action: ActionView,
    },
    /// Thinks about challenging the last play, for which bots wait a while with their moves; or
    /// does not any more.
    Hold { game: String, hold: bool },
    /// Says something to everybody in the room.
    Say { game: String, text: String },
    /// Wants to hear of the public rooms, or not any more.
    Lobby { watch: bool },
    /// Nothing: shows that the connection lives.
    Ping,
}

impl Ask {
    /// An action on a turn, or of no turn in particular.
    pub fn act(game: &str, request: ActionRequest) -> Ask {
        Ask::Act { game: game.to_owned(), turn: request.turn, action: request.action }
    }
}

/// What a socket hears. `id` is the asker's own: the answer to it has the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Said {
    /// The first message: who you are taken for, and the server's clock.
    Welcome { me: MeView, now: Millis },
    /// What was asked for is done, and safe.
    Done { id: u64 },
    /// What was asked for is not done, and nothing has changed.
    Refused { id: Option<u64>, error: ErrorView },
    /// A room that is watched has changed, or was asked for.
    Update { update: Box<UpdateView> },
    /// What was said in a room that is watched, the oldest first.
    Chat { game: String, messages: Vec<ChatView> },
    /// The public rooms that wait for players: the first page of them, those that have waited
    /// longest. It comes when the lobby is watched, and again when too many changes were missed.
    Lobby {
        rooms: Vec<RoomSummary>,
        /// How many wait, also those not on the page.
        #[serde(default)]
        waiting: u32,
    },
    /// What has changed on the first page of the lobby, at most twice a second.
    LobbyChanged {
        /// Rooms that leave the page, by their ids. This comes before `changed`.
        removed: Vec<String>,
        /// Rooms with an id that is on the page take its place; others come at the end, in this
        /// order.
        changed: Vec<RoomSummary>,
        /// How many wait, also those not on the page.
        waiting: u32,
    },
    /// The server is about to end; come back in a moment.
    Closing,
    /// What administrators announce; nothing if they have withdrawn it.
    Announcement { announcement: Option<AnnouncementView> },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_broken_message_is_found_if_it_has_one() {
        assert_eq!(Asked::id_in("{\"id\":7,\"ask\":{}}"), Some(7));
        assert_eq!(Asked::id_in("{\"ask\":[[{}]],\"id\":8}"), Some(8));
        assert_eq!(Asked::id_in("{\"id\":\"x\"}"), None);
        assert_eq!(Asked::id_in("{"), None);
    }
}
