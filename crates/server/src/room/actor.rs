//! The actor that owns a game. It is a cache of the log: what it decides is appended first, and if that fails it
//! loads the log again and has changed nothing. Nobody is told of an event that is not safe.

mod moderation;

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tisane_protocol::game::Viewer;
use tisane_protocol::request::{ActionRequest, SpectatorsView};
use tisane_protocol::stored::Occupant;
use tisane_protocol::{ChatView, Said, UpdateView};
use tisane_rules::{Action, Clock, Event, Millis, Phase, Presence, Refusal, Seat};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::bots::{Otherwise, Prompt, prompt};
use super::table::{Happened, Table};
use super::{INBOX, Request, Room, Watcher, text};
use crate::computer::{Asker, BotsAsked};
use crate::refused::Refused;
use crate::secret::log_name;
use crate::store::{Append, StoreError};
use crate::{App, now};

/// A room where nobody is and nothing happens is forgotten after this long; the log knows it.
const IDLE: Duration = Duration::from_secs(60);
/// How long people have to doubt each other's plays where a bot is next.
const TIME_FOR_DOUBTS: Duration = Duration::from_secs(6);
/// The same for a bot's play: words that are none are rare among those, and a table of bots should not be slow.
const TIME_FOR_DOUBTS_OF_BOTS: Duration = Duration::from_secs(4);
/// How long bots wait for somebody who has the question before their eyes whether to challenge.
const HOLD: Duration = Duration::from_secs(20);
/// They look again after this long whether they still have to.
const HELD: Duration = Duration::from_millis(250);
/// Bots that have less time left do not wait.
const SHORT_OF_TIME: Millis = 120_000;
/// When the database fails, the room tries again after this long.
const RETRY: Duration = Duration::from_secs(1);
/// Whoever opened the table.
/// For the rules, whoever sits first starts the game.
const STARTER: Seat = 0;
const LONGEST_MESSAGE: usize = 500;

struct Hold {
    turn: u64,
    until: Instant,
    is_on: bool,
}

struct Actor {
    app: App,
    table: Table,
    watchers: Vec<Watcher>,
    /// When those who are not there left.
    left: HashMap<String, Millis>,
    inbox: mpsc::Receiver<Request>,
    room: mpsc::WeakSender<Request>,
    /// Who has thought about challenging the last play of which turn, until when, and whether they still do.
    holds: HashMap<Seat, Hold>,
    /// The turn that bots think about.
    thinking: Option<u64>,
    /// The turn before which bots have looked at the last play, and let it stand.
    stands: Option<u64>,
    chat: Vec<ChatView>,
    /// The database has failed; nothing more is promised.
    broken: bool,
}

/// Sets a room going.
pub(crate) fn start(app: App, table: Table, chat: Vec<ChatView>) -> Room {
    let (sender, inbox) = mpsc::channel(INBOX);
    let room = sender.downgrade();
    let actor = Actor {
        app,
        table,
        watchers: Vec::new(),
        left: HashMap::new(),
        holds: HashMap::new(),
        inbox,
        room,
        thinking: None,
        stands: None,
        chat,
        broken: false,
    };
    tokio::spawn(actor.run());
    Room { inbox: sender }
}

impl Actor {
    async fn run(mut self) {
        if self.table.game.phase() == Phase::Ended {
            self.app.count_for_ratings(&self.table).await; // in case the server ended just before it was
        }
        self.settle().await;
        while !self.broken {
            let wake = self.table.game.next_tick(&self.presence()).map(|at| Duration::from_millis((at - now()).max(1) as u64));
            let idle = self.watchers.is_empty() && self.thinking.is_none();
            tokio::select! {
                request = self.inbox.recv() => match request {
                    Some(Request::Close { done }) => {
                        self.close().await;
                        let _ = done.send(());
                        break;
                    }
                    Some(request) => self.handle(request).await,
                    None => break,
                },
                () = sleep(wake.unwrap_or_default()), if wake.is_some() => self.settle().await,
                () = sleep(IDLE), if idle => {
                    self.close().await;
                    break;
                }
            }
        }
        self.app.lobby().set(&self.table.id, None);
        self.watchers.iter().for_each(|watcher| watcher.outbox.hang_up());
    }

