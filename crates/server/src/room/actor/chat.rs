//! Chat: new messages, and messages that delayed spectators read later.

use tisane_protocol::{ChatView, Said};
use tisane_rules::{Millis, Refusal};

use super::super::bounds::check_message;
use super::super::chat::store_message;
use super::super::text;
use super::Actor;
use crate::error::Refused;
use crate::news::Topic;

const LONGEST_MESSAGE: usize = 500;

impl Actor {
    pub(super) async fn say(
        &mut self,
        player: &str,
        name: &str,
        said: &str,
    ) -> Result<(), Refused> {
        // Somebody that has just joined on another node is a player, not a spectator.
        if self.table.seat_of(player).is_none() {
            self.refresh().await;
        }
        self.table.sight(Some(player))?;
        self.services.moderation.refuse_muted(player)?;
        self.services.moderation.refuse_banned_player(player)?;
        let said = said.trim();
        if said.is_empty() || said.chars().count() > LONGEST_MESSAGE {
            return Err(Refused::Message(format!(
                "a message has 1 to {LONGEST_MESSAGE} characters"
            )));
        }
        check_message(self.chat.last().map_or(1, |last| last.number + 1))?;
        let name = self.chat_name(player, name)?;
        let guest = self.services.store.account_since(player).await?.is_none();
        let (number, channel, at) = (0, self.channel_of(player), self.now());
        let message = ChatView {
            number,
            player: player.to_owned(),
            name,
            text: said.to_owned(),
            at,
            channel,
            guest,
            deleted: false,
        };
        let last = self.chat.last().map_or(0, |last| last.number);
        let stored =
            store_message(&*self.services.store, &self.table.id, &mut self.chat, message).await;
        if let Ok(message) = &stored {
            self.remember(message.clone());
            self.chat.sort_by_key(|message| message.number);
            let number = message.number;
            self.publish(|game| Topic::Chat { game, number });
        }
        self.send_chat_after(last);
        stored.map(drop)
    }

    /// Players at the table write under the name of their seat, even after a rename. Nobody else
    /// may write under a name that looks like one of theirs.
    fn chat_name(&self, player: &str, name: &str) -> Result<String, Refused> {
        match self.table.seat_of(player) {
            Some(seat) => Ok(self.table.game.name(seat).to_owned()),
            None if self.table.is_name_taken(name, Some(player)) => {
                Err(Refusal::NameTaken(name.to_owned()).into())
            }
            None => Ok(name.to_owned()),
        }
    }

    /// Sends the messages after one to the watchers. Other nodes may have added some.
    pub(super) fn send_chat_after(&self, last: u64) {
        let new = self.chat.iter().filter(|message| message.number > last);
        self.send_chat(&new.cloned().collect::<Vec<_>>());
    }

    pub(super) fn is_delayed(
        &self,
        player: &str,
        message: &ChatView,
        until: Option<Millis>,
    ) -> bool {
        let delayed =
            self.table.seat_of(player).is_none() && self.table.seat_of(&message.player).is_some();
        delayed && until.is_some_and(|until| message.at > until)
    }

    /// Sends delayed spectators the messages after `until` that they may read now.
    pub(super) fn send_late_chat(&self, until: Option<Millis>) {
        for watcher in &self.watchers {
            let late = |message: &&ChatView| {
                self.is_delayed(&watcher.player, message, until)
                    && self.may_read_now(&watcher.player, message)
            };
            let messages: Vec<ChatView> = self.chat.iter().filter(late).cloned().collect();
            if !messages.is_empty() {
                watcher.outbox.send(text(&Said::Chat { game: self.table.id.clone(), messages }));
            }
        }
    }
}
