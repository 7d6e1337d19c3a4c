//! `tisane load --nodes`: several nodes on one PostgreSQL behind a proxy, with faults, and a check
//! of everything that was stored.

mod checker;
mod crowd;
mod database;
pub(super) mod faults;
mod feed;
mod figures;
mod history;
mod inject;
mod network;
mod node;
mod proxy;
mod race;
mod record;
mod relay;
mod table;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::future::join_all;
use tisane_protocol::RoomView;
use tisane_rules::Ruleset;
use tokio::task::JoinSet;

use super::Args;
use super::client::Guest;
use super::script::Script;
use crate::Outcome;
use crate::failure::{Failure, warn};
use crate::show::json as print_json;
use checker::Replay;
use database::{Database, Reader};
use faults::{Fault, Random};
use figures::Figures;
use history::{History, Kind};
use inject::Cluster;
use network::{MOST_NODES, Network};
use node::Node;
use proxy::Proxy;
use record::Record;
use relay::Relay;
use table::Table;

/// Of this number of tables, one plays rated games and one has a bot.
const EVERY: usize = 8;
/// Bots may think this often per turn, and once more after each fault.
const THOUGHTS: f64 = 1.1;
/// Tables that sit down at the same time.
const TOGETHER: usize = 20;
/// Complaints that are printed.
const PRINTED: usize = 20;

pub(super) async fn run(
    args: &Args,
    scripts: Arc<[Script]>,
    ruleset: Arc<Ruleset>,
    folder: &Path,
) -> anyhow::Result<Outcome> {
    let n = args.nodes.unwrap_or(1);
    ensure!((1..=MOST_NODES).contains(&n), "--nodes must be between 1 and {MOST_NODES}, not {n}");
    let url = args.database.clone().ok_or_else(|| {
        Failure::new(
            "--nodes needs a PostgreSQL",
            "name one with --database, or run this by cargo xtask postgres",
        )
    })?;
    std::fs::create_dir_all(folder)?;
    let database = Database::create(&url, args.restart_database.clone()).await?;
    let (network, reason) = Network::new(n)?;
    if let Some(reason) = reason {
        warn(&format!("nodes share this machine's network, because {reason}"));
    }
    let mut cluster = Cluster { nodes: Vec::new(), relays: Vec::new(), network, database };
    let played = play(args, &mut cluster, scripts.clone(), folder).await;
    let checked = match played {
        Ok((mut figures, record, histories)) => {
            let mut wrong = record.take_wrong();
            check(&cluster, &ruleset, &scripts, &histories, &mut figures, &mut wrong).await?;
            report(args, figures, &wrong)
        }
        Err(error) => Err(error),
    };
    for node in &mut cluster.nodes {
        node.stop().await?;
    }
    cluster.database.drop().await?;
    checked
}

type Played = (Figures, Arc<Record>, Vec<History>);

/// Starts everything, plays, and injects the faults.
async fn play(
    args: &Args,
    cluster: &mut Cluster,
    scripts: Arc<[Script]>,
    folder: &Path,
) -> anyhow::Result<Played> {
    let n = args.nodes.unwrap_or(1);
    let place = cluster.database.place()?;
    for number in 0..n {
        let at = SocketAddr::from((cluster.network.database(number), 0));
        let relay = Relay::start(at, place.clone()).await?;
        let url = cluster.database.url(&relay.address.to_string());
        cluster.relays.push(relay);
        let mut node = Node::new(&cluster.network, number, url, folder);
        node.start(&cluster.network, 0)?;
        cluster.nodes.push(node);
    }
    for node in &mut cluster.nodes {
        node.wait().await?;
    }
    let addresses: Vec<SocketAddr> = cluster.nodes.iter().map(|node| node.address).collect();
    let proxy = Proxy::start(folder, &addresses)?;
    let record = Arc::<Record>::default();
    let tables = tables(args, &proxy, &scripts, &record).await?;
    let progress: Vec<_> = tables.iter().map(|table| table.progress.clone()).collect();
    let pace = Duration::from_secs_f64(args.games as f64 / args.rate.max(1) as f64);
    let mut playing = JoinSet::new();
    for (number, table) in tables.into_iter().enumerate() {
        let offset = pace.mul_f64(number as f64 / args.games as f64);
        playing.spawn(table.play(pace, offset));
    }
    tokio::time::sleep(pace).await; // until all are playing
    record.is_measuring.store(true, Ordering::Relaxed);
    let started = Instant::now();
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    record.is_measuring.store(false, Ordering::Relaxed);
    let seconds = started.elapsed().as_secs_f64();
    let mut random = Random(args.seed);
    let mut injected = Vec::new();
    for fault in faults::order(&args.faults, args.seed) {
        match cluster.inject(fault, &mut random, &progress).await {
            Ok(done) => injected.push(done),
            Err(error) => {
                record.wrong(format!("after {fault}: {error:#}"));
                break;
            }
        }
    }
    record.stop.store(true, Ordering::Relaxed);
    for ended in playing.join_all().await {
        if let Err(error) = ended {
            record.wrong(format!("{error:#}"));
        }
    }
    let count = |fault| {
        let planned = args.faults.iter().filter(|planned| planned.fault == fault);
        planned.map(|planned| planned.count).sum::<u64>()
    };
    let races = match count(Fault::Race) {
        0 => 0,
        turns => race::race(&addresses, turns, &scripts, &record).await?,
    };
    let watchers = match count(Fault::Watch) {
        0 => None,
        n => Some(crowd::watch_one(&addresses, n as usize, &scripts, &record).await?),
    };
    let mut bot_thoughts = 0;
    for node in &cluster.nodes {
        bot_thoughts += node.thoughts().await;
    }
    let histories = record.take_histories();
    let figures = Figures {
        nodes: n,
        is_isolated: cluster.network.is_isolated,
        tables: args.games as usize,
        seed: args.seed,
        seconds,
        latencies: record.take_latencies(),
        news: record.take_news(),
        moves: record.moves.load(Ordering::Relaxed),
        unanswered: record.unanswered.load(Ordering::Relaxed),
        games: histories.len(),
        finished: 0,
        rated: 0,
        bot_turns: 0,
        bot_thoughts,
        memory_kb: cluster.nodes.iter().map(Node::most_memory_kb).collect(),
        injected,
        recoveries: record.take_recoveries(),
        races,
        watchers,
    };
    Ok((figures, record, histories))
}

