//! All rooms: making and finding them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tisane_protocol::request::NewGame;
use tisane_protocol::stored::Occupant;
use tisane_protocol::{ClockView, ExpectedView, PaceView, RatingView};
use tisane_rules::Ruleset;

use crate::blocking::{blocking, blocking_however_long};
use crate::players::Player;
use crate::refused::Refused;
use crate::room::{self, Agreement, Room, Table};
use crate::routes::bots::rated_bot;
use crate::secret::{is_name, log_name, random_name};
use crate::store::{NewRoom, RatingKey, StoreError};
use crate::{App, Error, now};

/// 60 bits: nobody finds a game by trying.
const SIGNS_OF_AN_ID: usize = 12;

/// The rooms that are awake.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<HashMap<String, Room>>);

impl Rooms {
    fn awake(&self) -> MutexGuard<'_, HashMap<String, Room>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Room> {
        self.awake().get(id).filter(|room| !room.is_closed()).cloned()
    }

    pub(crate) fn is_awake(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    pub(crate) fn count(&self) -> usize {
        self.awake().values().filter(|room| !room.is_closed()).count()
    }
}

impl App {
    /// A new game with its host, and the bots that were wished for, in their seats.
    pub(crate) async fn create_game(
        &self,
        host: &Player,
        wishes: NewGame,
    ) -> Result<String, Error> {
        self.create_game_for(host, wishes, Vec::new()).await
    }

    /// The same, with seats kept for those who are expected.
    async fn create_game_for(
        &self,
        host: &Player,
        wishes: NewGame,
        expected: Vec<ExpectedView>,
    ) -> Result<String, Error> {
        let app = self.clone();
        let mut agreed = blocking(move || Agreement::new(&app, wishes)).await??;
        agreed.settings.expected = expected;
        let id = random_name(SIGNS_OF_AN_ID);
        let new = NewRoom {
            id: id.clone(),
            ruleset: Ruleset::builtin_source(&agreed.setup.ruleset.name)?.to_owned(),
            setup: agreed.stored_setup().to_line(),
            settings: serde_json::to_string(&agreed.settings).expect("settings are plain data"),
            at: now(),
        };
        self.store().create_room(new).await.map_err(Refused::from)?;
        let room = self.room(&id).await?;
        room.seat(host).await?; // whoever makes a game agrees to what it is
        for bot in &agreed.settings.wishes.bots {
            room.seat_bot(bot).await?;
        }
        Ok(id)
    }

    /// The room of a game, which is woken if it sleeps.
    pub(crate) async fn room(&self, id: &str) -> Result<Room, Error> {
        if let Some(room) = self.rooms().find(id) {
            return Ok(room);
        }
        if !is_name(id) {
            return Err(Refused::NoSuchGame(id.chars().take(60).collect()).into());
        }
        let forgotten = self.moderation().forgotten();
        let table = self.load_table(id).await?;
        let chat = self.store().chat(id, room::CHAT).await.map_err(Refused::from)?;
        let room = {
            let mut awake = self.rooms().awake();
            // Somebody else may have been faster.
            if let Some(room) = awake.get(id).filter(|room| !room.is_closed()) {
                return Ok(room.clone());
            }
            if awake.len() > 2 * awake.values().filter(|room| !room.is_closed()).count() + 16 {
                awake.retain(|_, room| !room.is_closed());
            }
            let room = room::start(self.clone(), table, chat);
            awake.insert(id.to_owned(), room.clone());
            room
        };
        // A player of this game may have deleted themselves while it was loaded.
        if self.moderation().forgotten() != forgotten {
            room.reload().await;
        }
        Ok(room)
    }

    pub(crate) async fn load_table(&self, id: &str) -> Result<Table, Error> {
        let kept = self
            .store()
            .room(id)
            .await
            .map_err(Refused::from)?
            .ok_or_else(|| Refused::NoSuchGame(id.to_owned()))?;
        let (app, id) = (self.clone(), id.to_owned());
        let mut table = blocking_however_long(move || Table::load(&app, &id, &kept)).await??;
        table.look_up_accounts(self).await?;
        Ok(table)
    }

    /// A game like this one for the same people, whose seats are kept for them. Whoever asks second
    /// joins the one that was made first.
    pub(crate) async fn rematch(&self, player: &Player, id: &str) -> Result<String, Error> {
        let room = self.room(id).await?;
        let who = player.id.clone();
        let look = move |table: &Table| {
            (
                table.seat_of(&who),
                table.game.outcome().is_some(),
                table.settings.wishes.clone(),
                table.people(),
                table.rematch.clone(),
            )
        };
        let (seat, ended, wishes, people, next) = room.look(look).await?;
        seat.ok_or(Refused::NotSeated)?;
        if !ended {
            return Err(Refused::NotEnded.into());
        }
        self.refuse_rematch_with_blocked(player, &people).await?;
        if let Some(next) = next {
            // They have agreed to the same before.
            match self.room(&next).await?.seat(player).await {
                Ok(()) | Err(Refused::AlreadySeated) => return Ok(next),
                Err(refused) => return Err(refused.into()),
            }
        }
        // Whoever has seen the game before would know the tiles of the next.
        let wishes = NewGame { seed: None, ..wishes };
        let made = self.create_game_for(player, wishes, people).await?;
        let next = self.store().set_rematch(id, &made).await.map_err(Refused::from)?;
        room.set_rematch(&next).await;
        if next != made {
            // Somebody was faster, or this player was, and heard of an error.
            match self.room(&next).await?.seat(player).await {
                Ok(()) | Err(Refused::AlreadySeated) => {}
                Err(refused) => return Err(refused.into()),
            }
        }
        Ok(next)
    }

