//! Moves on any node: each is done once, and all nodes see the same.

use serde_json::{Value, json};
use tisane_lexicon::Catalogue;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, ErrorCode};
use tisane_server::Config;

use super::cluster::{Cluster, Duel, PATIENCE, act, times, until};
use crate::close_codes::closed;
use crate::common::player::Thinker;
use crate::common::{folder, unlimited};
use crate::faults::flaky::When;

#[tokio::test(flavor = "multi_thread")]
async fn two_players_on_two_nodes_play_a_game() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let thinker = Thinker::new("english");
    for _ in 0..8 {
        let person = duel.on_turn(&cluster).await;
        let view = duel.view(&cluster, person).await.game;
        let action = thinker.choose(&view);
        let turn = Some(view.turn);
        let asked = Ask::Act { game: duel.game.clone(), turn, action };
        duel.clients[person].ask(asked).await.unwrap();
        for client in &mut duel.clients {
            let seen = client.until(|room| room.game.version > view.version).await;
            assert_eq!(seen.game.turns.len(), view.turns.len() + 1);
        }
    }
    let [one, two] = [duel.view(&cluster, 0).await.game, duel.view(&cluster, 1).await.game];
    assert_eq!((one.version, one.board), (two.version, two.board));
    assert_eq!(cluster.log(&duel.game).await.len() as u64, one.version);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_four_moves_for_one_turn_on_four_nodes_one_is_accepted() {
    let cluster = Cluster::start(4).await;
    let duel = Duel::start(&cluster, &NewGame::new("english")).await;
    for round in 0..6 {
        let person = duel.on_turn(&cluster).await;
        let (who, view) = (&duel.guests[person], duel.view(&cluster, person).await.game);
        // Without the turn's number, a repeated move must not become the next turn's.
        let turn = (round % 2 == 0).then_some(view.turn);
        let pass = ActionView::Pass;
        let [a, b, c, d] =
            [0, 1, 2, 3].map(|node| act(&cluster.nodes[node], &duel.game, who, turn, &pass));
        let (a, b, c, d) = tokio::join!(a, b, c, d);
        let answers = [a, b, c, d];
        let accepted = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(accepted, 1, "{answers:?}");
        let seen = duel.view(&cluster, person).await.game;
        assert_eq!(seen.turns.len(), view.turns.len() + 1);
        let ended = seen.on_turn.is_none();
        for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
            let code = refused["code"].as_str().unwrap();
            let is_late = ["turn_over", "not_your_turn"].contains(&code);
            assert!(is_late || ended && code == "already_ended", "{refused}");
        }
        if ended {
            break; // both have passed often enough
        }
    }
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_conflict_that_a_retry_solves() {
    let cluster = Cluster::start(4).await;
    let host = cluster.nodes[0].guest("Ada").await;
    let wishes = NewGame { seats: Some(4), ..NewGame::new("english") };
    let game = cluster.nodes[0].game(&host, &wishes).await;
    let mut guests = Vec::new();
    for name in ["Bo", "Cy", "Di"] {
        guests.push(cluster.nodes[0].guest(name).await);
    }
    for node in &cluster.nodes {
        node.room(&game, Some(&host)).await; // it is in memory everywhere
    }
    cluster.news.lose(true);
    let path = format!("/api/games/{game}/join");
    let join = |n: usize| cluster.nodes[n + 1].http("POST", &path, Some(&guests[n]), Value::Null);
    let (one, two, three) = tokio::join!(join(0), join(1), join(2));
    for (status, answer) in [one, two, three] {
        assert_eq!(status, 200, "{answer}");
    }
    // A node that has heard of none of them lets them act.
    for guest in &guests {
        act(&cluster.nodes[0], &game, guest, None, &ActionView::Ready { ready: true })
            .await
            .unwrap();
    }
    let room = cluster.nodes[0].room(&game, Some(&host)).await;
    assert_eq!(room.occupants.len(), 4);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_notices_are_repaired() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    cluster.news.lose(true);
    for _ in 0..2 {
        let person = duel.on_turn(&cluster).await;
        let version = duel.view(&cluster, person).await.game.version;
        duel.clients[person].act(&duel.game, ActionView::Pass).await.unwrap();
        duel.clients[1 - person].until(|room| room.game.version > version).await;
    }
    duel.clients[0].ask(Ask::Say { game: duel.game.clone(), text: "hello".into() }).await.unwrap();
    let heard = async {
        loop {
            if let tisane_protocol::Said::Chat { messages, .. } = duel.clients[1].next().await
                && messages.iter().any(|message| message.text == "hello")
            {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.unwrap();
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_answer_is_lost_is_recognised_behind_another_nodes_move() {
    let cluster = Cluster::start(2).await;
    let duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let person = duel.on_turn(&cluster).await;
    let (first, second) = (&duel.guests[person], &duel.guests[1 - person]);
    let turns = duel.view(&cluster, 0).await.game.turns.len();
    cluster.store.fail("append", When::Held, 1);
    let pass = ActionView::Pass;
    let slow = act(&cluster.nodes[0], &duel.game, first, None, &pass);
    let quick = async {
        until(async || cluster.store.is_spent()).await;
        // It is stored, but node 0 does not know yet; node 1 answers it.
        until(async || act(&cluster.nodes[1], &duel.game, second, None, &pass).await.is_ok()).await;
        cluster.store.release();
    };
    let (slow, ()) = tokio::join!(slow, quick);
    assert_eq!(slow.unwrap().turns.len(), turns + 2);
    assert_eq!(duel.view(&cluster, 1).await.game.turns.len(), turns + 2);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_with_another_lexicon_of_that_name_refuses_the_game() {
    let mut cluster = Cluster::start(1).await;
    let ada = cluster.nodes[0].guest("Ada").await;
    let game = cluster.nodes[0].game(&ada, &NewGame::new("english")).await;
    let other = folder();
    std::fs::create_dir(other.join("lexicons")).unwrap();
    std::fs::write(other.join("lexicons/english.txt"), "CAT\nDOG\nCATS\nDOGS\n").unwrap();
    let config = Config { nodes: times(), clock: cluster.clock.clone(), ..unlimited() };
    cluster.add(Catalogue::new(Some(other)), config).await;
    let path = format!("/api/games/{game}");
    let (status, answer) = cluster.nodes[1].http("GET", &path, Some(&ada), Value::Null).await;
    assert_eq!(status, 400, "{answer}");
    let error = answer["error"].as_str().unwrap();
    assert!(error.contains("another version of the lexicon \"english\""), "{error}");
    cluster.nodes[0].room(&game, Some(&ada)).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_without_its_database_closes_its_sockets_and_is_not_ready() {
    let cluster = Cluster::start(1).await;
    let node = &cluster.nodes[0];
    let ada = node.guest("Ada").await;
    let mut client = node.socket(&ada).await;
    let ready = async || node.http("GET", "/readyz", None, json!(null)).await.0 == 200;
    assert!(ready().await);
    cluster.store.reach(false);
    let (code, reason) = closed(&mut client).await;
    assert_eq!(
        (code, reason.as_str()),
        (1012, "the server can't reach its database; reconnect in a moment")
    );
    assert!(!ready().await);
    cluster.store.reach(true);
    until(ready).await;
    node.socket(&ada).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_refused_for_good_is_refused_on_every_node() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let waits = 1 - duel.on_turn(&cluster).await;
    let error = duel.clients[waits].act(&duel.game, ActionView::Pass).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::NotYourTurn);
    cluster.stop().await;
}
