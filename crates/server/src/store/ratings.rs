//! Ratings, as rows. How a game changes them is for the caller to say.

use tisane_protocol::PaceView;

use super::db::{Db, Lock, Row, unknown, values};
use super::{JoinRatings, RatingKey, RatingUpdate, StoreError, StoredRating};

pub(super) fn of_player(
    db: &dyn Db,
    player: &str,
) -> Result<Vec<(RatingKey, StoredRating)>, StoreError> {
    let find = "SELECT family, pace, rating, deviation, volatility, games FROM ratings \
                WHERE player = $1 ORDER BY games DESC";
    db.list(find, values![player], |row| {
        let pace = pace_named(&row.get::<String>(1)?)?;
        Ok((RatingKey { player: player.to_owned(), family: row.get(0)?, pace }, rating(row, 2)?))
    })
}

/// Does nothing if the game has been rated before.
pub(super) fn rate(
    db: &dyn Db,
    game: &str,
    players: &[RatingKey; 2],
    update: RatingUpdate,
) -> Result<(), StoreError> {
    // Always in the same order, so that two transactions never wait for each other.
    let mut rated = players.each_ref().map(|key| key.player.as_str());
    rated.sort_unstable();
    rated.into_iter().try_for_each(|player| db.lock(Lock::RatingsOf(player)))?;
    let count = "UPDATE rooms SET counted = TRUE, due = NULL WHERE id = $1 AND NOT counted";
    if db.execute(count, values![game])? == 0 {
        return Ok(());
    }
    let after = update([find(db, &players[0])?, find(db, &players[1])?]);
    players.iter().zip(after).try_for_each(|(key, rating)| set(db, key, rating))
}

pub(super) fn join(
    db: &dyn Db,
    family: &str,
    other: &str,
    join: JoinRatings,
) -> Result<(), StoreError> {
    db.lock(Lock::AllRatings)?;
    // Paces that this version does not know stay as they are.
    let known = "family = $1 AND pace IN ('fast', 'slow', 'days', 'untimed')";
    let find_all = format!(
        "SELECT player, pace, rating, deviation, volatility, games FROM ratings WHERE {known}"
    );
    let moved: Vec<(RatingKey, StoredRating)> = db.list(&find_all, values![family], |row| {
        let (player, pace) = (row.get(0)?, pace_named(&row.get::<String>(1)?)?);
        Ok((RatingKey { player, family: other.to_owned(), pace }, rating(row, 2)?))
    })?;
    for (key, rating) in moved {
        let joined = find(db, &key)?.map_or(rating, |own| join(own, rating));
        set(db, &key, joined)?;
    }
    db.execute(&format!("DELETE FROM ratings WHERE {known}"), values![family]).map(drop)
}

fn find(db: &dyn Db, key: &RatingKey) -> Result<Option<StoredRating>, StoreError> {
    let find = "SELECT rating, deviation, volatility, games FROM ratings \
                WHERE player = $1 AND family = $2 AND pace = $3";
    db.find(find, values![&key.player, &key.family, pace_name(key.pace)], |row| rating(row, 0))
}

fn set(db: &dyn Db, key: &RatingKey, rating: StoredRating) -> Result<(), StoreError> {
    let StoredRating { rating, deviation, volatility, games } = rating;
    let (player, family, pace) = (&key.player, &key.family, pace_name(key.pace));
    db.execute(
        "INSERT INTO ratings (player, family, pace, rating, deviation, volatility, games) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, family, pace) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, games = excluded.games",
        values![player, family, pace, rating, deviation, volatility, games],
    )?;
    Ok(())
}

fn rating(row: &Row, from: usize) -> Result<StoredRating, StoreError> {
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

fn pace_named(name: &str) -> Result<PaceView, StoreError> {
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
        let error = pace_named("lunar").unwrap_err().to_string();
        assert!(error.contains("unknown pace \"lunar\""), "{error}");
    }
}
