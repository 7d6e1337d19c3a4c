//! Aborting a game. Bots always agree, so against bots alone it must not replace losing.

use tisane_protocol::stored::Occupant;
use tisane_rules::{Action, Phase, Seat};

use super::Table;
use crate::error::Refused;

/// Whether this seat may offer or accept to abort: with other people, or before everybody has
/// moved.
pub(super) fn may_abort(table: &Table, seat: Seat) -> bool {
    let game = &table.game;
    let is_playing = |seat: Seat| game.lost(seat).is_none();
    let people = (0..game.n_seats())
        .filter(|&seat| matches!(table.occupants[seat], Occupant::Player(_)) && is_playing(seat))
        .count();
    let is_on = matches!(game.phase(), Phase::Playing | Phase::LastChallenge);
    is_on && is_playing(seat) && (people > 1 || !game.has_everybody_moved())
}

/// Refuses to abort games that have to be resigned. Other refusals are up to the rules.
pub(super) fn check(table: &Table, seat: Seat, action: &Action) -> Result<(), Refused> {
    let is_on = matches!(table.game.phase(), Phase::Playing | Phase::LastChallenge)
        && table.game.lost(seat).is_none();
    let is_abort = matches!(action, Action::OfferAbort | Action::AcceptAbort);
    if is_abort && is_on && !may_abort(table, seat) { Err(Refused::ResignInstead) } else { Ok(()) }
}
