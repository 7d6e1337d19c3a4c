//! Whatever clients send, games are unharmed: random bytes, messages of the right shape with wrong
//! values, messages in the wrong order. `cargo +nightly fuzz run socket_message` looks longer.

use std::sync::Arc;

use crate::common::{Client, Guest, Server};
use futures_util::SinkExt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tisane_lexicon::{Lexicon, WordList};
use tisane_protocol::fuzz::socket_message;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{ClockView, Said};
use tisane_rules::{Action, Game, Ruleset, Seed, Setup};
use tokio_tungstenite::tungstenite::Message;

/// Any JSON, not too deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![
            Just("pass".to_owned()),
            Just("8D RETAINS".to_owned()),
            Just("?".to_owned()),
            "\\PC{0,12}"
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,8}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9A-Oa-o]{0,4} ?[A-Za-z?.()\\[\\]-]{0,16}",
        "\\PC{0,40}",
        Just("pass".to_owned()),
        Just("-".to_owned())
    ]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3..20_i64).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from)
    ]
}

/// Something like an action: the right shape, mostly, and any values.
fn action() -> impl Strategy<Value = Value> {
    let tile = (number(), number(), "[A-ZÄЖ?]{0,2}", any::<bool>()).prop_map(
        |(row, col, tile, blank)| json!({ "row": row, "col": col, "tile": tile, "blank": blank }),
    );
    prop_oneof![
        text().prop_map(|text| json!({ "kind": "move", "text": text })),
        prop::collection::vec(tile, 0..9)
            .prop_map(|tiles| json!({ "kind": "place", "tiles": tiles })),
        prop::collection::vec("[A-ZЖ?]{0,2}", 0..40)
            .prop_map(|tiles| json!({ "kind": "exchange", "tiles": tiles })),
        prop::collection::vec(number(), 0..4)
            .prop_map(|words| json!({ "kind": "challenge", "words": words })),
        prop::sample::select(vec![
            "accept",
            "accept_abort",
            "decline_abort",
            "start",
            "leave",
            "challenge",
            "fly"
        ])
        .prop_map(|kind| json!({ "kind": kind })),
        any_json(),
    ]
}

/// Something like a message. What would end the game by rights, or take a turn without a place to
/// lay, is not among it.
fn message(games: Vec<String>) -> impl Strategy<Value = Vec<u8>> {
    let game = prop_oneof![4 => prop::sample::select(games), 1 => "\\PC{0,20}"];
    let ask = prop_oneof![
        (game.clone(), action(), number())
            .prop_map(|(game, action, turn)| json!({ "type": "act", "game": game, "action": action, "turn": turn })),
        (game.clone(), action()).prop_map(|(game, action)| json!({ "type": "act", "game": game, "action": action })),
        (game.clone(), number()).prop_map(|(game, since)| json!({ "type": "watch", "game": game, "since": since })),
        (game.clone(), prop::sample::select(vec!["join", "unwatch", "ready", "watch"]))
            .prop_map(|(game, kind)| json!({ "type": kind, "game": game })),
        (game, "\\PC{0,600}").prop_map(|(game, text)| json!({ "type": "say", "game": game, "text": text })),
        any_json(),
    ];
    prop_oneof![
        6 => (number(), ask).prop_map(|(id, ask)| json!({ "id": id, "ask": ask }).to_string().into_bytes()),
        1 => any_json().prop_map(|value| value.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

#[test]
fn no_message_makes_the_rules_panic() {
    let games = ["english", "spanish"].map(|name| {
        let ruleset = Arc::new(Ruleset::named(name).unwrap());
        let (none, _) = Lexicon::build("none", &ruleset.alphabet, &WordList::from_text(""), 15);
        let mut game = Game::new(Setup::new(ruleset, &["Ada", "Bo"], Seed::from(1)).unwrap());
        let events = game.decide(&none, 0, 0, Action::Start).unwrap();
        events.iter().for_each(|event| game.apply(event));
        game
    });
    let mut runner =
        TestRunner::new(Config { cases: 2_000, failure_persistence: None, ..Config::default() });
    let tried = runner.run(&message(vec!["game".to_owned()]), |bytes| {
        games.iter().for_each(|game| socket_message(game, &bytes));
        Ok(())
    });
    tried.unwrap();
}

/// Sends it as text if it is one.
async fn throw(client: &mut Client, bytes: Vec<u8>) {
    let message = String::from_utf8(bytes)
        .map_or_else(|error| Message::binary(error.into_bytes()), Message::text);
    client.stream.send(message).await.unwrap();
}

/// Waits until all that was sent before is answered.
async fn settle(client: &mut Client) {
    const LAST: u64 = 4_000_000_007;
    client.send(&json!({ "id": LAST, "ask": { "type": "ping" } }).to_string()).await;
    while client.read().await.expect("the connection is open")
        != (Said::Done { id: LAST, result: None })
    {}
}

#[tokio::test(flavor = "multi_thread")]
async fn random_input_does_not_harm_the_game() {
    let server = Server::start().await;
    let (ada, bo, cy) =
        (server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await);
    // A day for a turn, so that presence does not matter.
    let wishes = NewGame {
        clock: Some(ClockView::Turn { turn: 86_400_000, bank: 0 }),
        ..NewGame::new("english")
    };
    let (game, waiting) = (server.game(&ada, &wishes).await, server.game(&cy, &wishes).await);
    server.http("POST", &format!("/api/games/{game}/join"), Some(&bo), json!(null)).await;
    server
        .http(
            "POST",
            &format!("/api/games/{game}/actions"),
            Some(&ada),
            json!({ "action": { "kind": "start" } }),
        )
        .await;
    let before = server.room(&game, None).await.game;
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let messages = message(vec![game.clone(), waiting]);
    // Players who are not on turn send nonsense, and so does a spectator.
    let thrower: &Guest = [&bo, &ada][before.on_turn.unwrap() as usize];
    for who in [thrower, &cy].into_iter().cycle().take(12) {
        let mut client = server.socket(who).await;
        for _ in 0..55 {
            // As many as may be asked at once.
            throw(&mut client, messages.new_tree(&mut runner).unwrap().current()).await;
        }
        settle(&mut client).await;
    }
    let after = server.room(&game, None).await.game;
    assert_eq!(
        (&after.turns, after.version, after.bag),
        (&before.turns, before.version, before.bag)
    );
    // And it goes on.
    let mover = [&ada, &bo][after.on_turn.unwrap() as usize];
    let mut client = server.socket(mover).await;
    client.watch(&game).await;
    client.act(&game, ActionView::Pass).await.unwrap();
    assert!(matches!(client.next().await, Said::Chat { .. } | Said::Update { .. }));
    assert_eq!(server.room(&game, None).await.game.turns.len(), 1);
    server.stop().await;
}
