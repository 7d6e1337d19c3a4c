//! Games that have not ended.

use rusqlite::Connection;
use tisane_rules::Millis;

use super::StoreError;

/// Their ids and when they changed, the latest first.
pub(super) fn rooms(db: &Connection, most: usize) -> Result<Vec<(String, Millis)>, StoreError> {
    let mut rooms =
        db.prepare_cached("SELECT id, changed FROM rooms WHERE NOT ended AND summary IS NOT NULL ORDER BY changed DESC LIMIT ?")?;
    Ok(rooms
        .query_map([most as i64], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?)
}
