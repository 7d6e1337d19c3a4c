//! The lobby, chat, mutes, rematches, sessions, bans and passwords over two nodes.

use serde_json::{Value, json};
use tisane_protocol::BANNED;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, LobbyView, RoomView};

use super::cluster::{Cluster, Duel, act, heard, until};
use crate::close_codes::closed;
use crate::common::player::Thinker;
use crate::common::{LobbyPage, Server};
use crate::moderation::grant;

async fn lobby(node: &Server) -> Vec<String> {
    let (_, answer) = node.http("GET", "/api/lobby", None, Value::Null).await;
    let view: LobbyView = serde_json::from_value(answer).unwrap();
    view.rooms.into_iter().map(|room| room.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_the_games_of_all_nodes_in_one_order() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let (ada, bo) = (one.guest("Ada").await, two.guest("Bo").await);
    let wishes = NewGame { public: true, seats: Some(3), ..NewGame::new("english") };
    let mut watching = two.socket(&bo).await;
    watching.ask(Ask::Lobby { watch: true }).await.unwrap();
    let mut page = LobbyPage::default();
    let mut games = Vec::new();
    let mut hosts = Vec::new();
    for (node, host) in [(one, &ada), (two, &bo), (one, &ada)] {
        let game = node.game(host, &wishes).await;
        let mut client = node.socket(host).await;
        client.watch(&game).await;
        games.push(game);
        hosts.push(client);
        until(async || lobby(one).await == games && lobby(two).await == games).await;
    }
    while page.rooms.len() < 3 {
        page.hear(watching.next().await);
    }
    // Somebody joins on the other node, and the host leaves.
    two.http("POST", &format!("/api/games/{}/join", games[0]), Some(&bo), Value::Null).await;
    while !page.rooms.iter().any(|room| room.id == games[0] && room.names == ["Ada", "Bo"]) {
        page.hear(watching.next().await);
    }
    drop(hosts.remove(2));
    until(async || lobby(two).await == games[..2]).await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_two_nodes_have_one_sequence_of_numbers() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let path = format!("/api/games/{}/chat", duel.game);
    let say = async |person: usize| {
        for n in 0..10 {
            let body = json!({ "text": format!("{person} says {n}") });
            let (node, who) = (&cluster.nodes[person], &duel.guests[person]);
            let (status, answer) = node.http("POST", &path, Some(who), body).await;
            assert_eq!(status, 200, "{answer}");
        }
    };
    tokio::join!(say(0), say(1));
    for client in &mut duel.clients {
        let mut numbers: Vec<u64> = Vec::new();
        while numbers.len() < 20 {
            numbers.extend(heard(client).await.iter().map(|message| message.number));
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_player_is_not_heard_on_another_node() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let guests = [one.guest("Ada").await, two.guest("Bo").await, two.guest("Cy").await];
    let wishes = NewGame { seats: Some(3), ..NewGame::new("english") };
    let game = one.game(&guests[0], &wishes).await;
    for guest in &guests[1..] {
        two.http("POST", &format!("/api/games/{game}/join"), Some(guest), Value::Null).await;
    }
    let mut ada = one.socket(&guests[0]).await;
    ada.watch(&game).await;
    // Ada mutes Bo through the other node, until her own one has heard of it.
    let path = format!("/api/me/muted/{}", guests[1].id);
    assert_eq!(two.http("PUT", &path, Some(&guests[0]), Value::Null).await.0, 200);
    let say = async |person: usize, text: &str| {
        let path = format!("/api/games/{game}/chat");
        let (status, answer) =
            two.http("POST", &path, Some(&guests[person]), json!({ "text": text })).await;
        assert_eq!(status, 200, "{answer}");
    };
    let mut quiet = false;
    for n in 0..1000 {
        say(1, "do you hear me?").await;
        say(2, &n.to_string()).await;
        let mut from_bo = false;
        loop {
            let messages = heard(&mut ada).await;
            from_bo |= messages.iter().any(|message| message.player == guests[1].id);
            if messages.iter().any(|message| message.text == n.to_string()) {
                break;
            }
        }
        quiet = !from_bo;
        if quiet {
            break;
        }
    }
    assert!(quiet);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_who_ask_for_a_rematch_on_two_nodes_get_the_same_one() {
    let cluster = Cluster::start(2).await;
    let mut duel = Duel::start(&cluster, &NewGame::new("english")).await;
    duel.clients[0].act(&duel.game, ActionView::Resign).await.unwrap();
    let path = format!("/api/games/{}/rematch", duel.game);
    let ask = |person: usize| {
        cluster.nodes[person].http("POST", &path, Some(&duel.guests[person]), Value::Null)
    };
    let (status, first) = ask(0).await;
    assert_eq!(status, 200, "{first}");
    let first: RoomView = serde_json::from_value(first).unwrap();
    // The watcher on the other node hears of it.
    let room = duel.clients[1].until(|room| room.rematch.is_some()).await;
    assert_eq!(room.rematch.as_ref(), Some(&first.id));
    let (status, second) = ask(1).await;
    assert_eq!(status, 200, "{second}");
    let second: RoomView = serde_json::from_value(second).unwrap();
    assert_eq!((second.id, second.occupants.len()), (first.id, 2));
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ended_on_one_node_closes_its_sockets_on_another() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let (ada, bo) = (one.guest("Ada").await, one.guest("Bo").await);
    let (mut adas, mut bos) = (two.socket(&ada).await, two.socket(&bo).await);
    let (status, answer) = one.http("POST", "/api/logout", Some(&ada), Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(closed(&mut adas).await.0, 4401);
    bos.ask(Ask::Ping).await.unwrap();
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_on_one_node_holds_on_another() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let (root, bo) = (one.account("Root").await, two.guest("Bo").await);
    grant(one, &root).await;
    let admin_path = "/api/admin/bans";
    until(async || two.http("GET", admin_path, Some(&root), Value::Null).await.0 == 200).await;
    let mut bos = two.socket(&bo).await;
    let ban = json!({ "action": "ban", "player": bo.id, "reason": "spam" });
    let (status, answer) = one.http("POST", "/api/admin/actions", Some(&root), ban).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(closed(&mut bos).await, (BANNED, "you are banned".to_owned()));
    assert_eq!(two.http("GET", "/api/games", Some(&bo), Value::Null).await.0, 403);
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_guessed_on_one_node_count_on_another() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let ada = one.account("Ada").await;
    let wrong = json!({ "name": ada.name, "password": "not the right one" });
    // The owner's network has its own count, which starts after the account was made there.
    let mut attempts = 0;
    let status = loop {
        let node = if attempts % 2 == 0 { one } else { two };
        let (status, _) = node.http("POST", "/api/login", None, wrong.clone()).await;
        attempts += 1;
        if status != 401 || attempts == 9 {
            break status;
        }
    };
    assert_eq!(status, 429, "after {attempts} attempts");
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_is_forgotten_on_another_node() {
    let cluster = Cluster::start(2).await;
    let duel = Duel::start(&cluster, &NewGame::new("english")).await;
    let pass = ActionView::Pass;
    let person = duel.on_turn(&cluster).await;
    act(&cluster.nodes[0], &duel.game, &duel.guests[person], None, &pass).await.unwrap();
    cluster.nodes[1].delete(&duel.guests[1]).await;
    until(async || {
        let room = duel.view(&cluster, 0).await;
        room.occupants[1].deleted && room.game.seats[1].name != "Bo"
    })
    .await;
    cluster.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_game_is_not_analysed_on_another_node_and_an_ended_one_is() {
    let cluster = Cluster::start(2).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let guests = [one.guest("Ada").await, one.guest("Bo").await];
    let stranger = two.guest("Cy").await;
    let game = one.game(&guests[0], &NewGame::new("english")).await;
    one.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), Value::Null).await;
    let mut view = act(one, &game, &guests[0], None, &ActionView::Start).await.unwrap();
    let thinker = Thinker::new("english");
    while view.turns.len() < 2 {
        let who = &guests[view.on_turn.unwrap() as usize];
        let own = one.room(&game, Some(who)).await.game;
        view = act(one, &game, who, None, &thinker.choose(&own)).await.unwrap();
    }
    let who = &guests[view.on_turn.unwrap() as usize];
    let path = format!("/api/games/{game}/cgp");
    let (_, cgp) = one.text("GET", &path, Some(who), Value::Null).await;
    let analyse = async || {
        let body = json!({ "position": cgp.trim(), "ruleset": "english", "top": 1 });
        let (status, answer) = two.http("POST", "/api/solve", Some(&stranger), body).await;
        assert!([200, 403].contains(&status.as_u16()), "{status} {answer}");
        status == 200
    };
    assert!(!analyse().await, "it is live on the other node");
    act(one, &game, who, None, &ActionView::Resign).await.unwrap();
    assert!(analyse().await, "it has ended there");
    cluster.stop().await;
}
