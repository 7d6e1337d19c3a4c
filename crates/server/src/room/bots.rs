//! The bots of a room: what they are asked and when. They see positions, never the game.

use tisane_engine::bot::{Level, is_phony};
use tisane_rules::{Action, Game, Phase, Play, Seat, Taken};

use super::Table;
use crate::compute::{BotSeat, BotsAsked, Fallback, challenge};

/// What is due from the bots of a room.
pub(super) enum Prompt {
    /// To be done at once.
    Act(Seat, Action),
    /// Whether to challenge the last play.
    Doubt(BotsAsked),
    /// What to do next, once nobody among them challenges.
    Move(BotsAsked),
}

/// The play that may still be challenged or was the last one, and whose it is. Turns that nobody
/// took do not end the time to challenge.
pub(super) fn last_play(game: &Game) -> Option<(Seat, &Play)> {
    let taken = game
        .turns()
        .iter()
        .rev()
        .find(|turn| !matches!(turn.taken, Taken::Skipped | Taken::Lost))?;
    if let Taken::Played(play) = &taken.taken { Some((taken.seat, play)) } else { None }
}

/// The bots that may challenge the last play and have not answered yet, in the order in which they
/// may speak. `answered` is the turn in which they have. A pause changes nothing: whoever acts ends
/// it, and the play would stand.
fn doubters(table: &Table, answered: Option<u64>) -> Vec<Seat> {
    let game = &table.game;
    let Some((owner, _)) = last_play(game).filter(|_| answered != Some(table.turn())) else {
        return Vec::new();
    };
    let n = game.n_seats();
    (1..n)
        .map(|step| (owner + step) % n)
        .filter(|&seat| table.bot(seat).is_some() && !game.challengeable(seat).is_empty())
        .collect()
}

/// Whether people have to wait for a bot's answer about the last play. Bots that know the lexicon
/// answer before anybody else is heard.
pub(super) fn is_undecided(table: &Table, answered: Option<u64>) -> bool {
    doubters(table, answered).into_iter().any(|seat| !knows_all_words(table, seat))
}

fn knows_all_words(table: &Table, seat: Seat) -> bool {
    table.bot(seat).is_some_and(|bot| Level::named(bot).is_none())
}

/// Whether a bot challenges the last play, or has to think about it.
fn doubt(table: &Table, answered: Option<u64>) -> Option<Prompt> {
    let (knowing, levels): (Vec<Seat>, Vec<Seat>) =
        doubters(table, answered).into_iter().partition(|&seat| knows_all_words(table, seat));
    if let (Some(&seat), Some((_, play))) = (knowing.first(), last_play(&table.game))
        && is_phony(table.ruleset(), &table.lexicon, &table.game.position(seat), play)
    {
        return Some(Prompt::Act(seat, challenge()));
    }
    (!levels.is_empty()).then(|| {
        Prompt::Doubt(asked(table, levels.into_iter().map(|seat| (seat, Fallback::Nothing)), true))
    })
}

fn asked(
    table: &Table,
    seats: impl Iterator<Item = (Seat, Fallback)>,
    may_doubt: bool,
) -> BotsAsked {
    let game = &table.game;
    let bot = |(seat, fallback): (Seat, Fallback)| BotSeat {
        seat,
        bot: table.bot(seat).expect("a bot sits there").to_owned(),
        position: game.position(seat),
        seed: seed(&table.id, seat),
        may_doubt,
        fallback,
    };
    let play = last_play(game).map(|(_, play)| play.clone());
    let (ruleset, lexicon, rule) =
        (table.ruleset().clone(), table.lexicon.clone(), game.setup().challenge);
    BotsAsked { ruleset, lexicon, rule, play, seats: seats.map(bot).collect() }
}

/// What is due from bots, if anything is. First they answer about the last play; `answered` is the
/// turn in which they have. With anything else they wait while nobody is there.
pub(super) fn prompt(table: &Table, answered: Option<u64>) -> Option<Prompt> {
    if let Some(prompt) = doubt(table, answered) {
        return Some(prompt);
    }
    let game = &table.game;
    if game.paused().is_some() {
        return None;
    }
    let bots = || {
        (0..game.n_seats()).filter(|&seat| table.bot(seat).is_some() && game.lost(seat).is_none())
    };
    // People may stop whenever they agree.
    if let Some(agreed) = game.abort_offer()
        && let Some(seat) = bots().find(|&seat| !agreed[seat])
    {
        return Some(Prompt::Act(seat, Action::AcceptAbort));
    }
    let fallback = |seat: Seat| match game.phase() {
        Phase::Playing if game.on_turn() == Some(seat) => Fallback::Move,
        Phase::LastChallenge if game.may_accept(seat) => Fallback::Accept,
        _ => Fallback::Nothing,
    };
    let n = game.n_seats();
    let after = game.turns().last().map_or(0, |last| last.seat + 1);
    let in_order =
        (0..n).map(|step| (after + step) % n).filter(|&seat| bots().any(|bot| bot == seat));
    let due: Vec<_> = in_order
        .map(|seat| (seat, fallback(seat)))
        .filter(|&(_, fallback)| fallback != Fallback::Nothing)
        .collect();
    (!due.is_empty()).then(|| Prompt::Move(asked(table, due.into_iter(), false)))
}

/// What makes one bot differ from the next of its name.
fn seed(game: &str, seat: Seat) -> u64 {
    game.bytes().fold(seat as u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()))
}
