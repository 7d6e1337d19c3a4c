//! A connection as a [`Db`], for a thread that may wait.

use std::cell::Cell;
use std::error::Error as _;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use deadpool_postgres::{Object, PoolError};
use futures_util::SinkExt;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Error, SimpleQueryMessage};

use super::super::StoreError;
use super::super::db::{self, Db, Lock, Row, Value};

/// How long PostgreSQL may work on one statement, in milliseconds.
pub(super) const STATEMENT_MILLIS: u32 = 10_000;
/// How long a statement may wait for a lock, in milliseconds: less than an append waits for its
/// answer, so that none takes effect after it was given up.
pub(super) const LOCK_MILLIS: u32 = 2_500;
/// A statement without an answer after this long is on a dead connection.
const ANSWER: Duration = Duration::from_millis(STATEMENT_MILLIS as u64 + 2_000);

pub(in super::super) struct Session {
    client: Option<Object>,
    runtime: Handle,
    /// Whether the connection is in a state that the next user must not find.
    unfinished: Cell<bool>,
    /// Whether a statement has failed. PostgreSQL then rolls back, even on COMMIT.
    failed: Cell<bool>,
    /// Whether statements may take as long as they want.
    patient: bool,
}

impl Drop for Session {
    fn drop(&mut self) {
        // Closed instead of going back to the pool; PostgreSQL then rolls back.
        if let Some(client) = self.client.take().filter(|_| self.unfinished.get()) {
            drop(Object::take(client));
        }
    }
}

/// How a transaction ended.
pub(super) enum Ended<T> {
    Known(Result<T, StoreError>),
    /// The connection was lost while it was committed.
    Unknown {
        transaction: String,
        result: T,
    },
}

impl Session {
    /// To be used on a thread that may wait.
    pub(super) fn new(client: Object, runtime: Handle) -> Session {
        Session {
            client: Some(client),
            runtime,
            unfinished: Cell::new(false),
            failed: Cell::new(false),
            patient: false,
        }
    }

    /// For work that takes long: migrations and copies.
    pub(super) fn patient(mut self) -> Session {
        self.patient = true;
        self
    }

    pub(super) fn client(&self) -> &Object {
        self.client.as_ref().expect("it has one until it is dropped")
    }

    /// Waits for an answer.
    pub(super) fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, StoreError> {
        let answer = self.runtime.block_on(async {
            match self.patient {
                true => answer.await.map_err(failure),
                false => match timeout(ANSWER, answer).await {
                    Ok(answer) => answer.map_err(failure),
                    Err(_) => {
                        self.unfinished.set(true);
                        Err(StoreError::Unreachable("no answer".to_owned()))
                    }
                },
            }
        });
        self.failed.set(self.failed.get() || answer.is_err());
        answer
    }

