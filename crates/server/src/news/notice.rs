//! What nodes tell each other.

use serde::{Deserialize, Serialize};
use tisane_protocol::RoomSummary;
use tisane_rules::Millis;

/// A notice of one node to the others, a line of JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// The node that sent it.
    pub node: String,
    #[serde(flatten)]
    pub topic: Topic,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Topic {
    /// The node runs.
    Alive,
    /// Notices may have been lost. Comes from the carrier, not from a node.
    Gap,

    /// The log of a game has this many events.
    Game { game: String, version: u64 },
    /// The chat of a game has a message with this number.
    Chat { game: String, number: u64 },
    /// An administrator has deleted a message.
    Redacted { game: String, number: u64 },
    /// A game has a rematch.
    Rematch { game: String },
    /// The players connected to a game through this node.
    Present { game: String, players: Vec<PresentPlayer>, watchers: u32 },
    /// Asks every node for its connected players of a game.
    WhoIsPresent { game: String },
    /// A player starts or stops deciding whether to challenge.
    Hold { game: String, player: String, turn: u64, hold: bool },
    /// A move waits for the bots since then; no time passes meanwhile.
    Early { game: String, turn: u64, at: Millis },
    /// The bots do not challenge the last play.
    Unchallenged { game: String, turn: u64 },

    /// A public game with players on this node, and its place in the lobby.
    Listed { since: Millis, number: u64, summary: Box<RoomSummary> },
    /// A public game that this node no longer lists.
    Unlisted { game: String },

    /// Sessions of a player have ended.
    Sessions { player: String },
    /// A player's list of muted players has changed.
    Mutes { player: String },
    /// A player has been deleted.
    Forgotten { player: String },
    /// Bans, mutes by administrators, roles or the announcement have changed.
    Sanctions,
    /// Somebody tries a password of an account.
    LoginTried { account: String, network: String },
    /// The password was right.
    LoggedIn { account: String, network: String },
    /// The owner of an account uses it in this network.
    LoginKnown { account: String, network: String },
    /// A request with a password was counted for a network or a player.
    PasswordCounted { network: Option<String>, player: Option<String> },
}

/// A player connected to a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct PresentPlayer {
    pub player: String,
    /// How long messages travel to them.
    #[serde(default)]
    pub lag: Millis,
}

impl Notice {
    /// As one line of text.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a notice is plain data")
    }

    /// Nothing for notices of other versions that this one does not know.
    pub fn read(line: &str) -> Option<Notice> {
        serde_json::from_str(line).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_lines_and_unknown_ones_are_skipped() {
        let present = PresentPlayer { player: "ada".to_owned(), lag: 30 };
        for topic in [
            Topic::Alive,
            Topic::Game { game: "g".to_owned(), version: 7 },
            Topic::Present { game: "g".to_owned(), players: vec![present], watchers: 2 },
            Topic::PasswordCounted { network: Some("192.0.2.1".to_owned()), player: None },
        ] {
            let notice = Notice { node: "one".to_owned(), topic };
            let line = notice.to_line();
            assert!(!line.contains('\n'));
            assert_eq!(Notice::read(&line), Some(notice));
        }
        assert_eq!(Notice::read(r#"{"node":"one","type":"of a later version"}"#), None);
        assert_eq!(Notice::read("nothing"), None);
    }
}
