//! What is agreed before a game: the host's wishes, checked and filled up from the ruleset.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_lexicon::Lexicon;
use tisane_lexicon::catalogue::Wanted;
use tisane_protocol::ExpectedView;
use tisane_protocol::request::{LONGEST_DELAY, NewGame, SHORTEST_DELAY, SpectatorsView, is_sensible};
use tisane_protocol::stored::StoredSetup;
use tisane_rules::{Clock, Millis, Ruleset, Seed, Setup};

use crate::computer::Computer;
use crate::refused::Refused;
use crate::secret::random_seed;
use crate::{App, Error};

/// How long one may be away before turns are skipped, unless the host says otherwise; and where nobody has a clock and so nobody is in a hurry.
const USUAL_GRACE: Millis = 60_000;
const UNHURRIED_GRACE: Millis = 5 * 60_000;
/// Where a turn may last this long, nobody needs to be there.
const NOBODY_WAITS: Millis = 3_600_000;

/// What a room is about, besides its game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) public: bool,
    pub(crate) spectators: SpectatorsView,
    pub(crate) rated: bool,
    /// The wishes it began with, for a rematch.
    pub(crate) wishes: NewGame,
    /// Of a rematch: who played the game before.
    #[serde(default)]
    pub(crate) expected: Vec<ExpectedView>,
    /// Everybody who sits down has agreed that spectators see all racks. Games of earlier versions asked nobody.
    #[serde(default)]
    open_racks_agreed: bool,
}

impl Settings {
    /// The settings that hold: racks are open only where everybody has agreed to that.
    pub(super) fn with_consent(mut self) -> Settings {
        if self.spectators == SpectatorsView::Racks && !self.open_racks_agreed {
            (self.spectators, self.wishes.spectators) = (SpectatorsView::Table, SpectatorsView::Table);
        }
        self
    }
}

/// A game that can begin.
pub(crate) struct Agreement {
    pub(crate) setup: Setup,
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) settings: Settings,
}

impl Agreement {
    pub(crate) fn new(app: &App, wishes: NewGame) -> Result<Agreement, Error> {
        let ruleset = app.ruleset(&wishes.ruleset)?;
        let lexicon = lexicon(app, &ruleset, wishes.lexicon.as_deref(), wishes.family)?;
        for bot in &wishes.bots {
            Computer::check_bot(bot)?;
        }
        if !wishes.spectators.is_sensible() {
            return Err(Refused::Agreement(format!("spectators can be {SHORTEST_DELAY} to {LONGEST_DELAY} turns behind")).into());
        }
        let seed = wishes.seed.map_or_else(random_seed, Seed::from);
        let mut setup = Setup::new(ruleset.clone(), &[] as &[&str], seed).map_err(Refused::from)?;
        setup.seats = seats(&ruleset, &wishes)?;
        if let Some(clock) = &wishes.clock {
            if !is_sensible(clock) {
                return Err(Refused::Agreement("this clock makes no sense: times are in milliseconds, up to a year".to_owned()).into());
            }
            setup.clock = clock.clone().into();
        }
        if let Some(challenge) = wishes.challenge {
            setup.challenge = challenge.into();
        }
        setup.grace = match (wishes.grace_seconds, setup.clock) {
            (_, Clock::Turn { turn, .. }) if turn >= NOBODY_WAITS => None,
            (Some(seconds), _) => Some(Millis::from(seconds) * 1000),
            (None, Clock::None) => Some(UNHURRIED_GRACE),
            (None, _) => Some(USUAL_GRACE),
        };
        let settings = Settings {
            public: wishes.public,
            spectators: wishes.spectators,
            // Who knows the seed knows the bag. Ratings compare two.
            rated: wishes.rated && wishes.seed.is_none() && setup.seats == 2 && !wishes.spectators.shows_racks(),
            wishes,
            expected: Vec::new(),
            open_racks_agreed: true,
        };
        Ok(Agreement { setup, lexicon, settings })
    }

    pub(crate) fn stored_setup(&self) -> StoredSetup {
        StoredSetup::of(&self.setup, self.lexicon.name(), self.settings.wishes.family)
    }
}

/// The lexicon of this name, or the ruleset's own, spelled with the ruleset's tiles.
pub(crate) fn lexicon(app: &App, ruleset: &Ruleset, name: Option<&str>, family: bool) -> Result<Arc<Lexicon>, Error> {
    let name = name.filter(|name| !name.is_empty()).or(ruleset.lexicon.as_deref()).ok_or(Error::WhichLexicon)?;
    if !app.catalogue().knows(name) {
        return Err(crate::routes::lexicons::no_such(app.catalogue(), name)); // a path, perhaps; visitors do not read our disk
    }
    let wanted = Wanted { longest: ruleset.layout.longest(), without_slurs: family, ..Wanted::new(name, &ruleset.alphabet) };
    // A hundred games may begin at once after a start; one of them opens the lexicon, the others find it.
    let _turn = app.opening();
    Ok(app.catalogue().get_with(&wanted)?.lexicon)
}

fn seats(ruleset: &Ruleset, wishes: &NewGame) -> Result<usize, Refused> {
    let players = ruleset.players;
    let taken = wishes.bots.len() + 1;
    let seats = wishes.seats.map_or(players.from.max(taken), |seats| seats as usize);
    if !(players.from..=players.to).contains(&seats) {
        return Err(Refused::Agreement(format!("{} is for {} to {} players, not {seats}", ruleset.title, players.from, players.to)));
    }
    if seats < taken {
        return Err(Refused::Agreement(format!("{seats} seats are not enough for the host and {} bots", wishes.bots.len())));
    }
    Ok(seats)
}
