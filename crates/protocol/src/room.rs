//! Rooms, their players, and the lobby.

use serde::{Deserialize, Serialize};
use tisane_app::players::{self, RosterEntry};
use tisane_rules::Millis;

use crate::game::{EventView, GameView, PhaseView};
use crate::request::SpectatorsView;
use crate::{ChallengeView, ClockView};

/// A live or finished game and the people around it, as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomView {
    /// The id of the room. Anybody who knows it can enter.
    pub id: String,
    pub lexicon: String,
    pub family: bool,
    pub public: bool,
    pub spectators: SpectatorsView,
    /// Whether it is rated.
    pub rated: bool,
    /// Why it is not rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<UnratedReason>>"))]
    pub unrated: Vec<UnratedReason>,
    /// The seed, if the host chose it. It reveals the bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
    /// Whether the viewer can offer to abort the game. Otherwise they can resign.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub may_abort: bool,
    /// The players by seat.
    pub occupants: Vec<OccupantView>,
    /// Players of the previous game for whom seats are reserved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<ExpectedView>>"))]
    pub expected: Vec<ExpectedView>,
    /// Number of spectators.
    pub watchers: u32,
    /// The rematch of this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rematch: Option<String>,
    /// Why an administrator closed the game; empty if they gave no reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub closed: Option<String>,
    pub game: GameView,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OccupantView {
    /// The player's id; nothing for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player: Option<String>,
    /// The bot's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bot: Option<String>,
    /// Whether they are connected. Bots always are.
    pub here: bool,
    /// Whether the player has an account; guests and bots don't.
    #[serde(default)]
    pub account: bool,
    /// Whether the player has deleted themselves since.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
}

/// A player for whom a seat is reserved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExpectedView {
    /// The player's id.
    pub player: String,
    /// Their name in the previous game.
    pub name: String,
}

/// A room in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomSummary {
    pub id: String,
    pub ruleset: String,
    pub lexicon: String,
    #[serde(default)]
    pub family: bool,
    /// Missing in summaries of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
    pub clock: ClockView,
    pub phase: PhaseView,
    pub names: Vec<String>,
    /// The players' ids by seat; nothing for bots.
    #[serde(default)]
    pub players: Vec<Option<String>>,
    pub scores: Vec<i32>,
    pub most_seats: u32,
    pub rated: bool,
    /// Why it is not rated; missing in summaries of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<UnratedReason>>", optional))]
    pub unrated: Vec<UnratedReason>,
    /// The seed, if the host chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub on_turn: Option<u32>,
    /// Seats that still have to accept or challenge the last play of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub to_accept: Vec<u32>,
    /// The winners; more than one is a tie. Empty before the end, in aborted games and in summaries
    /// of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub winners: Vec<u32>,
    /// Players for whom seats are reserved in a rematch; missing in summaries of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<ExpectedView>>", optional))]
    pub expected: Vec<ExpectedView>,
    /// The seats of guests; missing in summaries of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub guests: Vec<u32>,
    pub changed: Millis,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomList {
    pub rooms: Vec<RoomSummary>,
}

/// A page of the public rooms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyView {
    /// Rooms that wait for players, the longest waiting first. On the first page, games that can be
    /// watched follow.
    pub rooms: Vec<RoomSummary>,
    /// Number of waiting rooms on all pages.
    pub waiting: u32,
}

/// The terms of a new game, before it is created.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTerms {
    pub rated: bool,
    /// Why it would not be rated.
    pub unrated: Vec<UnratedReason>,
}

/// Why a game is not rated. Rated games have a ruleset's standard rules, and are between two
/// accounts or an account and a bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// The host wants it unrated.
    ByChoice,
    /// The lexicon is not the ruleset's own.
    Lexicon,
    /// The challenge rule is not the ruleset's own.
    Challenge,
    /// It is not for two players.
    Seats,
    /// The host chose the seed.
    Seed,
    /// Spectators see all racks.
    OpenRacks,
    /// Its clock is very short or very long.
    Clock,
    /// Players who are away are skipped sooner or later than usual.
    Grace,
    /// A player had no account when it started.
    Guest,
    /// It ended before every player had moved.
    NoMoves,
}

