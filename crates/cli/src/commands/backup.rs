//! `tisane backup`: a copy of the games and players.

use std::io::Write;
use std::path::PathBuf;

use tisane_server::store::Sqlite;

use crate::Outcome;
use crate::commands::serve::database;
use crate::data::Data;
use crate::failure::Failure;

/// Copy the database of the server, while it runs
///
/// The copy is whole: everything up to one moment. To use it, name it with `tisane serve --database`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to write, which must not be there yet
    to: PathBuf,
    /// The database to copy [default: tisane.db in the data folder]
    #[arg(long, value_name = "FILE", env = "TISANE_DATABASE", hide_env_values = true)]
    database: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let from = database(args.database.as_deref(), data)?;
    if !from.exists() {
        return Err(Failure::new(format!("there is no database {}", from.display()), "name it with --database").into());
    }
    if args.to.exists() {
        return Err(Failure::new(format!("{} is there already", args.to.display()), "choose another name, or remove it").into());
    }
    Sqlite::backup(&from, &args.to).map_err(|error| Failure::new(format!("{}: {error}", from.display()), ""))?;
    writeln!(anstream::stdout(), "{}", args.to.display())?;
    Ok(Outcome::Yes)
}
