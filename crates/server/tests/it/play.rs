//! Whole games over real sockets.

use std::time::Duration;

use crate::bot;
use crate::common::player::Thinker;
use crate::common::{Client, Guest, Server};
use tisane_protocol::game::{GameView, PhaseView};
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, ChallengeView, ErrorCode, RoomView};

/// Longer than bots wait for people to challenge.
const BOTS_WAIT: Duration = Duration::from_secs(7);

/// Which tiles are drawn does not matter, and no test may depend on it.
fn new_game(ruleset: &str) -> NewGame {
    NewGame { seed: Some(1), ..NewGame::new(ruleset) }
}

/// Plays a seat to the end of the game; returns the last view.
async fn play(mut client: Client, game: String, thinker: &Thinker) -> GameView {
    let mut view = client.watch(&game).await.room.game;
    loop {
        let action = match view.phase {
            PhaseView::Ended => return view,
            PhaseView::Playing if view.on_turn == view.you => Some(thinker.choose(&view)),
            PhaseView::LastChallenge if view.may_accept => Some(ActionView::Accept),
            _ => None,
        };
        let (version, turn) = (view.version, view.turn);
        view = match action {
            None => client.until(|room| room.game.version > version).await.game,
            Some(action) => {
                client
                    .ask(Ask::Act { game: game.clone(), turn: Some(turn), action })
                    .await
                    .unwrap();
                // Updates from before the move may still be on their way.
                client
                    .until(|room| {
                        room.game.turn > turn
                            || (room.game.version > version && !is_asked(&room.game))
                    })
                    .await
                    .game
            }
        };
    }
}

fn is_asked(view: &GameView) -> bool {
    view.may_accept || view.on_turn == view.you
}

async fn two_play(server: &Server, ruleset: &str, hosts: [&Guest; 2]) -> [GameView; 2] {
    let thinker = Thinker::new(ruleset);
    let game = server.game(hosts[0], &new_game(ruleset)).await;
    let (mut one, mut other) = (server.socket(hosts[0]).await, server.socket(hosts[1]).await);
    other.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    other.act(&game, ActionView::Ready { ready: true }).await.unwrap();
    one.act(&game, ActionView::Start).await.unwrap();
    let (a, b) = tokio::join!(play(one, game.clone(), &thinker), play(other, game, &thinker));
    [a, b]
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_game_to_its_end() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let [a, b] = two_play(&server, "english", [&ada, &bo]).await;
    assert_eq!(a.outcome, b.outcome);
    let outcome = a.outcome.unwrap();
    assert_eq!(outcome.winners.len(), 1);
    assert!(outcome.results.iter().all(|result| result.total > 150), "{outcome:?}");
    assert_eq!(a.seats[0].name, "Ada");
    assert_eq!(a.bag, 0);
    server.stop().await;
}

/// A player who still has to accept the last play sees that in their list.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_waits_for_an_answer_says_so_in_lists() {
    let server = Server::start().await;
    let guests = [server.guest("Ada").await, server.guest("Bo").await];
    let thinker = Thinker::new("english");
    let game = server.game(&guests[0], &new_game("english")).await;
    let mut clients = [server.socket(&guests[0]).await, server.socket(&guests[1]).await];
    clients[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    clients[0].act(&game, ActionView::Start).await.unwrap();
    let mut views =
        [clients[0].watch(&game).await.room.game, clients[1].watch(&game).await.room.game];
    while let Some(seat) = views[0].on_turn.map(|seat| seat as usize) {
        let turn = views[0].turn;
        clients[seat].act(&game, thinker.choose(&views[seat])).await.unwrap();
        for (view, client) in views.iter_mut().zip(&mut clients) {
            *view = client
                .until(|room| room.game.turn > turn || room.game.phase != PhaseView::Playing)
                .await
                .game;
        }
    }
    let waits_for = views[0].to_accept.clone();
    let (_, listed) =
        server.http("GET", "/api/games", Some(&guests[0]), serde_json::json!(null)).await;
    assert_eq!(waits_for.len(), 1);
    assert_eq!(listed["rooms"][0]["to_accept"], serde_json::json!(waits_for));
    clients[waits_for[0] as usize].act(&game, ActionView::Accept).await.unwrap();
    let (_, listed) =
        server.http("GET", "/api/games", Some(&guests[0]), serde_json::json!(null)).await;
    assert_eq!(listed["rooms"][0]["to_accept"], serde_json::json!(null));
    server.stop().await;
}

