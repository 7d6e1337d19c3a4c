//! Compares what clients were told with what is stored, and with what every node shows.

use std::sync::Arc;

use tisane_protocol::RoomView;
use tisane_protocol::game::{Viewer, turn_number, view};
use tisane_protocol::stored::{StoredSetup, read_event};
use tisane_rules::{Event, Game, Ruleset};

use super::super::script::Script;
use super::history::{History, Kind};

/// How far the time of an event may be from the time at which the client sent it or heard of it.
const TIME_ERROR: i64 = 500;
/// How long other nodes believe that a player is connected, and a bit more.
const PRESENCE: i64 = 35_000;

/// A game in the database.
#[derive(Clone, Default)]
pub(super) struct Stored {
    pub(super) setup: String,
    pub(super) version: u64,
    /// The log, by number.
    pub(super) lines: Vec<(u64, String)>,
    pub(super) chat: Vec<ChatRow>,
}

#[derive(Clone, Debug)]
pub(super) struct ChatRow {
    pub(super) number: u64,
    pub(super) player: String,
    pub(super) text: String,
}

/// A stored action of a seat.
#[derive(Clone, Copy, Debug)]
struct Action {
    turn: u64,
    seat: usize,
    at: i64,
    score: i32,
    /// The version after it.
    version: u64,
}

/// A stored game, played again.
pub(super) struct Replay {
    events: Vec<Event>,
    setup: tisane_rules::Setup,
    actions: Vec<Action>,
    /// Times at which the game paused.
    paused: Vec<i64>,
    /// Turns skipped and games lost on time, by seat and time.
    penalties: Vec<(usize, i64)>,
    pub(super) is_over: bool,
    totals: Vec<i32>,
}

impl Replay {
    pub(super) fn new(stored: &Stored, ruleset: &Arc<Ruleset>) -> Result<Replay, String> {
        let setup = StoredSetup::read(&stored.setup).map_err(|error| error.to_string())?;
        let setup = setup.setup(ruleset.clone()).map_err(|error| error.to_string())?;
        let mut game = Game::new(setup.clone());
        let (mut events, mut actions) = (Vec::new(), Vec::new());
        let (mut paused, mut penalties) = (Vec::new(), Vec::new());
        for (place, (number, line)) in stored.lines.iter().enumerate() {
            if *number != place as u64 {
                return Err(format!("event {number} follows event {place} - 1"));
            }
            let (event, _) = read_event(ruleset, line).map_err(|error| error.to_string())?;
            let turn = turn_number(&game);
            let mut act = |seat: usize, at: i64, score: i32| {
                actions.push(Action { turn, seat, at, score, version: number + 1 });
            };
            match &event {
                Event::Played { seat, score, at, .. } => act(*seat, *at, *score),
                Event::Passed { seat, at }
                | Event::Exchanged { seat, at, .. }
                | Event::Accepted { seat, at } => act(*seat, *at, 0),
                Event::Paused { at } => paused.push(*at),
                Event::Skipped { seat, at } | Event::Lost { seat, at, .. } => {
                    penalties.push((*seat, *at));
                }
                _ => {}
            }
            game.apply(&event);
            events.push(event);
        }
        if stored.version != stored.lines.len() as u64 {
            let (version, lines) = (stored.version, stored.lines.len());
            return Err(format!("its version is {version}, but it has {lines} events"));
        }
        let (is_over, totals) = (game.outcome().is_some(), game.scores());
        Ok(Replay { events, setup, actions, paused, penalties, is_over, totals })
    }

    pub(super) fn turns_of(&self, seat: usize) -> usize {
        self.actions.iter().filter(|action| action.seat == seat).count()
    }

    /// The game after so many events.
    fn at(&self, version: u64) -> Option<Game> {
        let mut game = Game::new(self.setup.clone());
        self.events.get(..version as usize)?.iter().for_each(|event| game.apply(event));
        Some(game)
    }
}

/// Everything that is wrong with a stored game.
pub(super) fn check(
    history: &History,
    stored: &Stored,
    replay: &Replay,
    scripts: &[Script],
) -> Vec<String> {
    let mut wrong = Vec::new();
    actions(history, replay, &mut wrong);
    if let Kind::Script(script) = history.kind {
        follows(replay, &scripts[script], &mut wrong);
    }
    presence(history, replay, &mut wrong);
    chat(history, stored, &mut wrong);
    if history.is_over && !replay.is_over {
        wrong.push("clients saw its end, which is not stored".to_owned());
    }
    wrong.into_iter().map(|what| format!("game {}: {what}", history.game)).collect()
}

