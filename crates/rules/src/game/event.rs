//! Events. A game is the fold of its events; nothing else happened.
//!
//! Events contain the results of draws and clocks, so applying them needs neither. Presence is not
//! an event, but its effects are: skipped turns and pauses.

use crate::ruleset::{Loss, Millis, Reason};
use crate::table::{Play, Seat, Tile, Tiles};

/// Something that happened in a game. `seat` is whose event it is, `at` is when it happened.
#[derive(Clone, Eq, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are named after their types")]
pub enum Event {
    /// A player joined in the next free seat.
    Joined { name: String },
    /// A player left before the start; later seats move up.
    Left { seat: Seat },
    /// A player is ready to start, or no longer.
    Readied { seat: Seat, ready: bool },
    /// The host started the game.
    Started { at: Millis },
    /// Each of these seats drew a tile for the first turn. All tiles went back.
    LotsDrawn { tiles: Vec<(Seat, Tile)> },
    /// A seat drew tiles.
    Drawn { seat: Seat, tiles: Tiles },

    /// A seat placed tiles.
    Played { seat: Seat, play: Play, score: i32, at: Millis },
    /// A seat passed.
    Passed { seat: Seat, at: Millis },
    /// A seat exchanged tiles.
    Exchanged { seat: Seat, tiles: Tiles, drawn: Tiles, at: Millis },
    /// The turn was skipped because the player was away too long.
    Skipped { seat: Seat, at: Millis },
    /// A wrong challenge cost this turn.
    TurnLost { seat: Seat, at: Millis },

    /// The last play was challenged and judged.
    Challenged { by: Seat, verdict: Verdict, at: Millis },
    /// The last play was withdrawn: its tiles went back to the rack, the tiles drawn after it to
    /// the bag.
    Withdrawn { seat: Seat },
    /// A seat accepted the last play of the game.
    Accepted { seat: Seat, at: Millis },
    /// The time to challenge the last play of the game is over.
    Unchallenged { at: Millis },

    /// A seat lost the game and plays no more.
    Lost { seat: Seat, loss: Loss, at: Millis },
    /// A seat offered to stop.
    AbortOffered { seat: Seat },
    /// A seat agreed to stop.
    AbortAccepted { seat: Seat },
    /// A seat wants to play on.
    AbortDeclined { seat: Seat },
    /// A player whose turns were skipped is back.
    Returned { seat: Seat },
    /// No player is connected; all clocks stop.
    Paused { at: Millis },
    /// Somebody is connected again; clocks run.
    Resumed { at: Millis },
    /// The current turn starts this much later, because of a slow connection.
    LagCredited { seat: Seat, millis: Millis },
    /// The last turn or challenge was undone, with its consequences.
    Undone { at: Millis },
    /// The game is over.
    Ended { outcome: Outcome, at: Millis },
}

/// How a challenge was judged.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Verdict {
    /// The challenged words, by their index among the words of the play.
    pub doubted: Vec<usize>,
    /// The invalid ones. If there are any, the play is withdrawn.
    pub invalid: Vec<usize>,
    /// What it costs the loser of the challenge.
    pub price: Price,
}

impl Verdict {
    /// Whether the play stands.
    pub fn stands(&self) -> bool {
        self.invalid.is_empty()
    }
}

/// What a challenge costs its loser.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Price {
    /// Nothing.
    Nothing,
    /// The next turn of the challenger.
    Turn,
    /// These points go to the owner of the play.
    Points(i32),
    /// The game: the challenger loses if the play is valid, otherwise its owner.
    Game,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// By seat.
    pub results: Vec<Settled>,
    /// More than one if tied; nobody wins an aborted game.
    pub winners: Vec<Seat>,
}

/// The final account of one seat.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Settled {
    /// Points from play, challenges included.
    pub played: i32,
    /// Points gained or lost for the tiles left.
    pub racks: i32,
    /// Points lost to overtime: 0 or less.
    pub overtime: i32,
    /// All of it together.
    pub total: i32,
    /// The tiles left on the rack.
    pub rack: Tiles,
}

impl Event {
    /// When a player did this, if it was a player.
    pub(crate) fn acted_at(&self) -> Option<Millis> {
        use Event::*;
        match self {
            Started { at }
            | Played { at, .. }
            | Passed { at, .. }
            | Exchanged { at, .. }
            | Challenged { at, .. }
            | Accepted { at, .. }
            | Lost { at, .. }
            | Undone { at } => Some(*at),
            _ => None,
        }
    }

    /// Whether undo goes back to this event. Losing a challenge is a consequence of the challenge.
    pub(crate) fn can_be_undone(&self) -> bool {
        use Event::*;
        matches!(
            self,
            Played { .. }
                | Passed { .. }
                | Exchanged { .. }
                | Challenged { .. }
                | Lost { loss: Loss::Resigned | Loss::Time, .. }
        )
    }
}
