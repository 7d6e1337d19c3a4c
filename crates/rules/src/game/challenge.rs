//! Judging a challenge.

use crate::game::{Price, Verdict};
use crate::plays::{FormedWord, Words};
use crate::ruleset::{Challenge, PerChallenge};

/// Judges the challenged words of a play, given by their index.
pub(crate) fn judge(
    rule: Challenge,
    words: &impl Words,
    formed: &[FormedWord],
    doubted: Vec<usize>,
) -> Verdict {
    let invalid: Vec<usize> =
        doubted.iter().copied().filter(|&nth| !words.contains(&formed[nth].letters())).collect();
    let price = match (rule, invalid.is_empty()) {
        (Challenge::Triple, _) => Price::Game,
        (Challenge::Double, true) => Price::Turn,
        (Challenge::Points { points, per: PerChallenge::Play }, true) => Price::Points(points),
        (Challenge::Points { points, per: PerChallenge::Word }, true) => {
            Price::Points(points.saturating_mul(doubted.len() as i32))
        }
        _ => Price::Nothing,
    };
    Verdict { doubted, invalid, price }
}
