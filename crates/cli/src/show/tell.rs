//! What happens in a game, said in a line each.

pub(crate) use tisane_lexicon::count;
use tisane_protocol::game::LossView;
use tisane_rules::{
    Challenge, Event, Game, Loss, NoPlace, Outcome, PerChallenge, Position, Price, Reason, Ruleset,
    TargetWord, Through, Tiles, why_nowhere,
};

/// Why somebody did not play a game out.
pub(crate) fn loss(loss: LossView) -> &'static str {
    match loss {
        LossView::Resigned => "resigned",
        LossView::Time => "out of time",
        LossView::Challenge => "lost by the challenge",
        LossView::Abandoned => "abandoned the game",
    }
}

/// What an event will change, told before it does; nothing where that is not news to the table.
pub(crate) fn event(ruleset: &Ruleset, game: &Game, event: &Event) -> Option<String> {
    let name = |seat: &usize| game.name(*seat);
    let total = |seat: &usize, more: i32| game.scores()[*seat] + more;
    Some(match event {
        Event::Played { seat, play, score, .. } => {
            let text = ruleset.show_play(game.board(), play, Through::Parenthesised);
            format!("{}  {text}  +{score}  {}", name(seat), total(seat, *score))
        }
        Event::Exchanged { seat, tiles, .. } => {
            format!("{}  exchange of {}", name(seat), count(tiles.len(), "tile"))
        }
        Event::Passed { seat, .. } => format!("{}  pass", name(seat)),
        Event::Challenged { by, verdict, .. } => {
            let words: Vec<String> = game
                .challengeable(*by)
                .iter()
                .map(|word| ruleset.alphabet.show(&word.letters()))
                .collect();
            let named = |places: &[usize]| {
                places
                    .iter()
                    .filter_map(|&nth| words.get(nth).cloned())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let price = match verdict.price {
                Price::Turn => "; the next turn is lost".to_owned(),
                Price::Points(points) => {
                    format!("; {} for the play's owner", count(points as usize, "point"))
                }
                Price::Nothing | Price::Game => String::new(),
            };
            let are = if verdict.doubted.len() == 1 { "is" } else { "are" };
            match verdict.stands() {
                true => format!(
                    "{}  challenge: {} {are} valid{price}",
                    name(by),
                    named(&verdict.doubted)
                ),
                false => format!(
                    "{}  challenge: not in the lexicon: {}",
                    name(by),
                    named(&verdict.invalid)
                ),
            }
        }
        Event::Withdrawn { seat } => format!("{}  play taken back", name(seat)),
        Event::TurnLost { seat, .. } => format!("{}  turn lost", name(seat)),
        Event::Lost { seat, loss, .. } => format!("{}  {}", name(seat), self::loss((*loss).into())),
        Event::LotsDrawn { tiles } => {
            let tile = |tile| ruleset.show_tiles(&[tile].into_iter().collect::<Tiles>());
            let drew: Vec<String> = tiles
                .iter()
                .map(|(seat, drawn)| format!("{} {}", name(seat), tile(*drawn)))
                .collect();
            format!("drawn for the first turn: {}", drew.join(", "))
        }
        Event::Undone { .. } => match game.undoable_event()? {
            Event::Challenged { by, .. } => format!("{}  challenge taken back", name(by)),
            Event::Lost { seat, loss: Loss::Resigned, .. } => {
                format!("{}  resignation taken back", name(seat))
            }
            _ => format!("{}  turn taken back", name(&game.turns().last()?.seat)),
        },
        Event::Ended { outcome, .. } => end(ruleset, game, outcome),
        _ => return None,
    })
}

/// What may be done about words that are doubted.
pub(crate) fn challenge_rule(rule: Challenge) -> String {
    match rule {
        Challenge::Void => "words are checked when they are played".to_owned(),
        rule => format!(
            "words are not checked when they are played: whoever doubts the last play types challenge; {}",
            price(rule)
        ),
    }
}

/// What a challenge costs whoever is wrong.
pub(crate) fn price(rule: Challenge) -> String {
    match rule {
        Challenge::Void | Challenge::Single => "a wrong challenge costs nothing".to_owned(),
        Challenge::Double => "a wrong challenge costs the next turn".to_owned(),
        Challenge::Points { points, per: PerChallenge::Play } => {
            format!("a wrong challenge gives the play's owner {}", count(points as usize, "point"))
        }
        Challenge::Points { points, per: PerChallenge::Word } => {
            format!(
                "a wrong challenge gives the play's owner {} for each word",
                count(points as usize, "point")
            )
        }
        Challenge::Triple => "whoever is wrong loses the game".to_owned(),
    }
}

/// Why a game is over.
pub(crate) fn reason<'a>(reason: Reason, name: impl Fn(usize) -> &'a str) -> String {
    match reason {
        Reason::Out(seat) => format!("{} went out", name(seat)),
        Reason::Passes => "everybody has passed".to_owned(),
        Reason::Scoreless => "there were too many turns without points".to_owned(),
        Reason::FinalTurns => "everybody has had the last turn".to_owned(),
        Reason::Lost(_) => "one player is left".to_owned(),
        Reason::Aborted => "the players agreed to stop".to_owned(),
    }
}