/// One game of each ruleset that has a lexicon: letters of several characters, other alphabets,
/// large boards, plays that may be doubted or not, other ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_every_family_is_played() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let mut played = Vec::new();
    for name in tisane_rules::builtin_names()
        .filter(|name| tisane_rules::Ruleset::named(name).unwrap().lexicon.is_some())
    {
        let [a, b] = two_play(&server, name, [&ada, &bo]).await;
        assert_eq!(a.outcome, b.outcome, "{name}");
        assert!(a.turns.len() > 8, "{name}: {:?}", a.outcome);
        played.push(name);
    }
    for name in ["english", "english-super", "erudit", "spanish", "french", "dutch"] {
        assert!(played.contains(&name), "{name} is not among {played:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_game_to_its_end() {
    let server = Server::start().await;
    let mut guests = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"] {
        guests.push(server.guest(name).await);
    }
    let thinker = Thinker::new("english");
    let game = server.game(&guests[0], &NewGame { seats: Some(4), ..new_game("english") }).await;
    let mut clients = Vec::new();
    for guest in &guests {
        clients.push(server.socket(guest).await);
    }
    for client in &mut clients[1..] {
        client.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    }
    clients[0].act(&game, ActionView::Start).await.unwrap();
    let [a, b, c, d] = <[Client; 4]>::try_from(clients)
        .unwrap_or_else(|_| panic!("four sit down"))
        .map(|client| play(client, game.clone(), &thinker));
    let (a, b, c, d) = tokio::join!(a, b, c, d);
    assert!([&b, &c, &d].iter().all(|other| other.outcome == a.outcome));
    assert_eq!(a.seats.len(), 4);
    assert!(a.outcome.unwrap().results.iter().all(|result| result.total > 50));
    server.stop().await;
}

/// A level plays words it believes in and doubts what it does not know, all the way.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_a_level_to_the_end() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let game =
        server.game(&ada, &NewGame { bots: vec!["casual".into()], ..new_game("english") }).await;
    let mut client = server.socket(&ada).await;
    client.act(&game, ActionView::Start).await.unwrap();
    let view = play(client, game, &Thinker::new("english")).await;
    let outcome = view.outcome.unwrap();
    assert_eq!(view.seats[1].name, "casual");
    assert!(outcome.results[1].total > 80, "{outcome:?}");
    server.stop().await;
}

/// The example in `examples/`, unchanged.
#[tokio::test(flavor = "multi_thread")]
async fn the_example_bot_plays_a_game_to_its_end() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = server.game(&ada, &new_game("english")).await;
    let (_, token) =
        server.http("POST", "/api/me/tokens", Some(&bo), serde_json::Value::Null).await;
    let (address, token) =
        (server.address.to_string(), token["token"].as_str().unwrap().to_owned());
    let mut host = server.socket(&ada).await;
    host.watch(&game).await;
    let person = async {
        host.until(|room| room.game.seats.len() == 2).await;
        host.act(&game, ActionView::Start).await.unwrap();
        play(host, game.clone(), &Thinker::new("english")).await
    };
    let (mine, its) = tokio::join!(person, bot::play(&address, &token, &game));
    let its = its.unwrap();
    assert_eq!((mine.outcome, its.you), (its.outcome.clone(), Some(1)));
    assert!(its.outcome.unwrap().results[1].total > 150);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_three_bots() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    // Where nothing can be doubted, they do not wait for it.
    let bots = vec!["greedy".into(), "static".into(), "greedy".into()];
    let wishes = NewGame { bots, challenge: Some(ChallengeView::Void), ..new_game("english") };
    let game = server.game(&ada, &wishes).await;
    let mut client = server.socket(&ada).await;
    client.act(&game, ActionView::Start).await.unwrap();
    let view = play(client, game, &Thinker::new("english")).await;
    assert_eq!(view.phase, PhaseView::Ended);
    let names: Vec<&str> = view.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "greedy", "static", "greedy 2"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_for_another_turn_is_refused_and_nothing_is_done_twice() {
    let server = Server::start().await;
    let (ada, bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = server.game(&ada, &new_game("english")).await;
    let (mut one, mut other) = (server.socket(&ada).await, server.socket(&bo).await);
    other.ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
    one.act(&game, ActionView::Start).await.unwrap();
    one.watch(&game).await;
    let room = server.room(&game, Some(&ada)).await;
    let (mover, turn) =
        (if room.game.on_turn == Some(0) { &mut one } else { &mut other }, room.game.turn);
    let pass = || Ask::Act { game: game.clone(), turn: Some(turn), action: ActionView::Pass };
    mover.ask(pass()).await.unwrap();
    assert_eq!(mover.ask(pass()).await.unwrap_err().code, ErrorCode::TurnOver);
    let error = mover.act(&game, ActionView::Pass).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::NotYourTurn);
    assert_eq!(server.room(&game, Some(&ada)).await.game.turns.len(), 1);
    server.stop().await;
}

/// A bot between two people, Ada and Bo.
struct Trio {
    game: String,
    guests: [Guest; 2],
    clients: [Client; 2],
}

impl Trio {
    const SEATS: [u32; 2] = [0, 2];

