//! Reading files, including pipes, which can be read only once.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum length of pipes and devices, which may never end.
const MOST: u64 = 1 << 28;

/// Whether this is a file, a pipe or a device, but not a folder.
pub fn is_readable(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// All of a file. Pipes and devices that are too long are refused.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_file() || path.is_dir() {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST {
        true => Err(io::Error::other(format!("it goes on for more than {} MiB", MOST >> 20))),
        false => Ok(bytes),
    }
}

/// Reads files, and remembers the contents of pipes.
#[derive(Clone, Default)]
pub struct Files {
    pipes: Arc<Mutex<HashMap<PathBuf, Vec<u8>>>>,
}

impl Files {
    /// All of a file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path.is_file() || path.is_dir() {
            return read_file(path);
        }
        let mut pipes = self.pipes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = pipes.get(path) {
            return Ok(bytes.clone());
        }
        let bytes = read_file(path)?;
        pipes.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
}
