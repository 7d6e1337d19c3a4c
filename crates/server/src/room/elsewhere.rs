//! Players connected to a game through other nodes.

use std::collections::HashMap;
use std::time::Duration;

use tisane_rules::Millis;
use tokio::time::Instant;

use crate::news::PresentPlayer;

/// The most nodes and players per node that are remembered.
const MOST_NODES: usize = 200;
const MOST_PLAYERS: usize = 100;

#[derive(Default)]
pub(super) struct Elsewhere(HashMap<String, Crowd>);

/// The connections to one node.
struct Crowd {
    players: Vec<PresentPlayer>,
    watchers: usize,
    heard: Instant,
}

impl Elsewhere {
    /// A node sends its connected players.
    pub(super) fn hear(&mut self, node: &str, players: &[PresentPlayer], watchers: u32) {
        if players.is_empty() && watchers == 0 {
            self.0.remove(node);
        } else if self.0.len() < MOST_NODES || self.0.contains_key(node) {
            let players = players.iter().take(MOST_PLAYERS).cloned().collect();
            let (watchers, heard) = (watchers as usize, Instant::now());
            self.0.insert(node.to_owned(), Crowd { players, watchers, heard });
        }
    }

    /// Forgets nodes that have said nothing for this long.
    pub(super) fn expire(&mut self, lasts: Duration) {
        self.0.retain(|_, crowd| crowd.heard.elapsed() < lasts);
    }

    /// When the next node is forgotten.
    pub(super) fn expires(&self, lasts: Duration) -> Option<Instant> {
        self.0.values().map(|crowd| crowd.heard + lasts).min()
    }

    pub(super) fn is_here(&self, player: &str) -> bool {
        self.players().any(|present| present.player == player)
    }

    fn players(&self) -> impl Iterator<Item = &PresentPlayer> {
        self.0.values().flat_map(|crowd| &crowd.players)
    }

    /// The lag of a player, by their fastest connection.
    pub(super) fn lag(&self, player: &str) -> Option<Millis> {
        self.players().filter(|present| present.player == player).map(|present| present.lag).min()
    }

    pub(super) fn watchers(&self) -> usize {
        self.0.values().map(|crowd| crowd.watchers).sum()
    }

    /// The nodes with watchers.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, crowd)| crowd.watchers > 0).map(|(node, _)| node.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn presence_is_the_union_over_nodes_and_expires() {
        let lasts = Duration::from_secs(30);
        let ada = |lag| PresentPlayer { player: "ada".to_owned(), lag };
        let mut elsewhere = Elsewhere::default();
        elsewhere.hear("one", &[ada(50)], 1);
        tokio::time::advance(Duration::from_secs(20)).await;
        elsewhere.hear("two", &[ada(20)], 3);
        assert!(elsewhere.is_here("ada") && !elsewhere.is_here("bo"));
        assert_eq!((elsewhere.watchers(), elsewhere.lag("ada")), (4, Some(20)));
        tokio::time::advance(Duration::from_secs(10)).await;
        elsewhere.expire(lasts);
        assert_eq!(elsewhere.nodes().collect::<Vec<_>>(), ["two"]);
        assert_eq!(elsewhere.expires(lasts), Some(Instant::now() + Duration::from_secs(20)));
        elsewhere.hear("two", &[], 0);
        assert!(!elsewhere.is_here("ada") && elsewhere.expires(lasts).is_none());
    }
}
