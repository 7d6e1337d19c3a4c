//! The log of administrators, as sentences with names. Names are looked up on reading, so that
//! deleted players appear nowhere.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tisane_protocol::{AdminAction, AdminLogEntry};
use tisane_rules::Millis;

use super::StoreError;

const DELETED: &str = "a deleted player";

/// The player an action is about but does not name. Looked up before the action, which may delete
/// that row.
pub(super) fn about(db: &Connection, action: &AdminAction) -> Result<Option<String>, StoreError> {
    let player = |row: &Row| row.get::<_, Option<String>>(0);
    let found = match action {
        AdminAction::Unban { ban } => {
            db.query_row("SELECT player FROM bans WHERE id = ?", [ban], player)
        }
        AdminAction::CloseReport { report } => {
            db.query_row("SELECT player FROM reports WHERE id = ?", [report], player)
        }
        AdminAction::DeleteMessage { game, number } => {
            let find = "SELECT player FROM chat WHERE room = ? AND number = ?";
            db.query_row(find, params![game, number], player)
        }
        _ => return Ok(None),
    };
    Ok(found.optional()?.flatten())
}

pub(super) fn add(
    db: &Connection,
    action: &AdminAction,
    about: Option<&str>,
    by: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let written = serde_json::to_string(action).expect("an action is plain data");
    let insert = "INSERT INTO admin_log (at, by, action, player) VALUES (?, ?, ?, ?)";
    db.execute(insert, params![at, by, written, about])?;
    Ok(())
}

/// The newest entries first. Entries of a later version are left out.
pub(super) fn list(db: &Connection, most: usize) -> Result<Vec<AdminLogEntry>, StoreError> {
    type Entry = (Millis, String, String, Option<String>);
    let mut find =
        db.prepare_cached("SELECT at, by, action, player FROM admin_log ORDER BY id DESC LIMIT ?")?;
    let rows: Vec<Entry> = find
        .query_map([most as i64], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    let mut entries = Vec::new();
    for (at, by, action, about) in rows {
        let Ok(action) = serde_json::from_str::<AdminAction>(&action) else { continue };
        let text = text(db, &action, about.as_deref())?;
        // Stored as `Ada (id)`.
        let by = by.rsplit_once(" (").map_or(by.as_str(), |(name, _)| name).to_owned();
        entries.push(AdminLogEntry { at, by, action, text });
    }
    Ok(entries)
}

fn text(db: &Connection, action: &AdminAction, about: Option<&str>) -> Result<String, StoreError> {
    let of = |before: &str| match about {
        Some(player) => Ok::<_, StoreError>(format!(" {before} {}", name(db, player)?)),
        None => Ok(String::new()),
    };
    Ok(match action {
        AdminAction::Grant { player } => format!("made {} an administrator", name(db, player)?),
        AdminAction::Revoke { player } => {
            format!("took the administrator role from {}", name(db, player)?)
        }
        AdminAction::Mute { player, days } => {
            format!("muted {}{}", name(db, player)?, duration(*days))
        }
        AdminAction::Unmute { player } => format!("unmuted {}", name(db, player)?),
        AdminAction::Ban { player, address, days, reason } => {
            let player = player.as_ref().map(|player| name(db, player)).transpose()?;
            let whom: Vec<String> = player.into_iter().chain(address.clone()).collect();
            format!("banned {}{}{}", whom.join(" and "), duration(*days), because(reason))
        }
        AdminAction::Unban { ban } => format!("lifted ban {ban}{}", of("of")?),
        AdminAction::CloseGame { game, reason } => {
            format!("closed {}{}", game_name(db, game)?, because(reason))
        }
        AdminAction::DeleteMessage { game, .. } => {
            format!("deleted a message{} in {}", of("by")?, game_name(db, game)?)
        }
        AdminAction::Announce { text } if text.trim().is_empty() => {
            "withdrew the announcement".to_owned()
        }
        AdminAction::Announce { text } => format!("announced: {}", text.trim()),
        AdminAction::CloseReport { report } => format!("closed report {report}{}", of("about")?),
    })
}

fn duration(days: Option<u32>) -> String {
    days.map_or(String::new(), |days| {
        format!(" for {}", tisane_lexicon::count(days as usize, "day"))
    })
}

fn because(reason: &str) -> String {
    match reason.trim() {
        "" => String::new(),
        reason => format!(": {reason}"),
    }
}

fn name(db: &Connection, player: &str) -> Result<String, StoreError> {
    let mut find = db.prepare_cached("SELECT name FROM players WHERE id = ?")?;
    let name = find.query_row([player], |row| row.get(0)).optional()?;
    Ok(name.unwrap_or_else(|| DELETED.to_owned()))
}

/// Games have no name, so they are called by their players.
fn game_name(db: &Connection, game: &str) -> Result<String, StoreError> {
    let find = "SELECT json_extract(summary, '$.names') FROM rooms WHERE id = ?";
    let names: Option<Option<String>> =
        db.prepare_cached(find)?.query_row([game], |row| row.get(0)).optional()?;
    let names: Vec<String> =
        names.flatten().and_then(|names| serde_json::from_str(&names).ok()).unwrap_or_default();
    Ok(match names.is_empty() {
        true => format!("game {game}"),
        false => format!("the game of {}", names.join(" and ")),
    })
}
