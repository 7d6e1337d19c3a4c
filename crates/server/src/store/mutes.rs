//! Whom players mute and block.

use super::StoreError;
use super::db::{Db, values};

pub(super) fn set(db: &dyn Db, player: &str, whom: &str, muted: bool) -> Result<(), StoreError> {
    let change = match muted {
        true => "INSERT INTO muted (player, whom) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM muted WHERE player = $1 AND whom = $2",
    };
    db.execute(change, values![player, whom]).map(drop)
}

pub(super) fn block(db: &dyn Db, player: &str, whom: &str) -> Result<(), StoreError> {
    let change = "INSERT INTO muted (player, whom, blocked) VALUES ($1, $2, TRUE) \
                  ON CONFLICT (player, whom) DO UPDATE SET blocked = TRUE";
    db.execute(change, values![player, whom]).map(drop)
}

/// The id, the name unless they are deleted, and whether they are blocked, too.
pub(super) fn of_player(
    db: &dyn Db,
    player: &str,
) -> Result<Vec<(String, Option<String>, bool)>, StoreError> {
    let find = "SELECT whom, name, blocked FROM muted LEFT JOIN players ON id = whom \
                WHERE player = $1 ORDER BY name IS NOT NULL, name";
    db.list(find, values![player], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Whether one of these players blocks somebody.
pub(super) fn blocks(db: &dyn Db, by: &[String], whom: &str) -> Result<bool, StoreError> {
    let find = "SELECT EXISTS (SELECT * FROM muted WHERE player = $1 AND whom = $2 AND blocked)";
    for player in by {
        if db.one(find, values![player, whom], |row| row.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}
