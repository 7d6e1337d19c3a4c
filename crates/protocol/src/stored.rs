//! Stored games: the setup and each event as one line of JSON.
//!
//! Every line has a version. Older lines stay readable: the golden files in `tests/stored/` are
//! never changed, only added to. Tiles are text, so the order of an alphabet may change.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    DoubtTime, Event, First, Loss, Millis, Outcome, Price, Reason, Ruleset, Seat, Seed, Settled,
    Setup, Streams, Tiles, Verdict,
};

use crate::game::PlacedView;
use crate::request::{NewGame, SpectatorsView};
use crate::tiles::tile_of;
use crate::{ChallengeView, ClockView, ExpectedView};

/// The version of new lines.
const VERSION: u32 = 1;

/// Who sits in a seat.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// A player, by the id of their account or guest cookie.
    Player(String),
    /// A bot, by its name.
    Bot(String),
}

/// Why a stored line can't be used.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    #[error("not a stored event or setup: {0}")]
    Json(#[from] serde_json::Error),
    #[error(
        "this was written by a later version (format {found}, and this one reads up to {VERSION}): update Tisane"
    )]
    Newer { found: u32 },
    #[error("{ruleset} has no tile {text:?}")]
    Tile { text: String, ruleset: String },
    #[error("the seed of a game has 64 hexadecimal digits")]
    Seed,
    #[error("a stored setup can't be used: {0}")]
    Setup(#[from] tisane_rules::Refusal),
}

/// The setup of a game with its secret seed: never for the wire.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredSetup {
    v: u32,
    /// The name of the ruleset. Its text is stored separately.
    pub ruleset: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// Without slurs.
    #[serde(default)]
    pub family: bool,
    seats: usize,
    /// The seat with the first turn; drawn if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<Seat>,
    /// The order of all seats is drawn.
    #[serde(default, skip_serializing_if = "is_false")]
    draw_order: bool,
    challenge: ChallengeView,
    clock: ClockView,
    #[serde(default, skip_serializing_if = "is_false")]
    stream_per_seat: bool,
    seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grace: Option<Millis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    abandoned_after: Option<Millis>,
    last_challenge: StoredDoubtTime,
}

/// The settings of a room, besides the game's setup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredSettings {
    pub public: bool,
    pub spectators: SpectatorsView,
    pub rated: bool,
    /// The original request, for a rematch.
    pub wishes: NewGame,
    /// In a rematch: the players of the previous game.
    #[serde(default)]
    pub expected: Vec<ExpectedView>,
    /// Whether players had to accept open racks. Older versions did not ask.
    #[serde(default)]
    pub open_racks_agreed: bool,
    /// The fingerprint of the lexicon. Older versions did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon_fingerprint: Option<String>,
}

