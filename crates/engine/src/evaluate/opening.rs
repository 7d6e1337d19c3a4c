//! What the first play of a game opens to whoever is next, and what it closes.
//!
//! Beside a vowel many tiles make a word of two letters, so where a vowel lies beside a premium
//! square, the others lay a word alongside and the tile on the premium counts in two words. A
//! consonant there rather stands in their way. Which letters are vowels and where premium squares
//! lie is the ruleset's; nothing else is asked, so the same holds in any language and on any board.
//! The numbers are those that simulations of first plays fit best, in English and in Эрудит
//! (`lab/2026-11-16-opening.md`).

use tisane_rules::{Direction, Play, Premium, Ruleset, Square};

/// For each tile beside a premium square, in thousandths of a point.
const BESIDE_PREMIUM: i32 = 850;
/// For each vowel among them.
const VOWEL: i32 = -600;

/// What the squares of a first play are worth, in thousandths of a point.
pub(crate) fn value(ruleset: &Ruleset, play: &Play) -> i32 {
    let placements = play.placements();
    let is_across = placements.iter().all(|(square, _)| square.row == placements[0].0.row);
    let beside = if is_across { Direction::Down } else { Direction::Across };
    let hot = placements.iter().filter(|(square, _)| is_beside_premium(ruleset, *square, beside));
    hot.map(|(_, placed)| {
        BESIDE_PREMIUM + if ruleset.letter(placed.letter).vowel { VOWEL } else { 0 }
    })
    .sum()
}

/// No play of so many tiles is worth more.
pub(crate) fn most(tiles: usize) -> i32 {
    BESIDE_PREMIUM * tiles as i32
}

/// Whether there is a premium square next to this one in this direction.
fn is_beside_premium(ruleset: &Ruleset, square: Square, direction: Direction) -> bool {
    let is_premium = |next: Square| {
        ruleset.layout.contains(next) && ruleset.layout.premium(next) != Premium::NONE
    };
    [-1, 1].into_iter().filter_map(|step| square.step(direction, step)).any(is_premium)
}
