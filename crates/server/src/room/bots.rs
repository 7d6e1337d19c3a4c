//! The bots of a room: what they are asked and when. They see positions, never the game.

use tisane_rules::{Action, Doubt, Move, Phase, Position, Seat, Taken};

use super::Table;
use crate::computer::{BotSeat, BotsAsked};

/// What is due from the bots of a room.
pub(super) enum Prompt {
    /// To be done at once.
    Act(Seat, Action),
    /// To be thought about.
    Think(BotsAsked),
}

/// What a bot does if it does not challenge.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Otherwise {
    /// It is its turn.
    Move,
    /// Lets the last play of the game stand.
    Accept,
    /// Somebody else is to move.
    Nothing,
}

impl Otherwise {
    /// What comes of it, by a move that `choose` makes of the position.
    pub(crate) fn action(self, position: &Position, choose: impl FnOnce(&Position) -> Move) -> Option<Action> {
        match self {
            Otherwise::Move => Some(choose(position).into()),
            Otherwise::Accept => Some(Action::Accept),
            Otherwise::Nothing => None,
        }
    }
}

/// What is due from bots, if anything is. They wait while nobody is there; `stands` is the turn before which they have looked at the last
/// play and let it stand.
pub(super) fn prompt(table: &Table, stands: Option<u64>) -> Option<Prompt> {
    let game = &table.game;
    if game.paused().is_some() {
        return None;
    }
    let bots = || (0..game.n_seats()).filter(|&seat| table.bot(seat).is_some() && game.lost(seat).is_none());
    // People may stop whenever they agree.
    if let Some(agreed) = game.abort_offer()
        && let Some(seat) = bots().find(|&seat| !agreed[seat])
    {
        return Some(Prompt::Act(seat, Action::AcceptAbort));
    }
    let otherwise = |seat: Seat| match game.phase() {
        Phase::Playing if game.on_turn() == Some(seat) => Otherwise::Move,
        Phase::LastChallenge if game.may_accept(seat) => Otherwise::Accept,
        _ => Otherwise::Nothing,
    };
    let last = game.turns().last().filter(|_| matches!(game.phase(), Phase::Playing | Phase::LastChallenge));
    let may_doubt = |seat: Seat| stands != Some(table.turn()) && !game.challengeable(seat).is_empty();
    let n = game.n_seats();
    let after = last.map_or(0, |last| last.seat + 1);
    let in_order = (0..n).map(|step| (after + step) % n).filter(|seat| bots().any(|bot| bot == *seat));
    let asked: Vec<BotSeat> = in_order
        .map(|seat| (seat, may_doubt(seat), otherwise(seat)))
        .filter(|&(_, may_doubt, otherwise)| may_doubt || otherwise != Otherwise::Nothing)
        .map(|(seat, may_doubt, otherwise)| BotSeat {
            seat,
            bot: table.bot(seat).expect("a bot sits there").to_owned(),
            position: game.position(seat),
            seed: seed(&table.id, seat),
            may_doubt,
            otherwise,
        })
        .collect();
    if asked.is_empty() {
        return None;
    }
    let play = last.and_then(|last| if let Taken::Played(play) = &last.taken { Some(play.clone()) } else { None });
    let (ruleset, lexicon, rule) = (table.ruleset().clone(), table.lexicon.clone(), game.setup().challenge);
    Some(Prompt::Think(BotsAsked { ruleset, lexicon, rule, play, seats: asked }))
}

/// What makes one bot differ from the next of its name.
fn seed(game: &str, seat: Seat) -> u64 {
    game.bytes().fold(seat as u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()))
}

/// A bot's doubt is about the whole play.
pub(crate) fn challenge() -> Action {
    Action::Challenge(Doubt::All)
}
