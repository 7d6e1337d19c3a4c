//! SQLite, inside this process. One thread writes: it takes all that waits, does it in one transaction and syncs
//! once, so a thousand moves a second cost no more syncs than the disk can do. Everybody else reads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use tisane_protocol::{AdminAction, AdminLogEntry, BanView, ChatView, KeptKind, PaceView, PlayerView, ReportView, SaidIn, SessionView};
use tisane_rules::Millis;
use tokio::sync::{Semaphore, oneshot};

use crate::rating;

use super::moderation::Which;
use super::{
    Append, Kept, KeptHead, KeptPlayer, KeptRating, KeptRoom, Later, NewReport, NewRoom, NewSession, RatingKey, Sanctions, Store,
    StoreError, forgetting, moderation, schema,
};

/// So much is written in one transaction at most.
const LARGEST_BATCH: usize = 1000;
/// So many read at a time, each with a connection that is kept for the next.
const READERS: usize = 4;

pub struct Sqlite {
    path: PathBuf,
    writer: mpsc::Sender<Job>,
    readers: Arc<Mutex<Vec<Connection>>>,
    reading: Arc<Semaphore>,
}

/// Something to write. It is told afterwards whether that was committed.
type Job = Box<dyn FnOnce(&Connection) -> Told + Send>;
type Told = Box<dyn FnOnce(Result<(), &rusqlite::Error>) + Send>;

impl Sqlite {
    /// Opens the file, or makes it.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        let mut connection = connect(&path)?;
        schema::migrate(&mut connection)?;
        let (writer, jobs) = mpsc::channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(connection, &jobs))
            .map_err(|_| StoreError::Stopped)?;
        Ok(Sqlite { path, writer, readers: Arc::default(), reading: Arc::new(Semaphore::new(READERS)) })
    }

    /// Copies the database as it is at one moment, while it is in use, to a file that is not there yet.
    pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
        let source = connect(from)?;
        let mut copy = Connection::open(to)?;
        let backup = rusqlite::backup::Backup::new(&source, &mut copy)?;
        backup.run_to_completion(1000, Duration::from_millis(1), None)?;
        Ok(())
    }

    /// Runs `work` in the writer's next transaction; ready when that is on the disk. An error undoes this work and no other.
    fn write<T: Send + 'static>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static) -> Later<'_, T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let result = in_savepoint(connection, work);
            Box::new(move |committed| {
                let result = match committed {
                    Ok(()) => result,
                    Err(error) => Err(copy_of(error).into()),
                };
                let _ = answer.send(result); // whoever asked may be gone
            })
        });
        let sent = self.writer.send(job);
        Box::pin(async move {
            sent.map_err(|_| StoreError::Stopped)?;
            answered.await.map_err(|_| StoreError::Stopped)?
        })
    }

    fn read<T: Send + 'static>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static) -> Later<'_, T> {
        Box::pin(async move {
            let turn = self.reading.clone().acquire_owned().await.map_err(|_| StoreError::Stopped)?;
            let (path, readers) = (self.path.clone(), self.readers.clone());
            let task = tokio::task::spawn_blocking(move || {
                let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let connection = idle.map_or_else(|| connect(&path), Ok)?;
                let result = work(&connection);
                readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
                drop(turn);
                result
            });
            task.await.map_err(|_| StoreError::Stopped)?
        })
    }
}

pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The writer: ends when nobody can ask it any more.
fn write_all(connection: Connection, jobs: &mpsc::Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let waiting = std::iter::once(first).chain(jobs.try_iter()).take(LARGEST_BATCH);
        if connection.execute_batch("BEGIN IMMEDIATE").is_err() {
            waiting.for_each(drop); // who asked is told that the database has stopped
            continue;
        }
        let told: Vec<Told> = waiting.map(|job| job(&connection)).collect();
        let committed = connection.execute_batch("COMMIT");
        if committed.is_err() {
            let _ = connection.execute_batch("ROLLBACK");
        }
        told.into_iter().for_each(|told| told(committed.as_ref().copied()));
    }
}

