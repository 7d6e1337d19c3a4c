//! A game's log grows only by [`append`](Store::append), which names the version it follows. Of two
//! appends to the same version one is refused and changes nothing. When a write's future is ready,
//! the data is on disk. Callers do not know which database it is.

mod admin;
mod admin_log;
mod backend;
mod backup;
mod chat;
mod copying;
mod database;
mod db;
mod due;
mod forgetting;
mod former_names;
mod health;
mod kept;
mod lock;
mod metrics;
mod moderation;
mod mutes;
mod people;
mod postgres;
mod progress;
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
use tokio::sync::watch;

pub use admin::Admin;
pub use backup::BackupError;
pub use copying::{Copied, CopyError, copy_database};
pub use database::Database;
pub(crate) use forgetting::is_deleted;
pub use metrics::StoreMetrics;
pub(crate) use metrics::latency;
pub(crate) use moderation::ANNOUNCED_FOR;
pub use moderation::{Ban, Sanctions, network, own_range};
pub use postgres::{Postgres, PostgresAddress, PostgresNews};
pub use reports::NewReport;
pub use sqlite::Sqlite;

/// A future that is ready when the data is safe.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another write was first; reload and look.
    #[error("somebody else changed this first")]
    Conflict,
    #[error("the name is taken")]
    Taken,
    #[error(
        "the database was written by a later version of Tisane (schema {found}; this one supports {known}): update Tisane"
    )]
    Newer { found: i64, known: i64 },
    #[error(
        "the database is of an earlier version of Tisane (schema {found}; this one needs {known}): start the server once"
    )]
    Older { found: i64, known: i64 },
    /// A report, a rename or an administrator's action is not possible, for this reason.
    #[error("{0}")]
    NotDone(String),
    #[error("the database cannot be used: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// No connection, or a lost one.
    #[error("the database can't be reached: {0}")]
    Unreachable(String),
    /// The address of a database; never with a password.
    #[error("{0}")]
    Address(String),
    #[error("the database's clock has jumped by {0} ms")]
    Clock(Millis),
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
    /// The panic is in the log.
    #[error("the database code failed")]
    Panicked,
}

impl StoreError {
    /// Whether the database itself failed, rather than refused something.
    pub(crate) fn is_fault(&self) -> bool {
        !matches!(self, StoreError::Conflict | StoreError::Taken | StoreError::NotDone(_))
    }
}

/// A new game.
#[derive(Clone, Debug)]
pub struct NewRoom {
    pub id: String,
    /// The text of its ruleset, which may change later.
    pub ruleset: String,
    /// A [`StoredSetup`](tisane_protocol::stored::StoredSetup).
    pub setup: String,
    /// The room's settings, as JSON.
    pub settings: String,
    pub at: Millis,
}

/// New events of a game, and its summary after them.
#[derive(Clone, Debug)]
pub struct Append {
    pub game: String,
    /// The number of events before.
    pub version: u64,
    /// Each as [`write_event`](tisane_protocol::stored::write_event) writes it.
    pub lines: Vec<String>,
    /// A [`RoomSummary`](tisane_protocol::RoomSummary), as JSON.
    pub summary: String,
    pub ended: bool,
    /// When the game is due, even if nobody watches.
    pub due: Option<Millis>,
    pub at: Millis,
    /// Players who took or gave up a seat.
    pub sat_down: Vec<String>,
    pub got_up: Vec<String>,
}

/// A game that is due at some time.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Due {
    pub at: Millis,
    pub id: String,
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredRoom {
    pub ruleset: String,
    pub setup: String,
    pub settings: String,
    pub lines: Vec<String>,
    /// The game that followed it.
    pub rematch: Option<String>,
    /// Why an administrator closed it.
    pub closed: Option<String>,
}

/// What is new in a game since some version.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Tail {
    /// The events from that version on.
    pub lines: Vec<String>,
    pub rematch: Option<String>,
    pub closed: Option<String>,
}

