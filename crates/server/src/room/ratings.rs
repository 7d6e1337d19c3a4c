//! Which games change ratings, and whose.

use std::sync::Arc;

use tisane_protocol::stored::Occupant;
use tisane_protocol::{ClockView, PaceView, RatingView};

use super::{Rooms, Services, Table};
use crate::base::secret::log_name;
use crate::error::{Error, Refused};
use crate::people::Player;
use crate::people::players::rating_view;
use crate::people::rating::{after_game, rated_bot, together};
use crate::store::{RatingKey, Store, StoreError};

/// Rates a game that has ended, if it is a rated one. A second time changes nothing.
pub(super) async fn rate(services: &Services, table: &Table) {
    if let Err(error) = try_rate(services, table).await {
        tracing::error!(%error, game = log_name(&table.id), "a game was not rated");
    }
}

async fn try_rate(services: &Services, table: &Table) -> Result<(), Refused> {
    let Some(outcome) = table.game.outcome().filter(|_| table.may_be_rated()) else {
        return Ok(());
    };
    let [one, other] = &table.occupants[..] else { return Ok(()) };
    let store = &*services.store;
    let (one, other) = match table.unrated().is_empty() {
        true => (rated_id(store, one).await?, rated_id(store, other).await?),
        false => (None, None),
    };
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(store.skip_rating(&table.id).await?);
    };
    let (family, pace) = rated_as(services, table);
    let key = |player: String| RatingKey { player, family: family.clone(), pace };
    let share = match outcome.winners[..] {
        [0] => 1.0,
        [1] => 0.0,
        _ => 0.5,
    };
    let update = Box::new(move |before| after_game(before, share));
    Ok(store.rate(&table.id, [key(one), key(other)], update).await?)
}

/// The family and the pace in which a game is rated.
fn rated_as(services: &Services, table: &Table) -> (String, PaceView) {
    let pace = PaceView::of(&ClockView::from(table.game.setup().clock));
    (services.library.family(table.ruleset()), pace)
}

/// The id under which somebody is rated. Guests have none.
async fn rated_id(store: &dyn Store, occupant: &Occupant) -> Result<Option<String>, Refused> {
    Ok(match occupant {
        Occupant::Bot(name) => Some(rated_bot(name)),
        Occupant::Player(id) => {
            let player = store.player(id).await?.filter(|player| player.password.is_some());
            player.map(|player| player.id)
        }
    })
}

impl Rooms {
    /// The ratings of those at a table in games like this, by seat.
    pub(crate) async fn ratings_at(
        &self,
        id: &str,
        player: Option<&Player>,
    ) -> Result<Vec<Option<RatingView>>, Error> {
        let (services, who): (Arc<Services>, _) =
            (self.services().clone(), player.map(|player| player.id.clone()));
        let look = move |table: &Table| {
            table.sight(who.as_deref())?;
            Ok::<_, Refused>((table.occupants.clone(), rated_as(&services, table)))
        };
        let (occupants, (family, pace)) = self.open(id).await?.look(look).await??;
        let store = &*self.services().store;
        let mut seats = Vec::new();
        for occupant in &occupants {
            let ratings = match rated_id(store, occupant).await? {
                Some(id) => store.ratings(&id).await.map_err(Refused::from)?,
                None => Vec::new(),
            };
            let rating = ratings.into_iter().map(rating_view);
            seats.push(
                rating.into_iter().find(|rating| rating.ruleset == family && rating.pace == pace),
            );
        }
        Ok(seats)
    }

    /// Joins the ratings of rulesets that have been given a family since their games were rated.
    pub(crate) async fn join_families(&self) -> Result<(), StoreError> {
        let services = self.services();
        for ruleset in services.library.rulesets() {
            if ruleset.rated_as != ruleset.name {
                services.store.join_ratings(&ruleset.name, &ruleset.rated_as, together).await?;
            }
        }
        Ok(())
    }
}
