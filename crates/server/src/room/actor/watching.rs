//! Watchers: who is here, and what each may see.

use tisane_protocol::request::SpectatorsView;
use tisane_protocol::stored::Occupant;
use tisane_protocol::{Said, UpdateView};
use tisane_rules::{Action, Phase, Presence, Seat};

use super::super::bounds::MOST_EVENTS;
use super::super::table::Sight;
use super::super::{Watcher, text};
use super::Actor;
use super::following::Tries;
use crate::error::Refused;
use crate::wire::Utf8Bytes;

impl Actor {
    pub(super) async fn watch(
        &mut self,
        watcher: Watcher,
        since: Option<u64>,
    ) -> Result<(), Refused> {
        let sight = self.table.sight(Some(&watcher.player))?;
        let player = watcher.player.clone();
        // The player may have created an account.
        if self.table.seat_of(&player).is_some() {
            self.table.look_up_account(&*self.services.store, &player).await?;
        }
        self.remember_network(&player, watcher.address);
        let was_here = self.is_here(&player);
        self.watchers.retain(|other| other.connection != watcher.connection);
        self.left.remove(&player);
        watcher.outbox.send(self.text_for(sight, since.unwrap_or(self.table.version())));
        let heard = self.chat.iter().filter(|message| self.may_read_now(&player, message));
        watcher.outbox.send(text(&Said::Chat {
            game: self.table.id.clone(),
            messages: heard.cloned().collect(),
        }));
        self.watchers.push(watcher);
        let Some(seat) = self.table.seat_of(&player) else { return Ok(()) };
        if self.is_to_rejoin(seat) {
            return self.rejoin(seat).await;
        }
        if !was_here {
            self.broadcast(self.table.version());
        }
        Ok(())
    }

    fn is_to_rejoin(&self, seat: Seat) -> bool {
        self.table.game.is_away(seat) && self.table.game.phase() != Phase::Ended
    }

    async fn rejoin(&mut self, seat: Seat) -> Result<(), Refused> {
        let mut tries = Tries::default();
        loop {
            match self.decide(seat, Action::Rejoin).await {
                Err(refused)
                    if self.tries_again(&mut tries, &refused).await && self.is_to_rejoin(seat) => {}
                // Another node may have done it.
                Err(_) if !self.is_to_rejoin(seat) => return Ok(()),
                rejoined => return rejoined,
            }
        }
    }

    pub(super) fn unwatch(&mut self, connection: u64) {
        let Some(place) = self.watchers.iter().position(|watcher| watcher.connection == connection)
        else {
            return;
        };
        let player = self.watchers.swap_remove(place).player;
        if self.table.seat_of(&player).is_some() && !self.is_here(&player) {
            self.left.insert(player, self.now());
            self.wait_for_others();
            self.broadcast(self.table.version());
        }
    }

    pub(super) fn presence(&self) -> Vec<Presence> {
        let of = |occupant: &Occupant| match occupant {
            Occupant::Bot(_) => Presence::Bot,
            // Coming and going would fill the log.
            Occupant::Player(_) if self.table.version() >= MOST_EVENTS => Presence::Here,
            Occupant::Player(player) if self.is_here(player) => Presence::Here,
            // After a restart nobody has left yet: absence counts from the start of the turn.
            Occupant::Player(player) => Presence::AwaySince(
                self.left.get(player).copied().unwrap_or(self.table.game.turn_began()),
            ),
        };
        self.table.occupants.iter().map(of).collect()
    }

    /// Presence as time and absence have consequences: people who may be connected to a node that
    /// has not been heard yet are not absent.
    pub(super) fn certain_presence(&self) -> Vec<Presence> {
        let mut presence = self.presence();
        if self.is_unsettled() && self.table.game.paused().is_none() {
            let absent = |one: &&mut Presence| matches!(one, Presence::AwaySince(_));
            presence.iter_mut().filter(absent).for_each(|one| *one = Presence::Here);
        }
        presence
    }

    /// Whether a player is connected, to this node or another.
    pub(super) fn is_here(&self, player: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.player == player)
            || self.elsewhere.is_here(player)
    }

    pub(super) fn update(&self, sight: Sight, since: u64) -> UpdateView {
        let watchers = self.watchers.len() + self.elsewhere.watchers();
        self.table.update(sight, since, &self.presence(), watchers, self.now())
    }

    fn text_for(&self, sight: Sight, since: u64) -> Utf8Bytes {
        text(&Said::Update { update: Box::new(self.update(sight, since)) })
    }

    /// Sends all watchers what happened since a version, as far as they may see it. Drops watchers
    /// that are too slow or may no longer watch.
    pub(super) fn broadcast(&mut self, since: u64) {
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

    /// Lists a public game in the lobby while it waits for players, or can be watched.
    fn show_in_lobby(&self) {
        let (game, settings) = (&self.table.game, &self.table.settings);
        let shown = match game.phase() {
            Phase::Lobby => self.table.has_room(),
            Phase::Playing | Phase::LastChallenge => settings.spectators != SpectatorsView::Nobody,
            Phase::Ended => false,
        };
        let is_listed = settings.public && shown && !self.people_here().is_empty();
        let is_player = |watcher: &Watcher| self.table.seat_of(&watcher.player).is_some();
        let is_ours = is_listed && self.watchers.iter().any(is_player);
        let summary = is_listed.then(|| self.table.public_summary(self.now()));
        self.services.lobby.set(&self.table.id, summary, is_ours);
    }
}
