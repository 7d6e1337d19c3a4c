//! Ratings, as rows. How a game changes them is for the caller to say.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tisane_protocol::PaceView;

use super::sqlite::unknown;
use super::{JoinRatings, RatingKey, RatingUpdate, StoreError, StoredRating};

pub(super) fn of_player(
    db: &Connection,
    player: &str,
) -> Result<Vec<(RatingKey, StoredRating)>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT family, pace, rating, deviation, volatility, games FROM ratings \
         WHERE player = ? ORDER BY games DESC",
    )?;
    let row = |row: &Row| {
        let pace = pace_named(&row.get::<_, String>(1)?)?;
        Ok((RatingKey { player: player.to_owned(), family: row.get(0)?, pace }, rating(row, 2)?))
    };
    Ok(find.query_map([player], row)?.collect::<Result<_, _>>()?)
}

/// Does nothing if the game has been rated before.
pub(super) fn rate(
    db: &Connection,
    game: &str,
    players: &[RatingKey; 2],
    update: RatingUpdate,
) -> Result<(), StoreError> {
    let count = "UPDATE rooms SET counted = 1, due = NULL WHERE id = ? AND counted = 0";
    if db.execute(count, [game])? == 0 {
        return Ok(());
    }
    let after = update([find(db, &players[0])?, find(db, &players[1])?]);
    players.iter().zip(after).try_for_each(|(key, rating)| set(db, key, rating))
}

pub(super) fn join(
    db: &Connection,
    family: &str,
    other: &str,
    join: JoinRatings,
) -> Result<(), StoreError> {
    // Paces that this version does not know stay as they are.
    let known = "family = ? AND pace IN ('fast', 'slow', 'days', 'untimed')";
    let mut find_all = db.prepare_cached(&format!(
        "SELECT player, pace, rating, deviation, volatility, games FROM ratings WHERE {known}"
    ))?;
    let row = |row: &Row| {
        let (player, pace) = (row.get(0)?, pace_named(&row.get::<_, String>(1)?)?);
        Ok((RatingKey { player, family: other.to_owned(), pace }, rating(row, 2)?))
    };
    let moved: Vec<(RatingKey, StoredRating)> =
        find_all.query_map([family], row)?.collect::<Result<_, _>>()?;
    for (key, rating) in moved {
        let joined = find(db, &key)?.map_or(rating, |own| join(own, rating));
        set(db, &key, joined)?;
    }
    Ok(db.execute(&format!("DELETE FROM ratings WHERE {known}"), [family]).map(drop)?)
}

fn find(db: &Connection, key: &RatingKey) -> Result<Option<StoredRating>, StoreError> {
    let mut find = db.prepare_cached(
        "SELECT rating, deviation, volatility, games FROM ratings \
         WHERE player = ? AND family = ? AND pace = ?",
    )?;
    let row = params![key.player, key.family, pace_name(key.pace)];
    Ok(find.query_row(row, |row| rating(row, 0)).optional()?)
}

fn set(db: &Connection, key: &RatingKey, rating: StoredRating) -> Result<(), StoreError> {
    let StoredRating { rating, deviation, volatility, games } = rating;
    let mut replace =
        db.prepare_cached("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")?;
    let pace = pace_name(key.pace);
    replace.execute(params![key.player, key.family, pace, rating, deviation, volatility, games])?;
    Ok(())
}

fn rating(row: &Row, from: usize) -> rusqlite::Result<StoredRating> {
    Ok(StoredRating {
        rating: row.get(from)?,
        deviation: row.get(from + 1)?,
        volatility: row.get(from + 2)?,
        games: row.get(from + 3)?,
    })
}

fn pace_name(pace: PaceView) -> &'static str {
    match pace {
        PaceView::Fast => "fast",
        PaceView::Slow => "slow",
        PaceView::Days => "days",
        PaceView::Untimed => "untimed",
    }
}

fn pace_named(name: &str) -> rusqlite::Result<PaceView> {
    match name {
        "fast" => Ok(PaceView::Fast),
        "slow" => Ok(PaceView::Slow),
        "days" => Ok(PaceView::Days),
        "untimed" => Ok(PaceView::Untimed),
        _ => Err(unknown("pace", name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_pace_is_refused() {
        for pace in [PaceView::Fast, PaceView::Slow, PaceView::Days, PaceView::Untimed] {
            assert_eq!(pace_named(pace_name(pace)).unwrap(), pace);
        }
        let error = StoreError::from(pace_named("lunar").unwrap_err()).to_string();
        assert!(error.contains("unknown pace \"lunar\""), "{error}");
    }
}
