//! A job is answered after its COMMIT, never before. A job that fails or panics undoes only its own
//! work. If SQLite rolls back the whole transaction (on I/O errors and a full disk), every job in
//! it gets that error, and later jobs get a new transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::oneshot;

use super::sqlite::connect;
use super::{StoreError, StoreMetrics};

/// The most jobs in one transaction.
const LARGEST_BATCH: usize = 1000;

/// Handle of the thread. When dropped, everything queued has been written and the connection is
/// closed.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    metrics: StoreMetrics,
}

/// A job. Given an error instead of a connection, it only answers.
type Job = Box<dyn FnOnce(Result<&Connection, &rusqlite::Error>) -> JobResult + Send>;

/// A job that has run, before the commit.
struct JobResult {
    /// Why the transaction it ran in can't be committed.
    spoiled: Option<rusqlite::Error>,
    answer: Answer,
}

/// Says whether the transaction was committed.
type Answer = Box<dyn FnOnce(Result<(), &rusqlite::Error>) + Send>;

impl Writer {
    pub(super) fn start(path: &Path, connection: Connection) -> Result<Writer, StoreError> {
        let (jobs, queue) = mpsc::channel();
        let metrics = StoreMetrics::default();
        let (path, counted) = (path.to_owned(), metrics.clone());
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&path, connection, &queue, &counted))
            .map_err(|error| StoreError::Database(Box::new(error)))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), metrics })
    }

    pub(super) fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Queues work for the next transaction. The answer comes when it is on disk.
    pub(super) fn send<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, StoreError>> {
        let (job, answered) = job(work);
        self.metrics.waiting.inc();
        if let Some(jobs) = &self.jobs {
            // Without a thread the answer says that the database has stopped.
            let _ = jobs.send(job);
        }
        answered
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn job<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
) -> (Job, oneshot::Receiver<Result<T, StoreError>>) {
    let (answer, answered) = oneshot::channel();
    let job: Job = Box::new(move |connection| {
        let (result, spoiled) = match connection {
            Ok(connection) => in_savepoint(connection, work),
            Err(error) => (Err(copy_of(error).into()), None),
        };
        let answer = move |committed: Result<(), &rusqlite::Error>| {
            let _ = answer.send(match committed {
                Ok(()) => result,
                Err(error) => Err(copy_of(error).into()),
            }); // whoever asked may be gone
        };
        JobResult { spoiled, answer: Box::new(answer) }
    });
    (job, answered)
}

/// Ends when nobody can send any more.
fn write_all(
    path: &Path,
    mut connection: Connection,
    queue: &mpsc::Receiver<Job>,
    metrics: &StoreMetrics,
) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<Job> =
            std::iter::once(first).chain(queue.try_iter()).take(LARGEST_BATCH).collect();
        let n = batch.len() as i64;
        write_batch(&connection, batch, metrics);
        metrics.waiting.dec_by(n);
        // A transaction that can't be rolled back ends with its connection.
        if !connection.is_autocommit() {
            match connect(path) {
                Ok(new) => connection = new,
                Err(error) => tracing::error!(%error, "the database can't be opened again"),
            }
        }
    }
}

fn write_batch(connection: &Connection, batch: Vec<Job>, metrics: &StoreMetrics) {
    let mut jobs = batch.into_iter();
    while !jobs.as_slice().is_empty() {
        if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
            metrics.failures.inc();
            tracing::error!(
                %error,
                jobs = jobs.len(),
                "no transaction can begin; nothing of this was written"
            );
            jobs.for_each(|job| (job(Err(&error)).answer)(Err(&error)));
            return;
        }
        let mut ran = Vec::new();
        let mut spoiled = None;
        for job in jobs.by_ref() {
            let mut done = job(Ok(connection));
            spoiled = done.spoiled.take();
            ran.push(done);
            if spoiled.is_some() {
                break;
            }
        }
        let committed = spoiled.map_or_else(|| commit(connection, metrics), Err);
        if let Err(error) = &committed {
            metrics.failures.inc();
            tracing::error!(
                %error,
                jobs = ran.len(),
                "a transaction failed; nothing of it was written"
            );
            roll_back(connection);
        }
        ran.into_iter().for_each(|ran| (ran.answer)(committed.as_ref().copied()));
    }
}

fn commit(connection: &Connection, metrics: &StoreMetrics) -> rusqlite::Result<()> {
    let began = Instant::now();
    connection.execute_batch("COMMIT")?;
    metrics.sync_seconds.observe(began.elapsed().as_secs_f64());
    Ok(())
}

fn roll_back(connection: &Connection) {
    if connection.is_autocommit() {
        return; // SQLite has done so already
    }
    if let Err(error) = connection.execute_batch("ROLLBACK") {
        tracing::error!(%error, "a transaction can't be rolled back; the database is opened again");
    }
}

