//! Follows what other nodes do in this game, and tells them what this one does.

use std::collections::HashSet;
use std::mem::replace;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tisane_protocol::stored::{Occupant, read_event};
use tisane_rules::{Event, Millis, Phase};
use tokio::time::{Instant, timeout_at};

use super::super::CHAT;
use super::Actor;
use crate::base::secret::log_name;
use crate::error::Refused;
use crate::news::{Notice, PresentPlayer, Topic, first_for};
use crate::store::StoreError;

/// How often an attempt is repeated because another node was faster.
const RETRIES: u32 = 3;
/// How much later than the first node others apply a clock that has run out.
pub(super) const LATER: Millis = 1_000;
/// How long a notice may take to arrive.
const ON_THE_WAY: Duration = Duration::from_secs(1);
/// How often a node looks whether it has to act for one that has stopped.
const LOOK: Duration = Duration::from_secs(2);
/// After this long without a move, a node thinks for a bot that another node should move.
const THINK_ANYWAY: Duration = Duration::from_secs(25);

/// What an actor knows about the other nodes.
#[derive(Default)]
pub(super) struct Following {
    /// The node that wrote the last event, if it was another one.
    written_by: Option<String>,
    /// The players connected here as last sent to other nodes, and when.
    published: Option<(Vec<String>, bool, Instant)>,
    /// Until when people may be connected to nodes that have not answered.
    unsettled: Option<Instant>,
    /// Another node has written to the log, and nobody here has asked for it yet.
    is_behind: bool,
    /// The version at which another node should let the bots think, and since when.
    stalled: Option<(u64, Instant)>,
}

/// How often something was tried.
#[derive(Default)]
pub(super) struct Tries {
    conflicts: u32,
    /// Whether the table was compared with the log after a refusal.
    is_current: bool,
    /// The turn that a repeated action must still be for.
    pub(super) turn: Option<u64>,
}

impl Actor {
    pub(super) fn are_several(&self) -> bool {
        self.services.nodes.are_several()
    }

    pub(super) fn publish(&self, topic: impl FnOnce(String) -> Topic) {
        self.services.nodes.publish(|| topic(self.table.id.clone()));
    }

    /// Whether to repeat a refused attempt: another node was faster, or this table was out of date.
    pub(super) async fn tries_again(&mut self, tries: &mut Tries, refused: &Refused) -> bool {
        match refused {
            Refused::Store(StoreError::Conflict) => {
                tries.conflicts += 1;
                !self.broken && tries.conflicts <= RETRIES
            }
            Refused::Store(_) | Refused::Busy | Refused::Closing => false,
            _ => {
                let again = self.are_several()
                    && !replace(&mut tries.is_current, true)
                    && self.catch_up().await;
                if again {
                    tries.turn = None; // the player has seen more than this table had
                }
                again
            }
        }
    }

    /// Asks the other nodes for their connected players, before anybody counts as absent.
    pub(super) async fn meet(&mut self) {
        if !self.are_several() {
            return;
        }
        let nodes = self.services.nodes.clone();
        let mut silent: HashSet<String> = nodes.others().into_iter().collect();
        self.publish(|game| Topic::WhoIsPresent { game });
        let deadline = Instant::now() + nodes.times().answers;
        let mut others = Vec::new();
        while !silent.is_empty() {
            let Ok(Some(notice)) = timeout_at(deadline, self.news.recv()).await else { break };
            if let Topic::Present { players, watchers, .. } = &notice.topic {
                silent.remove(&notice.node);
                self.elsewhere.hear(&notice.node, players, *watchers);
            } else {
                others.push(notice);
            }
        }
        let left =
            if silent.is_empty() { nodes.settles_in() } else { Some(nodes.times().settling) };
        self.following.unsettled = left.map(|left| Instant::now() + left);
        // Events may have been added after the log was read and before notices arrived here.
        self.catch_up().await;
        for notice in others {
            self.note(&notice).await;
        }
    }

    /// Somebody has left this node. Others may have come to another one a moment ago.
    pub(super) fn wait_for_others(&mut self) {
        if self.are_several() {
            let until = Instant::now() + ON_THE_WAY;
            self.following.unsettled = self.following.unsettled.max(Some(until));
        }
    }

    /// Whether somebody may be connected to a node that has not answered.
    pub(super) fn is_unsettled(&self) -> bool {
        self.following.unsettled.is_some_and(|until| Instant::now() < until)
            || self.services.nodes.is_deaf()
    }

    /// Whether this node acts first: it has the lowest hash of the nodes with watchers. Without
    /// watchers, the node that wrote the last event does.
    pub(super) fn leads(&self) -> bool {
        if !self.are_several() {
            return true;
        }
        let nodes = &self.services.nodes;
        let own = (!self.watchers.is_empty()).then_some(nodes.id());
        let others = self.elsewhere.nodes().filter(|node| nodes.is_running(node));
        match first_for(&self.table.id, others.chain(own)) {
            Some(first) => first == nodes.id(),
            None => self.following.written_by.as_deref().is_none_or(|node| !nodes.is_running(node)),
        }
    }

