//! The log of administrators, as sentences with names. Names are looked up on reading, so that
//! deleted players appear nowhere.

use serde_json::Value;
use tisane_protocol::{AdminAction, AdminLogEntry};
use tisane_rules::Millis;

use super::StoreError;
use super::db::{Db, Row, values};

const DELETED: &str = "a deleted player";

/// The player an action is about but does not name. Looked up before the action, which may delete
/// that row.
pub(super) fn about(db: &dyn Db, action: &AdminAction) -> Result<Option<String>, StoreError> {
    let player = |row: &Row| row.get::<Option<String>>(0);
    let found = match action {
        AdminAction::Unban { ban } => {
            db.find("SELECT player FROM bans WHERE id = $1", values![*ban], player)?
        }
        AdminAction::CloseReport { report } => {
            db.find("SELECT player FROM reports WHERE id = $1", values![*report], player)?
        }
        AdminAction::DeleteMessage { game, number } => {
            let find = "SELECT player FROM chat WHERE room = $1 AND number = $2";
            db.find(find, values![game, *number], player)?
        }
        _ => None,
    };
    Ok(found.flatten())
}

pub(super) fn add(
    db: &dyn Db,
    action: &AdminAction,
    about: Option<&str>,
    by: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let written = serde_json::to_string(action).expect("an action is plain data");
    let insert = "INSERT INTO admin_log (at, by, action, player) VALUES ($1, $2, $3, $4)";
    db.execute(insert, values![at, by, &written, about]).map(drop)
}

/// The newest entries first. Entries of a later version are left out.
pub(super) fn list(db: &dyn Db, most: usize) -> Result<Vec<AdminLogEntry>, StoreError> {
    type Entry = (Millis, String, String, Option<String>);
    let find = "SELECT at, by, action, player FROM admin_log ORDER BY id DESC LIMIT $1";
    let rows: Vec<Entry> = db.list(find, values![most], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
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

fn text(db: &dyn Db, action: &AdminAction, about: Option<&str>) -> Result<String, StoreError> {
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

fn name(db: &dyn Db, player: &str) -> Result<String, StoreError> {
    let find = "SELECT name FROM players WHERE id = $1";
    let name = db.find(find, values![player], |row| row.get(0))?;
    Ok(name.unwrap_or_else(|| DELETED.to_owned()))
}

/// Games have no name, so they are called by their players.
fn game_name(db: &dyn Db, game: &str) -> Result<String, StoreError> {
    let find = "SELECT summary FROM rooms WHERE id = $1";
    let summary: Option<String> = db.find(find, values![game], |row| row.get(0))?.flatten();
    let summary: Option<Value> = summary.and_then(|summary| serde_json::from_str(&summary).ok());
    let names = summary.as_ref().and_then(|summary| summary["names"].as_array());
    let names: Vec<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    Ok(match names.is_empty() {
        true => format!("game {game}"),
        false => format!("the game of {}", names.join(" and ")),
    })
}
