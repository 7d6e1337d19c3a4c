//! What all requests share, and what takes more than one part of the server: moderation, downloads
//! and deletion of players, reports, and waking games whose time has come.

mod moderation;
mod nodes;
mod personal;
mod reports;
mod waking;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, MutexGuard};

use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_protocol::MeView;
use tisane_rules::{NoSuchRuleset, Position, Ruleset};
use tokio::sync::watch;

use crate::base::clock::ServerClock;
use crate::compute::Computer;
use crate::compute::blocking::{Origin, shares};
use crate::config::Config;
use crate::error::{Error, Refused};
use crate::library::Library;
use crate::limits::{Connections, Crowds, Limiter};
use crate::metrics::Metrics;
use crate::news::{News, Nodes};
use crate::people::Player;
use crate::people::moderation::Moderation;
use crate::people::mutes::Mutes;
use crate::people::players::Players;
use crate::people::sessions::Sessions;
use crate::room::lobby::Lobby;
use crate::room::{LiveGames, Room, Rooms, Services};
use crate::store::Store;
use crate::wire::backlog::Backlog;

/// What all requests share. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    services: Arc<Services>,
    rooms: Rooms,
    sessions: Sessions,
    players: Players,
    crowds: Crowds,
    /// The share of each address in work outside the analysis pool.
    work_shares: Arc<Crowds>,
    connections: Connections,
    config: Config,
    /// Whether the server is shutting down.
    stopping: watch::Sender<bool>,
    /// Whether the database can't be reached.
    cut_off: watch::Sender<bool>,
    backlog: Arc<Backlog>,
}

impl App {
    /// The only server that uses this database.
    pub fn new(catalogue: Catalogue, models: Models, store: Arc<dyn Store>, config: Config) -> App {
        App::start(catalogue, models, store, config, None)
    }

    /// One of several servers that share a database.
    pub fn with_news(
        catalogue: Catalogue,
        models: Models,
        store: Arc<dyn Store>,
        config: Config,
        news: Arc<dyn News>,
    ) -> App {
        App::start(catalogue, models, store, config, Some(news))
    }

    fn start(
        catalogue: Catalogue,
        models: Models,
        store: Arc<dyn Store>,
        config: Config,
        news: Option<Arc<dyn News>>,
    ) -> App {
        if let Some(offset) = store.clock_offset() {
            config.clock.follow(offset);
        }
        let nodes = Nodes::new(news, config.nodes.clone());
        let sessions = Sessions::new(store.clone(), nodes.clone());
        let services = Arc::new(Services {
            library: Library::new(catalogue, nodes.are_several()),
            computer: Computer::new(models),
            lobby: Lobby::new(nodes.are_several()),
            limiter: Arc::new(Limiter::new(config.limits.clone(), nodes.clone())),
            metrics: Metrics::new(store.metrics()),
            mutes: Mutes::new(store.clone(), nodes.clone()),
            moderation: Moderation::new(),
            live_games: LiveGames::default(),
            clock: config.clock.clone(),
            lag_credit: !config.no_lag_credit,
            store: store.clone(),
            nodes: nodes.clone(),
        });
        App(Arc::new(Shared {
            rooms: Rooms::new(services.clone()),
            services,
            players: Players::new(store, sessions.clone(), nodes),
            sessions,
            crowds: Crowds::new(config.limits.requests_per_address),
            work_shares: shares(),
            connections: Connections::default(),
            config,
            stopping: watch::Sender::new(false),
            cut_off: watch::Sender::new(false),
            backlog: Arc::default(),
        }))
    }

    /// The time in games.
    pub fn clock(&self) -> &ServerClock {
        &self.0.services.clock
    }

    pub(crate) fn library(&self) -> &Library {
        &self.0.services.library
    }

    pub(crate) fn rulesets(&self) -> &[Arc<Ruleset>] {
        self.library().rulesets()
    }

    pub(crate) fn ruleset(&self, name: &str) -> Result<Arc<Ruleset>, NoSuchRuleset> {
        self.library().ruleset(name)
    }

    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        self.library().catalogue()
    }

    pub(crate) fn opening(&self) -> MutexGuard<'_, ()> {
        self.library().opening()
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.0.services.store
    }

    pub(crate) fn players(&self) -> &Players {
        &self.0.players
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    pub(crate) fn computer(&self) -> &Computer {
        &self.0.services.computer
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    /// The room of a game, which is loaded if it is not in memory.
    pub(crate) async fn room(&self, id: &str) -> Result<Room, Error> {
        self.rooms().open(id).await
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.services.lobby
    }

    pub(crate) fn limiter(&self) -> &Arc<Limiter> {
        &self.0.services.limiter
    }

    pub(crate) fn crowds(&self) -> &Crowds {
        &self.0.crowds
    }

    /// Where a request comes from, for the work that it causes.
    pub(crate) fn origin(&self, address: IpAddr) -> Origin {
        Origin::new(address, self.0.work_shares.clone(), self.limiter().clone())
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.0.connections
    }

    pub(crate) fn mutes(&self) -> &Mutes {
        &self.0.services.mutes
    }

    pub(crate) fn moderation(&self) -> &Moderation {
        &self.0.services.moderation
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.services.metrics
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// Changes when the server shuts down.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    /// Changes when the database can't be reached.
    pub(crate) fn cut_off(&self) -> watch::Receiver<bool> {
        self.0.cut_off.subscribe()
    }

    /// The bytes that wait for slow readers, over all sockets.
    pub(crate) fn backlog(&self) -> &Arc<Backlog> {
        &self.0.backlog
    }

    /// Tells every socket that the server shuts down.
    pub(crate) fn stop(&self) {
        self.0.stopping.send_replace(true);
    }

    /// A player as they see themselves.
    pub(crate) async fn me(&self, player: &Player) -> Result<MeView, Refused> {
        let address = player.address.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        Ok(MeView {
            admin: self.moderation().is_admin(&player.id),
            banned: self.moderation().ban(Some(&player.id), address),
            ..self.players().me(player).await?
        })
    }

    /// Refuses positions of a live game that is rated, has two or more people, or is the player's
    /// own.
    pub(crate) async fn refuse_help(
        &self,
        player: Option<&Player>,
        ruleset: &Arc<Ruleset>,
        positions: Vec<Position>,
    ) -> Result<(), Error> {
        self.rooms().refuse_help(player, ruleset, positions).await
    }
}
