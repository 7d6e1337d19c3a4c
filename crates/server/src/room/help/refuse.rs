//! Refuses analysis of live games, once all of them are known.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tisane_rules::{Millis, Position, Ruleset};
use tokio::sync::watch;
use tokio::time::Instant;

use super::LiveGame;
use crate::base::secret::log_name;
use crate::compute::blocking::blocking;
use crate::error::{Error, Refused};
use crate::room::Services;
use crate::room::loading::load_table;

/// The most games that are read from the database after a start, the last changed first.
const MOST_READ: usize = 50_000;
/// How often games of other nodes are read, the most of them at a time, and by how much nodes'
/// clocks may differ.
const COMPARED: Duration = Duration::from_secs(10);
const MOST_COMPARED: usize = 2_000;
const OVERLAP: Millis = 5_000;
/// How long a question waits until they are read.
const WAIT: Duration = Duration::from_secs(20);

/// Starts to read the live games in the database, once. The receiver says when all are known.
pub(in crate::room) fn read_live_games(services: &Arc<Services>) -> watch::Receiver<bool> {
    let begin = || {
        let (done, read) = watch::channel(false);
        let services = services.clone();
        services.live_games.write().begin_filling();
        tokio::spawn(async move {
            if let Err(error) = read_stored(&services).await {
                tracing::error!(%error, "live games can't be read; only those in memory are known");
            }
            services.live_games.write().end_filling();
            done.send_replace(true);
        });
        read
    };
    services.live_games.read.get_or_init(begin).clone()
}

async fn read_stored(services: &Arc<Services>) -> Result<(), Refused> {
    for (id, changed) in services.store.live_rooms(MOST_READ).await? {
        match load_table(services, &id).await {
            Ok(table) => {
                if let Some(live) = LiveGame::of(&table, changed) {
                    services.live_games.write().put(live);
                }
            }
            Err(error) => {
                tracing::error!(%error, game = log_name(&id), "a game can't be read")
            }
        }
    }
    Ok(())
}

/// Refuses positions of a live game that is rated, has two or more people, or is the player's own.
pub(in crate::room) async fn refuse_help(
    services: &Arc<Services>,
    player: Option<String>,
    ruleset: &Arc<Ruleset>,
    positions: Vec<Position>,
) -> Result<(), Error> {
    if positions.is_empty() {
        return Ok(());
    }
    let mut read = read_live_games(services);
    tokio::time::timeout(WAIT, read.wait_for(|&read| read))
        .await
        .map_err(|_| Refused::Busy)?
        .map_err(|_| Refused::Closing)?;
    let positions = Arc::new(positions);
    compare(services, COMPARED).await?;
    if !is_live(services, &player, ruleset, &positions).await? {
        return Ok(());
    }
    // The game may have ended on another node.
    let is_live = match compare(services, Duration::ZERO).await? {
        true => is_live(services, &player, ruleset, &positions).await?,
        false => true,
    };
    if is_live { Err(Refused::NoHelp.into()) } else { Ok(()) }
}

async fn is_live(
    services: &Arc<Services>,
    player: &Option<String>,
    ruleset: &Arc<Ruleset>,
    positions: &Arc<Vec<Position>>,
) -> Result<bool, Error> {
    let (index, player) = (services.live_games.index.clone(), player.clone());
    let (ruleset, positions) = (ruleset.clone(), positions.clone());
    let work = move || {
        let positions: Vec<&Position> = positions.iter().collect();
        let index = index.read().unwrap_or_else(PoisonError::into_inner);
        index.is_live(player.as_deref(), &ruleset, &positions)
    };
    Ok(blocking(work).await?)
}

/// Reads games that other nodes have changed or ended, unless that was done a moment ago. Returns
/// whether there may be other nodes.
async fn compare(services: &Arc<Services>, every: Duration) -> Result<bool, Refused> {
    if !services.nodes.are_several() {
        return Ok(false);
    }
    let mut compared = services.live_games.compared.lock().await;
    if compared.is_some_and(|(at, _)| at.elapsed() < every) {
        return Ok(true);
    }
    let at = Instant::now();
    let live = services.store.live_rooms(MOST_READ).await?;
    services.live_games.write().retain(&live.iter().map(|(id, _)| id.as_str()).collect());
    let latest = live.first().map_or(0, |(_, changed)| *changed);
    let since = compared.map_or(0, |(_, latest)| latest - OVERLAP);
    let changed = live.iter().take_while(|(_, changed)| *changed >= since).take(MOST_COMPARED);
    for (id, changed) in changed {
        if services.live_games.write().knows(id, *changed) {
            continue;
        }
        match load_table(services, id).await {
            Ok(table) => services.live_games.set(&table, *changed),
            Err(error) => tracing::error!(%error, game = log_name(id), "a game can't be read"),
        }
    }
    *compared = Some((at, latest));
    Ok(true)
}
