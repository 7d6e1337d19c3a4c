//! Carries out what administrators ask for.

use std::time::Duration;

use tisane_protocol::{AdminAction, PlayerView, Said};

use super::App;
use crate::base::now;
use crate::error::Error;
use crate::error::Refused;
use crate::news::Topic;
use crate::people::Player;
use crate::store::{StoreError, network, own_range};
use crate::wire::text;

/// How often the server checks for commands from `tisane admin`.
const ROUND: Duration = Duration::from_secs(1);
/// The most players in a list.
const MOST_PLAYERS: usize = 50;
const LONGEST_QUERY: usize = 100;

/// The reason, if the administrator should see it.
pub(super) fn not_done(error: StoreError) -> Refused {
    match error {
        StoreError::NotDone(why) => Refused::Moderation(why),
        error => error.into(),
    }
}

impl App {
    /// Reloads bans, mutes and administrators.
    pub(crate) async fn reload_sanctions(&self) -> Result<(), Refused> {
        let _reading = self.moderation().reading.lock().await;
        let sanctions = self.store().sanctions(now()).await?;
        self.moderation().set(sanctions);
        Ok(())
    }

    /// Carries out an action from the page. Roles are granted on the command line only.
    pub(crate) async fn moderate(&self, admin: &Player, action: AdminAction) -> Result<(), Error> {
        if matches!(action, AdminAction::Grant { .. } | AdminAction::Revoke { .. }) {
            return Err(Refused::Moderation(
                "roles are granted on the command line: tisane admin grant NAME".to_owned(),
            )
            .into());
        }
        if let AdminAction::Ban { address: Some(address), .. } = &action {
            self.refuse_own_range(address)?;
        }
        let by = format!("{} ({})", admin.name, admin.id);
        self.store().moderate(action.clone(), &by, now()).await.map_err(not_done)?;
        self.take_effect(&action).await
    }

    /// Refuses to ban this machine or a trusted proxy: everybody behind it would be banned.
    fn refuse_own_range(&self, address: &str) -> Result<(), Refused> {
        let network = network(address).map_err(Refused::Moderation)?;
        let proxies = &self.config().trusted_proxies;
        match own_range(&network, proxies) {
            Some(own) => Err(Refused::Moderation(format!(
                "{network} contains {own}, so the ban could shut out everybody"
            ))),
            None => Ok(()),
        }
    }

    /// Applies an action that is stored. Doing it twice changes nothing.
    async fn take_effect(&self, action: &AdminAction) -> Result<(), Error> {
        self.reload_sanctions().await?;
        self.nodes().publish(|| Topic::Sanctions);
        match action {
            AdminAction::Ban { .. } => self.close_banned_sockets(),
            AdminAction::CloseGame { game, reason } => self.room(game).await?.end(reason).await?,
            AdminAction::DeleteMessage { game, number } => {
                if let Some(room) = self.rooms().find(game) {
                    room.redact(*number).await;
                }
                let (game, number) = (game.clone(), *number);
                self.nodes().publish(|| Topic::Redacted { game, number });
            }
            AdminAction::Announce { .. } => {
                let said = Said::Announcement { announcement: self.moderation().announcement() };
                self.moderation().sockets().broadcast(&text(&said));
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn close_banned_sockets(&self) {
        let moderation = self.moderation();
        moderation.sockets().close(|player, address| {
            let refused = moderation.refuse_banned(Some(player), address).err()?;
            Some(text(&Said::Refused { id: None, error: Error::from(refused).view() }))
        });
    }

    /// Applies what is done on the command line while the server runs.
    pub(crate) async fn apply_commands(self) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            round.tick().await;
            if let Err(error) = self.apply_new_commands().await {
                tracing::error!(%error, "commands of administrators can't be read");
            }
        }
    }

    async fn apply_new_commands(&self) -> Result<(), Refused> {
        for (id, action) in self.store().admin_commands().await? {
            if let Some(action) = action {
                match self.take_effect(&action).await {
                    // The next round tries again.
                    Err(Error::Refused(
                        error @ (Refused::Store(_) | Refused::Busy | Refused::Closing),
                    )) => return Err(error),
                    Err(error) => {
                        tracing::error!(%error, "a command of an administrator failed")
                    }
                    Ok(()) => {}
                }
            }
            self.store().end_admin_command(id).await?;
        }
        Ok(())
    }

    /// Players for an administrator, with the address they connected from.
    pub(crate) async fn find_players(&self, query: &str) -> Result<Vec<PlayerView>, Refused> {
        if query.chars().count() > LONGEST_QUERY {
            return Err(Refused::Moderation(format!(
                "a search has at most {LONGEST_QUERY} characters"
            )));
        }
        let mut players = self.store().find_players(query, now(), MOST_PLAYERS).await?;
        for player in &mut players {
            player.address = self
                .moderation()
                .address_of(&player.id)
                .map(|address| address.to_canonical().to_string());
        }
        Ok(players)
    }
}
