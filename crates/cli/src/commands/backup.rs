//! `tisane backup`: copy the database.

use std::io::Write;
use std::path::PathBuf;

use tisane_lexicon::excerpt;
use tisane_server::store::{BackupError, Database, Sqlite};

use crate::Outcome;
use crate::commands::serve::existing_database;
use crate::data::Data;
use crate::failure::Failure;
use crate::interrupt;

/// Copy the server's database, even while it runs
#[derive(clap::Args)]
#[command(
    after_help = "The copy is checked for damage. Use it with `tisane serve --database`.\n\nExample:\n  tisane backup games-2026-11-18.db"
)]
pub(crate) struct Args {
    /// The file to write; it must not exist
    to: PathBuf,
    /// The database to copy [default: tisane.db in the data folder]
    #[arg(long, value_name = "FILE", env = "TISANE_DATABASE", hide_env_values = true)]
    database: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let from = match existing_database(args.database.as_deref(), data)? {
        Database::File(file) => file,
        Database::Postgres(address) => {
            let to = excerpt(&args.to.to_string_lossy()).into_owned();
            return Err(Failure::new(
                format!("{address} is a PostgreSQL database, which has its own backups"),
                format!("use pg_dump --format=custom --file={to:?} {address}"),
            )
            .into());
        }
    };
    interrupt::listen()?;
    Sqlite::backup(&from, &args.to, || !interrupt::interrupted()).map_err(|error| {
        let hint = match &error {
            BackupError::Exists(_) => "choose another name, or delete the file",
            BackupError::Damaged { .. } => "keep your older backups, and restore one of them",
            BackupError::Full(_) => "free some space, or choose a file on another disk",
            _ => "",
        };
        Failure::new(error.to_string(), hint)
    })?;
    writeln!(anstream::stdout(), "{}", args.to.display())?;
    Ok(Outcome::Yes)
}
