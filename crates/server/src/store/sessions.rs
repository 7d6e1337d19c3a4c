//! Sessions.

use rusqlite::{Connection, OptionalExtension, params};
use tisane_rules::Millis;

use super::{FoundSession, NewSession, StoreError, StoredPlayer, StoredSession};

/// A player who logs in once more loses the session that was used longest ago.
const MOST: usize = 100;

pub(super) fn insert(db: &Connection, session: &NewSession) -> Result<(), StoreError> {
    let mut insert = db.prepare_cached(
        "INSERT INTO sessions (id, player, hash, at, used, device) VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
    )?;
    insert.execute(params![
        session.id,
        session.player,
        session.hash,
        session.at,
        session.device
    ])?;
    Ok(())
}

/// Adds a session. Returns surplus ones that were ended, but never `keep`.
pub(super) fn add(
    db: &Connection,
    session: &NewSession,
    keep: Option<&str>,
) -> Result<Vec<String>, StoreError> {
    insert(db, session)?;
    let others = MOST - 1 - usize::from(keep.is_some());
    let mut surplus =
        db.prepare_cached("SELECT id FROM sessions WHERE player = ? AND id <> ? AND id IS NOT ? ORDER BY used DESC LIMIT -1 OFFSET ?")?;
    let surplus: Vec<String> = surplus
        .query_map(params![session.player, session.id, keep, others as i64], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    surplus.iter().try_for_each(|id| end(db, id))?;
    Ok(surplus)
}

pub(super) fn find(db: &Connection, id: &str) -> Result<Option<FoundSession>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT players.id, name, password, hash, used FROM sessions JOIN players ON players.id = player WHERE sessions.id = ?",
    )?;
    let found = find.query_row([id], |row| {
        let player = StoredPlayer { id: row.get(0)?, name: row.get(1)?, password: row.get(2)? };
        Ok(FoundSession { player, hash: row.get(3)?, used: row.get(4)? })
    });
    Ok(found.optional()?)
}

pub(super) fn of_player(db: &Connection, player: &str) -> Result<Vec<StoredSession>, StoreError> {
    let mut find =
        db.prepare_cached("SELECT id, device, at, used FROM sessions WHERE player = ?")?;
    let session = |row: &rusqlite::Row| {
        Ok(StoredSession {
            id: row.get(0)?,
            device: row.get(1)?,
            at: row.get(2)?,
            used: row.get(3)?,
        })
    };
    Ok(find.query_map([player], session)?.collect::<Result<_, _>>()?)
}

/// Those that are not stored.
pub(super) fn ended(db: &Connection, mut ids: Vec<String>) -> Result<Vec<String>, StoreError> {
    let mut find = db.prepare_cached("SELECT 1 FROM sessions WHERE id = ?")?;
    let mut error = None;
    ids.retain(|id| match find.exists([id]) {
        Ok(exists) => !exists,
        Err(failed) => error.replace(failed).is_some(),
    });
    error.map_or(Ok(ids), |error| Err(error.into()))
}

/// Sessions of older versions get their device when they are used.
pub(super) fn touch(
    db: &Connection,
    id: &str,
    device: Option<&str>,
    at: Millis,
) -> Result<(), StoreError> {
    let mut update = db.prepare_cached(
        "UPDATE sessions SET used = ?, device = coalesce(device, ?) WHERE id = ?",
    )?;
    Ok(update.execute(params![at, device, id]).map(drop)?)
}

pub(super) fn end(db: &Connection, id: &str) -> Result<(), StoreError> {
    Ok(db.prepare_cached("DELETE FROM sessions WHERE id = ?")?.execute([id]).map(drop)?)
}

pub(super) fn end_all(
    db: &Connection,
    player: &str,
    except: Option<&str>,
) -> Result<(), StoreError> {
    Ok(db
        .execute("DELETE FROM sessions WHERE player = ? AND id IS NOT ?", params![player, except])
        .map(drop)?)
}

/// Ends sessions that were not used since then, and returns them.
pub(super) fn expire(db: &Connection, since: Millis) -> Result<Vec<String>, StoreError> {
    let mut delete = db.prepare_cached("DELETE FROM sessions WHERE used < ? RETURNING id")?;
    Ok(delete.query_map([since], |row| row.get(0))?.collect::<Result<_, _>>()?)
}
