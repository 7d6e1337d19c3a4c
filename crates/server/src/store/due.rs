//! Games that are due, page by page.

use rusqlite::{Connection, params};
use tisane_rules::Millis;

use super::{Due, StoreError};

/// Served by the index `rooms_due`, which ends with the id.
pub(super) fn due_rooms(
    db: &Connection,
    now: Millis,
    after: Option<Due>,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let after = after.unwrap_or(Due { at: Millis::MIN, id: String::new() });
    let mut find = db.prepare_cached("SELECT due, id FROM rooms WHERE due <= ?1 AND (due, id) > (?2, ?3) ORDER BY due, id LIMIT ?4")?;
    let due = find.query_map(params![now, after.at, after.id, most as i64], |row| {
        Ok(Due { at: row.get(0)?, id: row.get(1)? })
    })?;
    Ok(due.collect::<Result<_, _>>()?)
}

/// Claims due games for the caller.
pub(super) fn claim(
    db: &Connection,
    now: Millis,
    until: Millis,
    most: usize,
) -> Result<Vec<Due>, StoreError> {
    let mut claim = db.prepare_cached(
        "UPDATE rooms SET claimed = ?2 WHERE id IN (\
         SELECT id FROM rooms WHERE due <= ?1 AND (claimed IS NULL OR claimed <= ?1) \
         ORDER BY due, id LIMIT ?3) RETURNING due, id",
    )?;
    let claimed = claim.query_map(params![now, until, most as i64], |row| {
        Ok(Due { at: row.get(0)?, id: row.get(1)? })
    })?;
    let mut claimed: Vec<Due> = claimed.collect::<Result<_, _>>()?;
    claimed.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    Ok(claimed)
}

/// Marks an ended game as done.
pub(super) fn skip_rating(db: &Connection, game: &str) -> Result<(), StoreError> {
    Ok(db
        .execute("UPDATE rooms SET due = NULL WHERE id = ? AND ended AND due IS NOT NULL", [game])
        .map(drop)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_from_the_index_alone() {
        let mut db = Connection::open_in_memory().unwrap();
        super::super::schema::migrate(&mut db).unwrap();
        let plan = "EXPLAIN QUERY PLAN SELECT due, id FROM rooms WHERE due <= 9 AND (due, id) > (3, 'x') ORDER BY due, id LIMIT 5";
        let steps: Vec<String> = db
            .prepare(plan)
            .unwrap()
            .query_map([], |row| row.get(3))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert!(
            steps.len() == 1
                && steps[0].contains("SEARCH")
                && steps[0].contains("COVERING INDEX rooms_due"),
            "{steps:?}"
        );
    }
}
