//! Games and their logs.

use rusqlite::{Connection, OptionalExtension, params};
use tisane_rules::Millis;

use super::sqlite::is_taken;
use super::{Append, NewRoom, StoreError, StoredRoom};
use crate::base::secret::{hash, hex};

pub(super) fn create(db: &Connection, room: &NewRoom) -> Result<(), StoreError> {
    let hash = hex(&hash(&room.ruleset));
    db.prepare_cached("INSERT OR IGNORE INTO rulesets VALUES (?, ?)")?
        .execute(params![hash, room.ruleset])?;
    let mut insert = db.prepare_cached(
        "INSERT INTO rooms (id, ruleset, setup, settings, changed) VALUES (?, ?, ?, ?, ?)",
    )?;
    insert.execute(params![room.id, hash, room.setup, room.settings, room.at]).map_err(is_taken)?;
    Ok(())
}

pub(super) fn append(db: &Connection, append: &Append) -> Result<(), StoreError> {
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
    update.execute(params![append.summary, append.ended, append.due, append.at, append.game])?;
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
}

/// The log is read last, so that it is never older than the rest.
pub(super) fn find(db: &Connection, id: &str) -> Result<Option<StoredRoom>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT text, setup, settings, rematch, closed FROM rooms \
         JOIN rulesets ON hash = ruleset WHERE id = ?",
    )?;
    let kept = find
        .query_row([id], |row| {
            Ok(StoredRoom {
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
    kept.lines = lines.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(Some(kept))
}

pub(super) fn of_player(
    db: &Connection,
    player: &str,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT summary FROM seats JOIN rooms ON id = room \
         WHERE player = ? AND summary IS NOT NULL ORDER BY ended, changed DESC LIMIT ?",
    )?;
    let rooms = find.query_map(params![player, most as i64], |row| row.get(0))?;
    Ok(rooms.collect::<Result<_, _>>()?)
}

pub(super) fn rematches_for(
    db: &Connection,
    player: &str,
    since: Millis,
) -> Result<Vec<String>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT next.summary FROM seats JOIN rooms ON rooms.id = room \
         JOIN rooms AS next ON next.id = rooms.rematch \
         WHERE player = ?1 AND next.changed > ?2 AND NOT next.ended AND next.summary IS NOT NULL \
         AND NOT EXISTS (SELECT * FROM seats AS mine WHERE mine.player = ?1 AND mine.room = next.id)",
    )?;
    let rooms = find.query_map(params![player, since], |row| row.get(0))?;
    Ok(rooms.collect::<Result<_, _>>()?)
}

/// The first rematch named stays. Returns that one.
pub(super) fn set_rematch(db: &Connection, game: &str, next: &str) -> Result<String, StoreError> {
    db.prepare_cached("UPDATE rooms SET rematch = ? WHERE id = ? AND rematch IS NULL")?
        .execute([next, game])?;
    let mut find = db.prepare_cached("SELECT rematch FROM rooms WHERE id = ?")?;
    Ok(find.query_row([game], |row| row.get(0))?)
}

pub(super) fn set_summary(db: &Connection, game: &str, summary: &str) -> Result<(), StoreError> {
    let update = "UPDATE rooms SET summary = ? WHERE id = ?";
    Ok(db.execute(update, params![summary, game]).map(drop)?)
}

/// Games that have not ended, with the time of their last change, the latest first.
pub(super) fn live(db: &Connection, most: usize) -> Result<Vec<(String, Millis)>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT id, changed FROM rooms WHERE NOT ended AND summary IS NOT NULL \
         ORDER BY changed DESC LIMIT ?",
    )?;
    let rooms = find.query_map([most as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rooms.collect::<Result<_, _>>()?)
}
