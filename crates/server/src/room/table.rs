//! A game and its players: the fold of a room's log. It knows everything and decides nothing.

use std::collections::HashMap;
use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_protocol::game::{PhaseView, Viewer, event_view, to_accept, turn_number, view};
use tisane_protocol::request::SpectatorsView;
use tisane_protocol::stored::{Occupant, StoredSettings, StoredSetup, read_event, write_event};
use tisane_protocol::{ExpectedView, OccupantView, RoomSummary, RoomView, UpdateView};
use tisane_rules::{Event, Game, Millis, Phase, Presence, Reason, Record, Ruleset, Seat};

use super::abort::may_abort;
use super::delay::Delay;
use crate::base::names::are_alike;
use crate::error::{Error, Refused};
use crate::library::Library;
use crate::store::{StoredRoom, is_deleted};

/// The most events in one update. Clients see by `since` that older ones are left out.
const MOST_EVENTS: u64 = 500;

pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) settings: StoredSettings,
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) game: Game,
    /// The players, by seat.
    pub(crate) occupants: Vec<Occupant>,
    /// Players with a reserved seat. Those who come and leave give it up.
    expected: Vec<ExpectedView>,
    /// All events, for clients that have missed some.
    log: Vec<Event>,
    pub(crate) rematch: Option<String>,
    /// Why an administrator closed the game.
    pub(crate) closed: Option<String>,
    /// When the game started.
    pub(super) started: Option<Millis>,
    /// Since when players have had an account. Guests are not listed.
    pub(super) accounts: HashMap<String, Millis>,
    /// The delayed view of spectators, if there is one.
    delay: Option<Delay>,
}

/// What a viewer may see.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Sight {
    Live(Viewer),
    /// The game and all racks as they were some turns ago.
    Delayed,
}

/// An event, and who sat down.
pub(crate) type SeatedEvent = (Event, Option<Occupant>);

impl Table {
    /// Loads a stored table.
    pub(crate) fn load(library: &Library, id: &str, kept: &StoredRoom) -> Result<Table, Error> {
        let stored = StoredSetup::read(&kept.setup).map_err(Refused::from)?;
        let ruleset = ruleset(library, &stored.ruleset, &kept.ruleset)?;
        let lexicon = library.lexicon(&ruleset, Some(&stored.lexicon), stored.family)?;
        let settings = StoredSettings::read(&kept.settings).map_err(Refused::from)?;
        let game = Game::new(stored.setup(ruleset.clone()).map_err(Refused::from)?);
        let (rematch, closed) = (kept.rematch.clone(), kept.closed.clone());
        let (occupants, expected, log) = (Vec::new(), settings.expected.clone(), Vec::new());
        let delay = settings.spectators.delay().map(|turns| Delay::new(&game, turns));
        let (started, accounts) = (None, HashMap::new());
        let id = id.to_owned();
        let mut table = Table {
            id,
            settings,
            lexicon,
            game,
            occupants,
            expected,
            log,
            rematch,
            closed,
            started,
            accounts,
            delay,
        };
        for line in &kept.lines {
            table.apply(read_event(&ruleset, line).map_err(Refused::from)?);
        }
        if table.game.phase() != Phase::Ended {
            let fingerprint = table.settings.lexicon_fingerprint.as_deref();
            library.must_be_same(&table.lexicon, fingerprint)?;
        }
        Ok(table)
    }

    pub(crate) fn apply(&mut self, (event, who): SeatedEvent) {
        match &event {
            Event::Joined { name } => {
                let who = who.unwrap_or_else(|| Occupant::Player(name.clone()));
                self.expected.retain(|expected| player_id(&who).as_ref() != Some(&expected.player));
                self.occupants.push(who);
            }
            // Nobody is waited for once the game has started.
            Event::Started { at } => {
                self.expected.clear();
                self.started = Some(*at);
            }
            Event::Left { seat } => drop(self.occupants.remove(*seat)),
            _ => {}
        }
        self.game.apply(&event);
        self.log.push(event);
        if let Some(delay) = &mut self.delay {
            delay.follow(&self.log, &self.game);
        }
    }