    /// Before this node acts for others, it reads what it has not read yet.
    pub(super) async fn catch_up_if_behind(&mut self) {
        if self.following.is_behind {
            self.catch_up().await;
        }
    }

    /// Whether the bots' turn has been left alone for so long that this node takes it.
    pub(super) fn thinks_anyway(&mut self) -> bool {
        if self.watchers.is_empty() {
            return false;
        }
        let version = self.table.version();
        match self.following.stalled {
            Some((at, since)) if at == version => since.elapsed() >= THINK_ANYWAY,
            _ => {
                self.following.stalled = Some((version, Instant::now()));
                false
            }
        }
    }

    pub(super) fn wrote(&mut self) {
        self.following.written_by = None;
        let version = self.table.version();
        self.publish(|game| Topic::Game { game, version });
    }

    /// A notice about this game.
    pub(super) async fn hear(&mut self, notice: &Notice) {
        self.note(notice).await;
        self.settle(false).await;
    }

    async fn note(&mut self, notice: &Notice) {
        match &notice.topic {
            Topic::Game { version, .. } if *version > self.table.version() => {
                self.following.written_by =
                    Some(notice.node.clone()).filter(|node| !node.is_empty());
                // Without watchers, the next request reads the log.
                self.following.is_behind = true;
                if !self.watchers.is_empty() || !self.patience.is_idle() {
                    self.catch_up().await;
                }
            }
            Topic::Chat { number, .. }
                if !self.watchers.is_empty()
                    && self.chat.last().is_none_or(|last| last.number < *number) =>
            {
                self.catch_up_on_chat().await;
            }
            Topic::Rematch { .. } if self.table.rematch.is_none() => drop(self.catch_up().await),
            Topic::Redacted { number, .. } => self.redact(*number),
            Topic::Present { players, watchers, .. } => {
                let before = self.people_here();
                self.elsewhere.hear(&notice.node, players, *watchers);
                self.presence_changed(&before);
            }
            Topic::WhoIsPresent { .. } => {
                self.tell_presence(true);
                for (player, turn) in self.patience.holding(&self.table) {
                    self.publish(|game| Topic::Hold { game, player, turn, hold: true });
                }
            }
            Topic::Hold { player, turn, hold, .. } if *turn == self.table.turn() => {
                if let Some(seat) = self.table.seat_of(player) {
                    self.patience.hold(&self.table, seat, *hold);
                }
            }
            Topic::Early { turn, at, .. } if *turn == self.table.turn() => {
                self.patience.waits_elsewhere(*turn, *at);
            }
            Topic::Unchallenged { turn, .. } if *turn == self.table.turn() => {
                self.patience.answered = Some(*turn);
            }
            Topic::Forgotten { player } if self.mentions(player) => self.forget_player().await,
            Topic::Gap => {
                let settling = self.services.nodes.times().settling;
                self.following.unsettled = Some(Instant::now() + settling);
                self.publish(|game| Topic::WhoIsPresent { game });
                self.tell_presence(true);
                self.catch_up().await;
                self.catch_up_on_chat().await;
            }
            _ => {}
        }
    }

    fn mentions(&self, player: &str) -> bool {
        self.table.seat_of(player).is_some()
            || self.table.is_expected(player)
            || self.chat.iter().any(|message| message.player == player)
    }

