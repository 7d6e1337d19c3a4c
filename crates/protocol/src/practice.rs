//! Practice games on the wire. The page keeps the lines of the game; every request brings them
//! along and gets back the new ones.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_app::practice::{self, BotCache, PERSON, Practice, PracticeError};
use tisane_engine::Engine;
use tisane_rules::{Event, Millis, Record, Seed};

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
    /// The player's name.
    pub name: String,
    /// By name, in seat order.
    pub bots: Vec<String>,
    pub family: bool,
    /// The challenge rule; the ruleset's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
    /// 32 numbers below 256, at random.
    pub seed: Vec<u8>,
}

/// A game as its player saves it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeLines {
    pub setup: String,
    pub events: Vec<String>,
}

/// A game, and what has happened since the lines in the request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeView {
    pub lines: PracticeLines,
    pub update: UpdateView,
}

/// The most events of a game that can be read. The longest games have some hundreds.
const MOST_EVENTS: usize = 5_000;

/// Starts a game.
pub(crate) fn start(
    engine: &Arc<Engine>,
    new: &NewPractice,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let seed = <[u8; 32]>::try_from(new.seed.as_slice())
        .map_err(|_| ErrorView::new(ErrorCode::Message, "a seed has 32 numbers"))?;
    let game = practice::NewPractice {
        name: &new.name,
        bots: &new.bots,
        challenge: new.challenge.map(Into::into),
        seed: Seed(seed),
    };
    let setup = Practice::setup(engine, &game).map_err(refused)?;
    let mut lines = PracticeLines {
        setup: StoredSetup::of(&setup, engine.lexicon().name(), new.family).to_line(),
        events: Vec::new(),
    };
    let (practice, events) = Practice::start(engine, &game, setup, now).map_err(refused)?;
    for (event, who) in &events {
        lines.events.push(write_event(engine.ruleset(), event, who.as_ref().map(stored).as_ref()));
    }
    let events = events.into_iter().map(|(event, _)| event).collect();
    Ok(Sheet { engine, practice, lines, family: new.family }.view(0, events, now))
}

/// The game as it is.
pub(crate) fn show(
    engine: &Arc<Engine>,
    lines: &PracticeLines,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let sheet = Sheet::read(engine, lines)?;
    let since = sheet.practice.game().n_events();
    Ok(sheet.view(since, Vec::new(), now))
}

/// Continues a game: does what the player asks, or lets the next bot act.
pub(crate) fn go_on(
    engine: &Arc<Engine>,
    bots: &mut BotCache,
    lines: &PracticeLines,
    request: Option<&ActionRequest>,
    now: Millis,
) -> Result<PracticeView, ErrorView> {
    let mut sheet = Sheet::read(engine, lines)?;
    let since = sheet.practice.game().n_events();
    let events = match request {
        Some(request) => sheet.decide(request, now)?,
        None => sheet.practice.bot_events(bots, now).map_err(refused)?,
    };
    for event in &events {
        sheet.practice.apply(event, None).map_err(refused)?;
        sheet.lines.events.push(write_event(engine.ruleset(), event, None));
    }
    Ok(sheet.view(since, events, now))
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
    engine: &Arc<Engine>,
    lines: &PracticeLines,
) -> Result<PracticeRecordView, ErrorView> {
    let sheet = Sheet::read(engine, lines)?;
    let game = sheet.practice.game();
    let record =
        Record { lexicon: Some(engine.lexicon().name().to_owned()), ..game.record_for(PERSON) };
    let me =
        record.players.iter().position(|player| player.name == game.name(PERSON)).unwrap_or(PERSON)
            as u32;
    let text = record
        .to_gcg(engine.ruleset())
        .map_err(|error| ErrorView::new(ErrorCode::Notation, error))?;
    Ok(PracticeRecordView { text, me })
}

/// A game with the lines that its player keeps.
struct Sheet<'a> {
    engine: &'a Arc<Engine>,
    practice: Practice<'a>,
    lines: PracticeLines,
    family: bool,
}

impl<'a> Sheet<'a> {
    fn read(engine: &'a Arc<Engine>, lines: &PracticeLines) -> Result<Sheet<'a>, ErrorView> {
        let bad = |error| ErrorView::new(ErrorCode::Notation, error);
        let wrong = |sentence: String| Err(ErrorView::new(ErrorCode::Notation, sentence));
        let ruleset = engine.ruleset();
        let found = lines.events.len();
        if found > MOST_EVENTS {
            return wrong(format!(
                "the game has {found} events; at most {MOST_EVENTS} can be read"
            ));
        }
        let agreed = StoredSetup::read(&lines.setup).map_err(bad)?;
        let setup = agreed.setup(ruleset.clone()).map_err(bad)?;
        if setup.seats > ruleset.players.to {
            return wrong(format!(
                "{} is for at most {} players, not {}",
                ruleset.title, ruleset.players.to, setup.seats
            ));
        }
        let mut practice = Practice::resume(engine, setup);
        for line in &lines.events {
            let (event, who) = read_event(ruleset, line).map_err(bad)?;
            practice.apply(&event, who.map(occupant).as_ref()).map_err(refused)?;
        }
        Ok(Sheet { engine, practice, lines: lines.clone(), family: agreed.family })
    }

    fn decide(&self, request: &ActionRequest, now: Millis) -> Result<Vec<Event>, ErrorView> {
        let game = self.practice.game();
        if request.action.is_for_a_turn()
            && request.turn.is_some_and(|turn| turn != turn_number(game))
        {
            return Err(ErrorView::new(ErrorCode::TurnOver, "that turn is over"));
        }
        let action = request.action.action(self.engine.ruleset(), game.board(), game.rack(PERSON));
        let action = action.map_err(|bad| ErrorView::from(&bad))?;
        self.practice.act(PERSON, action, now).map_err(refused)
    }

    /// The game, and what has happened since the event with this number.
    fn view(self, since: u64, events: Vec<Event>, now: Millis) -> PracticeView {
        let viewer = Viewer::Seat(PERSON);
        let game = self.practice.game();
        let events = events.iter().map(|event| event_view(game, viewer, event)).collect();
        let occupant = |bot: &Option<String>| OccupantView {
            player: None,
            bot: bot.clone(),
            here: true,
            account: false,
            deleted: false,
        };
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
            occupants: self.practice.bots().iter().map(occupant).collect(),
            expected: Vec::new(),
            watchers: 0,
            closed: None,
            rematch: None,
            // No clock runs here.
            game: GameView { doubt_left: None, ..view(game, viewer, now) },
        };
        PracticeView { lines: self.lines, update: UpdateView { since, events, room } }
    }
}

fn stored(who: &practice::Occupant) -> Occupant {
    match who {
        practice::Occupant::Person => Occupant::Player(String::new()),
        practice::Occupant::Bot(name) => Occupant::Bot(name.clone()),
    }
}

fn occupant(who: Occupant) -> practice::Occupant {
    match who {
        Occupant::Player(_) => practice::Occupant::Person,
        Occupant::Bot(name) => practice::Occupant::Bot(name),
    }
}

fn refused(error: PracticeError) -> ErrorView {
    ErrorView::from(&error)
}
