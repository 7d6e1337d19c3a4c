//! What decides whether a word is valid.

use std::collections::HashSet;
use std::hash::BuildHasher;

use tisane_lexicon::{Letter, Lexicon};

/// Decides which words are valid: a lexicon, a set of words, or a function.
pub trait Words {
    /// Whether the word is valid.
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
