//! Judging plays: which of their words are words, and what it costs who was wrong.

use std::collections::HashSet;
use std::hash::BuildHasher;

use tisane_lexicon::{Letter, Lexicon};

use crate::event::{Price, Verdict};
use crate::play::FormedWord;
use crate::ruleset::{Challenge, PerChallenge};

/// Something that knows which words are valid. A lexicon is, and so is a set of words or a
/// function.
pub trait Words {
    fn contains(&self, word: &[Letter]) -> bool;
}

impl Words for Lexicon {
    fn contains(&self, word: &[Letter]) -> bool {
        Lexicon::contains(self, word)
    }
}

impl<S: BuildHasher> Words for HashSet<Vec<Letter>, S> {
    fn contains(&self, word: &[Letter]) -> bool {
        HashSet::contains(self, word)
    }
}

impl<F: Fn(&[Letter]) -> bool> Words for F {
    fn contains(&self, word: &[Letter]) -> bool {
        self(word)
    }
}

/// Judges the doubted words of a play, which are given by their places among its words.
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
