//! Nobody receives a byte that depends on what they may not know: random games are served twice,
//! the second time with hidden tiles exchanged for others behind the server's back, and go on;
//! everything that is sent is compared.
//!
//! `LEAK_ROUNDS=20 cargo nextest run -p tisane-server leaks::` plays twenty times as many.

use std::collections::HashMap;
use std::path::Path;

use crate::common::hidden::{Dice, permute};
use crate::common::player::Thinker;
use crate::common::{Client, Guest, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tisane_protocol::game::{GameView, PhaseView};
use tisane_protocol::request::{ActionView, NewGame, SpectatorsView};
use tisane_protocol::{Ask, Asked, ChallengeView, ClockView, Said};
use tisane_server::Config;
use tokio_tungstenite::tungstenite::Message;

/// Which games are played: some with blanks and letters of two characters, other alphabets, plays
/// that may be doubted or not.
struct Kind {
    ruleset: &'static str,
    seats: usize,
    /// With bots there is one person, since bots sit down with the host.
    bots: &'static [&'static str],
    challenge: Option<ChallengeView>,
    spectators: SpectatorsView,
}

const fn kind(ruleset: &'static str, seats: usize) -> Kind {
    Kind { ruleset, seats, bots: &[], challenge: None, spectators: SpectatorsView::Table }
}

const KINDS: [Kind; 11] = [
    kind("english", 2),
    kind("english", 3),
    kind("english", 4),
    Kind { challenge: Some(ChallengeView::Single), ..kind("spanish", 2) },
    Kind { spectators: SpectatorsView::Nobody, ..kind("erudit", 3) },
    Kind { challenge: Some(ChallengeView::Single), ..kind("french", 4) },
    kind("english-super", 2),
    Kind { bots: &["greedy"], ..kind("wordfeud-english", 2) },
    Kind { bots: &["club", "static"], ..kind("dutch", 3) },
    Kind { spectators: SpectatorsView::Delayed { turns: 4 }, ..kind("english", 2) },
    Kind { spectators: SpectatorsView::Delayed { turns: 4 }, ..kind("spanish", 3) },
];

impl Kind {
    fn people(&self) -> usize {
        self.seats - self.bots.len()
    }
}

/// A game that was begun and left in the middle.
struct Begun<'a> {
    id: String,
    kind: &'a Kind,
    /// Where the first player keeps the position, and shares it.
    kept: [String; 2],
}

/// Players sit in the order of this list; the rest are spectators, and the last one always is.
const NAMES: [&str; 5] = ["Ada", "Bo", "Cy", "Di", "Em"];

async fn act(server: &Server, game: &str, who: &Guest, action: ActionView) -> Result<(), String> {
    let (status, answer) = server
        .text("POST", &format!("/api/games/{game}/actions"), Some(who), json!({ "action": action }))
        .await;
    if status == 200 { Ok(()) } else { Err(answer) }
}

/// The game as the person on turn sees it; none if it has ended.
async fn persons_turn(
    server: &Server,
    game: &str,
    guests: &[Guest],
    people: usize,
) -> Option<GameView> {
    loop {
        let view = server.room(game, Some(&guests[0])).await.game;
        match (view.phase, view.on_turn) {
            (PhaseView::Playing, Some(seat)) if (seat as usize) < people => {
                return Some(server.room(game, Some(&guests[seat as usize])).await.game);
            }
            (PhaseView::Playing, _) => {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await
            } // a bot thinks
            _ => return None,
        }
    }
}

/// Words that are hardly any: the tiles of a play in another order.
fn shuffled(action: ActionView) -> ActionView {
    let ActionView::Place { tiles } = action else { return action };
    let mut other = tiles.clone();
    for (place, tile) in other.iter_mut().zip(tiles.iter().rev()) {
        (place.tile, place.blank) = (tile.tile.clone(), tile.blank);
    }
    ActionView::Place { tiles: other }
}

