//! The position of a live game is analysed for nobody, with or without a cookie.

use crate::common::player::Thinker;
use crate::common::{Guest, Server, unlimited};
use serde_json::{Value, json};
use tisane_protocol::request::{ActionView, NewGame};

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) {
    let (status, answer) = server
        .http("POST", &format!("/api/games/{game}/actions"), Some(who), json!({ "action": action }))
        .await;
    assert_eq!(status, 200, "{answer}");
}

async fn cgp(server: &Server, game: &str, who: &Guest) -> String {
    let (status, text) =
        server.http("GET", &format!("/api/games/{game}/cgp"), Some(who), json!(null)).await;
    assert_eq!(status, 200, "{text}");
    text.as_str().unwrap().trim().to_owned()
}

async fn solve(server: &Server, who: Option<&Guest>, position: &str) -> (u16, Value) {
    let (status, answer) = server
        .http(
            "POST",
            "/api/solve",
            who,
            json!({ "position": position, "ruleset": "english", "top": 1 }),
        )
        .await;
    (status.as_u16(), answer["code"].clone())
}

fn refused() -> (u16, Value) {
    (403, json!("no_help"))
}

/// A game of two people with some words on the board.
async fn begun(server: &Server, guests: &[Guest; 2], turns: usize) -> String {
    let game = server.game(&guests[0], &NewGame { seed: Some(5), ..NewGame::new("english") }).await;
    server.http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null)).await;
    act(server, &game, &guests[0], ActionView::Start).await;
    let thinker = Thinker::new("english");
    for _ in 0..turns {
        let seat = server.room(&game, None).await.game.on_turn.unwrap() as usize;
        let view = server.room(&game, Some(&guests[seat])).await.game;
        act(server, &game, &guests[seat], thinker.choose(&view)).await;
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_without_a_cookie_get_no_help_in_a_live_game() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let cy = server.guest("Cy").await;
    let game = begun(&server, &guests, 0).await;
    let opening = cgp(&server, &game, &guests[0]).await;
    assert_eq!(solve(&server, Some(&guests[0]), &opening).await, refused(), "the own rack");
    for who in [None, Some(&cy), Some(&guests[1])] {
        assert_eq!(solve(&server, who, &opening).await.0, 200, "nobody learns another's rack");
    }
    act(&server, &game, &guests[0], ActionView::Resign).await;
    assert_eq!(solve(&server, None, &opening).await.0, 200);

    let game = begun(&server, &guests, 4).await;
    let position = cgp(&server, &game, &guests[0]).await;
    let (_, sheet) =
        server.http("GET", &format!("/api/games/{game}/gcg"), Some(&guests[0]), json!(null)).await;
    let question = json!({ "ask": "sheet", "text": sheet, "ruleset": "english" });
    for (path, body) in [
        ("/api/solve", json!({ "position": position, "ruleset": "english" })),
        ("/api/solve", json!({ "position": position, "ruleset": "english-plain" })),
        ("/api/score", json!({ "position": position, "ruleset": "english", "move": "pass" })),
        ("/api/place", json!({ "position": position, "ruleset": "english", "word": "newt" })),
        ("/api/review", json!({ "of": { "sheet": sheet } })),
        ("/api/questions", json!({ "ruleset": "english", "question": question })),
    ] {
        for who in [None, Some(&cy), Some(&guests[1])] {
            let (status, answer) = server.http("POST", path, who, body.clone()).await;
            assert_eq!((status.as_u16(), answer["code"].clone()), refused(), "{path}: {answer}");
        }
    }
    server.stop().await;
}

/// The board of a position in CGP, by rows; a dot is an empty square.
fn rows(cgp: &str) -> Vec<Vec<char>> {
    let row = |row: &str| {
        let (mut squares, mut run) = (Vec::new(), 0);
        for char in row.chars() {
            match char.to_digit(10) {
                Some(digit) => run = 10 * run + digit as usize,
                None => {
                    squares.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                    squares.push(char);
                }
            }
        }
        squares.extend(std::iter::repeat_n('.', run));
        squares
    };
    cgp.split(' ').next().unwrap().split('/').map(row).collect()
}

fn with_rows(rows: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let (mut text, mut run) = (String::new(), 0);
        for &char in row.iter().chain([&'|']) {
            if char == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
            }
            run = 0;
            text.extend((char != '|').then_some(char));
        }
        text
    };
    format!("{} AEINRST/ 0/0 0", rows.iter().map(row).collect::<Vec<_>>().join("/"))
}

/// One row down, transposed, and with another tile: each of them was answered before.
#[tokio::test(flavor = "multi_thread")]
async fn a_shifted_transposed_or_changed_board_of_a_live_game_is_refused() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = begun(&server, &guests, 4).await;
    let board = rows(&cgp(&server, &game, &guests[0]).await);
    let is_free = |row: &Vec<char>| row.iter().all(|&square| square == '.');
    let mut shifted = board.clone();
    match is_free(&board[14]) {
        true => shifted.rotate_right(1),
        false => shifted.rotate_left(1),
    }
    let transposed: Vec<Vec<char>> =
        (0..15).map(|col| shifted.iter().map(|row| row[col]).collect()).collect();
    let mut changed = transposed.clone();
    let free = changed.iter().position(is_free).unwrap();
    changed[free][0] = 'E';
    let first = changed.iter_mut().flatten().find(|square| **square != '.' && **square != 'E');
    *first.unwrap() = 'E';
    for rows in [&shifted, &transposed, &changed] {
        for who in [None, Some(&guests[1])] {
            assert_eq!(solve(&server, who, &with_rows(rows)).await, refused(), "{rows:?}");
        }
    }
    act(&server, &game, &guests[0], ActionView::Resign).await;
    assert_eq!(solve(&server, None, &with_rows(&shifted)).await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_sleeps_in_the_database_is_live() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let game = begun(&server, &guests, 4).await;
    let position = cgp(&server, &game, &guests[0]).await;
    let server = Server::start_in(server.stop().await, unlimited()).await;
    assert_eq!(solve(&server, None, &position).await, refused());
    act(&server, &game, &guests[0], ActionView::Resign).await;
    assert_eq!(solve(&server, None, &position).await.0, 200, "after the end everybody may know");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_a_bot_is_closed_to_its_player_and_if_rated_to_all() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for rated in [false, true] {
        let game = server
            .game(&ada, &NewGame { bots: vec!["greedy".into()], rated, ..NewGame::new("english") })
            .await;
        act(&server, &game, &ada, ActionView::Start).await;
        let mut watching = server.socket(&ada).await;
        watching.watch(&game).await;
        let thinker = Thinker::new("english");
        let mut adas_turn = async || loop {
            let view = server.room(&game, Some(&ada)).await.game;
            match view.on_turn {
                Some(0) => break view,
                _ => drop(watching.until(|room| room.game.version > view.version).await),
            }
        };
        for _ in 0..2 {
            let view = adas_turn().await;
            act(&server, &game, &ada, thinker.choose(&view)).await;
        }
        adas_turn().await; // so that the bot doesn't change the board meanwhile
        let position = cgp(&server, &game, &ada).await;
        assert_eq!(solve(&server, Some(&ada), &position).await, refused());
        let (status, _) = solve(&server, None, &position).await;
        assert_eq!(status, if rated { 403 } else { 200 }, "rated: {rated}");
        act(&server, &game, &ada, ActionView::Resign).await;
    }
    server.stop().await;
}
