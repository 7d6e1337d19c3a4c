//! Copies a database from SQLite to PostgreSQL, in one transaction: after a failure the target is as
//! empty as before.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

use super::db::{Db, values};
use super::postgres::{Blocking, Session};
use super::{PostgresAddress, StoreError, lock, schema, sqlite};
use crate::base::secret::hex;

/// Rows are sent in parts of about this many bytes.
const PART: usize = 256 * 1024;
/// Games are compared in pages of this size.
const PAGE: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("{} can't be read: {source}", .path.display())]
    Source { path: PathBuf, source: StoreError },
    #[error("{target} can't be written: {source}")]
    Target { target: String, source: StoreError },
    #[error("{target} is not empty: table {table} has rows")]
    NotEmpty { target: String, table: String },
    #[error("the copy differs: table {table} has {copied} rows instead of {rows}")]
    Rows { table: String, rows: u64, copied: u64 },
    #[error("the copy differs: game {game}")]
    Game { game: String },
    #[error("interrupted; nothing was copied")]
    Interrupted,
}

/// What was copied and compared.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Copied {
    pub tables: usize,
    pub rows: u64,
    pub games: u64,
    pub events: u64,
    /// A hash of the logs of all games.
    pub hash: String,
}

/// Copies everything and compares it before it becomes visible. No server may use the source
/// meanwhile. Calls `go_on` now and then.
pub fn copy_database(
    from: &Path,
    to: &PostgresAddress,
    mut go_on: impl FnMut() -> bool,
) -> Result<Copied, CopyError> {
    let source_failed = |source| CopyError::Source { path: from.to_owned(), source };
    let target_failed = |source| CopyError::Target { target: to.to_string(), source };
    if !from.is_file() {
        let missing = StoreError::Database("there is no such file".into());
        return Err(source_failed(missing));
    }
    let _lock = lock::take(from).map_err(source_failed)?;
    let mut source = sqlite::connect(from).map_err(source_failed)?;
    schema::migrate(&mut source).map_err(source_failed)?;
    let tables = tables(&source).map_err(|error| source_failed(error.into()))?;
    let target = Blocking::open(to).map_err(target_failed)?;
    target.migrate().map_err(target_failed)?;

    let mut failed = None;
    let copied = target.write(|session| {
        let copy = Copy { source: &source, target: session, go_on: &mut go_on };
        copy.run(&tables, &to.to_string()).map_err(|error| match error {
            Failed::Source(error) => {
                failed = Some(CopyError::Source { path: from.to_owned(), source: error });
                StoreError::Stopped
            }
            Failed::Target(error) => error,
            Failed::Copy(error) => {
                failed = Some(error);
                StoreError::Stopped
            }
        })
    });
    copied.map_err(|error| failed.unwrap_or_else(|| target_failed(error)))
}

/// A table and its columns, as SQLite has them.
struct Table {
    name: String,
    columns: Vec<String>,
}

/// All tables; first those that others refer to.
fn tables(source: &Connection) -> rusqlite::Result<Vec<Table>> {
    let names = "SELECT name FROM sqlite_schema \
                 WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'probe' \
                 ORDER BY name <> 'rulesets', name";
    let mut names = source.prepare(names)?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let columns = |name: String| {
        let mut columns = source.prepare("SELECT name FROM pragma_table_info(?)")?;
        let columns = columns.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Table { name, columns })
    };
    names.into_iter().map(columns).collect()
}

enum Failed {
    Source(StoreError),
    Target(StoreError),
    Copy(CopyError),
}

