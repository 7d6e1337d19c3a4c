//! The actor that owns a game. It is a cache of the log: it appends events first and announces them
//! afterwards. If an append fails, it reloads the log. Other nodes may have actors of the same game;
//! the version of the log decides who was first.

mod bots;
mod chat;
mod following;
mod moderation;
mod watching;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tisane_protocol::request::{ActionRequest, SpectatorsView};
use tisane_protocol::stored::Occupant;
use tisane_protocol::{ChatView, MoveResult};
use tisane_rules::{Action, Event, Millis, Phase, Refusal, Seat};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::abort;
use super::bots::{Prompt, prompt};
use super::bounds::{check_action, check_join};
use super::elsewhere::Elsewhere;
use super::loading::load_table;
use super::patience::{Patience, Step};
use super::ratings::rate;
use super::table::{SeatedEvent, Table};
use super::{INBOX, Request, Room, Seen, Services, Watcher};
use crate::base::secret::log_name;
use crate::error::Refused;
use crate::limits::network;
use crate::news::{Notice, Topic};
use crate::people::Player;
use crate::store::{Append, StoreError};
use following::{Following, LATER, Tries};

/// An idle room is dropped after this long; the log has everything.
const IDLE: Duration = Duration::from_secs(60);
/// After a database failure, the room retries after this long.
const RETRY: Duration = Duration::from_secs(1);
/// In the rules, the first seat starts the game.
const STARTER: Seat = 0;

struct Actor {
    services: Arc<Services>,
    table: Table,
    watchers: Vec<Watcher>,
    /// When absent players left.
    left: HashMap<String, Millis>,
    /// The last network of each player.
    networks: HashMap<String, IpAddr>,
    inbox: mpsc::Receiver<Request>,
    room: mpsc::WeakSender<Request>,
    /// Notices of other nodes about this game.
    news: mpsc::Receiver<Arc<Notice>>,
    seen: Arc<Seen>,
    elsewhere: Elsewhere,
    following: Following,
    patience: Patience,
    chat: Vec<ChatView>,
    /// The log can't be read; the room closes.
    broken: bool,
    /// A database failure that no client will retry.
    retry: bool,
}

/// Starts a room.
pub(super) fn start(services: Arc<Services>, table: Table, chat: Vec<ChatView>) -> Room {
    let (sender, inbox) = mpsc::channel(INBOX);
    let (notices, news) = mpsc::channel(INBOX);
    let seen = Arc::<Seen>::default();
    let limiter = services.limiter.clone();
    let actor = Actor {
        patience: Patience::new(services.clock.clone()),
        services,
        table,
        watchers: Vec::new(),
        left: HashMap::new(),
        networks: HashMap::new(),
        inbox,
        room: sender.downgrade(),
        news,
        seen: seen.clone(),
        elsewhere: Elsewhere::default(),
        following: Following::default(),
        chat,
        broken: false,
        retry: false,
    };
    tokio::spawn(actor.run());
    Room { inbox: sender, news: notices, seen, limiter }
}

impl Actor {
    fn now(&self) -> Millis {
        self.services.clock.now()
    }

    async fn run(mut self) {
        self.meet().await;
        if self.table.game.phase() == Phase::Ended {
            rate(&self.services, &self.table).await; // in case the server stopped just before
        }
        self.settle(false).await;
        // Notices of other nodes keep no room in memory.
        let mut used = Instant::now();
        while !self.broken {
            self.tell_presence(false);
            self.show_progress();
            // No time passes while a move waits.
            let waiting = self.patience.wakes(&self.table);
            let wake = waiting.or_else(|| self.next_tick());
            let round = self.next_round();
            let clock = self.services.clock.clone();
            let idle = self.watchers.is_empty() && self.patience.is_idle();
            tokio::select! {
                request = self.inbox.recv() => match request {
                    Some(Request::Close { done }) => {
                        self.close().await;
                        let _ = done.send(());
                        break;
                    }
                    Some(request) => {
                        used = Instant::now();
                        self.handle(request).await
                    }
                    None => break,
                },
                Some(notice) = self.news.recv() => self.hear(&notice).await,
                () = clock.sleep_until(wake.unwrap_or_default()), if wake.is_some() => {
                    used = Instant::now();
                    self.settle(waiting.is_none()).await
                }
                () = sleep_until(round.unwrap_or_else(Instant::now)), if round.is_some() => {
                    self.keep_up().await
                }
                () = sleep(RETRY), if self.retry => self.settle(true).await,
                () = sleep_until(used + IDLE), if idle => {
                    self.close().await;
                    break;
                }
            }
        }
        self.services.lobby.set(&self.table.id, None, false);
        if !self.watchers.is_empty() {
            self.publish(|game| Topic::Present { game, players: Vec::new(), watchers: 0 });
        }
        self.watchers.iter().for_each(|watcher| watcher.outbox.hang_up());
    }

