//! Bots leave players time to challenge, and nobody moves on before the bots have answered about
//! the last play.

use std::collections::HashMap;

use tisane_protocol::MoveResult;
use tisane_protocol::request::ActionRequest;
use tisane_protocol::stored::Occupant;
use tisane_rules::{Action, Clock, Millis, Phase, Presence, Seat};

use super::bots::{is_undecided, last_play};
use super::{Reply, Table};
use crate::base::clock::ServerClock;
use crate::compute::{BotsAsked, Fallback};
use crate::error::Refused;

/// How long a bot waits so that players can challenge a player's play.
const TIME_FOR_DOUBTS: Millis = 6_000;
/// The same for a bot's play: bots rarely play phonies, and a table of bots should not be slow.
const TIME_FOR_DOUBTS_OF_BOTS: Millis = 4_000;
/// How long bots wait for a player in the challenge dialog.
const HOLD: Millis = 20_000;
/// How often they check whether to wait on.
pub(super) const HELD: Millis = 250;
/// Bots with less time left do not wait.
const SHORT_OF_TIME: Millis = 120_000;
/// A player's move waits this long for the bots' answer. Then the play stands, so that no game gets
/// stuck.
const WAIT_FOR_BOTS: Millis = 6_000;

/// What bots decide: whether to challenge the last play, then the next move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Step {
    Doubt,
    Move,
}

/// A player is deciding whether to challenge.
struct Hold {
    turn: u64,
    until: Millis,
    is_on: bool,
}

/// A move that arrived before the bots had answered about the play before it.
pub(super) struct EarlyMove {
    pub(super) player: String,
    pub(super) request: ActionRequest,
    pub(super) reply: Reply<Option<MoveResult>>,
    /// When it arrived and in which turn, so that waiting costs the player no time.
    at: Millis,
    turn: u64,
    until: Millis,
}

pub(super) struct Patience {
    clock: ServerClock,
    /// Once per seat and turn, since everybody else waits.
    holds: HashMap<Seat, Hold>,
    /// What the bots are deciding, and in which turn.
    thinking: Option<(u64, Step)>,
    /// The turn in which the bots have answered about the last play.
    pub(super) answered: Option<u64>,
    /// At most one per player.
    early: Vec<EarlyMove>,
    /// A move that waits on another node.
    early_elsewhere: Option<EarlyElsewhere>,
}

/// In which turn a move waits on another node, since when and until when.
struct EarlyElsewhere {
    turn: u64,
    at: Millis,
    until: Millis,
}

