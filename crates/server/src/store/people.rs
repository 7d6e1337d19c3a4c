//! Accounts and their names. Every name is compared with those of accounts in the transaction that
//! stores it.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tisane_rules::Millis;

use super::sqlite::is_taken;
use super::{StoreError, StoredPlayer};
use crate::base::names::skeletons;
use crate::base::now;

/// The Unicode version of the skeletons: a later one may find other likenesses.
fn version() -> i64 {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    (major * 10_000 + minor * 100 + patch) as i64
}

/// Updates skeletons that are missing or of an older Unicode version.
pub(super) fn refresh_skeletons(db: &mut Connection) -> Result<(), StoreError> {
    let transaction = db.transaction()?;
    {
        let mut find = transaction.prepare(
            "SELECT id, name FROM players WHERE account IS NOT NULL AND skeleton_version IS NOT ?",
        )?;
        let old: Vec<(String, String)> = find
            .query_map([version()], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut update = transaction.prepare("UPDATE players SET skeleton = ?, folded_skeleton = ?, skeleton_version = ? WHERE id = ?")?;
        for (id, name) in old {
            let [skeleton, folded] = skeletons(&name);
            update.execute(params![skeleton, folded, version(), id])?;
        }
    }
    Ok(transaction.commit()?)
}

pub(super) fn add(db: &Connection, player: &StoredPlayer) -> Result<(), StoreError> {
    check_name(db, &player.id, &player.name)?;
    db.prepare_cached("INSERT INTO players (id, name) VALUES (?, ?)")?
        .execute([&player.id, &player.name])?;
    Ok(())
}

pub(super) fn find(db: &Connection, id: &str) -> Result<Option<StoredPlayer>, StoreError> {
    let find = "SELECT id, name, password FROM players WHERE id = ?";
    Ok(db.prepare_cached(find)?.query_row([id], player).optional()?)
}

/// The account of this name, in lower case.
pub(super) fn find_account(
    db: &Connection,
    name: &str,
) -> Result<Option<StoredPlayer>, StoreError> {
    let find = "SELECT id, name, password FROM players WHERE account = ?";
    Ok(db.prepare_cached(find)?.query_row([name], player).optional()?)
}

fn player(row: &Row) -> rusqlite::Result<StoredPlayer> {
    Ok(StoredPlayer { id: row.get(0)?, name: row.get(1)?, password: row.get(2)? })
}

/// Refuses a name that looks like another player's account.
pub(super) fn check_name(db: &Connection, player: &str, name: &str) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    let mut find = db.prepare_cached(
        "SELECT 1 FROM players WHERE skeleton = ?1 AND id <> ?3 UNION ALL SELECT 1 FROM players WHERE folded_skeleton = ?2 AND id <> ?3",
    )?;
    match find.exists(params![skeleton, folded, player])? {
        true => Err(StoreError::Taken),
        false => Ok(()),
    }
}

pub(super) fn rename(db: &Connection, id: &str, name: &str) -> Result<(), StoreError> {
    check_name(db, id, name)?;
    db.prepare_cached("UPDATE players SET name = ? WHERE id = ?")?.execute([name, id])?;
    let mut is_account =
        db.prepare_cached("SELECT account IS NOT NULL FROM players WHERE id = ?")?;
    match is_account.query_row([id], |row| row.get(0)).optional()? {
        Some(true) => name_account(db, id, name),
        _ => Ok(()),
    }
}

/// Gives a guest a name to log in with and a password.
pub(super) fn make_account(
    db: &Connection,
    id: &str,
    name: &str,
    password: &str,
) -> Result<(), StoreError> {
    check_name(db, id, name)?;
    let mut update = db.prepare_cached(
        "UPDATE players SET name = ?, password = ? WHERE id = ? AND password IS NULL",
    )?;
    match update.execute([name, password, id])? {
        0 => return Err(StoreError::Conflict),
        _ => name_account(db, id, name)?,
    }
    let mut note = db.prepare_cached(
        "UPDATE players SET account_since = ? WHERE id = ? AND account_since IS NULL",
    )?;
    note.execute(params![now(), id])?;
    Ok(())
}

/// Since when a player has had an account; nothing for guests.
pub(super) fn account_since(db: &Connection, player: &str) -> Result<Option<Millis>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT account_since FROM players WHERE id = ? AND password IS NOT NULL",
    )?;
    Ok(find.query_row([player], |row| row.get(0)).optional()?.flatten())
}

fn name_account(db: &Connection, id: &str, name: &str) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    let mut update =
        db.prepare_cached("UPDATE players SET account = ?, skeleton = ?, folded_skeleton = ?, skeleton_version = ? WHERE id = ?")?;
    update
        .execute(params![name.to_lowercase(), skeleton, folded, version(), id])
        .map_err(is_taken)?;
    Ok(())
}

/// Replaces a password, unless it has changed meanwhile.
pub(super) fn set_password(
    db: &Connection,
    id: &str,
    old: &str,
    new: &str,
) -> Result<(), StoreError> {
    match db
        .prepare_cached("UPDATE players SET password = ? WHERE id = ? AND password = ?")?
        .execute([new, id, old])?
    {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}
