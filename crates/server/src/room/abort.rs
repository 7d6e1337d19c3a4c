//! Stopping a game that nobody wins. Bots agree to everything, so against bots alone it must not
//! replace losing.

use tisane_protocol::stored::Occupant;
use tisane_rules::{Action, Phase, Seat};

use super::Table;
use crate::error::Refused;

/// Whether this seat may offer or accept to abort the game: several people agree on it, or somebody
/// has not moved yet.
pub(super) fn may_abort(table: &Table, seat: Seat) -> bool {
    let game = &table.game;
    let is_playing = |seat: Seat| game.lost(seat).is_none();
    let people = (0..game.n_seats())
        .filter(|&seat| matches!(table.occupants[seat], Occupant::Player(_)) && is_playing(seat))
        .count();
    let is_on = matches!(game.phase(), Phase::Playing | Phase::LastChallenge);
    is_on && is_playing(seat) && (people > 1 || !game.has_everybody_moved())
}

/// Refuses to abort what has to be resigned. What the rules refuse anyway is left to them.
pub(super) fn check(table: &Table, seat: Seat, action: &Action) -> Result<(), Refused> {
    let is_on = matches!(table.game.phase(), Phase::Playing | Phase::LastChallenge)
        && table.game.lost(seat).is_none();
    let is_abort = matches!(action, Action::OfferAbort | Action::AcceptAbort);
    if is_abort && is_on && !may_abort(table, seat) { Err(Refused::ResignInstead) } else { Ok(()) }
}
