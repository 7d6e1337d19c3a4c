//! Writing files so that nobody ever sees half of one.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

/// Writes a file by way of a temporary one in the same folder: there is always the old or the new
/// file, even if the machine loses power.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A random name, so that two writers do not use the same temporary file.
    let name_of_its_own = RandomState::new().hash_one(std::process::id());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{name_of_its_own:016x}.part"));
    let part = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    let result = write().and_then(|()| std::fs::rename(&part, path));
    if result.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    result
}