    /// Takes nothing new, and does what it has taken.
    async fn close(&mut self) {
        self.inbox.close();
        while let Some(request) = self.inbox.recv().await {
            self.handle(request).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Join { player, name, reply } => {
                let joined = self.join(player, &name).await;
                let _ = reply.send(joined);
            }
            Request::SeatBot { name, reply } => {
                let seated = self.seat_bot(&name).await;
                let _ = reply.send(seated);
            }
            Request::Act { player, request, reply } => {
                let acted = self.act(&player, &request).await;
                let _ = reply.send(acted);
            }
            Request::Watch { watcher, since, reply } => {
                let watched = self.watch(watcher, since).await;
                let _ = reply.send(watched);
            }
            Request::Unwatch { connection } => self.unwatch(connection),
            Request::Hold { player, hold, reply } => {
                let held = self.hold(&player, hold);
                let _ = reply.send(held);
            }
            Request::Say { player, name, text, reply } => {
                let said = self.say(player, name, &text).await;
                let _ = reply.send(said);
            }
            Request::Show { player, since, reply } => {
                let shown = self.table.viewer(player.as_deref()).map(|viewer| self.update(viewer, since));
                let _ = reply.send(shown);
            }
            Request::End { reply } => {
                let ended = self.end().await;
                let _ = reply.send(ended);
            }
            Request::Redact { number } => self.redact(number),
            Request::Reload => self.forget_player().await,
            Request::Look { look } => look(&self.table),
            Request::Rematch { next } => {
                self.table.rematch = Some(next);
                self.tell_all(self.table.version());
            }
            Request::BotsDecided { turn, decision } if self.is_held(decision.as_ref()) => self.decided_later(turn, decision),
            Request::BotsDecided { turn, decision } => {
                self.thinking = self.thinking.filter(|&other| other != turn); // bots may be at the next by now
                let game = &self.table.game;
                // Somebody may have resigned meanwhile.
                if turn == self.table.turn() && game.paused().is_none() && game.outcome().is_none() {
                    self.bots_decided(turn, decision).await;
                }
            }
            Request::Close { done } => drop(done.send(())),
        }
        self.settle().await;
    }

    async fn join(&mut self, player: String, name: &str) -> Result<(), Refused> {
        if self.table.seat_of(&player).is_some() {
            return Err(Refused::AlreadySeated);
        }
        self.refuse_blocked(&player).await?;
        self.learn_account(&player).await?;
        let events = self.table.game.join(name)?;
        if !self.table.has_room() && !self.table.is_expected(&player) {
            return Err(Refused::SeatsKept);
        }
        if !self.is_here(&player) {
            self.left.insert(player.clone(), now());
        }
        self.commit(sitting_down(events, &Occupant::Player(player))).await
    }

    /// A table that was opened to anybody waits for nobody once its seats are taken and its host is there: nobody's time runs unseen.
    async fn start_if_full(&mut self) {
        let Table { game, occupants, settings, .. } = &self.table;
        let is_full = settings.public && game.phase() == Phase::Lobby && game.n_seats() == game.setup().seats;
        let has_guests = occupants.iter().filter(|occupant| matches!(occupant, Occupant::Player(_))).count() > 1;
        let host = self.table.host().and_then(|seat| occupants.get(seat));
        let is_host_here = matches!(host, Some(Occupant::Player(host)) if self.is_here(host));
        if is_full && has_guests && is_host_here {
            let started = self.decide(STARTER, Action::Start).await;
            if let Err(error) = started {
                tracing::error!(%error, game = log_name(&self.table.id), "a full table cannot be started");
            }
        }
    }

    async fn seat_bot(&mut self, bot: &str) -> Result<(), Refused> {
        let mut joined = self.table.game.join(bot);
        for number in 2.. {
            match joined {
                Err(Refusal::NameTaken(_)) => joined = self.table.game.join(&format!("{bot} {number}")),
                joined => return self.commit(sitting_down(joined?, &Occupant::Bot(bot.to_owned()))).await,
            }
        }
        unreachable!("some number is free")
    }

    async fn act(&mut self, player: &str, request: &ActionRequest) -> Result<(), Refused> {
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        if !self.is_here(player) {
            self.left.insert(player.to_owned(), now()); // who acts without watching has just been there
        }
        // Somebody else's time may be up, and that comes first.
        self.tick().await?;
        if request.action.is_for_a_turn() && request.turn.is_some_and(|turn| turn != self.table.turn()) {
            return Err(Refused::TurnOver);
        }
        let action = request.action.action(self.table.ruleset(), self.table.game.board(), self.table.game.rack(seat))?;
        // When the host has left, a computer may sit first.
        let is_hosts = action == Action::Start && self.table.host() == Some(seat);
        self.decide(if is_hosts { STARTER } else { seat }, action).await
    }