impl StoredSettings {
    /// Reads stored settings. Open racks need everybody's consent, which older versions did not
    /// ask for.
    pub fn read(text: &str) -> Result<StoredSettings, StoredError> {
        let mut settings: StoredSettings = serde_json::from_str(text)?;
        if settings.spectators == SpectatorsView::Racks && !settings.open_racks_agreed {
            settings.spectators = SpectatorsView::Table;
            settings.wishes.spectators = SpectatorsView::Table;
        }
        Ok(settings)
    }

    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("settings are plain data")
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredDoubtTime {
    ByClock,
    For(Millis),
    Unlimited,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl StoredSetup {
    /// The setup without players, who join by events.
    pub fn of(setup: &Setup, lexicon: &str, family: bool) -> StoredSetup {
        StoredSetup {
            v: VERSION,
            ruleset: setup.ruleset.name.clone(),
            lexicon: lexicon.to_owned(),
            family,
            seats: setup.seats,
            first: if let First::Seat(seat) = setup.first { Some(seat) } else { None },
            draw_order: setup.first == First::OrderDrawn,
            challenge: setup.challenge.into(),
            clock: setup.clock.into(),
            stream_per_seat: setup.streams == Streams::PerSeat,
            seed: setup.seed.0.iter().map(|byte| format!("{byte:02x}")).collect(),
            grace: setup.grace,
            abandoned_after: setup.abandoned_after,
            last_challenge: match setup.last_challenge {
                DoubtTime::ByClock => StoredDoubtTime::ByClock,
                DoubtTime::For(time) => StoredDoubtTime::For(time),
                DoubtTime::Unlimited => StoredDoubtTime::Unlimited,
            },
        }
    }

    pub fn read(text: &str) -> Result<StoredSetup, StoredError> {
        check_version(text)?;
        Ok(serde_json::from_str(text)?)
    }

    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a setup is plain data")
    }

    /// The setup with the ruleset of the game.
    pub fn setup(&self, ruleset: std::sync::Arc<Ruleset>) -> Result<Setup, StoredError> {
        let mut setup = Setup::new(ruleset, &[] as &[&str], self.seed()?)?;
        setup.seats = self.seats;
        setup.first = match self.first {
            Some(seat) => First::Seat(seat),
            None if self.draw_order => First::OrderDrawn,
            None => First::Drawn,
        };
        setup.challenge = self.challenge.into();
        setup.clock = self.clock.clone().into();
        setup.streams = if self.stream_per_seat { Streams::PerSeat } else { Streams::Shared };
        setup.grace = self.grace;
        setup.abandoned_after = self.abandoned_after;
        setup.last_challenge = match self.last_challenge {
            StoredDoubtTime::ByClock => DoubtTime::ByClock,
            StoredDoubtTime::For(time) => DoubtTime::For(time),
            StoredDoubtTime::Unlimited => DoubtTime::Unlimited,
        };
        Ok(setup)
    }

    fn seed(&self) -> Result<Seed, StoredError> {
        let digits = self.seed.as_bytes();
        let mut seed = [0; 32];
        if digits.len() != 64 {
            return Err(StoredError::Seed);
        }
        for (byte, pair) in seed.iter_mut().zip(digits.chunks(2)) {
            let pair = str::from_utf8(pair).map_err(|_| StoredError::Seed)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| StoredError::Seed)?;
        }
        Ok(Seed(seed))
    }
}

/// An event as a line, with the player who sat down if it is that.
pub fn write_event(ruleset: &Ruleset, event: &Event, who: Option<&Occupant>) -> String {
    let line = Line { v: VERSION, event: Stored::of(ruleset, event), who: who.cloned() };
    serde_json::to_string(&line).expect("an event is plain data")
}

/// Reads a line of [`write_event`], of this version or an earlier one.
pub fn read_event(ruleset: &Ruleset, text: &str) -> Result<(Event, Option<Occupant>), StoredError> {
    check_version(text)?;
    let line: Line = serde_json::from_str(text)?;
    Ok((line.event.event(ruleset)?, line.who))
}

/// The line by which a player sat down, with another id and name, for players who delete their
/// account. `None` for any other line.
pub fn anonymised_event(
    text: &str,
    player: &str,
    id: &str,
    name: &str,
) -> Result<Option<String>, StoredError> {
    check_version(text)?;
    let line: Line = serde_json::from_str(text)?;
    let is_theirs = line.who == Some(Occupant::Player(player.to_owned()));
    let Stored::Joined { .. } = line.event else { return Ok(None) };
    let renamed = Line {
        v: line.v,
        event: Stored::Joined { name: name.to_owned() },
        who: Some(Occupant::Player(id.to_owned())),
    };
    Ok(is_theirs.then(|| serde_json::to_string(&renamed).expect("an event is plain data")))
}

