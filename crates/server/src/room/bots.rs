//! What the bots of a room are asked, and when. They see positions, never the game.

use tisane_engine::bot::{Level, is_phony};
use tisane_rules::{Action, Game, Phase, Play, Seat, Taken};

use super::Table;
use crate::compute::{BotSeat, BotsAsked, Fallback, challenge};

/// What the bots have to do.
pub(super) enum Prompt {
    /// An immediate action.
    Act(Seat, Action),
    /// Whether to challenge the last play.
    Doubt(BotsAsked),
    /// The next move, after nobody has challenged.
    Move(BotsAsked),
}

/// The last play, which may still be challenged, and its seat. Skipped turns do not end the time to
/// challenge.
pub(super) fn last_play(game: &Game) -> Option<(Seat, &Play)> {
    let taken = game
        .turns()
        .iter()
        .rev()
        .find(|turn| !matches!(turn.taken, Taken::Skipped | Taken::Lost))?;
    if let Taken::Played(play) = &taken.taken { Some((taken.seat, play)) } else { None }
}

/// The bots that may challenge the last play and have not answered yet, in order. `answered` is the
/// turn in which they have. A pause changes nothing: the next action ends it.
fn doubters(table: &Table, answered: Option<u64>) -> Vec<Seat> {
    let game = &table.game;
    let Some((owner, _)) = last_play(game).filter(|_| answered != Some(table.turn())) else {
        return Vec::new();
    };
    game.in_order(owner)
        .skip(1)
        .filter(|&seat| table.bot(seat).is_some() && !game.challengeable(seat).is_empty())
        .collect()
}

/// Whether players have to wait for a bot's answer about the last play. Bots that know the lexicon
/// answer at once.
pub(super) fn is_undecided(table: &Table, answered: Option<u64>) -> bool {
    doubters(table, answered).into_iter().any(|seat| !knows_all_words(table, seat))
}

fn knows_all_words(table: &Table, seat: Seat) -> bool {
    table.bot(seat).is_some_and(|bot| Level::named(bot).is_none())
}

/// A challenge by a bot, or a question to those that have to think about it.
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

/// What the bots have to do, if anything. First they answer about the last play (`answered` is the
/// turn in which they have). Otherwise they wait while nobody watches.
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
    // Bots always agree to abort.
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
    let last = game.turns().last().map_or(0, |last| last.seat);
    let due: Vec<_> = game
        .in_order(last)
        .filter(|&seat| bots().any(|bot| bot == seat))
        .map(|seat| (seat, fallback(seat)))
        .filter(|&(_, fallback)| fallback != Fallback::Nothing)
        .collect();
    (!due.is_empty()).then(|| Prompt::Move(asked(table, due.into_iter(), false)))
}

/// The random seed of a bot, so that two of the same name differ.
fn seed(game: &str, seat: Seat) -> u64 {
    game.bytes().fold(seat as u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()))
}
