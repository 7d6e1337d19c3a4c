//! Fair games: limits, which games are rated, and no escape from lost games.

use std::time::Duration;

use crate::common::{Client, Guest, Server, unlimited};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tisane_protocol::game::{LossView, ReasonView};
use tisane_protocol::request::{ActionView, NewGame, SpectatorsView};
use tisane_protocol::{ChallengeView, ErrorCode, PerChallengeView, RoomView, UnratedReason};

const DAY: i64 = 24 * 3600 * 1000;

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) {
    let (status, answer) = server
        .http("POST", &format!("/api/games/{game}/actions"), Some(who), json!({ "action": action }))
        .await;
    assert_eq!(status, 200, "{answer}");
}

async fn join(server: &Server, game: &str, who: &Guest) {
    let (status, answer) =
        server.http("POST", &format!("/api/games/{game}/join"), Some(who), Value::Null).await;
    assert_eq!(status, 200, "{answer}");
}

/// How many rated games somebody has played.
async fn rated_games(server: &Server, who: &Guest) -> u64 {
    let (_, me) = server.http("GET", "/api/me", Some(who), Value::Null).await;
    me["ratings"].as_array().unwrap().iter().map(|rating| rating["games"].as_u64().unwrap()).sum()
}

/// A rated game against a bot in which both have moved.
async fn begun_against_bot(server: &Server, who: &Guest) -> (String, Client) {
    let game =
        server.game(who, &NewGame { bots: vec!["greedy".into()], ..NewGame::new("english") }).await;
    let mut client = server.socket(who).await;
    client.watch(&game).await;
    client.act(&game, ActionView::Start).await.unwrap();
    client.until(|room| room.game.on_turn == Some(0)).await;
    client.act(&game, ActionView::Pass).await.unwrap();
    client
        .until(|room| (0..2).all(|seat| room.game.turns.iter().any(|turn| turn.seat == seat)))
        .await;
    (game, client)
}

#[tokio::test]
async fn numbers_out_of_bounds_are_refused_with_the_value_and_the_range() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    for (wish, sentence) in [
        (
            json!({ "challenge": { "rule": "points", "points": -100_000, "per": "word" } }),
            "challenge.points must be between 0 and 100, not -100000",
        ),
        (
            json!({ "clock": { "kind": "turn", "turn": 400 * DAY, "bank": 0 } }),
            "clock.turn must be between 1 and 2592000000, not 34560000000",
        ),
        (
            json!({ "grace_seconds": 4_000_000_000_u32 }),
            "grace_seconds must be between 0 and 86400, not 4000000000",
        ),
        (json!({ "seats": 9 }), "seats must be between 2 and 4, not 9"),
        (json!({ "bots": vec!["greedy"; 1000] }), "bots must be between 0 and 3, not 1000"),
        (
            json!({ "seed": u64::MAX }),
            "seed must be between 0 and 9007199254740991, not 18446744073709551615",
        ),
    ] {
        let mut wishes = wish.as_object().unwrap().clone();
        wishes.insert("ruleset".into(), "english".into());
        for path in ["/api/games", "/api/games/terms"] {
            let (status, error) = server.http("POST", path, Some(&ada), json!(wishes)).await;
            assert_eq!(
                (status.as_u16(), &error["code"], &error["error"]),
                (400, &json!("out_of_range"), &json!(sentence)),
                "{path}"
            );
        }
    }
    let (_, mine) = server.http("GET", "/api/games", Some(&ada), Value::Null).await;
    assert_eq!(mine["rooms"], json!([]), "nothing was created");
    server.stop().await;
}

