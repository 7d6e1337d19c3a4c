//! Settings of a new game: the host's request, checked and completed from the ruleset.

use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_protocol::request::NewGame;
use tisane_protocol::stored::{StoredSettings, StoredSetup};
use tisane_protocol::{GameTerms, UnratedReason, bounds};
use tisane_rules::{First, Seed, Setup};

use super::standard;
use crate::base::secret::random_seed;
use crate::compute::Computer;
use crate::error::{Error, Refused};
use crate::library::{Library, fingerprint_text};

/// A game that can be created.
pub(crate) struct Agreement {
    pub(crate) setup: Setup,
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) settings: StoredSettings,
}

impl Agreement {
    pub(crate) fn new(library: &Library, wishes: NewGame) -> Result<Agreement, Error> {
        let mut setup = setup(library, &wishes)?;
        let lexicon = library.lexicon(&setup.ruleset, wishes.lexicon.as_deref(), wishes.family)?;
        let rated = standard::unrated(&setup, lexicon.name(), &wishes).is_empty();
        setup.abandoned_after = rated.then_some(standard::ABANDONED_AFTER);
        let (public, spectators) = (wishes.public, wishes.spectators);
        let settings = StoredSettings {
            public,
            spectators,
            rated,
            wishes,
            expected: Vec::new(),
            open_racks_agreed: true,
            lexicon_fingerprint: Some(fingerprint_text(&lexicon)),
        };
        Ok(Agreement { setup, lexicon, settings })
    }

    pub(crate) fn stored_setup(&self) -> StoredSetup {
        StoredSetup::of(&self.setup, self.lexicon.name(), self.settings.wishes.family)
    }
}

/// Whether such a game would be rated for this player.
pub(crate) fn terms(
    library: &Library,
    wishes: &NewGame,
    has_account: bool,
) -> Result<GameTerms, Error> {
    let setup = setup(library, wishes)?;
    let lexicon = wishes
        .lexicon
        .as_deref()
        .filter(|name| !name.is_empty())
        .or(setup.ruleset.lexicon.as_deref())
        .unwrap_or_default();
    let unrated = match has_account {
        true => standard::unrated(&setup, lexicon, wishes),
        false => vec![UnratedReason::Guest],
    };
    Ok(GameTerms { rated: unrated.is_empty(), unrated })
}

/// The setup: the request, checked and completed from the ruleset.
fn setup(library: &Library, wishes: &NewGame) -> Result<Setup, Error> {
    let ruleset = library.ruleset(&wishes.ruleset)?;
    bounds::check(wishes, ruleset.players).map_err(Refused::from)?;
    for bot in &wishes.bots {
        Computer::check_bot(bot)?;
    }
    let seed = wishes.seed.map_or_else(random_seed, Seed::from);
    let mut setup = Setup::new(ruleset, &[] as &[&str], seed).map_err(Refused::from)?;
    let taken = wishes.bots.len() + 1;
    setup.seats =
        wishes.seats.map_or(setup.ruleset.players.from.max(taken), |seats| seats as usize);
    // Strangers must not join a game whose host knows the bag.
    if wishes.seed.is_some() && wishes.public && setup.seats > taken {
        return Err(Refused::SeedChosen.into());
    }
    if let Some(clock) = &wishes.clock {
        setup.clock = clock.clone().into();
    }
    if wishes.draw_order {
        setup.first = First::OrderDrawn;
    }
    if let Some(challenge) = wishes.challenge {
        setup.challenge = challenge.into();
    }
    setup.grace = standard::grace(setup.clock, wishes.grace_seconds);
    Ok(setup)
}
