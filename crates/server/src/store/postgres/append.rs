//! An append in one statement. The game's version is the only lock.

use std::time::Duration;

use deadpool_postgres::Object;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_postgres::types::{ToSql, Type};

use super::super::{Append, StoreError};
use super::Postgres;
use super::session::{failure, no_connection};

/// After a lost connection, an append is tried again and its outcome is found within this time.
const PATIENCE: Duration = Duration::from_secs(5);
/// A statement without an answer after this long is on a dead connection.
const ANSWER: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(100);

const APPEND: &str = "
    WITH game AS (
        UPDATE rooms SET version = version + cardinality($3::text[]), summary = $4, ended = $5,
            due = $6, changed = $7
        WHERE id = $1 AND version = $2 RETURNING id
    ), log AS (
        INSERT INTO events (room, number, line)
        SELECT id, $2 + nth - 1, line
        FROM game, unnest($3::text[]) WITH ORDINALITY AS new (line, nth)
    ), sat_down AS (
        INSERT INTO seats (player, room) SELECT player, id FROM game, unnest($8::text[]) AS player
        ON CONFLICT DO NOTHING
    ), got_up AS (
        DELETE FROM seats USING game WHERE room = game.id AND player = ANY ($9::text[])
    ), former AS (
        INSERT INTO former_seats (player, room)
        SELECT player, id FROM game, unnest($9::text[]) AS player ON CONFLICT DO NOTHING
    )
    SELECT count(*) FROM game";

const LINES: &str =
    "SELECT line FROM events WHERE room = $1 AND number >= $2 ORDER BY number LIMIT $3";

/// Appends once, even if the connection is lost meanwhile.
pub(super) async fn append(store: &Postgres, append: &Append) -> Result<(), StoreError> {
    let end = Instant::now() + PATIENCE;
    // Whether an earlier try may have been committed.
    let mut in_doubt = false;
    loop {
        let attempt = async {
            let client = store.pool.get().await.map_err(|error| (no_connection(error), false))?;
            // From here on, the statement may take effect whatever we hear.
            match timeout(ANSWER, attempt(&client, append)).await {
                Ok(Err(error @ StoreError::Unreachable(_))) => Err((error, true)),
                Ok(done) => done.map_err(|error| (error, false)),
                Err(_) => {
                    drop(Object::take(client));
                    Err((StoreError::Unreachable("no answer".to_owned()), true))
                }
            }
        };
        let unknown = || (StoreError::Unreachable("no answer".to_owned()), true);
        match timeout_at(end, attempt).await.unwrap_or_else(|_| Err(unknown())) {
            Err((StoreError::Conflict, _)) if in_doubt => {
                return if is_stored(store, append).await? {
                    Ok(())
                } else {
                    Err(StoreError::Conflict)
                };
            }
            Err((error @ StoreError::Unreachable(_), sent)) => {
                in_doubt |= sent;
                let next = Instant::now() + PAUSE;
                if next >= end {
                    return Err(error);
                }
                sleep_until(next).await;
            }
            done => return done.map_err(|(error, _)| error),
        }
    }
}

async fn attempt(client: &Object, append: &Append) -> Result<(), StoreError> {
    let types = [
        Type::TEXT,
        Type::INT8,
        Type::TEXT_ARRAY,
        Type::TEXT,
        Type::BOOL,
        Type::INT8,
        Type::INT8,
        Type::TEXT_ARRAY,
        Type::TEXT_ARRAY,
    ];
    let statement = client.prepare_typed_cached(APPEND, &types).await.map_err(failure)?;
    // The parts of a statement don't see each other's changes.
    let sat_down: Vec<&String> =
        append.sat_down.iter().filter(|player| !append.got_up.contains(player)).collect();
    let version = append.version as i64;
    let values: [&(dyn ToSql + Sync); 9] = [
        &append.game,
        &version,
        &append.lines,
        &append.summary,
        &append.ended,
        &append.due,
        &append.at,
        &sat_down,
        &append.got_up,
    ];
    let row = client.query_one(&statement, &values).await.map_err(failure)?;
    match row.get::<_, i64>(0) {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

/// Whether the events are in the log, by an earlier try of which nothing was heard.
async fn is_stored(store: &Postgres, append: &Append) -> Result<bool, StoreError> {
    let client = store.pool.get().await.map_err(no_connection)?;
    let read = async {
        let statement = client.prepare_cached(LINES).await?;
        let (from, most) = (append.version as i64, append.lines.len() as i64);
        client.query(&statement, &[&append.game, &from, &most]).await
    };
    let rows = timeout(ANSWER, read)
        .await
        .map_err(|_| StoreError::Unreachable("no answer".to_owned()))?
        .map_err(failure)?;
    let stored = rows.iter().map(|row| row.get::<_, &str>(0));
    Ok(!append.lines.is_empty() && stored.eq(append.lines.iter().map(String::as_str)))
}