#[tokio::test]
async fn only_standard_rules_are_rated_and_everybody_sees_why_before_joining() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    let mut watching = server.socket(&ada).await;
    let usual = NewGame { public: true, ..NewGame::new("english") };
    let points = ChallengeView::Points { points: 10, per: PerChallengeView::Word };
    for (wishes, unrated) in [
        (usual.clone(), vec![]),
        (NewGame { challenge: Some(points), ..usual.clone() }, vec![UnratedReason::Challenge]),
        (NewGame { lexicon: Some("french".into()), ..usual.clone() }, vec![UnratedReason::Lexicon]),
        (NewGame { family: true, ..usual.clone() }, vec![UnratedReason::Lexicon]),
        (NewGame { seats: Some(3), ..usual.clone() }, vec![UnratedReason::Seats]),
        (NewGame { grace_seconds: Some(0), ..usual.clone() }, vec![UnratedReason::Grace]),
        (
            NewGame { rated: false, spectators: SpectatorsView::Racks, ..usual.clone() },
            vec![UnratedReason::ByChoice, UnratedReason::OpenRacks],
        ),
    ] {
        let (_, terms) = server
            .http("POST", "/api/games/terms", Some(&ada), serde_json::to_value(&wishes).unwrap())
            .await;
        assert_eq!(
            terms,
            json!({ "rated": unrated.is_empty(), "unrated": unrated }),
            "before it is created"
        );
        let game = server.game(&ada, &wishes).await;
        watching.watch(&game).await; // so that it is in the lobby
        let room = server.room(&game, Some(&bo)).await;
        assert_eq!(
            (room.rated, &room.unrated),
            (unrated.is_empty(), &unrated),
            "before anybody joins"
        );
        let (_, lobby) = server.http("GET", "/api/lobby", None, Value::Null).await;
        let listed = lobby["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .find(|room| room["id"] == *game)
            .expect("it is listed")
            .clone();
        let summary: tisane_protocol::RoomSummary = serde_json::from_value(listed).unwrap();
        assert_eq!(
            (summary.rated, &summary.unrated),
            (unrated.is_empty(), &unrated),
            "in the lobby"
        );
        if wishes.challenge.is_some() {
            join(&server, &game, &bo).await;
            watching.until(|room| room.game.on_turn.is_some()).await;
            act(&server, &game, &bo, ActionView::Resign).await;
            assert_eq!(
                rated_games(&server, &ada).await,
                0,
                "what says that it is not rated is not counted"
            );
        }
    }
    server.stop().await;
}

/// Twelve games without a move brought 355 points in 1.5 seconds before.
#[tokio::test]
async fn a_game_that_ends_before_both_have_moved_is_not_rated() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    for (moves, unrated) in [(0, true), (1, true), (2, false)] {
        let game = server.game(&ada, &NewGame::new("english")).await;
        join(&server, &game, &bo).await;
        act(&server, &game, &ada, ActionView::Start).await;
        for _ in 0..moves {
            let on_turn = server.room(&game, None).await.game.on_turn;
            act(&server, &game, if on_turn == Some(0) { &ada } else { &bo }, ActionView::Pass)
                .await;
        }
        assert!(server.room(&game, None).await.rated, "while it is played");
        act(&server, &game, &bo, ActionView::Resign).await;
        let room = server.room(&game, None).await;
        let reasons = if unrated { vec![UnratedReason::NoMoves] } else { Vec::new() };
        assert_eq!((room.rated, room.unrated), (!unrated, reasons), "{moves}");
        assert_eq!(rated_games(&server, &ada).await, u64::from(!unrated), "{moves}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_guest_cannot_wait_for_the_result_to_be_rated() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.guest("Bo").await);
    let play = async || {
        let game = server.game(&ada, &NewGame::new("english")).await;
        let (before, _) = (server.room(&game, None).await, join(&server, &game, &bo).await);
        act(&server, &game, &ada, ActionView::Start).await;
        (game, before)
    };
    let (game, before) = play().await;
    assert!(before.rated);
    assert_eq!(server.room(&game, None).await.unrated, [UnratedReason::Guest]);
    server.make_account(&bo).await;
    act(&server, &game, &ada, ActionView::Resign).await;
    assert_eq!((rated_games(&server, &ada).await, rated_games(&server, &bo).await), (0, 0));
    let (game, _) = play().await;
    assert!(server.room(&game, None).await.rated, "the next game is rated");
    server.both_pass(&game, [&ada, &bo]).await;
    act(&server, &game, &ada, ActionView::Resign).await;
    assert_eq!((rated_games(&server, &ada).await, rated_games(&server, &bo).await), (1, 1));
    server.stop().await;
}

#[tokio::test]
async fn a_game_against_a_bot_is_aborted_only_before_everybody_has_moved() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let early = server
        .game(&ada, &NewGame { bots: vec!["greedy".into()], ..NewGame::new("english") })
        .await;
    let mut client = server.socket(&ada).await;
    client.watch(&early).await;
    client.act(&early, ActionView::Start).await.unwrap();
    assert!(server.room(&early, Some(&ada)).await.may_abort);
    client.act(&early, ActionView::OfferAbort).await.unwrap();
    let room = client.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.game.outcome.unwrap().reason, ReasonView::Aborted);
    assert_eq!(rated_games(&server, &ada).await, 0);

    let (game, mut client) = begun_against_bot(&server, &ada).await;
    assert!(!server.room(&game, Some(&ada)).await.may_abort);
    let refused = client.act(&game, ActionView::OfferAbort).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::ResignInstead);
    assert!(refused.error.ends_with("resign instead"), "{}", refused.error);
    assert!(
        server.room(&game, Some(&ada)).await.game.outcome.is_none(),
        "a refusal changes nothing"
    );
    client.act(&game, ActionView::Resign).await.unwrap();
    assert_eq!(rated_games(&server, &ada).await, 1);
    server.stop().await;
}