    /// Accepts nothing new, and handles what is queued.
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
                if self.watchers.is_empty() {
                    self.refresh().await;
                }
                self.remember_network(&player.id, player.address);
                if let Some((request, reply)) = self.hold_back(&player.id, request, reply) {
                    let acted = self.act(&player.id, &request, None).await;
                    let _ = reply.send(acted);
                }
            }
            Request::Watch { watcher, since, reply } => {
                self.refresh().await;
                if self.watchers.is_empty() && self.are_several() {
                    self.catch_up_on_chat().await;
                }
                let watched = self.watch(watcher, since).await;
                let _ = reply.send(watched);
            }
            Request::Unwatch { connection } => self.unwatch(connection),
            Request::Hold { player, hold, reply } => {
                let held = self.hold(&player, hold).await;
                let _ = reply.send(held);
            }
            Request::Say { player, name, text, reply } => {
                let said = self.say(&player, &name, &text).await;
                let _ = reply.send(said);
            }
            Request::Show { player, since, reply } => {
                self.refresh().await;
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
            Request::Look { look } => {
                self.refresh().await;
                look(&self.table);
            }
            Request::Rematch { next } => {
                self.table.rematch = Some(next);
                self.broadcast(self.table.version());
                self.publish(|game| Topic::Rematch { game });
            }
            Request::BotsDecided { turn, step: Step::Move, decision }
                if self.patience.is_held(&self.table, &self.presence(), decision.as_ref()) =>
            {
                self.decide_again_later(turn, decision);
            }
            Request::BotsDecided { turn, step, decision } => {
                self.patience.done(turn, step);
                let game = &self.table.game;
                // A player may have resigned meanwhile.
                let waits = step == Step::Move && game.paused().is_some();
                if turn == self.table.turn() && !waits && game.outcome().is_none() {
                    self.bots_decided(turn, step, decision).await;
                }
            }
            Request::Close { done } => drop(done.send(())),
        }
        self.settle(false).await;
    }

    /// Another node may have been asked before this one.
    async fn refresh(&mut self) {
        if self.are_several() {
            self.catch_up().await;
        }
    }

    /// When time or absence have consequences. While people may be connected to nodes that have
    /// not answered, nothing has.
    fn next_tick(&self) -> Option<Millis> {
        if self.is_unsettled() {
            return None;
        }
        let later = if self.leads() { 0 } else { LATER };
        let at = self.table.game.next_tick(&self.certain_presence())?;
        Some((at + later).max(self.now() + 1 + later))
    }

    async fn join(&mut self, player: Player, open_racks: bool) -> Result<(), Refused> {
        let mut tries = Tries::default();
        loop {
            match self.try_join(player.clone(), open_racks).await {
                Err(refused) if self.tries_again(&mut tries, &refused).await => {}
                joined => return joined,
            }
        }
    }

    async fn try_join(
        &mut self,
        Player { id: player, name, address, .. }: Player,
        open_racks: bool,
    ) -> Result<(), Refused> {
        if self.table.seat_of(&player).is_some() {
            return Err(Refused::AlreadySeated);
        }
        check_join(self.table.version())?;
        self.services.moderation.refuse_banned_player(&player)?;
        self.refuse_blocked(&player).await?;
        let events = self.table.game.join(&name)?;
        if self.table.is_name_taken(&name, Some(&player)) {
            return Err(Refusal::NameTaken(name).into());
        }
        if !self.table.has_room() && !self.table.is_expected(&player) {
            return Err(Refused::SeatsKept);
        }
        self.table.look_up_account(&*self.services.store, &player).await?;
        if self.table.settings.spectators == SpectatorsView::Racks && !open_racks {
            return Err(Refused::OpenRacks);
        }
        if !self.is_here(&player) {
            self.left.insert(player.clone(), self.now());
        }
        self.commit(sitting_down(events, &Occupant::Player(player.clone()))).await?;
        self.remember_network(&player, address);
        Ok(())
    }

    /// Remembers a player's network, since bots think on behalf of players.
    fn remember_network(&mut self, player: &str, address: Option<IpAddr>) {
        if let Some(address) = address.filter(|_| self.table.seat_of(player).is_some()) {
            self.networks.insert(player.to_owned(), network(address));
        }
    }

    /// Starts a public game once all seats are taken and its host is here, so that nobody's clock
    /// runs unseen.
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
                tracing::error!(
                    %error,
                    game = log_name(&self.table.id),
                    "a full table can't be started"
                );
                self.retry |= matches!(error, Refused::Store(_));
            }
        }
    }

    async fn seat_bot(&mut self, bot: &str) -> Result<(), Refused> {
        let mut tries = Tries::default();
        loop {
            match self.try_seat_bot(bot).await {
                Err(refused) if self.tries_again(&mut tries, &refused).await => {}
                seated => return seated,
            }
        }
    }

    async fn try_seat_bot(&mut self, bot: &str) -> Result<(), Refused> {
        let numbered = (2..).map(|number| format!("{bot} {number}"));
        let mut names = std::iter::once(bot.to_owned()).chain(numbered);
        let name =
            names.find(|name| !self.table.is_name_taken(name, None)).expect("some number is free");
        let joined = self.table.game.join(&name)?;
        self.commit(sitting_down(joined, &Occupant::Bot(bot.to_owned()))).await
    }

    /// Acts now, or at an earlier time.
    async fn act(
        &mut self,
        player: &str,
        request: &ActionRequest,
        at: Option<Millis>,
    ) -> Result<Option<MoveResult>, Refused> {
        let mut tries = Tries::default();
        loop {
            match self.try_act(player, request, at, &mut tries).await {
                Err(refused) if self.tries_again(&mut tries, &refused).await => {}
                acted => return acted,
            }
        }
    }

    async fn try_act(
        &mut self,
        player: &str,
        request: &ActionRequest,
        at: Option<Millis>,
        tries: &mut Tries,
    ) -> Result<Option<MoveResult>, Refused> {
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        if !self.is_here(player) {
            // A player who acts without watching was just here.
            self.left.insert(player.to_owned(), self.now());
        }
        // Another player's time may be up first.
        self.tick(at).await?;
        let turn = self.table.turn();
        let is_for =
            request.turn.unwrap_or(turn) == turn && *tries.turn.get_or_insert(turn) == turn;
        if request.action.is_for_a_turn() && !is_for {
            return Err(Refused::TurnOver);
        }
        let action = request.action.action(
            self.table.ruleset(),
            self.table.game.board(),
            self.table.game.rack(seat),
        )?;
        abort::check(&self.table, seat, &action)?;
        check_action(self.table.version(), &action)?;
        // After the host has left, a bot may have the first seat.
        let is_hosts = action == Action::Start && self.table.host() == Some(seat);
        self.decide_at(
            at.unwrap_or_else(|| self.now()),
            if is_hosts { STARTER } else { seat },
            action,
        )
        .await
    }

    async fn decide(&mut self, seat: Seat, action: Action) -> Result<(), Refused> {
        self.decide_at(self.now(), seat, action).await.map(drop)
    }

    /// Returns the result of a play or an exchange.
    async fn decide_at(
        &mut self,
        at: Millis,
        seat: Seat,
        action: Action,
    ) -> Result<Option<MoveResult>, Refused> {
        if action == Action::Start {
            self.table.look_up_accounts(&*self.services.store).await?;
        }
        let events = self.table.game.decide(&*self.table.lexicon, at, seat, action)?;
        let result = MoveResult::of(self.table.ruleset(), seat, &events);
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await?;
        Ok(result)
    }

    /// Does what is due: time, absence, bots. Of several nodes the first does it; another one does
    /// what is late.
    async fn settle(&mut self, is_late: bool) {
        self.retry = false;
        let leads = self.leads();
        if leads || is_late {
            self.catch_up_if_behind().await;
        }
        if leads {
            self.start_if_full().await;
        }
        let mut tries = Tries::default();
        loop {
            if (leads || is_late)
                && !self.is_unsettled()
                && let Err(error) = self.tick(None).await
            {
                if self.tries_again(&mut tries, &error).await {
                    continue;
                }
                tracing::error!(
                    %error,
                    game = log_name(&self.table.id),
                    "the clock can't be applied"
                );
                sleep(RETRY).await;
                return;
            }
            if let Some(early) = self.patience.next_move(&self.table) {
                let acted = self
                    .act(
                        &early.player,
                        &early.request,
                        Some(early.made_at(&self.table, self.now())),
                    )
                    .await;
                let _ = early.reply.send(acted);
                continue;
            }
            let prompt = prompt(&self.table, self.patience.answered);
            if prompt.is_some() && !leads && !self.thinks_anyway() {
                return;
            }
            match prompt {
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
        let events = self.table.game.tick(at, &self.certain_presence());
        self.commit(events.into_iter().map(|event| (event, None)).collect()).await
    }

    /// Adds events to the game: stores them, then announces them.
    async fn commit(&mut self, happened: Vec<SeatedEvent>) -> Result<(), Refused> {
        if happened.is_empty() {
            return Ok(());
        }
        let (version, heard_until) = (self.table.version(), self.table.heard_until());
        let phase = self.table.game.phase();
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
        let (at, ended) = (self.now(), self.table.game.phase() == Phase::Ended);
        let append = Append {
            game: self.table.id.clone(),
            version,
            lines,
            summary: serde_json::to_string(&self.table.summary(at))
                .expect("a summary is plain data"),
            ended,
            // A rated game stays due until it is rated.
            due: if ended {
                self.table.may_be_rated().then_some(at)
            } else {
                self.table.game.next_tick(&self.certain_presence())
            },
            at,
            sat_down,
            got_up,
        };
        let written = if self.are_several() { append.lines.clone() } else { Vec::new() };
        if let Err(error) = self.services.store.append(append).await {
            if matches!(error, StoreError::Conflict) {
                self.services.metrics.conflict();
            }
            if !self.reload(version, &written, &error).await {
                if self.table.version() > version && !self.broken {
                    self.announce(version, heard_until, phase); // another node wrote to the log
                }
                return Err(error.into());
            }
        }
        self.wrote();
        self.services.metrics.events((self.table.version() - version) as usize);
        self.announce(version, heard_until, phase);
        if ended {
            rate(&self.services, &self.table).await;
        }
        Ok(())
    }

    /// The lag of the player on turn, by their fastest connection.
    fn lag_on_turn(&self) -> Millis {
        let occupant = self.table.game.on_turn().and_then(|seat| self.table.occupants.get(seat));
        let Some(Occupant::Player(player)) = occupant.filter(|_| self.services.lag_credit) else {
            return 0;
        };
        self.watchers
            .iter()
            .filter(|watcher| watcher.player == *player)
            .map(|watcher| watcher.lag.millis())
            .chain(self.elsewhere.lag(player))
            .min()
            .unwrap_or(0)
    }

    /// The players who take and give up a seat.
    fn moved(&self, happened: &[SeatedEvent]) -> (Vec<String>, Vec<String>) {
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

    /// After a failure the events may or may not be stored, so the log is read again. Returns
    /// whether they are. Other nodes may have added more to what was `written`.
    async fn reload(&mut self, version: u64, written: &[String], error: &StoreError) -> bool {
        let is_conflict = matches!(error, StoreError::Conflict);
        if !(is_conflict && self.are_several()) {
            tracing::warn!(
                %error,
                game = log_name(&self.table.id),
                "an append failed; reloading the log"
            );
        }
        let stored = match load_table(&self.services, &self.table.id).await {
            Ok(table) => table,
            Err(error) => {
                tracing::error!(
                    cause = error.cause(),
                    game = log_name(&self.table.id),
                    "the log can't be read"
                );
                self.broken = true;
                return false;
            }
        };
        let expected = std::mem::replace(&mut self.table, stored);
        if is_conflict || self.table.version() < expected.version() {
            return false;
        }
        if self.table.is_at(&expected) || !self.are_several() {
            return self.table.is_at(&expected);
        }
        match self.services.store.tail(&self.table.id, version).await {
            Ok(Some(tail)) => tail.lines.starts_with(written),
            _ => {
                self.broken = true;
                false
            }
        }
    }
}

fn sitting_down(events: Vec<Event>, who: &Occupant) -> Vec<SeatedEvent> {
    events.into_iter().map(|event| (event, Some(who.clone()))).collect()
}