struct Copy<'a> {
    source: &'a Connection,
    target: &'a Session,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Copy<'_> {
    fn run(mut self, tables: &[Table], shown: &str) -> Result<Copied, Failed> {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let lock = format!("LOCK TABLE {} IN EXCLUSIVE MODE", names.join(", "));
        self.target.batch("SET LOCAL statement_timeout = 0").map_err(Failed::Target)?;
        self.target.batch(&lock).map_err(Failed::Target)?;
        for name in &names {
            if self.count_target(name)? > 0 {
                let (target, table) = (shown.to_owned(), (*name).to_owned());
                return Err(Failed::Copy(CopyError::NotEmpty { target, table }));
            }
        }
        let mut rows = 0;
        for table in tables {
            rows += self.copy(table)?;
        }
        let versions = "UPDATE rooms SET version = log.version FROM \
                        (SELECT room, max(number) + 1 AS version FROM events GROUP BY room) AS log \
                        WHERE log.room = id";
        self.target.batch(versions).map_err(Failed::Target)?;
        self.continue_numbers()?;
        for name in &names {
            let rows = self.count_source(name)?;
            let copied = self.count_target(name)?;
            if rows != copied {
                let table = (*name).to_owned();
                return Err(Failed::Copy(CopyError::Rows { table, rows, copied }));
            }
        }
        let (games, events, hash) = self.compare_games()?;
        Ok(Copied { tables: tables.len(), rows, games, events, hash })
    }

    fn pause(&mut self) -> Result<(), Failed> {
        if (self.go_on)() { Ok(()) } else { Err(Failed::Copy(CopyError::Interrupted)) }
    }

    fn count_source(&self, table: &str) -> Result<u64, Failed> {
        let count = format!("SELECT count(*) FROM {table}");
        let db: &dyn Db = self.source;
        db.one(&count, values![], |row| row.get(0)).map_err(Failed::Source)
    }

    fn count_target(&self, table: &str) -> Result<u64, Failed> {
        let count = format!("SELECT count(*) FROM {table}");
        let db: &dyn Db = self.target;
        db.one(&count, values![], |row| row.get(0)).map_err(Failed::Target)
    }

    /// Copies a table; returns its number of rows.
    fn copy(&mut self, table: &Table) -> Result<u64, Failed> {
        let Table { name, columns } = table;
        let columns = columns.join(", ");
        let sqlite = |error: rusqlite::Error| Failed::Source(error.into());
        let mut find =
            self.source.prepare(&format!("SELECT {columns} FROM {name}")).map_err(sqlite)?;
        let mut found = find.query([]).map_err(sqlite)?;
        let copy = format!("COPY {name} ({columns}) FROM STDIN");
        let (mut part, mut rows) = (String::new(), 0);
        while let Some(row) = found.next().map_err(sqlite)? {
            for column in 0..table.columns.len() {
                if column > 0 {
                    part.push('\t');
                }
                push_cell(&mut part, row.get_ref(column).map_err(sqlite)?);
            }
            part.push('\n');
            rows += 1;
            if part.len() >= PART {
                self.target.copy_in(&copy, std::mem::take(&mut part)).map_err(Failed::Target)?;
                self.pause()?;
            }
        }
        if !part.is_empty() {
            self.target.copy_in(&copy, part).map_err(Failed::Target)?;
        }
        self.pause()?;
        Ok(rows)
    }

    /// New rows get numbers after those that SQLite has given out.
    fn continue_numbers(&self) -> Result<(), Failed> {
        let source: &dyn Db = self.source;
        let target: &dyn Db = self.target;
        let find = "SELECT name, seq FROM sqlite_sequence";
        let last: Vec<(String, i64)> = source
            .list(find, values![], |row| Ok((row.get(0)?, row.get(1)?)))
            .map_err(Failed::Source)?;
        for (table, last) in last.into_iter().filter(|(_, last)| *last > 0) {
            let set = "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)";
            target.query(set, values![&table, last]).map_err(Failed::Target)?;
        }
        Ok(())
    }

    /// Compares all that games are replayed from. Returns their number, that of their events, and a
    /// hash of all.
    fn compare_games(&mut self) -> Result<(u64, u64, String), Failed> {
        let (mut games, mut events, mut all, mut after) = (0, 0, Sha256::new(), String::new());
        loop {
            let source = page(self.source, &after).map_err(Failed::Source)?;
            let target = page(self.target, &after).map_err(Failed::Target)?;
            for (n, game) in source.iter().enumerate() {
                if target.get(n) != Some(game) {
                    return Err(Failed::Copy(CopyError::Game { game: game.id.clone() }));
                }
                all.update(game.hash);
                events += game.events;
            }
            games += source.len() as u64;
            let Some(last) = source.last() else { break };
            after.clone_from(&last.id);
            self.pause()?;
        }
        Ok((games, events, hex(&all.finalize())))
    }
}

/// A value in the text format of COPY.
fn push_cell(text: &mut String, value: ValueRef<'_>) {
    let _ = match value {
        ValueRef::Null => write!(text, "\\N"),
        ValueRef::Integer(value) => write!(text, "{value}"),
        ValueRef::Real(value) => write!(text, "{value:?}"),
        ValueRef::Blob(bytes) => {
            text.push_str("\\\\x");
            bytes.iter().try_for_each(|byte| write!(text, "{byte:02x}"))
        }
        ValueRef::Text(bytes) => {
            for char in String::from_utf8_lossy(bytes).chars() {
                match char {
                    '\\' => text.push_str("\\\\"),
                    '\t' => text.push_str("\\t"),
                    '\n' => text.push_str("\\n"),
                    '\r' => text.push_str("\\r"),
                    '\0' => text.push('\u{fffd}'), // PostgreSQL has no text with NUL
                    char => text.push(char),
                }
            }
            Ok(())
        }
    };
}

#[derive(Eq, PartialEq)]
struct Replay {
    id: String,
    events: u64,
    hash: [u8; 32],
}

/// The games after one, each with a hash of what it is replayed from.
fn page(db: &dyn Db, after: &str) -> Result<Vec<Replay>, StoreError> {
    let find = "SELECT id, text, setup, settings, summary FROM rooms \
                JOIN rulesets ON hash = ruleset WHERE id > $1 ORDER BY id LIMIT $2";
    let mut games: Vec<(Replay, Sha256)> = db.list(find, values![after, PAGE], |row| {
        let mut hash = Sha256::new();
        for column in 0..5 {
            add(&mut hash, &row.get::<Option<String>>(column)?.unwrap_or_default());
        }
        Ok((Replay { id: row.get(0)?, events: 0, hash: [0; 32] }, hash))
    })?;
    let Some((last, _)) = games.last() else { return Ok(Vec::new()) };
    let find = "SELECT room, number, line FROM events \
                WHERE room > $1 AND room <= $2 ORDER BY room, number";
    let mut at = 0;
    for row in db.query(find, values![after, &last.id])? {
        let room: String = row.get(0)?;
        while games.get(at).is_some_and(|(game, _)| game.id < room) {
            at += 1;
        }
        let Some((game, hash)) = games.get_mut(at).filter(|(game, _)| game.id == room) else {
            continue; // events of no game
        };
        game.events += 1;
        add(hash, &row.get::<u64>(1)?.to_string());
        add(hash, &row.get::<String>(2)?);
    }
    let finish = |(game, hash): (Replay, Sha256)| Replay { hash: hash.finalize().into(), ..game };
    Ok(games.into_iter().map(finish).collect())
}

/// With its length, so that no two lists of texts have the same bytes.
fn add(hash: &mut Sha256, text: &str) {
    let text = text.replace('\0', "\u{fffd}");
    hash.update(text.len().to_le_bytes());
    hash.update(text);
}
