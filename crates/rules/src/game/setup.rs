//! What is agreed before a game: the ruleset, the players, who starts, the clock, and the secret
//! seed of the draws.

use std::fmt;
use std::sync::Arc;

use crate::game::Refusal;
use crate::ruleset::{Challenge, Clock, Millis, Ruleset};
use crate::table::Seat;

/// What is agreed before a game. Together with the events it is the whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// The first players, the host first. Others may [join](crate::Game::join) until the start.
    names: Vec<String>,
    /// The maximum number of players.
    pub seats: usize,
    /// The player with the first turn.
    pub first: First,
    /// By default the one of the ruleset.
    pub challenge: Challenge,
    /// The ruleset's, unless the players agreed otherwise.
    pub clock: Clock,
    /// What the draws depend on.
    pub streams: Streams,
    /// The secret of the draws.
    pub seed: Seed,
    /// All players share one device: moves can be undone.
    pub local: bool,
    /// The turns of a player who is away for longer are skipped while somebody else is connected;
    /// if nobody is, the game pauses. Without it presence does not matter, as in correspondence
    /// games.
    pub grace: Option<Millis>,
    /// After this long without a move, the player to move loses. Before everybody has moved, the
    /// game is aborted instead.
    pub abandoned_after: Option<Millis>,
    /// How long the last play may be challenged.
    pub last_challenge: DoubtTime,
}

/// How long the last play can be challenged unless everybody accepts it earlier.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum DoubtTime {
    /// The time for a turn if the clock has one, otherwise a minute.
    ByClock,
    /// This long.
    For(Millis),
    /// Until everybody has accepted it.
    Unlimited,
}

/// The player with the first turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum First {
    /// Everybody draws a tile: a blank comes first, then letters in alphabetical order. Tied
    /// players draw again. Then all tiles go back.
    Drawn,
    /// Everybody draws a tile, and all take their turns in the order of the tiles. Tied players draw
    /// again.
    OrderDrawn,
    /// This seat.
    Seat(Seat),
}

/// What draws depend on, besides the seed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Streams {
    /// On the number of the event, without undone events.
    Shared,
    /// On how many tiles the seat has drawn: two games with the same seed give a seat the same luck
    /// as far as the bag allows, whatever the opponents do. For game pairs.
    PerSeat,
}

/// The secret seed of all draws. It reveals the bag, so it does not print itself.
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    /// For repeatable games. A game with something at stake needs 32 random bytes.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Setup {
    /// A game with the challenge rule and clock of the ruleset, a random starting player, as many
    /// seats as the ruleset allows, and no grace period. All of it can be changed.
    pub fn new(
        ruleset: Arc<Ruleset>,
        names: &[impl AsRef<str>],
        seed: Seed,
    ) -> Result<Setup, Refusal> {
        let (seats, challenge, clock) = (ruleset.players.to, ruleset.challenge, ruleset.clock);
        let mut seated: Vec<String> = Vec::new();
        for name in names {
            if seated.len() == seats {
                return Err(Refusal::GameFull { seats });
            }
            seated.push(checked_name(name.as_ref(), &seated)?);
        }
        Ok(Setup {
            ruleset,
            names: seated,
            seats,
            first: First::Drawn,
            challenge,
            clock,
            streams: Streams::Shared,
            seed,
            local: false,
            grace: None,
            abandoned_after: None,
            last_challenge: DoubtTime::ByClock,
        })
    }

    /// How long the last play can be challenged, if that is limited.
    pub(crate) fn doubt_time(&self) -> Option<Millis> {
        match (self.last_challenge, self.clock) {
            (DoubtTime::ByClock, Clock::Turn { turn, .. }) => Some(turn),
            (DoubtTime::ByClock, Clock::Game { .. } | Clock::None) => Some(60_000),
            (DoubtTime::For(time), _) => Some(time),
            (DoubtTime::Unlimited, _) => None,
        }
    }

    /// The first players.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The longest name, in characters.
const LONGEST_NAME: usize = 20;

/// The trimmed name, unless it is invalid or taken.
pub(crate) fn checked_name<'a>(
    name: &str,
    taken: impl IntoIterator<Item = &'a String>,
) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control)
    {
        return Err(Refusal::BadName { longest: LONGEST_NAME });
    }
    if taken.into_iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
        return Err(Refusal::NameTaken(name.to_owned()));
    }
    Ok(name.to_owned())
}
