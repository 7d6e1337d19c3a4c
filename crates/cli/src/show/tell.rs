//! Events of a game as text, a line each.

pub(crate) use tisane_lexicon::count;
use tisane_protocol::game::LossView;
use tisane_rules::{
    Challenge, Event, First, Game, Loss, NoPlace, Outcome, PerChallenge, Position, Price, Reason,
    Ruleset, TargetWord, Through, Tiles, why_nowhere,
};

/// Why a player did not finish the game.
pub(crate) fn loss(loss: LossView) -> &'static str {
    match loss {
        LossView::Resigned => "resigned",
        LossView::Time => "out of time",
        LossView::Challenge => "lost the game by a challenge",
        LossView::Abandoned => "abandoned the game",
    }
}

/// Describes an event that is about to be applied; `None` for events the players need not see.
pub(crate) fn event(ruleset: &Ruleset, game: &Game, event: &Event) -> Option<String> {
    let name = |seat: &usize| game.name(*seat);
    let total = |seat: &usize, more: i32| game.scores()[*seat] + more;
    Some(match event {
        Event::Played { seat, play, score, .. } => {
            let text = ruleset.show_play(game.board(), play, Through::Parenthesised);
            format!("{}  {text}  +{score}  {}", name(seat), total(seat, *score))
        }
        Event::Exchanged { seat, tiles, .. } => {
            format!("{}  exchanges {}", name(seat), count(tiles.len(), "tile"))
        }
        Event::Passed { seat, .. } => format!("{}  passes", name(seat)),
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
                Price::Turn => "; the challenger loses the next turn".to_owned(),
                Price::Points(points) => {
                    format!("; {} to the player challenged", count(points as usize, "point"))
                }
                Price::Nothing | Price::Game => String::new(),
            };
            let are = if verdict.doubted.len() == 1 { "is" } else { "are" };
            match verdict.stands() {
                true => format!(
                    "{}  challenges: {} {are} valid{price}",
                    name(by),
                    named(&verdict.doubted)
                ),
                false => format!(
                    "{}  challenges: not in the lexicon: {}",
                    name(by),
                    named(&verdict.invalid)
                ),
            }
        }
        Event::Withdrawn { seat } => format!("{}  takes the play back", name(seat)),
        Event::TurnLost { seat, .. } => format!("{}  loses the turn", name(seat)),
        Event::Lost { seat, loss, .. } => format!("{}  {}", name(seat), self::loss((*loss).into())),
        Event::LotsDrawn { tiles } => {
            let tile = |tile| ruleset.show_tiles(&[tile].into_iter().collect::<Tiles>());
            let drew: Vec<String> = tiles
                .iter()
                .map(|(seat, drawn)| format!("{} {}", name(seat), tile(*drawn)))
                .collect();
            let what = match game.setup().first {
                First::OrderDrawn => "turn order",
                _ => "first turn",
            };
            format!("tiles drawn for the {what}: {}", drew.join(", "))
        }
        Event::Undone { .. } => match game.undoable_event()? {
            Event::Challenged { by, .. } => format!("{}  challenge undone", name(by)),
            Event::Lost { seat, loss: Loss::Resigned, .. } => {
                format!("{}  resignation undone", name(seat))
            }
            _ => format!("{}  move undone", name(&game.turns().last()?.seat)),
        },
        Event::Ended { outcome, .. } => end(ruleset, game, outcome),
        _ => return None,
    })
}

/// Explains the challenge rule.
pub(crate) fn challenge_rule(rule: Challenge) -> String {
    match rule {
        Challenge::Void => "challenge rule void: invalid words can't be played".to_owned(),
        rule => format!(
            "challenge rule {}: type challenge to challenge the last play; {}",
            rule_name(rule),
            price(rule)
        ),
    }
}

fn rule_name(rule: Challenge) -> String {
    match rule {
        Challenge::Void => "void".to_owned(),
        Challenge::Single => "single".to_owned(),
        Challenge::Double => "double".to_owned(),
        Challenge::Triple => "triple".to_owned(),
        Challenge::Points { points, .. } => count(points as usize, "point"),
    }
}

/// What a wrong challenge costs.
pub(crate) fn price(rule: Challenge) -> String {
    match rule {
        Challenge::Void | Challenge::Single => "a wrong challenge costs nothing".to_owned(),
        Challenge::Double => "a wrong challenge loses your next turn".to_owned(),
        Challenge::Points { points, per: PerChallenge::Play } => {
            format!("a wrong challenge gives your opponent {}", count(points as usize, "point"))
        }
        Challenge::Points { points, per: PerChallenge::Word } => {
            format!(
                "a wrong challenge gives your opponent {} for each word",
                count(points as usize, "point")
            )
        }
        Challenge::Triple => "the player who is wrong loses the game".to_owned(),
    }
}

/// Why a game is over.
pub(crate) fn reason<'a>(reason: Reason, name: impl Fn(usize) -> &'a str) -> String {
    match reason {
        Reason::Out(seat) => format!("{} went out", name(seat)),
        Reason::Passes => "everybody has passed".to_owned(),
        Reason::Scoreless => "too many scoreless turns in a row".to_owned(),
        Reason::FinalTurns => "everybody has had a last turn".to_owned(),
        Reason::Lost(_) => "one player is left".to_owned(),
        Reason::Aborted => "the game was aborted".to_owned(),
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

/// Why a word can't be placed anywhere.
pub(crate) fn nowhere(
    ruleset: &Ruleset,
    position: &Position,
    word: &TargetWord,
    lexicon: Option<&str>,
) -> String {
    let text = ruleset.alphabet.show(&word.letters());
    match why_nowhere(ruleset, &position.board, word, &position.hand(ruleset)) {
        NoPlace::TooLong { squares } => {
            format!("{text} is too long: the longest line of the board has {squares} squares")
        }
        NoPlace::Missing(tiles) if tiles.is_empty() => {
            let lexicon = lexicon.unwrap_or("the lexicon");
            format!(
                "{text} cannot be placed: wherever it fits, it forms a word that is not in {lexicon}"
            )
        }
        NoPlace::Missing(tiles) => {
            let missing = ruleset.name_tiles(&tiles);
            match position.rack.is_empty() {
                true => format!(
                    "{text} cannot be placed: no {} is left in the set",
                    ruleset.show_tiles(&tiles)
                ),
                false => format!(
                    "{text} cannot be placed: the rack {} lacks {missing}",
                    ruleset.show_tiles(&position.rack)
                ),
            }
        }
        NoPlace::ManyTiles { most } => {
            format!("{text} cannot be placed: it needs more than the {most} tiles of a rack")
        }
        NoPlace::NoRoom => {
            format!("{text} cannot be placed: it fits nowhere on this board")
        }
    }
}

/// The unseen tiles by kind, with their number.
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
