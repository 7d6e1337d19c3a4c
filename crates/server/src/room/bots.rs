//! The bots of a room: what they are asked and when. They see positions, never the game.

use tisane_rules::{Action, Doubt, Phase, Seat};

use super::Table;

/// What a bot is to do next.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Prompt {
    /// To do at once.
    Act(Seat, Action),
    /// To think about its turn.
    Think(Seat),
}

/// What is due from a bot, if anything is. Bots wait while nobody is there.
pub(super) fn prompt(table: &Table) -> Option<Prompt> {
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
    match game.phase() {
        Phase::Lobby | Phase::Ended => None,
        Phase::Playing => {
            let seat = game.on_turn().filter(|&seat| table.bot(seat).is_some())?;
            Some(if doubts(table, seat) { Prompt::Act(seat, Action::Challenge(Doubt::All)) } else { Prompt::Think(seat) })
        }
        Phase::LastChallenge => {
            let seat = bots().find(|&seat| game.may_accept(seat))?;
            Some(Prompt::Act(seat, if doubts(table, seat) { Action::Challenge(Doubt::All) } else { Action::Accept }))
        }
    }
}

/// A bot knows the lexicon, and doubts what is not in it.
fn doubts(table: &Table, seat: Seat) -> bool {
    table.game.challengeable(seat).iter().any(|word| !table.lexicon.contains(&word.letters()))
}