    /// Statements without parameters.
    pub(in super::super) fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.wait(self.client().batch_execute(sql))
    }

    /// Sends rows in the text format of COPY.
    pub(in super::super) fn copy_in(&self, copy: &str, rows: String) -> Result<(), StoreError> {
        self.wait(async {
            let sink = self.client().copy_in(copy).await?;
            let mut sink = std::pin::pin!(sink);
            sink.send(Bytes::from(rows)).await?;
            sink.finish().await.map(drop)
        })
    }

    /// Runs `work` in a transaction.
    pub(super) fn transaction<T>(
        self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Ended<T> {
        self.unfinished.set(true);
        let transaction = match self.begin() {
            Ok(transaction) => transaction,
            Err(error) => return Ended::Known(Err(error)),
        };
        let result = catch_unwind(AssertUnwindSafe(|| work(&self))).unwrap_or_else(|_| {
            tracing::error!("a write panicked; it was undone");
            Err(StoreError::Panicked)
        });
        let result = match result {
            Ok(_) if self.failed.get() => Err(StoreError::Database("a statement failed".into())),
            result => result,
        };
        let result = match result {
            Ok(result) => result,
            Err(error) => {
                self.unfinished.set(self.batch("ROLLBACK").is_err());
                return Ended::Known(Err(error));
            }
        };
        match self.batch("COMMIT") {
            Ok(()) => {
                self.unfinished.set(false);
                Ended::Known(Ok(result))
            }
            Err(StoreError::Unreachable(_)) => Ended::Unknown { transaction, result },
            Err(error) => Ended::Known(Err(error)),
        }
    }

    /// Begins a transaction and returns its number.
    fn begin(&self) -> Result<String, StoreError> {
        let begin = "BEGIN; SELECT pg_current_xact_id()::text";
        let answers = self.wait(self.client().simple_query(begin))?;
        let number = answers.iter().find_map(|answer| match answer {
            SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        number.map(str::to_owned).ok_or_else(|| StoreError::Database("no transaction".into()))
    }
}

impl Db for Session {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, StoreError> {
        self.wait(async {
            let statement = self.client().prepare_cached(sql).await?;
            let changed = self.client().execute_raw(&statement, values).await?;
            Ok(changed as usize)
        })
    }

    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let values: Vec<&(dyn ToSql + Sync)> =
            values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = self.wait(async {
            let statement = self.client().prepare_cached(sql).await?;
            self.client().query(&statement, &values).await
        })?;
        rows.iter().map(|row| cells(row).map(Row).map_err(failure)).collect()
    }

    fn for_update(&self) -> &'static str {
        " FOR UPDATE"
    }

    fn skip_locked(&self) -> &'static str {
        " FOR UPDATE SKIP LOCKED"
    }

    fn lock(&self, lock: Lock<'_>) -> Result<(), StoreError> {
        let (shared, alone) = (
            "SELECT pg_advisory_xact_lock_shared(hashtext($1))",
            "SELECT pg_advisory_xact_lock(hashtext($1))",
        );
        let take = |how: &str, name: &str| self.query(how, &[Value::Text(name)]).map(drop);
        match lock {
            Lock::AccountNames => take(alone, "tisane names"),
            Lock::GuestNames => take(shared, "tisane names"),
            Lock::AllRatings => take(alone, "tisane ratings"),
            Lock::RatingsOf(player) => {
                take(shared, "tisane ratings")?;
                take(alone, &format!("tisane ratings of {player}"))
            }
            Lock::Moderation => take(alone, "tisane moderation"),
        }
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match (*self, ty) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Bool(value), &Type::BOOL) => value.to_sql(ty, out),
            (Value::Int(value), &Type::INT8) => value.to_sql(ty, out),
            (Value::Real(value), &Type::FLOAT8) => value.to_sql(ty, out),
            (Value::Bytes(value), &Type::BYTEA) => value.to_sql(ty, out),
            // PostgreSQL has no text with NUL.
            (Value::Text(text), &Type::TEXT) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql(ty, out)
            }
            (Value::Text(text), &Type::TEXT) => text.to_sql(ty, out),
            _ => Err(format!("a parameter of type {ty} has another value").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn cells(row: &tokio_postgres::Row) -> Result<Vec<db::Cell>, Error> {
    let cell = |column: usize| {
        Ok(match *row.columns()[column].type_() {
            Type::BOOL => {
                row.try_get::<_, Option<bool>>(column)?.map(|value| db::Cell::Int(value.into()))
            }
            Type::INT4 => {
                row.try_get::<_, Option<i32>>(column)?.map(|value| db::Cell::Int(value.into()))
            }
            Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map(db::Cell::Int),
            Type::FLOAT8 => row.try_get::<_, Option<f64>>(column)?.map(db::Cell::Real),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.map(db::Cell::Bytes),
            Type::VOID => None,
            _ => row.try_get::<_, Option<String>>(column)?.map(db::Cell::Text),
        }
        .unwrap_or(db::Cell::Null))
    };
    (0..row.len()).map(cell).collect()
}

/// An error as a sentence. Details are left out, because they can contain names and messages.
pub(super) fn failure(error: Error) -> StoreError {
    if is_lost(&error) {
        return StoreError::Unreachable(sentence(&error));
    }
    match error.code() {
        Some(code) if *code == SqlState::UNIQUE_VIOLATION => StoreError::Taken,
        Some(code) if *code == SqlState::DISK_FULL => StoreError::Full,
        Some(code) if [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(code) => {
            StoreError::Damaged(sentence(&error))
        }
        _ => StoreError::Database(sentence(&error).into()),
    }
}

pub(super) fn no_connection(error: PoolError) -> StoreError {
    match error {
        PoolError::Backend(error) => failure(error),
        PoolError::Timeout(_) => StoreError::Unreachable("no connection is free".to_owned()),
        PoolError::PostCreateHook(error) => StoreError::Unreachable(error.to_string()),
        PoolError::Closed | PoolError::NoRuntimeSpecified => StoreError::Stopped,
    }
}

/// Whether an error is about the connection, so that a statement may or may not have had an effect.
pub(super) fn is_lost(error: &Error) -> bool {
    match error.code() {
        // 57P01 to 57P05: PostgreSQL or the connection is shut down, or PostgreSQL starts.
        Some(code) => code.code().starts_with("57P") || code.code().starts_with("08"),
        None => {
            error.is_closed()
                || error.source().is_some_and(|source| source.is::<std::io::Error>())
                || error.to_string().starts_with("timeout")
        }
    }
}

fn sentence(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(database), _) => database.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}
