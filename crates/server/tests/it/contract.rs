//! The table of `docs/api.md`, walked through: each message of the common
//! contract, and what we say.

use std::collections::VecDeque;

use crate::common::player::Thinker;
use crate::common::{Guest, Server};
use serde_json::{Value, json};
use tisane_protocol::ChallengeView;
use tisane_protocol::game::GameView;
use tisane_protocol::request::NewGame;

/// A row of the table: what happens elsewhere, our code, how our sentence begins.
struct Row {
    elsewhere: String,
    code: String,
    sentence: String,
}

fn rows() -> VecDeque<Row> {
    let page = include_str!("../../../../docs/api.md");
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| elsewhere"))
        .filter(|line| line.starts_with("| "))
        .skip(1);
    let row = |line: &str| {
        let cells: Vec<&str> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        Row {
            elsewhere: cells[0].to_owned(),
            code: cells[2].to_owned(),
            sentence: cells[3].to_owned(),
        }
    };
    table.map(row).collect()
}

struct Walk {
    server: Server,
    rows: VecDeque<Row>,
    guests: [Guest; 2],
    game: String,
}

impl Walk {
    async fn act(&self, seat: usize, action: Value) -> (String, String) {
        let path = format!("/api/games/{}/actions", self.game);
        let (status, answer) = self
            .server
            .http("POST", &path, Some(&self.guests[seat]), json!({ "action": action }))
            .await;
        match status.as_u16() {
            200 => ("done".to_owned(), String::new()),
            _ => (
                answer["code"].as_str().unwrap().to_owned(),
                answer["error"].as_str().unwrap().to_owned(),
            ),
        }
    }

    /// The next row is what this action brings about. Names of players in sentences are not
    /// compared.
    async fn next(&mut self, elsewhere: &str, seat: usize, action: Value) {
        let (code, sentence) = self.act(seat, action).await;
        self.met(elsewhere, &code, &sentence);
    }

    fn met(&mut self, elsewhere: &str, code: &str, sentence: &str) {
        let row = self.rows.pop_front().expect("the table has a row for this");
        assert_eq!(row.elsewhere, elsewhere);
        assert_eq!(row.code, code, "{elsewhere}: {sentence}");
        let plain = |text: &str| text.replace("Bo's", "Ada's");
        assert!(
            plain(sentence).starts_with(&row.sentence),
            "{elsewhere}: {sentence:?} begins {:?}",
            row.sentence
        );
    }

    async fn view(&self, seat: usize) -> GameView {
        self.server.room(&self.game, Some(&self.guests[seat])).await.game
    }

    async fn on_turn(&self) -> usize {
        self.view(0).await.on_turn.unwrap() as usize
    }
}

