//! What happens by itself: lots, draws, lost turns and the end follow from moves; timeouts, skipped
//! turns and pauses from clocks and presence.

use super::{Game, Phase};
use crate::game::{Event, Streams, When, draw};
use crate::ruleset::{Clock, Loss, Millis, Reason};
use crate::table::{Seat, Tile, Tiles};

/// The largest credit for lag in one turn.
pub const MOST_LAG_CREDIT: Millis = 1000;

/// Whether a player is connected. The caller knows this; it is not part of the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Presence {
    /// The player is connected.
    Here,
    /// The player left at this time.
    AwaySince(Millis),
    /// A bot plays, and waits for the others.
    Bot,
}

impl Game {
    /// The events that time and absence have caused by now: timeouts, the end of the time to
    /// challenge, skipped turns. Seats without a presence count as connected. With a grace period,
    /// the game pauses while no player is connected.
    pub fn tick(&self, now: Millis, presence: &[Presence]) -> Vec<Event> {
        let today = now;
        let now = self.last_left(presence).map_or(now, |left| left.min(now));
        let mut after = self.clone();
        let mut events = Vec::new();
        // Does nothing unless the log was cut off in the middle of a decision.
        after.follow(now, &mut events);
        // This ends: either the game pauses, or a connected player's turn comes before anyone is
        // skipped twice.
        while let Some(event) = after.due(now, presence) {
            after.apply(&event);
            events.push(event);
            after.follow(now, &mut events);
        }
        // The calendar goes on while the clocks are stopped.
        for event in after.abandoned(today, presence) {
            after.apply(&event);
            events.push(event);
            after.follow(today, &mut events);
        }
        events
    }

    /// The credit for the current turn of a player with this lag: the clock starts later, by at
    /// most [`MOST_LAG_CREDIT`]. `None` if no clock runs.
    pub fn credit_lag(&self, lag: Millis) -> Option<Event> {
        let millis = lag.min(MOST_LAG_CREDIT);
        let runs = self.setup.clock != Clock::None && self.state.paused.is_none();
        let seat = self.on_turn().filter(|_| runs && millis > 0)?;
        Some(Event::LagCredited { seat, millis })
    }

    /// The events that end a game without a winner, for administrators. Empty if it is over.
    pub fn close(&self, now: Millis) -> Vec<Event> {
        match self.phase() {
            Phase::Ended => Vec::new(),
            _ => vec![Event::Ended {
                outcome: self.state.settle(&self.setup, Reason::Aborted, now),
                at: now,
            }],
        }
    }

    /// When [`tick`](Self::tick) will next return events if nobody acts.
    pub fn next_tick(&self, presence: &[Presence]) -> Option<Millis> {
        let by_time = self.next_by_time(presence);
        by_time.into_iter().chain(self.abandoned_from()).min()
    }

    fn next_by_time(&self, presence: &[Presence]) -> Option<Millis> {
        let state = &self.state;
        match (self.phase(), self.last_left(presence), state.paused) {
            (Phase::Lobby | Phase::Ended, ..) | (_, Some(_), Some(_)) => None,
            (_, Some(at), None) | (_, None, Some(at)) => Some(at),
            (Phase::Playing, None, None) => {
                let longest = self.setup.clock.longest_turn(state.seats[state.on_turn].left);
                let time_up = longest.map(|longest| state.turn_began + longest + 1);
                [time_up, self.skipped_from(state.on_turn, presence)].into_iter().flatten().min()
            }
            (Phase::LastChallenge, None, None) => {
                let closes = self.setup.doubt_time().map(|window| state.turn_began + window);
                self.doubters()
                    .filter_map(|seat| self.skipped_from(seat, presence))
                    .chain(closes)
                    .min()
            }
        }
    }

    fn due(&self, now: Millis, presence: &[Presence]) -> Option<Event> {
        let state = &self.state;
        let nobody_there = self.last_left(presence).is_some();
        if state.paused.is_some() {
            return (!nobody_there).then_some(Event::Resumed { at: now });
        }
        let is_skipped =
            |seat: Seat| self.skipped_from(seat, presence).is_some_and(|from| now >= from);
        match self.phase() {
            Phase::Lobby | Phase::Ended => None,
            Phase::Playing if self.is_time_up(now) => {
                Some(Event::Lost { seat: state.on_turn, loss: Loss::Time, at: now })
            }
            Phase::LastChallenge
                if self
                    .setup
                    .doubt_time()
                    .is_some_and(|window| now >= state.turn_began + window) =>
            {
                Some(Event::Unchallenged { at: now })
            }
            _ if nobody_there => Some(Event::Paused { at: now }),
            Phase::Playing => {
                is_skipped(state.on_turn).then_some(Event::Skipped { seat: state.on_turn, at: now })
            }
            Phase::LastChallenge => self
                .doubters()
                .find(|&seat| is_skipped(seat))
                .map(|seat| Event::Accepted { seat, at: now }),
        }
    }

