//! Abandoned games. The calendar decides, not the clocks, which stop while no player is connected.

use super::{Game, Phase, Presence, Taken};
use crate::game::Event;
use crate::ruleset::{Loss, Millis, Reason};
use crate::table::Seat;

impl Game {
    /// Whether every remaining player has made a move. Until then, stopping costs nobody anything.
    pub fn has_everybody_moved(&self) -> bool {
        let moved = |seat: Seat| {
            let is_move = |taken: &Taken| {
                matches!(taken, Taken::Played(_) | Taken::Exchanged(_) | Taken::Passed)
            };
            self.state.turns.iter().any(|turn| turn.seat == seat && is_move(&turn.taken))
        };
        self.state.active().all(moved)
    }

    /// When the game will count as abandoned if nobody acts before.
    pub(super) fn abandoned_from(&self) -> Option<Millis> {
        let is_on = matches!(self.phase(), Phase::Playing | Phase::LastChallenge);
        self.setup.abandoned_after.filter(|_| is_on).map(|limit| self.state.active_at + limit)
    }

    /// The events if the game is abandoned by now.
    pub(super) fn abandoned(&self, now: Millis, presence: &[Presence]) -> Vec<Event> {
        if self.abandoned_from().is_none_or(|from| now < from) {
            return Vec::new();
        }
        let deserter = self.deserter(presence).filter(|_| self.has_everybody_moved());
        let end = match (self.phase(), deserter) {
            // The last play stands, as if the time to challenge it were over.
            (Phase::LastChallenge, _) => Event::Unchallenged { at: now },
            (_, Some(seat)) => Event::Lost { seat, loss: Loss::Abandoned, at: now },
            (_, None) => Event::Ended {
                outcome: self.state.settle(&self.setup, Reason::Aborted, now),
                at: now,
            },
        };
        // Resume first, so that the pause is charged to no clock.
        let resumed = self.state.paused.map(|_| Event::Resumed { at: now });
        resumed.into_iter().chain([end]).collect()
    }

    /// Who loses: the player to move. A bot never does; it waits for the next player who is away.
    /// Nobody loses if a bot hangs while everybody is connected.
    fn deserter(&self, presence: &[Presence]) -> Option<Seat> {
        let on_turn = self.state.on_turn;
        if presence.get(on_turn) != Some(&Presence::Bot) {
            return Some(on_turn);
        }
        let is_away = |seat: &Seat| matches!(presence.get(*seat), Some(Presence::AwaySince(_)));
        self.state
            .in_order(on_turn)
            .filter(|&seat| self.state.seats[seat].lost.is_none())
            .find(is_away)
    }
}
