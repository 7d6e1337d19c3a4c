//! Which players have an account. It counts whether they had one at the start: nobody waits for the
//! result before deciding whether the game is rated.

use tisane_protocol::UnratedReason;
use tisane_protocol::stored::Occupant;
use tisane_rules::{Phase, Taken};

use super::{Table, standard};
use crate::error::Refused;
use crate::store::{Store, is_deleted};

impl Table {
    /// Looks up whether a player has an account.
    pub(crate) async fn look_up_account(
        &mut self,
        store: &dyn Store,
        player: &str,
    ) -> Result<(), Refused> {
        match store.account_since(player).await? {
            Some(since) => drop(self.accounts.insert(player.to_owned(), since)),
            None => drop(self.accounts.remove(player)),
        }
        Ok(())
    }

    /// The same for all players.
    pub(crate) async fn look_up_accounts(&mut self, store: &dyn Store) -> Result<(), Refused> {
        let player = |occupant: &Occupant| {
            if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None }
        };
        let players: Vec<String> = self.occupants.iter().filter_map(player).collect();
        for player in players {
            self.look_up_account(store, &player).await?;
        }
        Ok(())
    }

    /// Why the game is not rated; empty if it is.
    pub(crate) fn unrated(&self) -> Vec<UnratedReason> {
        let is_guest = |occupant: &Occupant| match occupant {
            Occupant::Player(id) if is_deleted(id) => false,
            Occupant::Player(id) => self
                .accounts
                .get(id)
                .is_none_or(|&since| self.started.is_some_and(|started| since > started)),
            Occupant::Bot(_) => false,
        };
        // With a guest the game is unrated anyway, so other reasons would only confuse.
        if self.occupants.iter().any(is_guest) {
            return vec![UnratedReason::Guest];
        }
        let mut reasons =
            standard::unrated(self.game.setup(), self.lexicon.name(), &self.settings.wishes);
        if reasons.is_empty() && !self.settings.rated {
            reasons.push(UnratedReason::ByChoice); // games of older versions
        }
        if reasons.is_empty() && self.game.phase() == Phase::Ended && !self.have_all_moved() {
            reasons.push(UnratedReason::NoMoves);
        }
        reasons
    }

    /// Whether every player has made a move, even those who have resigned since.
    fn have_all_moved(&self) -> bool {
        let is_move =
            |taken: &Taken| matches!(taken, Taken::Played(_) | Taken::Exchanged(_) | Taken::Passed);
        (0..self.game.n_seats()).all(|seat| {
            self.game.turns().iter().any(|turn| turn.seat == seat && is_move(&turn.taken))
        })
    }
}
