//! How far games are, for nodes that follow each other.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Progress, StoreError, Tail};

/// The log is read last, so that it is never older than the rest.
pub(super) fn tail(db: &Connection, id: &str, from: u64) -> Result<Option<Tail>, StoreError> {
    let mut find = db.prepare_cached("SELECT rematch, closed FROM rooms WHERE id = ?")?;
    let found: Option<(Option<String>, Option<String>)> =
        find.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((rematch, closed)) = found else { return Ok(None) };
    let mut lines = db
        .prepare_cached("SELECT line FROM events WHERE room = ? AND number >= ? ORDER BY number")?;
    let lines = lines.query_map(params![id, from], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(Some(Tail { lines, rematch, closed }))
}

pub(super) fn of_games(db: &Connection, games: &[String]) -> Result<Vec<Progress>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT rematch, \
         (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.room = rooms.id), \
         (SELECT coalesce(max(number), 0) FROM chat WHERE chat.room = rooms.id) \
         FROM rooms WHERE id = ?",
    )?;
    let mut found = Vec::new();
    for id in games {
        let progress = find
            .query_row([id], |row| {
                Ok(Progress {
                    id: id.clone(),
                    rematch: row.get(0)?,
                    version: row.get(1)?,
                    messages: row.get(2)?,
                })
            })
            .optional()?;
        found.extend(progress);
    }
    Ok(found)
}
