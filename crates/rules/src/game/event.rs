//! What happened. A game is the fold of its events; what is not in an event has not happened.
//!
//! Events carry all that chance and the clock decided, so that applying one needs neither. Presence
//! is not an event: only what it brings about is, turns skipped and time during which the game
//! waited.

use crate::ruleset::{Loss, Millis, Reason};
use crate::table::{Play, Seat, Tile, Tiles};

/// Something that happened in a game. `seat` is whose event it is, `at` is when it happened.
#[derive(Clone, Eq, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are named after their types")]
pub enum Event {
    /// Somebody took the next free seat.
    Joined { name: String },
    /// Somebody left before the start; the seats after theirs move up.
    Left { seat: Seat },
    /// A player is ready to start, or no longer.
    Readied { seat: Seat, ready: bool },
    /// The host started the game.
    Started { at: Millis },
    /// Each of these drew a tile for the first turn. All tiles went back.
    LotsDrawn { tiles: Vec<(Seat, Tile)> },
    /// A seat filled its rack.
    Drawn { seat: Seat, tiles: Tiles },

    /// A seat placed tiles.
    Played { seat: Seat, play: Play, score: i32, at: Millis },
    /// A seat passed.
    Passed { seat: Seat, at: Millis },
    /// A seat exchanged tiles.
    Exchanged { seat: Seat, tiles: Tiles, drawn: Tiles, at: Millis },
    /// The turn of a seat that has been away too long.
    Skipped { seat: Seat, at: Millis },
    /// The turn that a wrong challenge cost.
    TurnLost { seat: Seat, at: Millis },

    /// The last play was doubted and judged.
    Challenged { by: Seat, verdict: Verdict, at: Millis },
    /// The last play was taken back: its tiles to the rack, those drawn after it to the bag.
    Withdrawn { seat: Seat },
    /// A seat lets the last play of the game stand.
    Accepted { seat: Seat, at: Millis },
    /// The time to doubt the last play of the game is over.
    Unchallenged { at: Millis },

    /// A seat has lost the game and plays no more.
    Lost { seat: Seat, loss: Loss, at: Millis },
    /// A seat offered to stop.
    AbortOffered { seat: Seat },
    /// A seat agreed to stop.
    AbortAccepted { seat: Seat },
    /// A seat wants to play on.
    AbortDeclined { seat: Seat },
    /// A seat whose turns were skipped is back.
    Returned { seat: Seat },
    /// Nobody is there any more: time stands still.
    Paused { at: Millis },
    /// Somebody is there again: time goes on.
    Resumed { at: Millis },
    /// The turn under way starts this much later, because the player's connection is slow.
    LagCredited { seat: Seat, millis: Millis },
    /// The last turn or challenge, and all that followed from it, was taken back.
    Undone { at: Millis },
    /// The game is over.
    Ended { outcome: Outcome, at: Millis },
}

/// How a challenge was judged.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Verdict {
    /// Which words were doubted, by their place among the words of the play.
    pub doubted: Vec<usize>,
    /// Which of these are no words. If any, the play is withdrawn.
    pub invalid: Vec<usize>,
    /// What it costs who was wrong.
    pub price: Price,
}

impl Verdict {
    /// Whether the play stands.
    pub fn stands(&self) -> bool {
        self.invalid.is_empty()
    }
}

/// What a challenge costs who was wrong.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Price {
    /// Nothing.
    Nothing,
    /// The challenger's next turn.
    Turn,
    /// These points go to the play's owner.
    Points(i32),
    /// The game: for the challenger if the play stands, for its owner otherwise.
    Game,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// By seat.
    pub results: Vec<Settled>,
    /// More than one is a tie; nobody wins a game that was aborted.
    pub winners: Vec<Seat>,
}

/// One seat's account at the end.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Settled {
    /// What was earned in play, challenges included.
    pub played: i32,
    /// What the racks left over gave or took.
    pub racks: i32,
    /// What overtime took, not above 0.
    pub overtime: i32,
    /// All of it together.
    pub total: i32,
    /// The tiles left over.
    pub rack: Tiles,
}

impl Event {
    /// When a player did this, if it is a player's doing.
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

    /// Whether undo takes this back, with all that followed from it. A loss by a challenge is not
    /// the beginning: it followed from the challenge.
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
