//! A table of two players on different nodes, who play game after game through all faults.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::json;
use tisane_protocol::game::PhaseView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, ClockView, RoomView};
use tokio::time::{sleep, sleep_until, timeout};

use super::super::client::Guest;
use super::super::script::Script;
use super::feed::{Feed, Seen, Unanswered};
use super::history::{Absences, History, Kind, Message, Sent};
use super::record::{Record, millis};

/// No fault lasts longer; a table that can't go on by then never will.
const PATIENCE: Duration = Duration::from_secs(240);
/// A move must be seen on the other node within this time, unless the connection is lost.
const SEEN: Duration = Duration::from_secs(15);
/// How long a bot may take.
const BOT: Duration = Duration::from_secs(60);
/// Clients wait this long before they try again, and up to as long again.
const RETRY: Duration = Duration::from_millis(100);
/// A player writes to the chat once in this number of moves.
const CHAT: u64 = 8;
/// A clock with which presence matters and nobody runs out of time.
const TURN: i64 = 15 * 60 * 1000;
const BOT_NAME: &str = "greedy";
const PASSWORD: &str = "tisane load password";

struct Player {
    guest: Guest,
    id: String,
    feed: Option<Feed>,
    absences: Absences,
    left: i64,
}

impl Player {
    async fn new(proxy: std::net::SocketAddr, name: &str) -> anyhow::Result<Player> {
        let began = Instant::now();
        loop {
            match Player::try_new(proxy, name).await {
                Ok(player) => return Ok(player),
                Err(error) if began.elapsed() > PATIENCE => return Err(error),
                Err(_) => sleep(RETRY).await,
            }
        }
    }

    async fn try_new(proxy: std::net::SocketAddr, name: &str) -> anyhow::Result<Player> {
        let guest = Guest::new(proxy, name).await?;
        let me = guest.get("/api/me").await?;
        let id = me["id"].as_str().context("a player has an id")?.to_owned();
        Ok(Player { guest, id, feed: None, absences: Absences::default(), left: millis() })
    }

    fn is_connected(&self) -> bool {
        self.feed.as_ref().is_some_and(|feed| !feed.is_closed())
    }

    fn disconnect(&mut self) {
        if let Some(feed) = self.feed.take() {
            self.left = feed.closed_at().unwrap_or_else(millis);
        }
    }

    /// Connects to a node other than `avoided`, if there is one, and watches the game.
    async fn connect(
        &mut self,
        game: &str,
        avoided: Option<&str>,
        record: &Arc<Record>,
    ) -> anyhow::Result<()> {
        self.disconnect();
        let mut feed = Feed::open(&self.guest, record).await?;
        for _ in 0..3 {
            if Some(feed.node.as_str()) != avoided {
                break;
            }
            feed = Feed::open(&self.guest, record).await?;
        }
        let watch = Ask::Watch { game: game.to_owned(), since: None };
        if let Err(unanswered) = feed.ask(watch).await {
            bail!("the game can't be watched: {unanswered}");
        }
        self.absences.add(self.left, millis());
        self.feed = Some(feed);
        Ok(())
    }
}

pub(super) struct Table {
    kind: Kind,
    ruleset: String,
    scripts: Arc<[Script]>,
    players: [Player; 2],
    game: String,
    state: Seen,
    sent: Vec<Sent>,
    messages: Vec<Message>,
    moves: u64,
    /// Since when something has gone wrong.
    disturbed: Option<Instant>,
    record: Arc<Record>,
    /// The number of acknowledged moves.
    pub(super) progress: Arc<AtomicU64>,
}

impl Table {
    pub(super) async fn new(
        proxy: std::net::SocketAddr,
        number: usize,
        kind: Kind,
        scripts: Arc<[Script]>,
        record: Arc<Record>,
    ) -> anyhow::Result<Table> {
        let mut players = [
            Player::new(proxy, &format!("one {number}")).await?,
            Player::new(proxy, &format!("other {number}")).await?,
        ];
        if kind == Kind::Rated {
            for (n, player) in players.iter_mut().enumerate() {
                let name = format!("account {number} {}", ["one", "two"][n]);
                let body = json!({ "name": name, "password": PASSWORD });
                player.guest.post("/api/me/account", &body).await?;
            }
        }
        let mut table = Table {
            kind,
            ruleset: scripts[0].request.ruleset.clone(),
            scripts,
            players,
            game: String::new(),
            state: Seen::default(),
            sent: Vec::new(),
            messages: Vec::new(),
            moves: 0,
            disturbed: None,
            record,
            progress: Arc::default(),
        };
        table.begin().await?;
        Ok(table)
    }

