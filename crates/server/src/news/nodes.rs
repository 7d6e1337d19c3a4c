//! This node among the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use super::{News, Notice, Topic};
use crate::base::secret::{hash, random_name};

/// How often nodes speak up, and how long they are believed.
#[derive(Clone, Debug)]
pub struct NodeTimes {
    /// How often a node says that it runs, and looks for what it has missed.
    pub sweep: Duration,
    /// After this long without a word, a node counts as stopped.
    pub silence: Duration,
    /// How often a node repeats its list of connected players.
    pub presence: Duration,
    /// How long that is believed.
    pub presence_lasts: Duration,
    /// After a start or a reconnect, nobody counts as absent for this long.
    pub settling: Duration,
    /// How long a loaded room waits for other nodes' lists of connected players.
    pub answers: Duration,
}

impl Default for NodeTimes {
    fn default() -> NodeTimes {
        let seconds = Duration::from_secs;
        NodeTimes {
            sweep: seconds(2),
            silence: seconds(6),
            presence: seconds(10),
            presence_lasts: seconds(30),
            settling: seconds(5),
            answers: Duration::from_millis(300),
        }
    }
}

/// This node, and what it knows of the others. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Nodes(Arc<Shared>);

struct Shared {
    id: String,
    news: Option<Arc<dyn News>>,
    times: NodeTimes,
    state: Mutex<State>,
}

struct State {
    /// When other nodes were heard last.
    heard: HashMap<String, Instant>,
    /// When this node began to listen.
    since: Instant,
    /// When this node last heard itself.
    echo: Instant,
}

/// More nodes than anybody has; each entry is forgotten when the node is silent.
const MOST: usize = 1000;

impl Nodes {
    /// Without news, this node is the only one.
    pub(crate) fn new(news: Option<Arc<dyn News>>, times: NodeTimes) -> Nodes {
        let now = Instant::now();
        let state = Mutex::new(State { heard: HashMap::new(), since: now, echo: now });
        Nodes(Arc::new(Shared { id: random_name(12), news, times, state }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn id(&self) -> &str {
        &self.0.id
    }

    pub(crate) fn times(&self) -> &NodeTimes {
        &self.0.times
    }

    /// Whether other nodes may use the same database.
    pub(crate) fn are_several(&self) -> bool {
        self.0.news.is_some()
    }

    /// Tells the other nodes, if there may be any.
    pub(crate) fn publish(&self, topic: impl FnOnce() -> Topic) {
        if let Some(news) = &self.0.news {
            news.publish(Notice { node: self.0.id.clone(), topic: topic() });
        }
    }

    pub(crate) fn subscribe(&self) -> Option<broadcast::Receiver<Arc<Notice>>> {
        self.0.news.as_ref().map(|news| news.subscribe())
    }

    /// Another node has said something. Returns whether it was unknown.
    pub(crate) fn hear(&self, node: &str) -> bool {
        let mut state = self.state();
        if state.heard.len() >= MOST {
            let silence = self.0.times.silence;
            state.heard.retain(|_, at| at.elapsed() < silence);
        }
        let before = state.heard.insert(node.to_owned(), Instant::now());
        before.is_none_or(|at| at.elapsed() >= self.0.times.silence)
    }

    /// A notice of this node has come back, so news arrive.
    pub(crate) fn hear_echo(&self) {
        self.state().echo = Instant::now();
    }

    /// Whether no news arrive, so that nothing is known of the other nodes.
    pub(crate) fn is_deaf(&self) -> bool {
        self.are_several() && self.state().echo.elapsed() >= self.0.times.silence
    }

    /// Notices may have been lost, so the lists of other nodes may be out of date.
    pub(crate) fn reconnected(&self) {
        self.state().since = Instant::now();
    }

    /// How long it takes until this node can know the players of other nodes.
    pub(crate) fn settles_in(&self) -> Option<Duration> {
        if !self.are_several() {
            return None;
        }
        if self.is_deaf() {
            return Some(self.0.times.settling);
        }
        let listened = self.state().since.elapsed();
        self.0.times.settling.checked_sub(listened).filter(|left| !left.is_zero())
    }

    /// The other nodes that run.
    pub(crate) fn others(&self) -> Vec<String> {
        let silence = self.0.times.silence;
        let state = self.state();
        let running = state.heard.iter().filter(|(_, at)| at.elapsed() < silence);
        running.map(|(node, _)| node.clone()).collect()
    }

    pub(crate) fn is_running(&self, node: &str) -> bool {
        let silence = self.0.times.silence;
        node == self.0.id || self.state().heard.get(node).is_some_and(|at| at.elapsed() < silence)
    }
}

/// The node that acts first for a game: the one with the lowest hash.
pub(crate) fn first_for<'a>(
    game: &str,
    nodes: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nodes.into_iter().min_by_key(|node| (hash(&format!("{game} {node}")), *node))
}

#[cfg(test)]
mod tests {
    use super::super::LocalNews;
    use super::*;

    #[test]
    fn games_are_spread_over_nodes_and_move_only_if_theirs_is_gone() {
        let nodes = ["one", "two", "three"];
        let games: Vec<String> = (0..300).map(|n| format!("game{n}")).collect();
        let first =
            |game: &String, nodes: &[&'static str]| first_for(game, nodes.iter().copied()).unwrap();
        let mut moved = 0;
        for node in nodes {
            let own = games.iter().filter(|game| first(game, &nodes) == node).count();
            assert!((60..=140).contains(&own), "{node} has {own} of 300");
        }
        for game in &games {
            let before = first(game, &nodes);
            let after = first(game, &["one", "two"]);
            assert!(before == after || before == "three");
            moved += usize::from(before != after);
        }
        assert!(moved > 0);
        assert_eq!(first_for("g", []), None);
    }

    #[test]
    fn a_silent_node_counts_as_stopped() {
        let times = NodeTimes { silence: Duration::ZERO, ..NodeTimes::default() };
        let nodes = Nodes::new(Some(Arc::new(LocalNews::default())), times);
        assert!(nodes.hear("two"));
        assert!(!nodes.is_running("two") && nodes.others().is_empty());
        assert!(nodes.is_deaf(), "it has not even heard itself");
        let nodes = Nodes::new(Some(Arc::new(LocalNews::default())), NodeTimes::default());
        assert!(nodes.hear("two") && !nodes.hear("two"));
        assert!(nodes.is_running("two") && nodes.is_running(nodes.id()));
        assert_eq!(nodes.others(), ["two"]);
        assert!(nodes.settles_in().is_some() && !nodes.is_deaf());
        assert!(Nodes::new(None, NodeTimes::default()).settles_in().is_none());
    }
}
