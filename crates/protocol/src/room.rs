//! Rooms, those who sit in them, and the lobby they are found in.

use serde::{Deserialize, Serialize};
use tisane_app::players::{self, RosterEntry};
use tisane_rules::Millis;

use crate::game::{EventView, GameView, PhaseView};
use crate::request::SpectatorsView;
use crate::{ChallengeView, ClockView};

/// One live or finished game with those around it, as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomView {
    /// Names the room in addresses. Who has it may come in.
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
    /// The seed, if the host chose it. Whoever knows it knows the bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
    /// Whether the viewer may offer to abort the game. If not, they can resign.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub may_abort: bool,
    /// Who sits there, by seat.
    pub occupants: Vec<OccupantView>,
    /// For whom seats are kept before a rematch: those who played the game before, and have not
    /// come yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<ExpectedView>>"))]
    pub expected: Vec<ExpectedView>,
    /// How many look on.
    pub watchers: u32,
    /// The game that followed this one.
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
    /// The player's id; none for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player: Option<String>,
    /// The bot's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bot: Option<String>,
    /// Whether they are connected. Bots always are.
    pub here: bool,
    /// Whether the player has an account. Guests and bots have none.
    #[serde(default)]
    pub account: bool,
    /// Whether the player has deleted themselves since.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
}

/// Somebody for whom a seat is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExpectedView {
    /// The player's id.
    pub player: String,
    /// What they were called in the game before.
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
    /// Summaries of older versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
    pub clock: ClockView,
    pub phase: PhaseView,
    pub names: Vec<String>,
    /// Who sits where, by the players' ids; bots have none.
    #[serde(default)]
    pub players: Vec<Option<String>>,
    pub scores: Vec<i32>,
    pub most_seats: u32,
    pub rated: bool,
    /// Why it is not rated; summaries of older versions do not say.
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
    /// Whose answer to the last play of the game is still waited for, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub to_accept: Vec<u32>,
    /// Who has won; more than one is a tie. Nobody before the end, and in games that were aborted;
    /// summaries of older versions do not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub winners: Vec<u32>,
    /// Those for whom seats are kept in a rematch; summaries of older versions do not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<ExpectedView>>", optional))]
    pub expected: Vec<ExpectedView>,
    /// The seats of guests; summaries of older versions list none.
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
    /// Rooms that wait for players, those that have waited longest first. On the first page, rooms
    /// in play that may be watched come after them.
    pub rooms: Vec<RoomSummary>,
    /// How many rooms wait, on all pages.
    pub waiting: u32,
}

/// What a new game would be like: asked before it is created.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTerms {
    pub rated: bool,
    /// Why it would not be rated.
    pub unrated: Vec<UnratedReason>,
}

/// Why a game is not rated. Only games by a ruleset's standard rules between two accounts, or an
/// account and a bot, are.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// The host wants it unrated.
    ByChoice,
    /// It has another lexicon than the ruleset's own.
    Lexicon,
    /// It has another challenge rule than the ruleset's own.
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
    /// Somebody at the table had no account when it started.
    Guest,
}

/// Something said in a room.
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

/// Who talks to whom in a room. Players do not receive what spectators write before the game is
/// over.
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
    /// The version that `events` follow on.
    pub since: u64,
    /// What happened after that.
    pub events: Vec<EventView>,
    /// How things are now.
    pub room: RoomView,
}

/// Who is asking.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MeView {
    pub id: String,
    pub name: String,
    /// Whether there is a password, so that they can log in elsewhere.
    pub account: bool,
    /// Whether they may moderate.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub admin: bool,
    pub ratings: Vec<RatingView>,
}

/// How strong somebody is at a family of rulesets and a pace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingView {
    /// The one that stands for its family.
    pub ruleset: String,
    pub pace: PaceView,
    /// By Glicko-2, which starts at 1500.
    pub rating: f64,
    /// How uncertain that is.
    pub deviation: f64,
    pub games: u32,
}

/// What those at a table have shown in games of its family and pace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatRatings {
    /// By seat; nothing for who has not played such a rated game yet.
    pub seats: Vec<Option<RatingView>>,
}

/// How fast a game is.
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
            // An increment comes about 15 times in a game.
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

/// The name somebody wants to be known by.
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

/// Another password for an account.
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

/// One browser or program in which a player is logged in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionView {
    /// Names the session in requests; nobody can log in with it.
    pub id: String,
    /// `Firefox on Linux`, or `program`. Sessions of older servers have none until they are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub device: Option<String>,
    pub created: Millis,
    /// When it was last used, give or take an hour.
    pub used: Millis,
    /// Whether it is the one that asks.
    pub current: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionList {
    /// The one that asks, then the others, the last used first.
    pub sessions: Vec<SessionView>,
}

/// A secret with which a program may act for the player who asked for it. It is told once.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenView {
    pub token: String,
}

/// A computer player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotView {
    pub name: String,
    /// What to expect of it.
    pub about: String,
    /// What it has shown in rated games on this server.
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
    /// The name of the one that is meant where nobody chose.
    pub usual: String,
}

impl BotList {
    /// Every bot there is.
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

/// Somebody whom one does not want to hear.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MutedView {
    pub player: String,
    /// Nothing if they have deleted themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// Whether they are blocked, too: they cannot join one's games.
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
