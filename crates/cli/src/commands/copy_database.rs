//! `tisane copy-database`: from SQLite to PostgreSQL.

use std::io::Write;
use std::path::PathBuf;

use tisane_lexicon::count;
use tisane_server::store::{CopyError, PostgresAddress, StoreError, copy_database};

use crate::Outcome;
use crate::failure::Failure;
use crate::interrupt;

/// Copy a server's database from SQLite to PostgreSQL
#[derive(clap::Args)]
#[command(
    after_help = "Stop the server first. The copy is compared with the original; if anything\nfails, nothing is copied. The password can be in the variable PGPASSWORD.\n\nExample:\n  tisane copy-database tisane.db postgres://tisane@db.example/tisane"
)]
pub(crate) struct Args {
    /// The SQLite file
    #[arg(value_name = "SQLITE")]
    from: PathBuf,
    /// The address of an empty PostgreSQL database
    #[arg(value_name = "POSTGRES")]
    to: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let to = PostgresAddress::parse(&args.to)
        .map_err(|error| Failure::new(format!("POSTGRES: {error}"), ""))?;
    interrupt::listen()?;
    let copied = copy_database(&args.from, &to, || !interrupt::interrupted()).map_err(|error| {
        let hint = match &error {
            CopyError::NotEmpty { .. } => {
                "choose an empty database, or empty it: DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
            }
            CopyError::Source { source: StoreError::InUse { .. }, .. } => "stop that server first",
            CopyError::Target { source: StoreError::Unreachable(_), .. } => {
                "check the address, and that PostgreSQL runs there"
            }
            CopyError::Rows { .. } | CopyError::Game { .. } => "nothing was copied; try again",
            _ => "",
        };
        Failure::new(error.to_string(), hint)
    })?;
    writeln!(
        anstream::stdout(),
        "Copied and compared {} with {} and {} in all.\nHash of the games: {}",
        count(copied.games as usize, "game"),
        count(copied.events as usize, "event"),
        count(copied.rows as usize, "row"),
        copied.hash
    )?;
    Ok(Outcome::Yes)
}
