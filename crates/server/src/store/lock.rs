//! One server at a time uses a database file. The operating system's lock ends with the process;
//! the lock file stays and names the owner.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::StoreError;

/// Held until it is dropped.
#[expect(dead_code, reason = "the open files are the lock")]
pub(super) struct Lock {
    beside: Option<File>,
    /// The database itself, which has other names if there are hard links to it.
    database: Option<File>,
}

/// Locks a database file, which must exist.
pub(super) fn take(database: &Path) -> Result<Lock, StoreError> {
    let path = beside(database)?;
    let failed = |error: std::io::Error| StoreError::Lock { path: path.clone(), source: error };
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { by: owner(&mut file) }),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            tracing::warn!(
                "this file system has no locks: make sure that only one server uses the database"
            );
            return Ok(Lock { beside: None, database: None });
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    let inode = lock_inode(database)?;
    let since = humantime::format_rfc3339_seconds(SystemTime::now());
    let note = format!("process {}, since {since}\n", std::process::id());
    let written =
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(note.as_bytes()));
    if let Err(error) = written {
        tracing::warn!(%error, "the lock file can't name its owner");
    }
    Ok(Lock { beside: Some(file), database: inode })
}

/// Locks the database file itself. On Linux this lock (flock) is independent of those of SQLite
/// (fcntl); other systems may mix them.
fn lock_inode(database: &Path) -> Result<Option<File>, StoreError> {
    if !cfg!(target_os = "linux") {
        return Ok(None);
    }
    let failed = |source| StoreError::Lock { path: database.to_owned(), source };
    let file = File::open(database).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::InUse { by: "another process".to_owned() })
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Symbolic links and relative paths lead to the same lock.
fn beside(database: &Path) -> Result<PathBuf, StoreError> {
    let real = database
        .canonicalize()
        .map_err(|source| StoreError::Lock { path: database.to_owned(), source })?;
    let mut name = real.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    Ok(real.with_file_name(name))
}

/// The owner's note, if it can be read: some systems lock reading, too.
fn owner(file: &mut File) -> String {
    let mut note = String::new();
    let read = file.take(100).read_to_string(&mut note);
    let note = note.trim();
    if read.is_err() || !note.starts_with("process ") || note.contains(char::is_control) {
        return "another process".to_owned();
    }
    note.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("tisane-lock-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = folder.join("tisane.db");
        File::create(&database).unwrap();
        database
    }

    #[test]
    fn a_second_lock_names_the_process_that_has_the_first() {
        let database = database("second");
        let first = take(&database).unwrap();
        let error = take(&database).err().unwrap().to_string();
        assert!(error.contains("already running on this database"), "{error}");
        assert!(error.contains(&format!("process {}, since 20", std::process::id())), "{error}");
        drop(first);
        take(&database).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_hard_link_to_a_database_has_the_same_lock() {
        let database = database("hard-link");
        let link = database.with_file_name("hard.db");
        let _ = std::fs::remove_file(&link);
        std::fs::hard_link(&database, &link).unwrap();
        let first = take(&database).unwrap();
        let error = take(&link).err().unwrap().to_string();
        assert!(error.contains("already running on this database"), "{error}");
        drop(first);
        take(&link).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_database_has_the_same_lock() {
        let database = database("link");
        let link = database.with_file_name("link.db");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let _first = take(&link).unwrap();
        assert!(matches!(take(&database), Err(StoreError::InUse { .. })));
    }
}
