//! Whom players mute and block.

use rusqlite::Connection;

use super::StoreError;

pub(super) fn set(
    db: &Connection,
    player: &str,
    whom: &str,
    muted: bool,
) -> Result<(), StoreError> {
    let change = match muted {
        true => "INSERT OR IGNORE INTO muted (player, whom) VALUES (?, ?)",
        false => "DELETE FROM muted WHERE player = ? AND whom = ?",
    };
    Ok(db.execute(change, [player, whom]).map(drop)?)
}

pub(super) fn block(db: &Connection, player: &str, whom: &str) -> Result<(), StoreError> {
    let change = "INSERT INTO muted (player, whom, blocked) VALUES (?, ?, 1) \
                  ON CONFLICT (player, whom) DO UPDATE SET blocked = 1";
    Ok(db.execute(change, [player, whom]).map(drop)?)
}

/// The id, the name unless they are deleted, and whether they are blocked, too.
pub(super) fn of_player(
    db: &Connection,
    player: &str,
) -> Result<Vec<(String, Option<String>, bool)>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT whom, name, blocked FROM muted LEFT JOIN players ON id = whom \
         WHERE player = ? ORDER BY name",
    )?;
    let muted = find.query_map([player], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(muted.collect::<Result<_, _>>()?)
}

/// Whether one of these players blocks somebody.
pub(super) fn blocks(db: &Connection, by: &[String], whom: &str) -> Result<bool, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT EXISTS (SELECT * FROM muted WHERE player = ? AND whom = ? AND blocked)",
    )?;
    for player in by {
        if find.query_row([player, whom], |row| row.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}