fn in_savepoint<T>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
    connection.execute_batch("SAVEPOINT job")?;
    let result = work(connection);
    connection.execute_batch(if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })?;
    result
}

/// Everybody in a batch is told of the same error, which cannot be cloned.
fn copy_of(error: &rusqlite::Error) -> rusqlite::Error {
    let code = error.sqlite_error().copied().unwrap_or(rusqlite::ffi::Error { code: ErrorCode::SystemIoFailure, extended_code: 0 });
    rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(Box::new(error))
    }
}

fn is_taken(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Taken,
        _ => error.into(),
    }
}

impl Store for Sqlite {
    fn create_room(&self, room: NewRoom) -> Later<'_, ()> {
        self.write(move |db| {
            let hash = crate::secret::hex(&crate::secret::hash(&room.ruleset));
            db.prepare_cached("INSERT OR IGNORE INTO rulesets VALUES (?, ?)")?.execute(params![hash, room.ruleset])?;
            let mut insert = db.prepare_cached("INSERT INTO rooms (id, ruleset, setup, settings, changed) VALUES (?, ?, ?, ?, ?)")?;
            insert.execute(params![room.id, hash, room.setup, room.settings, room.at]).map_err(is_taken)?;
            Ok(())
        })
    }

    fn append(&self, append: Append) -> Later<'_, ()> {
        self.write(move |db| {
            let version: Option<u64> = db
                .prepare_cached("SELECT number + 1 FROM events WHERE room = ? ORDER BY number DESC LIMIT 1")?
                .query_row([&append.game], |row| row.get(0))
                .optional()?;
            if version.unwrap_or(0) != append.version {
                return Err(StoreError::Conflict);
            }
            let mut insert = db.prepare_cached("INSERT INTO events VALUES (?, ?, ?)")?;
            for (number, line) in (append.version..).zip(&append.lines) {
                insert.execute(params![append.game, number, line])?;
            }
            let mut update = db.prepare_cached("UPDATE rooms SET summary = ?, ended = ?, due = ?, changed = ? WHERE id = ?")?;
            update.execute(params![append.summary, append.ended, append.due, append.at, append.game])?;
            for player in &append.sat_down {
                db.prepare_cached("INSERT OR IGNORE INTO seats VALUES (?, ?)")?.execute(params![player, append.game])?;
            }
            for player in &append.got_up {
                db.prepare_cached("DELETE FROM seats WHERE player = ? AND room = ?")?.execute(params![player, append.game])?;
                db.prepare_cached("INSERT OR IGNORE INTO former_seats VALUES (?, ?)")?.execute(params![player, append.game])?;
            }
            Ok(())
        })
    }

    fn room(&self, id: &str) -> Later<'_, Option<KeptRoom>> {
        let id = id.to_owned();
        self.read(move |db| {
            // One statement after the other: a log that grows in between is loaded with what it has grown by.
            let kept = db
                .prepare_cached("SELECT text, setup, settings, rematch FROM rooms JOIN rulesets ON hash = ruleset WHERE id = ?")?
                .query_row([&id], |row| {
                    Ok(KeptRoom {
                        ruleset: row.get(0)?,
                        setup: row.get(1)?,
                        settings: row.get(2)?,
                        rematch: row.get(3)?,
                        lines: Vec::new(),
                    })
                })
                .optional()?;
            let Some(mut kept) = kept else { return Ok(None) };
            let mut lines = db.prepare_cached("SELECT line FROM events WHERE room = ? ORDER BY number")?;
            kept.lines = lines.query_map([&id], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some(kept))
        })
    }

    fn due_rooms(&self, now: Millis) -> Later<'_, Vec<String>> {
        self.read(move |db| {
            let mut due = db.prepare_cached("SELECT id FROM rooms WHERE due <= ? ORDER BY due LIMIT 1000")?;
            Ok(due.query_map([now], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn rooms_of(&self, player: &str, most: usize) -> Later<'_, Vec<String>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut rooms = db.prepare_cached(
                "SELECT summary FROM seats JOIN rooms ON id = room WHERE player = ? AND summary IS NOT NULL \
                 ORDER BY ended, changed DESC LIMIT ?",
            )?;
            Ok(rooms.query_map(params![player, most as i64], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn rematches_for(&self, player: &str, since: Millis) -> Later<'_, Vec<String>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut rooms = db.prepare_cached(
                "SELECT next.summary FROM seats JOIN rooms ON rooms.id = room JOIN rooms AS next ON next.id = rooms.rematch \
                 WHERE player = ?1 AND next.changed > ?2 AND NOT next.ended AND next.summary IS NOT NULL \
                 AND NOT EXISTS (SELECT * FROM seats AS mine WHERE mine.player = ?1 AND mine.room = next.id)",
            )?;
            Ok(rooms.query_map(params![player, since], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn set_rematch(&self, game: &str, next: &str) -> Later<'_, String> {
        let (game, next) = (game.to_owned(), next.to_owned());
        self.write(move |db| {
            db.prepare_cached("UPDATE rooms SET rematch = ? WHERE id = ? AND rematch IS NULL")?.execute([&next, &game])?;
            let named = db.prepare_cached("SELECT rematch FROM rooms WHERE id = ?")?.query_row([&game], |row| row.get(0))?;
            Ok(named)
        })
    }

    fn say(&self, game: &str, message: ChatView) -> Later<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| moderation::say(db, &game, &message))
    }

    fn chat(&self, game: &str, most: usize) -> Later<'_, Vec<ChatView>> {
        let game = game.to_owned();
        self.read(move |db| moderation::chat(db, &game, most))
    }

    fn add_player(&self, player: KeptPlayer, session: NewSession) -> Later<'_, ()> {
        self.write(move |db| {
            db.prepare_cached("INSERT INTO players (id, name) VALUES (?, ?)")?.execute([&player.id, &player.name])?;
            insert_session(db, &session)
        })
    }

    fn player(&self, id: &str) -> Later<'_, Option<KeptPlayer>> {
        let id = id.to_owned();
        self.read(move |db| {
            Ok(db.prepare_cached("SELECT id, name, password FROM players WHERE id = ?")?.query_row([id], player).optional()?)
        })
    }

    fn account(&self, name: &str) -> Later<'_, Option<KeptPlayer>> {
        let name = name.to_lowercase();
        self.read(move |db| {
            Ok(db.prepare_cached("SELECT id, name, password FROM players WHERE account = ?")?.query_row([name], player).optional()?)
        })
    }

    fn change_player(&self, KeptPlayer { id, name, password }: KeptPlayer) -> Later<'_, ()> {
        self.write(move |db| {
            let account = password.as_ref().map(|_| name.to_lowercase());
            let mut update = db.prepare_cached("UPDATE players SET name = ?, account = ?, password = ? WHERE id = ?")?;
            update.execute(params![name, account, password, id]).map_err(is_taken)?;
            Ok(())
        })
    }

    fn delete_player(&self, id: &str) -> Later<'_, Vec<String>> {
        let id = id.to_owned();
        self.write(move |db| forgetting::forget(db, &id))
    }

    fn add_session(&self, session: NewSession) -> Later<'_, ()> {
        self.write(move |db| insert_session(db, &session))
    }

    fn session(&self, id: &str) -> Later<'_, Option<(KeptPlayer, Vec<u8>)>> {
        let id = id.to_owned();
        self.read(move |db| {
            let mut find = db.prepare_cached(
                "SELECT players.id, name, password, hash FROM sessions JOIN players ON players.id = player WHERE sessions.id = ?",
            )?;
            Ok(find.query_row([id], |row| Ok((player(row)?, row.get(3)?))).optional()?)
        })
    }

    fn end_session(&self, id: &str) -> Later<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| Ok(db.execute("DELETE FROM sessions WHERE id = ?", [id]).map(drop)?))
    }

    fn end_sessions(&self, player: &str) -> Later<'_, ()> {
        let player = player.to_owned();
        self.write(move |db| Ok(db.execute("DELETE FROM sessions WHERE player = ?", [player]).map(drop)?))
    }

    fn mute(&self, player: &str, whom: &str, muted: bool) -> Later<'_, ()> {
        let (player, whom) = (player.to_owned(), whom.to_owned());
        self.write(move |db| {
            let change = if muted {
                "INSERT OR IGNORE INTO muted (player, whom) VALUES (?, ?)"
            } else {
                "DELETE FROM muted WHERE player = ? AND whom = ?"
            };
            Ok(db.execute(change, [player, whom]).map(drop)?)
        })
    }

    fn muted_by(&self, player: &str) -> Later<'_, Vec<(String, Option<String>, bool)>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut find =
                db.prepare_cached("SELECT whom, name, blocked FROM muted LEFT JOIN players ON id = whom WHERE player = ? ORDER BY name")?;
            Ok(find.query_map([player], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect::<Result<_, _>>()?)
        })
    }

    fn ratings(&self, player: &str) -> Later<'_, Vec<(RatingKey, KeptRating)>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut find = db.prepare_cached(
                "SELECT family, pace, rating, deviation, volatility, games FROM ratings WHERE player = ? ORDER BY games DESC",
            )?;
            let row = |row: &Row| {
                let pace = pace_named(&row.get::<_, String>(1)?);
                Ok((RatingKey { player: player.clone(), family: row.get(0)?, pace }, kept_rating(row, 2)?))
            };
            Ok(find.query_map([&player], row)?.collect::<Result<_, _>>()?)
        })
    }

    fn rate(&self, game: &str, players: [RatingKey; 2], share: f64) -> Later<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| {
            if db.execute("UPDATE rooms SET counted = 1 WHERE id = ? AND counted = 0", [&game])? == 0 {
                return Ok(());
            }
            let [one, other] = [rating_of(db, &players[0])?, rating_of(db, &players[1])?];
            let after = [rating::after(one, other, share), rating::after(other, one, 1.0 - share)];
            players.iter().zip(after).try_for_each(|(key, rating)| set_rating(db, key, rating))
        })
    }

    fn join_ratings(&self, family: &str, other: &str) -> Later<'_, ()> {
        let (family, other) = (family.to_owned(), other.to_owned());
        self.write(move |db| {
            let mut find = db.prepare_cached("SELECT player, pace, rating, deviation, volatility, games FROM ratings WHERE family = ?")?;
            let row = |row: &Row| {
                let (player, pace) = (row.get(0)?, pace_named(&row.get::<_, String>(1)?));
                Ok((RatingKey { player, family: other.clone(), pace }, kept_rating(row, 2)?))
            };
            let moved: Vec<(RatingKey, KeptRating)> = find.query_map([&family], row)?.collect::<Result<_, _>>()?;
            for (key, rating) in moved {
                let joined = found_rating(db, &key)?.map_or(rating, |own| rating::together(own, rating));
                set_rating(db, &key, joined)?;
            }
            Ok(db.execute("DELETE FROM ratings WHERE family = ?", [&family]).map(drop)?)
        })
    }

    fn keep(&self, Kept { player, head, content }: Kept) -> Later<'_, ()> {
        self.write(move |db| {
            let mut insert = db.prepare_cached(
                "INSERT INTO kept (id, player, kind, title, version, share, at, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            let KeptHead { id, kind, title, version, share, at, .. } = head;
            insert.execute(params![id, player, kind_name(kind), title, version, share, at, content])?;
            Ok(())
        })
    }

    fn change_kept(&self, Kept { head, content, .. }: Kept) -> Later<'_, ()> {
        self.write(move |db| {
            let KeptHead { id, title, version, at, .. } = head;
            let mut update =
                db.prepare_cached("UPDATE kept SET title = ?, version = ?, at = ?, content = ? WHERE id = ? AND version = ? - 1")?;
            match update.execute(params![title, version, at, content, id, version])? {
                0 => Err(StoreError::Conflict),
                _ => Ok(()),
            }
        })
    }

    fn share_kept(&self, id: &str, share: Option<&str>) -> Later<'_, ()> {
        let (id, share) = (id.to_owned(), share.map(str::to_owned));
        self.write(move |db| Ok(db.execute("UPDATE kept SET share = ? WHERE id = ?", params![share, id]).map(drop)?))
    }

    fn kept(&self, id: &str) -> Later<'_, Option<Kept>> {
        let id = id.to_owned();
        self.read(move |db| {
            Ok(db.prepare_cached(&format!("SELECT {HEAD}, player, content FROM kept WHERE id = ?"))?.query_row([id], kept).optional()?)
        })
    }

    fn shared(&self, share: &str) -> Later<'_, Option<Kept>> {
        let share = share.to_owned();
        self.read(move |db| {
            Ok(db
                .prepare_cached(&format!("SELECT {HEAD}, player, content FROM kept WHERE share = ?"))?
                .query_row([share], kept)
                .optional()?)
        })
    }

    fn kept_of(&self, player: &str) -> Later<'_, Vec<KeptHead>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut find = db.prepare_cached(&format!("SELECT {HEAD} FROM kept WHERE player = ? ORDER BY at DESC"))?;
            Ok(find.query_map([player], kept_head)?.collect::<Result<_, _>>()?)
        })
    }

    fn delete_kept(&self, id: &str) -> Later<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| Ok(db.execute("DELETE FROM kept WHERE id = ?", [id]).map(drop)?))
    }

    fn check(&self) -> Later<'_, ()> {
        self.write(|db| Ok(db.query_row("SELECT count(*) FROM rulesets", [], |_| Ok(()))?))
    }

    fn block(&self, player: &str, whom: &str) -> Later<'_, ()> {
        let (player, whom) = (player.to_owned(), whom.to_owned());
        self.write(move |db| moderation::block(db, &player, &whom))
    }

    fn blocks(&self, by: Vec<String>, whom: &str) -> Later<'_, bool> {
        let whom = whom.to_owned();
        self.read(move |db| moderation::blocks(db, &by, &whom))
    }

    fn accounts(&self, players: Vec<String>) -> Later<'_, Vec<String>> {
        self.read(move |db| moderation::accounts(db, &players))
    }

    fn message(&self, game: &str, number: u64) -> Later<'_, Option<ChatView>> {
        let game = game.to_owned();
        self.read(move |db| moderation::message(db, &game, number))
    }

    fn report(&self, report: NewReport) -> Later<'_, ()> {
        self.write(move |db| moderation::report(db, &report))
    }

    fn sanctions(&self, now: Millis) -> Later<'_, Sanctions> {
        self.read(move |db| moderation::sanctions(db, now))
    }

    fn moderate(&self, action: AdminAction, by: &str, at: Millis) -> Later<'_, ()> {
        let by = by.to_owned();
        self.write(move |db| moderation::act(db, &action, &by, at))
    }

    fn find_players(&self, query: &str, now: Millis, most: usize) -> Later<'_, Vec<PlayerView>> {
        let query = query.to_owned();
        self.read(move |db| moderation::players(db, &query, now, most))
    }

    fn bans(&self, player: Option<&str>, now: Millis) -> Later<'_, Vec<BanView>> {
        let player = player.map(str::to_owned);
        self.read(move |db| moderation::bans_of(db, player.as_deref(), now))
    }

    fn reports(&self, all: bool, most: usize) -> Later<'_, Vec<ReportView>> {
        self.read(move |db| moderation::reports(db, if all { Which::All } else { Which::Open }, most))
    }

    fn reports_by(&self, player: &str, most: usize) -> Later<'_, Vec<ReportView>> {
        let player = player.to_owned();
        self.read(move |db| moderation::reports(db, Which::By(&player), most))
    }

    fn admin_log(&self, most: usize) -> Later<'_, Vec<AdminLogEntry>> {
        self.read(move |db| moderation::log(db, most))
    }

    fn admin_commands(&self) -> Later<'_, Vec<(i64, Option<AdminAction>)>> {
        self.read(moderation::commands)
    }

    fn end_admin_command(&self, id: i64) -> Later<'_, ()> {
        self.write(move |db| Ok(db.execute("DELETE FROM admin_commands WHERE id = ?", [id]).map(drop)?))
    }

    fn games_of(&self, player: &str) -> Later<'_, Vec<(String, bool)>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::games_of(db, &player))
    }

    fn sessions_of(&self, player: &str) -> Later<'_, Vec<SessionView>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::sessions_of(db, &player))
    }

    fn said_by(&self, player: &str, after: (String, u64), most: usize) -> Later<'_, Vec<SaidIn>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::said_by(db, &player, (&after.0, after.1), most))
    }

    fn set_summary(&self, game: &str, summary: String) -> Later<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| Ok(db.execute("UPDATE rooms SET summary = ? WHERE id = ?", params![summary, game]).map(drop)?))
    }
}

