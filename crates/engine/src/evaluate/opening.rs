//! The value of the squares of a game's first play.
//!
//! Many tiles form a two-letter word next to a vowel. If a vowel is next to a premium square,
//! opponents play alongside and use the premium in two words; a consonant there is in their way.
//! Vowels and premium squares come from the ruleset, so this works for any language and board. The
//! numbers are fitted to simulations of first plays in English and Эрудит
//! (`lab/2026-11-16-opening.md`).

use tisane_rules::{Direction, Play, Premium, Ruleset, Square};

/// Value of each tile next to a premium square, in thousandths of a point.
const BESIDE_PREMIUM: i32 = 850;
/// Added for each vowel among them.
const VOWEL: i32 = -600;

/// The value of the squares of a first play, in thousandths of a point.
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

/// An upper bound for plays of this many tiles.
pub(crate) fn most(tiles: usize) -> i32 {
    BESIDE_PREMIUM * tiles as i32
}

/// Whether the next square in this direction, forwards or backwards, is a premium square.
fn is_beside_premium(ruleset: &Ruleset, square: Square, direction: Direction) -> bool {
    let is_premium = |next: Square| {
        ruleset.layout.contains(next) && ruleset.layout.premium(next) != Premium::NONE
    };
    [-1, 1].into_iter().filter_map(|step| square.step(direction, step)).any(is_premium)
}
