//! Nobody receives a byte that depends on what they may not know: the same game is served twice, the second time with
//! hidden tiles exchanged for others behind the server's back, and everything that is sent is compared.

mod common;
#[path = "common/player.rs"]
mod player;

use common::{Guest, Server};
use player::Thinker;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tisane_protocol::request::NewGame;
use tisane_protocol::{Ask, ClockView};
use tisane_rules::{Ruleset, Tile, Tiles};

/// All that somebody can get to see of a game.
async fn everything(server: &Server, game: &str, who: &Guest) -> Vec<Value> {
    let mut seen = Vec::new();
    for path in ["", "/gcg", "/cgp"] {
        seen.push(server.http("GET", &format!("/api/games/{game}{path}"), Some(who), json!(null)).await.1);
    }
    seen.push(server.http("GET", "/api/games", Some(who), json!(null)).await.1);
    let mut client = server.socket(who).await;
    client.ask(Ask::Watch { game: game.to_owned(), since: Some(0) }).await.unwrap();
    seen.push(serde_json::to_value(client.update().await).unwrap());
    seen.push(serde_json::to_value(client.next().await).unwrap()); // what was said
    for value in &mut seen {
        value.pointer_mut("/game/now").map(Value::take);
        value.pointer_mut("/room/game/now").map(Value::take);
    }
    seen
}

fn tiles(ruleset: &Ruleset, faces: &[String]) -> Tiles {
    let tile = |face: &String| if face == "?" { Tile::Blank } else { Tile::Letter(ruleset.alphabet.letter(face).unwrap()) };
    faces.iter().map(tile).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_tiles_change_nothing_that_anybody_else_receives() {
    let server = Server::start().await;
    let [ada, bo, cy] = [server.guest("Ada").await, server.guest("Bo").await, server.guest("Cy").await];
    let wishes = NewGame { clock: Some(ClockView::Turn { turn: 86_400_000, bank: 0 }), ..NewGame::new("english") };
    let game = server.game(&ada, &wishes).await;
    let post = async |who: &Guest, path: &str, body: Value| {
        let (status, answer) = server.http("POST", &format!("/api/games/{game}/{path}"), Some(who), body).await;
        assert_eq!(status, 200, "{answer}");
    };
    post(&bo, "join", json!(null)).await;
    post(&ada, "actions", json!({ "action": { "kind": "start" } })).await;
    post(&cy, "chat", json!({ "text": "good luck" })).await;
    let thinker = Thinker::new("english");
    for turn in 0..9 {
        let on_turn = server.room(&game, None).await.game.on_turn.unwrap();
        let who = [&ada, &bo][on_turn as usize];
        let view = server.room(&game, Some(who)).await.game;
        let action = match turn {
            4 | 5 => json!({ "kind": "exchange", "tiles": view.seats[on_turn as usize].rack.as_ref().unwrap()[..2] }),
            _ => serde_json::to_value(thinker.choose(&view)).unwrap(),
        };
        post(who, "actions", json!({ "action": action })).await;
    }
    let before = [everything(&server, &game, &ada).await, everything(&server, &game, &bo).await, everything(&server, &game, &cy).await];
    let (rack, unseen) = (server.room(&game, Some(&bo)).await.game.seats[1].rack.clone().unwrap(), server.room(&game, Some(&bo)).await);
    let folder = server.stop().await;

    // Bo's last draw had another tile: one that is in the bag.
    let ruleset = &thinker.ruleset;
    let rack = tiles(ruleset, &rack);
    let database = Connection::open(folder.join("tisane.db")).unwrap();
    let lines: Vec<(i64, String)> = {
        let mut lines = database.prepare("SELECT number, line FROM events WHERE room = ? ORDER BY number DESC").unwrap();
        lines.query_map([&game], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    let (number, mut line) = lines
        .iter()
        .map(|(number, line)| (*number, serde_json::from_str::<Value>(line).unwrap()))
        .find(|(_, line)| line["event"] == "drawn" && line["seat"] == 1)
        .unwrap();
    let mut drawn = ruleset.parse_tiles(line["tiles"].as_str().unwrap()).unwrap();
    let old = drawn.iter().find(|&tile| rack.contains(tile)).unwrap();
    // What Bo does not see is Ada's rack and the bag; a kind of which there are more than Ada can hold is in the bag.
    let hidden = tiles(ruleset, &unseen.game.unseen);
    let new = hidden.kinds().filter(|&(tile, _)| tile != old).max_by_key(|&(_, n)| n).unwrap();
    drawn.remove(old);
    drawn.insert(new.0);
    line["tiles"] = json!(ruleset.show_tiles(&drawn));
    let changed =
        database.execute("UPDATE events SET line = ? WHERE room = ? AND number = ?", params![line.to_string(), game, number]).unwrap();
    assert_eq!(changed, 1);
    drop(database);

    let server = Server::start_in(folder, common::unlimited()).await;
    let after = [everything(&server, &game, &ada).await, everything(&server, &game, &bo).await, everything(&server, &game, &cy).await];
    assert_eq!(before[0], after[0], "Ada does not know Bo's tiles");
    assert_eq!(before[2], after[2], "neither does Cy, who looks on");
    assert_ne!(before[1], after[1], "Bo does");
    server.stop().await;
}
