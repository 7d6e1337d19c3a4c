//! Creates, loads and finds rooms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tisane_protocol::ExpectedView;
use tisane_protocol::request::NewGame;
use tisane_rules::{Position, Ruleset};

use super::help::{read_live_games, refuse_help};
use super::loading::load_table;
use super::{Agreement, CHAT, Room, Services, Table, actor};
use crate::base::secret::{is_name, random_name};
use crate::compute::blocking::blocking_for_games;
use crate::error::{Error, Refused};
use crate::people::Player;
use crate::store::NewRoom;

/// 60 bits: nobody finds a game by trying.
const SIGNS_OF_AN_ID: usize = 12;

/// The rooms in memory, and how the others get there. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Shared>);

struct Shared {
    services: Arc<Services>,
    awake: Mutex<HashMap<String, Room>>,
}

impl Rooms {
    pub(crate) fn new(services: Arc<Services>) -> Rooms {
        Rooms(Arc::new(Shared { services, awake: Mutex::default() }))
    }

    pub(super) fn services(&self) -> &Arc<Services> {
        &self.0.services
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<String, Room>> {
        self.0.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Room> {
        self.awake().get(id).filter(|room| !room.is_closed()).cloned()
    }

    /// All rooms in memory.
    pub(crate) fn all(&self) -> Vec<Room> {
        self.awake().values().filter(|room| !room.is_closed()).cloned().collect()
    }

    /// The games that somebody watches through this node.
    pub(crate) fn watched(&self) -> Vec<String> {
        let awake = self.awake();
        let watched = awake.iter().filter(|(_, room)| !room.is_closed() && room.is_watched());
        watched.map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn is_awake(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    pub(crate) fn count(&self) -> usize {
        self.awake().values().filter(|room| !room.is_closed()).count()
    }

    /// A new game with its host, and the bots they asked for, in their seats.
    pub(crate) async fn create(&self, host: &Player, wishes: NewGame) -> Result<String, Error> {
        self.create_for(host, wishes, Vec::new()).await
    }

    /// The same, with seats reserved for the expected players.
    async fn create_for(
        &self,
        host: &Player,
        wishes: NewGame,
        expected: Vec<ExpectedView>,
    ) -> Result<String, Error> {
        let services = self.services().clone();
        let mut agreed =
            blocking_for_games(move || Agreement::new(&services.library, wishes)).await??;
        agreed.settings.expected = expected;
        let id = random_name(SIGNS_OF_AN_ID);
        let new = NewRoom {
            id: id.clone(),
            ruleset: Ruleset::builtin_source(&agreed.setup.ruleset.name)?.to_owned(),
            setup: agreed.stored_setup().to_line(),
            settings: agreed.settings.to_line(),
            at: self.services().clock.now(),
        };
        self.services().store.create_room(new).await.map_err(Refused::from)?;
        let room = self.open(&id).await?;
        room.seat(host).await?; // hosts accept their own settings
        for bot in &agreed.settings.wishes.bots {
            room.seat_bot(bot).await?;
        }
        Ok(id)
    }

    /// The room of a game; loads it if it is not in memory.
    pub(crate) async fn open(&self, id: &str) -> Result<Room, Error> {
        if let Some(room) = self.find(id) {
            return Ok(room);
        }
        if !is_name(id) {
            return Err(Refused::NoSuchGame(id.chars().take(60).collect()).into());
        }
        let forgotten = self.services().moderation.forgotten();
        let table = self.load(id).await?;
        let chat = self.services().store.chat(id, CHAT).await.map_err(Refused::from)?;
        let room = {
            let mut awake = self.awake();
            // Another task may have been faster.
            if let Some(room) = awake.get(id).filter(|room| !room.is_closed()) {
                return Ok(room.clone());
            }
            if awake.len() > 2 * awake.values().filter(|room| !room.is_closed()).count() + 16 {
                awake.retain(|_, room| !room.is_closed());
            }
            let room = actor::start(self.services().clone(), table, chat);
            awake.insert(id.to_owned(), room.clone());
            room
        };
        // A player of this game may have been deleted while it was loaded.
        if self.services().moderation.forgotten() != forgotten {
            room.reload().await;
        }
        Ok(room)
    }

    /// A game as it is stored, without its room.
    pub(crate) async fn load(&self, id: &str) -> Result<Table, Error> {
        load_table(self.services(), id).await
    }

    /// A rematch with seats reserved for the same players. The second player to ask joins the first
    /// one's game.
    pub(crate) async fn rematch(&self, player: &Player, id: &str) -> Result<String, Error> {
        let room = self.open(id).await?;
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
            // They accepted the same settings before.
            match self.open(&next).await?.seat(player).await {
                Ok(()) | Err(Refused::AlreadySeated) => return Ok(next),
                Err(refused) => return Err(refused.into()),
            }
        }
        // With the same seed, the tiles would be known.
        let wishes = NewGame { seed: None, ..wishes };
        let made = self.create_for(player, wishes, people).await?;
        let next = self.services().store.set_rematch(id, &made).await.map_err(Refused::from)?;
        room.set_rematch(&next).await;
        if next != made {
            // Another request was faster, perhaps an earlier one of this player.
            match self.open(&next).await?.seat(player).await {
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
            if self.services().store.blocks(vec![player.id.clone()], &other.player).await? {
                return Err(Refused::Moderation(format!(
                    "you have blocked {}; unblock them to offer a rematch",
                    other.name
                )));
            }
            if self.services().store.blocks(vec![other.player.clone()], &player.id).await? {
                return Err(Refused::Blocked);
            }
        }
        Ok(())
    }

    /// Starts to read the live games in the database, once.
    pub(crate) fn read_live_games(&self) {
        let _known = read_live_games(self.services());
    }

    /// Refuses positions of a live game that is rated, has two or more people, or is the player's
    /// own.
    pub(crate) async fn refuse_help(
        &self,
        player: Option<&Player>,
        ruleset: &Arc<Ruleset>,
        positions: Vec<Position>,
    ) -> Result<(), Error> {
        let player = player.map(|player| player.id.clone());
        refuse_help(self.services(), player, ruleset, positions).await
    }

    /// Closes all rooms, after they have stored everything.
    pub(crate) async fn close(&self) {
        let rooms: Vec<Room> = self.awake().drain().map(|(_, room)| room).collect();
        for room in rooms {
            room.close().await;
        }
    }
}
