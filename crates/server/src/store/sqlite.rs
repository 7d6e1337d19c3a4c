//! SQLite, in this process. One thread writes ([`writer`](super::writer)); several read.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, ffi, params_from_iter};
use tokio::sync::{Semaphore, oneshot};

use super::backend::Backend;
use super::db::{Cell, Db, Lock as DbLock, Row, Value};
use super::health::{self, Health};
use super::lock::{self, Lock};
use super::writer::Writer;
use super::{
    Append, BackupError, StoreError, StoreFuture, StoreMetrics, backup, people, rooms, schema,
};

/// Readers at a time, each with a pooled connection.
const READERS: usize = 4;

pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: Arc<Mutex<Vec<Connection>>>,
    reading: Arc<Semaphore>,
    health: Arc<Health>,
    /// The last field: freed after the writer has ended.
    _lock: Lock,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.health.end_check();
    }
}

impl Sqlite {
    /// Opens or creates the file. No other process can open it until this is dropped.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        create(&path)?;
        let lock = lock::take(&path)?;
        let mut connection = connect(&path)?;
        schema::migrate(&mut connection)?;
        let transaction = connection.transaction()?;
        people::refresh_skeletons(&*transaction)?;
        transaction.commit()?;
        let writer = Writer::start(&path, connection)?;
        let (readers, reading) = (Arc::default(), Arc::new(Semaphore::new(READERS)));
        Ok(Sqlite { path, writer, readers, reading, health: Arc::default(), _lock: lock })
    }

    /// Copies the database to a new file while it is in use. Calls `go_on` every few megabytes.
    pub fn backup(from: &Path, to: &Path, go_on: impl FnMut() -> bool) -> Result<(), BackupError> {
        backup::backup(from, to, go_on)
    }
}

/// Creates the file, unless it exists. Only its owner may read it; SQLite gives the files beside it
/// the same permissions.
fn create(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // SQLite reports any error, in the words people know.
        let _ = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
    drop(Connection::open(path)?);
    Ok(())
}

pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged(error.to_string())
            }
            _ if matches!(
                extended,
                Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
            ) =>
            {
                StoreError::Taken
            }
            _ => StoreError::Database(Box::new(error)),
        }
    }
}

impl Db for Connection {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, StoreError> {
        Ok(self.prepare_cached(&numbered(sql))?.execute(params_from_iter(values))?)
    }

    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let mut statement = self.prepare_cached(&numbered(sql))?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let cell = |column| Ok(cell(row.get_ref(column)?));
            found.push(Row((0..columns).map(cell).collect::<rusqlite::Result<_>>()?));
        }
        Ok(found)
    }

    fn for_update(&self) -> &'static str {
        ""
    }

    fn skip_locked(&self) -> &'static str {
        ""
    }

    /// There is one writer.
    fn lock(&self, _: DbLock<'_>) -> Result<(), StoreError> {
        Ok(())
    }
}

/// SQLite numbers parameters as `?1`. It takes `$1` for a name.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Bool(value) => ValueRef::Integer((*value).into()),
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Real(value) => ValueRef::Real(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(value) => Cell::Int(value),
        ValueRef::Real(value) => Cell::Real(value),
        ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
    }
}

impl Backend for Sqlite {
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let answered = self.writer.send(move |db| work(db));
        Box::pin(async move { self.health.noted(answered.await.map_err(|_| StoreError::Stopped)?) })
    }

    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            let turn =
                self.reading.clone().acquire_owned().await.map_err(|_| StoreError::Stopped)?;
            let (path, readers) = (self.path.clone(), self.readers.clone());
            let task = tokio::task::spawn_blocking(move || {
                let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let connection = idle.map_or_else(|| connect(&path), Ok)?;
                let result = work(&connection);
                // A failed connection may fail again; the next reader gets a new one.
                if !result.as_ref().is_err_and(StoreError::is_fault) {
                    readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
                }
                drop(turn);
                result
            });
            let result = task.await.unwrap_or_else(|error| {
                Err(if error.is_panic() { StoreError::Panicked } else { StoreError::Stopped })
            });
            self.health.noted(result)
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        self.write(move |db| rooms::append(db, &append))
    }

    fn metrics(&self) -> StoreMetrics {
        self.writer.metrics().clone()
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.health.damage()?;
            let mut probed = self.health.probed.lock().await;
            if !health::is_fresh(*probed) {
                let written = self.write(health::write_probe).await?;
                self.read(move |db| health::read_probe(db, written)).await?;
                *probed = Some(Instant::now());
            }
            self.health.damage()
        })
    }

    fn verify(&self) -> StoreFuture<'_, ()> {
        let (path, health, (answer, answered)) =
            (self.path.clone(), self.health.clone(), oneshot::channel());
        // A separate thread: the runtime would wait for one of its own at shutdown.
        let started = std::thread::Builder::new().name("check".to_owned()).spawn(move || {
            let checked = connect(&path).and_then(|connection| {
                health.check_began(&connection);
                health::quick_check(&connection)
            });
            let _ = answer.send(checked);
        });
        Box::pin(async move {
            started.map_err(|error| StoreError::Database(Box::new(error)))?;
            self.health.noted(answered.await.map_err(|_| StoreError::Stopped)?)
        })
    }
}
