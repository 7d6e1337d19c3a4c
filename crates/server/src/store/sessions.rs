//! Sessions.

use std::collections::HashSet;

use tisane_rules::Millis;

use super::db::{Db, values};
use super::{FoundSession, NewSession, StoreError, StoredPlayer, StoredSession};

/// A player who logs in once more loses the session that was used longest ago.
const MOST: usize = 100;

pub(super) fn insert(db: &dyn Db, session: &NewSession) -> Result<(), StoreError> {
    let NewSession { id, player, hash, at, device } = session;
    db.execute(
        "INSERT INTO sessions (id, player, hash, at, used, device) \
         VALUES ($1, $2, $3, $4, $4, $5)",
        values![id, player, hash, *at, device],
    )?;
    Ok(())
}

/// Adds a session. Returns surplus ones that were ended, but never `keep`.
pub(super) fn add(
    db: &dyn Db,
    session: &NewSession,
    keep: Option<&str>,
) -> Result<Vec<String>, StoreError> {
    insert(db, session)?;
    let others = MOST - 1 - usize::from(keep.is_some());
    let find = "SELECT id FROM sessions WHERE player = $1 AND id <> $2 \
                AND id IS DISTINCT FROM $3 ORDER BY used DESC";
    let sessions: Vec<String> =
        db.list(find, values![&session.player, &session.id, keep], |row| row.get(0))?;
    let surplus: Vec<String> = sessions.into_iter().skip(others).collect();
    surplus.iter().try_for_each(|id| end(db, id))?;
    Ok(surplus)
}

pub(super) fn find(db: &dyn Db, id: &str) -> Result<Option<FoundSession>, StoreError> {
    let find = "SELECT players.id, name, password, hash, used FROM sessions \
                JOIN players ON players.id = player WHERE sessions.id = $1";
    db.find(find, values![id], |row| {
        let player = StoredPlayer { id: row.get(0)?, name: row.get(1)?, password: row.get(2)? };
        Ok(FoundSession { player, hash: row.get(3)?, used: row.get(4)? })
    })
}

pub(super) fn of_player(db: &dyn Db, player: &str) -> Result<Vec<StoredSession>, StoreError> {
    let find = "SELECT id, device, at, used FROM sessions WHERE player = $1";
    db.list(find, values![player], |row| {
        Ok(StoredSession {
            id: row.get(0)?,
            device: row.get(1)?,
            at: row.get(2)?,
            used: row.get(3)?,
        })
    })
}

/// Those that are not stored.
pub(super) fn ended(db: &dyn Db, mut ids: Vec<String>) -> Result<Vec<String>, StoreError> {
    let stored = db.list_among("SELECT id FROM sessions", "id", &ids, |row| row.get(0))?;
    let stored: HashSet<String> = stored.into_iter().collect();
    ids.retain(|id| !stored.contains(id));
    Ok(ids)
}

/// Sessions of older versions get their device when they are used.
pub(super) fn touch(
    db: &dyn Db,
    id: &str,
    device: Option<&str>,
    at: Millis,
) -> Result<(), StoreError> {
    let update = "UPDATE sessions SET used = $1, device = coalesce(device, $2) WHERE id = $3";
    db.execute(update, values![at, device, id]).map(drop)
}

pub(super) fn end(db: &dyn Db, id: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM sessions WHERE id = $1", values![id]).map(drop)
}

pub(super) fn end_all(db: &dyn Db, player: &str, except: Option<&str>) -> Result<(), StoreError> {
    let delete = "DELETE FROM sessions WHERE player = $1 AND id IS DISTINCT FROM $2";
    db.execute(delete, values![player, except]).map(drop)
}

/// Ends sessions that were not used since then, and returns them.
pub(super) fn expire(db: &dyn Db, since: Millis) -> Result<Vec<String>, StoreError> {
    let delete = "DELETE FROM sessions WHERE used < $1 RETURNING id";
    db.list(delete, values![since], |row| row.get(0))
}
