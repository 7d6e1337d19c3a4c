//! Games and their logs.

use tisane_rules::Millis;

use super::db::{Db, values};
use super::{Append, NewRoom, StoreError, StoredRoom};
use crate::base::secret::{hash, hex};

pub(super) fn create(db: &dyn Db, room: &NewRoom) -> Result<(), StoreError> {
    let hash = hex(&hash(&room.ruleset));
    db.execute(
        "INSERT INTO rulesets (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        values![&hash, &room.ruleset],
    )?;
    db.execute(
        "INSERT INTO rooms (id, ruleset, setup, settings, changed) VALUES ($1, $2, $3, $4, $5)",
        values![&room.id, &hash, &room.setup, &room.settings, room.at],
    )?;
    Ok(())
}

/// For SQLite; PostgreSQL does it in one statement.
pub(super) fn append(db: &dyn Db, append: &Append) -> Result<(), StoreError> {
    let game = &append.game;
    let last = "SELECT number + 1 FROM events WHERE room = $1 ORDER BY number DESC LIMIT 1";
    let version: Option<u64> = db.find(last, values![game], |row| row.get(0))?;
    if version.unwrap_or(0) != append.version {
        return Err(StoreError::Conflict);
    }
    for (number, line) in (append.version..).zip(&append.lines) {
        let insert = "INSERT INTO events (room, number, line) VALUES ($1, $2, $3)";
        db.execute(insert, values![game, number, line])?;
    }
    db.execute(
        "UPDATE rooms SET summary = $1, ended = $2, due = $3, changed = $4 WHERE id = $5",
        values![&append.summary, append.ended, append.due, append.at, game],
    )?;
    for player in &append.sat_down {
        let insert = "INSERT INTO seats (player, room) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        db.execute(insert, values![player, game])?;
    }
    for player in &append.got_up {
        db.execute("DELETE FROM seats WHERE player = $1 AND room = $2", values![player, game])?;
        let insert =
            "INSERT INTO former_seats (player, room) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        db.execute(insert, values![player, game])?;
    }
    Ok(())
}

/// The log is read last, so that it is never older than the rest.
pub(super) fn find(db: &dyn Db, id: &str) -> Result<Option<StoredRoom>, StoreError> {
    let find = "SELECT text, setup, settings, rematch, closed FROM rooms \
                JOIN rulesets ON hash = ruleset WHERE id = $1";
    let kept = db.find(find, values![id], |row| {
        Ok(StoredRoom {
            ruleset: row.get(0)?,
            setup: row.get(1)?,
            settings: row.get(2)?,
            rematch: row.get(3)?,
            closed: row.get(4)?,
            lines: Vec::new(),
        })
    })?;
    let Some(mut kept) = kept else { return Ok(None) };
    let lines = "SELECT line FROM events WHERE room = $1 ORDER BY number";
    kept.lines = db.list(lines, values![id], |row| row.get(0))?;
    Ok(Some(kept))
}

pub(super) fn of_player(db: &dyn Db, player: &str, most: usize) -> Result<Vec<String>, StoreError> {
    let find = "SELECT summary FROM seats JOIN rooms ON id = room \
                WHERE player = $1 AND summary IS NOT NULL ORDER BY ended, changed DESC LIMIT $2";
    db.list(find, values![player, most], |row| row.get(0))
}

pub(super) fn rematches_for(
    db: &dyn Db,
    player: &str,
    since: Millis,
) -> Result<Vec<String>, StoreError> {
    let find = "SELECT next.summary FROM seats JOIN rooms ON rooms.id = room \
         JOIN rooms AS next ON next.id = rooms.rematch \
         WHERE player = $1 AND next.changed > $2 AND NOT next.ended AND next.summary IS NOT NULL \
         AND NOT EXISTS (SELECT * FROM seats AS mine WHERE mine.player = $1 AND mine.room = next.id)";
    db.list(find, values![player, since], |row| row.get(0))
}

/// The first rematch named stays. Returns that one.
pub(super) fn set_rematch(db: &dyn Db, game: &str, next: &str) -> Result<String, StoreError> {
    let update = "UPDATE rooms SET rematch = $1 WHERE id = $2 AND rematch IS NULL";
    db.execute(update, values![next, game])?;
    db.one("SELECT rematch FROM rooms WHERE id = $1", values![game], |row| row.get(0))
}

pub(super) fn set_summary(db: &dyn Db, game: &str, summary: &str) -> Result<(), StoreError> {
    db.execute("UPDATE rooms SET summary = $1 WHERE id = $2", values![summary, game]).map(drop)
}

/// Games that have not ended, with the time of their last change, the latest first.
pub(super) fn live(db: &dyn Db, most: usize) -> Result<Vec<(String, Millis)>, StoreError> {
    let find = "SELECT id, changed FROM rooms WHERE NOT ended AND summary IS NOT NULL \
                ORDER BY changed DESC LIMIT $1";
    db.list(find, values![most], |row| Ok((row.get(0)?, row.get(1)?)))
}