/// A chat message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatView {
    /// Counted from 1 in each room.
    pub number: u64,
    pub player: String,
    pub name: String,
    pub text: String,
    pub at: Millis,
    #[serde(default)]
    pub channel: ChannelView,
    /// Whether a guest wrote it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub guest: bool,
    /// Whether an administrator has deleted it; its text is empty then.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A chat channel. Players don't see the spectators' messages before the game is over.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ChannelView {
    #[default]
    Players,
    Spectators,
}

/// What has changed in a room, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UpdateView {
    /// The version before `events`.
    pub since: u64,
    /// The events since then.
    pub events: Vec<EventView>,
    /// The room now.
    pub room: RoomView,
}

/// The player who sends the request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MeView {
    pub id: String,
    pub name: String,
    /// Whether they have a password, so that they can log in elsewhere.
    pub account: bool,
    /// Whether they are an administrator.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub admin: bool,
    /// Why and until when they are banned, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub banned: Option<BannedView>,
    pub ratings: Vec<RatingView>,
}

/// A ban as the banned player sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BannedView {
    /// Empty if the administrator gave none.
    pub reason: String,
    /// When the ban ends, if it ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub until: Option<Millis>,
}

/// A player's rating for a family of rulesets and a pace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingView {
    /// The ruleset that names the family.
    pub ruleset: String,
    pub pace: PaceView,
    /// By Glicko-2, which starts at 1500.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    pub games: u32,
}

/// The ratings of the players at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatRatings {
    /// By seat; nothing for a player without such a rated game.
    pub seats: Vec<Option<RatingView>>,
}

/// The pace of a game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PaceView {
    /// Ten minutes for each player, or less.
    Fast,
    Slow,
    /// An hour or more for a turn.
    Days,
    /// No clock.
    Untimed,
}

impl PaceView {
    pub fn of(clock: &ClockView) -> PaceView {
        match clock {
            ClockView::None => PaceView::Untimed,
            // A player gets about 15 increments in a game.
            ClockView::Game { initial, increment, .. }
                if initial + 15 * increment <= 10 * 60_000 =>
            {
                PaceView::Fast
            }
            ClockView::Turn { turn, .. } if *turn >= 3_600_000 => PaceView::Days,
            ClockView::Turn { turn, bank } if 15 * turn + bank <= 10 * 60_000 => PaceView::Fast,
            ClockView::Game { .. } | ClockView::Turn { .. } => PaceView::Slow,
        }
    }
}

/// A new display name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NameRequest {
    pub name: String,
}

/// A name and a password: for a new account, or to log in.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    pub name: String,
    pub password: String,
}

/// A new password for an account.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordRequest {
    pub old: String,
    pub new: String,
}

/// What is needed to delete a player.
#[derive(Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DeleteRequest {
    /// The password of an account. Guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub password: Option<String>,
}

/// A browser or program in which a player is logged in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionView {
    /// The id of the session. It is not a secret.
    pub id: String,
    /// `Firefox on Linux`, or `program`. Sessions of older servers have none until they are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub device: Option<String>,
    pub created: Millis,
    /// When it was last used, give or take an hour.
    pub used: Millis,
    /// Whether it is the session of this request.
    pub current: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionList {
    /// This session, then the others, the last used first.
    pub sessions: Vec<SessionView>,
}

/// A secret with which a program can act for the player. It is shown once.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenView {
    pub token: String,
}

/// A bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotView {
    pub name: String,
    /// How it plays.
    pub about: String,
    /// Its ratings on this server.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<RatingView>>"))]
    pub ratings: Vec<RatingView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotList {
    /// The weakest first.
    pub bots: Vec<BotView>,
    /// The name of the default bot.
    pub usual: String,
}

impl BotList {
    /// All bots.
    pub fn every() -> BotList {
        let bot = |RosterEntry { name, about }| BotView {
            name: name.to_owned(),
            about: about.to_owned(),
            ratings: Vec::new(),
        };
        BotList {
            bots: players::roster().map(bot).collect(),
            usual: players::default_name().to_owned(),
        }
    }
}

/// A muted or blocked player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MutedView {
    pub player: String,
    /// Nothing if the account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// Whether they are also blocked: they can't join the player's games.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub blocked: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MutedList {
    pub muted: Vec<MutedView>,
}
