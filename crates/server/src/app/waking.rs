//! The first pause before a game that failed to load is tried again; each pause is twice as long.

use std::collections::HashMap;
use std::time::Duration;

use tisane_rules::Millis;

use super::App;
use crate::base::secret::log_name;
use crate::store::{Due, StoreError};

/// How often due games are looked for.
const ROUND: Duration = Duration::from_secs(1);
/// Due games are read in pages of this size, at most this many each round.
const PAGE: usize = 1000;
const PAGES: usize = 10;
/// Of several nodes, those with the game in memory have this long before another one loads it.
const LATE: Millis = 2_000;
/// How long a claimed game is left to the node that loads it.
const CLAIMED: Millis = 60_000;
/// A game that can't be loaded is tried again after this long, then after twice that, and so on.
const FIRST_PAUSE: Millis = 60_000;
const LONGEST_PAUSE: Millis = 24 * 60 * 60_000;

/// Games that could not be loaded.
#[derive(Default)]
struct FailedGames(HashMap<String, Pause>);

struct Pause {
    until: Millis,
    length: Millis,
}

impl FailedGames {
    fn is_waiting(&self, game: &str, now: Millis) -> bool {
        self.0.get(game).is_some_and(|pause| now < pause.until)
    }

    /// Whether this is the first failure.
    fn failed(&mut self, game: &str, now: Millis) -> bool {
        let length =
            self.0.get(game).map_or(FIRST_PAUSE, |pause| (2 * pause.length).min(LONGEST_PAUSE));
        self.0.insert(game.to_owned(), Pause { until: now + length, length }).is_none()
    }

    fn loaded(&mut self, game: &str) {
        self.0.remove(game);
    }
}

impl App {
    pub(crate) async fn keep_time(self) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut failed_games, mut last) = (FailedGames::default(), None);
        loop {
            round.tick().await;
            match self.wake_due(&mut failed_games, last.take()).await {
                Ok(reached) => last = reached,
                Err(error) => tracing::error!(%error, "due games can't be found"),
            }
        }
    }

    /// Loads due games after `last`. Returns the last one, or nothing at the end of the list.
    async fn wake_due(
        &self,
        failed_games: &mut FailedGames,
        mut last: Option<Due>,
    ) -> Result<Option<Due>, StoreError> {
        if self.nodes().settles_in().is_some() {
            return Ok(None); // players may be connected to nodes that have not been heard yet
        }
        for _ in 0..PAGES {
            let now = self.clock().now();
            let page = match self.nodes().are_several() {
                false => self.store().due_rooms(now, last, PAGE).await?,
                true => self.store().claim_due(now - LATE, now + CLAIMED, PAGE).await?,
            };
            for Due { id, .. } in page.iter().filter(|due| !self.rooms().is_awake(&due.id)) {
                if failed_games.is_waiting(id, self.clock().now()) {
                    continue;
                }
                match self.room(id).await {
                    Ok(_) => failed_games.loaded(id),
                    Err(error) if failed_games.failed(id, self.clock().now()) => {
                        tracing::error!(
                            cause = error.cause(),
                            game = log_name(id),
                            "a game can't be loaded; it is set aside"
                        );
                    }
                    Err(error) => tracing::debug!(
                        cause = error.cause(),
                        game = log_name(id),
                        "a game still can't be loaded"
                    ),
                }
            }
            if page.len() < PAGE {
                return Ok(None);
            }
            last = page.into_iter().next_back();
        }
        Ok(last)
    }

    /// Checks the whole database once, to find damage before players do.
    pub(crate) async fn verify_store(self) {
        match self.store().verify().await {
            Ok(()) => tracing::info!("the database is intact"),
            // The store has logged it, and /readyz says so from now on.
            Err(StoreError::Damaged(_)) => {}
            Err(error) => tracing::error!(%error, "the database can't be checked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_day() {
        let mut failed_games = FailedGames::default();
        let mut at = 0;
        let mut lengths = Vec::new();
        for n in 0..15 {
            assert_eq!(failed_games.failed("g", at), n == 0);
            let length = failed_games.0["g"].length;
            assert!(
                failed_games.is_waiting("g", at + length - 1)
                    && !failed_games.is_waiting("g", at + length)
            );
            assert!(!failed_games.is_waiting("h", at));
            at += length;
            lengths.push(length / 60_000);
        }
        assert_eq!(lengths, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440, 1440, 1440]);
        failed_games.loaded("g");
        assert!(!failed_games.is_waiting("g", 0) && failed_games.failed("g", 0));
    }
}