fn check_version(text: &str) -> Result<(), StoredError> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    match serde_json::from_str::<Version>(text)?.v {
        found if found > VERSION => Err(StoredError::Newer { found }),
        _ => Ok(()),
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    v: u32,
    #[serde(flatten)]
    event: Stored,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    who: Option<Occupant>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Stored {
    Joined {
        name: String,
    },
    Left {
        seat: Seat,
    },
    Readied {
        seat: Seat,
        ready: bool,
    },
    Started {
        at: Millis,
    },
    LotsDrawn {
        tiles: Vec<(Seat, String)>,
    },
    Drawn {
        seat: Seat,
        tiles: String,
    },
    Played {
        seat: Seat,
        play: Vec<PlacedView>,
        score: i32,
        at: Millis,
    },
    Passed {
        seat: Seat,
        at: Millis,
    },
    Exchanged {
        seat: Seat,
        tiles: String,
        drawn: String,
        at: Millis,
    },
    Skipped {
        seat: Seat,
        at: Millis,
    },
    TurnLost {
        seat: Seat,
        at: Millis,
    },
    Challenged {
        by: Seat,
        doubted: Vec<usize>,
        invalid: Vec<usize>,
        price: StoredPrice,
        at: Millis,
    },
    Withdrawn {
        seat: Seat,
    },
    Accepted {
        seat: Seat,
        at: Millis,
    },
    Unchallenged {
        at: Millis,
    },
    Lost {
        seat: Seat,
        loss: StoredLoss,
        at: Millis,
    },
    AbortOffered {
        seat: Seat,
    },
    AbortAccepted {
        seat: Seat,
    },
    AbortDeclined {
        seat: Seat,
    },
    Returned {
        seat: Seat,
    },
    Paused {
        at: Millis,
    },
    Resumed {
        at: Millis,
    },
    LagCredited {
        seat: Seat,
        millis: Millis,
    },
    Undone {
        at: Millis,
    },
    Ended {
        reason: StoredReason,
        results: Vec<StoredSettled>,
        winners: Vec<Seat>,
        at: Millis,
    },
}

#[derive(Copy, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPrice {
    Nothing,
    Turn,
    Points(i32),
    Game,
}

#[derive(Copy, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredLoss {
    Resigned,
    Time,
    Challenge,
    Abandoned,
}

#[derive(Copy, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredReason {
    Out(Seat),
    Passes,
    Scoreless,
    FinalTurns,
    Lost(StoredLoss),
    Aborted,
}

#[derive(Serialize, Deserialize)]
struct StoredSettled {
    played: i32,
    racks: i32,
    overtime: i32,
    total: i32,
    rack: String,
}

impl Stored {
    fn of(ruleset: &Ruleset, event: &Event) -> Stored {
        let text = |tiles: &Tiles| ruleset.show_tiles(tiles);
        match event.clone() {
            Event::Joined { name } => Stored::Joined { name },
            Event::Left { seat } => Stored::Left { seat },
            Event::Readied { seat, ready } => Stored::Readied { seat, ready },
            Event::Started { at } => Stored::Started { at },
            Event::LotsDrawn { tiles } => Stored::LotsDrawn {
                tiles: tiles
                    .into_iter()
                    .map(|(seat, tile)| (seat, ruleset.face(tile).to_owned()))
                    .collect(),
            },
            Event::Drawn { seat, tiles } => Stored::Drawn { seat, tiles: text(&tiles) },
            Event::Played { seat, play, score, at } => Stored::Played {
                seat,
                play: PlacedView::list(ruleset, play.placements()),
                score,
                at,
            },
            Event::Passed { seat, at } => Stored::Passed { seat, at },
            Event::Exchanged { seat, tiles, drawn, at } => {
                Stored::Exchanged { seat, tiles: text(&tiles), drawn: text(&drawn), at }
            }
            Event::Skipped { seat, at } => Stored::Skipped { seat, at },
            Event::TurnLost { seat, at } => Stored::TurnLost { seat, at },
            Event::Challenged { by, verdict: Verdict { doubted, invalid, price }, at } => {
                Stored::Challenged { by, doubted, invalid, price: price.into(), at }
            }
            Event::Withdrawn { seat } => Stored::Withdrawn { seat },
            Event::Accepted { seat, at } => Stored::Accepted { seat, at },
            Event::Unchallenged { at } => Stored::Unchallenged { at },
            Event::Lost { seat, loss, at } => Stored::Lost { seat, loss: loss.into(), at },
            Event::AbortOffered { seat } => Stored::AbortOffered { seat },
            Event::AbortAccepted { seat } => Stored::AbortAccepted { seat },
            Event::AbortDeclined { seat } => Stored::AbortDeclined { seat },
            Event::Returned { seat } => Stored::Returned { seat },
            Event::Paused { at } => Stored::Paused { at },
            Event::Resumed { at } => Stored::Resumed { at },
            Event::LagCredited { seat, millis } => Stored::LagCredited { seat, millis },
            Event::Undone { at } => Stored::Undone { at },
            Event::Ended { outcome: Outcome { reason, results, winners }, at } => {
                let settled = |Settled { played, racks, overtime, total, rack }| StoredSettled {
                    played,
                    racks,
                    overtime,
                    total,
                    rack: text(&rack),
                };
                Stored::Ended {
                    reason: reason.into(),
                    results: results.into_iter().map(settled).collect(),
                    winners,
                    at,
                }
            }
        }
    }