    /// Since when the turns of a seat are skipped; never before the current turn, even if the clock
    /// was set back.
    fn skipped_from(&self, seat: Seat, presence: &[Presence]) -> Option<Millis> {
        match (self.setup.grace, presence.get(seat)) {
            (Some(grace), Some(Presence::AwaySince(since))) => {
                Some((since + grace).max(self.state.turn_began))
            }
            _ => None,
        }
    }

    /// Since when no player is connected, if that matters; never before the current turn, which a bot
    /// may have started.
    fn last_left(&self, presence: &[Presence]) -> Option<Millis> {
        self.setup.grace?;
        let mut last = None;
        for seat in self.state.active() {
            match presence.get(seat) {
                Some(Presence::AwaySince(since)) => last = last.max(Some(*since)),
                Some(Presence::Bot) => {}
                Some(Presence::Here) | None => return None,
            }
        }
        last.map(|last| last.max(self.state.turn_began))
    }

    /// Who can still challenge the last play.
    pub(super) fn doubters(&self) -> impl Iterator<Item = Seat> + '_ {
        let open = self.state.open.as_ref();
        let owner = self.state.open_owner();
        self.state.active().filter(move |&seat| {
            owner != Some(seat) && open.is_some_and(|open| !open.accepted[seat])
        })
    }

    /// Whether the player to move has lost on time.
    pub(super) fn is_time_up(&self, now: Millis) -> bool {
        let state = &self.state;
        self.setup.clock.is_lost(state.seats[state.on_turn].left, now - state.turn_began)
    }

    /// Applies and collects all consequences of what just happened.
    pub(super) fn follow(&mut self, now: Millis, events: &mut Vec<Event>) {
        while let Some(event) = self.follows(now) {
            self.apply(&event);
            events.push(event);
        }
    }

    fn follows(&self, now: Millis) -> Option<Event> {
        let state = &self.state;
        if !state.started || state.outcome.is_some() {
            return None;
        }
        let Some(first) = state.first else {
            return Some(self.draw_lots());
        };
        // The player who played draws; at the start, everybody does.
        let short = |&seat: &Seat| {
            state.seats[seat].lost.is_none() && state.seats[seat].rack.len() < self.ruleset().rack
        };
        if let Some(seat) = state.in_order(first).find(short).filter(|_| !state.bag.is_empty()) {
            let tiles = self.draw(seat, self.ruleset().rack - state.seats[seat].rack.len());
            return Some(Event::Drawn { seat, tiles });
        }
        if let Some(reason) =
            state.end_reason(&self.setup).filter(|_| !state.is_last_challenge(&self.setup))
        {
            return Some(Event::Ended { outcome: state.settle(&self.setup, reason, now), at: now });
        }
        let owes =
            state.seats[state.on_turn].owes_turns > 0 && !state.is_last_challenge(&self.setup);
        owes.then_some(Event::TurnLost { seat: state.on_turn, at: now })
    }

    /// The tiles a seat draws in the next event.
    pub(super) fn draw(&self, seat: Seat, n: usize) -> Tiles {
        let when = match self.setup.streams {
            Streams::Shared => When::Event(self.n_counting()),
            Streams::PerSeat => When::Seat(seat, self.state.seats[seat].n_drawn),
        };
        draw(self.setup.seed, when, &self.ruleset().tiles(), &self.state.bag, n)
            .into_iter()
            .collect()
    }

    fn draw_lots(&self) -> Event {
        let contenders = self.state.contenders(&self.setup);
        let when = When::Event(self.n_counting());
        let tiles: Vec<Tile> =
            draw(self.setup.seed, when, &self.ruleset().tiles(), &self.state.bag, contenders.len());
        Event::LotsDrawn { tiles: contenders.into_iter().zip(tiles).collect() }
    }
}
