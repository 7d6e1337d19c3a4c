//! Games that are due, page by page.

use tisane_rules::Millis;

use super::db::{Db, values};
use super::{Due, StoreError};

/// Served by the index `rooms_due`, which ends with the id.
const PAGE: &str = "SELECT due, id FROM rooms WHERE due <= $1 AND (due, id) > ($2, $3) \
                    ORDER BY due, id LIMIT $4";

pub(super) fn due_rooms(
    db: &dyn Db,
    now: Millis,
    after: Option<Due>,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let after = after.unwrap_or(Due { at: Millis::MIN, id: String::new() });
    db.list(PAGE, values![now, after.at, &after.id, most], |row| {
        Ok(Due { at: row.get(0)?, id: row.get(1)? })
    })
}

/// Claims due games for the caller. Of two that claim at the same time, each gets other games.
pub(super) fn claim(
    db: &dyn Db,
    now: Millis,
    until: Millis,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let claim = format!(
        "UPDATE rooms SET claimed = $2 WHERE id IN (SELECT id FROM rooms \
         WHERE due <= $1 AND (claimed IS NULL OR claimed <= $1) \
         ORDER BY due, id LIMIT $3{}) RETURNING due, id",
        db.skip_locked()
    );
    let mut claimed = db.list(&claim, values![now, until, most], |row| {
        Ok(Due { at: row.get(0)?, id: row.get(1)? })
    })?;
    claimed.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    Ok(claimed)
}

/// Marks an ended game as done.
pub(super) fn skip_rating(db: &dyn Db, game: &str) -> Result<(), StoreError> {
    let update = "UPDATE rooms SET due = NULL WHERE id = $1 AND ended AND due IS NOT NULL";
    db.execute(update, values![game]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_from_the_index_alone() {
        let mut db = rusqlite::Connection::open_in_memory().unwrap();
        super::super::schema::migrate(&mut db).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {PAGE}");
        let db: &dyn Db = &db;
        let steps: Vec<String> =
            db.list(&plan, values![9i64, 3i64, "x", 5i64], |row| row.get(3)).unwrap();
        assert!(
            steps.len() == 1
                && steps[0].contains("SEARCH")
                && steps[0].contains("COVERING INDEX rooms_due"),
            "{steps:?}"
        );
    }
}
