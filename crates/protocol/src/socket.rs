//! Messages over a socket: [`Asked`] from a client, [`Said`] from the server.
//!
//! Every message is one JSON object. Unknown fields are refused, so that misspellings are noticed;
//! the connection stays open.

use serde::{Deserialize, Serialize};
use tisane_rules::{Event, Millis, Ruleset, Seat, Tiles};

use crate::request::{ActionRequest, ActionView};
use crate::tiles::faces_of;
use crate::{AnnouncementView, ChatView, ErrorView, MeView, RoomSummary, UpdateView};

/// The close code of a socket whose session has ended. The client must log in before it connects
/// again.
pub const SESSION_ENDED: u16 = 4401;

/// The close code of a socket whose player or address has been banned.
pub const BANNED: u16 = 4403;

/// One message of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Chosen by the client; the `done` or `refused` that answers has the same.
    pub id: u64,
    pub ask: Ask,
}

impl Asked {
    /// The id of a message that can't be read, so that the refusal can name it.
    pub fn id_in(text: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct Id {
            id: u64,
        }
        serde_json::from_str::<Id>(text).ok().map(|Id { id }| id)
    }
}

/// A client's requests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Watches a game. The server sends events after `since` and the current state immediately.
    Watch {
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u64>,
    },
    /// Stops watching a game.
    Unwatch { game: String },
    /// Takes the next free seat.
    Join {
        game: String,
        /// Agrees that spectators see all racks, if the game is like that.
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
    /// The player is considering a challenge of the last play, for which bots wait a while, or no
    /// longer does.
    Hold { game: String, hold: bool },
    /// Sends a chat message.
    Say { game: String, text: String },
    /// Watches the lobby, or stops watching it.
    Lobby { watch: bool },
    /// A keep-alive.
    Ping,
}

impl Ask {
    /// An action on a turn, or of no turn in particular.
    pub fn act(game: &str, request: ActionRequest) -> Ask {
        Ask::Act { game: game.to_owned(), turn: request.turn, action: request.action }
    }
}

/// What a play or an exchange brought the player. Only the player receives it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveResult {
    /// The points of the play; a challenge may still take them away.
    pub score: i32,
    /// The new tiles; `?` is a blank.
    pub drawn: Vec<String>,
}

impl MoveResult {
    /// The result of a player's move, by the events it caused; `None` if it was no play and no
    /// exchange.
    pub fn of(ruleset: &Ruleset, player: Seat, events: &[Event]) -> Option<MoveResult> {
        let of_move = |event: &Event| match event {
            Event::Played { seat, score, .. } if *seat == player => Some((*score, Tiles::new())),
            Event::Exchanged { seat, drawn, .. } if *seat == player => Some((0, drawn.clone())),
            _ => None,
        };
        let (score, mut tiles) = events.iter().find_map(of_move)?;
        for event in events {
            if let Event::Drawn { seat, tiles: drawn } = event
                && *seat == player
            {
                tiles.add(drawn);
            }
        }
        Some(MoveResult { score, drawn: faces_of(ruleset, &tiles) })
    }
}

/// The server's messages. An answer has the `id` of the request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Said {
    /// The first message: who the client is, and the server's time.
    Welcome { me: MeView, now: Millis },
    /// The request is done and saved.
    Done {
        id: u64,
        /// For a play or an exchange.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        result: Option<MoveResult>,
    },
    /// The request was refused, and nothing has changed.
    Refused { id: Option<u64>, error: ErrorView },
    /// The state of a watched room.
    Update { update: Box<UpdateView> },
    /// Chat messages of a watched room, the oldest first.
    Chat { game: String, messages: Vec<ChatView> },
    /// The first page of the lobby, the longest waiting rooms first. It is sent when the client
    /// starts to watch the lobby, and after the client missed too many changes.
    Lobby {
        rooms: Vec<RoomSummary>,
        /// Number of waiting rooms, also those not on the page.
        #[serde(default)]
        waiting: u32,
    },
    /// Changes of the first page of the lobby, at most twice a second.
    LobbyChanged {
        /// Ids of rooms that leave the page. Apply them before `changed`.
        removed: Vec<String>,
        /// Rooms that replace those with the same id; others are added at the end, in this order.
        changed: Vec<RoomSummary>,
        /// Number of waiting rooms, also those not on the page.
        waiting: u32,
    },
    /// The server is shutting down; connect again in a moment.
    Closing,
    /// The administrators' announcement; nothing if it was withdrawn.
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