fn insert_session(db: &Connection, session: &NewSession) -> Result<(), StoreError> {
    let mut insert = db.prepare_cached("INSERT INTO sessions VALUES (?, ?, ?, ?)")?;
    insert.execute(params![session.id, session.player, session.hash, session.at])?;
    Ok(())
}

fn player(row: &Row) -> rusqlite::Result<KeptPlayer> {
    Ok(KeptPlayer { id: row.get(0)?, name: row.get(1)?, password: row.get(2)? })
}

fn rating_of(db: &Connection, key: &RatingKey) -> Result<KeptRating, StoreError> {
    Ok(found_rating(db, key)?.unwrap_or(rating::NEW))
}

fn found_rating(db: &Connection, key: &RatingKey) -> Result<Option<KeptRating>, StoreError> {
    let mut find =
        db.prepare_cached("SELECT rating, deviation, volatility, games FROM ratings WHERE player = ? AND family = ? AND pace = ?")?;
    Ok(find.query_row(params![key.player, key.family, pace_name(key.pace)], |row| kept_rating(row, 0)).optional()?)
}

fn set_rating(db: &Connection, key: &RatingKey, rating: KeptRating) -> Result<(), StoreError> {
    let KeptRating { rating, deviation, volatility, games } = rating;
    let mut replace = db.prepare_cached("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")?;
    replace.execute(params![key.player, key.family, pace_name(key.pace), rating, deviation, volatility, games])?;
    Ok(())
}

