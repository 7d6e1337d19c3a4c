//! Several servers on one database: passes on what other nodes say, and looks for what was lost on
//! the way.

use std::sync::Arc;
use std::time::Duration;

use tisane_protocol::Said;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::App;
use crate::error::Refused;
use crate::news::{Nodes, Notice, Topic};
use crate::wire::text;

/// How often changes of the lobby are published.
const LOBBY_ROUND: Duration = Duration::from_millis(500);
/// Games per question to the database.
const PAGE: usize = 500;

impl App {
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.0.services.nodes
    }

    /// Starts what a node among others does all the time; ends when the set is dropped.
    pub(crate) fn join_others(&self) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        if let Some(notices) = self.nodes().subscribe() {
            self.nodes().reconnected();
            tasks.spawn(self.clone().follow(notices));
            tasks.spawn(self.clone().sweep());
            tasks.spawn(self.clone().publish_lobby());
        }
        if let Some(mut reachable) = self.store().reachable() {
            let app = self.clone();
            tasks.spawn(async move {
                loop {
                    let is_cut_off = !*reachable.borrow_and_update();
                    if app.0.cut_off.send_replace(is_cut_off) != is_cut_off && is_cut_off {
                        tracing::error!("the database can't be reached; all sockets are closed");
                    }
                    if reachable.changed().await.is_err() {
                        return;
                    }
                }
            });
        }
        tasks
    }

    async fn follow(self, mut notices: Receiver<Arc<Notice>>) {
        loop {
            match notices.recv().await {
                Ok(notice) if notice.topic == Topic::Gap => self.resume(),
                Ok(notice) if notice.node == self.nodes().id() => self.nodes().hear_echo(),
                Ok(notice) => self.hear(notice),
                Err(RecvError::Lagged(missed)) => {
                    tracing::warn!(missed, "notices of other servers were missed");
                    self.resume();
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Notices were lost, so everything is compared with the database.
    fn resume(&self) {
        self.nodes().reconnected();
        let gap = Arc::new(Notice { node: String::new(), topic: Topic::Gap });
        self.rooms().all().into_iter().for_each(|room| room.hear(gap.clone()));
        self.tell_lobby(true);
        let app = self.clone();
        tokio::spawn(async move {
            app.reload_and_enforce().await;
            if let Err(error) = app.sessions().check_all().await {
                tracing::error!(%error, "sessions can't be checked");
            }
        });
    }

    fn hear(&self, notice: Arc<Notice>) {
        if self.nodes().hear(&notice.node) {
            // A node that has just started wants to know of this one.
            self.nodes().publish(|| Topic::Alive);
            self.tell_lobby(true);
        }
        match &notice.topic {
            Topic::Alive | Topic::Gap => {}
            Topic::Game { game, .. }
            | Topic::Chat { game, .. }
            | Topic::Redacted { game, .. }
            | Topic::Rematch { game }
            | Topic::Present { game, .. }
            | Topic::WhoIsPresent { game }
            | Topic::Hold { game, .. }
            | Topic::Early { game, .. }
            | Topic::Unchallenged { game, .. } => self.pass_on(game, &notice),
            Topic::Listed { summary, .. } => {
                if self.lobby().hear(&notice.node, &notice.topic) {
                    // Tables of players who block each other are hidden.
                    summary.players.iter().flatten().for_each(|player| self.load_mutes(player));
                }
            }
            Topic::Unlisted { .. } => {
                self.lobby().hear(&notice.node, &notice.topic);
            }
            Topic::Sessions { player } => {
                let (sessions, player) = (self.sessions().clone(), player.clone());
                tokio::spawn(async move {
                    if let Err(error) = sessions.check_player(&player).await {
                        tracing::error!(%error, "sessions can't be checked");
                    }
                });
            }
            Topic::Mutes { player } => {
                if self.sessions().is_connected(player) || self.mutes().knows(player) {
                    self.load_mutes(player);
                }
            }
            Topic::Forgotten { player } => {
                self.moderation().count_forgotten();
                self.mutes().forget(player);
                self.moderation().forget_address(player);
                self.rooms().all().into_iter().for_each(|room| room.hear(notice.clone()));
            }
            Topic::Sanctions => {
                let app = self.clone();
                tokio::spawn(async move { app.reload_and_enforce().await });
            }
            Topic::LoginTried { account, network } => {
                self.players().logins().hear_attempt(account, network)
            }
            Topic::LoggedIn { account, network } => {
                self.players().logins().hear_success(account, network)
            }
            Topic::LoginKnown { account, network } => {
                self.players().logins().hear_known(account, network)
            }
            Topic::PasswordCounted { network, player } => {
                self.limiter().hear_password(network.as_deref(), player.as_deref())
            }
        }
    }

    /// Passes a notice to the room of a game, if it is in memory.
    fn pass_on(&self, game: &str, notice: &Arc<Notice>) {
        match self.rooms().find(game) {
            Some(room) => room.hear(notice.clone()),
            None if matches!(notice.topic, Topic::WhoIsPresent { .. }) => {
                let game = game.to_owned();
                self.nodes().publish(|| Topic::Present { game, players: Vec::new(), watchers: 0 });
            }
            None => {}
        }
    }

    fn load_mutes(&self, player: &str) {
        let (app, player) = (self.clone(), player.to_owned());
        tokio::spawn(async move {
            if let Err(error) = app.mutes().load(&player).await {
                tracing::warn!(%error, "muted players can't be loaded");
            }
        });
    }

    /// Reloads bans, roles and the announcement, and applies them to open sockets.
    async fn reload_and_enforce(&self) {
        let before = self.moderation().announcement();
        if let Err(error) = self.reload_sanctions().await {
            tracing::error!(%error, "bans and roles can't be reloaded");
            return;
        }
        self.close_banned_sockets();
        let announcement = self.moderation().announcement();
        if announcement != before {
            self.moderation().sockets().broadcast(&text(&Said::Announcement { announcement }));
        }
    }

    /// Says that this node runs, and compares watched games with the database.
    async fn sweep(self) {
        let mut round = interval(self.nodes().times().sweep);
        round.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            round.tick().await;
            self.nodes().publish(|| Topic::Alive);
            if let Err(error) = self.compare_watched().await {
                tracing::error!(%error, "games can't be compared with the database");
            }
            self.reload_and_enforce().await;
        }
    }

    async fn compare_watched(&self) -> Result<(), Refused> {
        let watched: Vec<String> = self.rooms().watched();
        for games in watched.chunks(PAGE) {
            for progress in self.store().progress(games.to_vec()).await? {
                if let Some(room) = self.rooms().find(&progress.id) {
                    room.compare(progress);
                }
            }
        }
        Ok(())
    }

    /// Tells the other nodes which games this one lists.
    pub(crate) fn tell_lobby(&self, everything: bool) {
        for topic in self.lobby().notices(everything) {
            self.nodes().publish(|| topic);
        }
    }

    async fn publish_lobby(self) {
        let mut round = interval(LOBBY_ROUND);
        round.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = Instant::now();
        loop {
            round.tick().await;
            let times = self.nodes().times();
            let everything = told.elapsed() >= times.presence;
            if everything {
                told = Instant::now();
            }
            self.tell_lobby(everything);
            self.lobby().expire(times.presence_lasts);
        }
    }

    /// Whether the database can't be reached.
    pub(crate) fn is_cut_off(&self) -> bool {
        *self.0.cut_off.borrow()
    }
}