    pub(crate) fn lines(&self, happened: &[SeatedEvent]) -> Vec<String> {
        happened
            .iter()
            .map(|(event, who)| write_event(self.ruleset(), event, who.as_ref()))
            .collect()
    }

    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        &self.game.setup().ruleset
    }

    /// Whether both have the same events and players.
    pub(crate) fn is_at(&self, other: &Table) -> bool {
        self.log == other.log && self.occupants == other.occupants
    }

    /// Whether the game has ended and may change ratings.
    pub(crate) fn may_be_rated(&self) -> bool {
        self.settings.rated
            && self.occupants.len() == 2
            && self.game.outcome().is_some_and(|outcome| outcome.reason != Reason::Aborted)
    }

    pub(crate) fn version(&self) -> u64 {
        self.game.n_events()
    }

    pub(crate) fn turn(&self) -> u64 {
        turn_number(&self.game)
    }

    pub(crate) fn seat_of(&self, player: &str) -> Option<Seat> {
        self.occupants
            .iter()
            .position(|occupant| matches!(occupant, Occupant::Player(id) if id == player))
    }

    /// The seat of the host: the first person's.
    pub(crate) fn host(&self) -> Option<Seat> {
        self.occupants.iter().position(|occupant| matches!(occupant, Occupant::Player(_)))
    }

    /// Whether there is a seat that is not reserved.
    pub(crate) fn has_room(&self) -> bool {
        self.game.n_seats() + self.expected.len() < self.game.setup().seats
    }

    /// Whether a name looks like that of a player, or of another player with a reserved seat.
    pub(crate) fn is_name_taken(&self, name: &str, player: Option<&str>) -> bool {
        let expected =
            self.expected.iter().filter(|expected| Some(expected.player.as_str()) != player);
        let mut taken = (0..self.game.n_seats())
            .map(|seat| self.game.name(seat))
            .chain(expected.map(|expected| expected.name.as_str()));
        taken.any(|taken| are_alike(taken, name))
    }

    pub(crate) fn is_expected(&self, player: &str) -> bool {
        self.expected.iter().any(|expected| expected.player == player)
    }

    /// The people at the table, without bots.
    pub(crate) fn people(&self) -> Vec<ExpectedView> {
        let person = |(seat, occupant)| {
            Some(ExpectedView {
                player: player_id(occupant)?,
                name: self.game.name(seat).to_owned(),
            })
        };
        self.occupants.iter().enumerate().filter_map(person).collect()
    }

    pub(crate) fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.occupants[seat] {
            Occupant::Bot(name) => Some(name),
            Occupant::Player(_) => None,
        }
    }

    fn is_guest(&self, occupant: &Occupant) -> bool {
        matches!(occupant, Occupant::Player(id) if !self.accounts.contains_key(id) && !is_deleted(id))
    }

    /// Whether a player may read the spectators' chat. During the game, spectators could give
    /// advice.
    pub(crate) fn hears_spectators(&self, player: &str) -> bool {
        let is_live = matches!(self.game.phase(), Phase::Playing | Phase::LastChallenge);
        !is_live || self.seat_of(player).is_none()
    }

    /// What a player may see, or why not.
    pub(crate) fn sight(&self, player: Option<&str>) -> Result<Sight, Refused> {
        if let Some(seat) = player.and_then(|player| self.seat_of(player)) {
            return Ok(Sight::Live(Viewer::Seat(seat)));
        }
        let spectator = |racks| Ok(Sight::Live(Viewer::Spectator { racks }));
        match self.settings.spectators {
            // Before the start, anybody with the link may see the players.
            SpectatorsView::Nobody if self.game.phase() != Phase::Lobby => {
                Err(Refused::NoSpectators)
            }
            SpectatorsView::Nobody | SpectatorsView::Table => spectator(false),
            SpectatorsView::Racks => spectator(true),
            // Once the game has ended, everything is open.
            SpectatorsView::Delayed { .. } if self.game.phase() == Phase::Ended => spectator(true),
            SpectatorsView::Delayed { .. } => Ok(Sight::Delayed),
        }
    }

    /// The version that a viewer had seen when the game was at this one.
    pub(crate) fn seen_at(&self, sight: Sight, version: u64) -> u64 {
        match (&self.delay, sight) {
            (None, _) | (_, Sight::Live(Viewer::Seat(_))) => version,
            (Some(delay), _) => delay.seen_at(version as usize) as u64,
        }
    }

    /// The time up to which spectators read the players' chat; nothing if they read all of it.
    pub(crate) fn heard_until(&self) -> Option<Millis> {
        self.delay.as_ref().and_then(|delay| delay.heard_until(&self.game, self.started))
    }

    /// The game as people without a seat see it.
    fn shown(&self) -> &Game {
        self.delay.as_ref().map_or(&self.game, |delay| &delay.game)
    }

    /// The score sheet, without hidden tiles.
    pub(crate) fn record_for(&self, sight: Sight) -> Record {
        const NOBODYS: Seat = Seat::MAX;
        self.described(match sight {
            Sight::Live(Viewer::Seat(seat)) => self.game.record_for(seat),
            Sight::Live(Viewer::Spectator { .. }) => self.game.record_for(NOBODYS),
            Sight::Delayed => self.shown().record_for(NOBODYS),
        })
    }

    /// The score sheet with all tiles.
    pub(crate) fn record(&self) -> Record {
        self.described(self.game.record())
    }

    /// The rules don't know whether the players or an administrator ended the game.
    fn described(&self, mut record: Record) -> Record {
        if self.closed.is_some() {
            record.mark_closed();
        }
        record
    }

    /// The room as a viewer may see it, with what happened since a version.
    pub(crate) fn update(
        &self,
        sight: Sight,
        since: u64,
        presence: &[Presence],
        watchers: usize,
        now: Millis,
    ) -> UpdateView {
        let (game, viewer, now) = match (sight, &self.delay) {
            (Sight::Delayed, Some(delay)) => {
                let viewer = Viewer::Spectator { racks: delay.shows_racks() };
                (&delay.game, viewer, delay.until(&self.game).unwrap_or(now))
            }
            (Sight::Live(viewer), _) => (&self.game, viewer, now),
            (Sight::Delayed, None) => (&self.game, Viewer::Spectator { racks: false }, now),
        };
        let since = since.clamp(game.n_events().saturating_sub(MOST_EVENTS), game.n_events());
        let events = &self.log[since as usize..game.n_events() as usize];
        let occupant = |(occupant, presence): (&Occupant, &Presence)| OccupantView {
            player: player_id(occupant),
            bot: if let Occupant::Bot(name) = occupant { Some(name.clone()) } else { None },
            here: !matches!(presence, Presence::AwaySince(_)),
            account: player_id(occupant).is_some_and(|player| self.accounts.contains_key(&player)),
            deleted: player_id(occupant).is_some_and(|player| is_deleted(&player)),
        };
        let unrated = self.unrated();
        UpdateView {
            since,
            events: events.iter().map(|event| event_view(game, viewer, event)).collect(),
            room: RoomView {
                id: self.id.clone(),
                lexicon: self.lexicon.name().to_owned(),
                family: self.settings.wishes.family,
                public: self.settings.public,
                spectators: self.settings.spectators,
                rated: unrated.is_empty(),
                unrated,
                seed: self.settings.wishes.seed,
                may_abort: matches!(viewer, Viewer::Seat(seat) if may_abort(self, seat)),
                occupants: self.occupants.iter().zip(presence).map(occupant).collect(),
                expected: self.expected.clone(),
                watchers: watchers as u32,
                rematch: self.rematch.clone(),
                closed: self.closed.clone().filter(|_| game.phase() == Phase::Ended),
                game: view(game, viewer, now),
            },
        }
    }

    /// The summary for the players.
    pub(crate) fn summary(&self, changed: Millis) -> RoomSummary {
        self.summary_of(&self.game, changed)
    }

    /// The summary for anybody: only what spectators may see.
    pub(crate) fn public_summary(&self, changed: Millis) -> RoomSummary {
        self.summary_of(self.shown(), changed)
    }

    fn summary_of(&self, game: &Game, changed: Millis) -> RoomSummary {
        let unrated = self.unrated();
        RoomSummary {
            id: self.id.clone(),
            ruleset: self.ruleset().name.clone(),
            lexicon: self.lexicon.name().to_owned(),
            family: self.settings.wishes.family,
            challenge: Some(game.setup().challenge.into()),
            clock: game.setup().clock.into(),
            phase: match game.phase() {
                Phase::Lobby => PhaseView::Lobby,
                Phase::Playing => PhaseView::Playing,
                Phase::LastChallenge => PhaseView::LastChallenge,
                Phase::Ended => PhaseView::Ended,
            },
            names: (0..game.n_seats()).map(|seat| game.name(seat).to_owned()).collect(),
            players: self.occupants.iter().map(player_id).collect(),
            scores: game.scores(),
            most_seats: game.setup().seats as u32,
            rated: unrated.is_empty(),
            unrated,
            seed: self.settings.wishes.seed,
            on_turn: game.on_turn().map(|seat| seat as u32),
            to_accept: to_accept(game),
            winners: game.outcome().map_or(Vec::new(), |outcome| {
                outcome.winners.iter().map(|&seat| seat as u32).collect()
            }),
            expected: self.expected.clone(),
            guests: (0..)
                .zip(&self.occupants)
                .filter(|(_, occupant)| self.is_guest(occupant))
                .map(|(seat, _)| seat)
                .collect(),
            changed,
        }
    }
}

fn player_id(occupant: &Occupant) -> Option<String> {
    if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None }
}

/// The ruleset that a game started with. An unchanged one is shared.
fn ruleset(library: &Library, name: &str, text: &str) -> Result<Arc<Ruleset>, Error> {
    if Ruleset::builtin_source(name).is_ok_and(|today| today == text) {
        return Ok(library.ruleset(name)?);
    }
    let parsed = Ruleset::parse(text).map_err(|error| {
        tracing::error!(%error, ruleset = name, "a stored ruleset can't be read");
        Refused::Agreement(format!(
            "the ruleset {name:?} of this game cannot be read by this version"
        ))
    })?;
    Ok(Arc::new(parsed))
}
