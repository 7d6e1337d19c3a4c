//! Accounts and their names. Every name is compared with those of accounts in the transaction that
//! stores it.

use tisane_rules::Millis;

use super::db::{Db, Lock, Row, values};
use super::{StoreError, StoredPlayer, former_names};
use crate::base::names::skeletons;
use crate::base::now;

/// The version of [`skeletons`]; to be increased with each change.
const SKELETONS: i64 = 1;

/// The version of the stored skeletons, with that of Unicode: a later one may find other
/// likenesses.
fn version() -> i64 {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    SKELETONS * 100_000_000 + (major * 10_000 + minor * 100 + patch) as i64
}

/// Updates skeletons that are missing or of an older Unicode version, in a transaction.
pub(super) fn refresh_skeletons(db: &dyn Db) -> Result<(), StoreError> {
    let find = "SELECT id, name FROM players \
                WHERE account IS NOT NULL AND skeleton_version IS DISTINCT FROM $1";
    let old: Vec<(String, String)> =
        db.list(find, values![version()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, name) in old {
        let [skeleton, folded] = skeletons(&name);
        db.execute(
            "UPDATE players SET skeleton = $1, folded_skeleton = $2, skeleton_version = $3 \
             WHERE id = $4",
            values![&skeleton, &folded, version(), &id],
        )?;
    }
    Ok(())
}

pub(super) fn add(db: &dyn Db, player: &StoredPlayer) -> Result<(), StoreError> {
    db.lock(Lock::GuestNames)?;
    check_name(db, &player.id, &player.name)?;
    let insert = "INSERT INTO players (id, name) VALUES ($1, $2)";
    db.execute(insert, values![&player.id, &player.name]).map(drop)
}

pub(super) fn find(db: &dyn Db, id: &str) -> Result<Option<StoredPlayer>, StoreError> {
    db.find("SELECT id, name, password FROM players WHERE id = $1", values![id], player)
}

/// The account of this name, in lower case.
pub(super) fn find_account(db: &dyn Db, name: &str) -> Result<Option<StoredPlayer>, StoreError> {
    db.find("SELECT id, name, password FROM players WHERE account = $1", values![name], player)
}

fn player(row: &Row) -> Result<StoredPlayer, StoreError> {
    Ok(StoredPlayer { id: row.get(0)?, name: row.get(1)?, password: row.get(2)? })
}

/// Refuses a name that looks like another player's account.
fn check_name(db: &dyn Db, player: &str, name: &str) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    let find = "SELECT id FROM players WHERE skeleton = $1 AND id <> $3 \
                UNION ALL SELECT id FROM players WHERE folded_skeleton = $2 AND id <> $3 LIMIT 1";
    match db.query(find, values![&skeleton, &folded, player])?.is_empty() {
        true => former_names::check(db, player, name, now()),
        false => Err(StoreError::Taken),
    }
}

pub(super) fn rename(db: &dyn Db, id: &str, name: &str) -> Result<(), StoreError> {
    db.lock(Lock::AccountNames)?;
    check_name(db, id, name)?;
    former_names::give_up(db, id, name, now())?;
    db.execute("UPDATE players SET name = $1 WHERE id = $2", values![name, id])?;
    let is_account = "SELECT account IS NOT NULL FROM players WHERE id = $1";
    match db.find(is_account, values![id], |row| row.get(0))? {
        Some(true) => name_account(db, id, name),
        _ => Ok(()),
    }
}

/// Gives a guest a name to log in with and a password.
pub(super) fn make_account(
    db: &dyn Db,
    id: &str,
    name: &str,
    password: &str,
) -> Result<(), StoreError> {
    db.lock(Lock::AccountNames)?;
    check_name(db, id, name)?;
    former_names::give_up(db, id, name, now())?;
    let update = "UPDATE players SET name = $1, password = $2 WHERE id = $3 AND password IS NULL";
    match db.execute(update, values![name, password, id])? {
        0 => return Err(StoreError::Conflict),
        _ => name_account(db, id, name)?,
    }
    let note = "UPDATE players SET account_since = $1 WHERE id = $2 AND account_since IS NULL";
    db.execute(note, values![now(), id]).map(drop)
}

/// Since when a player has had an account; nothing for guests.
pub(super) fn account_since(db: &dyn Db, player: &str) -> Result<Option<Millis>, StoreError> {
    let find = "SELECT account_since FROM players WHERE id = $1 AND password IS NOT NULL";
    Ok(db.find(find, values![player], |row| row.get(0))?.flatten())
}

fn name_account(db: &dyn Db, id: &str, name: &str) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    db.execute(
        "UPDATE players SET account = $1, skeleton = $2, folded_skeleton = $3, \
         skeleton_version = $4 WHERE id = $5",
        values![&name.to_lowercase(), &skeleton, &folded, version(), id],
    )?;
    Ok(())
}

/// Replaces a password, unless it has changed meanwhile.
pub(super) fn set_password(db: &dyn Db, id: &str, old: &str, new: &str) -> Result<(), StoreError> {
    let update = "UPDATE players SET password = $1 WHERE id = $2 AND password = $3";
    match db.execute(update, values![new, id, old])? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}