    fn request(&self) -> NewGame {
        match self.kind {
            Kind::Script(script) => self.scripts[script].request.clone(),
            Kind::Rated => NewGame {
                clock: Some(ClockView::Turn { turn: TURN, bank: 0 }),
                ..NewGame::new(&self.ruleset)
            },
            Kind::Bot => NewGame {
                bots: vec![BOT_NAME.to_owned()],
                clock: Some(ClockView::Turn { turn: TURN, bank: 0 }),
                rated: false,
                ..NewGame::new(&self.ruleset)
            },
        }
    }

    /// Starts a new game. Every step may be repeated.
    async fn begin(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        let request = serde_json::to_value(self.request())?;
        self.game.clear();
        loop {
            match self.try_begin(&request).await {
                Ok(()) => return Ok(()),
                Err(error) if began.elapsed() > PATIENCE => {
                    return Err(error.context("a game can't be started"));
                }
                Err(_) => self.wait_a_moment().await,
            }
        }
    }

    async fn try_begin(&mut self, request: &serde_json::Value) -> anyhow::Result<()> {
        if self.game.is_empty() {
            let room = self.players[0].guest.post("/api/games", request).await?;
            self.game = room["id"].as_str().context("a room has an id")?.to_owned();
            (self.sent, self.messages) = (Vec::new(), Vec::new());
        }
        let path = format!("/api/games/{}", self.game);
        let room = self.show(0).await?;
        if room.game.phase == PhaseView::Lobby {
            if room.game.seats.len() < 2 {
                self.players[1].guest.post(&format!("{path}/join"), &json!({})).await?;
            }
            let start = json!({ "action": ActionView::Start });
            self.players[0].guest.post(&format!("{path}/actions"), &start).await?;
        }
        self.players.iter_mut().for_each(Player::disconnect);
        self.connect().await?;
        self.sync().await?;
        let room = self.show(0).await?;
        ensure!(
            self.kind != Kind::Rated || room.rated,
            "game {} is not rated: {:?}",
            self.game,
            room.unrated
        );
        Ok(())
    }

    async fn show(&self, player: usize) -> anyhow::Result<RoomView> {
        let path = format!("/api/games/{}", self.game);
        Ok(serde_json::from_value(self.players[player].guest.get(&path).await?)?)
    }

    /// Connects players who aren't, each to another node than the other.
    async fn connect(&mut self) -> anyhow::Result<()> {
        for n in 0..2 {
            if !self.players[n].is_connected() {
                let other = self.players[1 - n].feed.as_ref().filter(|feed| !feed.is_closed());
                let avoided = other.map(|feed| feed.node.clone());
                let game = self.game.clone();
                self.players[n].connect(&game, avoided.as_deref(), &self.record).await?;
            }
        }
        Ok(())
    }

    async fn wait_a_moment(&self) {
        let jitter = millis() as u64 % RETRY.as_millis() as u64;
        sleep(RETRY + Duration::from_millis(jitter)).await;
    }

    /// Reads the state of the game.
    async fn sync(&mut self) -> anyhow::Result<()> {
        let room = self.show(0).await?;
        let game = &room.game;
        self.state = Seen {
            game: room.id.clone(),
            version: game.version,
            turn: game.turn,
            on_turn: game.on_turn.map(|seat| seat as usize),
            turns: game.turns.len(),
            is_over: game.outcome.is_some(),
            ..Seen::default()
        };
        Ok(())
    }

    /// Connects again and reads the state, until both succeed.
    async fn recover(&mut self) -> anyhow::Result<()> {
        let began = *self.disturbed.get_or_insert_with(Instant::now);
        loop {
            let done = match self.connect().await {
                Ok(()) => self.sync().await,
                Err(error) => Err(error),
            };
            match done {
                Ok(()) => return Ok(()),
                Err(error) if began.elapsed() > PATIENCE => {
                    return Err(error.context(format!("game {} can't go on", self.game)));
                }
                Err(_) => self.wait_a_moment().await,
            }
        }
    }

    /// Plays game after game, a move every `pace`.
    pub(super) async fn play(mut self, pace: Duration, offset: Duration) -> anyhow::Result<()> {
        let mut next = tokio::time::Instant::now() + offset;
        while !self.record.is_over() {
            self.wait_until(next).await?;
            next = (next + pace).max(tokio::time::Instant::now());
            if self.state.is_over {
                self.keep(true);
                if let Kind::Script(script) = &mut self.kind {
                    *script = (*script + 1) % self.scripts.len();
                }
                self.begin().await?;
                continue;
            }
            self.step().await?;
        }
        self.keep(self.state.is_over);
        for player in &mut self.players {
            player.disconnect();
            player.absences.add(player.left, i64::MAX);
        }
        Ok(())
    }

    fn keep(&mut self, is_over: bool) {
        self.record.keep(History {
            game: self.game.clone(),
            kind: self.kind,
            guests: self.players.each_ref().map(|player| player.guest.clone()),
            players: self.players.each_ref().map(|player| player.id.clone()),
            sent: std::mem::take(&mut self.sent),
            messages: std::mem::take(&mut self.messages),
            absences: self.players.each_ref().map(|player| player.absences.clone()),
            is_over,
        });
    }

