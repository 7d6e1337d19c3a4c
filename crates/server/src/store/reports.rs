//! Reports of players to administrators.

use tisane_protocol::ReportView;
use tisane_rules::Millis;

use super::StoreError;
use super::db::{Db, Row, values};
use super::moderation::person;

/// The most open reports, of everybody and of one player.
const MOST_OPEN_REPORTS: i64 = 10_000;
const MOST_OPEN_REPORTS_OF_ONE: i64 = 50;

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
