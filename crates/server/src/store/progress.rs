//! How far games are, for nodes that follow each other.

use super::db::{Db, values};
use super::{Progress, StoreError, Tail};

/// The log is read last, so that it is never older than the rest.
pub(super) fn tail(db: &dyn Db, id: &str, from: u64) -> Result<Option<Tail>, StoreError> {
    let find = "SELECT rematch, closed FROM rooms WHERE id = $1";
    let found: Option<(Option<String>, Option<String>)> =
        db.find(find, values![id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((rematch, closed)) = found else { return Ok(None) };
    let find = "SELECT line FROM events WHERE room = $1 AND number >= $2 ORDER BY number";
    let lines = db.list(find, values![id, from], |row| row.get(0))?;
    Ok(Some(Tail { lines, rematch, closed }))
}

pub(super) fn of_games(db: &dyn Db, games: &[String]) -> Result<Vec<Progress>, StoreError> {
    let select = "SELECT id, rematch, \
         (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.room = rooms.id), \
         (SELECT coalesce(max(number), 0) FROM chat WHERE chat.room = rooms.id) FROM rooms";
    db.list_among(select, "id", games, |row| {
        Ok(Progress {
            id: row.get(0)?,
            rematch: row.get(1)?,
            version: row.get(2)?,
            messages: row.get(3)?,
        })
    })
}