    async fn decide(&mut self, seat: Seat, action: Action) -> Result<(), Refused> {
        let events = self.table.game.decide(&*self.table.lexicon, now(), seat, action)?;
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await
    }

    async fn watch(&mut self, watcher: Watcher, since: Option<u64>) -> Result<(), Refused> {
        let player = watcher.player.clone();
        if self.table.seat_of(&player).is_some() {
            self.learn_account(&player).await?;
        }
        let viewer = self.table.viewer(Some(&watcher.player))?;
        let was_here = self.is_here(&player);
        self.watchers.retain(|other| other.connection != watcher.connection);
        self.left.remove(&player);
        watcher.outbox.send(self.text_for(viewer, since.unwrap_or(self.table.version())));
        let heard = self.chat.iter().filter(|message| self.hears(&player, message));
        watcher.outbox.send(text(&Said::Chat { game: self.table.id.clone(), messages: heard.cloned().collect() }));
        self.watchers.push(watcher);
        let Some(seat) = self.table.seat_of(&player).filter(|_| !was_here) else { return Ok(()) };
        if self.table.game.is_away(seat) && self.table.game.phase() != Phase::Ended {
            return self.decide(seat, Action::Rejoin).await;
        }
        self.tell_all(self.table.version());
        Ok(())
    }

    fn unwatch(&mut self, connection: u64) {
        let Some(place) = self.watchers.iter().position(|watcher| watcher.connection == connection) else { return };
        let player = self.watchers.swap_remove(place).player;
        if self.table.seat_of(&player).is_some() && !self.is_here(&player) {
            self.left.insert(player, now());
            self.tell_all(self.table.version());
        }
    }

    /// Somebody thinks about challenging the last play: once for each, since the others wait.
    fn hold(&mut self, player: &str, hold: bool) -> Result<(), Refused> {
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        let turn = self.table.turn();
        self.holds.retain(|_, hold| hold.turn == turn);
        if hold && !self.table.game.challengeable(seat).is_empty() {
            self.holds.entry(seat).or_insert(Hold { turn, until: Instant::now() + HOLD, is_on: true });
        }
        if let Some(held) = self.holds.get_mut(&seat) {
            held.is_on = hold;
        }
        Ok(())
    }

    /// Whether somebody thinks about a challenge that this would forestall. No bot loses on time for it.
    fn is_held(&self, decision: Option<&(Seat, Action)>) -> bool {
        let turn = self.table.turn();
        let thinks = |(&seat, hold): (&Seat, &Hold)| {
            let is_on = hold.is_on && hold.turn == turn && Instant::now() < hold.until;
            is_on && self.presence()[seat] == Presence::Here && !self.table.game.challengeable(seat).is_empty()
        };
        self.holds.iter().any(thinks) && decision.is_none_or(|&(seat, _)| self.has_time(seat))
    }

    /// Whether a bot can wait without being short of time for it.
    fn has_time(&self, seat: Seat) -> bool {
        let (game, now) = (&self.table.game, now());
        let of_turn = match game.setup().clock {
            Clock::Turn { turn, .. } => (game.turn_began() + turn - now).max(0),
            Clock::Game { .. } | Clock::None => 0,
        };
        game.left(seat, now).is_none_or(|left| left + of_turn > SHORT_OF_TIME)
    }