    /// Refuses a rematch between players of whom one blocks the other.
    async fn refuse_rematch_with_blocked(
        &self,
        player: &Player,
        people: &[ExpectedView],
    ) -> Result<(), Refused> {
        let others = people.iter().filter(|person| person.player != player.id);
        for other in others {
            if self.store().blocks(vec![player.id.clone()], &other.player).await? {
                return Err(Refused::Moderation(format!(
                    "you have blocked {}; unblock them to offer a rematch",
                    other.name
                )));
            }
            if self.store().blocks(vec![other.player.clone()], &player.id).await? {
                return Err(Refused::Blocked);
            }
        }
        Ok(())
    }

    /// Closes every room; what they were told is kept by then.
    pub(crate) async fn close_rooms(&self) {
        let rooms: Vec<Room> = self.rooms().awake().drain().map(|(_, room)| room).collect();
        for room in rooms {
            room.close().await;
        }
    }

    /// Counts a game that has ended, if it counts; a second time changes nothing.
    pub(crate) async fn count_for_ratings(&self, table: &Table) {
        if let Err(error) = self.try_count(table).await {
            tracing::error!(%error, game = log_name(&table.id), "a game was not counted");
        }
    }

    async fn try_count(&self, table: &Table) -> Result<(), Refused> {
        let Some(outcome) = table.game.outcome().filter(|_| table.may_count()) else {
            return Ok(());
        };
        let [one, other] = &table.occupants[..] else { return Ok(()) };
        let (one, other) = match table.unrated().is_empty() {
            true => (self.rated_id(one).await?, self.rated_id(other).await?),
            false => (None, None),
        };
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(self.store().skip_rating(&table.id).await?);
        };
        let (family, pace) = self.rated_as(table);
        let key = |player: String| RatingKey { player, family: family.clone(), pace };
        let share = match outcome.winners[..] {
            [0] => 1.0,
            [1] => 0.0,
            _ => 0.5,
        };
        Ok(self.store().rate(&table.id, [key(one), key(other)], share).await?)
    }

    /// What those at a table have shown in games like this, by seat.
    pub(crate) async fn ratings_at(
        &self,
        id: &str,
        player: Option<&Player>,
    ) -> Result<Vec<Option<RatingView>>, Error> {
        let (app, who) = (self.clone(), player.map(|player| player.id.clone()));
        let look = move |table: &Table| {
            table.sight(who.as_deref())?;
            Ok::<_, Refused>((table.occupants.clone(), app.rated_as(table)))
        };
        let (occupants, (family, pace)) = self.room(id).await?.look(look).await??;
        let mut seats = Vec::new();
        for occupant in &occupants {
            let ratings = match self.rated_id(occupant).await? {
                Some(id) => self.players().ratings(&id).await?,
                None => Vec::new(),
            };
            seats.push(
                ratings.into_iter().find(|rating| rating.ruleset == family && rating.pace == pace),
            );
        }
        Ok(seats)
    }

    /// The family and the pace in which a game counts.
    fn rated_as(&self, table: &Table) -> (String, PaceView) {
        (self.family(table.ruleset()), PaceView::of(&ClockView::from(table.game.setup().clock)))
    }

    /// In which family games of this ruleset are rated. That is for today's file to say, not for
    /// that of the day a game began.
    fn family(&self, ruleset: &Ruleset) -> String {
        self.rulesets()
            .iter()
            .find(|today| today.name == ruleset.name)
            .map_or(&ruleset.rated_as, |today| &today.rated_as)
            .clone()
    }

    /// Rulesets may have found a family since their games were rated.
    pub(crate) async fn join_families(&self) -> Result<(), StoreError> {
        for ruleset in self.rulesets().iter().filter(|ruleset| ruleset.rated_as != ruleset.name) {
            self.store().join_ratings(&ruleset.name, &ruleset.rated_as).await?;
        }
        Ok(())
    }

    /// Under which name somebody is rated: accounts and bots are, guests are not.
    async fn rated_id(&self, occupant: &Occupant) -> Result<Option<String>, Refused> {
        Ok(match occupant {
            Occupant::Bot(name) => Some(rated_bot(name)),
            Occupant::Player(id) => self
                .store()
                .player(id)
                .await?
                .filter(|player| player.password.is_some())
                .map(|player| player.id),
        })
    }
}
