//! Names that players have given up. Administrators find players by them, and nobody else gets the
//! name of an account for a while, or for as long as its owner is banned.

use tisane_rules::Millis;

use super::StoreError;
use super::db::{Db, values};
use crate::base::names::skeletons;

const DAY: Millis = 24 * 3_600_000;
/// How long the former name of an account stays reserved for it.
const RESERVED: Millis = 30 * DAY;
/// How often an account can be renamed in a day.
const MOST_RENAMES: i64 = 3;
/// The most former names of one player that are stored.
const MOST: usize = 20;

/// A ban of the player with this name.
const IS_BANNED: &str = "EXISTS (SELECT * FROM bans WHERE bans.player = former_names.player \
                         AND (until IS NULL OR until > $1))";

/// Stores the name that a player gives up. Accounts are refused if they do so too often.
pub(super) fn give_up(db: &dyn Db, player: &str, next: &str, at: Millis) -> Result<(), StoreError> {
    let find = "SELECT name, account FROM players WHERE id = $1";
    let found: Option<(String, Option<String>)> =
        db.find(find, values![player], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((name, account)) = found.filter(|(name, _)| name != next) else { return Ok(()) };
    if account.is_some() {
        let count = "SELECT count(*) FROM former_names \
                     WHERE player = $1 AND account IS NOT NULL AND at > $2";
        let renames: i64 = db.one(count, values![player, at - DAY], |row| row.get(0))?;
        if renames >= MOST_RENAMES {
            return Err(StoreError::NotDone(format!(
                "an account can be renamed {MOST_RENAMES} times a day; please try again tomorrow"
            )));
        }
    }
    add(db, player, &name, account.as_deref(), at)?;
    let surplus = "DELETE FROM former_names WHERE player = $1 AND at < \
                   (SELECT min(at) FROM (SELECT at FROM former_names WHERE player = $1 \
                   ORDER BY at DESC LIMIT $2) AS latest)";
    db.execute(surplus, values![player, MOST])?;
    Ok(())
}

fn add(
    db: &dyn Db,
    player: &str,
    name: &str,
    account: Option<&str>,
    at: Millis,
) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    db.execute(
        "INSERT INTO former_names (player, name, account, skeleton, folded_skeleton, at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        values![player, name, account, &skeleton, &folded, at],
    )?;
    Ok(())
}

/// Refuses a name that looks like one that another account gave up a short while ago, or that
/// belongs to somebody who is banned.
pub(super) fn check(db: &dyn Db, player: &str, name: &str, at: Millis) -> Result<(), StoreError> {
    let [skeleton, folded] = skeletons(name);
    let find = format!(
        "SELECT player FROM former_names WHERE (skeleton = $3 OR folded_skeleton = $4) \
         AND player <> $2 AND account IS NOT NULL AND (at > $5 OR {IS_BANNED}) LIMIT 1"
    );
    match db.query(&find, values![at, player, &skeleton, &folded, at - RESERVED])?.is_empty() {
        true => Ok(()),
        false => Err(StoreError::Taken),
    }
}

/// The former names of a player, the latest first.
pub(super) fn of_player(db: &dyn Db, player: &str) -> Result<Vec<String>, StoreError> {
    let find = "SELECT name FROM former_names WHERE player = $1 ORDER BY at DESC";
    db.list(find, values![player], |row| row.get(0))
}

/// The player who gave up this account name last, and their present name.
pub(super) fn owner(db: &dyn Db, account: &str) -> Result<Option<(String, String)>, StoreError> {
    let find = "SELECT players.id, players.name FROM former_names \
                JOIN players ON players.id = former_names.player \
                WHERE former_names.account = $1 ORDER BY at DESC LIMIT 1";
    db.find(find, values![account], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// When a player is deleted: those of a banned one stay, under another id, until the ban ends.
pub(super) fn forget(db: &dyn Db, player: &str, id: &str, at: Millis) -> Result<(), StoreError> {
    let banned = "SELECT EXISTS (SELECT * FROM bans WHERE player = $2 \
                  AND (until IS NULL OR until > $1))";
    if db.one(banned, values![at, player], |row| row.get(0))? {
        let find = "SELECT name, account FROM players WHERE id = $1 AND account IS NOT NULL";
        let now: Option<(String, String)> =
            db.find(find, values![player], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if let Some((name, account)) = now {
            add(db, id, &name, Some(&account), at)?;
        }
        let keep = "UPDATE former_names SET player = $1 WHERE player = $2 AND account IS NOT NULL";
        db.execute(keep, values![id, player])?;
        db.execute("UPDATE bans SET player = $1 WHERE player = $2", values![id, player])?;
    }
    db.execute("DELETE FROM former_names WHERE player = $1", values![player]).map(drop)
}

/// Deletes the names of deleted players whose ban is over.
pub(super) fn tidy(db: &dyn Db, at: Millis) -> Result<(), StoreError> {
    let delete = format!(
        "DELETE FROM former_names WHERE NOT {IS_BANNED} \
         AND NOT EXISTS (SELECT * FROM players WHERE id = former_names.player)"
    );
    db.execute(&delete, values![at]).map(drop)
}
