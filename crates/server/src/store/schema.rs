//! The tables, and the migrations of older databases. Steps are only added at the end.

use rusqlite::Connection;

use super::StoreError;

const STEPS: &[&str] = &[
    // 1: games, players, what they said and keep
    "
    CREATE TABLE rulesets (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY, ruleset TEXT NOT NULL REFERENCES rulesets (hash), setup TEXT NOT NULL, settings TEXT NOT NULL,
        summary TEXT, ended INTEGER NOT NULL DEFAULT 0, due INTEGER, changed INTEGER NOT NULL, rematch TEXT, counted INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL;
    CREATE TABLE events (
        room TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (room, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (player TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (player, room)) WITHOUT ROWID;
    CREATE TABLE chat (
        room TEXT NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (room, number)
    ) WITHOUT ROWID;
    CREATE TABLE players (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, account TEXT UNIQUE, password TEXT
    ) WITHOUT ROWID;
    CREATE TABLE sessions (id TEXT PRIMARY KEY, player TEXT NOT NULL, hash BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX sessions_player ON sessions (player);
    CREATE TABLE ratings (
        player TEXT NOT NULL, ruleset TEXT NOT NULL, pace TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,
        volatility REAL NOT NULL, games INTEGER NOT NULL, PRIMARY KEY (player, ruleset, pace)
    ) WITHOUT ROWID;
    CREATE TABLE boards (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, share TEXT UNIQUE, at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX boards_player ON boards (player);
    ",
    // 2: boards are one of several kinds of things that are kept
    "
    CREATE TABLE kept (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, version INTEGER NOT NULL, share TEXT UNIQUE,
        at INTEGER NOT NULL, content TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX kept_player ON kept (player);
    INSERT INTO kept
        SELECT id, player, 'board', title, 1, share, at, json_object('kind', 'board', 'ruleset', '', 'position', text, 'note', '') FROM boards;
    DROP TABLE boards;
    ",
    // 3: whom somebody does not want to hear
    "
    CREATE TABLE muted (player TEXT NOT NULL, whom TEXT NOT NULL, PRIMARY KEY (player, whom)) WITHOUT ROWID;
    ",
    // 4: players are rated by family of rulesets
    "
    ALTER TABLE ratings RENAME COLUMN ruleset TO family;
    ",
    // 5: since when players have had an account; those of earlier versions always had it, as far as
    // is known
    "
    ALTER TABLE players ADD COLUMN account_since INTEGER;
    UPDATE players SET account_since = 0 WHERE password IS NOT NULL;
    ",
    // 6: when sessions were last used and by which device; what the names of accounts look like
    "
    ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN device TEXT;
    UPDATE sessions SET used = max(at, CAST(strftime('%s', 'now') AS INTEGER) * 1000);
    CREATE INDEX sessions_used ON sessions (used);
    ALTER TABLE players ADD COLUMN skeleton TEXT;
    ALTER TABLE players ADD COLUMN folded_skeleton TEXT;
    ALTER TABLE players ADD COLUMN skeleton_version INTEGER;
    CREATE INDEX players_skeleton ON players (skeleton) WHERE skeleton IS NOT NULL;
    CREATE INDEX players_folded_skeleton ON players (folded_skeleton) WHERE folded_skeleton IS NOT NULL;
    ",
    // 7: a row that is written to see if that works
    "
    CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
    ",
    // 8: moderation, chat in two channels, and where to find all that mentions a player
    "
    ALTER TABLE muted ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX muted_whom ON muted (whom);
    ALTER TABLE chat ADD COLUMN channel TEXT NOT NULL DEFAULT 'players';
    ALTER TABLE chat ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX chat_player ON chat (player);
    CREATE TABLE former_seats (player TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (player, room)) WITHOUT ROWID;
    INSERT OR IGNORE INTO former_seats
        SELECT json_extract(line, '$.who.player'), room FROM events
        WHERE line LIKE '%\"event\":\"joined\"%' AND json_valid(line) AND json_extract(line, '$.who.player') IS NOT NULL;
    CREATE TABLE admins (player TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE admin_mutes (player TEXT PRIMARY KEY, at INTEGER NOT NULL, until INTEGER) WITHOUT ROWID;
    CREATE TABLE bans (
        id INTEGER PRIMARY KEY AUTOINCREMENT, player TEXT, address TEXT, reason TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER
    );
    CREATE INDEX bans_player ON bans (player);
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT, reporter TEXT, player TEXT, game TEXT, message INTEGER, said TEXT, text TEXT NOT NULL,
        at INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX reports_player ON reports (player);
    CREATE INDEX reports_reporter ON reports (reporter);
    CREATE INDEX reports_open ON reports (closed);
    CREATE TABLE announcements (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE TABLE admin_log (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, by TEXT NOT NULL, action TEXT NOT NULL);
    CREATE TABLE admin_commands (id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL);
    ",
    // 9: why an administrator closed a game, and whom an entry of the log is about
    "
    ALTER TABLE rooms ADD COLUMN closed TEXT;
    ALTER TABLE admin_log ADD COLUMN player TEXT;
    ",
    // 10: until when a node has claimed a due game
    "
    ALTER TABLE rooms ADD COLUMN claimed INTEGER;
    ",
    // 11: names that players have given up
    "
    CREATE TABLE former_names (
        player TEXT NOT NULL, name TEXT NOT NULL, account TEXT, skeleton TEXT NOT NULL, folded_skeleton TEXT NOT NULL, at INTEGER NOT NULL
    );
    CREATE INDEX former_names_player ON former_names (player);
    CREATE INDEX former_names_account ON former_names (account);
    CREATE INDEX former_names_skeleton ON former_names (skeleton);
    CREATE INDEX former_names_folded_skeleton ON former_names (folded_skeleton);
    ",
];

/// Migrates a database to this version, each step in a transaction.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    migrate_by(connection, STEPS)
}

/// Refuses a database of another version: only the server migrates.
pub(super) fn must_be_current(connection: &Connection) -> Result<(), StoreError> {
    let (found, known): (i64, _) = (
        connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
        STEPS.len() as i64,
    );
    match found {
        found if found > known => Err(StoreError::Newer { found, known }),
        found if found < known => Err(StoreError::Older { found, known }),
        _ => Ok(()),
    }
}

fn migrate_by(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    let known = steps.len() as i64;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, step) in (1..).zip(steps).skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> i64 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_database_of_every_earlier_version_becomes_one_of_this() {
        for from in 0..STEPS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate_by(&mut connection, &STEPS[..from]).unwrap();
            if from > 0 {
                connection
                    .execute("INSERT INTO players (id, name) VALUES ('p', 'Ada')", [])
                    .unwrap();
            }
            migrate(&mut connection).unwrap();
            migrate(&mut connection).unwrap();
            assert_eq!(version(&connection), STEPS.len() as i64);
            let players: usize =
                connection.query_row("SELECT count(*) FROM players", [], |row| row.get(0)).unwrap();
            assert_eq!(players, usize::from(from > 0));
        }
    }

    #[test]
    fn boards_of_the_first_version_are_kept_with_their_links() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate_by(&mut connection, &STEPS[..1]).unwrap();
        let board = "INSERT INTO boards VALUES ('b', 'p', 'Opening', '15/15 \"AEI\"/', 'link', 7)";
        connection.execute(board, []).unwrap();
        migrate(&mut connection).unwrap();
        let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let (version, share, content): (u64, String, String) = connection
            .query_row(
                "SELECT version, share, content FROM kept WHERE id = 'b' AND player = 'p'",
                [],
                read,
            )
            .unwrap();
        assert_eq!((version, share.as_str()), (1, "link"));
        let tisane_protocol::Content::Board(board) = serde_json::from_str(&content).unwrap() else {
            panic!("{content}")
        };
        assert_eq!(board.position, "15/15 \"AEI\"/");
    }

    #[test]
    fn ratings_of_rulesets_become_those_of_families() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate_by(&mut connection, &STEPS[..3]).unwrap();
        connection
            .execute(
                "INSERT INTO ratings VALUES ('p', 'english', 'fast', 1612.5, 80.25, 0.06, 31)",
                [],
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let kept: (f64, f64, u32) = connection
            .query_row("SELECT rating, deviation, games FROM ratings WHERE player = 'p' AND family = 'english' AND pace = 'fast'", [], read)
            .unwrap();
        assert_eq!(kept, (1612.5, 80.25, 31));
    }

    #[test]
    fn sessions_of_earlier_versions_count_as_used_now() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate_by(&mut connection, &STEPS[..4]).unwrap();
        connection.execute("INSERT INTO sessions VALUES ('s', 'p', x'00', 7)", []).unwrap();
        migrate(&mut connection).unwrap();
        let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let (at, used, device): (i64, i64, Option<String>) =
            connection.query_row("SELECT at, used, device FROM sessions", [], read).unwrap();
        assert_eq!((at, device), (7, None));
        assert!((crate::now() - used).abs() < 60_000, "{used}");
    }

    #[test]
    fn a_step_that_fails_leaves_everything_as_it_was() {
        let mut connection = Connection::open_in_memory().unwrap();
        let broken = ["CREATE TABLE one (x); ", "CREATE TABLE two (x); CREATE TABLE one (x);"];
        assert!(migrate_by(&mut connection, &broken).is_err());
        assert_eq!(version(&connection), 1);
        assert!(connection.execute("INSERT INTO two VALUES (1)", []).is_err());
    }

    #[test]
    fn a_database_of_a_later_version_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 999).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert!(error.to_string().contains("update Tisane"), "{error}");
    }
}
