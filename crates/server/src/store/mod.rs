//! What outlives the process: one small trait, in the words of games and players.
//!
//! A game's log grows only by [`append`](Store::append), which names the version it follows on: of
//! two who append to the same version one is told so, and has changed nothing. When a future here
//! is ready, what it says is on the disk. Nothing that calls this knows which database it is.

mod admin;
mod admin_log;
mod backup;
mod chat;
mod due;
mod forgetting;
mod health;
mod kept;
mod lock;
mod metrics;
mod moderation;
mod mutes;
mod people;
mod ratings;
mod reports;
mod rooms;
mod schema;
mod sessions;
mod sqlite;
mod writer;

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use tisane_protocol::{
    AdminAction, AdminLogEntry, BanView, ChatView, KeptKind, PaceView, PlayerView, ReportView,
    SaidIn,
};
use tisane_rules::Millis;

pub use admin::Admin;
pub use backup::BackupError;
pub(crate) use forgetting::is_deleted;
pub use metrics::StoreMetrics;
pub(crate) use metrics::latency;
pub(crate) use moderation::ANNOUNCED_FOR;
pub use moderation::{Ban, Sanctions, network};
pub use reports::NewReport;
pub use sqlite::Sqlite;

/// An answer that comes when it is safe.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was faster; load again and look.
    #[error("something else has happened in the meantime")]
    Conflict,
    #[error("the name is taken")]
    Taken,
    #[error(
        "the database was written by a later version of Tisane (schema {found}, and this one knows {known}): update Tisane"
    )]
    Newer { found: i64, known: i64 },
    #[error(
        "the database is of an earlier version of Tisane (schema {found}, and this one needs {known}): start the server once"
    )]
    Older { found: i64, known: i64 },
    /// A report or what an administrator wants is not possible, for this reason.
    #[error("{0}")]
    NotDone(String),
    #[error("the database cannot be used: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    #[error("the database has stopped")]
    Stopped,
    #[error("the disk is full")]
    Full,
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error("tisane is already running on this database ({by})")]
    InUse { by: String },
    #[error("the lock file {} can't be used: {source}", .path.display())]
    Lock { path: PathBuf, source: std::io::Error },
    /// The panic itself is in the log.
    #[error("the database code failed")]
    Panicked,
}

impl StoreError {
    /// Whether the database itself failed, rather than refused something.
    pub(crate) fn is_fault(&self) -> bool {
        !matches!(self, StoreError::Conflict | StoreError::Taken)
    }
}

/// A game that begins to exist.
#[derive(Clone, Debug)]
pub struct NewRoom {
    pub id: String,
    /// The text of its ruleset, which may be another one day.
    pub ruleset: String,
    /// A [`StoredSetup`](tisane_protocol::stored::StoredSetup).
    pub setup: String,
    /// What the room itself agreed on, as JSON.
    pub settings: String,
    pub at: Millis,
}

/// Events that happened in a game, and what lists show of it after them.
#[derive(Clone, Debug)]
pub struct Append {
    pub game: String,
    /// How many events there were before.
    pub version: u64,
    /// Each as [`write_event`](tisane_protocol::stored::write_event) has it.
    pub lines: Vec<String>,
    /// A [`RoomSummary`](tisane_protocol::RoomSummary), as JSON.
    pub summary: String,
    pub ended: bool,
    /// When the game needs looking after even if nobody is there.
    pub due: Option<Millis>,
    pub at: Millis,
    /// Players who took or gave up a seat.
    pub sat_down: Vec<String>,
    pub got_up: Vec<String>,
}

/// A game that needs looking after at some time.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Due {
    pub at: Millis,
    pub id: String,
}

/// A game as it was kept.
#[derive(Clone, Debug)]
pub struct KeptRoom {
    pub ruleset: String,
    pub setup: String,
    pub settings: String,
    pub lines: Vec<String>,
    /// The game that followed it.
    pub rematch: Option<String>,
    /// Why an administrator closed it.
    pub closed: Option<String>,
}

/// A guest or an account.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KeptPlayer {
    pub id: String,
    pub name: String,
    /// The hash, if there is a password.
    pub password: Option<String>,
}

/// One place where a player is known: a browser's cookie or a program's token.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: String,
    pub player: String,
    pub hash: [u8; 32],
    pub at: Millis,
    /// What people call the device: "Firefox on Linux".
    pub device: String,
}

/// A session whose id somebody has shown; whether they know its key is still to be checked.
#[derive(Clone, Debug)]
pub struct FoundSession {
    pub player: KeptPlayer,
    /// The hash of its key.
    pub hash: Vec<u8>,
    /// When it was last used, give or take an hour.
    pub used: Millis,
}

