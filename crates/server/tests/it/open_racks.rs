//! Games whose racks spectators see: live, if everybody at the table agrees, or some turns later.

use crate::common::player::Thinker;
use crate::common::{Guest, Server, unlimited};
use serde_json::{Value, json};
use tisane_protocol::game::{GameView, PhaseView};
use tisane_protocol::request::{ActionView, NewGame, SpectatorsView};
use tisane_protocol::{Ask, ErrorCode, RoomView, Said};

async fn join(server: &Server, game: &str, who: &Guest, body: Value) -> (u16, Value) {
    let (status, answer) =
        server.http("POST", &format!("/api/games/{game}/join"), Some(who), body).await;
    (status.as_u16(), answer)
}

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) {
    let (status, answer) = server
        .http("POST", &format!("/api/games/{game}/actions"), Some(who), json!({ "action": action }))
        .await;
    assert_eq!(status, 200, "{answer}");
}

fn racks(game: &GameView) -> Vec<Option<Vec<String>>> {
    game.seats.iter().map(|seat| seat.rack.clone()).collect()
}

/// A game of two that has begun.
async fn begun(server: &Server, guests: &[Guest; 2], wishes: &NewGame) -> String {
    let game = server.game(&guests[0], wishes).await;
    assert_eq!(join(server, &game, &guests[1], json!({ "open_racks": true })).await.0, 200);
    if !wishes.public {
        act(server, &game, &guests[0], ActionView::Start).await;
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn joining_a_game_with_open_racks_needs_consent() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let wishes = NewGame { spectators: SpectatorsView::Racks, ..NewGame::new("english") };
    let game = server.game(&guests[0], &wishes).await;
    for body in [json!(null), json!({}), json!({ "open_racks": false })] {
        let (status, refused) = join(&server, &game, &guests[1], body.clone()).await;
        assert_eq!((status, &refused["code"]), (409, &json!("open_racks")), "{body}");
        assert!(
            refused["error"].as_str().unwrap().starts_with("spectators see all racks"),
            "{refused}"
        );
    }
    let mut socket = server.socket(&guests[1]).await;
    let refused =
        socket.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::OpenRacks);
    assert_eq!(
        join(&server, &game, &guests[1], json!({ "open_rack": true })).await.1["code"],
        "message",
        "a misspelling is noticed"
    );
    assert_eq!(server.room(&game, None).await.game.seats.len(), 1);
    socket.ask(Ask::Join { game: game.clone(), open_racks: true }).await.unwrap();
    act(&server, &game, &guests[0], ActionView::Start).await;
    let room = server.room(&game, None).await;
    assert!(racks(&room.game).iter().all(Option::is_some) && !room.rated);
    // Where racks are hidden there is nothing to agree to.
    let game = server.game(&guests[0], &NewGame::new("english")).await;
    assert_eq!(join(&server, &game, &guests[1], json!(null)).await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_with_open_racks_is_agreed_to_already() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = begun(
        &server,
        &guests,
        &NewGame { spectators: SpectatorsView::Racks, ..NewGame::new("english") },
    )
    .await;
    act(&server, &game, &guests[0], ActionView::Resign).await;
    let path = format!("/api/games/{game}/rematch");
    for guest in &guests {
        let (status, room) = server.http("POST", &path, Some(guest), json!(null)).await;
        assert_eq!((status.as_u16(), &room["spectators"]), (200, &json!("racks")), "{room}");
    }
    server.stop().await;
}

/// Earlier versions asked nobody.
#[tokio::test(flavor = "multi_thread")]
async fn a_stored_game_that_nobody_agreed_to_open_shows_the_board_only() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let wishes = NewGame { spectators: SpectatorsView::Racks, ..NewGame::new("english") };
    let game = begun(&server, &guests, &wishes).await;
    let folder = server.stop().await;
    let database = rusqlite::Connection::open(folder.join("tisane.db")).unwrap();
    let changed = database.execute(
        "UPDATE rooms SET settings = json_remove(settings, '$.open_racks_agreed') WHERE id = ?",
        [&game],
    );
    assert_eq!(changed.unwrap(), 1);
    drop(database);
    let server = Server::start_in(folder, unlimited()).await;
    for who in [None, Some(&guests[0])] {
        let room = server.room(&game, who).await;
        assert_eq!(room.spectators, SpectatorsView::Table);
        assert_eq!(racks(&room.game).iter().flatten().count(), usize::from(who.is_some()));
    }
    act(&server, &game, &guests[0], ActionView::Resign).await;
    assert!(
        racks(&server.room(&game, None).await.game).iter().all(Option::is_some),
        "everything is open at the end"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_has_two_to_twenty_turns() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for (turns, status) in [(0, 400), (1, 400), (2, 200), (20, 200), (21, 400), (u32::MAX, 400)] {
        let wishes =
            NewGame { spectators: SpectatorsView::Delayed { turns }, ..NewGame::new("english") };
        let (found, answer) = server
            .http("POST", "/api/games", Some(&ada), serde_json::to_value(&wishes).unwrap())
            .await;
        assert_eq!(found, status, "{turns}: {answer}");
        if status == 200 {
            assert_eq!(
                (&answer["rated"], &answer["spectators"]),
                (&json!(false), &json!({ "delayed": { "turns": turns } }))
            );
        } else {
            assert_eq!(
                answer["error"],
                format!("spectators.turns must be between 2 and 20, not {turns}")
            );
        }
    }
    server.stop().await;
}

/// What the table saw after each turn: the board, the scores, all racks.
fn state(views: &[GameView; 2]) -> Value {
    let racks: Vec<_> = (0..2).map(|seat| &views[seat].seats[seat].rack).collect();
    json!([
        views[0].board,
        racks,
        views[0].seats.iter().map(|seat| seat.score).collect::<Vec<_>>(),
        views[0].on_turn
    ])
}

fn shown(room: &RoomView) -> Value {
    let GameView { board, seats, on_turn, .. } = &room.game;
    let (racks, scores): (Vec<_>, Vec<_>) =
        seats.iter().map(|seat| (&seat.rack, seat.score)).unzip();
    json!([board, racks, scores, on_turn])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_spectator_sees_everything_as_it_was_some_turns_ago() {
    const DELAY: usize = 3;
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let cy = server.guest("Cy").await;
    let wishes = NewGame {
        spectators: SpectatorsView::Delayed { turns: DELAY as u32 },
        public: true,
        ..NewGame::new("english")
    };
    let game = server.game(&guests[0], &wishes).await;
    let mut host = server.socket(&guests[0]).await;
    host.watch(&game).await;
    assert_eq!(
        join(&server, &game, &guests[1], json!(null)).await.0,
        200,
        "a delay needs no consent"
    );
    let mut watching = server.socket(&cy).await;
    watching.watch(&game).await;
    let thinker = Thinker::new("english");
    let mut states = Vec::new();
    for turn in 0..8 {
        let views = [
            server.room(&game, Some(&guests[0])).await.game,
            server.room(&game, Some(&guests[1])).await.game,
        ];
        states.push(state(&views));
        for who in [None, Some(&cy)] {
            let room = server.room(&game, who).await;
            match turn {
                _ if turn >= DELAY => assert_eq!(shown(&room), states[turn - DELAY], "turn {turn}"),
                _ => assert!(
                    room.game.board.is_empty() && racks(&room.game).iter().all(Option::is_none),
                    "turn {turn}"
                ),
            }
            let seen = room.game.turns.len();
            assert_eq!((seen, room.game.phase), (turn.saturating_sub(DELAY), PhaseView::Playing));
            let (_, sheet) =
                server.http("GET", &format!("/api/games/{game}/gcg"), who, json!(null)).await;
            assert_eq!(
                sheet.as_str().unwrap().lines().filter(|line| line.starts_with('>')).count(),
                seen,
                "{sheet}"
            );
            let (_, lobby) = server.http("GET", "/api/lobby", who, json!(null)).await;
            let scores: Vec<i32> = room.game.seats.iter().map(|seat| seat.score).collect();
            assert_eq!(
                (&lobby["rooms"][0]["scores"], &lobby["rooms"][0]["on_turn"]),
                (&json!(scores), &json!(room.game.on_turn))
            );
        }
        let (_, mine) = server.http("GET", "/api/games", Some(&guests[0]), json!(null)).await;
        let scores: Vec<i32> = views[0].seats.iter().map(|seat| seat.score).collect();
        assert_eq!(mine["rooms"][0]["scores"], json!(scores), "players' own lists are not delayed");
        let seat = views[0].on_turn.unwrap() as usize;
        act(&server, &game, &guests[seat], thinker.choose(&views[seat])).await;
    }
    act(&server, &game, &guests[0], ActionView::Resign).await;
    let whole = server.room(&game, None).await.game;
    assert_eq!((whole.turns.len(), whole.phase), (8, PhaseView::Ended));
    assert!(
        racks(&whole).iter().all(Option::is_some)
            && whole.turns.iter().all(|turn| turn.rack.is_some())
    );
    // The socket has told each event once, in order.
    let mut version = None;
    loop {
        let update = watching.update().await;
        assert!(
            version.is_none_or(|version| version == update.since),
            "{version:?} {}",
            update.since
        );
        assert_eq!(update.since + update.events.len() as u64, update.room.game.version);
        version = Some(update.room.game.version);
        if update.room.game.phase == PhaseView::Ended {
            break;
        }
    }
    assert_eq!(version, Some(whole.version));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn delayed_spectators_read_chat_with_its_turn() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let cy = server.guest("Cy").await;
    let game = begun(
        &server,
        &guests,
        &NewGame { spectators: SpectatorsView::Delayed { turns: 2 }, ..NewGame::new("english") },
    )
    .await;
    let mut watching = server.socket(&cy).await;
    watching.watch(&game).await;
    let pass = async || {
        let seat = server.room(&game, Some(&guests[0])).await.game.on_turn.unwrap() as usize;
        act(&server, &game, &guests[seat], ActionView::Pass).await;
        // So that the next message is later than the turn.
        server.app.clock().advance(std::time::Duration::from_millis(5));
    };
    let say = async |who: &Guest, text: &str| {
        let (status, answer) = server
            .http("POST", &format!("/api/games/{game}/chat"), Some(who), json!({ "text": text }))
            .await;
        assert_eq!(status, 200, "{answer}");
    };
    pass().await;
    say(&guests[0], "I have the Q").await;
    say(&cy, "good luck").await;
    let mut elsewhere = server.socket(&cy).await;
    elsewhere.ask(Ask::Watch { game: game.clone(), since: None }).await.unwrap();
    for client in [&mut watching, &mut elsewhere] {
        let mut heard = Vec::new();
        while heard.is_empty() {
            if let Said::Chat { messages, .. } = client.next().await {
                heard.extend(messages.into_iter().map(|message| message.text));
            }
        }
        assert_eq!(heard, ["good luck"]);
    }
    for _ in 0..3 {
        pass().await;
    }
    let mut heard = Vec::new();
    while heard.is_empty() {
        if let Said::Chat { messages, .. } = watching.next().await {
            heard.extend(messages.into_iter().map(|message| message.text));
        }
    }
    assert_eq!(heard, ["I have the Q"]);
    server.stop().await;
}