/// Every acknowledged action is stored once, at the right time; no action is stored that nobody
/// sent.
fn actions(history: &History, replay: &Replay, wrong: &mut Vec<String>) {
    let sent = |action: &Action| {
        history.sent.iter().any(|sent| (sent.turn, sent.seat) == (action.turn, action.seat))
    };
    let is_human = |seat: usize| history.kind != Kind::Bot || seat == 0;
    for action in replay.actions.iter().filter(|action| is_human(action.seat)) {
        if !sent(action) {
            wrong.push(format!("turn {} of seat {} was never sent", action.turn, action.seat));
        }
    }
    let acknowledged = || history.sent.iter().filter(|sent| sent.done.is_some());
    for (n, sent) in acknowledged().enumerate() {
        let (turn, seat) = (sent.turn, sent.seat);
        if acknowledged().skip(n + 1).any(|later| (later.turn, later.seat) == (turn, seat)) {
            wrong.push(format!("turn {turn} of seat {seat} was acknowledged twice"));
        }
        let mut found =
            replay.actions.iter().filter(|action| (action.turn, action.seat) == (turn, seat));
        match (found.next(), found.next()) {
            (Some(action), None) => {
                let (from, to) = (sent.sent, sent.done.unwrap_or(i64::MAX));
                let in_time = (from - TIME_ERROR..=to.saturating_add(TIME_ERROR)).contains(&action.at);
                if !in_time {
                    wrong.push(format!(
                        "turn {turn} of seat {seat} is stored at {}, but was made between {from} and {to}",
                        action.at
                    ));
                }
            }
            (None, _) => {
                wrong.push(format!("turn {turn} of seat {seat} was acknowledged and is not stored"));
            }
            _ => wrong.push(format!("turn {turn} of seat {seat} is stored twice")),
        }
    }
}

/// The stored game is a beginning of the script, or all of it.
fn follows(replay: &Replay, script: &Script, wrong: &mut Vec<String>) {
    if replay.actions.len() > script.steps.len() {
        wrong.push("it is longer than its script".to_owned());
    }
    for (number, (action, step)) in replay.actions.iter().zip(&script.steps).enumerate() {
        if (action.seat, action.turn, action.score) != (step.seat, step.turn, step.score) {
            wrong.push(format!("move {number} is not that of the script: {action:?}"));
        }
    }
    if replay.is_over && replay.totals != script.totals {
        wrong.push(format!("it ended {:?} instead of {:?}", replay.totals, script.totals));
    }
}

/// Nobody who is connected is skipped or runs out of time, and the game pauses only while nobody is.
fn presence(history: &History, replay: &Replay, wrong: &mut Vec<String>) {
    let was_away = |player: usize, at: i64| {
        let player = if history.kind == Kind::Bot { 0 } else { player };
        history.absences[player].any(at - PRESENCE, at + TIME_ERROR)
    };
    for &(seat, at) in &replay.penalties {
        if !was_away(seat, at) {
            wrong.push(format!("seat {seat} was connected and lost a turn or the game at {at}"));
        }
    }
    for &at in &replay.paused {
        if !(was_away(0, at) && was_away(1, at)) {
            wrong.push(format!("it paused at {at}, while somebody was connected"));
        }
    }
}

/// Messages have the numbers 1, 2, 3…; every acknowledged one is stored once, in order.
fn chat(history: &History, stored: &Stored, wrong: &mut Vec<String>) {
    for (place, row) in stored.chat.iter().enumerate() {
        if row.number != place as u64 + 1 {
            wrong.push(format!("message {} is in place {}", row.number, place + 1));
        }
    }
    let mut last = [0; 2];
    for message in &history.messages {
        let mut found = stored
            .chat
            .iter()
            .filter(|row| row.player == message.player && row.text == message.text);
        match (found.next(), found.next()) {
            (Some(row), None) => {
                let player = usize::from(message.player == history.players[1]);
                if row.number <= last[player] {
                    wrong.push(format!("message {} is out of order", row.number));
                }
                last[player] = row.number;
            }
            (None, _) if message.is_done => {
                wrong.push(format!("{:?} was acknowledged and is not stored", message.text));
            }
            (None, _) => {}
            _ => wrong.push(format!("{:?} is stored twice", message.text)),
        }
    }
}

/// What a node shows to a player is the log, and has every acknowledged action.
pub(super) fn check_view(
    history: &History,
    replay: &Replay,
    player: usize,
    room: &RoomView,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let version = room.game.version;
    let last = history.sent.iter().rev().find(|sent| sent.done.is_some());
    let needed = last.and_then(|sent| {
        let mut actions = replay.actions.iter();
        actions.find(|action| (action.turn, action.seat) == (sent.turn, sent.seat))
    });
    if needed.is_some_and(|action| action.version > version) {
        wrong.push(format!("version {version} lacks an acknowledged action"));
    }
    let is_spectator = history.kind == Kind::Bot && player == 1;
    let viewer = if is_spectator { Viewer::Spectator { racks: false } } else { Viewer::Seat(player) };
    match replay.at(version) {
        None => wrong.push(format!("version {version} is not stored")),
        Some(game) => {
            if view(&game, viewer, room.game.now) != room.game {
                wrong.push(format!("version {version} differs from the stored game"));
            }
        }
    }
    wrong.into_iter().map(|what| format!("game {}: {what}", history.game)).collect()
}