fn place(tiles: &[(u8, u8, &str)]) -> Value {
    let tiles: Vec<Value> = tiles
        .iter()
        .map(|(row, col, tile)| json!({ "row": row, "col": col, "tile": tile }))
        .collect();
    json!({ "kind": "place", "tiles": tiles })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_of_the_common_contract_has_one_of_ours() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    // Words are checked when they are played, and a known seed makes the racks those of every run.
    let wishes = NewGame {
        challenge: Some(ChallengeView::Void),
        seed: Some(4),
        grace_seconds: Some(1),
        ..NewGame::new("english")
    };
    let game = server.game(&guests[0], &wishes).await;
    let mut walk = Walk { server, rows: rows(), guests, game };

    walk.next("start: need at least 2 players", 0, json!({ "kind": "start" })).await;
    walk.server
        .http("POST", &format!("/api/games/{}/join", walk.game), Some(&walk.guests[1]), json!(null))
        .await;
    let mut clients =
        [walk.server.socket(&walk.guests[0]).await, walk.server.socket(&walk.guests[1]).await];
    for client in &mut clients {
        client.watch(&walk.game).await;
    }
    assert_eq!(walk.act(0, json!({ "kind": "start" })).await.0, "done");
    walk.next("start: game already started", 0, json!({ "kind": "start" })).await;

    let mover = walk.on_turn().await;
    let rack = walk.view(mover).await.seats[mover].rack.clone().unwrap();
    let letters: Vec<&str> = rack.iter().map(String::as_str).filter(|&face| face != "?").collect();
    let [a, b] = [letters[0], letters[1]];
    walk.next("submit: not your turn", 1 - mover, place(&[(7, 7, a), (7, 8, b)])).await;
    walk.next("submit: you don't have that tile", mover, place(&[(7, 7, "Q"), (7, 8, "Q")])).await;
    walk.next("submit: no tiles placed", mover, place(&[])).await;
    walk.next("submit: invalid row, invalid column", mover, place(&[(15, 7, a), (14, 7, b)])).await;

    let thinker = Thinker::new("english");
    let play = serde_json::to_value(thinker.choose(&walk.view(mover).await)).unwrap();
    let occupied = walk.rows.pop_front().unwrap(); // comes when something is on the board
    walk.next("submit: tiles must form a single line", mover, place(&[(7, 7, a), (8, 8, b)])).await;
    walk.next("submit: gap in word", mover, place(&[(7, 7, a), (7, 9, b)])).await;
    walk.next("submit: first word must touch center", mover, place(&[(0, 0, a), (0, 1, b)])).await;
    let unattached = walk.rows.pop_front().unwrap();
    let nonsense =
        letters.iter().flat_map(|a| letters.iter().map(move |b| [*a, *b])).find(|[a, b]| {
            let word = thinker.ruleset.alphabet.parse(&format!("{a}{b}")).unwrap();
            !thinker.engine.lexicon().contains(&word)
                && (a != b || letters.iter().filter(|c| *c == a).count() > 1)
        });
    let [x, y] = nonsense.expect("not every pair of letters is a word");
    walk.next("submit: invalid words", mover, place(&[(7, 7, x), (7, 8, y)])).await;
    walk.next("submit: success with score and new tiles", mover, play).await;

    let other = 1 - mover;
    let rack = walk.view(other).await.seats[other].rack.clone().unwrap();
    let tile = rack.iter().find(|face| *face != "?").unwrap();
    walk.rows.push_front(occupied);
    walk.next("submit: square already occupied", other, place(&[(7, 7, tile)])).await;
    walk.rows.push_front(unattached);
    walk.next("submit: word must connect to existing tiles", other, place(&[(0, 0, tile)])).await;

    walk.next("pass: success", other, json!({ "kind": "pass" })).await;
    walk.next("pass: not your turn", other, json!({ "kind": "pass" })).await;
    let rack = walk.view(mover).await.seats[mover].rack.clone().unwrap();
    let exchange = json!({ "kind": "exchange", "tiles": rack[..2] });
    walk.next("exchange: success with new tiles", mover, exchange.clone()).await;
    walk.next("exchange: not your turn", mover, exchange).await;

    // To the end, with the bag running out on the way.
    let mut refused_exchange = false;
    while walk.view(0).await.outcome.is_none() {
        let seat = walk.on_turn().await;
        let view = walk.view(seat).await;
        if view.bag < 7 && !refused_exchange {
            let tile = &view.seats[seat].rack.as_ref().unwrap()[0];
            walk.next(
                "exchange: not enough tiles in bag",
                seat,
                json!({ "kind": "exchange", "tiles": [tile] }),
            )
            .await;
            refused_exchange = true;
        }
        assert_eq!(
            walk.act(seat, serde_json::to_value(thinker.choose(&view)).unwrap()).await.0,
            "done"
        );
    }
    let reason = |view: &GameView| {
        serde_json::to_value(view.outcome.as_ref().unwrap().reason).unwrap()["kind"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let code = reason(&walk.view(0).await);
    walk.met("game ended: all tiles played", &code, "");

    // Once more, with passes only. English ends by scoreless turns; this contract counts passes.
    walk.game = walk
        .server
        .game(&walk.guests[0], &NewGame { grace_seconds: Some(1), ..NewGame::new("english-plain") })
        .await;
    walk.server
        .http("POST", &format!("/api/games/{}/join", walk.game), Some(&walk.guests[1]), json!(null))
        .await;
    for client in &mut clients {
        client.watch(&walk.game).await;
    }
    assert_eq!(walk.act(0, json!({ "kind": "start" })).await.0, "done");
    while walk.view(0).await.outcome.is_none() {
        let seat = walk.on_turn().await;
        assert_eq!(walk.act(seat, json!({ "kind": "pass" })).await.0, "done");
    }
    let code = reason(&walk.view(0).await);
    walk.met("game ended: consecutive passes", &code, "");

    // And once more for the absent.
    walk.game = walk.server.game(&walk.guests[0], &wishes).await;
    walk.server
        .http("POST", &format!("/api/games/{}/join", walk.game), Some(&walk.guests[1]), json!(null))
        .await;
    for client in &mut clients {
        client.watch(&walk.game).await;
    }
    assert_eq!(walk.act(0, json!({ "kind": "start" })).await.0, "done");
    let away = walk.on_turn().await;
    let [one, other] = clients;
    let (gone, mut here) = if away == 0 { (one, other) } else { (other, one) };
    drop(gone);
    let room = here.until(|room| room.id == walk.game && !room.game.turns.is_empty()).await;
    let taken = serde_json::to_value(room.game.turns[0].taken).unwrap();
    walk.met("disconnected players are skipped", taken.as_str().unwrap(), "");
    assert!(walk.rows.is_empty(), "every row was walked through");
    walk.server.stop().await;
}
