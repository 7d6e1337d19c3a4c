//! A game against the computer at one's own machine. Whoever plays it keeps its lines; no game is
//! kept here, so every request brings them along and gets the game back with what has happened
//! since.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Champion, ChampionSettings, Greedy, Human, Level, Mind, Static};
use tisane_rules::{
    Action, Doubt, Event, Game, Millis, Phase, Play, Record, Refusal, Seat, Seed, Setup, Taken,
};

use crate::ChallengeView;
use crate::error::{ErrorCode, ErrorView};
use crate::game::{GameView, Viewer, event_view, turn_number, view};
use crate::request::{ActionRequest, SpectatorsView};
use crate::room::{OccupantView, RoomView, UpdateView};
use crate::stored::{Occupant, StoredSetup, read_event, write_event};

/// A new game for one player and one bot or more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewPractice {
    /// What the player is called.
    pub name: String,
    /// By name, in the order of their seats.
    pub bots: Vec<String>,
    pub family: bool,
    /// As the ruleset has it, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
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
/// The most events of a game that can be read. The longest games have some hundreds.
const MOST_EVENTS: usize = 5_000;
/// The player's seat; the bots have the others.
const PLAYER: Seat = 0;

/// What bots like people know about the game, made when one of them is first asked.
#[derive(Default)]
pub(crate) struct Minds(HashMap<&'static str, Mind>);

impl Minds {
    fn of(&mut self, level: &'static Level, engine: &Engine) -> &Mind {
        self.0.entry(level.name).or_insert_with(|| Mind::new(level, engine))
    }
}

struct Practice<'a> {
    engine: &'a Engine,
    game: Game,
    lines: PracticeLines,
    /// By seat; the player is none.
    bots: Vec<Option<String>>,
    family: bool,
}

/// Starts a game.
pub(crate) fn start(
    engine: &Engine,
    new: &NewPractice,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let seed = <[u8; 32]>::try_from(new.seed.as_slice())
        .map_err(|_| ErrorView::new(ErrorCode::Message, "a seed has 32 numbers"))?;
    let players = engine.ruleset().players;
    let seats = new.bots.len() + 1;
    if !(players.from..=players.to).contains(&seats) {
        let error = format!(
            "{} is for {} to {} players, not {seats}",
            engine.ruleset().title,
            players.from,
            players.to
        );
        return Err(ErrorView::new(ErrorCode::Agreement, error));
    }
    let mut setup =
        Setup::new(engine.ruleset().clone(), &[] as &[&str], Seed(seed)).map_err(refused)?;
    setup.seats = seats;
    if let Some(challenge) = new.challenge {
        setup.challenge = challenge.into();
    }
    let lines = PracticeLines {
        setup: StoredSetup::of(&setup, engine.lexicon().name(), new.family).to_line(),
        events: Vec::new(),
    };
    let mut practice =
        Practice { engine, game: Game::new(setup), lines, bots: Vec::new(), family: new.family };
    practice.sit_down(&new.name, Occupant::Player(String::new()))?;
    for bot in &new.bots {
        practice.sit_down(bot, Occupant::Bot(bot.clone()))?;
    }
    let events =
        practice.game.decide(&**engine.lexicon(), now, PLAYER, Action::Start).map_err(refused)?;
    practice.apply(&events, None);
    Ok(practice.view(0, now))
}

/// The game as it is.
pub(crate) fn show(
    engine: &Engine,
    lines: &PracticeLines,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let practice = Practice::read(engine, lines)?;
    let since = practice.game.n_events();
    Ok(practice.view(since, now))
}

/// Goes on with a game: does what the player asks, or what is a bot's to do, or only shows it.
pub(crate) fn go_on(
    engine: &Engine,
    minds: &mut Minds,
    lines: &PracticeLines,
    request: Option<&ActionRequest>,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let mut practice = Practice::read(engine, lines)?;
    let since = practice.game.n_events();
    let events = match request {
        Some(request) => practice.decide(request, now)?,
        None => practice.bot_events(minds, now)?,
    };
    practice.apply(&events, None);
    Ok(practice.view(since, now))
}

/// The score sheet of a practice game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeRecordView {
    pub text: String,
    /// The player's place in it, from 0.
    pub me: u32,
}

/// The score sheet, as far as the player may know it.
pub(crate) fn record(
    engine: &Engine,
    lines: &PracticeLines,
) -> Result<PracticeRecordView, ErrorView> {
    let practice = Practice::read(engine, lines)?;
    let record = Record {
        lexicon: Some(engine.lexicon().name().to_owned()),
        ..practice.game.record_for(PLAYER)
    };
    let me = record
        .players
        .iter()
        .position(|player| player.name == practice.game.name(PLAYER))
        .unwrap_or(PLAYER) as u32;
    let text = record
        .to_gcg(engine.ruleset())
        .map_err(|error| ErrorView::new(ErrorCode::Notation, error))?;
    Ok(PracticeRecordView { text, me })
}

