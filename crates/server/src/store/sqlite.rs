//! SQLite, inside this process. One thread writes ([`writer`](super::writer)); everybody else
//! reads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use tisane_protocol::{
    AdminAction, AdminLogEntry, BanView, ChatView, KeptKind, PaceView, PlayerView, ReportView,
    SaidIn,
};
use tisane_rules::Millis;
use tokio::sync::{Semaphore, oneshot};

use crate::rating;

use super::health::{self, Health};
use super::lock::{self, Lock};
use super::moderation::Which;
use super::writer::Writer;
use super::{
    Append, BackupError, Due, FoundSession, Kept, KeptHead, KeptPlayer, KeptRating, KeptRoom,
    KeptSession, Later, NewReport, NewRoom, NewSession, RatingKey, Sanctions, Store, StoreError,
    StoreMetrics, admin_log, backup, due, fair, forgetting, live, moderation, people, schema,
    sessions,
};

/// So many read at a time, each with a connection that is kept for the next.
const READERS: usize = 4;

pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: Arc<Mutex<Vec<Connection>>>,
    reading: Arc<Semaphore>,
    health: Arc<Health>,
    /// The last field, because it is freed when the writer has ended.
    _lock: Lock,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.health.end_check();
    }
}

impl Sqlite {
    /// Opens the file, or makes it. No other process can open it until this is dropped.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        drop(Connection::open(&path)?); // makes the file
        let lock = lock::take(&path)?;
        let mut connection = connect(&path)?;
        schema::migrate(&mut connection)?;
        people::refresh_skeletons(&mut connection)?;
        let writer = Writer::start(&path, connection)?;
        let (readers, reading) = (Arc::default(), Arc::new(Semaphore::new(READERS)));
        Ok(Sqlite { path, writer, readers, reading, health: Arc::default(), _lock: lock })
    }

    /// Copies the database as it is at one moment, while it is in use, to a new file. Asks `go_on`
    /// every few megabytes.
    pub fn backup(from: &Path, to: &Path, go_on: impl FnMut() -> bool) -> Result<(), BackupError> {
        backup::backup(from, to, go_on)
    }

    /// Runs `work` in the writer's next transaction; ready when that is on the disk. An error
    /// undoes this work and no other.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<'_, T> {
        let answered = self.writer.send(work);
        Box::pin(async move { self.health.noted(answered.await.map_err(|_| StoreError::Stopped)?) })
    }

    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<'_, T> {
        Box::pin(async move {
            let turn =
                self.reading.clone().acquire_owned().await.map_err(|_| StoreError::Stopped)?;
            let (path, readers) = (self.path.clone(), self.readers.clone());
            let task = tokio::task::spawn_blocking(move || {
                let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let connection = idle.map_or_else(|| connect(&path), Ok)?;
                let result = work(&connection);
                // A connection that failed may go on failing; the next reader gets a new one.
                if !result.as_ref().is_err_and(StoreError::is_fault) {
                    readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
                }
                drop(turn);
                result
            });
            let result = task.await.unwrap_or_else(|error| {
                Err(if error.is_panic() { StoreError::Panicked } else { StoreError::Stopped })
            });
            self.health.noted(result)
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

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged(error.to_string())
            }
            _ => StoreError::Database(Box::new(error)),
        }
    }
}

pub(super) fn is_taken(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Taken,
        _ => error.into(),
    }
}