impl Patience {
    pub(super) fn new(clock: ServerClock) -> Patience {
        Patience {
            clock,
            holds: HashMap::new(),
            thinking: None,
            answered: None,
            early: Vec::new(),
            early_elsewhere: None,
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.thinking.is_none() && self.early.is_empty()
    }

    /// Marks the bots as asked. Returns whether they had not been.
    pub(super) fn begins(&mut self, turn: u64, step: Step) -> bool {
        self.thinking.replace((turn, step)) != Some((turn, step))
    }

    /// They may be deciding about the next turn by now.
    pub(super) fn done(&mut self, turn: u64, step: Step) {
        self.thinking = self.thinking.filter(|&other| other != (turn, step));
    }

    /// A bot whose move was refused would only repeat it.
    pub(super) fn give_up(&mut self, turn: u64) {
        self.thinking = Some((turn, Step::Move));
    }

    /// Whether this move has to wait: a bot has not yet said whether it challenges the last play.
    pub(super) fn is_early(&self, table: &Table, seat: Seat, request: &ActionRequest) -> bool {
        let game = &table.game;
        let due = game.phase() == Phase::Playing
            && game.on_turn() == Some(seat)
            && request.turn.is_none_or(|turn| turn == table.turn());
        due && request.action.is_move() && is_undecided(table, self.answered)
    }

    pub(super) fn add_early_move(
        &mut self,
        table: &Table,
        player: String,
        request: ActionRequest,
        reply: Reply<Option<MoveResult>>,
    ) {
        if self.early.iter().any(|early| early.player == player) {
            let _ = reply.send(Err(Refused::Busy));
            return;
        }
        let (at, turn, until) = (self.clock.now(), table.turn(), self.clock.now() + WAIT_FOR_BOTS);
        self.early.push(EarlyMove { player, request, reply, at, turn, until });
    }

    /// A move that no longer has to wait.
    pub(super) fn next_move(&mut self, table: &Table) -> Option<EarlyMove> {
        self.early.retain(|early| !early.reply.is_closed()); // the player may have logged out
        let first = self.early.first()?;
        if is_undecided(table, self.answered) {
            if self.clock.now() < first.until {
                return None;
            }
            self.answered = Some(table.turn());
        }
        Some(self.early.remove(0))
    }

    /// A move of this turn waits on another node, where it arrived at that time.
    pub(super) fn waits_elsewhere(&mut self, turn: u64, at: Millis) {
        let until = self.clock.now() + WAIT_FOR_BOTS;
        self.early_elsewhere = Some(EarlyElsewhere { turn, at, until });
    }

    fn early_elsewhere(&self, table: &Table) -> Option<&EarlyElsewhere> {
        let waits =
            |early: &&EarlyElsewhere| early.turn == table.turn() && self.clock.now() < early.until;
        self.early_elsewhere.as_ref().filter(waits)
    }

    /// When a waiting move stops waiting.
    pub(super) fn wakes(&self, table: &Table) -> Option<Millis> {
        let elsewhere = self.early_elsewhere(table).map(|early| early.until);
        self.early.iter().map(|early| early.until).chain(elsewhere).min()
    }

    /// The time for all clocks. It stops while the move of the player on turn waits.
    pub(super) fn now(&self, table: &Table) -> Millis {
        let early =
            self.early.iter().filter(|early| early.turn == table.turn()).map(|early| early.at);
        let elsewhere = self.early_elsewhere(table).map(|early| early.at);
        early.chain(elsewhere).min().unwrap_or_else(|| self.clock.now())
    }

    /// The players who are deciding about a challenge, and in which turn.
    pub(super) fn holding(&self, table: &Table) -> Vec<(String, u64)> {
        let turn = table.turn();
        let is_on = |hold: &Hold| hold.is_on && hold.turn == turn && self.clock.now() < hold.until;
        let person = |(seat, hold): (&Seat, &Hold)| match table.occupants.get(*seat) {
            Some(Occupant::Player(player)) if is_on(hold) => Some((player.clone(), turn)),
            _ => None,
        };
        self.holds.iter().filter_map(person).collect()
    }

    /// A player starts or stops deciding about a challenge.
    pub(super) fn hold(&mut self, table: &Table, seat: Seat, hold: bool) {
        let turn = table.turn();
        self.holds.retain(|_, hold| hold.turn == turn);
        if hold && !table.game.challengeable(seat).is_empty() {
            self.holds.entry(seat).or_insert(Hold {
                turn,
                until: self.clock.now() + HOLD,
                is_on: true,
            });
        }
        if let Some(held) = self.holds.get_mut(&seat) {
            held.is_on = hold;
        }
    }

    /// Whether a player is deciding about a challenge that this would prevent. No bot loses on time
    /// for it.
    pub(super) fn is_held(
        &self,
        table: &Table,
        presence: &[Presence],
        decision: Option<&(Seat, Action)>,
    ) -> bool {
        let turn = table.turn();
        let decides = |(&seat, hold): (&Seat, &Hold)| {
            let is_on = hold.is_on && hold.turn == turn && self.clock.now() < hold.until;
            is_on && presence[seat] == Presence::Here && !table.game.challengeable(seat).is_empty()
        };
        self.holds.iter().any(decides)
            && decision.is_none_or(|&(seat, _)| has_time(table, seat, self.clock.now()))
    }
}

impl EarlyMove {
    /// When the move counts as made.
    pub(super) fn made_at(&self, table: &Table, now: Millis) -> Millis {
        if self.turn == table.turn() { self.at } else { now }
    }
}

/// Whether a bot has enough time left to wait.
fn has_time(table: &Table, seat: Seat, now: Millis) -> bool {
    let game = &table.game;
    let of_turn = match game.setup().clock {
        Clock::Turn { turn, .. } => (game.turn_began() + turn - now).max(0),
        Clock::Game { .. } | Clock::None => 0,
    };
    game.left(seat, now).is_none_or(|left| left + of_turn > SHORT_OF_TIME)
}

/// How long bots wait before a move, if a player may still challenge the play before it.
pub(super) fn time_for_doubts(
    table: &Table,
    presence: &[Presence],
    asked: &BotsAsked,
    now: Millis,
) -> Millis {
    let game = &table.game;
    let is_person = |seat: Seat| table.bot(seat).is_none();
    let may_doubt = |seat: Seat| {
        is_person(seat) && presence[seat] == Presence::Here && !game.challengeable(seat).is_empty()
    };
    let moves_in_time = asked
        .seats
        .iter()
        .any(|bot| bot.fallback == Fallback::Move && has_time(table, bot.seat, now));
    if !moves_in_time || !(0..game.n_seats()).any(may_doubt) {
        return 0;
    }
    match last_play(game) {
        Some((owner, _)) if is_person(owner) => TIME_FOR_DOUBTS,
        Some(_) => TIME_FOR_DOUBTS_OF_BOTS,
        None => 0,
    }
}