    /// Applies what other nodes have added to the log. Returns whether there was anything.
    pub(super) async fn catch_up(&mut self) -> bool {
        let version = self.table.version();
        self.following.is_behind = false;
        let tail = match self.services.store.tail(&self.table.id, version).await {
            Ok(Some(tail)) => tail,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(%error, game = log_name(&self.table.id), "a log can't be followed");
                return false;
            }
        };
        if tail.lines.is_empty()
            && tail.rematch == self.table.rematch
            && tail.closed == self.table.closed
        {
            return false;
        }
        let (heard_until, phase) = (self.table.heard_until(), self.table.game.phase());
        let turns = self.table.game.turns().len();
        let mut has_joined = false;
        for line in &tail.lines {
            match read_event(self.table.ruleset(), line) {
                Ok(event) => {
                    has_joined |= matches!(event.0, Event::Joined { .. } | Event::Started { .. });
                    self.table.apply(event);
                }
                Err(error) => {
                    tracing::error!(%error, game = log_name(&self.table.id), "a log can't be read");
                    self.broken = true;
                    return false;
                }
            }
        }
        (self.table.rematch, self.table.closed) = (tail.rematch, tail.closed);
        if has_joined && let Err(error) = self.table.look_up_accounts(&*self.services.store).await {
            tracing::warn!(%error, game = log_name(&self.table.id), "accounts can't be looked up");
        }
        // Players who act without watching were just here.
        let (now, acted) = (self.now(), self.table.game.turns().iter().skip(turns));
        for turn in acted {
            if let Some(Occupant::Player(player)) = self.table.occupants.get(turn.seat)
                && let Some(left) = self.left.get_mut(player)
            {
                *left = now;
            }
        }
        self.announce(version, heard_until, phase);
        true
    }

    /// Reads messages that were written on other nodes.
    pub(super) async fn catch_up_on_chat(&mut self) {
        let last = self.chat.last().map_or(0, |last| last.number);
        match self.services.store.chat(&self.table.id, CHAT).await {
            Ok(chat) => {
                self.chat = chat;
                self.send_chat_after(last);
            }
            Err(error) => {
                tracing::warn!(%error, game = log_name(&self.table.id), "a chat can't be followed")
            }
        }
    }

    /// Tells the watchers what happened since a version.
    pub(super) fn announce(&mut self, since: u64, heard_until: Option<Millis>, phase: Phase) {
        self.services.live_games.set(&self.table, self.now());
        self.broadcast(since);
        self.send_late_chat(heard_until);
        if phase != Phase::Ended && self.table.game.phase() == Phase::Ended {
            self.open_channels();
        }
    }

    /// The players who are connected to any node.
    pub(super) fn people_here(&self) -> Vec<String> {
        let people = self.table.people().into_iter().map(|person| person.player);
        people.filter(|player| self.is_here(player)).collect()
    }

    /// Somebody may have come to another node, or left it.
    fn presence_changed(&mut self, before: &[String]) {
        let after = self.people_here();
        for player in before.iter().filter(|player| !after.contains(player)) {
            self.left.insert(player.clone(), self.now());
        }
        self.left.retain(|player, _| !after.contains(player));
        if before != after {
            self.broadcast(self.table.version());
        }
    }

    /// Sends the players of this node to the others: at once if that has changed, and again
    /// from time to time.
    pub(super) fn tell_presence(&mut self, is_asked: bool) {
        if !self.are_several() {
            return;
        }
        let lag = |player: &str| {
            let own = self.watchers.iter().filter(|watcher| watcher.player == player);
            own.map(|watcher| watcher.lag.millis()).min()
        };
        let people = self.table.people().into_iter().map(|person| person.player);
        let players: Vec<PresentPlayer> = people
            .filter_map(|player| Some(PresentPlayer { lag: lag(&player)?, player }))
            .collect();
        let names: Vec<String> = players.iter().map(|present| present.player.clone()).collect();
        let (is_watched, now) = (!self.watchers.is_empty(), Instant::now());
        let every = self.services.nodes.times().presence;
        let is_known = match &self.following.published {
            Some((known, watched, at)) => {
                *known == names && *watched == is_watched && (now < *at + every || !is_watched)
            }
            None => !is_watched,
        };
        if is_asked || !is_known {
            let watchers = self.watchers.len() as u32;
            self.publish(|game| Topic::Present { game, players, watchers });
            self.following.published = Some((names, is_watched, now));
        }
    }

    /// When something is due between nodes.
    pub(super) fn next_round(&self) -> Option<Instant> {
        if !self.are_several() {
            return None;
        }
        let times = self.services.nodes.times();
        let repeats = self.following.published.as_ref().filter(|_| !self.watchers.is_empty());
        let looks = self.following.stalled.filter(|(version, _)| *version == self.table.version());
        let due = [
            repeats.map(|(_, _, at)| *at + times.presence),
            self.elsewhere.expires(times.presence_lasts),
            self.following.unsettled,
            looks.map(|_| Instant::now() + LOOK.min(times.silence)),
            self.services.nodes.is_deaf().then(|| Instant::now() + LOOK),
        ];
        due.into_iter().flatten().min()
    }

    /// Does what is due between nodes.
    pub(super) async fn keep_up(&mut self) {
        let before = self.people_here();
        self.elsewhere.expire(self.services.nodes.times().presence_lasts);
        self.presence_changed(&before);
        self.following.unsettled.take_if(|until| *until <= Instant::now());
        self.tell_presence(false);
        self.settle(false).await;
    }

    /// What the sweep compares with the database.
    pub(super) fn show_progress(&self) {
        let messages = self.chat.last().map_or(0, |last| last.number);
        self.seen.version.store(self.table.version(), Ordering::Relaxed);
        self.seen.messages.store(messages, Ordering::Relaxed);
        self.seen.has_rematch.store(self.table.rematch.is_some(), Ordering::Relaxed);
        self.seen.is_watched.store(!self.watchers.is_empty(), Ordering::Relaxed);
    }
}
