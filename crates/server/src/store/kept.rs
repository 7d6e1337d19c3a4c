//! Saved items: boards, followed games, reviews, quizzes.

use tisane_protocol::KeptKind;

use super::db::{Db, Row, unknown, values};
use super::{SavedHead, SavedItem, StoreError};

/// What [`head`] reads.
const HEAD: &str = "id, kind, title, version, share, at, octet_length(content)";

pub(super) fn add(
    db: &dyn Db,
    SavedItem { player, head, content }: &SavedItem,
) -> Result<(), StoreError> {
    let SavedHead { id, kind, title, version, share, at, .. } = head;
    db.execute(
        "INSERT INTO kept (id, player, kind, title, version, share, at, content) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        values![id, player, kind_name(*kind), title, *version, share.as_ref(), *at, content],
    )?;
    Ok(())
}

/// A conflict if another version than the one before this is stored.
pub(super) fn change(
    db: &dyn Db,
    SavedItem { head, content, .. }: &SavedItem,
) -> Result<(), StoreError> {
    let SavedHead { id, title, version, at, .. } = head;
    let Some(before) = version.checked_sub(1) else { return Err(StoreError::Conflict) };
    let update = "UPDATE kept SET title = $1, version = $2, at = $3, content = $4 \
                  WHERE id = $5 AND version = $6";
    match db.execute(update, values![title, *version, *at, content, id, before])? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

pub(super) fn share(db: &dyn Db, id: &str, share: Option<&str>) -> Result<(), StoreError> {
    db.execute("UPDATE kept SET share = $1 WHERE id = $2", values![share, id]).map(drop)
}

pub(super) fn find(db: &dyn Db, id: &str) -> Result<Option<SavedItem>, StoreError> {
    let find = format!("SELECT {HEAD}, player, content FROM kept WHERE id = $1");
    db.find(&find, values![id], item)
}

pub(super) fn find_shared(db: &dyn Db, share: &str) -> Result<Option<SavedItem>, StoreError> {
    let find = format!("SELECT {HEAD}, player, content FROM kept WHERE share = $1");
    db.find(&find, values![share], item)
}

pub(super) fn of_player(db: &dyn Db, player: &str) -> Result<Vec<SavedHead>, StoreError> {
    let find = format!("SELECT {HEAD} FROM kept WHERE player = $1 ORDER BY at DESC");
    db.list(&find, values![player], head)
}

pub(super) fn delete(db: &dyn Db, id: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM kept WHERE id = $1", values![id]).map(drop)
}

fn head(row: &Row) -> Result<SavedHead, StoreError> {
    Ok(SavedHead {
        id: row.get(0)?,
        kind: kind_named(&row.get::<String>(1)?)?,
        title: row.get(2)?,
        version: row.get(3)?,
        share: row.get(4)?,
        at: row.get(5)?,
        bytes: row.get::<u64>(6)? as usize,
    })
}

fn item(row: &Row) -> Result<SavedItem, StoreError> {
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

fn kind_named(name: &str) -> Result<KeptKind, StoreError> {
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
        let error = kind_named("sonnet").unwrap_err().to_string();
        assert!(error.contains("unknown kind of saved item \"sonnet\""), "{error}");
    }
}