    /// Waits, and connects players again who lose their connection meanwhile.
    async fn wait_until(&mut self, at: tokio::time::Instant) -> anyhow::Result<()> {
        loop {
            let is_lost = {
                let mut closed = self.players.each_mut().map(|player| {
                    Box::pin(async {
                        if let Some(feed) = &mut player.feed {
                            drop(feed.until(|_| false).await);
                        }
                    })
                });
                let [one, other] = &mut closed;
                tokio::select! {
                    () = sleep_until(at) => false,
                    () = one => true,
                    () = other => true,
                }
            };
            if !is_lost {
                return Ok(());
            }
            self.recover().await?;
        }
    }

    async fn step(&mut self) -> anyhow::Result<()> {
        if self.kind == Kind::Bot && self.state.on_turn == Some(1) {
            return self.wait_for_bot().await;
        }
        let (seat, turn, action) = match self.kind {
            Kind::Script(script) => {
                let found = self.found(script)?;
                let step = &self.scripts[script].steps[found];
                (step.seat, step.turn, step.action.clone())
            }
            _ => match self.state.on_turn {
                Some(seat) => (seat, self.state.turn, ActionView::Pass),
                // The bot has played its last tiles.
                None => (0, self.state.turn, ActionView::Accept),
            },
        };
        self.moves += 1;
        if self.moves.is_multiple_of(CHAT) {
            self.say(seat).await;
        }
        let ask = Ask::Act { game: self.game.clone(), turn: Some(turn), action };
        let (sent, began) = (millis(), Instant::now());
        let answer = match &mut self.players[seat].feed {
            Some(feed) => feed.ask(ask).await,
            None => return self.recover().await,
        };
        let acknowledged = Instant::now();
        let done = answer.is_ok().then(millis);
        self.sent.push(Sent { turn, seat, sent, done });
        match answer {
            Ok(()) => {}
            Err(unanswered) => {
                self.record.unanswered.fetch_add(1, Ordering::Relaxed);
                if matches!(unanswered, Unanswered::Lost) {
                    self.players[seat].disconnect();
                } else {
                    self.wait_a_moment().await;
                }
                return self.recover().await;
            }
        }
        self.progress.fetch_add(1, Ordering::Relaxed);
        match self.disturbed.take() {
            Some(disturbed) => self.record.recovered(disturbed),
            None => self.record.acknowledged(began.elapsed()),
        }
        self.see(seat, turn, acknowledged).await
    }

    /// The number of the script's steps that are done.
    fn found(&self, script: usize) -> anyhow::Result<usize> {
        let found = self.state.turns;
        let steps = self.scripts[script].steps.len();
        ensure!(found < steps, "game {}: it should be over after {steps} turns", self.game);
        Ok(found)
    }

    /// Waits until both players have seen a move.
    async fn see(&mut self, seat: usize, turn: u64, acknowledged: Instant) -> anyhow::Result<()> {
        for player in [1 - seat, seat] {
            let game = self.game.clone();
            let Some(feed) = &mut self.players[player].feed else { continue };
            let is_new = |seen: &Seen| seen.game == game && (seen.turn > turn || seen.is_over);
            match timeout(SEEN, feed.until(is_new)).await {
                Ok(seen) if seen.is_closed => return self.recover().await,
                Ok(seen) => {
                    if player != seat {
                        self.record.news(acknowledged.elapsed());
                    }
                    self.state = seen;
                }
                Err(_) => {
                    let place = if player == seat { "its own" } else { "the other" };
                    self.record.wrong(format!(
                        "game {game}: turn {turn} was not seen on {place} node within {SEEN:?}"
                    ));
                    return self.recover().await;
                }
            }
        }
        Ok(())
    }

    async fn wait_for_bot(&mut self) -> anyhow::Result<()> {
        let (game, version) = (self.game.clone(), self.state.version);
        let Some(feed) = &mut self.players[0].feed else { return self.recover().await };
        let is_new = |seen: &Seen| seen.game == game && seen.version > version;
        match timeout(BOT, feed.until(is_new)).await {
            Ok(seen) if seen.is_closed => self.recover().await,
            Ok(seen) => {
                self.state = seen;
                self.progress.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            Err(_) => {
                self.record.wrong(format!("game {game}: the bot has not moved within {BOT:?}"));
                self.recover().await
            }
        }
    }

    async fn say(&mut self, seat: usize) {
        let (player, text) = (&mut self.players[seat], format!("message {}", self.moves));
        let say = Ask::Say { game: self.game.clone(), text: text.clone() };
        let Some(feed) = &mut player.feed else { return };
        let is_done = feed.ask(say).await.is_ok();
        self.messages.push(Message { player: player.id.clone(), text, is_done });
    }
}
