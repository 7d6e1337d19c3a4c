//! `tisane backup`: a copy of the games and players.

use std::io::Write;
use std::path::PathBuf;

use tisane_server::store::{BackupError, Sqlite};

use crate::Outcome;
use crate::commands::serve::database;
use crate::data::Data;
use crate::failure::Failure;
use crate::interrupt;

/// Copy the database of the server, while it runs
///
/// The copy has everything up to one moment and is checked before it gets its name. To use it, name
/// it with `tisane serve --database`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to write, which must not exist yet
    to: PathBuf,
    /// The database to copy [default: tisane.db in the data folder]
    #[arg(long, value_name = "FILE", env = "TISANE_DATABASE", hide_env_values = true)]
    database: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let from = database(args.database.as_deref(), data)?;
    if !from.exists() {
        return Err(Failure::new(
            format!("there is no database {}", from.display()),
            "name it with --database",
        )
        .into());
    }
    interrupt::listen()?;
    Sqlite::backup(&from, &args.to, || !interrupt::interrupted()).map_err(|error| {
        let hint = match &error {
            BackupError::Exists(_) => "choose another name, or remove it",
            BackupError::Damaged { .. } => "keep your older backups, and restore one of them",
            BackupError::Full(_) => "free some space, or choose a file on another disk",
            _ => "",
        };
        Failure::new(error.to_string(), hint)
    })?;
    writeln!(anstream::stdout(), "{}", args.to.display())?;
    Ok(Outcome::Yes)
}