/// Runs one job so that a failure undoes only its work. If that is impossible, says why the
/// transaction is spoiled.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> (Result<T, StoreError>, Option<rusqlite::Error>) {
    if let Err(error) = connection.execute_batch("SAVEPOINT job") {
        let spoiled = copy_of(&error);
        return (Err(error.into()), Some(spoiled));
    }
    let result = catch_unwind(AssertUnwindSafe(|| work(connection))).unwrap_or_else(|_| {
        tracing::error!("a write panicked; it was undone");
        Err(StoreError::Panicked)
    });
    // Without a transaction, the next jobs' savepoints would commit by themselves.
    if connection.is_autocommit() {
        let cause = match &result {
            Err(error) => error.to_string(),
            Ok(_) => "the transaction has ended".to_owned(),
        };
        let full = matches!(result, Err(StoreError::Full));
        let code = if full { rusqlite::ffi::SQLITE_FULL } else { rusqlite::ffi::SQLITE_IOERR };
        return (
            result,
            Some(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), Some(cause))),
        );
    }
    let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    let spoiled = connection.execute_batch(end).err();
    (result, spoiled)
}

/// Every job of a batch gets the same error, which can't be cloned.
fn copy_of(error: &rusqlite::Error) -> rusqlite::Error {
    let code = error
        .sqlite_error()
        .copied()
        .unwrap_or(rusqlite::ffi::Error { code: ErrorCode::SystemIoFailure, extended_code: 0 });
    rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE lines (n INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            .unwrap();
        connection
    }

    fn insert(n: i64, bytes: usize) -> impl FnOnce(&Connection) -> Result<i64, StoreError> + Send {
        move |db| {
            Ok(db.execute("INSERT INTO lines VALUES (?, ?)", (n, "x".repeat(bytes))).map(|_| n)?)
        }
    }

    fn stored(connection: &Connection) -> Vec<i64> {
        let mut lines = connection.prepare("SELECT n FROM lines ORDER BY n").unwrap();
        lines.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }

    /// Writes these as one batch; returns those that were acknowledged, and the errors.
    fn write(
        connection: &Connection,
        jobs: Vec<(Job, oneshot::Receiver<Result<i64, StoreError>>)>,
    ) -> (Vec<i64>, Vec<StoreError>) {
        let (jobs, answers): (Vec<Job>, Vec<_>) = jobs.into_iter().unzip();
        write_batch(connection, jobs, &StoreMetrics::default());
        let (mut done, mut errors) = (Vec::new(), Vec::new());
        for mut answer in answers {
            match answer.try_recv().expect("every job is answered") {
                Ok(n) => done.push(n),
                Err(error) => errors.push(error),
            }
        }
        (done, errors)
    }

    #[test]
    fn a_full_database_in_the_middle_of_a_batch_stores_exactly_what_it_acknowledges() {
        let connection = database();
        connection.pragma_update(None, "max_page_count", 12).unwrap();
        // The third job is too large. SQLite then rolls back the whole transaction.
        let sizes = [10, 10, 1_000_000, 10, 10];
        let jobs = (1..).zip(sizes).map(|(n, bytes)| job(insert(n, bytes))).collect();
        let (done, errors) = write(&connection, jobs);
        assert_eq!(stored(&connection), done);
        assert!(
            done.contains(&4) && done.contains(&5),
            "the jobs behind it get a new transaction: {done:?}"
        );
        assert!(
            !errors.is_empty() && errors.iter().all(|error| matches!(error, StoreError::Full)),
            "{errors:?}"
        );
        assert!(connection.is_autocommit());
    }

    #[test]
    fn a_panic_in_a_job_undoes_that_job_alone() {
        let connection = database();
        let panics = job(|db| {
            insert(2, 1)(db)?;
            panic!("on purpose")
        });
        let (done, errors) = write(&connection, vec![job(insert(1, 1)), panics, job(insert(3, 1))]);
        assert_eq!((done, stored(&connection)), (vec![1, 3], vec![1, 3]));
        assert!(matches!(errors[..], [StoreError::Panicked]), "{errors:?}");
    }

    #[test]
    fn every_job_gets_the_error_when_no_transaction_begins() {
        let connection = database();
        connection.execute_batch("BEGIN").unwrap(); // a transaction that could not be rolled back
        let (done, errors) = write(&connection, vec![job(insert(1, 1)), job(insert(2, 1))]);
        assert_eq!(done, [] as [i64; 0]);
        assert!(errors.iter().all(|error| error.to_string().contains("transaction")), "{errors:?}");
        connection.execute_batch("ROLLBACK").unwrap();
        assert_eq!(stored(&connection), [] as [i64; 0]);
    }
}
