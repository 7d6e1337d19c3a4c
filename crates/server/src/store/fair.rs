//! What fair games need to know about players.

use rusqlite::{Connection, OptionalExtension, params};
use tisane_rules::Millis;

use super::StoreError;

pub(super) fn account_since(db: &Connection, player: &str) -> Result<Option<Millis>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT account_since FROM players WHERE id = ? AND password IS NOT NULL",
    )?;
    Ok(find.query_row([player], |row| row.get(0)).optional()?.flatten())
}

/// Notes when somebody has become an account; nothing if they had been one before.
pub(super) fn note_account(db: &Connection, player: &str) -> Result<(), StoreError> {
    let mut note =
        db.prepare_cached("UPDATE players SET account_since = ? WHERE id = ? AND password IS NOT NULL AND account_since IS NULL")?;
    note.execute(params![crate::now(), player])?;
    Ok(())
}