/// How far a game is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Progress {
    pub id: String,
    /// The number of events.
    pub version: u64,
    /// The number of the last message; 0 without messages.
    pub messages: u64,
    pub rematch: Option<String>,
}

/// A guest or an account.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StoredPlayer {
    pub id: String,
    pub name: String,
    /// The hash, if there is a password.
    pub password: Option<String>,
}

/// A new session: a browser's cookie or a program's token.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: String,
    pub player: String,
    pub hash: [u8; 32],
    pub at: Millis,
    /// The device's name: "Firefox on Linux".
    pub device: String,
}

/// A session found by its id; the key is still to be checked.
#[derive(Clone, Debug)]
pub struct FoundSession {
    pub player: StoredPlayer,
    /// The hash of its key.
    pub hash: Vec<u8>,
    /// When it was last used, give or take an hour.
    pub used: Millis,
}

/// A session in a list.
#[derive(Clone, Debug)]
pub struct StoredSession {
    pub id: String,
    /// Sessions of older versions have none until they are used.
    pub device: Option<String>,
    pub at: Millis,
    pub used: Millis,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct StoredRating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
}

/// The ratings of two players after a game, given those before it.
pub type RatingUpdate = Box<dyn FnOnce([Option<StoredRating>; 2]) -> [StoredRating; 2] + Send>;

/// One rating made of two of the same player.
pub type JoinRatings = fn(StoredRating, StoredRating) -> StoredRating;

/// What has its own rating: a player, a family of rulesets and a pace.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct RatingKey {
    pub player: String,
    /// The ruleset that names the family.
    pub family: String,
    pub pace: PaceView,
}

/// A saved item: a board, a followed game, a review, a quiz.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SavedItem {
    pub player: String,
    pub head: SavedHead,
    /// A [`Content`](tisane_protocol::Content), as JSON.
    pub content: String,
}

/// The head of a saved item, for lists.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SavedHead {
    pub id: String,
    pub kind: KeptKind,
    pub title: String,
    /// The number of changes, from 1.
    pub version: u64,
    /// The name in its link, while it is shared.
    pub share: Option<String>,
    pub at: Millis,
    /// The size of the content.
    pub bytes: usize,
}

