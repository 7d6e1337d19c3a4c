//! The socket: refusals, reconnects and presence.

use std::time::Duration;

use crate::common::{Client, Guest, LobbyPage, Server};
use serde_json::json;
use tisane_protocol::game::{EventView, GameView, PhaseView};
use tisane_protocol::request::{ActionView, NewGame, SpectatorsView};
use tisane_protocol::{Ask, ChallengeView, ClockView, ErrorCode, RoomList, Said};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A game under way between two who both watch it.
async fn begun(server: &Server, wishes: &NewGame) -> (String, [Guest; 2], [Client; 2]) {
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = server.game(&guests[0], wishes).await;
    let mut clients = [server.socket(&guests[0]).await, server.socket(&guests[1]).await];
    clients[1].ask(Ask::Join { game: game.clone(), open_racks: true }).await.unwrap();
    for client in &mut clients {
        client.watch(&game).await;
    }
    clients[0].act(&game, ActionView::Start).await.unwrap();
    (game, guests, clients)
}

async fn view(server: &Server, game: &str, guest: &Guest) -> GameView {
    server.room(game, Some(guest)).await.game
}

#[tokio::test]
async fn nonsense_is_refused_and_harms_nothing() {
    let server = Server::start().await;
    let (game, guests, [mut ada, _bo]) = begun(&server, &NewGame::new("english")).await;
    let before = view(&server, &game, &guests[0]).await.version;
    let act = |action: serde_json::Value| {
        json!({ "id": 9, "ask": { "type": "act", "game": game, "action": action } }).to_string()
    };
    let nonsense = [
        "".to_owned(),
        "{".to_owned(),
        "null".to_owned(),
        "[1,2]".to_owned(),
        "{\"id\":9}".to_owned(),
        "{\"id\":9,\"ask\":{\"type\":\"fly\"}}".to_owned(),
        "{\"id\":9,\"ask\":{\"type\":\"ping\"},\"more\":1}".to_owned(),
        json!({ "id": 9, "ask": { "type": "watch", "game": game, "sinse": 3 } }).to_string(),
        json!({ "id": 9, "ask": { "type": "act", "game": game } }).to_string(),
        act(json!({ "kind": "place", "tiles": [{ "row": "x", "col": 7, "tile": "A" }] })),
        act(json!({ "kind": "place", "tiles": "A" })),
        act(json!({ "kind": "move" })),
        format!("{}1{}", "[".repeat(3000), "]".repeat(3000)),
        "\u{0}\u{1}".to_owned(),
    ];
    let negative = r#"{"id":-1,"ask":{"type":"ping"}}"#.to_owned();
    let nonsense = nonsense.map(|text| (text, ErrorCode::Message));
    for (text, code) in nonsense.into_iter().chain([(negative, ErrorCode::OutOfRange)]) {
        ada.send(&text).await;
        loop {
            match ada.next().await {
                Said::Refused { error, .. } => break assert_eq!(error.code, code, "{text}"),
                Said::Update { .. } | Said::Chat { .. } => {}
                other => panic!("{text}: {other:?}"),
            }
        }
    }
    let refused = [
        (Ask::Watch { game: "nothing".into(), since: None }, ErrorCode::NoSuchGame),
        (Ask::Watch { game: "../../etc".into(), since: None }, ErrorCode::NoSuchGame),
        (Ask::Join { game: game.clone(), open_racks: false }, ErrorCode::AlreadySeated),
        (Ask::Say { game: game.clone(), text: " ".into() }, ErrorCode::Message),
        (
            Ask::Act {
                game: game.clone(),
                turn: None,
                action: ActionView::Move { text: "8D ZZ1".into() },
            },
            ErrorCode::Action,
        ),
        (
            Ask::Act { game: game.clone(), turn: Some(77), action: ActionView::Pass },
            ErrorCode::TurnOver,
        ),
        (
            Ask::Act { game: game.clone(), turn: None, action: ActionView::Start },
            ErrorCode::AlreadyStarted,
        ),
        (
            Ask::Act { game: game.clone(), turn: None, action: ActionView::Leave },
            ErrorCode::LeaveByResigning,
        ),
        (
            Ask::Act {
                game: game.clone(),
                turn: None,
                action: ActionView::Exchange { tiles: vec!["Ж".into()] },
            },
            ErrorCode::Action,
        ),
        (
            Ask::Act {
                game: game.clone(),
                turn: None,
                action: ActionView::Exchange { tiles: vec!["A".into(); 400] },
            },
            ErrorCode::Action,
        ),
        (
            Ask::Act { game: game.clone(), turn: None, action: ActionView::AcceptAbort },
            ErrorCode::NoAbortOffer,
        ),
    ];
    for (ask, code) in refused {
        assert_eq!(ada.ask(ask.clone()).await.unwrap_err().code, code, "{ask:?}");
    }
    ada.ask(Ask::Ping).await.unwrap();
    assert_eq!(view(&server, &game, &guests[0]).await.version, before);
    server.stop().await;
}

