//! The database for `tisane admin`, beside servers that may be running.

use rusqlite::{Connection, TransactionBehavior};
use tisane_protocol::{AdminAction, AdminLogEntry, BanView, PlayerView, ReportView};
use tisane_rules::Millis;

use super::db::{Db, values};
use super::moderation;
use super::postgres::Blocking;
use super::reports::{self, Which};
use super::{Database, StoreError, admin_log, former_names, schema, sqlite};

/// Another connection to the database. Running servers apply changes within a second or so.
pub struct Admin(Connected);

enum Connected {
    Sqlite(Connection),
    Postgres(Blocking),
}

impl Admin {
    /// Opens a database of the current version.
    pub fn open(database: &Database) -> Result<Admin, StoreError> {
        Ok(Admin(match database {
            Database::File(path) => {
                let connection = sqlite::connect(path)?;
                schema::must_be_current(&connection)?;
                Connected::Sqlite(connection)
            }
            Database::Postgres(address) => {
                let connection = Blocking::open(address)?;
                connection.must_be_current()?;
                Connected::Postgres(connection)
            }
        }))
    }

    fn read<T>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &self.0 {
            Connected::Sqlite(connection) => work(connection),
            Connected::Postgres(connection) => connection.read(work),
        }
    }

    fn write<T>(
        &mut self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &mut self.0 {
            Connected::Sqlite(connection) => {
                let transaction =
                    connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let result = work(&*transaction)?;
                transaction.commit()?;
                Ok(result)
            }
            Connected::Postgres(connection) => connection.write(|session| work(session)),
        }
    }

    /// Carries out and logs an action, and queues it for the server, in one transaction.
    pub fn act(&mut self, action: &AdminAction, now: Millis) -> Result<(), StoreError> {
        self.write(|db| {
            moderation::act(db, action, "command line", now)?;
            let written = serde_json::to_string(action).expect("an action is plain data");
            db.execute("INSERT INTO admin_commands (action) VALUES ($1)", values![&written])
                .map(drop)
        })
    }

    /// The player with this account name or id.
    pub fn player(&self, name: &str) -> Result<Option<String>, StoreError> {
        let find = "SELECT id FROM players WHERE account = $1 OR id = $2 LIMIT 1";
        let (account, id) = (name.trim().to_lowercase(), name.trim());
        self.read(|db| db.find(find, values![&account, id], |row| row.get(0)))
    }

    /// The account that had this name before, and its present name.
    pub fn former_owner(&self, name: &str) -> Result<Option<(String, String)>, StoreError> {
        self.read(|db| former_names::owner(db, &name.trim().to_lowercase()))
    }

    /// Refuses guests, who have no account to be found by name.
    pub fn must_not_be_guest(&self, name: &str) -> Result<(), StoreError> {
        let find = "SELECT EXISTS (SELECT * FROM players \
                    WHERE account = $1 OR id = $2 AND account IS NOT NULL), \
                    EXISTS (SELECT * FROM players WHERE account IS NULL \
                    AND (lower(name) = $1 OR name = $2 OR id = $2))";
        let (account, name) = (name.trim().to_lowercase(), name.trim());
        let (is_account, is_guest): (bool, bool) = self.read(|db| {
            db.one(find, values![&account, name], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        match is_guest && !is_account {
            true => Err(StoreError::NotDone(moderation::GUEST_ADMIN.to_owned())),
            false => Ok(()),
        }
    }

    pub fn players(
        &self,
        query: &str,
        now: Millis,
        most: usize,
    ) -> Result<Vec<PlayerView>, StoreError> {
        self.read(|db| moderation::players(db, query, now, most))
    }

    pub fn bans(&self, now: Millis) -> Result<Vec<BanView>, StoreError> {
        self.read(|db| moderation::bans_of(db, None, now))
    }

    pub fn reports(&self, all: bool, most: usize) -> Result<Vec<ReportView>, StoreError> {
        self.read(|db| reports::list(db, if all { Which::All } else { Which::Open }, most))
    }

    pub fn log(&self, most: usize) -> Result<Vec<AdminLogEntry>, StoreError> {
        self.read(|db| admin_log::list(db, most))
    }
}
