//! Presence is the union over all nodes, and no player is absent before that can be known.

use std::time::Duration;

use tisane_protocol::RoomView;
use tisane_protocol::game::TakenView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_server::news::NodeTimes;

use super::cluster::{Cluster, Duel, PATIENCE, act, times, until};

const MINUTE: Duration = Duration::from_secs(60);

fn skipped(room: &RoomView) -> usize {
    room.game.turns.iter().filter(|turn| turn.taken == TakenView::Skipped).count()
}

fn here(room: &RoomView) -> Vec<bool> {
    room.occupants.iter().map(|occupant| occupant.here).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_on_other_nodes_are_here_and_are_missed_when_they_leave() {
    let cluster = Cluster::start(3).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    for node in &cluster.nodes {
        // The third node loads the game only now, and asks.
        let all_here =
            async || here(&node.room(&duel.game, Some(&duel.guests[0])).await) == [true, true];
        until(all_here).await;
    }
    for _ in 0..10 {
        cluster.clock.advance(MINUTE);
        let room = duel.view(&cluster, 0).await;
        assert_eq!((skipped(&room), room.game.paused), (0, None), "somebody counts as absent");
    }
    // The player on turn leaves. The other one is on another node.
    let leaves = duel.on_turn(&cluster).await;
    duel.clients[leaves]
        .ask(tisane_protocol::Ask::Unwatch { game: duel.game.clone() })
        .await
        .unwrap();
    let stays = &mut duel.clients[1 - leaves];
    stays.until(|room| !room.occupants[leaves].here).await;
    cluster.clock.advance(6 * MINUTE);
    stays.until(|room| skipped(room) == 1).await;
    // They come back through another node, and their turns count again.
    let mut again = cluster.nodes[2].socket(&duel.guests[leaves]).await;
    again.watch(&duel.game).await;
    stays.until(|room| room.occupants[leaves].here).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_presence_of_a_node_that_falls_silent_expires() {
    let times = NodeTimes { presence_lasts: Duration::from_secs(2), ..times() };
    let cluster = Cluster::start_with(2, times).await;
    let duel = Duel::start(&cluster, &NewGame::new("english")).await;
    until(async || here(&duel.view(&cluster, 0).await) == [true, true]).await;
    cluster.news.lose(true);
    until(async || here(&duel.view(&cluster, 0).await) == [true, false]).await;
    cluster.news.lose(false);
    until(async || here(&duel.view(&cluster, 0).await) == [true, true]).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_absent_just_after_a_node_has_started() {
    let times = NodeTimes { settling: 60 * PATIENCE, ..times() };
    let cluster = Cluster::start_with(2, times).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let leaves = duel.on_turn(&cluster).await;
    duel.clients[leaves]
        .ask(tisane_protocol::Ask::Unwatch { game: duel.game.clone() })
        .await
        .unwrap();
    cluster.clock.advance(10 * MINUTE);
    for node in &cluster.nodes {
        let room = node.room(&duel.game, Some(&duel.guests[0])).await;
        assert_eq!((skipped(&room), room.game.paused), (0, None));
    }
    // They still act.
    let who = &duel.guests[leaves];
    act(&cluster.nodes[leaves], &duel.game, who, None, &ActionView::Pass).await.unwrap();
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_pauses_when_the_last_player_has_left_all_nodes() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let leave = tisane_protocol::Ask::Unwatch { game: duel.game.clone() };
    duel.clients[0].ask(leave.clone()).await.unwrap();
    duel.clients[1].until(|room| !room.occupants[0].here).await;
    assert_eq!(duel.view(&cluster, 0).await.game.paused, None);
    duel.clients[1].ask(leave).await.unwrap();
    until(async || duel.view(&cluster, 0).await.game.paused.is_some()).await;
    duel.clients[1].watch(&duel.game).await;
    until(async || duel.view(&cluster, 0).await.game.paused.is_none()).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_absent_while_a_node_hears_no_news() {
    let (presence_lasts, silence) = (Duration::from_secs(2), Duration::from_secs(1));
    let times = NodeTimes { presence_lasts, silence, ..times() };
    let cluster = Cluster::start_with(2, times).await;
    let duel = Duel::start(&cluster, &NewGame::new("english")).await;
    until(async || here(&duel.view(&cluster, 0).await) == [true, true]).await;
    until(async || here(&duel.view(&cluster, 1).await) == [true, true]).await;
    cluster.news.lose(true);
    until(async || here(&duel.view(&cluster, 0).await) == [true, false]).await;
    until(async || here(&duel.view(&cluster, 1).await) == [false, true]).await;
    for _ in 0..10 {
        cluster.clock.advance(MINUTE);
        let room = duel.view(&cluster, 0).await;
        assert_eq!((skipped(&room), room.game.paused), (0, None));
    }
    cluster.stop().await;
}
