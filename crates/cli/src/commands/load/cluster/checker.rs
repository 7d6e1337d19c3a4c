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

    /// The game after this number of events.
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
                let in_time =
                    (from - TIME_ERROR..=to.saturating_add(TIME_ERROR)).contains(&action.at);
                if !in_time {
                    wrong.push(format!(
                        "turn {turn} of seat {seat} is stored at {}, but was made between {from} and {to}",
                        action.at
                    ));
                }
            }
            (None, _) => {
                wrong
                    .push(format!("turn {turn} of seat {seat} was acknowledged and is not stored"));
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
            let kind = history.kind;
            wrong.push(format!("it paused at {at}, while somebody was connected ({kind:?})"));
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
    let viewer =
        if is_spectator { Viewer::Spectator { racks: false } } else { Viewer::Seat(player) };
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

#[cfg(test)]
mod tests {
    use tisane_protocol::game::GameView;
    use tisane_protocol::request::SpectatorsView;
    use tisane_protocol::stored::write_event;
    use tisane_protocol::{ClockView, UpdateView};
    use tisane_rules::{Seed, Setup};

    use super::super::super::client::Guest;
    use super::super::feed::leak;
    use super::super::history::{Absences, Message, Sent};
    use super::*;

    fn ruleset() -> Arc<Ruleset> {
        Arc::new(Ruleset::named("english").unwrap())
    }

    fn setup() -> Setup {
        let mut setup = Setup::new(ruleset(), &[] as &[&str], Seed::from(7)).unwrap();
        setup.seats = 2;
        setup.clock = ClockView::Turn { turn: 900_000, bank: 0 }.into();
        setup
    }

    fn events() -> Vec<Event> {
        let mut game = Game::new(setup());
        let mut events = Vec::new();
        for name in ["one", "other"] {
            let joined = game.join(name).unwrap();
            joined.iter().for_each(|event| game.apply(event));
            events.extend(joined);
        }
        events.push(Event::Started { at: 1000 });
        for turn in 0..4 {
            events.push(Event::Passed { seat: turn % 2, at: 10_000 * (turn as i64 + 1) });
        }
        events
    }

    fn stored(events: &[Event]) -> Stored {
        let lines = events.iter().map(|event| write_event(&ruleset(), event, None));
        let lines: Vec<(u64, String)> = (0..).zip(lines).collect();
        let row = |number, player: &str, text: &str| ChatRow {
            number,
            player: player.to_owned(),
            text: text.to_owned(),
        };
        Stored {
            setup: StoredSetup::of(&setup(), "english", false).to_line(),
            version: lines.len() as u64,
            lines,
            chat: vec![row(1, "ada", "a"), row(2, "bo", "b"), row(3, "ada", "c")],
        }
    }

    fn history() -> History {
        let sent = (0..4).map(|turn| {
            let at = 10_000 * (turn as i64 + 1);
            let done = Some(at + 20).filter(|_| turn != 2); // the third answer was lost
            Sent { turn, seat: turn as usize % 2, sent: at - 10, done }
        });
        let message = |player: &str, text: &str| Message {
            player: player.to_owned(),
            text: text.to_owned(),
            is_done: true,
        };
        let guest = || Guest::nobody();
        History {
            game: "g".to_owned(),
            kind: Kind::Rated,
            guests: [guest(), guest()],
            players: ["ada", "bo"].map(str::to_owned),
            sent: sent.collect(),
            messages: vec![message("ada", "a"), message("bo", "b"), message("ada", "c")],
            absences: [Absences::default(), Absences::default()],
            is_over: false,
        }
    }

    fn complaints(history: &History, stored: &Stored) -> Vec<String> {
        match Replay::new(stored, &ruleset()) {
            Ok(replay) => check(history, stored, &replay, &[]),
            Err(error) => vec![error],
        }
    }

    #[track_caller]
    fn finds(history: &History, stored: &Stored, text: &str) {
        let found = complaints(history, stored);
        assert!(found.iter().any(|what| what.contains(text)), "{text:?} is not in {found:#?}");
    }

    #[test]
    fn a_faultless_game_passes() {
        assert_eq!(complaints(&history(), &stored(&events())), [] as [&str; 0]);
    }

    #[test]
    fn a_hole_or_a_wrong_version_is_found() {
        let mut doctored = stored(&events());
        doctored.lines.remove(4);
        finds(&history(), &doctored, "event 5 follows");
        let mut doctored = stored(&events());
        doctored.version += 1;
        finds(&history(), &doctored, "its version is 8");
    }

    #[test]
    fn a_lost_or_repeated_action_is_found() {
        let all = events();
        finds(
            &history(),
            &stored(&all[..6]),
            "turn 3 of seat 1 was acknowledged and is not stored",
        );
        let mut twice = all.clone();
        twice.push(all[6].clone());
        finds(&history(), &stored(&twice), "turn 4 of seat 1 was never sent");
        let mut swapped = all.clone();
        swapped.swap(3, 4);
        finds(&history(), &stored(&swapped), "turn 0 of seat 1 was never sent");
        let mut again = history();
        again.sent.push(again.sent[0].clone());
        finds(&again, &stored(&all), "turn 0 of seat 0 was acknowledged twice");
    }

    #[test]
    fn a_wrong_time_is_found() {
        let mut late = events();
        late[4] = Event::Passed { seat: 1, at: 22_000 };
        finds(&history(), &stored(&late), "turn 1 of seat 1 is stored at 22000");
    }

    #[test]
    fn connected_players_are_neither_skipped_nor_paused() {
        let mut skipped = events();
        skipped.push(Event::Skipped { seat: 0, at: 100_000 });
        finds(&history(), &stored(&skipped), "seat 0 was connected and lost a turn");
        let mut paused = events();
        paused.push(Event::Paused { at: 100_000 });
        finds(&history(), &stored(&paused), "it paused at 100000");
        let away = history();
        away.absences[0].add(90_000, 95_000);
        finds(&away, &stored(&paused), "it paused at 100000");
        away.absences[1].add(91_000, i64::MAX);
        assert_eq!(complaints(&away, &stored(&paused)), [] as [&str; 0]);
    }

    #[test]
    fn lost_repeated_and_swapped_messages_are_found() {
        let mut doctored = stored(&events());
        doctored.chat.pop();
        finds(&history(), &doctored, "\"c\" was acknowledged and is not stored");
        let mut doctored = stored(&events());
        doctored.chat[2].number = 4;
        finds(&history(), &doctored, "message 4 is in place 3");
        let mut doctored = stored(&events());
        doctored.chat[2].text = "a".to_owned();
        finds(&history(), &doctored, "\"a\" is stored twice");
        let mut doctored = stored(&events());
        doctored.chat[0].text = "c".to_owned();
        doctored.chat[2].text = "a".to_owned();
        finds(&history(), &doctored, "is out of order");
    }

    fn room(game: GameView) -> RoomView {
        RoomView {
            id: "g".to_owned(),
            lexicon: "english".to_owned(),
            family: false,
            public: false,
            spectators: SpectatorsView::default(),
            rated: true,
            unrated: Vec::new(),
            seed: None,
            may_abort: false,
            occupants: Vec::new(),
            expected: Vec::new(),
            watchers: 0,
            rematch: None,
            closed: None,
            game,
        }
    }

    #[test]
    fn a_node_that_shows_another_game_is_found() {
        let replay = Replay::new(&stored(&events()), &ruleset()).unwrap();
        let shown = |version| room(view(&replay.at(version).unwrap(), Viewer::Seat(1), 50_000));
        let found = |room: &RoomView| check_view(&history(), &replay, 1, room);
        assert_eq!(found(&shown(7)), [] as [&str; 0]);
        assert!(found(&shown(6))[0].contains("lacks an acknowledged action"));
        let mut doctored = shown(7);
        doctored.game.seats[0].score += 1;
        assert!(found(&doctored)[0].contains("differs from the stored game"));
        doctored.game.version = 9;
        assert!(found(&doctored)[0].contains("version 9 is not stored"));
    }

    #[test]
    fn a_hidden_tile_is_found() {
        let replay = Replay::new(&stored(&events()), &ruleset()).unwrap();
        let shown = room(view(&replay.at(7).unwrap(), Viewer::Seat(1), 50_000));
        let mut update = UpdateView { since: 7, events: Vec::new(), room: shown };
        assert_eq!(leak(&update), None);
        let tiles = Some(vec!["Q".to_owned()]);
        let drawn =
            |seat| tisane_protocol::game::EventView::Drawn { seat, count: 1, tiles: tiles.clone() };
        update.events = vec![drawn(1)];
        assert_eq!(leak(&update), None);
        update.events = vec![drawn(0)];
        assert!(leak(&update).unwrap().contains("drawn or exchanged by seat 0"));
        update.events.clear();
        update.room.game.turns[2].rack = tiles.clone();
        assert!(leak(&update).unwrap().contains("an earlier rack of seat 0"));
        update.room.game.turns[2].rack = None;
        update.room.game.seats[0].rack = tiles;
        assert!(leak(&update).unwrap().contains("the rack of seat 0"));
    }
}
