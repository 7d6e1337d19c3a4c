//! When a game is over, and the final account.

use super::State;
use crate::game::{Outcome, Settled, Setup};
use crate::ruleset::{Millis, Reason};
use crate::table::Seat;

impl State {
    /// Why the game is over, unless the last play is challenged first.
    pub(super) fn end_reason(&self, setup: &Setup) -> Option<Reason> {
        if !self.started || self.first.is_none() {
            return None;
        }
        if self.active().count() < 2 {
            let last = self.dropouts.last().expect("a game begins with two seats or more");
            return Some(Reason::Lost(last.loss));
        }
        if self.abort.as_ref().is_some_and(|agreed| self.active().all(|seat| agreed[seat])) {
            return Some(Reason::Aborted);
        }
        let racks = self.seats.iter().map(|seat| seat.lost.is_none().then(|| seat.rack.len()));
        setup.ruleset.end.reason(self.idle, self.final_turns_left(), self.bag.len(), racks)
    }

    /// How many players have a turn left after the bag is empty, if the ruleset gives them one.
    pub(super) fn final_turns_left(&self) -> Option<u32> {
        self.final_turns
            .then(|| self.active().filter(|&seat| !self.seats[seat].had_final_turn).count() as u32)
    }

    /// Whether a play ended the game but can still be challenged.
    pub(super) fn is_last_challenge(&self, setup: &Setup) -> bool {
        let doubtful = |open: &super::Open| {
            let owner = self.turns[open.turn].seat;
            !open.judged && self.active().any(|seat| seat != owner && !open.accepted[seat])
        };
        self.outcome.is_none()
            && self.open.as_ref().is_some_and(doubtful)
            && !matches!(self.end_reason(setup), None | Some(Reason::Lost(_) | Reason::Aborted))
    }

    /// The final account.
    pub(super) fn settle(&self, setup: &Setup, reason: Reason, now: Millis) -> Outcome {
        let active = |seat: Seat| self.seats[seat].lost.is_none();
        let worth = |seat: Seat| active(seat).then(|| setup.ruleset.worth(&self.seats[seat].rack));
        let racks = setup
            .ruleset
            .end
            .racks_settled(reason, &(0..self.seats.len()).map(worth).collect::<Vec<_>>());
        let settle = |(seat, racks): (Seat, i32)| {
            let state = &self.seats[seat];
            let running =
                matches!(reason, Reason::Lost(_)) && self.on_turn == seat && state.lost.is_none();
            let spent = if running { (now - self.turn_began).max(0) } else { 0 };
            let overtime = match reason {
                Reason::Aborted => 0,
                _ => -setup.clock.penalty(setup.clock.left_after(state.left, spent)),
            };
            Settled {
                played: state.score,
                racks,
                overtime,
                total: state.score.saturating_add(racks).saturating_add(overtime),
                rack: state.rack.clone(),
            }
        };
        let results: Vec<Settled> = racks.iter().copied().enumerate().map(settle).collect();
        let totals: Vec<Option<i32>> = results
            .iter()
            .enumerate()
            .map(|(seat, result)| active(seat).then_some(result.total))
            .collect();
        let winners = match reason {
            Reason::Aborted => Vec::new(),
            _ => {
                let order = self.in_order(self.first.unwrap_or(0));
                setup.ruleset.end.winners(order, &totals, &racks)
            }
        };
        Outcome { reason, results, winners }
    }
}
