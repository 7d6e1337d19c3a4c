//! Opponents keep their games. In those, a random id and "Deleted player" replace the id and the
//! name.

use std::collections::BTreeSet;

use serde_json::Value;
use tisane_protocol::SaidIn;
use tisane_protocol::stored::anonymised_event;

use super::chat::{CHAT, chat_view};
use super::db::{Db, values};
use super::{StoreError, former_names};
use crate::base::now;
use crate::base::secret::random_name;

const NAME: &str = "Deleted player";
/// Prefix of the ids of deleted players.
const DELETED_ID: &str = "deleted-";

/// The events in which somebody takes a seat.
const JOINED: &str = "SELECT number, line FROM events \
                      WHERE room = $1 AND line LIKE '%\"event\":\"joined\"%'";

/// Whether this id is a deleted player's.
pub(crate) fn is_deleted(id: &str) -> bool {
    id.starts_with(DELETED_ID)
}

/// The games in which a player has a seat, and whether they have ended.
pub(super) fn games_of(db: &dyn Db, player: &str) -> Result<Vec<(String, bool)>, StoreError> {
    let find =
        "SELECT room, ended FROM seats JOIN rooms ON id = room WHERE player = $1 ORDER BY room";
    db.list(find, values![player], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// A player's messages, by game and number, after one message.
pub(super) fn said_by(
    db: &dyn Db,
    player: &str,
    after: (&str, u64),
    most: usize,
) -> Result<Vec<SaidIn>, StoreError> {
    let find = format!(
        "SELECT {CHAT}, room FROM chat WHERE player = $1 AND (room, number) > ($2, $3) \
         ORDER BY room, number LIMIT $4"
    );
    db.list(&find, values![player, after.0, after.1, most], |row| {
        Ok(SaidIn { message: chat_view(row)?, game: row.get(8)? })
    })
}

/// Deletes a player. Returns the games that change.
pub(super) fn forget(db: &dyn Db, player: &str) -> Result<Vec<String>, StoreError> {
    let games = touched(db, player)?;
    for game in &games {
        anonymise(db, game, player)?;
    }
    let stand_in = format!("{DELETED_ID}{}", random_name(12));
    former_names::forget(db, player, &stand_in, now())?;
    for forget in [
        "DELETE FROM sessions WHERE player = $1",
        "DELETE FROM ratings WHERE player = $1",
        "DELETE FROM kept WHERE player = $1",
        "DELETE FROM muted WHERE $1 IN (player, whom)",
        "DELETE FROM seats WHERE player = $1",
        "DELETE FROM former_seats WHERE player = $1",
        "DELETE FROM admins WHERE player = $1",
        "DELETE FROM admin_mutes WHERE player = $1",
        // Only bans that are over are left.
        "DELETE FROM bans WHERE player = $1",
        "UPDATE reports SET reporter = NULL WHERE reporter = $1",
        "UPDATE reports SET player = NULL, said = NULL WHERE player = $1",
        // The administrators' log still says what was done, but not to whom.
        "UPDATE admin_log SET action = replace(action, $1, 'deleted') \
         WHERE action <> replace(action, $1, 'deleted')",
        "UPDATE admin_log SET by = 'deleted administrator' WHERE by <> replace(by, $1, '')",
        "UPDATE admin_log SET player = NULL WHERE player = $1",
        "DELETE FROM players WHERE id = $1",
    ] {
        db.execute(forget, values![player])?;
    }
    former_names::tidy(db, now())?;
    Ok(games.into_iter().collect())
}

/// The games that mention a player: played, left, reserved rematches, and those with their
/// messages.
fn touched(db: &dyn Db, player: &str) -> Result<BTreeSet<String>, StoreError> {
    let find = "SELECT room FROM seats WHERE player = $1 \
         UNION SELECT room FROM former_seats WHERE player = $1 \
         UNION SELECT rematch FROM seats JOIN rooms ON id = room \
         WHERE player = $1 AND rematch IS NOT NULL \
         UNION SELECT room FROM chat WHERE player = $1";
    Ok(db.list(find, values![player], |row| row.get(0))?.into_iter().collect())
}

fn anonymise(db: &dyn Db, game: &str, player: &str) -> Result<(), StoreError> {
    let find = format!("SELECT settings, summary FROM rooms WHERE id = $1{}", db.for_update());
    let kept: Option<(String, Option<String>)> =
        db.find(&find, values![game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((settings, summary)) = kept else { return Ok(()) };
    let id = format!("{DELETED_ID}{}", random_name(12));
    let name = free_name(db, game, &settings)?;

    let joined: Vec<(u64, String)> =
        db.list(JOINED, values![game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut names = BTreeSet::new();
    for (number, line) in joined {
        // Unreadable lines are of a later version; this one can't open such games.
        let Ok(Some(changed)) = anonymised_event(&line, player, &id, &name) else { continue };
        names.extend(
            serde_json::from_str::<Value>(&line)
                .ok()
                .and_then(|line| line["name"].as_str().map(str::to_owned)),
        );
        db.execute(
            "UPDATE events SET line = $1 WHERE room = $2 AND number = $3",
            values![&changed, game, number],
        )?;
    }
    let settings = in_expected(&settings, player, &id, &name);
    let summary = summary.map(|summary| in_summary(&summary, player, &names, &id, &name));
    db.execute(
        "UPDATE rooms SET settings = $1, summary = $2 WHERE id = $3",
        values![&settings, summary.as_ref(), game],
    )?;
    db.execute(
        "UPDATE chat SET player = $1, name = $2, guest = FALSE WHERE room = $3 AND player = $4",
        values![&id, &name, game, player],
    )?;
    Ok(())
}

/// A name that is free in the game, so that several deleted players can be distinguished.
fn free_name(db: &dyn Db, game: &str, settings: &str) -> Result<String, StoreError> {
    let mut lines: Vec<String> = db.list(JOINED, values![game], |row| row.get(1))?;
    let said = "SELECT DISTINCT name FROM chat WHERE room = $1 AND name LIKE 'Deleted player%'";
    let name = |name: String| Value::from(name).to_string();
    lines.extend(db.list(said, values![game], |row| row.get(0).map(name))?);
    lines.push(settings.to_owned());
    let is_taken = |name: &str| lines.iter().any(|line| line.contains(&format!("\"{name}\"")));
    let numbered = (2..).map(|number| format!("{NAME} {number}"));
    Ok(std::iter::once(NAME.to_owned())
        .chain(numbered)
        .find(|name| !is_taken(name))
        .expect("some number is free"))
}

/// In the list of reserved seats.
fn replace_expected(list: &mut Value, player: &str, id: &str, name: &str) {
    for expected in
        list.as_array_mut().into_iter().flatten().filter(|expected| expected["player"] == player)
    {
        expected["player"] = id.into();
        expected["name"] = name.into();
    }
}

fn in_expected(settings: &str, player: &str, id: &str, name: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(settings) else { return settings.to_owned() };
    if let Some(expected) = value.get_mut("expected") {
        replace_expected(expected, player, id, name);
    }
    value.to_string()
}

/// In the summary. The oldest summaries have no ids, so names have to do.
fn in_summary(
    summary: &str,
    player: &str,
    names: &BTreeSet<String>,
    id: &str,
    name: &str,
) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(summary) else { return summary.to_owned() };
    let has_ids = value["players"].as_array().is_some_and(|players| !players.is_empty());
    for seat in 0..value["names"].as_array().map_or(0, Vec::len) {
        let is_theirs = match has_ids {
            true => value["players"][seat] == player,
            false => value["names"][seat].as_str().is_some_and(|called| names.contains(called)),
        };
        if is_theirs {
            value["names"][seat] = name.into();
            if has_ids {
                value["players"][seat] = id.into();
            }
        }
    }
    if let Some(expected) = value.get_mut("expected") {
        replace_expected(expected, player, id, name);
    }
    value.to_string()
}
