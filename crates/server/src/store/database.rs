//! Which database is used.

use std::fmt;
use std::path::{Path, PathBuf};

use super::{PostgresAddress, StoreError};

/// Where games and players are stored. It is printed without a password.
#[derive(Clone, Debug)]
pub enum Database {
    /// An SQLite file.
    File(PathBuf),
    Postgres(Box<PostgresAddress>),
}

impl Database {
    /// A path, unless it begins like an address of PostgreSQL.
    pub fn parse(text: &Path) -> Result<Database, StoreError> {
        match text.to_str().filter(|text| PostgresAddress::is_one(text)) {
            Some(text) => Ok(Database::Postgres(Box::new(PostgresAddress::parse(text)?))),
            None => Ok(Database::File(text.to_owned())),
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => write!(f, "{}", path.display()),
            Database::Postgres(address) => write!(f, "{address}"),
        }
    }
}