/// A session in a list.
#[derive(Clone, Debug)]
pub struct KeptSession {
    pub id: String,
    /// Sessions of older versions have none until they are used.
    pub device: Option<String>,
    pub at: Millis,
    pub used: Millis,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct KeptRating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
}

/// The ratings of two players after a game, given those before it.
pub type RatingUpdate = Box<dyn FnOnce([Option<KeptRating>; 2]) -> [KeptRating; 2] + Send>;

/// One rating made of two of the same player.
pub type JoinRatings = fn(KeptRating, KeptRating) -> KeptRating;

/// What is rated apart: a player at a family of rulesets and a pace.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct RatingKey {
    pub player: String,
    /// The name of the ruleset that stands for the family.
    pub family: String,
    pub pace: PaceView,
}

/// Something that somebody keeps: a board, a game they follow, a review, a quiz.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Kept {
    pub player: String,
    pub head: KeptHead,
    /// A [`Content`](tisane_protocol::Content), as JSON.
    pub content: String,
}

/// What lists show of it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KeptHead {
    pub id: String,
    pub kind: KeptKind,
    pub title: String,
    /// Counts its changes, from 1.
    pub version: u64,
    /// The name under which others may read it, until that is withdrawn.
    pub share: Option<String>,
    pub at: Millis,
    /// How large the content is.
    pub bytes: usize,
}

