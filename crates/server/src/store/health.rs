//! The health of the database: damage that was found, and a row to test writing and reading.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, InterruptHandle};

use super::StoreError;
use super::db::{Db, values};

/// How long a probe is valid: it costs a sync, and anybody may ask.
const PROBE_AGE: Duration = Duration::from_secs(1);
/// The most lines of a damage report.
const LINES: usize = 10;

#[derive(Default)]
pub(super) struct Health {
    damage: OnceLock<String>,
    /// When a probe last succeeded. Held while probing.
    pub(super) probed: tokio::sync::Mutex<Option<Instant>>,
    /// Interrupts a running check.
    check: Mutex<Option<InterruptHandle>>,
}

impl Health {
    /// Passes a result on, and remembers damage.
    pub(super) fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Damaged(detail)) = &result
            && self.damage.set(detail.clone()).is_ok()
        {
            tracing::error!(
                damage = detail,
                "the database is damaged: stop the server and restore a backup"
            );
        }
        result
    }

    /// Fails once damage has been found.
    pub(super) fn damage(&self) -> Result<(), StoreError> {
        self.damage.get().map_or(Ok(()), |detail| Err(StoreError::Damaged(detail.clone())))
    }

    pub(super) fn check_began(&self, connection: &Connection) {
        *self.check.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(connection.get_interrupt_handle());
    }

    pub(super) fn end_check(&self) {
        if let Some(check) = self.check.lock().unwrap_or_else(PoisonError::into_inner).take() {
            check.interrupt();
        }
    }
}

pub(super) fn is_fresh(probed: Option<Instant>) -> bool {
    probed.is_some_and(|at| at.elapsed() < PROBE_AGE)
}

/// Increments the probe's row; returns its number.
pub(super) fn write_probe(db: &dyn Db) -> Result<i64, StoreError> {
    let write = "INSERT INTO probe (id, number) VALUES (1, 1) \
                 ON CONFLICT (id) DO UPDATE SET number = probe.number + 1 RETURNING number";
    db.one(write, values![], |row| row.get(0))
}

/// Reads the row; the number must be there.
pub(super) fn read_probe(db: &dyn Db, written: i64) -> Result<(), StoreError> {
    let read: i64 = db.one("SELECT number FROM probe", values![], |row| row.get(0))?;
    match read >= written {
        true => Ok(()),
        false => {
            Err(StoreError::Damaged(format!("row {written} was written, but {read} was read")))
        }
    }
}

/// Reads the whole database.
pub(super) fn quick_check(db: &Connection) -> Result<(), StoreError> {
    let mut check = db.prepare(&format!("PRAGMA quick_check({LINES})"))?;
    let found: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    match &found[..] {
        [ok] if ok == "ok" => Ok(()),
        found => Err(StoreError::Damaged(found.join("; "))),
    }
}