#[tokio::test]
async fn the_answer_to_a_move_has_its_score_and_the_new_tiles() {
    let server = Server::start().await;
    let wishes = NewGame { draw_order: true, ..NewGame::new("english") };
    let (game, guests, mut clients) = begun(&server, &wishes).await;
    let before = view(&server, &game, &guests[0]).await;
    let seat = before.on_turn.unwrap() as usize;
    assert_eq!(before.order, [seat as u32, 1 - seat as u32], "the order was drawn");
    let rack = view(&server, &game, &guests[seat]).await.seats[seat].rack.clone().unwrap();
    let act = |action| Ask::Act { game: game.clone(), turn: None, action };
    let swapped = act(ActionView::Exchange { tiles: rack[..2].to_vec() });
    let result = clients[seat].result_of(swapped).await.unwrap().expect("the result");
    assert_eq!((result.score, result.drawn.len()), (0, 2));
    let mut expected: Vec<String> = rack[2..].iter().chain(&result.drawn).cloned().collect();
    let mut now = view(&server, &game, &guests[seat]).await.seats[seat].rack.clone().unwrap();
    expected.sort();
    now.sort();
    assert_eq!(now, expected);
    let passed = clients[1 - seat].result_of(act(ActionView::Pass)).await.unwrap();
    assert_eq!(passed, None, "a pass brings nothing");
    server.stop().await;
}

