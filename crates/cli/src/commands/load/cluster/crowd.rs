//! One game before many spectators, spread over all nodes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tisane_protocol::Ask;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::super::client::Guest;
use super::super::script::Script;
use super::feed::{Feed, Seen};
use super::figures::Watched;
use super::history::{Absences, History, Kind, Sent};
use super::race::{start, watch};
use super::record::{Record, millis};

/// Sockets that are opened at the same time.
const TOGETHER: usize = 50;
/// Everybody must have seen a move by then.
const SEEN: Duration = Duration::from_secs(30);

pub(super) async fn watch_one(
    nodes: &[SocketAddr],
    sockets: usize,
    scripts: &Arc<[Script]>,
    record: &Arc<Record>,
) -> anyhow::Result<Watched> {
    let script = &scripts[0];
    let (game, guests, players) = start(nodes, script).await?;
    let mut own = Vec::new();
    for guest in &guests {
        own.push(watch(guest, &game, record).await?);
    }
    let mut crowd = spectators(nodes, sockets, &game, record).await?;
    let (mut sent, mut news, mut is_over) = (Vec::new(), Vec::new(), true);
    for step in &script.steps {
        let (turn, seat) = (step.turn, step.seat);
        let ask = Ask::Act { game: game.clone(), turn: Some(turn), action: step.action.clone() };
        let began = millis();
        let answer = own[seat].ask(ask).await;
        let acknowledged = Instant::now();
        sent.push(Sent { turn, seat, sent: began, done: answer.is_ok().then(millis) });
        if let Err(unanswered) = answer {
            record.wrong(format!("game {game}: turn {turn} before the crowd: {unanswered}"));
            is_over = false;
            break;
        }
        let is_new = |seen: &Seen| seen.turn > turn || seen.is_over;
        let everybody = async {
            let mut lost = 0;
            for feed in &mut crowd {
                lost += usize::from(feed.until(is_new).await.is_closed);
                news.push(acknowledged.elapsed());
            }
            lost
        };
        match timeout(SEEN, everybody).await {
            Ok(0) => {}
            Ok(lost) => record.wrong(format!("{lost} spectators were disconnected")),
            Err(_) => record.wrong(format!("not everybody saw turn {turn} within {SEEN:?}")),
        }
    }
    record.keep(History {
        game,
        kind: Kind::Script(0),
        guests,
        players,
        sent,
        messages: Vec::new(),
        absences: [Absences::default(), Absences::default()],
        is_over,
    });
    Ok(Watched { sockets: crowd.len(), news })
}

async fn spectators(
    nodes: &[SocketAddr],
    sockets: usize,
    game: &str,
    record: &Arc<Record>,
) -> anyhow::Result<Vec<Feed>> {
    let spectator = Guest::new(nodes[0], "spectator").await?;
    let mut crowd = Vec::new();
    for from in (0..sockets).step_by(TOGETHER) {
        let mut coming = JoinSet::new();
        for number in from..(from + TOGETHER).min(sockets) {
            let guest = spectator.at(nodes[number % nodes.len()]);
            let (game, record) = (game.to_owned(), record.clone());
            coming.spawn(async move { watch(&guest, &game, &record).await });
        }
        for feed in coming.join_all().await {
            crowd.push(feed?);
        }
    }
    Ok(crowd)
}
