//! What players report to administrators.

use tisane_protocol::{ChannelView, ChatView, ReportRequest, ReportedView};

use super::moderation::not_done;
use tisane_rules::Millis;

use super::App;
use crate::base::now;
use crate::error::Error;
use crate::error::Refused;
use crate::people::Player;
use crate::room::Table;
use crate::store::NewReport;

const LONGEST: usize = 1000;

impl App {
    /// Stores a report about something the player can see. The message is copied, since it may be
    /// deleted.
    pub(crate) async fn report(
        &self,
        player: &Player,
        ReportRequest { about, text }: ReportRequest,
    ) -> Result<(), Error> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(
                Refused::Moderation(format!("a report has 1 to {LONGEST} characters")).into()
            );
        }
        let mut new = NewReport {
            reporter: player.id.clone(),
            player: None,
            game: None,
            message: None,
            said: None,
            text: text.to_owned(),
            at: now(),
        };
        match about {
            ReportedView::Player { player: reported } if reported == player.id => {
                return Err(Refused::Moderation("you can't report yourself".to_owned()).into());
            }
            ReportedView::Player { player } => {
                self.store()
                    .player(&player)
                    .await
                    .map_err(Refused::from)?
                    .ok_or(Refused::NoSuchPlayer)?;
                new.player = Some(player);
            }
            ReportedView::Message { game, number } => {
                let (hears_spectators, until) = self.must_see(player, &game).await?;
                let message = self.store().message(&game, number).await.map_err(Refused::from)?;
                let none = || Refused::Moderation("there is no such message".to_owned());
                let message = message.filter(|message| !message.deleted);
                // The report is in its author's download, which must not show players what
                // spectators wrote.
                let is_heard = |message: &ChatView| {
                    (hears_spectators || message.channel == ChannelView::Players)
                        && until.is_none_or(|until| message.at <= until)
                };
                let message = message.filter(is_heard).ok_or_else(none)?;
                if message.player == player.id {
                    return Err(Refused::Moderation("you can't report yourself".to_owned()).into());
                }
                (new.player, new.game, new.message, new.said) =
                    (Some(message.player), Some(game), Some(number), Some(message.text));
            }
            ReportedView::Game { game } => {
                self.must_see(player, &game).await?;
                new.game = Some(game);
            }
        }
        Ok(self.store().report(new).await.map_err(not_done)?)
    }

    /// Refuses players who may not see a game. Returns whether they may read the spectators' chat,
    /// and up to which time they may read the players'.
    async fn must_see(&self, player: &Player, game: &str) -> Result<(bool, Option<Millis>), Error> {
        let who = player.id.clone();
        let look = move |table: &Table| {
            table.sight(Some(&who))?;
            let until = if table.seat_of(&who).is_some() { None } else { table.heard_until() };
            Ok::<_, Refused>((table.hears_spectators(&who), until))
        };
        Ok(self.room(game).await?.look(look).await??)
    }
}
