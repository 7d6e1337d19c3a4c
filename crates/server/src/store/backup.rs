//! One read transaction spans the whole copy, so that writers do not disturb it. The copy has a
//! temporary name until it is checked and synced.

use std::fs::File;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;

use super::StoreError;
use super::health::quick_check;

/// Copied between two calls of `go_on`: 16 MB.
const PAGES_PER_STEP: i32 = 4096;

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    #[error("{} can't be read: {source}", .path.display())]
    Source { path: PathBuf, source: StoreError },
    /// A copy would be no backup.
    #[error("{} is damaged: {detail}", .path.display())]
    Damaged { path: PathBuf, detail: String },
    #[error("no space left to write {}", .0.display())]
    Full(PathBuf),
    #[error("{} can't be written: {source}", .path.display())]
    Write { path: PathBuf, source: Error },
    #[error("the copy failed: {0}")]
    Copy(StoreError),
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// Copies the database `from` to the new file `to`. Calls `go_on` every few megabytes.
pub(super) fn backup(
    from: &Path,
    to: &Path,
    mut go_on: impl FnMut() -> bool,
) -> Result<(), BackupError> {
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let source = open_source(from).map_err(|error| match error {
        StoreError::Damaged(detail) => BackupError::Damaged { path: from.to_owned(), detail },
        source => BackupError::Source { path: from.to_owned(), source },
    })?;
    let folder =
        to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = |error: Error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            BackupError::Full(to.to_owned())
        }
        ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
        _ => BackupError::Write { path: to.to_owned(), source: error },
    };
    let temporary =
        tempfile::Builder::new().prefix(".tisane-backup-").suffix(".partial").tempfile_in(folder);
    let partial = Partial(Some(temporary.map_err(written)?.into_temp_path()));
    copy(&source, partial.path(), &mut go_on).map_err(|error| match error {
        BackupError::Copy(StoreError::Full) => BackupError::Full(to.to_owned()),
        BackupError::Write { source, .. } => BackupError::Write { path: to.to_owned(), source },
        BackupError::Copy(StoreError::Damaged(detail)) => {
            BackupError::Damaged { path: from.to_owned(), detail }
        }
        error => error,
    })?;
    drop(source);
    File::options()
        .write(true)
        .open(partial.path())
        .and_then(|file| file.sync_all())
        .map_err(written)?;
    partial.persist(to).map_err(written)?;
    sync_folder(folder).map_err(written)
}

/// The database in a read transaction. It is neither created nor changed.
fn open_source(path: &Path) -> Result<Connection, StoreError> {
    let source = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    source.busy_timeout(Duration::from_secs(10))?;
    source.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema;")?;
    Ok(source)
}

fn copy(
    source: &Connection,
    to: &Path,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), BackupError> {
    let failed =
        |error: rusqlite::Error| match error.sqlite_error().map(|error| error.extended_code) {
            Some(rusqlite::ffi::SQLITE_IOERR_WRITE) => {
                BackupError::Write { path: to.to_owned(), source: Error::other(error) }
            }
            _ => BackupError::Copy(error.into()),
        };
    let mut copy = Connection::open(to).map_err(failed)?;
    // A failed copy is discarded, and a good one is synced as a whole.
    copy.execute_batch("PRAGMA journal_mode = off; PRAGMA synchronous = off;").map_err(failed)?;
    let backup = Backup::new(source, &mut copy).map_err(failed)?;
    loop {
        match backup.step(PAGES_PER_STEP).map_err(failed)? {
            StepResult::Done => break,
            _ if go_on() => {}
            _ => return Err(BackupError::Interrupted),
        }
    }
    drop(backup);
    drop(copy);
    let copy = Connection::open(to).map_err(failed)?;
    quick_check(&copy).map_err(BackupError::Copy)
}

/// A file that is deleted unless it gets its final name, with SQLite's files beside it.
struct Partial(Option<TempPath>);

impl Partial {
    fn path(&self) -> &Path {
        self.0.as_deref().expect("it has its name only at the end")
    }

    fn persist(mut self, to: &Path) -> Result<(), Error> {
        let Some(path) = self.0.take() else { return Ok(()) };
        path.persist_noclobber(to).map_err(|error| error.error)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let Some(path) = &self.0 else { return };
        for ending in ["-journal", "-wal", "-shm"] {
            let mut beside = path.as_os_str().to_owned();
            beside.push(ending);
            let _ = std::fs::remove_file(beside);
        }
    }
}

/// A new name is durable once its folder is synced.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