    fn event(self, ruleset: &Ruleset) -> Result<Event, StoredError> {
        let unknown =
            |text: &str| StoredError::Tile { text: text.to_owned(), ruleset: ruleset.name.clone() };
        let tiles = |text: String| ruleset.parse_tiles(&text).map_err(|_| unknown(&text));
        let tile = |face: String| tile_of(ruleset, &face).ok_or_else(|| unknown(&face));
        Ok(match self {
            Stored::Joined { name } => Event::Joined { name },
            Stored::Left { seat } => Event::Left { seat },
            Stored::Readied { seat, ready } => Event::Readied { seat, ready },
            Stored::Started { at } => Event::Started { at },
            Stored::LotsDrawn { tiles } => {
                let lots = tiles.into_iter().map(|(seat, face)| Ok((seat, tile(face)?)));
                Event::LotsDrawn { tiles: lots.collect::<Result<_, StoredError>>()? }
            }
            Stored::Drawn { seat, tiles: drawn } => Event::Drawn { seat, tiles: tiles(drawn)? },
            Stored::Played { seat, play, score, at } => {
                let play = PlacedView::play(ruleset, &play).map_err(|face| unknown(&face))?;
                Event::Played { seat, play, score, at }
            }
            Stored::Passed { seat, at } => Event::Passed { seat, at },
            Stored::Exchanged { seat, tiles: given, drawn, at } => {
                Event::Exchanged { seat, tiles: tiles(given)?, drawn: tiles(drawn)?, at }
            }
            Stored::Skipped { seat, at } => Event::Skipped { seat, at },
            Stored::TurnLost { seat, at } => Event::TurnLost { seat, at },
            Stored::Challenged { by, doubted, invalid, price, at } => Event::Challenged {
                by,
                verdict: Verdict { doubted, invalid, price: price.into() },
                at,
            },
            Stored::Withdrawn { seat } => Event::Withdrawn { seat },
            Stored::Accepted { seat, at } => Event::Accepted { seat, at },
            Stored::Unchallenged { at } => Event::Unchallenged { at },
            Stored::Lost { seat, loss, at } => Event::Lost { seat, loss: loss.into(), at },
            Stored::AbortOffered { seat } => Event::AbortOffered { seat },
            Stored::AbortAccepted { seat } => Event::AbortAccepted { seat },
            Stored::AbortDeclined { seat } => Event::AbortDeclined { seat },
            Stored::Returned { seat } => Event::Returned { seat },
            Stored::Paused { at } => Event::Paused { at },
            Stored::Resumed { at } => Event::Resumed { at },
            Stored::LagCredited { seat, millis } => Event::LagCredited { seat, millis },
            Stored::Undone { at } => Event::Undone { at },
            Stored::Ended { reason, results, winners, at } => {
                let settled = |StoredSettled { played, racks, overtime, total, rack }| {
                    Ok(Settled { played, racks, overtime, total, rack: tiles(rack)? })
                };
                let results =
                    results.into_iter().map(settled).collect::<Result<_, StoredError>>()?;
                Event::Ended { outcome: Outcome { reason: reason.into(), results, winners }, at }
            }
        })
    }
}

/// Pairs of enums with the same variants.
macro_rules! alike {
    ($rules:ident, $stored:ident: $($variant:ident $(($inner:ident))?),*) => {
        impl From<$rules> for $stored {
            fn from(value: $rules) -> $stored {
                match value { $($rules::$variant $(($inner))? => $stored::$variant $(($inner.into()))?),* }
            }
        }
        impl From<$stored> for $rules {
            fn from(value: $stored) -> $rules {
                match value { $($stored::$variant $(($inner))? => $rules::$variant $(($inner.into()))?),* }
            }
        }
    };
}

alike!(Loss, StoredLoss: Resigned, Time, Challenge, Abandoned);
alike!(Price, StoredPrice: Nothing, Turn, Points(points), Game);
alike!(Reason, StoredReason: Out(seat), Passes, Scoreless, FinalTurns, Lost(loss), Aborted);