fn end(ruleset: &Ruleset, game: &Game, outcome: &Outcome) -> String {
    let mut lines =
        vec![format!("the game is over: {}", reason(outcome.reason, |seat| game.name(seat)))];
    for (seat, settled) in outcome.results.iter().enumerate() {
        let racks = if settled.racks == 0 {
            String::new()
        } else {
            format!("  {:+} for racks", settled.racks)
        };
        let overtime = if settled.overtime == 0 {
            String::new()
        } else {
            format!("  {:+} for overtime", settled.overtime)
        };
        let left = if settled.rack.is_empty() {
            String::new()
        } else {
            format!("  {} left", ruleset.show_tiles(&settled.rack))
        };
        lines.push(format!("{}  {}{racks}{overtime}{left}", game.name(seat), settled.total));
    }
    let winners: Vec<&str> = outcome.winners.iter().map(|&seat| game.name(seat)).collect();
    lines.push(match winners[..] {
        [] => "no winner".to_owned(),
        [winner] => format!("winner: {winner}"),
        _ => format!("a tie: {}", winners.join(", ")),
    });
    lines.join("\n")
}

/// Why a word can be placed nowhere so that all it forms is in the lexicon, if one is checked.
pub(crate) fn nowhere(
    ruleset: &Ruleset,
    position: &Position,
    word: &TargetWord,
    lexicon: Option<&str>,
) -> String {
    let text = ruleset.alphabet.show(&word.letters());
    match why_nowhere(ruleset, &position.board, word, &position.hand(ruleset)) {
        NoPlace::TooLong { squares } => {
            format!("{text} leaves the board, whose longest line has {squares} squares")
        }
        NoPlace::Missing(tiles) if tiles.is_empty() => {
            let lexicon = lexicon.unwrap_or("the lexicon");
            format!(
                "{text} cannot be placed: wherever it fits, it forms something that is not in {lexicon}"
            )
        }
        NoPlace::Missing(tiles) => {
            let missing = ruleset.name_tiles(&tiles);
            match position.rack.is_empty() {
                true => format!(
                    "{text} cannot be placed: no {} is left for it",
                    ruleset.show_tiles(&tiles)
                ),
                false => format!(
                    "{text} cannot be placed: the rack {} lacks {missing}",
                    ruleset.show_tiles(&position.rack)
                ),
            }
        }
        NoPlace::ManyTiles { most } => {
            format!("{text} cannot be placed: it takes more than the {most} tiles of a rack")
        }
        NoPlace::NoRoom => {
            format!("{text} cannot be placed: it fits nowhere beside what lies on the board")
        }
    }
}

/// The tiles one does not see, by kind, and how many there are.
pub(crate) fn unseen(ruleset: &Ruleset, tiles: &Tiles) -> String {
    let kinds: Vec<String> = tiles
        .kinds()
        .map(|(tile, n)| {
            let face = ruleset.show_tiles(&[tile].into_iter().collect::<Tiles>());
            if n == 1 { face } else { format!("{face}×{n}") }
        })
        .collect();
    format!("{} unseen: {}", tiles.len(), kinds.join(" "))
}
