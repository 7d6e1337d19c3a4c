//! Bots think on one node, and due games are loaded by one.

use std::time::Duration;

use tisane_protocol::Ask;
use tisane_protocol::ClockView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::news::NodeTimes;

use super::cluster::{Cluster, PATIENCE, heard, metric, times, until};
use crate::common::player::Thinker;

/// How long bots wait for a challenge, and a bit more.
const BOTS_WAIT: Duration = Duration::from_secs(7);

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_thinks_once_per_turn_while_three_nodes_watch() {
    let cluster = Cluster::start(3).await;
    let ada = cluster.nodes[0].guest("Ada").await;
    let wishes = NewGame { bots: vec!["greedy".into()], ..NewGame::new("english") };
    let game = cluster.nodes[0].game(&ada, &wishes).await;
    let mut clients = Vec::new();
    for node in &cluster.nodes {
        let mut client = node.socket(&ada).await;
        client.watch(&game).await;
        clients.push(client);
    }
    clients[0].act(&game, ActionView::Start).await.unwrap();
    let mut own = 0;
    let bots = loop {
        let view = cluster.nodes[own % 3].room(&game, Some(&ada)).await.game;
        let bots = view.turns.iter().filter(|turn| turn.seat == 1).count();
        match view.on_turn {
            _ if bots == 5 => break bots,
            Some(0) => {
                // Each move goes to another node.
                clients[own % 3].act(&game, ActionView::Pass).await.unwrap();
                own += 1;
            }
            _ => {
                cluster.clock.advance(BOTS_WAIT);
                clients[own % 3].until(|room| room.game.version > view.version).await;
            }
        }
    };
    let thoughts = cluster.sum("tisane_bot_thoughts_total").await;
    assert!(thoughts <= bots as u64 + 1, "{thoughts} thoughts for {bots} turns");
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_moves_the_bot_when_its_node_stops() {
    let times = NodeTimes { silence: Duration::from_secs(2), ..times() };
    let mut cluster = Cluster::start_with(2, times).await;
    let ada = cluster.nodes[0].guest("Ada").await;
    let wishes = NewGame { bots: vec!["greedy".into()], ..NewGame::new("english") };
    let game = cluster.nodes[0].game(&ada, &wishes).await;
    let mut clients = Vec::new();
    for node in &cluster.nodes {
        let mut client = node.socket(&ada).await;
        client.watch(&game).await;
        clients.push(client);
    }
    clients[0].act(&game, ActionView::Start).await.unwrap();
    // The bot moves once, on the node that acts first for this game.
    loop {
        let view = cluster.nodes[0].room(&game, Some(&ada)).await.game;
        if view.turns.iter().any(|turn| turn.seat == 1) && view.on_turn == Some(0) {
            break;
        }
        if view.on_turn == Some(0) {
            clients[0].act(&game, ActionView::Pass).await.unwrap();
        } else {
            clients[0].until(|room| room.game.version > view.version).await;
        }
    }
    let thoughts = metric(&cluster.nodes[0], "tisane_bot_thoughts_total").await;
    let first = if thoughts > 0 { 0 } else { 1 };
    cluster.news.lose(true); // it stops without a word
    cluster.nodes.remove(first).stop().await;
    cluster.news.lose(false);
    let client = &mut clients[1 - first];
    let view = cluster.nodes[0].room(&game, Some(&ada)).await.game;
    client.act(&game, ActionView::Pass).await.unwrap();
    client.until(|room| room.game.turns.len() == view.turns.len() + 2).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_wait_for_a_player_who_decides_on_another_node() {
    // Without the sweep, notices arrive in the order in which they were sent.
    let times = NodeTimes { sweep: PATIENCE, ..times() };
    let cluster = Cluster::start_with(2, times).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let guests = [one.guest("Ada").await, two.guest("Bo").await];
    let wishes = NewGame { seats: Some(3), bots: vec!["greedy".into()], ..NewGame::new("english") };
    let game = one.game(&guests[0], &wishes).await;
    let mut clients = [one.socket(&guests[0]).await, two.socket(&guests[1]).await];
    clients[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    clients[0].act(&game, ActionView::Start).await.unwrap();
    for client in &mut clients {
        client.watch(&game).await;
    }
    // Ada, the bot, Bo.
    let thinker = Thinker::new("english");
    loop {
        let view = one.room(&game, Some(&guests[0])).await.game;
        match view.on_turn {
            Some(0) => {
                clients[0].act(&game, thinker.choose(&view)).await.unwrap();
                break;
            }
            Some(2) => clients[1].act(&game, ActionView::Pass).await.unwrap(),
            _ => {
                cluster.clock.advance(BOTS_WAIT);
                clients[0].until(|room| room.game.version > view.version).await;
            }
        }
    }
    let hold = |hold| Ask::Hold { game: game.clone(), hold };
    clients[1].until(|room| room.game.on_turn == Some(1)).await;
    clients[1].ask(hold(true)).await.unwrap();
    clients[1].ask(Ask::Say { game: game.clone(), text: "wait".into() }).await.unwrap();
    heard(&mut clients[0]).await; // so it has heard of the hold, too
    let held = two.room(&game, Some(&guests[1])).await.game;
    cluster.clock.advance(Duration::from_secs(8));
    assert_eq!(one.room(&game, Some(&guests[0])).await.game.on_turn, Some(1), "the bot waits");
    clients[1].ask(hold(false)).await.unwrap();
    let room = clients[1].until(|room| room.game.version > held.version).await;
    let [.., play, bots] = &room.game.turns[..] else { panic!("two turns were taken") };
    assert!(bots.at - play.at >= 8_000, "the bot moved after {} ms", bots.at - play.at);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_due_game_is_loaded_by_one_node() {
    let mut cluster = Cluster::start(3).await;
    let (ada, bo) = (cluster.nodes[0].guest("Ada").await, cluster.nodes[0].guest("Bo").await);
    let clock = ClockView::Turn { turn: 3_600_000, bank: 0 };
    let wishes = NewGame { clock: Some(clock), ..NewGame::new("english") };
    let mut games = Vec::new();
    for _ in 0..4 {
        let game = cluster.nodes[0].game(&ada, &wishes).await;
        let mut client = cluster.nodes[0].socket(&bo).await;
        client.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
        cluster.nodes[0].socket(&ada).await.act(&game, ActionView::Start).await.unwrap();
        games.push(game);
    }
    cluster.restart().await;
    assert_eq!(cluster.sum("tisane_rooms").await, 0);
    cluster.clock.advance(Duration::from_secs(3700));
    for game in &games {
        until(async || {
            let log = cluster.log(game).await;
            log.last().is_some_and(|line| line.contains("ended"))
        })
        .await;
    }
    assert_eq!(cluster.sum("tisane_rooms").await, 4, "no game was loaded twice");
    assert_eq!(cluster.sum("tisane_conflicts_total").await, 0);
    cluster.stop().await;
}
