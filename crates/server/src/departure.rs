//! Leaving for good: whoever deletes their account loses the games they are playing, so that it is no way out of a lost one.

use tisane_protocol::request::{ActionRequest, ActionView};
use tisane_rules::Refusal;

use crate::players::Player;
use crate::refused::Refused;
use crate::{App, Error};

impl App {
    /// Forgets a player, who resigns every game under way first.
    pub(crate) async fn delete_player(&self, player: &Player) -> Result<(), Error> {
        for game in self.store().live_games_of(&player.id).await.map_err(Refused::from)? {
            let resign = ActionRequest { turn: None, action: ActionView::Resign };
            match self.room(&game).await?.act(&player.id, resign).await {
                // It may have ended in the meantime.
                Ok(()) | Err(Refused::Rules(Refusal::AlreadyEnded | Refusal::DroppedOut | Refusal::NotStarted) | Refused::NotSeated) => {}
                Err(refused) => return Err(refused.into()),
            }
        }
        Ok(self.players().delete(player).await?)
    }
}
