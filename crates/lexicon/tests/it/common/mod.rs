//! Small random lexicons over all kinds of alphabet, and the same words as a plain set.
#![allow(dead_code)] // each test file uses some of it

use std::collections::BTreeSet;

use proptest::prelude::*;
use tisane_lexicon::{Alphabet, Casing, Letter, Lexicon, WordList};

pub(crate) const NO_FOLDS: [(&str, &str); 0] = [];

pub(crate) type Word = Vec<Letter>;

/// Five letters, 26, 40, and some with tiles of two and three characters.
pub(crate) fn alphabets() -> Vec<Alphabet> {
    let new = |letters: Vec<String>| Alphabet::new(Casing::Standard, letters, NO_FOLDS).unwrap();
    let text = |letters: &str| letters.split(' ').map(str::to_owned).collect();
    vec![
        new(text("A B C D E")),
        Alphabet::latin(),
        // 40 Armenian capitals and relatives: single characters with small letters of their own.
        new(('Ա'..='Ֆ').chain(['Β', 'Γ']).map(String::from).collect()),
        new(text("A C CH E H L LL L·L")),
        new((0..63)
            .map(|i| {
                char::from_u32(0x0531 + i % 38).unwrap().to_string()
                    + if i < 38 { "" } else { "Δ" }
            })
            .collect()),
    ]
}

pub(crate) fn alphabet() -> impl Strategy<Value = Alphabet> {
    prop::sample::select(alphabets())
}

pub(crate) fn word(
    alphabet: &Alphabet,
    lengths: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Word> + use<> {
    // Few kinds of letter, so that words share beginnings and endings; the first and the last of
    // the alphabet among them.
    let letters = alphabet.len();
    let letter = prop_oneof![4 => 0..letters.min(4), 1 => 0..letters].prop_map(Letter::from_index);
    prop::collection::vec(letter, lengths)
}

pub(crate) fn words(alphabet: &Alphabet) -> impl Strategy<Value = BTreeSet<Word>> + use<> {
    prop::collection::btree_set(word(alphabet, 2..=7), 0..60)
}

/// A lexicon and the words that should be in it.
pub(crate) fn lexicon() -> impl Strategy<Value = (Lexicon, BTreeSet<Word>)> {
    alphabet().prop_flat_map(|alphabet| {
        let words = words(&alphabet);
        (Just(alphabet), words).prop_map(|(alphabet, words)| (build(&alphabet, &words), words))
    })
}

pub(crate) fn build(alphabet: &Alphabet, words: &BTreeSet<Word>) -> Lexicon {
    let list: WordList = words.iter().map(|word| alphabet.show(word)).collect();
    let (lexicon, report) = Lexicon::build("random", alphabet, &list, 21);
    assert_eq!(report.left_out, [], "{report}");
    lexicon
}

/// A lexicon of these words, from A to Z.
pub(crate) fn english(words: &str) -> Lexicon {
    Lexicon::build("english", &Alphabet::latin(), &words.split_whitespace().collect(), 21).0
}

pub(crate) fn spell(lexicon: &Lexicon, words: impl IntoIterator<Item = Word>) -> String {
    words.into_iter().map(|word| lexicon.alphabet().show(&word)).collect::<Vec<_>>().join(" ")
}
