//! The database for `tisane admin`, beside a server that may be running.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use tisane_protocol::{AdminAction, AdminLogEntry, BanView, PlayerView, ReportView};
use tisane_rules::Millis;

use super::moderation;
use super::reports::{self, Which};
use super::{StoreError, admin_log, schema, sqlite};

/// A second connection to the database. A running server applies changes within a second or so.
pub struct Admin(Connection);

impl Admin {
    /// Opens a database of the current version.
    pub fn open(path: &Path) -> Result<Admin, StoreError> {
        let connection = sqlite::connect(path)?;
        schema::must_be_current(&connection)?;
        Ok(Admin(connection))
    }

    /// Carries out and logs an action, and queues it for the server, in one transaction.
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

    /// Refuses guests, who have no account to be found by name.
    pub fn must_not_be_guest(&self, name: &str) -> Result<(), StoreError> {
        let find = "SELECT EXISTS (SELECT * FROM players WHERE account = ?1 OR id = ?2 AND account IS NOT NULL), \
                    EXISTS (SELECT * FROM players WHERE account IS NULL AND (lower(name) = ?1 OR name = ?2 OR id = ?2))";
        let names = [name.trim().to_lowercase(), name.trim().to_owned()];
        let (is_account, is_guest): (bool, bool) =
            self.0.query_row(find, names, |row| Ok((row.get(0)?, row.get(1)?)))?;
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
        moderation::players(&self.0, query, now, most)
    }

    pub fn bans(&self, now: Millis) -> Result<Vec<BanView>, StoreError> {
        moderation::bans_of(&self.0, None, now)
    }

    pub fn reports(&self, all: bool, most: usize) -> Result<Vec<ReportView>, StoreError> {
        reports::list(&self.0, if all { Which::All } else { Which::Open }, most)
    }

    pub fn log(&self, most: usize) -> Result<Vec<AdminLogEntry>, StoreError> {
        admin_log::list(&self.0, most)
    }
}
