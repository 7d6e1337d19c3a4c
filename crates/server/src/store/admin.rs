//! The database as `tisane admin` uses it, beside a server that may be running.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use tisane_protocol::{AdminAction, AdminLogEntry, BanView, PlayerView, ReportView};
use tisane_rules::Millis;

use super::moderation::{self, Which};
use super::{StoreError, schema, sqlite};

/// A second connection to the database. What it changes is done at once; a running server learns of
/// it within a second or so.
pub struct Admin(Connection);

impl Admin {
    /// Opens a database that a server of this version has made or brought up to date.
    pub fn open(path: &Path) -> Result<Admin, StoreError> {
        let connection = sqlite::connect(path)?;
        schema::must_be_current(&connection)?;
        Ok(Admin(connection))
    }

    /// Does something, logs it, and leaves word for the server; all of it or nothing.
    pub fn act(&mut self, action: &AdminAction, now: Millis) -> Result<(), StoreError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        moderation::act(&transaction, action, "command line", now)?;
        let written = serde_json::to_string(action).expect("an action is plain data");
        transaction.execute("INSERT INTO admin_commands (action) VALUES (?)", [written])?;
        Ok(transaction.commit()?)
    }

    /// The player with this account name or id.
    pub fn player(&self, name: &str) -> Result<Option<String>, StoreError> {
        use rusqlite::OptionalExtension;
        let find = "SELECT id FROM players WHERE account = ? OR id = ? LIMIT 1";
        Ok(self
            .0
            .query_row(find, [name.trim().to_lowercase(), name.trim().to_owned()], |row| row.get(0))
            .optional()?)
    }

    pub fn players(
        &self,
        query: &str,
        now: Millis,
        most: usize,
    ) -> Result<Vec<PlayerView>, StoreError> {
        moderation::players(&self.0, query, now, most)
    }

    pub fn bans(&self, now: Millis) -> Result<Vec<BanView>, StoreError> {
        moderation::bans_of(&self.0, None, now)
    }

    pub fn reports(&self, all: bool, most: usize) -> Result<Vec<ReportView>, StoreError> {
        moderation::reports(&self.0, if all { Which::All } else { Which::Open }, most)
    }

    pub fn log(&self, most: usize) -> Result<Vec<AdminLogEntry>, StoreError> {
        moderation::log(&self.0, most)
    }
}
