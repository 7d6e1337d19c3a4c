//! The actor that owns a game. It is a cache of the log: what it decides is appended first, and if
//! that fails it loads the log again and has changed nothing. Nobody is told of an event that is
//! not safe.

mod moderation;

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use tisane_protocol::request::{ActionRequest, SpectatorsView};
use tisane_protocol::stored::Occupant;
use tisane_protocol::{ChatView, Said, UpdateView};
use tisane_rules::{Action, Event, Millis, Phase, Presence, Refusal, Seat};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::abort;
use super::bots::{Prompt, prompt};
use super::bounds::{MOST_EVENTS, check_action, check_join, check_message};
use super::chat::store_message;
use super::patience::{HELD, Patience, Step, time_for_doubts};
use super::table::{Happened, Sight, Table};
use super::{INBOX, Reply, Request, Room, Watcher, text};
use crate::computer::{Asker, BotsAsked};
use crate::limits::network;
use crate::players::Player;
use crate::refused::Refused;
use crate::secret::log_name;
use crate::socket::Utf8Bytes;
use crate::store::{Append, StoreError};
use crate::{App, now};

/// A room where nobody is and nothing happens is forgotten after this long; the log knows it.
const IDLE: Duration = Duration::from_secs(60);
/// When the database fails, the room tries again after this long.
const RETRY: Duration = Duration::from_secs(1);
/// Whoever opened the table.
/// For the rules, whoever sits first starts the game.
const STARTER: Seat = 0;
const LONGEST_MESSAGE: usize = 500;

struct Actor {
    app: App,
    table: Table,
    watchers: Vec<Watcher>,
    /// When those who are not there left.
    left: HashMap<String, Millis>,
    /// From where those at the table asked last.
    networks: HashMap<String, IpAddr>,
    inbox: mpsc::Receiver<Request>,
    room: mpsc::WeakSender<Request>,
    patience: Patience,
    chat: Vec<ChatView>,
    /// The database has failed; nothing more is promised.
    broken: bool,
    /// The database has failed at something that nobody will ask for again.
    retry: bool,
}

/// Sets a room going.
pub(crate) fn start(app: App, table: Table, chat: Vec<ChatView>) -> Room {
    let (sender, inbox) = mpsc::channel(INBOX);
    let room = sender.downgrade();
    let limiter = app.limiter().clone();
    let (watchers, left, networks, patience) =
        (Vec::new(), HashMap::new(), HashMap::new(), Patience::default());
    let actor = Actor {
        app,
        table,
        watchers,
        left,
        networks,
        inbox,
        room,
        patience,
        chat,
        broken: false,
        retry: false,
    };
    tokio::spawn(actor.run());
    Room { inbox: sender, limiter }
}

