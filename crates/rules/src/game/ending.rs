//! When a game is over, and the final account.

use super::State;
use crate::event::{Outcome, Reason, Settled};
use crate::ruleset::{End, Millis, OutGains, TieBreak};
use crate::setup::{Seat, Setup};

/// So often each passes in a row where no number of turns without points ends a game: players who can do nothing else would pass forever.
const ENDLESS: u32 = 3;

impl End {
    /// How many passes in a row end a game of so many seats.
    pub fn pass_limit(&self, seats: usize) -> Option<u32> {
        match (self.passes, self.scoreless_turns) {
            (None, None) => Some(ENDLESS * seats as u32),
            (passes, _) => passes.map(|count| self.scaled(count, seats)),
        }
    }

    /// How many scoreless turns in a row end a game of so many seats.
    pub fn scoreless_limit(&self, seats: usize) -> Option<u32> {
        self.scoreless_turns.map(|count| self.scaled(count, seats))
    }

    /// Counts are for two seats.
    fn scaled(&self, count: u32, seats: usize) -> u32 {
        if self.scale_with_seats { (count * seats as u32).div_ceil(2) } else { count }
    }

    /// What racks of this worth give and take at the end, by seat. Seats that dropped out have none.
    pub fn racks_settled(&self, reason: Reason, worth: &[Option<i32>]) -> Vec<i32> {
        let loses = |loses: bool| worth.iter().map(|worth| if loses { -worth.unwrap_or(0) } else { 0 }).collect::<Vec<i32>>();
        match reason {
            Reason::Out(out) => {
                let sum: i32 = worth.iter().enumerate().filter(|&(seat, _)| seat != out).filter_map(|(_, worth)| *worth).sum();
                let two = worth.len() == 2;
                let (gains, others_lose) = match self.out.gains {
                    OutGains::Nothing => (0, self.out.others_lose_rack),
                    OutGains::OtherRacks => (sum, self.out.others_lose_rack),
                    OutGains::TwiceOtherRacks if two => (2 * sum, self.out.others_lose_rack),
                    OutGains::TwiceOtherRacks => (sum, true),
                };
                let mut racks = loses(others_lose);
                racks[out] = gains;
                racks
            }
            // Nobody went out first, so nobody gains.
            Reason::FinalTurns => loses(self.out.others_lose_rack),
            Reason::Passes | Reason::Scoreless => loses(self.stalled_loses_rack),
            Reason::Lost(_) | Reason::Aborted => loses(false),
        }
    }

    /// Who has won with these totals, `racks` of which were settled at the end. Seats that dropped out have no total.
    pub fn winners(&self, first: Seat, totals: &[Option<i32>], racks: &[i32]) -> Vec<Seat> {
        let best = |seats: Vec<Seat>, points: &dyn Fn(Seat) -> Option<i32>| -> Vec<Seat> {
            let most = seats.iter().map(|&seat| points(seat)).max();
            seats.into_iter().filter(|&seat| Some(points(seat)) == most).collect()
        };
        let active = (0..totals.len()).filter(|&seat| totals[seat].is_some()).collect();
        let winners = best(active, &|seat| totals[seat]);
        match self.tie_break {
            TieBreak::None => winners,
            TieBreak::BeforeRacks => best(winners, &|seat| Some(totals[seat]? - racks[seat])),
            TieBreak::FirstInOrder => {
                let n = totals.len();
                (0..n).map(|step| (first + step) % n).find(|seat| winners.contains(seat)).into_iter().collect()
            }
        }
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
        let active = |seat: Seat| self.seats[seat].lost.is_none();
        let worth = |seat: Seat| active(seat).then(|| setup.ruleset.worth(&self.seats[seat].rack));
        let racks = setup.ruleset.end.racks_settled(reason, &(0..self.seats.len()).map(worth).collect::<Vec<_>>());
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
        let results: Vec<Settled> = racks.iter().copied().enumerate().map(settle).collect();
        let totals: Vec<Option<i32>> = results.iter().enumerate().map(|(seat, result)| active(seat).then_some(result.total)).collect();
        let winners = match reason {
            Reason::Aborted => Vec::new(),
            _ => setup.ruleset.end.winners(self.first.unwrap_or(0), &totals, &racks),
        };
        Outcome { reason, results, winners }
    }
}