impl<'a> Practice<'a> {
    fn read(engine: &'a Engine, lines: &PracticeLines) -> Result<Practice<'a>, ErrorView> {
        let bad = |error| ErrorView::new(ErrorCode::Notation, error);
        let stored = StoredSetup::read(&lines.setup).map_err(bad)?;
        let ruleset: Arc<_> = engine.ruleset().clone();
        if lines.events.len() > MOST_EVENTS {
            let sentence = format!(
                "the game has {} events; at most {MOST_EVENTS} can be read",
                lines.events.len()
            );
            return Err(ErrorView::new(ErrorCode::Notation, sentence));
        }
        let setup = stored.setup(ruleset.clone()).map_err(bad)?;
        if setup.seats > ruleset.players.to {
            let sentence = format!(
                "{} is for {} players at most, not {}",
                ruleset.title, ruleset.players.to, setup.seats
            );
            return Err(ErrorView::new(ErrorCode::Notation, sentence));
        }
        let mut game = Game::new(setup);
        let mut bots = Vec::new();
        for line in &lines.events {
            let (event, who) = read_event(&ruleset, line).map_err(bad)?;
            game.apply(&event);
            bots.extend(who.map(bot_of));
        }
        Ok(Practice { engine, game, lines: lines.clone(), bots, family: stored.family })
    }

    /// Somebody takes the next seat; a name that is taken gets a number.
    fn sit_down(&mut self, name: &str, who: Occupant) -> Result<(), ErrorView> {
        let mut joined = self.game.join(name);
        let mut number = 1;
        while matches!(joined, Err(Refusal::NameTaken(_))) {
            number += 1;
            joined = self.game.join(&format!("{name} {number}"));
        }
        let events = joined.map_err(refused)?;
        self.apply(&events, Some(&who));
        self.bots.push(bot_of(who));
        Ok(())
    }

    fn decide(&self, request: &ActionRequest, now: Millis) -> Result<Vec<Event>, ErrorView> {
        if request.action.is_for_a_turn()
            && request.turn.is_some_and(|turn| turn != turn_number(&self.game))
        {
            return Err(ErrorView::new(ErrorCode::TurnOver, "that turn is over"));
        }
        let action =
            request.action.action(self.engine.ruleset(), self.game.board(), self.game.rack(PLAYER));
        let action = action.map_err(|bad| ErrorView::from(&bad))?;
        self.game.decide(&**self.engine.lexicon(), now, PLAYER, action).map_err(refused)
    }

    /// What the next bot does that something is due from.
    fn bot_events(&self, minds: &mut Minds, now: Millis) -> Result<Vec<Event>, ErrorView> {
        let game = &self.game;
        let due = match game.phase() {
            Phase::Playing => game.on_turn(),
            Phase::LastChallenge => {
                (0..game.n_seats()).find(|&seat| seat != PLAYER && game.may_accept(seat))
            }
            Phase::Lobby | Phase::Ended => None,
        };
        let Some((seat, name)) =
            due.and_then(|seat| Some((seat, self.bots.get(seat)?.as_deref()?)))
        else {
            return Ok(Vec::new());
        };
        let mut bot = self.bot(name, seat, minds);
        let position = game.position(seat);
        let action = if self.last_play(seat).is_some_and(|play| bot.challenges(&position, play)) {
            Action::Challenge(Doubt::All)
        } else if game.phase() == Phase::LastChallenge {
            Action::Accept
        } else {
            bot.choose(&position).into()
        };
        game.decide(&**self.engine.lexicon(), now, seat, action).map_err(refused)
    }

    /// The play that this seat may challenge.
    fn last_play(&self, seat: Seat) -> Option<&Play> {
        match &self.game.turns().last()?.taken {
            Taken::Played(play) if !self.game.challengeable(seat).is_empty() => Some(play),
            _ => None,
        }
    }

    /// Bots of one level differ by their seats.
    fn bot<'b>(&'b self, name: &str, seat: Seat, minds: &'b mut Minds) -> Box<dyn Bot + 'b> {
        let engine = self.engine;
        match name {
            "greedy" => Box::new(Greedy::new(engine)),
            "champion" => Box::new(Champion::new(
                engine,
                ChampionSettings { rollouts: ROLLOUTS, ..ChampionSettings::default() },
            )),
            name => match Level::named(name) {
                Some(level) => Box::new(Human::new(
                    engine,
                    minds.of(level, engine),
                    self.game.setup().challenge,
                    seat as u64,
                )),
                None => Box::new(Static::new(engine)),
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
        let room = RoomView {
            id: String::new(),
            lexicon: self.engine.lexicon().name().to_owned(),
            family: self.family,
            public: false,
            spectators: SpectatorsView::Nobody,
            rated: false,
            unrated: Vec::new(),
            seed: None,
            may_abort: false,
            occupants: self
                .bots
                .into_iter()
                .map(|bot| OccupantView {
                    player: None,
                    bot,
                    here: true,
                    account: false,
                    deleted: false,
                })
                .collect(),
            expected: Vec::new(),
            watchers: 0,
            closed: None,
            rematch: None,
            game: GameView { doubt_left: None, ..view(&self.game, viewer, now) }, // nobody counts the time here
        };
        PracticeView { lines: self.lines, update: UpdateView { since, events, room } }
    }
}

fn bot_of(who: Occupant) -> Option<String> {
    match who {
        Occupant::Bot(name) => Some(name),
        Occupant::Player(_) => None,
    }
}

fn refused(refusal: Refusal) -> ErrorView {
    ErrorView::from(&refusal)
}