impl Actor {
    async fn run(mut self) {
        if self.table.game.phase() == Phase::Ended {
            self.app.count_for_ratings(&self.table).await; // in case the server ended just before it was
        }
        self.settle().await;
        while !self.broken {
            let tick = || {
                self.table
                    .game
                    .next_tick(&self.presence())
                    .map(|at| Duration::from_millis((at - now()).max(1) as u64))
            };
            let early =
                self.patience.wakes().map(|at| at.saturating_duration_since(Instant::now()));
            let wake = early.or_else(tick); // no time passes while a move waits
            let idle = self.watchers.is_empty() && self.patience.is_idle();
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
                () = sleep(RETRY), if self.retry => self.settle().await,
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
        if request.is_abandoned() {
            return;
        }
        match request {
            Request::Join { player, open_racks, reply } => {
                let joined = self.join(player, open_racks).await;
                let _ = reply.send(joined);
            }
            Request::SeatBot { name, reply } => {
                let seated = self.seat_bot(&name).await;
                let _ = reply.send(seated);
            }
            Request::Act { player, request, reply } => {
                self.asks_from(&player.id, player.address);
                if let Some((request, reply)) = self.make_wait(&player.id, request, reply) {
                    let acted = self.act(&player.id, &request, None).await;
                    let _ = reply.send(acted);
                }
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
                let shown =
                    self.table.sight(player.as_deref()).map(|sight| self.update(sight, since));
                let _ = reply.send(shown);
            }
            Request::End { reason, reply } => {
                let ended = self.end(reason).await;
                let _ = reply.send(ended);
            }
            Request::Redact { number } => self.redact(number),
            Request::Reload => self.forget_player().await,
            Request::Look { look } => look(&self.table),
            Request::Rematch { next } => {
                self.table.rematch = Some(next);
                self.tell_all(self.table.version());
            }
            Request::BotsDecided { turn, step: Step::Move, decision }
                if self.patience.is_held(&self.table, &self.presence(), decision.as_ref()) =>
            {
                self.decided_later(turn, decision);
            }
            Request::BotsDecided { turn, step, decision } => {
                self.patience.done(turn, step);
                let game = &self.table.game;
                // Somebody may have resigned meanwhile.
                let waits = step == Step::Move && game.paused().is_some();
                if turn == self.table.turn() && !waits && game.outcome().is_none() {
                    self.bots_decided(turn, step, decision).await;
                }
            }
            Request::Close { done } => drop(done.send(())),
        }
        self.settle().await;
    }

    async fn join(
        &mut self,
        Player { id: player, name, address, .. }: Player,
        open_racks: bool,
    ) -> Result<(), Refused> {
        if self.table.seat_of(&player).is_some() {
            return Err(Refused::AlreadySeated);
        }
        check_join(self.table.version())?;
        self.app.moderation().refuse_banned_player(&player)?;
        self.refuse_blocked(&player).await?;
        let events = self.table.game.join(&name)?;
        if self.table.is_name_taken(&name, Some(&player)) {
            return Err(Refusal::NameTaken(name).into());
        }
        if !self.table.has_room() && !self.table.is_expected(&player) {
            return Err(Refused::SeatsKept);
        }
        self.table.look_up_account(&self.app, &player).await?;
        if self.table.settings.spectators == SpectatorsView::Racks && !open_racks {
            return Err(Refused::OpenRacks);
        }
        if !self.is_here(&player) {
            self.left.insert(player.clone(), now());
        }
        self.commit(sitting_down(events, &Occupant::Player(player.clone()))).await?;
        self.asks_from(&player, address);
        Ok(())
    }

    /// Remembers where somebody at the table asks from, since bots think in their name.
    fn asks_from(&mut self, player: &str, address: Option<IpAddr>) {
        if let Some(address) = address.filter(|_| self.table.seat_of(player).is_some()) {
            self.networks.insert(player.to_owned(), network(address));
        }
    }

    /// A table that was opened to anybody waits for nobody once its seats are taken and its host is
    /// there: nobody's time runs unseen.
    async fn start_if_full(&mut self) {
        let Table { game, occupants, settings, .. } = &self.table;
        let is_full =
            settings.public && game.phase() == Phase::Lobby && game.n_seats() == game.setup().seats;
        let has_guests =
            occupants.iter().filter(|occupant| matches!(occupant, Occupant::Player(_))).count() > 1;
        let host = self.table.host().and_then(|seat| occupants.get(seat));
        let is_host_here = matches!(host, Some(Occupant::Player(host)) if self.is_here(host));
        if is_full && has_guests && is_host_here {
            let started = self.decide(STARTER, Action::Start).await;
            if let Err(error) = started {
                tracing::error!(%error, game = log_name(&self.table.id), "a full table cannot be started");
                self.retry |= matches!(error, Refused::Store(_));
            }
        }
    }

    async fn seat_bot(&mut self, bot: &str) -> Result<(), Refused> {
        let numbered = (2..).map(|number| format!("{bot} {number}"));
        let mut names = std::iter::once(bot.to_owned()).chain(numbered);
        let name =
            names.find(|name| !self.table.is_name_taken(name, None)).expect("some number is free");
        let joined = self.table.game.join(&name)?;
        self.commit(sitting_down(joined, &Occupant::Bot(bot.to_owned()))).await
    }

    /// A move waits while the bots have not answered about the play before it. Returns what need
    /// not wait.
    fn make_wait(
        &mut self,
        player: &str,
        request: ActionRequest,
        reply: Reply<()>,
    ) -> Option<(ActionRequest, Reply<()>)> {
        let seat = self.table.seat_of(player);
        if !seat.is_some_and(|seat| self.patience.is_early(&self.table, seat, &request)) {
            return Some((request, reply));
        }
        self.patience.keep_waiting(&self.table, player.to_owned(), request, reply);
        None
    }

    /// Acts now, or as of a moment ago.
    async fn act(
        &mut self,
        player: &str,
        request: &ActionRequest,
        at: Option<Millis>,
    ) -> Result<(), Refused> {
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        if !self.is_here(player) {
            self.left.insert(player.to_owned(), now()); // who acts without watching has just been there
        }
        // Somebody else's time may be up, and that comes first.
        self.tick(at).await?;
        if request.action.is_for_a_turn()
            && request.turn.is_some_and(|turn| turn != self.table.turn())
        {
            return Err(Refused::TurnOver);
        }
        let action = request.action.action(
            self.table.ruleset(),
            self.table.game.board(),
            self.table.game.rack(seat),
        )?;
        abort::check(&self.table, seat, &action)?;
        check_action(self.table.version(), &action)?;
        // When the host has left, a computer may sit first.
        let is_hosts = action == Action::Start && self.table.host() == Some(seat);
        self.decide_at(at.unwrap_or_else(now), if is_hosts { STARTER } else { seat }, action).await
    }

    async fn decide(&mut self, seat: Seat, action: Action) -> Result<(), Refused> {
        self.decide_at(now(), seat, action).await
    }

    async fn decide_at(&mut self, at: Millis, seat: Seat, action: Action) -> Result<(), Refused> {
        if action == Action::Start {
            self.table.look_up_accounts(&self.app).await?;
        }
        let events = self.table.game.decide(&*self.table.lexicon, at, seat, action)?;
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await
    }

    async fn watch(&mut self, watcher: Watcher, since: Option<u64>) -> Result<(), Refused> {
        let sight = self.table.sight(Some(&watcher.player))?;
        let player = watcher.player.clone();
        // A guest may have made an account.
        if self.table.seat_of(&player).is_some() {
            self.table.look_up_account(&self.app, &player).await?;
        }
        self.asks_from(&player, watcher.address);
        let was_here = self.is_here(&player);
        self.watchers.retain(|other| other.connection != watcher.connection);
        self.left.remove(&player);
        watcher.outbox.send(self.text_for(sight, since.unwrap_or(self.table.version())));
        let heard = self.chat.iter().filter(|message| self.hears(&player, message));
        watcher.outbox.send(text(&Said::Chat {
            game: self.table.id.clone(),
            messages: heard.cloned().collect(),
        }));
        self.watchers.push(watcher);
        let Some(seat) = self.table.seat_of(&player).filter(|_| !was_here) else { return Ok(()) };
        if self.table.game.is_away(seat) && self.table.game.phase() != Phase::Ended {
            return self.decide(seat, Action::Rejoin).await;
        }
        self.tell_all(self.table.version());
        Ok(())
    }

    fn unwatch(&mut self, connection: u64) {
        let Some(place) = self.watchers.iter().position(|watcher| watcher.connection == connection)
        else {
            return;
        };
        let player = self.watchers.swap_remove(place).player;
        if self.table.seat_of(&player).is_some() && !self.is_here(&player) {
            self.left.insert(player, now());
            self.tell_all(self.table.version());
        }
    }

    fn hold(&mut self, player: &str, hold: bool) -> Result<(), Refused> {
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        self.patience.hold(&self.table, seat, hold);
        Ok(())
    }

    /// Hears once more what the bots have decided.
    fn decided_later(&self, turn: u64, decision: Option<(Seat, Action)>) {
        let room = self.room.clone();
        tokio::spawn(async move {
            sleep(HELD).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, step: Step::Move, decision }).await;
            }
        });
    }

    async fn say(&mut self, player: String, name: String, said: &str) -> Result<(), Refused> {
        self.table.sight(Some(&player))?;
        self.app.moderation().refuse_muted(&player)?;
        self.app.moderation().refuse_banned_player(&player)?;
        let said = said.trim();
        if said.is_empty() || said.chars().count() > LONGEST_MESSAGE {
            return Err(Refused::Message(format!(
                "a message has 1 to {LONGEST_MESSAGE} characters"
            )));
        }
        check_message(self.chat.last().map_or(1, |last| last.number + 1))?;
        let guest = self.app.store().account_since(&player).await?.is_none();
        let (number, channel, at) = (0, self.channel_of(&player), now());
        let message = ChatView {
            number,
            player,
            name,
            text: said.to_owned(),
            at,
            channel,
            guest,
            deleted: false,
        };
        let message = store_message(&self.app, &self.table.id, &mut self.chat, message).await?;
        self.remember(message.clone());
        self.tell_chat(&[message]);
        Ok(())
    }

    fn is_later(&self, player: &str, message: &ChatView, until: Option<Millis>) -> bool {
        let delayed =
            self.table.seat_of(player).is_none() && self.table.seat_of(&message.player).is_some();
        delayed && until.is_some_and(|until| message.at > until)
    }

    /// Spectators see more than up to this moment by now, and hear what was said meanwhile.
    fn tell_late_chat(&self, until: Option<Millis>) {
        for watcher in &self.watchers {
            let late = |message: &&ChatView| {
                self.is_later(&watcher.player, message, until)
                    && self.hears(&watcher.player, message)
            };
            let messages: Vec<ChatView> = self.chat.iter().filter(late).cloned().collect();
            if !messages.is_empty() {
                watcher.outbox.send(text(&Said::Chat { game: self.table.id.clone(), messages }));
            }
        }
    }

    /// All that follows by itself: time, absence, and what bots do.
    async fn settle(&mut self) {
        self.retry = false;
        self.start_if_full().await;
        loop {
            if let Err(error) = self.tick(None).await {
                tracing::error!(%error, game = log_name(&self.table.id), "time cannot be kept");
                sleep(RETRY).await;
                return;
            }
            if let Some(early) = self.patience.next_move(&self.table) {
                let acted =
                    self.act(&early.player, &early.request, Some(early.made_at(&self.table))).await;
                let _ = early.reply.send(acted);
                continue;
            }
            match prompt(&self.table, self.patience.answered) {
                Some(Prompt::Act(seat, action))
                    if self.decide_for_bot(seat, action.clone()).await.is_ok() => {}
                Some(Prompt::Doubt(asked)) => return self.think(Step::Doubt, asked),
                Some(Prompt::Move(asked)) => return self.think(Step::Move, asked),
                _ => return,
            }
        }
    }

    async fn tick(&mut self, at: Option<Millis>) -> Result<(), Refused> {
        let at = at.unwrap_or_else(|| self.patience.now(&self.table));
        let events = self.table.game.tick(at, &self.presence());
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await
    }

    async fn bots_decided(&mut self, turn: u64, step: Step, decision: Option<(Seat, Action)>) {
        if let Some((seat, action)) = decision
            && matches!(self.decide_for_bot(seat, action).await, Ok(()) | Err(Refused::Store(_)))
        {
            return;
        }
        match step {
            Step::Doubt => self.patience.answered = Some(turn),
            Step::Move => self.patience.give_up(turn),
        }
    }

    /// If the database failed, the bot is asked again later.
    async fn decide_for_bot(&mut self, seat: Seat, action: Action) -> Result<(), Refused> {
        let decided = self.decide(seat, action).await;
        if let Err(error) = &decided {
            tracing::error!(%error, game = log_name(&self.table.id), seat, "a bot was refused");
            self.retry |= matches!(error, Refused::Store(_));
        }
        decided
    }

    /// Asks the computer, once for each turn and step. The answer comes back as a request.
    fn think(&mut self, step: Step, asked: BotsAsked) {
        let turn = self.table.turn();
        if !self.patience.begins(turn, step) {
            return;
        }
        let (computer, room, host) = (self.app.computer().clone(), self.room.clone(), self.host());
        let at_a_loss = asked.at_a_loss();
        let earliest = Instant::now() + time_for_doubts(&self.table, &self.presence(), &asked);
        tokio::spawn(async move {
            let decision = computer.decide(host, asked).await.unwrap_or(at_a_loss);
            sleep_until(earliest).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, step, decision }).await;
            }
        });
    }

    /// In whose name the bots of this room think: the first person's.
    fn host(&self) -> Asker {
        let person = |occupant: &Occupant| {
            if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None }
        };
        let host =
            self.table.occupants.iter().find_map(person).unwrap_or_else(|| self.table.id.clone());
        Asker { network: self.networks.get(&host).copied(), player: Some(host) }
    }

    /// Makes events part of the game: on the disk, then to everybody.
    async fn commit(&mut self, happened: Vec<Happened>) -> Result<(), Refused> {
        if happened.is_empty() {
            return Ok(());
        }
        let (version, heard_until) = (self.table.version(), self.table.heard_until());
        let mut lines = self.table.lines(&happened);
        let (sat_down, got_up) = self.moved(&happened);
        let turn = (self.table.turn(), self.table.game.on_turn());
        happened.into_iter().for_each(|happened| self.table.apply(happened));
        if turn != (self.table.turn(), self.table.game.on_turn())
            && let Some(credited) = self.table.game.credit_lag(self.lag_on_turn())
        {
            let credited = (credited, None);
            lines.extend(self.table.lines(std::slice::from_ref(&credited)));
            self.table.apply(credited);
        }
        let (at, ended) = (now(), self.table.game.phase() == Phase::Ended);
        let append = Append {
            game: self.table.id.clone(),
            version,
            lines,
            summary: serde_json::to_string(&self.table.summary(at))
                .expect("a summary is plain data"),
            ended,
            // A game that counts stays due until it is counted.
            due: if ended {
                self.table.may_count().then_some(at)
            } else {
                self.table.game.next_tick(&self.presence())
            },
            at,
            sat_down,
            got_up,
        };
        if let Err(error) = self.app.store().append(append).await {
            if matches!(error, StoreError::Conflict) {
                self.app.metrics().conflict();
            }
            if !self.reload(version, &error).await {
                return Err(error.into());
            }
        }
        self.app.metrics().events((self.table.version() - version) as usize);
        self.app.live_games().set(&self.table);
        self.tell_all(version);
        self.tell_late_chat(heard_until);
        if ended {
            self.open_channels();
            self.app.count_for_ratings(&self.table).await;
        }
        Ok(())
    }

    /// The lag of the person on turn, by their fastest connection.
    fn lag_on_turn(&self) -> Millis {
        let occupant = self.table.game.on_turn().and_then(|seat| self.table.occupants.get(seat));
        let Some(Occupant::Player(player)) = occupant.filter(|_| !self.app.config().no_lag_credit)
        else {
            return 0;
        };
        self.watchers
            .iter()
            .filter(|watcher| watcher.player == *player)
            .map(|watcher| watcher.lag.millis())
            .min()
            .unwrap_or(0)
    }

    /// Which players take or give up a seat by this.
    fn moved(&self, happened: &[Happened]) -> (Vec<String>, Vec<String>) {
        let (mut sat_down, mut got_up) = (Vec::new(), Vec::new());
        for (event, who) in happened {
            match (event, who) {
                (Event::Joined { .. }, Some(Occupant::Player(player))) => {
                    sat_down.push(player.clone())
                }
                (Event::Left { seat }, _) => {
                    got_up.extend(if let Occupant::Player(player) = &self.table.occupants[*seat] {
                        Some(player.clone())
                    } else {
                        None
                    });
                }
                _ => {}
            }
        }
        (sat_down, got_up)
    }

    /// After a failure nobody knows whether the events are stored, so the log is read again.
    /// Returns whether they are.
    async fn reload(&mut self, version: u64, error: &StoreError) -> bool {
        tracing::warn!(%error, game = log_name(&self.table.id), "an append failed; the log is read again");
        let stored = match self.app.load_table(&self.table.id).await {
            Ok(table) => table,
            Err(error) => {
                tracing::error!(
                    cause = error.cause(),
                    game = log_name(&self.table.id),
                    "the log cannot be read"
                );
                self.broken = true;
                return false;
            }
        };
        let expected = std::mem::replace(&mut self.table, stored);
        let is_stored = !matches!(error, StoreError::Conflict) && self.table.is_at(&expected);
        if !is_stored && self.table.version() > version {
            self.tell_all(version); // somebody else wrote to the log
        }
        is_stored
    }

    fn presence(&self) -> Vec<Presence> {
        let of = |occupant: &Occupant| match occupant {
            Occupant::Bot(_) => Presence::Bot,
            // Coming and going would fill the log further.
            Occupant::Player(_) if self.table.version() >= MOST_EVENTS => Presence::Here,
            Occupant::Player(player) if self.is_here(player) => Presence::Here,
            // After a start of the server nobody has left: then nobody's time has run since their
            // turn began.
            Occupant::Player(player) => Presence::AwaySince(
                self.left.get(player).copied().unwrap_or(self.table.game.turn_began()),
            ),
        };
        self.table.occupants.iter().map(of).collect()
    }

    fn is_here(&self, player: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.player == player)
    }

    fn update(&self, sight: Sight, since: u64) -> UpdateView {
        self.table.update(sight, since, &self.presence(), self.watchers.len(), now())
    }

    fn text_for(&self, sight: Sight, since: u64) -> Utf8Bytes {
        text(&Said::Update { update: Box::new(self.update(sight, since)) })
    }

    /// Sends everybody what they may see of what happened since a version. Who is too slow, or no
    /// longer welcome, is sent nothing more.
    fn tell_all(&mut self, since: u64) {
        let mut texts: Vec<(Sight, Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for watcher in &self.watchers {
            let Ok(sight) = self.table.sight(Some(&watcher.player)) else {
                gone.push(watcher.connection);
                continue;
            };
            let known =
                texts.iter().find(|(other, _)| *other == sight).map(|(_, text)| text.clone());
            let text = known.unwrap_or_else(|| {
                let text = self.text_for(sight, self.table.seen_at(sight, since));
                texts.push((sight, text.clone()));
                text
            });
            if !watcher.outbox.send(text) {
                gone.push(watcher.connection);
            }
        }
        self.watchers.retain(|watcher| !gone.contains(&watcher.connection));
        self.show_in_lobby();
    }

    /// A public game stands in the lobby while somebody waits there for others, or plays and may be
    /// watched.
    fn show_in_lobby(&self) {
        let (game, settings) = (&self.table.game, &self.table.settings);
        let shown = match game.phase() {
            Phase::Lobby => self.table.has_room(),
            Phase::Playing | Phase::LastChallenge => settings.spectators != SpectatorsView::Nobody,
            Phase::Ended => false,
        };
        let someone = self.presence().contains(&Presence::Here);
        self.app.lobby().set(
            &self.table.id,
            (settings.public && shown && someone).then(|| self.table.public_summary(now())),
        );
    }
}

fn sitting_down(events: Vec<Event>, who: &Occupant) -> Vec<Happened> {
    events.into_iter().map(|event| (event, Some(who.clone()))).collect()
}