fn kept_rating(row: &Row, from: usize) -> rusqlite::Result<KeptRating> {
    Ok(KeptRating { rating: row.get(from)?, deviation: row.get(from + 1)?, volatility: row.get(from + 2)?, games: row.get(from + 3)? })
}

/// What [`kept_head`] reads.
const HEAD: &str = "id, kind, title, version, share, at, length(CAST(content AS BLOB))";

fn kept_head(row: &Row) -> rusqlite::Result<KeptHead> {
    Ok(KeptHead {
        id: row.get(0)?,
        kind: kind_named(&row.get::<_, String>(1)?),
        title: row.get(2)?,
        version: row.get(3)?,
        share: row.get(4)?,
        at: row.get(5)?,
        bytes: row.get::<_, u64>(6)? as usize,
    })
}

fn kept(row: &Row) -> rusqlite::Result<Kept> {
    Ok(Kept { head: kept_head(row)?, player: row.get(7)?, content: row.get(8)? })
}

fn kind_name(kind: KeptKind) -> &'static str {
    match kind {
        KeptKind::Board => "board",
        KeptKind::Followed => "followed",
        KeptKind::Review => "review",
        KeptKind::Quiz => "quiz",
    }
}

fn kind_named(name: &str) -> KeptKind {
    match name {
        "followed" => KeptKind::Followed,
        "review" => KeptKind::Review,
        "quiz" => KeptKind::Quiz,
        _ => KeptKind::Board,
    }
}

fn pace_name(pace: PaceView) -> &'static str {
    match pace {
        PaceView::Fast => "fast",
        PaceView::Slow => "slow",
        PaceView::Days => "days",
        PaceView::Untimed => "untimed",
    }
}

fn pace_named(name: &str) -> PaceView {
    match name {
        "fast" => PaceView::Fast,
        "slow" => PaceView::Slow,
        "days" => PaceView::Days,
        _ => PaceView::Untimed,
    }
}