pub trait Store: Send + Sync + 'static {
    fn create_room(&self, room: NewRoom) -> Later<'_, ()>;
    fn append(&self, append: Append) -> Later<'_, ()>;
    fn room(&self, id: &str) -> Later<'_, Option<KeptRoom>>;
    /// The games that need looking after by now, the longest overdue first: a page of them, from
    /// `after` on.
    fn due_rooms(&self, now: Millis, after: Option<Due>, most: usize) -> Later<'_, Vec<Due>>;
    /// Summaries of a player's games, the latest first.
    fn rooms_of(&self, player: &str, most: usize) -> Later<'_, Vec<String>>;
    /// Summaries of games in which the player has no seat, that have changed since then and not
    /// ended, and follow one in which the player had one.
    fn rematches_for(&self, player: &str, since: Millis) -> Later<'_, Vec<String>>;
    /// Names the game that follows; the first one named stays. Returns that one.
    fn set_rematch(&self, game: &str, next: &str) -> Later<'_, String>;

    fn say(&self, game: &str, message: ChatView) -> Later<'_, ()>;
    /// What was said last in a game, the oldest first.
    fn chat(&self, game: &str, most: usize) -> Later<'_, Vec<ChatView>>;

    /// A new guest; [`Taken`](StoreError::Taken) if the name looks like an account's.
    fn add_player(&self, player: KeptPlayer, session: NewSession) -> Later<'_, ()>;
    fn player(&self, id: &str) -> Later<'_, Option<KeptPlayer>>;
    /// The account with this name, in capitals or small.
    fn account(&self, name: &str) -> Later<'_, Option<KeptPlayer>>;
    /// Gives a player another name; [`Taken`](StoreError::Taken) if it looks like another
    /// account's.
    fn rename_player(&self, id: &str, name: &str) -> Later<'_, ()>;
    /// Gives a guest a name to log in with and the hash of a password; a
    /// [`Conflict`](StoreError::Conflict) if there is one.
    fn make_account(&self, id: &str, name: &str, password: &str) -> Later<'_, ()>;
    /// Replaces the hash of a password and ends all sessions but one, both or neither. A
    /// [`Conflict`](StoreError::Conflict) if `old` is not the stored hash.
    fn set_password(&self, id: &str, old: &str, new: &str, session: &str) -> Later<'_, ()>;
    /// Forgets a player, and puts "Deleted player" in the place of their name and id in games.
    /// Returns the games that changed.
    fn delete_player(&self, id: &str) -> Later<'_, Vec<String>>;
    /// Adds a session of a player who may have too many by then. Returns those that ended for it;
    /// `keep` does not.
    fn add_session(&self, session: NewSession, keep: Option<&str>) -> Later<'_, Vec<String>>;
    fn session(&self, id: &str) -> Later<'_, Option<FoundSession>>;
    fn sessions_of(&self, player: &str) -> Later<'_, Vec<KeptSession>>;
    /// Notes when a session was used, and by which device if that is not known yet.
    fn touch_session(&self, id: &str, device: Option<&str>, at: Millis) -> Later<'_, ()>;
    fn end_session(&self, id: &str) -> Later<'_, ()>;
    /// Ends all sessions of a player but one.
    fn end_sessions(&self, player: &str, except: Option<&str>) -> Later<'_, ()>;
    /// Ends the sessions that were not used since then, and returns them.
    fn expire_sessions(&self, since: Millis) -> Later<'_, Vec<String>>;

    /// Whether one player does not want to hear another.
    fn mute(&self, player: &str, whom: &str, muted: bool) -> Later<'_, ()>;
    /// Whom a player does not want to hear. Those who were forgotten have no name. The last is
    /// whether they are blocked, too.
    fn muted_by(&self, player: &str) -> Later<'_, Vec<(String, Option<String>, bool)>>;

    fn ratings(&self, player: &str) -> Later<'_, Vec<(RatingKey, KeptRating)>>;
    /// Updates the ratings of two players after a game, once. Players without a rating have
    /// nothing in their place.
    fn rate(&self, game: &str, players: [RatingKey; 2], update: RatingUpdate) -> Later<'_, ()>;

    /// Moves all ratings of one family to another. Players who have both get what `join` makes of
    /// them.
    fn join_ratings(&self, family: &str, other: &str, join: JoinRatings) -> Later<'_, ()>;

    fn keep(&self, kept: Kept) -> Later<'_, ()>;
    /// Keeps this instead of the version before it; a [`Conflict`](StoreError::Conflict) if that is
    /// not the latest.
    fn change_kept(&self, kept: Kept) -> Later<'_, ()>;
    /// Names the link under which others may read it, or takes it away. That is no change of what
    /// is kept.
    fn share_kept(&self, id: &str, share: Option<&str>) -> Later<'_, ()>;
    fn kept(&self, id: &str) -> Later<'_, Option<Kept>>;
    fn shared(&self, share: &str) -> Later<'_, Option<Kept>>;
    /// All that a player keeps, what was changed last first.
    fn kept_of(&self, player: &str) -> Later<'_, Vec<KeptHead>>;
    fn delete_kept(&self, id: &str) -> Later<'_, ()>;

    /// What can be watched of it, if anything can.
    fn metrics(&self) -> Option<StoreMetrics> {
        None
    }
    /// Since when a player has had an account; nothing for guests.
    fn account_since(&self, player: &str) -> Later<'_, Option<Millis>>;
    /// Games that have not ended, with the time of their last change, the latest first.
    fn live_rooms(&self, most: usize) -> Later<'_, Vec<(String, Millis)>>;

    /// Says that a game that has ended is not rated. A rated game stays due until it is counted.
    fn skip_rating(&self, game: &str) -> Later<'_, ()>;

    /// Writes and reads something, unless that worked a moment ago. Fails, too, once damage was
    /// found.
    fn check(&self) -> Later<'_, ()>;
    /// Reads everything to find damage, which takes a while.
    fn verify(&self) -> Later<'_, ()>;

    /// Mutes somebody and keeps them out of one's games. To unmute is to unblock.
    fn block(&self, player: &str, whom: &str) -> Later<'_, ()>;
    /// Whether one of these players blocks somebody.
    fn blocks(&self, by: Vec<String>, whom: &str) -> Later<'_, bool>;
    fn message(&self, game: &str, number: u64) -> Later<'_, Option<ChatView>>;
    fn report(&self, report: NewReport) -> Later<'_, ()>;
    /// The bans, mutes, roles and announcement in force.
    fn sanctions(&self, now: Millis) -> Later<'_, Sanctions>;
    /// Does and logs what an administrator asks for.
    fn moderate(&self, action: AdminAction, by: &str, at: Millis) -> Later<'_, ()>;
    fn find_players(&self, query: &str, now: Millis, most: usize) -> Later<'_, Vec<PlayerView>>;
    /// The bans in force: of a player, or all.
    fn bans(&self, player: Option<&str>, now: Millis) -> Later<'_, Vec<BanView>>;
    /// Reports, the newest first; without `all` only open ones.
    fn reports(&self, all: bool, most: usize) -> Later<'_, Vec<ReportView>>;
    fn reports_by(&self, player: &str, most: usize) -> Later<'_, Vec<ReportView>>;
    fn admin_log(&self, most: usize) -> Later<'_, Vec<AdminLogEntry>>;
    /// What was done on the command line; nothing in the place of what a later version wrote.
    fn admin_commands(&self) -> Later<'_, Vec<(i64, Option<AdminAction>)>>;
    /// The server has taken a command up.
    fn end_admin_command(&self, id: i64) -> Later<'_, ()>;

    /// The games in which a player has a seat, and whether they have ended.
    fn games_of(&self, player: &str) -> Later<'_, Vec<(String, bool)>>;
    /// What a player said after one message, by game and number.
    fn said_by(&self, player: &str, after: (String, u64), most: usize) -> Later<'_, Vec<SaidIn>>;
    /// Replaces what lists show of a game.
    fn set_summary(&self, game: &str, summary: String) -> Later<'_, ()>;
}