/// Plays this many random turns; the last one scores, so that the next ones do not end the game.
async fn begin<'a>(
    server: &Server,
    guests: &[Guest],
    kind: &'a Kind,
    thinker: &Thinker,
    dice: &mut Dice,
) -> Option<Begun<'a>> {
    let wishes = NewGame {
        seats: Some(kind.seats as u32),
        bots: kind.bots.iter().map(|bot| (*bot).to_owned()).collect(),
        challenge: kind.challenge,
        spectators: kind.spectators,
        // Nobody is missed where turns last a day.
        clock: Some(ClockView::Turn { turn: 86_400_000, bank: 0 }),
        ..NewGame::new(kind.ruleset)
    };
    let people = kind.people();
    let game = server.game(&guests[0], &wishes).await;
    for guest in &guests[1..people] {
        let (status, answer) =
            server.http("POST", &format!("/api/games/{game}/join"), Some(guest), json!(null)).await;
        assert_eq!(status, 200, "{answer}");
    }
    act(server, &game, &guests[0], ActionView::Start).await.unwrap();
    let turns = 2 + dice.below(12);
    for turn in 0..=turns {
        let view = persons_turn(server, &game, guests, people).await?;
        let seat = view.on_turn.unwrap() as usize;
        let best = thinker.choose(&view);
        let rack = view.seats[seat].rack.clone().unwrap();
        let chosen = match dice.below(10) {
            _ if turn == turns => best.clone(),
            0 | 1 if view.may_exchange => {
                ActionView::Exchange { tiles: rack[..1 + dice.below(rack.len())].to_vec() }
            }
            2 => ActionView::Pass,
            3 | 4 => shuffled(best.clone()),
            _ => best.clone(),
        };
        if act(server, &game, &guests[seat], chosen).await.is_err() {
            // Where words are checked, or the bag is small.
            act(server, &game, &guests[seat], best).await.unwrap();
        }
        let doubter = dice.below(people);
        if turn < turns && dice.chance(40) {
            let _ =
                // Who may not is refused.
                act(server, &game, &guests[doubter], ActionView::Challenge { words: None }).await;
        }
        if dice.chance(30) && kind.spectators != SpectatorsView::Nobody {
            let speaker = &guests[dice.below(guests.len())];
            let text = json!({ "text": format!("turn {turn}") });
            let (status, answer) =
                server.http("POST", &format!("/api/games/{game}/chat"), Some(speaker), text).await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    persons_turn(server, &game, guests, people).await?;
    let (_, position) =
        server.http("GET", &format!("/api/games/{game}/cgp"), Some(&guests[0]), json!(null)).await;
    let content =
        json!({ "kind": "board", "ruleset": kind.ruleset, "position": position, "note": "" });
    let (_, kept) = server
        .http(
            "POST",
            "/api/kept",
            Some(&guests[0]),
            json!({ "title": kind.ruleset, "content": content }),
        )
        .await;
    let own = format!("/api/kept/{}", kept["id"].as_str().unwrap());
    let (_, shared) =
        server.http("POST", &format!("{own}/link"), Some(&guests[0]), json!(null)).await;
    let kept = [own, format!("/api/shared/{}", shared["link"].as_str().unwrap())];
    Some(Begun { id: game, kind, kept })
}

/// What one server sent to one receiver, without the time of day: numbers of eight digits and more.
#[derive(Default)]
struct Received(Vec<String>);

impl Received {
    fn add(&mut self, what: &str, text: &str) {
        let mut shown = format!("{what}: ");
        let mut digits = String::new();
        for sign in text.chars().chain(['\n']) {
            if sign.is_ascii_digit() {
                digits.push(sign);
                continue;
            }
            shown += if digits.len() >= 8 { "TIME" } else { &digits };
            digits.clear();
            shown.push(sign);
        }
        self.0.push(shown);
    }
}

/// Asks at every address that has to do with games and positions.
async fn ask_everything(server: &Server, begun: &Begun<'_>, who: &Guest, received: &mut Received) {
    let game = &begun.id;
    let mut ask = async |method: &str, path: &str, body: Value| {
        let (status, text) = server.text(method, path, Some(who), body).await;
        received.add(&format!("{method} {path} {status}"), &text);
        text
    };
    let [kept, shared] = &begun.kept;
    for path in ["/api/me", "/api/games", "/api/lobby", "/api/bots", "/api/kept", kept, shared] {
        ask("GET", path, Value::Null).await;
    }
    let own = |path: &str| format!("/api/games/{game}{path}");
    ask("GET", &own(""), Value::Null).await;
    let sheet = ask("GET", &own("/gcg"), Value::Null).await;
    let position = ask("GET", &own("/cgp"), Value::Null).await.trim().to_owned();
    for path in ["/rematch", "/join"] {
        let refused: Value =
            serde_json::from_str(&ask("POST", &own(path), Value::Null).await).unwrap();
        assert!(
            refused["code"].is_string(),
            "a game under way is not joined, nor followed by another: {refused}"
        );
    }
    for action in [
        json!({ "kind": "move", "text": "8D TEA" }),
        json!({ "kind": "exchange", "tiles": ["?", "?", "?"] }),
        json!({ "kind": "accept" }),
        json!({ "kind": "challenge", "words": [99] }),
    ] {
        ask("POST", &own("/score"), action.clone()).await;
        let outdated = json!({ "turn": 0, "action": action });
        ask("POST", &own("/actions"), outdated).await;
    }
    let ruleset = begun.kind.ruleset;
    // Spectators have no position, so they ask about the sheet alone.
    ask("POST", "/api/solve", json!({ "position": position, "ruleset": ruleset, "top": 3 })).await;
    ask("POST", "/api/score", json!({ "position": position, "ruleset": ruleset, "move": "pass" }))
        .await;
    ask("POST", "/api/place", json!({ "position": position, "ruleset": ruleset, "word": "te" }))
        .await;
    ask("POST", "/api/review", json!({ "of": { "game": game } })).await;
    ask("POST", "/api/review", json!({ "of": { "sheet": sheet }, "ruleset": ruleset })).await;
    ask("POST", "/api/import", json!({ "text": sheet, "ruleset": ruleset })).await;
    let question = json!({ "ask": "sheet", "text": sheet, "ruleset": ruleset });
    ask("POST", "/api/questions", json!({ "ruleset": ruleset, "question": question })).await;
}

/// Everything on the socket up to the answer to this, which is added too.
async fn say(client: &mut Client, id: u64, ask: Ask, received: &mut Received) {
    client
        .stream
        .send(Message::text(serde_json::to_string(&Asked { id, ask }).unwrap()))
        .await
        .unwrap();
    loop {
        let Message::Text(text) = client.stream.next().await.unwrap().unwrap() else { continue };
        received.add("socket", &text);
        match serde_json::from_str(&text).unwrap() {
            Said::Done { id: done, .. } if done == id => return,
            Said::Refused { id: refused, .. } if refused == Some(id) => return,
            _ => {}
        }
    }
}

/// One of the two servers, with the sockets of all viewers of one game.
struct World {
    server: Server,
    received: Received,
}

impl World {
    async fn start(folder: &Path) -> World {
        // What a connection is credited depends on the moment, not on tiles.
        let config = Config { no_lag_credit: true, ..crate::common::unlimited() };
        World {
            server: Server::start_in(folder.to_owned(), config).await,
            received: Received::default(),
        }
    }
}

/// Two turns of the player on turn, the same in both worlds: an exchange of a tile that they have
/// in both, or a pass.
async fn go_on(worlds: &mut [World; 2], begun: &Begun<'_>, guests: &[Guest], viewer: usize) {
    for _ in 0..2 {
        let seat =
            worlds[0].server.room(&begun.id, Some(&guests[0])).await.game.on_turn.unwrap() as usize;
        let mut racks = Vec::new();
        for world in &*worlds {
            let view = world.server.room(&begun.id, Some(&guests[seat])).await.game;
            racks.push((view.may_exchange, view.seats[seat].rack.clone().unwrap()));
        }
        let common = racks[0]
            .1
            .iter()
            .find(|tile| racks[1].1.contains(tile))
            .filter(|_| racks[0].0 && seat != viewer);
        let action = common
            .map_or(ActionView::Pass, |tile| ActionView::Exchange { tiles: vec![tile.clone()] });
        for world in &*worlds {
            act(&world.server, &begun.id, &guests[seat], action.clone()).await.unwrap();
        }
    }
    for world in &*worlds {
        assert_eq!(
            world.server.room(&begun.id, Some(&guests[0])).await.game.phase,
            PhaseView::Playing
        );
    }
}

/// Serves one game in both worlds to one viewer and lets it go on.
async fn serve_twice(worlds: &mut [World; 2], begun: &Begun<'_>, guests: &[Guest], viewer: usize) {
    let who = &guests[viewer];
    let mut clients = Vec::new();
    for world in &mut *worlds {
        ask_everything(&world.server, begun, who, &mut world.received).await;
        let mut client = world.server.socket(who).await;
        for since in [Some(0), Some(7), None] {
            say(&mut client, 1, Ask::Watch { game: begun.id.clone(), since }, &mut world.received)
                .await;
        }
        say(&mut client, 2, Ask::Lobby { watch: true }, &mut world.received).await;
        clients.push(client);
    }
    if begun.kind.bots.is_empty() {
        go_on(worlds, begun, guests, viewer).await;
    }
    for (world, client) in worlds.iter_mut().zip(&mut clients) {
        let text = json!({ "text": "well played" });
        world
            .server
            .http("POST", &format!("/api/games/{}/chat", begun.id), Some(&guests[0]), text)
            .await;
        say(
            client,
            3,
            Ask::Act { game: begun.id.clone(), turn: Some(0), action: ActionView::Pass },
            &mut world.received,
        )
        .await;
    }
    drop(clients);
    // Back again after the connection was lost.
    for world in worlds {
        while world.server.room(&begun.id, Some(&guests[0])).await.watchers > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let mut client = world.server.socket(who).await;
        say(
            &mut client,
            4,
            Ask::Watch { game: begun.id.clone(), since: Some(3) },
            &mut world.received,
        )
        .await;
        ask_everything(&world.server, begun, who, &mut world.received).await;
    }
}

fn copied(folder: &Path) -> std::path::PathBuf {
    let copy = crate::common::folder();
    for file in std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
    {
        std::fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
    }
    copy
}

/// What others see of a game besides the viewer; it should change.
async fn others(
    server: &Server,
    begun: &Begun<'_>,
    guests: &[Guest],
    viewer: usize,
) -> Vec<Option<Vec<String>>> {
    let people = begun.kind.people();
    let mut racks = Vec::new();
    for seat in (0..people).filter(|&seat| seat != viewer) {
        racks.push(server.room(&begun.id, Some(&guests[seat])).await.game.seats[seat].rack.clone());
    }
    racks
}

async fn play_and_compare(round: u64) {
    let mut dice = Dice(round);
    let server = Server::start().await;
    let mut guests = Vec::new();
    for name in NAMES {
        guests.push(server.guest(name).await);
    }
    let mut thinkers: HashMap<&str, Thinker> = HashMap::new();
    let mut games = Vec::new();
    for kind in &KINDS {
        let thinker = thinkers.entry(kind.ruleset).or_insert_with(|| Thinker::new(kind.ruleset));
        games.extend(begin(&server, &guests, kind, thinker, &mut dice).await);
    }
    assert!(games.len() >= KINDS.len() - 2, "most games are not over so soon: {}", games.len());
    let folder = server.stop().await;
    for (viewer, name) in NAMES.iter().enumerate() {
        let other = copied(&folder);
        let mut permuted = Vec::new();
        for begun in &games {
            let seat = Some(viewer).filter(|&seat| seat < begun.kind.people());
            // A delayed spectator sees all racks of four turns ago, and two more turns are played.
            let recent =
                begun.kind.spectators.delay().filter(|_| seat.is_none()).map(|turns| turns - 2);
            permuted.push(permute(&other.join("tisane.db"), &begun.id, seat, recent, &mut dice));
        }
        let n = permuted.iter().filter(|&&permuted| permuted).count();
        assert!(n >= games.len() - 2, "{n} of {} games have hidden tiles for {name}", games.len());
        let mut worlds = [World::start(&copied(&folder)).await, World::start(&other).await];
        let mut differ = 0;
        for begun in &games {
            let [as_it_was, otherwise] = &worlds;
            differ += usize::from(
                others(&as_it_was.server, begun, &guests, viewer).await
                    != others(&otherwise.server, begun, &guests, viewer).await,
            );
            serve_twice(&mut worlds, begun, &guests, viewer).await;
        }
        assert!(differ > 0, "the opponents' tiles differ");
        let [as_it_was, otherwise] = worlds;
        let (one, two) = (&as_it_was.received.0, &otherwise.received.0);
        assert_eq!(one.len(), two.len(), "{} messages for {name}", one.len());
        assert!(one.len() > 50 * games.len(), "{}", one.len());
        for (one, two) in one.iter().zip(two) {
            assert_eq!(
                one, two,
                "{name} receives something that depends on hidden tiles, in round {round}"
            );
        }
        as_it_was.server.stop().await;
        otherwise.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_tiles_change_nothing_that_anybody_else_receives() {
    let rounds =
        std::env::var("LEAK_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    for round in 1..=rounds {
        play_and_compare(round).await;
    }
}
