//! What rooms need from the rest of the server.

use std::sync::Arc;

use super::help::LiveGames;
use super::lobby::Lobby;
use crate::base::clock::ServerClock;
use crate::compute::Computer;
use crate::library::Library;
use crate::limits::Limiter;
use crate::metrics::Metrics;
use crate::news::Nodes;
use crate::people::moderation::Moderation;
use crate::people::mutes::Mutes;
use crate::store::Store;

pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) library: Library,
    pub(crate) computer: Computer,
    pub(crate) lobby: Lobby,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) metrics: Metrics,
    pub(crate) mutes: Mutes,
    pub(crate) moderation: Moderation,
    pub(crate) live_games: LiveGames,
    pub(crate) clock: ServerClock,
    pub(crate) nodes: Nodes,
    /// Whether the time that messages travel is given back to players.
    pub(crate) lag_credit: bool,
}
