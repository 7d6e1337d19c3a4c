//! Several servers on one database, in one process.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_protocol::game::GameView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::stored::StoredSetup;
use tisane_protocol::{Ask, ChatView, RoomView, Said};
use tisane_server::news::{LocalNews, News, NodeTimes, Notice};
use tisane_server::store::{Sqlite, Store};
use tisane_server::{App, Config, ServerClock};
use tokio::sync::broadcast;

use crate::common::{Client, Guest, Server, folder, unlimited};
use crate::faults::flaky::Flaky;

/// Nothing takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// News that can be told to lose everything.
#[derive(Default)]
pub(crate) struct LossyNews {
    inner: LocalNews,
    loses: AtomicBool,
}

impl LossyNews {
    pub(crate) fn lose(&self, loses: bool) {
        self.loses.store(loses, Ordering::Relaxed);
    }
}

impl News for LossyNews {
    fn publish(&self, notice: Notice) {
        if !self.loses.load(Ordering::Relaxed) {
            self.inner.publish(notice);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Arc<Notice>> {
        self.inner.subscribe()
    }
}

pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Server>,
    pub(crate) folder: PathBuf,
    pub(crate) news: Arc<LossyNews>,
    pub(crate) store: Arc<Flaky>,
    pub(crate) clock: ServerClock,
}

/// Quick, except where a slow machine could make a difference.
pub(crate) fn times() -> NodeTimes {
    NodeTimes {
        sweep: Duration::from_millis(100),
        silence: PATIENCE,
        presence: Duration::from_millis(500),
        presence_lasts: PATIENCE,
        settling: Duration::ZERO,
        answers: Duration::from_secs(5),
    }
}

impl Cluster {
    pub(crate) async fn start(n: usize) -> Cluster {
        Cluster::start_with(n, times()).await
    }

    pub(crate) async fn start_with(n: usize, times: NodeTimes) -> Cluster {
        let folder = folder();
        let store = Arc::new(Flaky::new(Sqlite::open(folder.join("tisane.db")).unwrap()));
        let (news, clock) = (Arc::<LossyNews>::default(), ServerClock::default());
        let mut cluster = Cluster { nodes: Vec::new(), folder, news, store, clock };
        let config = Config { nodes: times, clock: cluster.clock.clone(), ..unlimited() };
        for _ in 0..n {
            let catalogue = Catalogue::new(Some(cluster.folder.clone()));
            cluster.add(catalogue, config.clone()).await;
        }
        cluster.meet().await;
        cluster
    }

    pub(crate) async fn add(&mut self, catalogue: Catalogue, config: Config) {
        let (store, news) = (self.store.clone(), self.news.clone());
        let app = App::with_news(catalogue, Models::new(None), store, config, news);
        self.nodes.push(Server::start_app(self.folder.clone(), app).await);
    }

    /// Waits until all nodes know each other.
    pub(crate) async fn meet(&self) {
        for node in &self.nodes {
            until(async || metric(node, "tisane_nodes").await == self.nodes.len() as u64).await;
        }
    }

    /// Stops all nodes and starts as many new ones.
    pub(crate) async fn restart(&mut self) {
        let n = self.nodes.len();
        for node in self.nodes.drain(..) {
            node.stop().await;
        }
        let config = Config { nodes: times(), clock: self.clock.clone(), ..unlimited() };
        for _ in 0..n {
            self.add(Catalogue::new(Some(self.folder.clone())), config.clone()).await;
        }
    }

    pub(crate) async fn stop(self) {
        for node in self.nodes {
            node.stop().await;
        }
    }

    /// The sum of a metric over all nodes.
    pub(crate) async fn sum(&self, name: &str) -> u64 {
        let mut sum = 0;
        for node in &self.nodes {
            sum += metric(node, name).await;
        }
        sum
    }

    /// The log of a game, without the setup's secret seed.
    pub(crate) async fn log(&self, game: &str) -> Vec<String> {
        let stored = self.store.room(game).await.unwrap().unwrap();
        StoredSetup::read(&stored.setup).unwrap();
        stored.lines
    }
}

pub(crate) async fn metric(node: &Server, name: &str) -> u64 {
    let text = node.text("GET", "/metrics", None, Value::Null).await.1;
    let value = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    value.unwrap_or_else(|| panic!("{name} is missing from {text}")).parse().unwrap()
}

/// Waits until it is so.
pub(crate) async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let began = std::time::Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "it does not come about");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A private game of Ada on one node and Bo on another, who both watch.
pub(crate) struct Duel {
    pub(crate) game: String,
    pub(crate) guests: [Guest; 2],
    pub(crate) clients: [Client; 2],
}

impl Duel {
    pub(crate) async fn start(cluster: &Cluster, wishes: &NewGame) -> Duel {
        let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
        let guests = [one.guest("Ada").await, two.guest("Bo").await];
        let game = one.game(&guests[0], wishes).await;
        let mut clients = [one.socket(&guests[0]).await, two.socket(&guests[1]).await];
        clients[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await.unwrap();
        clients[0].act(&game, ActionView::Start).await.unwrap();
        for client in &mut clients {
            client.watch(&game).await;
        }
        Duel { game, guests, clients }
    }

    /// The player to move: 0 or 1.
    pub(crate) async fn on_turn(&self, cluster: &Cluster) -> usize {
        self.view(cluster, 0).await.game.on_turn.unwrap() as usize
    }

    pub(crate) async fn view(&self, cluster: &Cluster, person: usize) -> RoomView {
        cluster.nodes[person].room(&self.game, Some(&self.guests[person])).await
    }
}

/// Acts over HTTP.
pub(crate) async fn act(
    node: &Server,
    game: &str,
    who: &Guest,
    turn: Option<u64>,
    action: &ActionView,
) -> Result<GameView, Value> {
    let body = json!({ "turn": turn, "action": action });
    let path = format!("/api/games/{game}/actions");
    let (status, mut answer) = node.http("POST", &path, Some(who), body).await;
    if status == 200 {
        Ok(serde_json::from_value(answer["game"].take()).unwrap())
    } else {
        Err(answer)
    }
}

/// The next messages of a room.
pub(crate) async fn heard(client: &mut Client) -> Vec<ChatView> {
    loop {
        match client.next().await {
            Said::Chat { messages, .. } if !messages.is_empty() => return messages,
            _ => {}
        }
    }
}
