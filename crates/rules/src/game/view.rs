//! What everybody, or one seat, can see of a game.

use super::{Game, Phase, Taken, Turn};
use crate::game::{Outcome, Setup};
use crate::plays::FormedWord;
use crate::position::{OtherRack, Position, PublicMove, PublicTurn};
use crate::record::Dropout;
use crate::ruleset::{Clock, Loss, Millis};
use crate::table::{Board, Seat, Tile, Tiles};

impl Game {
    /// What was agreed before the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of events so far: the number of the next one.
    pub fn n_events(&self) -> u64 {
        self.n_events
    }

    /// How far the game is.
    pub fn phase(&self) -> Phase {
        if self.state.outcome.is_some() {
            Phase::Ended
        } else if !self.state.started {
            Phase::Lobby
        } else if self.state.is_last_challenge(&self.setup) {
            Phase::LastChallenge
        } else {
            Phase::Playing
        }
    }

    /// The number of players.
    pub fn n_seats(&self) -> usize {
        self.state.seats.len()
    }

    /// # Panics
    /// If there is no such seat; so do all that ask about one seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.state.seats[seat].name
    }

    /// The seat of the player with this name; case does not matter.
    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        let name = name.trim().to_lowercase();
        self.state.seats.iter().position(|seat| seat.name.to_lowercase() == name)
    }

    /// Whether the player is ready to start.
    pub fn is_ready(&self, seat: Seat) -> bool {
        self.state.seats[seat].ready
    }

    /// Whether the last turn of the seat was skipped because the player was away.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.state.seats[seat].away
    }

    /// Why the player has dropped out, if so.
    pub fn lost(&self, seat: Seat) -> Option<Loss> {
        self.state.seats[seat].lost
    }

    /// Players who dropped out, in order.
    pub fn dropouts(&self) -> &[Dropout] {
        &self.state.dropouts
    }

    /// Who is to move, while the game is played.
    pub fn on_turn(&self) -> Option<Seat> {
        (self.phase() == Phase::Playing).then_some(self.state.on_turn)
    }

    /// When the current turn began, or the time to challenge the last play.
    pub fn turn_began(&self) -> Millis {
        self.state.turn_began
    }

    /// How much time is left to challenge the last play, if that is limited.
    pub fn doubt_left(&self, now: Millis) -> Option<Millis> {
        let window = self
            .setup
            .doubt_time()
            .filter(|_| self.phase() == Phase::LastChallenge && self.state.paused.is_none())?;
        Some((self.state.turn_began + window - now).max(0))
    }

    /// Since when the game is paused because no player is connected.
    pub fn paused(&self) -> Option<Millis> {
        self.state.paused
    }

    /// The rounds of drawing tiles for the first turn.
    pub fn lots(&self) -> &[Vec<(Seat, Tile)>] {
        &self.state.lots
    }

    /// Who had the first turn.
    pub fn first(&self) -> Option<Seat> {
        self.state.first
    }

    /// All seats in turn order, beginning with this one.
    pub fn in_order(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.state.in_order(from)
    }

    /// The tiles on the board.
    pub fn board(&self) -> &Board {
        &self.state.board
    }

    /// The tiles of a seat. The opponents may not know them.
    pub fn rack(&self, seat: Seat) -> &Tiles {
        &self.state.seats[seat].rack
    }

    /// How many tiles are in the bag.
    pub fn bag_len(&self) -> usize {
        self.state.bag.len()
    }

    /// The tiles in the bag. No player may know them.
    pub fn bag(&self) -> &Tiles {
        &self.state.bag
    }

    /// By seat; after the end, the final scores.
    pub fn scores(&self) -> Vec<i32> {
        self.state.seats.iter().map(|seat| seat.score).collect()
    }

    /// Passes in a row.
    pub fn passes(&self) -> u32 {
        self.state.idle.passes
    }

    /// Turns without points in a row, as the ruleset counts them.
    pub fn scoreless_turns(&self) -> u32 {
        self.state.idle.scoreless
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.state.turns
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// Who agrees to abort the game, by seat, once that was offered.
    pub fn abort_offer(&self) -> Option<&[bool]> {
        self.state.abort.as_deref()
    }

    /// The time left on the clock of a seat: for the game (negative in overtime), or in the bank.
    pub fn left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let left = self.state.seats[seat].left;
        let now = self.state.paused.unwrap_or(now);
        match self.setup.clock {
            Clock::None => None,
            clock if self.on_turn() == Some(seat) => {
                Some(clock.left_after(left, (now - self.state.turn_began).max(0)))
            }
            _ => Some(left),
        }
    }

    /// The words of the last play that this seat can challenge, in the order of
    /// [`Doubt::Words`](crate::Doubt::Words). Empty if all are valid.
    pub fn challengeable(&self, seat: Seat) -> Vec<FormedWord> {
        let state = &self.state;
        let may = state.open.as_ref().is_some_and(|open| !open.judged)
            && state.open_owner() != Some(seat)
            && state.seats.get(seat).is_some_and(|seat| seat.lost.is_none());
        if may { state.open_words(self.ruleset()).unwrap_or_default() } else { Vec::new() }
    }

    /// Whether this seat can accept or challenge the last play of the game.
    pub fn may_accept(&self, seat: Seat) -> bool {
        self.phase() == Phase::LastChallenge && self.doubters().any(|doubter| doubter == seat)
    }

    /// What this seat may know: all that an engine gets to see. Lists begin with this seat.
    pub fn position(&self, seat: Seat) -> Position {
        let state = &self.state;
        let order: Vec<Seat> = state.in_order(seat).collect();
        let relative = |other: Seat| place_in(&order, other);
        let other_rack = |other: Seat| {
            let other = &state.seats[other];
            OtherRack {
                len: other.rack.len(),
                known: other.known.clone(),
                gone: other.lost.is_some(),
            }
        };
        Position {
            board: state.board.clone(),
            rack: state.seats[seat].rack.clone(),
            scores: order.iter().map(|&other| state.seats[other].score).collect(),
            others: order.iter().skip(1).map(|&other| other_rack(other)).collect(),
            bag: state.bag.len(),
            passes: state.idle.passes,
            scoreless_turns: state.idle.scoreless,
            final_turns: state.final_turns_left(),
            history: state
                .turns
                .iter()
                .map(|turn| PublicTurn { seat: relative(turn.seat), what: public(turn) })
                .collect(),
        }
    }
}

/// The place of a seat in an order of all seats.
pub(super) fn place_in(order: &[Seat], seat: Seat) -> usize {
    order.iter().position(|&other| other == seat).expect("every seat is in the order")
}

fn public(turn: &Turn) -> PublicMove {
    match &turn.taken {
        Taken::Played(play) if turn.is_withdrawn() => PublicMove::Withdrawn { play: play.clone() },
        Taken::Played(play) => PublicMove::Played { play: play.clone(), score: turn.score },
        Taken::Exchanged(tiles) => PublicMove::Exchanged { n_tiles: tiles.len() },
        Taken::Passed => PublicMove::Passed,
        Taken::Skipped | Taken::Lost => PublicMove::Lost,
    }
}