pub trait Store: Send + Sync + 'static {
    fn create_room(&self, room: NewRoom) -> StoreFuture<'_, ()>;
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;
    fn room(&self, id: &str) -> StoreFuture<'_, Option<StoredRoom>>;
    /// The events of a game from a version on.
    fn tail(&self, id: &str, from: u64) -> StoreFuture<'_, Option<Tail>>;
    /// How far these games are. Unknown games are left out.
    fn progress(&self, games: Vec<String>) -> StoreFuture<'_, Vec<Progress>>;
    /// Due games that nobody has claimed, the longest overdue first. They are claimed until then,
    /// so that of several nodes one loads them.
    fn claim_due(&self, now: Millis, until: Millis, most: usize) -> StoreFuture<'_, Vec<Due>>;
    /// Due games, the longest overdue first: a page after `after`.
    fn due_rooms(&self, now: Millis, after: Option<Due>, most: usize) -> StoreFuture<'_, Vec<Due>>;
    /// Summaries of a player's games, the latest first.
    fn rooms_of(&self, player: &str, most: usize) -> StoreFuture<'_, Vec<String>>;
    /// Summaries of unfinished rematches changed since then, in which the player has no seat yet.
    fn rematches_for(&self, player: &str, since: Millis) -> StoreFuture<'_, Vec<String>>;
    /// Sets the rematch of a game; the first one stays. Returns that one.
    fn set_rematch(&self, game: &str, next: &str) -> StoreFuture<'_, String>;

    fn say(&self, game: &str, message: ChatView) -> StoreFuture<'_, ()>;
    /// The last messages of a game, oldest first.
    fn chat(&self, game: &str, most: usize) -> StoreFuture<'_, Vec<ChatView>>;

    /// A new guest; [`Taken`](StoreError::Taken) if the name looks like an account's.
    fn add_player(&self, player: StoredPlayer, session: NewSession) -> StoreFuture<'_, ()>;
    fn player(&self, id: &str) -> StoreFuture<'_, Option<StoredPlayer>>;
    /// The account of this name, in any case.
    fn account(&self, name: &str) -> StoreFuture<'_, Option<StoredPlayer>>;
    /// Renames a player; [`Taken`](StoreError::Taken) if the name looks like another account's, or
    /// like one that another account gave up lately.
    fn rename_player(&self, id: &str, name: &str) -> StoreFuture<'_, ()>;
    /// Turns a guest into an account with the hash of a password; a
    /// [`Conflict`](StoreError::Conflict) if it is one.
    fn make_account(&self, id: &str, name: &str, password: &str) -> StoreFuture<'_, ()>;
    /// Replaces the hash of a password and ends all sessions but one, both or neither. A
    /// [`Conflict`](StoreError::Conflict) if `old` is not the stored hash.
    fn set_password(&self, id: &str, old: &str, new: &str, session: &str) -> StoreFuture<'_, ()>;
    /// Deletes a player. "Deleted player" takes their place in games. Returns the games that
    /// changed.
    fn delete_player(&self, id: &str) -> StoreFuture<'_, Vec<String>>;
    /// Adds a session and ends surplus ones, but not `keep`. Returns those that ended.
    fn add_session(&self, session: NewSession, keep: Option<&str>) -> StoreFuture<'_, Vec<String>>;
    fn session(&self, id: &str) -> StoreFuture<'_, Option<FoundSession>>;
    fn sessions_of(&self, player: &str) -> StoreFuture<'_, Vec<StoredSession>>;
    /// Those of these sessions that have ended.
    fn ended_sessions(&self, sessions: Vec<String>) -> StoreFuture<'_, Vec<String>>;
    /// Stores when a session was used, and its device if that is not known yet.
    fn touch_session(&self, id: &str, device: Option<&str>, at: Millis) -> StoreFuture<'_, ()>;
    fn end_session(&self, id: &str) -> StoreFuture<'_, ()>;
    /// Ends all sessions of a player but one.
    fn end_sessions(&self, player: &str, except: Option<&str>) -> StoreFuture<'_, ()>;
    /// Ends sessions that were not used since then, and returns them.
    fn expire_sessions(&self, since: Millis) -> StoreFuture<'_, Vec<String>>;

    /// Mutes or unmutes a player.
    fn mute(&self, player: &str, whom: &str, muted: bool) -> StoreFuture<'_, ()>;
    /// The players that one mutes: id, name unless deleted, and whether they are blocked, too.
    fn muted_by(&self, player: &str) -> StoreFuture<'_, Vec<(String, Option<String>, bool)>>;

    fn ratings(&self, player: &str) -> StoreFuture<'_, Vec<(RatingKey, StoredRating)>>;
    /// Updates the ratings of two players after a game, once. Players without a rating have
    /// nothing in their place.
    fn rate(
        &self,
        game: &str,
        players: [RatingKey; 2],
        update: RatingUpdate,
    ) -> StoreFuture<'_, ()>;

    /// Moves all ratings of one family to another. Players who have both get what `join` makes of
    /// them.
    fn join_ratings(&self, family: &str, other: &str, join: JoinRatings) -> StoreFuture<'_, ()>;

    fn keep(&self, kept: SavedItem) -> StoreFuture<'_, ()>;
    /// Replaces the version before this; a [`Conflict`](StoreError::Conflict) if that is not the
    /// latest.
    fn change_kept(&self, kept: SavedItem) -> StoreFuture<'_, ()>;
    /// Sets or removes the link of an item. That does not change its version.
    fn share_kept(&self, id: &str, share: Option<&str>) -> StoreFuture<'_, ()>;
    fn kept(&self, id: &str) -> StoreFuture<'_, Option<SavedItem>>;
    fn shared(&self, share: &str) -> StoreFuture<'_, Option<SavedItem>>;
    /// A player's items, the last changed first.
    fn kept_of(&self, player: &str) -> StoreFuture<'_, Vec<SavedHead>>;
    fn delete_kept(&self, id: &str) -> StoreFuture<'_, ()>;

    /// Metrics, if there are any.
    fn metrics(&self) -> Option<StoreMetrics> {
        None
    }
    /// Since when a player has had an account; nothing for guests.
    fn account_since(&self, player: &str) -> StoreFuture<'_, Option<Millis>>;
    /// Games that have not ended, with the time of their last change, the latest first.
    fn live_rooms(&self, most: usize) -> StoreFuture<'_, Vec<(String, Millis)>>;

    /// Marks an ended game as not rated. A rated game stays due until it is rated.
    fn skip_rating(&self, game: &str) -> StoreFuture<'_, ()>;

    /// Writes and reads a row, unless that worked a moment ago. Fails once damage has been found.
    fn check(&self) -> StoreFuture<'_, ()>;
    /// Whether the database can be reached, if it can be cut off.
    fn reachable(&self) -> Option<watch::Receiver<bool>> {
        None
    }
    /// How far the database's clock is ahead of this machine's, if it has a clock of its own.
    fn clock_offset(&self) -> Option<watch::Receiver<Millis>> {
        None
    }
    /// Checks everything for damage, which takes a while.
    fn verify(&self) -> StoreFuture<'_, ()>;

    /// Blocks a player: mutes them and keeps them out of one's games. Unmuting unblocks.
    fn block(&self, player: &str, whom: &str) -> StoreFuture<'_, ()>;
    /// Whether one of these players blocks another.
    fn blocks(&self, by: Vec<String>, whom: &str) -> StoreFuture<'_, bool>;
    fn message(&self, game: &str, number: u64) -> StoreFuture<'_, Option<ChatView>>;
    fn report(&self, report: NewReport) -> StoreFuture<'_, ()>;
    /// The bans, mutes, roles and announcement in force.
    fn sanctions(&self, now: Millis) -> StoreFuture<'_, Sanctions>;
    /// Carries out and logs an action of an administrator.
    fn moderate(&self, action: AdminAction, by: &str, at: Millis) -> StoreFuture<'_, ()>;
    fn find_players(
        &self,
        query: &str,
        now: Millis,
        most: usize,
    ) -> StoreFuture<'_, Vec<PlayerView>>;
    /// The bans in force: of a player, or all.
    fn bans(&self, player: Option<&str>, now: Millis) -> StoreFuture<'_, Vec<BanView>>;
    /// Reports, the newest first; without `all` only open ones.
    fn reports(&self, all: bool, most: usize) -> StoreFuture<'_, Vec<ReportView>>;
    fn reports_by(&self, player: &str, most: usize) -> StoreFuture<'_, Vec<ReportView>>;
    fn admin_log(&self, most: usize) -> StoreFuture<'_, Vec<AdminLogEntry>>;
    /// Actions of the command line; nothing for those of a later version.
    fn admin_commands(&self) -> StoreFuture<'_, Vec<(i64, Option<AdminAction>)>>;
    /// The server has applied an action of the command line.
    fn end_admin_command(&self, id: i64) -> StoreFuture<'_, ()>;

    /// The games in which a player has a seat, and whether they have ended.
    fn games_of(&self, player: &str) -> StoreFuture<'_, Vec<(String, bool)>>;
    /// A player's messages after one message, by game and number.
    fn said_by(
        &self,
        player: &str,
        after: (String, u64),
        most: usize,
    ) -> StoreFuture<'_, Vec<SaidIn>>;
    /// Replaces the summary of a game.
    fn set_summary(&self, game: &str, summary: String) -> StoreFuture<'_, ()>;
}