async fn tables(
    args: &Args,
    proxy: &Proxy,
    scripts: &Arc<[Script]>,
    record: &Arc<Record>,
) -> anyhow::Result<Vec<Table>> {
    let games = args.games as usize;
    let mut tables = Vec::new();
    for from in (0..games).step_by(TOGETHER) {
        let mut coming = JoinSet::new();
        for number in from..(from + TOGETHER).min(games) {
            let kind = match number % EVERY {
                1 => Kind::Rated,
                2 => Kind::Bot,
                _ => Kind::Script(number % scripts.len()),
            };
            coming.spawn(Table::new(proxy.address, number, kind, scripts.clone(), record.clone()));
        }
        for table in coming.join_all().await {
            tables.push(table.context("sitting down")?);
        }
    }
    Ok(tables)
}

/// Reads everything back, from the database and from every node.
async fn check(
    cluster: &Cluster,
    ruleset: &Arc<Ruleset>,
    scripts: &[Script],
    histories: &[History],
    figures: &mut Figures,
    wrong: &mut Vec<String>,
) -> anyhow::Result<()> {
    // First the nodes: the log may still grow by a pause.
    let mut shown = Vec::new();
    for node in &cluster.nodes {
        for some in histories.chunks(TOGETHER) {
            let rooms = some.iter().flat_map(|history| {
                history.guests.iter().map(|guest| room(guest.at(node.address), &history.game))
            });
            shown.extend(join_all(rooms).await);
        }
    }
    let reader = cluster.database.reader().await?;
    let mut replays = Vec::new();
    for history in histories {
        let stored = match reader.game(&history.game).await {
            Ok(stored) => stored,
            Err(error) => {
                wrong.push(format!("game {}: {error:#}", history.game));
                replays.push(None);
                continue;
            }
        };
        match Replay::new(&stored, ruleset) {
            Ok(replay) => {
                wrong.extend(checker::check(history, &stored, &replay, scripts));
                figures.finished += usize::from(replay.is_over);
                if history.kind == Kind::Bot {
                    figures.bot_turns += replay.turns_of(1) as u64;
                }
                replays.push(Some(replay));
            }
            Err(error) => {
                wrong.push(format!("game {}: {error}", history.game));
                replays.push(None);
            }
        }
    }
    for (number, view) in shown.into_iter().enumerate() {
        let place = number / 2 % histories.len().max(1);
        let node = number / 2 / histories.len().max(1);
        let complaints = match (view, &replays[place]) {
            (Ok(room), Some(replay)) => {
                checker::check_view(&histories[place], replay, number % 2, &room)
            }
            (Err(error), _) => vec![format!("game {}: {error:#}", histories[place].game)],
            _ => Vec::new(),
        };
        wrong.extend(complaints.into_iter().map(|what| format!("node {node}: {what}")));
    }
    ratings(&reader, histories, &replays, figures, wrong).await?;
    let allowed = figures.bot_turns as f64 * THOUGHTS + figures.injected.len() as f64;
    if figures.bot_thoughts as f64 > allowed {
        let (thoughts, turns) = (figures.bot_thoughts, figures.bot_turns);
        wrong.push(format!("bots thought {thoughts} times for {turns} turns"));
    }
    Ok(())
}

async fn room(guest: Guest, game: &str) -> anyhow::Result<RoomView> {
    Ok(serde_json::from_value(guest.get(&format!("/api/games/{game}")).await?)?)
}

/// Every finished rated game has changed the ratings of its players once.
async fn ratings(
    reader: &Reader,
    histories: &[History],
    replays: &[Option<Replay>],
    figures: &mut Figures,
    wrong: &mut Vec<String>,
) -> anyhow::Result<()> {
    let mut players = std::collections::BTreeMap::<&String, i64>::new();
    for (history, replay) in histories.iter().zip(replays) {
        if history.kind == Kind::Rated {
            let is_over = replay.as_ref().is_some_and(|replay| replay.is_over);
            figures.rated += usize::from(is_over);
            for player in &history.players {
                *players.entry(player).or_default() += i64::from(is_over);
            }
        }
    }
    for (player, expected) in players {
        let found = reader.rated_games(player).await?;
        if found != expected {
            wrong.push(format!("{found} games of {player} are rated instead of {expected}"));
        }
    }
    Ok(())
}

fn report(args: &Args, mut figures: Figures, wrong: &[String]) -> anyhow::Result<Outcome> {
    if args.json {
        print_json(&figures.json(wrong))?;
    } else {
        figures.print()?;
    }
    if wrong.is_empty() {
        return Ok(Outcome::Yes);
    }
    let mut list = wrong.iter().take(PRINTED).cloned().collect::<Vec<_>>().join("\n  ");
    if wrong.len() > PRINTED {
        list += "\n  …";
    }
    Err(Failure::new(format!("{} things went wrong:\n  {list}", wrong.len()), "").into())
}