    /// Hears once more what the bots have decided.
    fn decided_later(&self, turn: u64, decision: Option<(Seat, Action)>) {
        let room = self.room.clone();
        tokio::spawn(async move {
            sleep(HELD).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, decision }).await;
            }
        });
    }

    async fn say(&mut self, player: String, name: String, said: &str) -> Result<(), Refused> {
        self.table.viewer(Some(&player))?;
        self.app.moderation().refuse_muted(&player)?;
        let said = said.trim();
        if said.is_empty() || said.chars().count() > LONGEST_MESSAGE {
            return Err(Refused::Message(format!("a message has 1 to {LONGEST_MESSAGE} characters")));
        }
        let number = self.chat.last().map_or(1, |last| last.number + 1);
        let guest = self.app.store().accounts(vec![player.clone()]).await?.is_empty();
        let channel = self.channel_of(&player);
        let message = ChatView { number, player, name, text: said.to_owned(), at: now(), channel, guest, deleted: false };
        self.app.store().say(&self.table.id, message.clone()).await?;
        self.remember(message.clone());
        self.tell_chat(&[message]);
        Ok(())
    }

    /// All that follows by itself: time, absence, and what bots do.
    async fn settle(&mut self) {
        self.start_if_full().await;
        loop {
            if let Err(error) = self.tick().await {
                tracing::error!(%error, game = log_name(&self.table.id), "time cannot be kept");
                sleep(RETRY).await;
                return;
            }
            match prompt(&self.table, self.stands) {
                Some(Prompt::Act(seat, action)) if self.decide_for_bot(seat, action.clone()).await => {}
                Some(Prompt::Think(asked)) => return self.think(asked),
                _ => return,
            }
        }
    }

    async fn tick(&mut self) -> Result<(), Refused> {
        let events = self.table.game.tick(now(), &self.presence());
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await
    }

    async fn bots_decided(&mut self, turn: u64, decision: Option<(Seat, Action)>) {
        let Some((seat, action)) = decision else {
            self.stands = Some(turn);
            return;
        };
        let is_doubt = matches!(action, Action::Challenge(_));
        if !self.decide_for_bot(seat, action).await {
            self.stands = Some(turn);
            self.thinking = (!is_doubt).then_some(turn); // whoever was refused a move would only try it again
        }
    }

    /// Whether that worked.
    async fn decide_for_bot(&mut self, seat: Seat, action: Action) -> bool {
        let decided = self.decide(seat, action).await;
        if let Err(error) = &decided {
            tracing::error!(%error, game = log_name(&self.table.id), seat, "a bot was refused");
        }
        decided.is_ok()
    }

    /// Asks the computer, once for each turn. The answer comes back as a request.
    fn think(&mut self, asked: BotsAsked) {
        let turn = self.table.turn();
        if self.thinking.replace(turn) == Some(turn) {
            return;
        }
        let (computer, room, host) = (self.app.computer().clone(), self.room.clone(), self.host());
        let at_a_loss = asked.at_a_loss();
        let earliest = Instant::now() + self.time_for_doubts(&asked);
        tokio::spawn(async move {
            let decision = computer.decide(host, asked).await.unwrap_or(at_a_loss);
            sleep_until(earliest).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, decision }).await;
            }
        });
    }

    /// How long bots wait where a person may doubt what has been played: with a move, after which the play stands, and, where it was a person's,
    /// with doubts of their own while a person is to move.
    fn time_for_doubts(&self, asked: &BotsAsked) -> Duration {
        let game = &self.table.game;
        let is_person = |seat: Seat| matches!(self.table.occupants.get(seat), Some(Occupant::Player(_)));
        let presence = self.presence();
        let may_doubt = |seat: Seat| is_person(seat) && presence[seat] == Presence::Here && !game.challengeable(seat).is_empty();
        if !(0..game.n_seats()).any(may_doubt) {
            return Duration::ZERO;
        }
        let moves_in_time = asked.seats.iter().any(|bot| bot.otherwise == Otherwise::Move && self.has_time(bot.seat));
        let only_doubts = asked.seats.iter().all(|bot| bot.otherwise == Otherwise::Nothing);
        match game.turns().last() {
            Some(last) if is_person(last.seat) && (moves_in_time || only_doubts) => TIME_FOR_DOUBTS,
            Some(last) if !is_person(last.seat) && moves_in_time => TIME_FOR_DOUBTS_OF_BOTS,
            _ => Duration::ZERO,
        }
    }

    /// In whose name the bots of this room think: the first person's.
    fn host(&self) -> Asker {
        let person = |occupant: &Occupant| if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None };
        Asker::Player(self.table.occupants.iter().find_map(person).unwrap_or_else(|| self.table.id.clone()))
    }

    /// Makes events part of the game: on the disk, then to everybody.
    async fn commit(&mut self, happened: Vec<Happened>) -> Result<(), Refused> {
        if happened.is_empty() {
            return Ok(());
        }
        let version = self.table.version();
        let lines = self.table.lines(&happened);
        let (sat_down, got_up) = self.moved(&happened);
        happened.into_iter().for_each(|happened| self.table.apply(happened));
        let (at, ended) = (now(), self.table.game.phase() == Phase::Ended);
        let append = Append {
            game: self.table.id.clone(),
            version,
            lines,
            summary: serde_json::to_string(&self.table.summary(at)).expect("a summary is plain data"),
            ended,
            due: self.table.game.next_tick(&self.presence()),
            at,
            sat_down,
            got_up,
        };
        if let Err(error) = self.app.store().append(append).await {
            self.reload(&error).await;
            return Err(error.into());
        }
        self.app.metrics().events((self.table.version() - version) as usize);
        self.tell_all(version);
        if ended {
            self.open_channels();
            self.app.count_for_ratings(&self.table).await;
        }
        Ok(())
    }

    /// Which players take or give up a seat by this.
    fn moved(&self, happened: &[Happened]) -> (Vec<String>, Vec<String>) {
        let (mut sat_down, mut got_up) = (Vec::new(), Vec::new());
        for (event, who) in happened {
            match (event, who) {
                (Event::Joined { .. }, Some(Occupant::Player(player))) => sat_down.push(player.clone()),
                (Event::Left { seat }, _) => {
                    got_up.extend(if let Occupant::Player(player) = &self.table.occupants[*seat] { Some(player.clone()) } else { None });
                }
                _ => {}
            }
        }
        (sat_down, got_up)
    }

    /// What was not appended has not happened.
    async fn reload(&mut self, error: &StoreError) {
        tracing::warn!(%error, game = log_name(&self.table.id), "an append failed; the log is read again");
        match self.app.load_table(&self.table.id).await {
            Ok(table) => self.table = table,
            Err(error) => {
                tracing::error!(%error, game = log_name(&self.table.id), "the log cannot be read");
                self.broken = true;
            }
        }
    }

    fn presence(&self) -> Vec<Presence> {
        let of = |occupant: &Occupant| match occupant {
            Occupant::Bot(_) => Presence::Bot,
            Occupant::Player(player) if self.is_here(player) => Presence::Here,
            // After a start of the server nobody has left: then nobody's time has run since their turn began.
            Occupant::Player(player) => Presence::AwaySince(self.left.get(player).copied().unwrap_or(self.table.game.turn_began())),
        };
        self.table.occupants.iter().map(of).collect()
    }

    fn is_here(&self, player: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.player == player)
    }

    fn update(&self, viewer: Viewer, since: u64) -> UpdateView {
        self.table.update(viewer, since, &self.presence(), self.watchers.len(), now())
    }

    fn text_for(&self, viewer: Viewer, since: u64) -> Utf8Bytes {
        text(&Said::Update { update: Box::new(self.update(viewer, since)) })
    }

    /// Sends everybody what they may see of what happened since a version. Who is too slow, or no longer welcome, is
    /// sent nothing more.
    fn tell_all(&mut self, since: u64) {
        let mut texts: Vec<(Viewer, Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for watcher in &self.watchers {
            let Ok(viewer) = self.table.viewer(Some(&watcher.player)) else {
                gone.push(watcher.connection);
                continue;
            };
            let known = texts.iter().find(|(other, _)| *other == viewer).map(|(_, text)| text.clone());
            let text = known.unwrap_or_else(|| {
                let text = self.text_for(viewer, since);
                texts.push((viewer, text.clone()));
                text
            });
            if !watcher.outbox.send(text) {
                gone.push(watcher.connection);
            }
        }
        self.watchers.retain(|watcher| !gone.contains(&watcher.connection));
        self.show_in_lobby();
    }

    /// A public game stands in the lobby while somebody waits there for others, or plays and may be watched.
    fn show_in_lobby(&self) {
        let (game, settings) = (&self.table.game, &self.table.settings);
        let shown = match game.phase() {
            Phase::Lobby => self.table.has_room(),
            Phase::Playing | Phase::LastChallenge => settings.spectators != SpectatorsView::Nobody,
            Phase::Ended => false,
        };
        let someone = self.presence().contains(&Presence::Here);
        self.app.lobby().set(&self.table.id, (settings.public && shown && someone).then(|| self.table.summary(now())));
    }
}

fn sitting_down(events: Vec<Event>, who: &Occupant) -> Vec<Happened> {
    events.into_iter().map(|event| (event, Some(who.clone()))).collect()
}
