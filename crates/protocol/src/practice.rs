//! A game against the computer at one's own machine. Whoever plays it keeps its lines; nothing is kept here, so every request brings
//! them along and gets the game back with what has happened since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Champion, ChampionSettings, Greedy, Human, Level, Mind, Static};
use tisane_rules::{Action, Event, Game, Millis, Move, Phase, Record, Refusal, Seat, Seed, Setup};

use crate::error::{ErrorCode, ErrorView};
use crate::game::{Viewer, event_view, turn_number, view};
use crate::request::{ActionRequest, SpectatorsView};
use crate::room::{OccupantView, RoomView, UpdateView};
use crate::stored::{Occupant, StoredSetup, read_event, write_event};

/// A new game for one player and a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewPractice {
    /// What the player is called.
    pub name: String,
    pub bot: String,
    pub family: bool,
    /// 32 numbers below 256, at random.
    pub seed: Vec<u8>,
}

/// A game as its player keeps it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeLines {
    pub setup: String,
    pub events: Vec<String>,
}

/// A game, and what has happened since the lines that were brought along.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeView {
    pub lines: PracticeLines,
    pub update: UpdateView,
}

/// So many games are played on for each of a champion's moves.
const ROLLOUTS: u64 = 300;
/// The player's seat; the bot has the other.
const PLAYER: Seat = 0;

struct Practice<'a> {
    engine: &'a Engine,
    game: Game,
    lines: PracticeLines,
    bot: String,
    family: bool,
}

/// Starts a game.
pub(crate) fn start(engine: &Engine, new: &NewPractice, now: Millis) -> Result<PracticeView, ErrorView> {
    let seed = <[u8; 32]>::try_from(new.seed.as_slice()).map_err(|_| ErrorView::new(ErrorCode::Message, "a seed has 32 numbers"))?;
    let mut setup = Setup::new(engine.ruleset().clone(), &[] as &[&str], Seed(seed)).map_err(refused)?;
    setup.seats = 2;
    let lines = PracticeLines { setup: StoredSetup::of(&setup, engine.lexicon().name(), new.family).to_line(), events: Vec::new() };
    let mut practice = Practice { engine, game: Game::new(setup), lines, bot: new.bot.clone(), family: new.family };
    for (name, who) in [(&new.name, Occupant::Player(String::new())), (&new.bot, Occupant::Bot(new.bot.clone()))] {
        let events = practice.game.join(name).map_err(refused)?;
        practice.apply(&events, Some(&who));
    }
    let events = practice.game.decide(&**engine.lexicon(), now, PLAYER, Action::Start).map_err(refused)?;
    practice.apply(&events, None);
    Ok(practice.view(0, now))
}

/// Goes on with a game: does what the player asks, or what is the bot's to do, or only shows it.
pub(crate) fn go_on(
    engine: &Engine,
    lines: &PracticeLines,
    request: Option<&ActionRequest>,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let mut practice = Practice::read(engine, lines)?;
    let since = practice.game.n_events();
    let events = match request {
        Some(request) => practice.decide(request, now)?,
        None => practice.bot_events(now)?,
    };
    practice.apply(&events, None);
    Ok(practice.view(since, now))
}

/// The score sheet, as far as the player may know it.
pub(crate) fn record(engine: &Engine, lines: &PracticeLines) -> Result<String, ErrorView> {
    let practice = Practice::read(engine, lines)?;
    let record = Record { lexicon: Some(engine.lexicon().name().to_owned()), ..practice.game.record_for(PLAYER) };
    record.to_gcg(engine.ruleset()).map_err(|error| ErrorView::new(ErrorCode::Notation, error))
}

impl<'a> Practice<'a> {
    fn read(engine: &'a Engine, lines: &PracticeLines) -> Result<Practice<'a>, ErrorView> {
        let bad = |error| ErrorView::new(ErrorCode::Notation, error);
        let stored = StoredSetup::read(&lines.setup).map_err(bad)?;
        let ruleset: Arc<_> = engine.ruleset().clone();
        let mut game = Game::new(stored.setup(ruleset.clone()).map_err(bad)?);
        let mut bot = String::new();
        for line in &lines.events {
            let (event, who) = read_event(&ruleset, line).map_err(bad)?;
            game.apply(&event);
            if let Some(Occupant::Bot(name)) = who {
                bot = name;
            }
        }
        Ok(Practice { engine, game, lines: lines.clone(), bot, family: stored.family })
    }

    fn decide(&self, request: &ActionRequest, now: Millis) -> Result<Vec<Event>, ErrorView> {
        if request.action.is_for_a_turn() && request.turn.is_some_and(|turn| turn != turn_number(&self.game)) {
            return Err(ErrorView::new(ErrorCode::TurnOver, "that turn is over"));
        }
        let action = request.action.action(self.engine.ruleset(), self.game.board());
        let action = action.map_err(|error| ErrorView::new(ErrorCode::Action, error))?;
        self.game.decide(&**self.engine.lexicon(), now, PLAYER, action).map_err(refused)
    }

    fn bot_events(&self, now: Millis) -> Result<Vec<Event>, ErrorView> {
        let seat = 1 - PLAYER;
        let action = match self.game.phase() {
            Phase::LastChallenge if self.game.may_accept(seat) => Action::Accept,
            Phase::Playing if self.game.on_turn() == Some(seat) => self.choose(seat).into(),
            _ => return Ok(Vec::new()),
        };
        self.game.decide(&**self.engine.lexicon(), now, seat, action).map_err(refused)
    }

    fn choose(&self, seat: Seat) -> Move {
        let position = self.game.position(seat);
        match self.bot.as_str() {
            "greedy" => Greedy::new(self.engine).choose(&position),
            "champion" => {
                Champion::new(self.engine, ChampionSettings { rollouts: ROLLOUTS, ..ChampionSettings::default() }).choose(&position)
            }
            name => match Level::named(name) {
                Some(level) => Human::new(self.engine, &Mind::new(level, self.engine), self.game.setup().challenge, 0).choose(&position),
                None => Static::new(self.engine).choose(&position),
            },
        }
    }

    fn apply(&mut self, events: &[Event], who: Option<&Occupant>) {
        for event in events {
            self.game.apply(event);
            self.lines.events.push(write_event(self.engine.ruleset(), event, who));
        }
    }

    fn view(self, since: u64, now: Millis) -> PracticeView {
        let viewer = Viewer::Seat(PLAYER);
        let ruleset = self.engine.ruleset();
        let happened = self.lines.events.iter().skip(since as usize);
        let happened = happened.map(|line| read_event(ruleset, line).expect("written just now").0);
        let events = happened.map(|event| event_view(&self.game, viewer, &event)).collect();
        let occupant = |bot: Option<String>| OccupantView { player: None, bot, here: true };
        let room = RoomView {
            id: String::new(),
            lexicon: self.engine.lexicon().name().to_owned(),
            family: self.family,
            public: false,
            spectators: SpectatorsView::Nobody,
            rated: false,
            occupants: vec![occupant(None), occupant(Some(self.bot))],
            watchers: 0,
            rematch: None,
            game: view(&self.game, viewer, now),
        };
        PracticeView { lines: self.lines, update: UpdateView { since, events, room } }
    }
}

fn refused(refusal: Refusal) -> ErrorView {
    ErrorView::from(&refusal)
}