#[tokio::test]
async fn people_beside_a_bot_abort_only_together() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    // Everybody passes, so nobody has a play to challenge, and both people are there.
    let begun = async || -> (String, [Client; 2]) {
        let wishes = NewGame {
            seats: Some(3),
            bots: vec!["greedy".into()],
            challenge: Some(ChallengeView::Void),
            ..NewGame::new("english")
        };
        let game = server.game(&ada, &wishes).await;
        join(&server, &game, &bo).await;
        let mut clients = [server.socket(&ada).await, server.socket(&bo).await];
        for client in &mut clients {
            client.watch(&game).await;
        }
        clients[0].act(&game, ActionView::Start).await.unwrap();
        let has_moved =
            |room: &RoomView, seat: u32| room.game.turns.iter().any(|turn| turn.seat == seat);
        let mut room = clients[0].until(|room| room.game.on_turn.is_some()).await;
        while !(0..3).all(|seat| has_moved(&room, seat)) {
            match room.game.on_turn {
                Some(0) => clients[0].act(&game, ActionView::Pass).await.unwrap(),
                Some(2) => clients[1].act(&game, ActionView::Pass).await.unwrap(),
                _ => {}
            }
            let n = room.game.turns.len();
            room = clients[0].until(|room| room.game.turns.len() > n).await;
        }
        (game, clients)
    };
    let (game, [mut first, mut second]) = begun().await;
    first.act(&game, ActionView::OfferAbort).await.unwrap();
    second.act(&game, ActionView::AcceptAbort).await.unwrap();
    let room = first.until(|room| room.game.outcome.is_some()).await;
    assert_eq!(room.game.outcome.unwrap().reason, ReasonView::Aborted);

    let (game, [mut first, mut second]) = begun().await;
    first.act(&game, ActionView::OfferAbort).await.unwrap();
    // The bot agrees.
    first.until(|room| room.game.abort.as_ref().is_some_and(|agreed| agreed[1])).await;
    second.act(&game, ActionView::Resign).await.unwrap();
    let room = server.room(&game, Some(&ada)).await;
    assert!(
        room.game.outcome.is_none(),
        "a bot's consent does not free the last person from playing on"
    );
    assert_eq!(
        first.act(&game, ActionView::OfferAbort).await.unwrap_err().code,
        ErrorCode::ResignInstead
    );
    server.stop().await;
}