impl Store for Sqlite {
    fn create_room(&self, room: NewRoom) -> Later<'_, ()> {
        self.write(move |db| {
            let hash = crate::secret::hex(&crate::secret::hash(&room.ruleset));
            db.prepare_cached("INSERT OR IGNORE INTO rulesets VALUES (?, ?)")?
                .execute(params![hash, room.ruleset])?;
            let mut insert = db.prepare_cached(
                "INSERT INTO rooms (id, ruleset, setup, settings, changed) VALUES (?, ?, ?, ?, ?)",
            )?;
            insert
                .execute(params![room.id, hash, room.setup, room.settings, room.at])
                .map_err(is_taken)?;
            Ok(())
        })
    }

    fn append(&self, append: Append) -> Later<'_, ()> {
        self.write(move |db| {
            let version: Option<u64> = db
                .prepare_cached(
                    "SELECT number + 1 FROM events WHERE room = ? ORDER BY number DESC LIMIT 1",
                )?
                .query_row([&append.game], |row| row.get(0))
                .optional()?;
            if version.unwrap_or(0) != append.version {
                return Err(StoreError::Conflict);
            }
            let mut insert = db.prepare_cached("INSERT INTO events VALUES (?, ?, ?)")?;
            for (number, line) in (append.version..).zip(&append.lines) {
                insert.execute(params![append.game, number, line])?;
            }
            let mut update = db.prepare_cached(
                "UPDATE rooms SET summary = ?, ended = ?, due = ?, changed = ? WHERE id = ?",
            )?;
            update.execute(params![
                append.summary,
                append.ended,
                append.due,
                append.at,
                append.game
            ])?;
            for player in &append.sat_down {
                db.prepare_cached("INSERT OR IGNORE INTO seats VALUES (?, ?)")?
                    .execute(params![player, append.game])?;
            }
            for player in &append.got_up {
                db.prepare_cached("DELETE FROM seats WHERE player = ? AND room = ?")?
                    .execute(params![player, append.game])?;
                db.prepare_cached("INSERT OR IGNORE INTO former_seats VALUES (?, ?)")?
                    .execute(params![player, append.game])?;
            }
            Ok(())
        })
    }

    fn room(&self, id: &str) -> Later<'_, Option<KeptRoom>> {
        let id = id.to_owned();
        self.read(move |db| {
            // One statement after the other: a log that grows in between is loaded with what it has
            // grown by.
            let kept = db
                .prepare_cached("SELECT text, setup, settings, rematch, closed FROM rooms JOIN rulesets ON hash = ruleset WHERE id = ?")?
                .query_row([&id], |row| {
                    Ok(KeptRoom {
                        ruleset: row.get(0)?,
                        setup: row.get(1)?,
                        settings: row.get(2)?,
                        rematch: row.get(3)?,
                        closed: row.get(4)?,
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

    fn due_rooms(&self, now: Millis, after: Option<Due>, most: usize) -> Later<'_, Vec<Due>> {
        self.read(move |db| due::due_rooms(db, now, after, most))
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
            db.prepare_cached("UPDATE rooms SET rematch = ? WHERE id = ? AND rematch IS NULL")?
                .execute([&next, &game])?;
            let named = db
                .prepare_cached("SELECT rematch FROM rooms WHERE id = ?")?
                .query_row([&game], |row| row.get(0))?;
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
            people::check_name(db, &player.id, &player.name)?;
            db.prepare_cached("INSERT INTO players (id, name) VALUES (?, ?)")?
                .execute([&player.id, &player.name])?;
            sessions::insert(db, &session)
        })
    }

    fn player(&self, id: &str) -> Later<'_, Option<KeptPlayer>> {
        let id = id.to_owned();
        self.read(move |db| {
            Ok(db
                .prepare_cached("SELECT id, name, password FROM players WHERE id = ?")?
                .query_row([id], player)
                .optional()?)
        })
    }

    fn account(&self, name: &str) -> Later<'_, Option<KeptPlayer>> {
        let name = name.to_lowercase();
        self.read(move |db| {
            Ok(db
                .prepare_cached("SELECT id, name, password FROM players WHERE account = ?")?
                .query_row([name], player)
                .optional()?)
        })
    }

    fn rename_player(&self, id: &str, name: &str) -> Later<'_, ()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(move |db| people::rename(db, &id, &name))
    }

    fn make_account(&self, id: &str, name: &str, password: &str) -> Later<'_, ()> {
        let (id, name, password) = (id.to_owned(), name.to_owned(), password.to_owned());
        self.write(move |db| {
            people::make_account(db, &id, &name, &password)?;
            fair::note_account(db, &id)
        })
    }

    fn set_password(&self, id: &str, old: &str, new: &str, session: &str) -> Later<'_, ()> {
        let [id, old, new, session] = [id, old, new, session].map(str::to_owned);
        self.write(move |db| {
            people::set_password(db, &id, &old, &new)?;
            sessions::end_all(db, &id, Some(&session))
        })
    }

    fn delete_player(&self, id: &str) -> Later<'_, Vec<String>> {
        let id = id.to_owned();
        self.write(move |db| forgetting::forget(db, &id))
    }

    fn add_session(&self, session: NewSession, keep: Option<&str>) -> Later<'_, Vec<String>> {
        let keep = keep.map(str::to_owned);
        self.write(move |db| sessions::add(db, &session, keep.as_deref()))
    }

    fn session(&self, id: &str) -> Later<'_, Option<FoundSession>> {
        let id = id.to_owned();
        self.read(move |db| sessions::find(db, &id))
    }

    fn sessions_of(&self, player: &str) -> Later<'_, Vec<KeptSession>> {
        let player = player.to_owned();
        self.read(move |db| sessions::of_player(db, &player))
    }

    fn touch_session(&self, id: &str, device: Option<&str>, at: Millis) -> Later<'_, ()> {
        let (id, device) = (id.to_owned(), device.map(str::to_owned));
        self.write(move |db| sessions::touch(db, &id, device.as_deref(), at))
    }

    fn end_session(&self, id: &str) -> Later<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| sessions::end(db, &id))
    }

    fn end_sessions(&self, player: &str, except: Option<&str>) -> Later<'_, ()> {
        let (player, except) = (player.to_owned(), except.map(str::to_owned));
        self.write(move |db| sessions::end_all(db, &player, except.as_deref()))
    }

    fn expire_sessions(&self, since: Millis) -> Later<'_, Vec<String>> {
        self.write(move |db| sessions::expire(db, since))
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
            if db.execute(
                "UPDATE rooms SET counted = 1, due = NULL WHERE id = ? AND counted = 0",
                [&game],
            )? == 0
            {
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
            // Paces that this version does not know stay as they are.
            let known = "family = ? AND pace IN ('fast', 'slow', 'days', 'untimed')";
            let mut find =
                db.prepare_cached(&format!("SELECT player, pace, rating, deviation, volatility, games FROM ratings WHERE {known}"))?;
            let row = |row: &Row| {
                let (player, pace) = (row.get(0)?, pace_named(&row.get::<_, String>(1)?));
                Ok((RatingKey { player, family: other.clone(), pace }, kept_rating(row, 2)?))
            };
            let moved: Vec<(RatingKey, KeptRating)> = find.query_map([&family], row)?.collect::<Result<_, _>>()?;
            for (key, rating) in moved {
                let joined = found_rating(db, &key)?.map_or(rating, |own| rating::together(own, rating));
                set_rating(db, &key, joined)?;
            }
            Ok(db.execute(&format!("DELETE FROM ratings WHERE {known}"), [&family]).map(drop)?)
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
        self.write(move |db| {
            Ok(db
                .execute("UPDATE kept SET share = ? WHERE id = ?", params![share, id])
                .map(drop)?)
        })
    }

    fn kept(&self, id: &str) -> Later<'_, Option<Kept>> {
        let id = id.to_owned();
        self.read(move |db| {
            Ok(db
                .prepare_cached(&format!("SELECT {HEAD}, player, content FROM kept WHERE id = ?"))?
                .query_row([id], kept)
                .optional()?)
        })
    }

    fn shared(&self, share: &str) -> Later<'_, Option<Kept>> {
        let share = share.to_owned();
        self.read(move |db| {
            Ok(db
                .prepare_cached(&format!(
                    "SELECT {HEAD}, player, content FROM kept WHERE share = ?"
                ))?
                .query_row([share], kept)
                .optional()?)
        })
    }

    fn kept_of(&self, player: &str) -> Later<'_, Vec<KeptHead>> {
        let player = player.to_owned();
        self.read(move |db| {
            let mut find = db.prepare_cached(&format!(
                "SELECT {HEAD} FROM kept WHERE player = ? ORDER BY at DESC"
            ))?;
            Ok(find.query_map([player], kept_head)?.collect::<Result<_, _>>()?)
        })
    }

    fn delete_kept(&self, id: &str) -> Later<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| Ok(db.execute("DELETE FROM kept WHERE id = ?", [id]).map(drop)?))
    }

    fn metrics(&self) -> Option<StoreMetrics> {
        Some(self.writer.metrics().clone())
    }

    fn block(&self, player: &str, whom: &str) -> Later<'_, ()> {
        let (player, whom) = (player.to_owned(), whom.to_owned());
        self.write(move |db| moderation::block(db, &player, &whom))
    }

    fn blocks(&self, by: Vec<String>, whom: &str) -> Later<'_, bool> {
        let whom = whom.to_owned();
        self.read(move |db| moderation::blocks(db, &by, &whom))
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
        self.read(move |db| {
            moderation::reports(db, if all { Which::All } else { Which::Open }, most)
        })
    }

    fn reports_by(&self, player: &str, most: usize) -> Later<'_, Vec<ReportView>> {
        let player = player.to_owned();
        self.read(move |db| moderation::reports(db, Which::By(&player), most))
    }

    fn admin_log(&self, most: usize) -> Later<'_, Vec<AdminLogEntry>> {
        self.read(move |db| admin_log::list(db, most))
    }

    fn admin_commands(&self) -> Later<'_, Vec<(i64, Option<AdminAction>)>> {
        self.read(moderation::commands)
    }

    fn end_admin_command(&self, id: i64) -> Later<'_, ()> {
        self.write(move |db| {
            Ok(db.execute("DELETE FROM admin_commands WHERE id = ?", [id]).map(drop)?)
        })
    }

    fn games_of(&self, player: &str) -> Later<'_, Vec<(String, bool)>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::games_of(db, &player))
    }

    fn said_by(&self, player: &str, after: (String, u64), most: usize) -> Later<'_, Vec<SaidIn>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::said_by(db, &player, (&after.0, after.1), most))
    }

    fn set_summary(&self, game: &str, summary: String) -> Later<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| {
            Ok(db
                .execute("UPDATE rooms SET summary = ? WHERE id = ?", params![summary, game])
                .map(drop)?)
        })
    }

    fn account_since(&self, player: &str) -> Later<'_, Option<Millis>> {
        let player = player.to_owned();
        self.read(move |db| fair::account_since(db, &player))
    }

    fn live_rooms(&self, most: usize) -> Later<'_, Vec<(String, Millis)>> {
        self.read(move |db| live::rooms(db, most))
    }

    fn skip_rating(&self, game: &str) -> Later<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| due::skip_rating(db, &game))
    }

    fn check(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.health.damage()?;
            let mut probed = self.health.probed.lock().await;
            if !health::is_fresh(*probed) {
                let written = self.write(health::write_probe).await?;
                self.read(move |db| health::read_probe(db, written)).await?;
                *probed = Some(Instant::now());
            }
            self.health.damage()
        })
    }

    fn verify(&self) -> Later<'_, ()> {
        let (path, health, (answer, answered)) =
            (self.path.clone(), self.health.clone(), oneshot::channel());
        // A thread of its own: the runtime would wait for one of its own when the server ends.
        let started = std::thread::Builder::new().name("check".to_owned()).spawn(move || {
            let checked = connect(&path).and_then(|connection| {
                health.check_began(&connection);
                health::quick_check(&connection)
            });
            let _ = answer.send(checked);
        });
        Box::pin(async move {
            started.map_err(|error| StoreError::Database(Box::new(error)))?;
            self.health.noted(answered.await.map_err(|_| StoreError::Stopped)?)
        })
    }
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
    Ok(find
        .query_row(params![key.player, key.family, pace_name(key.pace)], |row| kept_rating(row, 0))
        .optional()?)
}

fn set_rating(db: &Connection, key: &RatingKey, rating: KeptRating) -> Result<(), StoreError> {
    let KeptRating { rating, deviation, volatility, games } = rating;
    let mut replace =
        db.prepare_cached("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")?;
    replace.execute(params![
        key.player,
        key.family,
        pace_name(key.pace),
        rating,
        deviation,
        volatility,
        games
    ])?;
    Ok(())
}

fn kept_rating(row: &Row, from: usize) -> rusqlite::Result<KeptRating> {
    Ok(KeptRating {
        rating: row.get(from)?,
        deviation: row.get(from + 1)?,
        volatility: row.get(from + 2)?,
        games: row.get(from + 3)?,
    })
}

/// What [`kept_head`] reads.
const HEAD: &str = "id, kind, title, version, share, at, octet_length(content)";

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
