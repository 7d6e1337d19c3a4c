//! Moderation: what players report, what administrators do about it, and what a player can
//! download.

use serde::{Deserialize, Serialize};
use tisane_rules::Millis;

use crate::{ChatView, KeptView, MeView, MutedView, SessionView};

/// Whom or what a player reports, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    pub about: ReportedView,
    /// 1 to 1000 characters.
    pub text: String,
}

/// The subject of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ReportedView {
    Player { player: String },
    Message { game: String, number: u64 },
    Game { game: String },
}

/// A report as administrators and its author see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportView {
    pub id: i64,
    pub at: Millis,
    /// Who reported it; nobody if they have deleted themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reporter: Option<MutedView>,
    /// The reported player, or the author of the reported message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player: Option<MutedView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// The number of the reported message in its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub message: Option<u64>,
    /// What the message said when it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub said: Option<String>,
    /// Whether the message has been deleted since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
    pub text: String,
    /// Whether an administrator has dealt with it.
    pub closed: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportList {
    /// The newest first.
    pub reports: Vec<ReportView>,
}

/// What an administrator does. Each action is logged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminAction {
    /// Makes an account an administrator. Only the command line can.
    Grant {
        player: String,
    },
    /// Takes the role away. Only the command line can.
    Revoke {
        player: String,
    },
    /// From now on nobody can read the player's messages.
    Mute {
        player: String,
        /// For this many days; until it is lifted if nothing is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        days: Option<u32>,
    },
    Unmute {
        player: String,
    },
    /// Shuts out a player, an address range, or both.
    Ban {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        player: Option<String>,
        /// An address or a range: `192.0.2.0/24`, `2001:db8::/64`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        address: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        days: Option<u32>,
        /// Shown to the banned player.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        reason: String,
    },
    Unban {
        ban: i64,
    },
    /// Ends a game without a winner.
    CloseGame {
        game: String,
        /// Shown to the players.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        reason: String,
    },
    DeleteMessage {
        game: String,
        number: u64,
    },
    /// Shows a line to everybody for a day; an empty one withdraws the last.
    Announce {
        text: String,
    },
    /// A report has been dealt with.
    CloseReport {
        report: i64,
    },
}

/// A player in a list for administrators.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerView {
    pub id: String,
    pub name: String,
    pub account: bool,
    pub admin: bool,
    pub games: u32,
    /// Open reports about them.
    pub reports: u32,
    /// Whether they are muted now, and until when if that ends by itself.
    pub muted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub muted_until: Option<Millis>,
    /// The bans that shut them out now.
    pub bans: Vec<BanView>,
    /// Names they had before, the latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub former_names: Vec<String>,
    /// Where they connected from last, since the server started. It is not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub address: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerList {
    pub players: Vec<PlayerView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BanView {
    pub id: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player: Option<MutedView>,
    /// The address range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub address: Option<String>,
    pub reason: String,
    pub at: Millis,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub until: Option<Millis>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BanList {
    /// The bans in force, the newest first.
    pub bans: Vec<BanView>,
}

/// Something an administrator did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdminLogEntry {
    pub at: Millis,
    /// The administrator's name, or `command line`.
    pub by: String,
    pub action: AdminAction,
    /// What they did, as a sentence with names: `banned Bo for 3 days: insults`.
    #[serde(default)]
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdminLog {
    /// The newest first.
    pub entries: Vec<AdminLogEntry>,
}

/// A line that administrators show to everybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnnouncementView {
    pub id: i64,
    pub text: String,
    pub at: Millis,
}

/// The announcement in force, if there is one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnnouncementAnswer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub announcement: Option<AnnouncementView>,
}

/// Something a player said, and where.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaidIn {
    pub game: String,
    pub message: ChatView,
}

/// The head of what `GET /api/me/data` answers; games and messages follow it in the same object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MyData {
    pub me: MeView,
    pub sessions: Vec<SessionView>,
    /// Whom they mute or block.
    pub muted: Vec<MutedView>,
    /// The reports they made.
    pub reports: Vec<ReportView>,
    /// The bans that shut them out.
    pub bans: Vec<BanView>,
    /// Names they had before, the latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub former_names: Vec<String>,
    /// Whether an administrator has muted them.
    pub is_muted: bool,
    pub kept: Vec<KeptView>,
}
