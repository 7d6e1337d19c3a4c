//! Saved items: boards, followed games, reviews, quizzes.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tisane_protocol::KeptKind;

use super::sqlite::unknown;
use super::{SavedHead, SavedItem, StoreError};

/// What [`head`] reads.
const HEAD: &str = "id, kind, title, version, share, at, octet_length(content)";

pub(super) fn add(
    db: &Connection,
    SavedItem { player, head, content }: &SavedItem,
) -> Result<(), StoreError> {
    let mut insert = db.prepare_cached(
        "INSERT INTO kept (id, player, kind, title, version, share, at, content) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let SavedHead { id, kind, title, version, share, at, .. } = head;
    insert.execute(params![id, player, kind_name(*kind), title, version, share, at, content])?;
    Ok(())
}

/// A conflict if another version than the one before this is stored.
pub(super) fn change(
    db: &Connection,
    SavedItem { head, content, .. }: &SavedItem,
) -> Result<(), StoreError> {
    let SavedHead { id, title, version, at, .. } = head;
    let mut update = db.prepare_cached(
        "UPDATE kept SET title = ?, version = ?, at = ?, content = ? WHERE id = ? AND version = ? - 1",
    )?;
    match update.execute(params![title, version, at, content, id, version])? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

pub(super) fn share(db: &Connection, id: &str, share: Option<&str>) -> Result<(), StoreError> {
    let update = "UPDATE kept SET share = ? WHERE id = ?";
    Ok(db.execute(update, params![share, id]).map(drop)?)
}

pub(super) fn find(db: &Connection, id: &str) -> Result<Option<SavedItem>, StoreError> {
    let find = format!("SELECT {HEAD}, player, content FROM kept WHERE id = ?");
    Ok(db.prepare_cached(&find)?.query_row([id], item).optional()?)
}

pub(super) fn find_shared(db: &Connection, share: &str) -> Result<Option<SavedItem>, StoreError> {
    let find = format!("SELECT {HEAD}, player, content FROM kept WHERE share = ?");
    Ok(db.prepare_cached(&find)?.query_row([share], item).optional()?)
}

pub(super) fn of_player(db: &Connection, player: &str) -> Result<Vec<SavedHead>, StoreError> {
    let find = format!("SELECT {HEAD} FROM kept WHERE player = ? ORDER BY at DESC");
    Ok(db.prepare_cached(&find)?.query_map([player], head)?.collect::<Result<_, _>>()?)
}

pub(super) fn delete(db: &Connection, id: &str) -> Result<(), StoreError> {
    Ok(db.execute("DELETE FROM kept WHERE id = ?", [id]).map(drop)?)
}

fn head(row: &Row) -> rusqlite::Result<SavedHead> {
    Ok(SavedHead {
        id: row.get(0)?,
        kind: kind_named(&row.get::<_, String>(1)?)?,
        title: row.get(2)?,
        version: row.get(3)?,
        share: row.get(4)?,
        at: row.get(5)?,
        bytes: row.get::<_, u64>(6)? as usize,
    })
}

fn item(row: &Row) -> rusqlite::Result<SavedItem> {
    Ok(SavedItem { head: head(row)?, player: row.get(7)?, content: row.get(8)? })
}

fn kind_name(kind: KeptKind) -> &'static str {
    match kind {
        KeptKind::Board => "board",
        KeptKind::Followed => "followed",
        KeptKind::Review => "review",
        KeptKind::Quiz => "quiz",
    }
}

fn kind_named(name: &str) -> rusqlite::Result<KeptKind> {
    match name {
        "board" => Ok(KeptKind::Board),
        "followed" => Ok(KeptKind::Followed),
        "review" => Ok(KeptKind::Review),
        "quiz" => Ok(KeptKind::Quiz),
        _ => Err(unknown("kind of saved item", name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_kind_is_refused() {
        for kind in [KeptKind::Board, KeptKind::Followed, KeptKind::Review, KeptKind::Quiz] {
            assert_eq!(kind_named(kind_name(kind)).unwrap(), kind);
        }
        let error = StoreError::from(kind_named("sonnet").unwrap_err()).to_string();
        assert!(error.contains("unknown kind of saved item \"sonnet\""), "{error}");
    }
}
