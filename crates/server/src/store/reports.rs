//! Reports of players to administrators.

use tisane_protocol::ReportView;
use tisane_rules::Millis;

use super::StoreError;
use super::db::{Db, Row, values};
use super::moderation::person;

/// The most open reports, of everybody and of one player.
const MOST_OPEN_REPORTS: i64 = 10_000;
const MOST_OPEN_REPORTS_OF_ONE: i64 = 50;

/// The longest text of reports that were joined, in characters.
const LONGEST_TEXT: usize = 4_000;

/// A report before it is stored.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub reporter: String,
    pub player: Option<String>,
    pub game: Option<String>,
    pub message: Option<u64>,
    pub said: Option<String>,
    pub text: String,
    pub at: Millis,
}

/// Which reports are listed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Which<'a> {
    Open,
    All,
    By(&'a str),
}

/// Reports, the newest first.
pub(super) fn list(db: &dyn Db, which: Which, most: usize) -> Result<Vec<ReportView>, StoreError> {
    let find = "SELECT reports.id, reports.at, reporter, reporters.name, reports.player, \
         players.name, game, message, said, reports.text, closed, \
         coalesce(chat.deleted, FALSE) FROM reports \
         LEFT JOIN players AS reporters ON reporters.id = reporter \
         LEFT JOIN players ON players.id = reports.player \
         LEFT JOIN chat ON chat.room = game AND chat.number = message \
         WHERE ($1 OR NOT closed) AND (CAST($2 AS TEXT) IS NULL OR reporter = $2) \
         ORDER BY reports.id DESC LIMIT $3";
    let view = |row: &Row| {
        Ok(ReportView {
            id: row.get(0)?,
            at: row.get(1)?,
            reporter: person(row, 2)?,
            player: person(row, 4)?,
            game: row.get(6)?,
            message: row.get(7)?,
            said: row.get(8)?,
            text: row.get(9)?,
            closed: row.get(10)?,
            deleted: row.get(11)?,
        })
    };
    let by = if let Which::By(player) = which { Some(player) } else { None };
    db.list(find, values![which != Which::Open, by, most], view)
}

pub(super) fn add(db: &dyn Db, new: &NewReport) -> Result<(), StoreError> {
    if update(db, new)? {
        return Ok(());
    }
    let count =
        "SELECT count(*), count(*) FILTER (WHERE reporter = $1) FROM reports WHERE NOT closed";
    let (all, own): (i64, i64) =
        db.one(count, values![&new.reporter], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if own >= MOST_OPEN_REPORTS_OF_ONE {
        return Err(StoreError::NotDone(format!(
            "{own} of your reports are still open; please wait until they have been read"
        )));
    }
    if all >= MOST_OPEN_REPORTS {
        return Err(StoreError::NotDone(
            "too many reports are open; please try again later".to_owned(),
        ));
    }
    let NewReport { reporter, player, game, message, said, text, at } = new;
    let (player, game, said) = (player.as_ref(), game.as_ref(), said.as_ref());
    db.execute(
        "INSERT INTO reports (reporter, player, game, message, said, text, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        values![reporter, player, game, *message, said, text, *at],
    )?;
    Ok(())
}

/// A second report about the same player, or the same game, joins the first one while it is open.
/// Returns whether there is one.
fn update(db: &dyn Db, new: &NewReport) -> Result<bool, StoreError> {
    let NewReport { reporter, player, game, message, said, text, at } = new;
    let (player, game, said) = (player.as_ref(), game.as_ref(), said.as_ref());
    let find = "SELECT id, text FROM reports WHERE NOT closed AND reporter = $1 \
                AND player IS NOT DISTINCT FROM $2 \
                AND (player IS NOT NULL OR game IS NOT DISTINCT FROM $3) ORDER BY id LIMIT 1";
    let open: Option<(i64, String)> =
        db.find(find, values![reporter, player, game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((id, before)) = open else { return Ok(false) };
    let text = joined(&before, text);
    db.execute(
        "UPDATE reports SET game = coalesce($1, game), message = coalesce($2, message), \
         said = coalesce($3, said), text = $4, at = $5 WHERE id = $6",
        values![game, *message, said, &text, *at, id],
    )?;
    Ok(true)
}

/// The latest text first; the oldest is dropped when it gets long.
fn joined(before: &str, text: &str) -> String {
    match before.lines().any(|line| line == text) {
        true => before.to_owned(),
        false => format!("{text}\n{before}").chars().take(LONGEST_TEXT).collect(),
    }
}
