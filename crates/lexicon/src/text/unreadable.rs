use std::io::{Error, ErrorKind};

/// Why a file cannot be read, for a message that names it first: `no such file`.
pub fn unreadable(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}
