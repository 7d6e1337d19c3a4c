//! Clients on several nodes play the same turn at the same time. One of them must succeed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};
use serde_json::json;
use tisane_protocol::Ask;
use tisane_protocol::request::ActionView;
use tokio::task::JoinSet;

use super::super::client::Guest;
use super::super::script::Script;
use super::feed::Feed;
use super::history::{Absences, History, Kind, Sent};
use super::record::{Record, millis};

/// Clients per turn.
const CLIENTS: usize = 4;
/// Games at the same time.
const GAMES: usize = 4;

/// Plays at least the given number of turns; returns how many it played.
pub(super) async fn race(
    nodes: &[SocketAddr],
    turns: u64,
    scripts: &Arc<[Script]>,
    record: &Arc<Record>,
) -> anyhow::Result<u64> {
    let done = Arc::<AtomicU64>::default();
    let mut lanes = JoinSet::new();
    for lane in 0..GAMES {
        let (nodes, scripts) = (nodes.to_vec(), scripts.clone());
        let (done, record) = (done.clone(), record.clone());
        lanes.spawn(async move {
            let mut script = lane;
            while done.load(Ordering::Relaxed) < turns {
                script = (script + GAMES) % scripts.len();
                game(&nodes, script, &scripts, &record, &done, turns).await?;
            }
            Ok(())
        });
    }
    lanes.join_all().await.into_iter().collect::<anyhow::Result<()>>()?;
    Ok(done.load(Ordering::Relaxed))
}

/// A game of two guests at one node each, which has started.
pub(super) async fn start(
    nodes: &[SocketAddr],
    script: &Script,
) -> anyhow::Result<(String, [Guest; 2], [String; 2])> {
    let other = nodes[1 % nodes.len()];
    let guests = [Guest::new(nodes[0], "one").await?, Guest::new(other, "other").await?];
    let mut players = [String::new(), String::new()];
    for (player, guest) in players.iter_mut().zip(&guests) {
        let me = guest.get("/api/me").await?;
        *player = me["id"].as_str().context("a player has an id")?.to_owned();
    }
    let room = guests[0].post("/api/games", &serde_json::to_value(&script.request)?).await?;
    let game = room["id"].as_str().context("a room has an id")?.to_owned();
    let path = format!("/api/games/{game}");
    guests[1].post(&format!("{path}/join"), &json!({})).await?;
    guests[0].post(&format!("{path}/actions"), &json!({ "action": ActionView::Start })).await?;
    Ok((game, guests, players))
}

pub(super) async fn watch(guest: &Guest, game: &str, record: &Arc<Record>) -> anyhow::Result<Feed> {
    let mut feed = Feed::open(guest, record).await?;
    match feed.ask(Ask::Watch { game: game.to_owned(), since: None }).await {
        Ok(()) => Ok(feed),
        Err(unanswered) => bail!("game {game} can't be watched: {unanswered}"),
    }
}

async fn game(
    nodes: &[SocketAddr],
    number: usize,
    scripts: &[Script],
    record: &Arc<Record>,
    done: &AtomicU64,
    turns: u64,
) -> anyhow::Result<()> {
    let script = &scripts[number];
    let (game, guests, players) = start(nodes, script).await?;
    let mut feeds = [Vec::new(), Vec::new()];
    for (guest, feeds) in guests.iter().zip(&mut feeds) {
        for client in 0..CLIENTS {
            feeds.push(watch(&guest.at(nodes[client % nodes.len()]), &game, record).await?);
        }
    }
    let mut sent = Vec::new();
    let mut is_over = true;
    for step in &script.steps {
        if done.load(Ordering::Relaxed) >= turns {
            is_over = false;
            break;
        }
        let mut asking = JoinSet::new();
        let began = millis();
        for mut feed in feeds[step.seat].drain(..) {
            let (turn, action) = (Some(step.turn), step.action.clone());
            let ask = Ask::Act { game: game.clone(), turn, action };
            asking.spawn(async move {
                let answer = feed.ask(ask).await;
                (feed, answer.is_ok().then(millis))
            });
        }
        for (feed, done) in asking.join_all().await {
            sent.push(Sent { turn: step.turn, seat: step.seat, sent: began, done });
            feeds[step.seat].push(feed);
        }
        let last = &sent[sent.len() - CLIENTS..];
        let acknowledged = last.iter().filter(|sent| sent.done.is_some()).count();
        if acknowledged != 1 {
            record.wrong(format!(
                "game {game}: turn {} was acknowledged to {acknowledged} of {CLIENTS} clients",
                step.turn
            ));
            is_over = false;
            break;
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    record.keep(History {
        game,
        kind: Kind::Script(number),
        guests,
        players,
        sent,
        messages: Vec::new(),
        absences: [Absences::default(), Absences::default()],
        is_over,
    });
    Ok(())
}