    async fn start(server: &Server, bot: &str) -> Trio {
        let guests = [server.guest("Ada").await, server.guest("Bo").await];
        let game = NewGame { seats: Some(3), bots: vec![bot.into()], ..new_game("english") };
        let game = server.game(&guests[0], &game).await;
        let mut clients = [server.socket(&guests[0]).await, server.socket(&guests[1]).await];
        clients[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
        clients[0].act(&game, ActionView::Start).await.unwrap();
        for client in &mut clients {
            client.watch(&game).await;
        }
        Trio { game, guests, clients }
    }

    /// What one of the two sees when it is their turn for the first time; the other passes until
    /// then.
    async fn turn_of(&mut self, server: &Server, person: usize) -> GameView {
        loop {
            let view = server.room(&self.game, Some(&self.guests[person])).await.game;
            match view.on_turn {
                Some(seat) if seat == Trio::SEATS[person] => return view,
                Some(seat) if Trio::SEATS.contains(&seat) => {
                    self.clients[1 - person].act(&self.game, ActionView::Pass).await.unwrap()
                }
                _ => {
                    server.app.clock().advance(BOTS_WAIT);
                    let later = |room: &RoomView| room.game.version > view.version;
                    self.clients[person].until(later).await;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_have_time_to_challenge_before_a_bot_moves() {
    let server = Server::start().await;
    let mut trio = Trio::start(&server, "greedy").await;
    let view = trio.turn_of(&server, 0).await;
    trio.clients[0].act(&trio.game, Thinker::new("english").choose(&view)).await.unwrap();
    server.app.clock().advance(Duration::from_secs(2));
    let view = server.room(&trio.game, Some(&trio.guests[1])).await.game;
    assert_eq!(view.on_turn, Some(1), "the bot waits");
    assert!(!view.challengeable.is_empty());
    trio.clients[1].act(&trio.game, ActionView::Challenge { words: None }).await.unwrap();
    // Then it goes on.
    server.app.clock().advance(BOTS_WAIT);
    let has_moved =
        |room: &RoomView| room.game.turns.iter().skip(view.turns.len()).any(|turn| turn.seat == 1);
    trio.clients[0].until(has_moved).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_waits_for_a_player_in_the_challenge_dialog() {
    let server = Server::start().await;
    let mut trio = Trio::start(&server, "greedy").await;
    let view = trio.turn_of(&server, 0).await;
    trio.clients[0].act(&trio.game, Thinker::new("english").choose(&view)).await.unwrap();
    let hold = |hold| Ask::Hold { game: trio.game.clone(), hold };
    trio.clients[1].ask(hold(true)).await.unwrap();
    server.app.clock().advance(Duration::from_secs(8));
    let held = server.room(&trio.game, Some(&trio.guests[1])).await.game;
    assert_eq!(held.on_turn, Some(1), "longer than without a question");
    trio.clients[1].ask(hold(false)).await.unwrap();
    let has_moved =
        |room: &RoomView| room.game.version > held.version && room.game.on_turn == Some(2);
    let room = trio.clients[1].until(has_moved).await;
    let [.., play, bots] = &room.game.turns[..] else { panic!("two turns were taken") };
    assert_eq!((play.seat, bots.seat), (0, 1));
    assert!(bots.at - play.at >= 8_000, "the bot moved after {} ms", bots.at - play.at);
    trio.clients[1].ask(hold(true)).await.unwrap();
    let stranger = server.guest("Cy").await;
    let refused = server.socket(&stranger).await.ask(hold(true)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotSeated);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_leaves_time_to_challenge_another_bot() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let wishes = NewGame { bots: vec!["greedy".into(), "greedy".into()], ..new_game("english") };
    let game = server.game(&ada, &wishes).await;
    let mut client = server.socket(&ada).await;
    client.act(&game, ActionView::Start).await.unwrap();
    client.watch(&game).await;
    // Bots may exchange, too, and nobody doubts that.
    let bots_play = |view: &GameView| {
        view.on_turn == Some(2)
            && view.turns.last().is_some_and(|turn| turn.seat == 1)
            && !view.challengeable.is_empty()
    };
    loop {
        let view = server.room(&game, Some(&ada)).await.game;
        match view.on_turn {
            _ if bots_play(&view) => break,
            Some(0) => client.act(&game, ActionView::Pass).await.unwrap(),
            _ => {
                server.app.clock().advance(BOTS_WAIT);
                client.until(|room| room.game.version > view.version).await;
            }
        }
    }
    server.app.clock().advance(Duration::from_secs(1));
    client.act(&game, ActionView::Challenge { words: None }).await.unwrap();
    let view = server.room(&game, Some(&ada)).await.game;
    assert_eq!(
        view.turns
            .iter()
            .rev()
            .find_map(|turn| turn.challenge.as_ref())
            .map(|challenge| challenge.by),
        Some(0)
    );
    server.stop().await;
}