/// Makes all that a database knows happen that much earlier.
fn set_back(database: &Connection, time: i64) {
    let lines: Vec<(String, i64, String)> = {
        let mut find = database.prepare("SELECT room, number, line FROM events").unwrap();
        find.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    for (room, number, line) in lines {
        let mut line: Value = serde_json::from_str(&line).unwrap();
        if let Some(at) = line["at"].as_i64() {
            line["at"] = json!(at - time);
        }
        let row = params![line.to_string(), room, number];
        database.execute("UPDATE events SET line = ? WHERE room = ? AND number = ?", row).unwrap();
    }
    database.execute("UPDATE rooms SET due = due - ?1, changed = changed - ?1", [time]).unwrap();
    database.execute("UPDATE players SET account_since = account_since - ?", [time]).unwrap();
}

#[tokio::test]
async fn a_rated_game_against_a_bot_is_lost_after_14_days() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let (game, client) = begun_against_bot(&server, &ada).await;
    drop(client);
    let mut folder = server.stop().await;
    for (days, games) in [(13, 0), (1, 1)] {
        set_back(&Connection::open(folder.join("tisane.db")).unwrap(), days * DAY);
        let server = Server::start_in(folder, unlimited()).await;
        if games > 0 {
            // Nobody asks for the game: the server wakes it by itself.
            let lost = async {
                while rated_games(&server, &ada).await != games {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            tokio::time::timeout(Duration::from_secs(60), lost).await.expect("the game is counted");
        }
        let room = server.room(&game, Some(&ada)).await;
        let reason = room.game.outcome.map(|outcome| (outcome.reason, outcome.winners));
        assert_eq!(
            reason,
            (games > 0).then(|| (ReasonView::Lost { loss: LossView::Abandoned }, vec![1])),
            "{days}"
        );
        assert_eq!(rated_games(&server, &ada).await, games);
        folder = server.stop().await;
    }
}

#[tokio::test]
async fn deleting_the_account_resigns_the_games_under_way() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    let game = server.game(&ada, &NewGame::new("english")).await;
    join(&server, &game, &bo).await;
    act(&server, &game, &ada, ActionView::Start).await;
    server.both_pass(&game, [&ada, &bo]).await;
    let waiting = server.game(&ada, &NewGame::new("english")).await;
    server.delete(&ada).await;
    let outcome = server.room(&game, Some(&bo)).await.game.outcome.expect("the game is over");
    assert_eq!(
        (outcome.reason, outcome.winners),
        (ReasonView::Lost { loss: LossView::Resigned }, vec![1])
    );
    assert_eq!(rated_games(&server, &bo).await, 1, "the winner gets the points");
    assert!(
        server.room(&waiting, None).await.game.seats.is_empty(),
        "a game that waits for players is left"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_chosen_seed_is_shown_to_everybody_and_refused_in_public_games_with_people() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.guest("Bo").await);
    let seeded = NewGame { seed: Some(7), ..NewGame::new("english") };
    let bots = vec!["greedy".to_owned()];
    for wishes in [
        NewGame { public: true, ..seeded.clone() },
        NewGame { public: true, seats: Some(3), bots: bots.clone(), ..seeded.clone() },
    ] {
        let (status, error) = server
            .http("POST", "/api/games", Some(&ada), serde_json::to_value(&wishes).unwrap())
            .await;
        assert_eq!((status.as_u16(), &error["code"]), (400, &json!("seed_chosen")));
    }
    let alone = server.game(&ada, &NewGame { public: true, bots, ..seeded.clone() }).await;
    let private = server.game(&ada, &seeded).await;
    for game in [&alone, &private] {
        let room = server.room(game, Some(&bo)).await;
        assert_eq!(
            (room.seed, room.rated, room.unrated),
            (Some(7), false, vec![UnratedReason::Seed]),
            "whoever looks"
        );
    }
    let (_, mine) = server.http("GET", "/api/games", Some(&ada), Value::Null).await;
    assert!(
        mine["rooms"].as_array().unwrap().iter().all(|room| room["seed"] == 7),
        "in lists, too: {mine}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_does_not_reuse_the_seed() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    let game = server.game(&ada, &NewGame { seed: Some(7), ..NewGame::new("english") }).await;
    join(&server, &game, &bo).await;
    act(&server, &game, &ada, ActionView::Start).await;
    act(&server, &game, &bo, ActionView::Resign).await;
    let (status, next) =
        server.http("POST", &format!("/api/games/{game}/rematch"), Some(&bo), Value::Null).await;
    assert_eq!(status, 200, "{next}");
    assert_eq!((next.get("seed"), &next["rated"]), (None, &json!(true)));
    let folder = server.stop().await;
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    let seed = |id: &str| -> Value {
        let setup: String = database
            .query_row("SELECT setup FROM rooms WHERE id = ?", [id], |row| row.get(0))
            .unwrap();
        serde_json::from_str::<Value>(&setup).unwrap()["seed"].clone()
    };
    assert_ne!(seed(&game), seed(next["id"].as_str().unwrap()));
}

#[tokio::test]
async fn games_agreed_before_there_were_bounds_load_and_say_why_they_are_not_rated() {
    let server = Server::start().await;
    let (ada, bo) = (server.account("Ada").await, server.account("Bo").await);
    let game = server.game(&ada, &NewGame::new("english")).await;
    join(&server, &game, &bo).await;
    act(&server, &game, &ada, ActionView::Start).await;
    let folder = server.stop().await;
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    let points = r#"'$.challenge', json('{"rule":"points","points":-100000,"per":"word"}')"#;
    database.execute(&format!("UPDATE rooms SET setup = json_remove(json_set(setup, {points}), '$.abandoned_after')"), []).unwrap();
    database
        .execute(
            &format!(
                "UPDATE rooms SET settings = json_set(settings, {})",
                points.replace("'$.", "'$.wishes.")
            ),
            [],
        )
        .unwrap();
    drop(database);
    let server = Server::start_in(folder, unlimited()).await;
    let room = server.room(&game, Some(&ada)).await;
    assert_eq!((room.rated, room.unrated), (false, vec![UnratedReason::Challenge]));
    act(&server, &game, &ada, ActionView::Resign).await;
    assert_eq!(rated_games(&server, &bo).await, 0);
    let (status, error) =
        server.http("POST", &format!("/api/games/{game}/rematch"), Some(&ada), Value::Null).await;
    assert_eq!((status.as_u16(), &error["code"]), (400, &json!("out_of_range")));
    server.stop().await;
}