#[tokio::test]
async fn a_huge_message_ends_the_connection_and_nothing_else() {
    let server = Server::start().await;
    let (game, guests, [mut ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    ada.send(&"x".repeat(100_000)).await;
    while ada.read().await.is_some() {}
    bo.until(|room| !room.occupants[0].here).await;
    let mut again = server.socket(&guests[0]).await;
    assert_eq!(again.watch(&game).await.room.game.phase, PhaseView::Playing);
    server.stop().await;
}

#[tokio::test]
async fn frequent_messages_are_refused() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let mut client = server.socket(&ada).await;
    for id in 0..80 {
        client.send(&json!({ "id": id, "ask": { "type": "ping" } }).to_string()).await;
    }
    let mut refused = 0;
    for _ in 0..80 {
        match client.next().await {
            Said::Refused { error, .. } => {
                assert_eq!(error.code, ErrorCode::TooOften);
                refused += 1;
            }
            Said::Done { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert!((1..80).contains(&refused), "{refused}");
    tokio::time::sleep(Duration::from_millis(200)).await;
    client.ask(Ask::Ping).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_reconnects_gets_missed_events_once() {
    let server = Server::start().await;
    let wishes = NewGame {
        clock: Some(ClockView::Turn { turn: 86_400_000, bank: 0 }),
        ..NewGame::new("english")
    };
    let (game, guests, [ada, bo]) = begun(&server, &wishes).await;
    let seen = view(&server, &game, &guests[0]).await;
    drop(ada);
    let mut clients = [None, Some(bo)];
    // Both seats act; the first over HTTP, since its socket is gone.
    for _ in 0..3 {
        let mover = view(&server, &game, &guests[0]).await.on_turn.unwrap() as usize;
        match &mut clients[mover] {
            Some(client) => client.act(&game, ActionView::Pass).await.unwrap(),
            None => {
                let pass = json!({ "action": { "kind": "pass" } });
                server
                    .http("POST", &format!("/api/games/{game}/actions"), Some(&guests[mover]), pass)
                    .await;
            }
        }
    }
    let mut again = server.socket(&guests[0]).await;
    again.ask(Ask::Watch { game: game.clone(), since: Some(seen.version) }).await.unwrap();
    let update = again.update().await;
    assert_eq!(update.since, seen.version);
    assert_eq!(update.events.len() as u64, update.room.game.version - seen.version);
    assert_eq!(
        update.events.iter().filter(|event| matches!(event, EventView::Passed { .. })).count(),
        3
    );
    assert_eq!(update.room.game.turns.len(), 3);
    server.stop().await;
}

#[tokio::test]
async fn a_game_goes_on_where_it_was_when_the_server_comes_back() {
    let server = Server::start().await;
    let (game, guests, [mut ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    let turn = view(&server, &game, &guests[0]).await.on_turn.unwrap();
    [&mut ada, &mut bo][turn as usize].act(&game, ActionView::Pass).await.unwrap();
    ada.ask(Ask::Say { game: game.clone(), text: "well played".into() }).await.unwrap();
    let before = view(&server, &game, &guests[1]).await;
    let folder = server.stop().await;
    let mut closing = false;
    while let Some(said) = bo.read().await {
        closing |= said == Said::Closing;
    }
    assert!(closing, "clients are notified");

    let server = Server::start_in(folder, crate::common::unlimited()).await;
    let mut bo = server.socket(&guests[1]).await;
    let room = bo.watch(&game).await.room;
    assert_eq!(
        (&room.game.seats[1].rack, &room.game.turns),
        (&before.seats[1].rack, &before.turns)
    );
    assert_eq!(room.game.bag, before.bag);
    let Said::Chat { messages, .. } = bo.next().await else { panic!("chat comes after the game") };
    assert_eq!(messages[0].text, "well played");
    let mut ada = server.socket(&guests[0]).await;
    ada.watch(&game).await;
    let turn = view(&server, &game, &guests[0]).await.on_turn.unwrap();
    [&mut ada, &mut bo][turn as usize].act(&game, ActionView::Pass).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn one_player_may_have_many_tabs() {
    let server = Server::start().await;
    let (game, guests, [ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    let mut second = server.socket(&guests[0]).await;
    second.watch(&game).await;
    drop(ada);
    bo.ask(Ask::Say { game: game.clone(), text: "still there?".into() }).await.unwrap();
    assert!(server.room(&game, Some(&guests[1])).await.occupants[0].here);
    drop(second);
    bo.until(|room| !room.occupants[0].here).await;
    server.stop().await;
}

#[tokio::test]
async fn turns_of_the_absent_are_skipped_and_a_game_without_anybody_waits() {
    let server = Server::start().await;
    let (game, guests, clients) =
        begun(&server, &NewGame { grace_seconds: Some(1), ..NewGame::new("english") }).await;
    let away = view(&server, &game, &guests[0]).await.on_turn.unwrap() as usize;
    let [mut ada, mut bo] = clients;
    if away == 0 {
        std::mem::swap(&mut ada, &mut bo);
    }
    drop(bo);
    ada.until(|room| !room.occupants[away].here).await;
    server.app.clock().advance(Duration::from_secs(1));
    let skipped = ada.until(|room| !room.game.turns.is_empty()).await;
    assert_eq!(skipped.game.turns[0].taken, tisane_protocol::game::TakenView::Skipped);
    assert!(skipped.game.seats[away].away);
    // Back again, on another device.
    let mut back = server.socket(&guests[away]).await;
    back.watch(&game).await;
    ada.until(|room| !room.game.seats[away].away).await;
    drop((ada, back));
    let waits = async {
        while server.room(&game, None).await.game.paused.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waits).await.expect("the game waits");
    let version = server.room(&game, None).await.game.version;
    server.app.clock().advance(Duration::from_secs(60));
    let _settles = server.room(&game, None).await; // time is up before the room answers again
    assert_eq!(
        server.room(&game, None).await.game.version,
        version,
        "nothing happens while everybody is away"
    );
    let mut back = server.socket(&guests[0]).await;
    back.watch(&game).await;
    back.until(|room| room.game.paused.is_none()).await;
    server.stop().await;
}

#[tokio::test]
async fn running_out_of_time_loses() {
    let server = Server::start().await;
    let clock = ClockView::Game { initial: 700, increment: 0, overtime: None };
    let (_, _, [mut ada, _bo]) =
        begun(&server, &NewGame { clock: Some(clock), ..NewGame::new("english") }).await;
    let room = ada.until(|room| room.game.phase == PhaseView::Ended).await;
    let outcome = room.game.outcome.unwrap();
    assert_eq!(
        outcome.reason,
        tisane_protocol::game::ReasonView::Lost { loss: tisane_protocol::game::LossView::Time }
    );
    server.stop().await;
}

#[tokio::test]
async fn spectators_see_what_the_host_allows() {
    let server = Server::start().await;
    for (spectators, racks) in [(SpectatorsView::Table, false), (SpectatorsView::Racks, true)] {
        let (game, _, _clients) =
            begun(&server, &NewGame { spectators, ..NewGame::new("english") }).await;
        let cy = server.guest("Cy").await;
        let room = server.socket(&cy).await.watch(&game).await.room;
        assert_eq!(room.game.seats.iter().all(|seat| seat.rack.is_some()), racks);
        assert_eq!(room.game.you, None);
        assert!(!room.rated || !racks, "a game whose racks are open is not rated");
    }
    let (game, guests, _clients) =
        begun(&server, &NewGame { spectators: SpectatorsView::Nobody, ..NewGame::new("english") })
            .await;
    let cy = server.guest("Cy").await;
    let refused = server
        .socket(&cy)
        .await
        .ask(Ask::Watch { game: game.clone(), since: None })
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::NoSpectators);
    for path in ["", "/gcg", "/cgp"] {
        let (status, _) =
            server.http("GET", &format!("/api/games/{game}{path}"), Some(&cy), json!(null)).await;
        assert_eq!(status, 403, "{path}");
    }
    assert!(view(&server, &game, &guests[0]).await.you.is_some());
    server.stop().await;
}

#[tokio::test]
async fn muting_applies_on_all_devices() {
    let server = Server::start().await;
    let (game, guests, [mut ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    let mut cy = server.socket(&server.guest("Cy").await).await;
    cy.watch(&game).await;
    let heard = async |client: &mut Client| loop {
        match client.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => {
                break messages.into_iter().map(|message| message.text).collect::<Vec<_>>();
            }
            _ => {}
        }
    };
    let muted = format!("/api/me/muted/{}", guests[1].id);
    let (_, list) = server.http("PUT", &muted, Some(&guests[0]), json!(null)).await;
    assert_eq!(list, json!({ "muted": [{ "player": guests[1].id, "name": "Bo" }] }));
    bo.ask(Ask::Say { game: game.clone(), text: "hurry up".into() }).await.unwrap();
    ada.ask(Ask::Say { game: game.clone(), text: "good luck".into() }).await.unwrap();
    assert_eq!(heard(&mut cy).await, ["hurry up"], "others hear it");
    assert_eq!(heard(&mut ada).await, ["good luck"]);
    let mut elsewhere = server.socket(&guests[0]).await;
    elsewhere.watch(&game).await;
    assert_eq!(heard(&mut elsewhere).await, ["good luck"], "older messages are left out, too");
    server.http("DELETE", &muted, Some(&guests[0]), json!(null)).await;
    bo.ask(Ask::Say { game: game.clone(), text: "well played".into() }).await.unwrap();
    assert_eq!(heard(&mut ada).await, ["well played"]);
    server.stop().await;
}

#[tokio::test]
async fn games_end_by_resigning_or_by_consent_and_are_played_again() {
    let server = Server::start().await;
    let (game, guests, [mut ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    let path = format!("/api/games/{game}/rematch");
    assert_eq!(
        server.http("POST", &path, Some(&guests[0]), json!(null)).await.1["code"],
        "not_ended"
    );
    bo.act(&game, ActionView::Resign).await.unwrap();
    let room = ada.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.game.outcome.unwrap().winners, [0]);
    let (_, next) = server.http("POST", &path, Some(&guests[1]), json!(null)).await;
    let next = next["id"].as_str().unwrap().to_owned();
    ada.until(|room| room.rematch.as_deref() == Some(&next)).await;
    let (_, same) = server.http("POST", &path, Some(&guests[0]), json!(null)).await;
    assert_eq!(same["id"], next);
    for client in [&mut ada, &mut bo] {
        client.watch(&next).await;
    }
    bo.act(&next, ActionView::Start).await.unwrap();
    ada.act(&next, ActionView::OfferAbort).await.unwrap();
    bo.act(&next, ActionView::DeclineAbort).await.unwrap();
    bo.act(&next, ActionView::OfferAbort).await.unwrap();
    ada.act(&next, ActionView::AcceptAbort).await.unwrap();
    assert_eq!(server.room(&next, None).await.game.outcome.unwrap().winners, [] as [u32; 0]);
    server.stop().await;
}

#[tokio::test]
async fn after_the_host_leaves_the_next_person_starts_and_no_bot() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    let wishes = NewGame { seats: Some(3), bots: vec!["greedy".into()], ..NewGame::new("english") };
    let game = server.game(&ada, &wishes).await;
    let mut clients =
        [server.socket(&ada).await, server.socket(&bo).await, server.socket(&cy).await];
    clients[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    clients[0].act(&game, ActionView::Leave).await.unwrap();
    clients[2].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    assert_eq!(
        clients[2].act(&game, ActionView::Start).await.unwrap_err().code,
        ErrorCode::NotHost
    );
    clients[1].act(&game, ActionView::Start).await.unwrap();
    assert_eq!(view(&server, &game, &bo).await.phase, PhaseView::Playing);
    server.stop().await;
}

/// The rematches, among one's games, in which a seat is kept for one.
async fn asked(server: &Server, who: &Guest) -> Vec<String> {
    let (_, listed) = server.http("GET", "/api/games", Some(who), json!(null)).await;
    let rooms: RoomList = serde_json::from_value(listed).unwrap();
    rooms
        .rooms
        .into_iter()
        .filter(|room| room.expected.iter().any(|expected| expected.player == who.id))
        .map(|room| room.id)
        .collect()
}

#[tokio::test]
async fn seats_of_a_rematch_are_kept_for_those_who_played() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    let game = server.game(&ada, &NewGame { public: true, ..NewGame::new("english") }).await;
    let mut host = server.socket(&ada).await;
    host.watch(&game).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    host.act(&game, ActionView::Resign).await.unwrap();
    let (_, next) =
        server.http("POST", &format!("/api/games/{game}/rematch"), Some(&ada), json!(null)).await;
    assert_eq!(next["expected"], json!([{ "player": bo.id, "name": "Bo" }]));
    let next = next["id"].as_str().unwrap().to_owned();
    host.watch(&next).await;
    assert_eq!(
        server.http("GET", "/api/lobby", None, json!(null)).await.1["rooms"],
        json!([]),
        "there is no seat for others"
    );
    let join = format!("/api/games/{next}/join");
    assert_eq!(server.http("POST", &join, Some(&cy), json!(null)).await.1["code"], "seats_kept");
    assert_eq!(
        asked(&server, &bo).await,
        [next.as_str()],
        "players who have left the old table see it, too"
    );
    assert!(asked(&server, &ada).await.is_empty() && asked(&server, &cy).await.is_empty());
    let (_, room) = server.http("POST", &join, Some(&bo), json!(null)).await;
    assert!(asked(&server, &bo).await.is_empty());
    assert_eq!(
        (room["game"]["seats"].as_array().unwrap().len(), &room["expected"]),
        (2, &json!(null))
    );
    server.stop().await;
}

#[tokio::test]
async fn leaving_a_rematch_gives_up_the_seat() {
    let server = Server::start().await;
    let (game, guests, [_ada, mut bo]) = begun(&server, &NewGame::new("english")).await;
    let cy = server.guest("Cy").await;
    bo.act(&game, ActionView::Resign).await.unwrap();
    let path = format!("/api/games/{game}/rematch");
    let (_, next) = server.http("POST", &path, Some(&guests[0]), json!(null)).await;
    let next = next["id"].as_str().unwrap().to_owned();
    server.http("POST", &path, Some(&guests[1]), json!(null)).await;
    bo.act(&next, ActionView::Leave).await.unwrap();
    assert!(asked(&server, &guests[1]).await.is_empty(), "no player is asked twice");
    let (status, _) =
        server.http("POST", &format!("/api/games/{next}/join"), Some(&cy), json!(null)).await;
    assert_eq!(status, 200);
    server.stop().await;
}

#[tokio::test]
async fn public_games_are_in_the_lobby_while_they_wait() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let mut looking = server.socket(&bo).await;
    looking.ask(Ask::Lobby { watch: true }).await.unwrap();
    let mut page = LobbyPage::default();
    let mut rooms = async || {
        while !page.hear(looking.next().await) {}
        page.rooms.clone()
    };
    assert_eq!(rooms().await, []);
    let secret = server.game(&ada, &NewGame::new("english")).await;
    let agreed = Some(ChallengeView::Triple);
    let public = server
        .game(
            &ada,
            &NewGame { public: true, family: true, challenge: agreed, ..NewGame::new("spanish") },
        )
        .await;
    let mut host = server.socket(&ada).await;
    host.watch(&secret).await;
    host.watch(&public).await;
    let shown = rooms().await;
    assert_eq!(
        shown.iter().map(|room| (&room.id, room.ruleset.as_str())).collect::<Vec<_>>(),
        [(&public, "spanish")]
    );
    assert_eq!(
        shown.iter().map(|room| (room.family, room.challenge)).collect::<Vec<_>>(),
        [(true, agreed)],
        "so that nobody sits down to other rules"
    );
    server.http("POST", &format!("/api/games/{public}/join"), Some(&bo), json!(null)).await;
    assert_eq!(rooms().await, []);
    server.stop().await;
}

#[tokio::test]
async fn public_games_in_play_are_listed_for_spectators() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let mut host = server.socket(&ada).await;
    let mut begun = Vec::new();
    let wishes = NewGame { public: true, ..NewGame::new("english") };
    for wishes in [
        wishes.clone(),
        NewGame { public: false, ..wishes.clone() },
        NewGame { spectators: SpectatorsView::Nobody, ..wishes },
    ] {
        let game = server.game(&ada, &wishes).await;
        host.watch(&game).await;
        server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
        if !wishes.public {
            host.act(&game, ActionView::Start).await.unwrap();
        }
        assert_eq!(
            view(&server, &game, &ada).await.phase,
            PhaseView::Playing,
            "a public table with all seats taken begins by itself"
        );
        begun.push(game);
    }
    let unattended = server.game(&ada, &NewGame { public: true, ..NewGame::new("english") }).await;
    server.http("POST", &format!("/api/games/{unattended}/join"), Some(&bo), json!(null)).await;
    assert_eq!(
        view(&server, &unattended, &ada).await.phase,
        PhaseView::Lobby,
        "not without its host"
    );
    host.watch(&unattended).await;
    assert_eq!(view(&server, &unattended, &ada).await.phase, PhaseView::Playing);
    host.act(&unattended, ActionView::Resign).await.unwrap();
    let listed = async || {
        let (_, list) = server.http("GET", "/api/lobby", None, json!(null)).await;
        let rooms = list["rooms"].as_array().unwrap().clone();
        rooms
            .into_iter()
            .map(|room| (room["id"].as_str().unwrap().to_owned(), room["phase"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [(begun[0].clone(), json!("playing"))]);
    host.act(&begun[0], ActionView::Resign).await.unwrap();
    assert_eq!(listed().await, []);
    server.stop().await;
}

#[tokio::test]
async fn other_websites_get_no_socket_and_change_nothing() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let status = async |origin: Option<&str>, cookie: bool| {
        let mut request =
            format!("ws://{}/api/socket", server.address).into_client_request().unwrap();
        if cookie {
            request
                .headers_mut()
                .insert("cookie", format!("tisane={}", ada.secret).parse().unwrap());
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok(_) => 101,
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                response.status().as_u16()
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(status(None, true).await, 101);
    assert_eq!(status(None, false).await, 401);
    assert_eq!(status(Some(&format!("http://{}", server.address)), true).await, 101);
    assert_eq!(status(Some("https://evil.example"), true).await, 403);
    assert_eq!(status(Some("null"), true).await, 403);
    server.stop().await;
}

#[tokio::test]
async fn connections_that_break_leave_nothing_behind() {
    let server = Server::start().await;
    let (game, guests, clients) = begun(&server, &NewGame::new("english")).await;
    drop(clients);
    for _ in 0..20 {
        let mut client = server.socket(&guests[0]).await;
        client
            .send(&json!({ "id": 1, "ask": { "type": "watch", "game": game } }).to_string())
            .await;
        drop(client);
    }
    let all_gone = async {
        while !server
            .http("GET", "/metrics", None, json!(null))
            .await
            .1
            .as_str()
            .unwrap()
            .contains("tisane_sockets 0\n")
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all_gone).await.expect("every socket is gone");
    assert_eq!(server.room(&game, None).await.watchers, 0);
    server.stop().await;
}
