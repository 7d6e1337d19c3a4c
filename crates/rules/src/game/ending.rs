//! When a game is over, and the final account.

use super::State;
use crate::event::{Outcome, Reason, Settled};
use crate::ruleset::{End, Millis, OutGains, TieBreak};
use crate::setup::{Seat, Setup};

impl End {
    /// How many passes in a row end a game of so many seats.
    pub fn pass_limit(&self, seats: usize) -> Option<u32> {
        self.passes.map(|count| self.scaled(count, seats))
    }

    /// How many scoreless turns in a row end a game of so many seats.
    pub fn scoreless_limit(&self, seats: usize) -> Option<u32> {
        self.scoreless_turns.map(|count| self.scaled(count, seats))
    }

    /// Counts are for two seats.
    fn scaled(&self, count: u32, seats: usize) -> u32 {
        if self.scale_with_seats { (count * seats as u32).div_ceil(2) } else { count }
    }
}

impl State {
    /// Why the game is over, unless the last play is challenged first.
    pub(super) fn end_reason(&self, setup: &Setup) -> Option<Reason> {
        if !self.started || self.first.is_none() {
            return None;
        }
        let n_active = self.active().count();
        if n_active < 2 {
            return Some(Reason::Lost(self.last_loss.expect("a game begins with two seats or more")));
        }
        if self.abort.as_ref().is_some_and(|agreed| self.active().all(|seat| agreed[seat])) {
            return Some(Reason::Aborted);
        }
        let end = &setup.ruleset.end;
        if self.final_turns {
            if self.active().all(|seat| self.seats[seat].had_final_turn) {
                return Some(Reason::FinalTurns);
            }
        } else if self.bag.is_empty()
            && !end.final_turn_each
            && let Some(seat) = self.active().find(|&seat| self.seats[seat].rack.is_empty())
        {
            return Some(Reason::Out(seat));
        }
        if end.pass_limit(n_active).is_some_and(|limit| self.passes >= limit) {
            return Some(Reason::Passes);
        }
        if end.scoreless_limit(n_active).is_some_and(|limit| self.scoreless >= limit) {
            return Some(Reason::Scoreless);
        }
        None
    }

    /// Whether a play would end the game, and may still be challenged.
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
        let racks = self.racks_settled(setup, reason);
        let settle = |(seat, racks): (Seat, i32)| {
            let state = &self.seats[seat];
            let running = matches!(reason, Reason::Lost(_)) && self.on_turn == seat && state.lost.is_none();
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
        let results: Vec<Settled> = racks.into_iter().enumerate().map(settle).collect();
        let winners = self.winners(setup.ruleset.end.tie_break, reason, &results);
        Outcome { reason, results, winners }
    }

    /// What the racks left over give and take, by seat. Those of seats that dropped out count nothing.
    fn racks_settled(&self, setup: &Setup, reason: Reason) -> Vec<i32> {
        let end = &setup.ruleset.end;
        let worth = |seat: Seat| setup.ruleset.worth(&self.seats[seat].rack);
        let mut racks = vec![0; self.seats.len()];
        match reason {
            Reason::Out(out) => {
                let others: Vec<Seat> = self.active().filter(|&seat| seat != out).collect();
                let sum: i32 = others.iter().map(|&seat| worth(seat)).sum();
                let two = self.seats.len() == 2;
                let (gains, others_lose) = match end.out.gains {
                    OutGains::Nothing => (0, end.out.others_lose_rack),
                    OutGains::OtherRacks => (sum, end.out.others_lose_rack),
                    OutGains::TwiceOtherRacks if two => (2 * sum, end.out.others_lose_rack),
                    OutGains::TwiceOtherRacks => (sum, true),
                };
                racks[out] += gains;
                if others_lose {
                    others.iter().for_each(|&seat| racks[seat] -= worth(seat));
                }
            }
            // Nobody went out first, so nobody gains.
            Reason::FinalTurns if end.out.others_lose_rack => self.active().for_each(|seat| racks[seat] -= worth(seat)),
            Reason::Passes | Reason::Scoreless if end.stalled_loses_rack => self.active().for_each(|seat| racks[seat] -= worth(seat)),
            _ => {}
        }
        racks
    }

    fn winners(&self, tie_break: TieBreak, reason: Reason, results: &[Settled]) -> Vec<Seat> {
        if reason == Reason::Aborted {
            return Vec::new();
        }
        let best = |seats: Vec<Seat>, points: &dyn Fn(Seat) -> i32| -> Vec<Seat> {
            let most = seats.iter().map(|&seat| points(seat)).max();
            seats.into_iter().filter(|&seat| Some(points(seat)) == most).collect()
        };
        let mut winners = best(self.active().collect(), &|seat| results[seat].total);
        match tie_break {
            TieBreak::None => {}
            TieBreak::BeforeRacks => winners = best(winners, &|seat| results[seat].total - results[seat].racks),
            TieBreak::FirstInOrder => {
                let first = self.in_order(self.first.unwrap_or(0)).find(|seat| winners.contains(seat));
                winners = first.into_iter().collect();
            }
        }
        winners
    }
}
