//! What is agreed before a game: the ruleset, who sits down, who starts, the clock, and the secret
//! that decides the draws.

use std::fmt;
use std::sync::Arc;

use crate::game::Refusal;
use crate::ruleset::{Challenge, Clock, Millis, Ruleset};
use crate::table::Seat;

/// What is agreed before a game. With the game's events it is the whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// Who sits down at once, the host first. Others may [join](crate::Game::join) until the start.
    names: Vec<String>,
    /// How many seats the game has at most.
    pub seats: usize,
    /// Who has the first turn.
    pub first: First,
    /// The ruleset's, unless the players agreed otherwise.
    pub challenge: Challenge,
    /// The ruleset's, unless the players agreed otherwise.
    pub clock: Clock,
    /// What the draws depend on.
    pub streams: Streams,
    /// The secret of the draws.
    pub seed: Seed,
    /// All players sit at one machine: moves may be taken back.
    pub local: bool,
    /// After a seat has been away for this long, its turns are skipped, as long as somebody else is
    /// there; when nobody is, the game waits and no clock runs. Without it nobody's presence
    /// matters, as in games by correspondence.
    pub grace: Option<Millis>,
    /// After this long without a move, whoever is to move loses, whether time runs or not. Before
    /// everybody has moved, the game is aborted instead.
    pub abandoned_after: Option<Millis>,
    /// How long the last play may be challenged.
    pub last_challenge: DoubtTime,
}

/// How long the last play of a game may be doubted, if not everybody has accepted it before.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum DoubtTime {
    /// As long as the game's clock gives for a turn; a minute where it does not say.
    ByClock,
    /// This long.
    For(Millis),
    /// Until everybody has accepted it.
    Unlimited,
}

/// Who has the first turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum First {
    /// Everybody draws a tile: a blank comes first, then the letters from the alphabet's beginning.
    /// Who is tied draws again. Then all tiles go back.
    Drawn,
    /// This seat.
    Seat(Seat),
}

/// What the draws depend on besides the seed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Streams {
    /// Each draw on the number of its event; what was taken back does not count.
    Shared,
    /// Each seat's draws on how many tiles that seat has drawn: two games with the same seed give a
    /// seat the same luck, as far as the bag allows, whatever the others do. For game pairs.
    PerSeat,
}

/// The secret that decides every draw. Who knows it knows the bag, so it does not print itself.
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    /// For games that shall be repeatable. A game with something at stake takes 32 random bytes.
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
    /// A game by the ruleset's own challenge rule and clock, the first turn drawn, with as many
    /// seats as the ruleset allows and no grace period; all of which may be changed.
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

    /// How long the last play of the game may be doubted, if that is limited.
    pub fn doubt_time(&self) -> Option<Millis> {
        match (self.last_challenge, self.clock) {
            (DoubtTime::ByClock, Clock::Turn { turn, .. }) => Some(turn),
            (DoubtTime::ByClock, Clock::Game { .. } | Clock::None) => Some(60_000),
            (DoubtTime::For(time), _) => Some(time),
            (DoubtTime::Unlimited, _) => None,
        }
    }

    /// Who sits down at once.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The longest name, in characters.
const LONGEST_NAME: usize = 20;

/// The name without blanks around it, unless it cannot be taken.
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
