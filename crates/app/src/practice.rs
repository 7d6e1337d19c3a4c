//! A game of one person against bots, without a server.
//!
//! The caller keeps the events. Each call returns those that are new.

use std::collections::HashMap;
use std::sync::Arc;

use tisane_engine::Engine;
use tisane_rules::{
    Action, Challenge, Doubt, Event, Game, Millis, Phase, Play, Refusal, Seat, Seed, Setup, Taken,
};

use crate::players::{BotError, BotSpec, PreparedBot};

/// The seat of the person; the bots have the others.
pub const PERSON: Seat = 0;

/// Rollouts for each move of a champion.
const ROLLOUTS: u64 = 300;

/// Why a practice game can't be started or continued.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PracticeError {
    /// The ruleset is for another number of players.
    #[error("{game} is for {from} to {to} players, not {seats}")]
    Seats {
        /// The game's title.
        game: String,
        /// The fewest players.
        from: usize,
        /// The most players.
        to: usize,
        /// How many were asked for.
        seats: usize,
    },
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The rules don't allow it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Who sits down.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Occupant {
    /// The person.
    Person,
    /// The bot with this name.
    Bot(String),
}

/// An event, with who sat down if it is that.
pub type SeatedEvent = (Event, Option<Occupant>);

/// What a new game is like.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct NewPractice<'a> {
    /// The person's name.
    pub name: &'a str,
    /// The bots, in seat order.
    pub bots: &'a [String],
    /// The challenge rule; the ruleset's own if not given.
    pub challenge: Option<Challenge>,
    /// Decides all draws.
    pub seed: Seed,
}

/// The bots that were asked to play before. Preparing one takes a while.
#[derive(Default)]
pub struct BotCache(HashMap<String, Arc<PreparedBot>>);

impl BotCache {
    fn get(&mut self, name: &str, engine: &Arc<Engine>) -> Result<Arc<PreparedBot>, BotError> {
        if let Some(bot) = self.0.get(name) {
            return Ok(bot.clone());
        }
        let spec = BotSpec::named(name)?.with_rollouts(ROLLOUTS);
        let bot = spec.prepare(engine).expect("a bot without settings opens no file");
        let bot = Arc::new(bot);
        self.0.insert(name.to_owned(), bot.clone());
        Ok(bot)
    }
}

/// A practice game.
pub struct Practice<'a> {
    engine: &'a Arc<Engine>,
    game: Game,
    /// By seat; `None` for the person.
    bots: Vec<Option<String>>,
}

impl<'a> Practice<'a> {
    /// The setup of a new game in which nobody sits yet.
    pub fn setup(engine: &Engine, new: &NewPractice<'_>) -> Result<Setup, PracticeError> {
        let ruleset = engine.ruleset();
        let seats = new.bots.len() + 1;
        if !(ruleset.players.from..=ruleset.players.to).contains(&seats) {
            return Err(PracticeError::Seats {
                game: ruleset.title.clone(),
                from: ruleset.players.from,
                to: ruleset.players.to,
                seats,
            });
        }
        for bot in new.bots {
            BotSpec::named(bot)?;
        }
        let mut setup = Setup::new(ruleset.clone(), &[] as &[&str], new.seed)?;
        setup.seats = seats;
        setup.challenge = new.challenge.unwrap_or(setup.challenge);
        Ok(setup)
    }

    /// Starts a game: everybody sits down, and the first tiles are drawn. Returns the events, with
    /// who sat down.
    pub fn start(
        engine: &'a Arc<Engine>,
        new: &NewPractice<'_>,
        setup: Setup,
        now: Millis,
    ) -> Result<(Practice<'a>, Vec<SeatedEvent>), PracticeError> {
        let mut practice = Practice { engine, game: Game::new(setup), bots: Vec::new() };
        let mut events = Vec::new();
        let bots = new.bots.iter().map(|bot| (&**bot, Occupant::Bot(bot.clone())));
        for (name, who) in std::iter::once((new.name, Occupant::Person)).chain(bots) {
            for event in practice.join(name)? {
                practice.apply(&event, Some(&who))?;
                events.push((event, Some(who.clone())));
            }
        }
        for event in practice.act(PERSON, Action::Start, now)? {
            practice.apply(&event, None)?;
            events.push((event, None));
        }
        Ok((practice, events))
    }

    /// A game to which events are applied.
    pub fn resume(engine: &'a Arc<Engine>, setup: Setup) -> Practice<'a> {
        Practice { engine, game: Game::new(setup), bots: Vec::new() }
    }

    /// Applies an event that was returned before. A bot that does not exist is refused.
    pub fn apply(&mut self, event: &Event, who: Option<&Occupant>) -> Result<(), PracticeError> {
        match who {
            Some(Occupant::Bot(name)) => {
                BotSpec::named(name)?;
                self.bots.push(Some(name.clone()));
            }
            Some(Occupant::Person) => self.bots.push(None),
            None => {}
        }
        self.game.apply(event);
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The bots by seat; `None` for the person.
    pub fn bots(&self) -> &[Option<String>] {
        &self.bots
    }

    /// A name that is taken gets a number.
    fn join(&self, name: &str) -> Result<Vec<Event>, PracticeError> {
        let mut joined = self.game.join(name);
        let mut number = 1;
        while matches!(joined, Err(Refusal::NameTaken(_))) {
            number += 1;
            joined = self.game.join(&format!("{name} {number}"));
        }
        Ok(joined?)
    }

    /// What follows from an action. It is not applied yet.
    pub fn act(
        &self,
        seat: Seat,
        action: Action,
        now: Millis,
    ) -> Result<Vec<Event>, PracticeError> {
        Ok(self.game.decide(&**self.engine.lexicon(), now, seat, action)?)
    }

    /// What the next bot does; nothing if it is the person's turn. It is not applied yet.
    pub fn bot_events(
        &self,
        cache: &mut BotCache,
        now: Millis,
    ) -> Result<Vec<Event>, PracticeError> {
        let game = &self.game;
        let due = match game.phase() {
            Phase::Playing => game.on_turn(),
            Phase::LastChallenge => {
                (0..game.n_seats()).find(|&seat| seat != PERSON && game.may_accept(seat))
            }
            Phase::Lobby | Phase::Ended => None,
        };
        let bot = due.and_then(|seat| Some((seat, self.bots.get(seat)?.as_deref()?)));
        let Some((seat, name)) = bot else { return Ok(Vec::new()) };
        let bot = cache.get(name, self.engine)?;
        let mut player = bot.player(game.setup().challenge, seat as u64);
        let position = game.position(seat);
        let challenges =
            self.last_play(seat).is_some_and(|play| player.challenges(&position, play));
        let action = match game.phase() {
            _ if challenges => Action::Challenge(Doubt::All),
            Phase::LastChallenge => Action::Accept,
            _ => player.choose(&position).into(),
        };
        self.act(seat, action, now)
    }

    /// The play that this seat may challenge.
    fn last_play(&self, seat: Seat) -> Option<&Play> {
        match &self.game.turns().last()?.taken {
            Taken::Played(play) if !self.game.challengeable(seat).is_empty() => Some(play),
            _ => None,
        }
    }
}
