//! Where a word can go.

use tisane_rules::{
    Cgp, Move, Place, Position, Ruleset, TargetWord, TargetWordError, Through, places,
};

fn position(ruleset: &Ruleset, rack: &str) -> Position {
    let cgp: Cgp =
        format!("15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 {rack}/ 0/0 0").parse().unwrap();
    cgp.position(ruleset).unwrap()
}

/// The places of a word, as moves with their scores; `is_word` is asked for the words formed.
fn placed(rack: &str, word: &str, is_word: impl Fn(&str) -> bool) -> Vec<(String, i32, usize)> {
    let ruleset = Ruleset::named("english").unwrap();
    let position = position(&ruleset, rack);
    let word = TargetWord::parse(&ruleset.alphabet, word).unwrap();
    let found = places(&ruleset, &position.board, &word, &position.hand(&ruleset), |word| {
        is_word(&ruleset.alphabet.show(word))
    });
    let show = |place: Place| {
        let mv =
            ruleset.show_move_as(&position.board, &Move::Play(place.play), Through::Parenthesised);
        (mv, place.scored.total, place.with_blanks.len())
    };
    found.into_iter().map(show).collect()
}

#[test]
fn plays_that_differ_only_in_blanks_are_one_place() {
    let only = |word: &str| word == "NEWT";
    assert_eq!(placed("", "NEWT", only)[0], ("I5 NEW(T)".to_owned(), 11, 6)); // one blank or two among three tiles
    assert_eq!(placed("NEW", "newt", only), [("I5 NEW(T)".to_owned(), 11, 0)]);
    assert_eq!(placed("NE?", "newt", only), [("I5 NEw(T)".to_owned(), 3, 0)]);
    assert_eq!(
        placed("NEW?", "newt", only),
        [("I5 NEW(T)".to_owned(), 11, 3), ("E7 N(E)Wt".to_owned(), 6, 0)]
    );
}

#[test]
fn lowercase_letters_in_mixed_case_are_blanks() {
    assert_eq!(placed("", "NEwT", |word| word == "NEWT")[0].0, "I5 NEw(T)");
    assert_eq!(placed("NEW", "NEwT", |_| true), [], "there is no blank on the rack");
}

#[test]
fn only_valid_words_are_formed_and_the_best_comes_first() {
    let anywhere = placed("", "newt", |_| true);
    assert!(anywhere.len() > placed("", "newt", |word| word == "NEWT").len());
    assert!(anywhere.is_sorted_by_key(|(_, score, _)| std::cmp::Reverse(*score)));
    assert_eq!(placed("S", "exists", |_| true), [("8E (EXIST)S".to_owned(), 13, 0)]);
    assert_eq!(placed("", "newt", |_| false), []);
}

#[test]
fn a_word_has_two_letters_or_more() {
    let ruleset = Ruleset::named("english").unwrap();
    let wrong = |text: &str| TargetWord::parse(&ruleset.alphabet, text).unwrap_err();
    assert_eq!(wrong("n"), TargetWordError::Short("n".to_owned()));
    assert!(matches!(wrong("n3wt"), TargetWordError::Spelling(_)));
}
