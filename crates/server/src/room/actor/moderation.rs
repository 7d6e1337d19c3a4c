//! Moderation in a room: chat channels, closing the game, deleting a message, deleting a player.

use tisane_protocol::{ChannelView, ChatView, Said};
use tisane_rules::Phase;

use super::super::loading::load_table;
use super::super::{CHAT, text};
use super::Actor;
use super::following::Tries;
use crate::base::secret::log_name;
use crate::error::Refused;

impl Actor {
    /// Whether a watcher may read a message now. Delayed spectators read the players' chat with the
    /// turn it belongs to.
    pub(super) fn may_read_now(&self, player: &str, message: &ChatView) -> bool {
        let may_read =
            message.channel == ChannelView::Players || self.table.hears_spectators(player);
        let is_muted = self.services.mutes.is_muted(player, &message.player);
        may_read && !is_muted && !self.is_delayed(player, message, self.table.heard_until())
    }

    /// The channel of a player's messages. Before the start, anybody with the link may become a
    /// player.
    pub(super) fn channel_of(&self, player: &str) -> ChannelView {
        match self.table.seat_of(player) {
            None if self.table.game.phase() != Phase::Lobby => ChannelView::Spectators,
            _ => ChannelView::Players,
        }
    }

    /// Keeps a message in memory, as many per channel as new watchers receive.
    pub(super) fn remember(&mut self, message: ChatView) {
        let channel = message.channel;
        let in_channel = |other: &ChatView| other.channel == channel;
        if self.chat.iter().filter(|other| in_channel(other)).count() >= CHAT {
            let oldest = self.chat.iter().position(in_channel).expect("there are some");
            self.chat.remove(oldest);
        }
        self.chat.push(message);
    }

    /// Sends messages to the watchers who may read them.
    pub(super) fn send_chat(&self, messages: &[ChatView]) {
        for watcher in &self.watchers {
            let heard: Vec<ChatView> = messages
                .iter()
                .filter(|message| self.may_read_now(&watcher.player, message))
                .cloned()
                .collect();
            if !heard.is_empty() {
                watcher
                    .outbox
                    .send(text(&Said::Chat { game: self.table.id.clone(), messages: heard }));
            }
        }
    }

    /// After the game, players may read the spectators' chat.
    pub(super) fn open_channels(&self) {
        let apart: Vec<ChatView> = self
            .chat
            .iter()
            .filter(|message| message.channel == ChannelView::Spectators)
            .cloned()
            .collect();
        self.send_chat(&apart);
    }

    /// Refuses a player whom somebody at the table blocks.
    pub(super) async fn refuse_blocked(&self, player: &str) -> Result<(), Refused> {
        let seated = self.table.people().into_iter().map(|person| person.player).collect();
        match self.services.store.blocks(seated, player).await? {
            true => Err(Refused::Blocked),
            false => Ok(()),
        }
    }

    /// Ends the game without a winner.
    pub(super) async fn end(&mut self, reason: String) -> Result<(), Refused> {
        let mut tries = Tries::default();
        loop {
            self.table.closed = Some(reason.trim().to_owned());
            let events = self.table.game.close(self.now());
            let closing = events.into_iter().map(|event| (event, None)).collect();
            match self.commit(closing).await {
                Err(refused) if self.tries_again(&mut tries, &refused).await => {}
                ended => return ended,
            }
        }
    }

    /// Removes a deleted message from all screens.
    pub(super) fn redact(&mut self, number: u64) {
        let Some(message) = self.chat.iter_mut().find(|message| message.number == number) else {
            return;
        };
        message.text.clear();
        message.deleted = true;
        let message = message.clone();
        // Watchers who have muted the author since may still see it.
        let may_read = |player: &str| {
            message.channel == ChannelView::Players || self.table.hears_spectators(player)
        };
        let said =
            text(&Said::Chat { game: self.table.id.clone(), messages: vec![message.clone()] });
        for watcher in self.watchers.iter().filter(|watcher| may_read(&watcher.player)) {
            watcher.outbox.send(said.clone());
        }
    }

    /// Reloads the game after a player was deleted: log and chat have other names now.
    pub(super) async fn forget_player(&mut self) {
        let loaded = load_table(&self.services, &self.table.id).await;
        let chat = self.services.store.chat(&self.table.id, CHAT).await;
        match (loaded, chat) {
            (Ok(table), Ok(chat)) => (self.table, self.chat) = (table, chat),
            _ => {
                tracing::error!(game = log_name(&self.table.id), "the log can't be read");
                self.broken = true;
                return;
            }
        }
        if self.table.game.phase() != Phase::Ended {
            // A move may have stored the old name meanwhile.
            let summary = serde_json::to_string(&self.table.summary(self.now()))
                .expect("a summary is plain data");
            if let Err(error) = self.services.store.set_summary(&self.table.id, summary).await {
                tracing::error!(
                    %error,
                    game = log_name(&self.table.id),
                    "the summary of a game was not updated"
                );
            }
        }
        self.broadcast(self.table.version());
    }
}
