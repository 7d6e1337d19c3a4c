//! Queries against plain sets of words.

use std::collections::BTreeSet;

use crate::common::{NO_FOLDS, Word, english, lexicon, spell, word};
use proptest::prelude::*;
use tisane_lexicon::query::{Filter, Pattern, PatternError, Side, parse_tiles};
use tisane_lexicon::{Alphabet, Casing, Letter, LetterSet, Lexicon};

/// The letters of `word` that are not among `letters`.
fn missing(word: &[Letter], letters: &[Letter]) -> usize {
    let mut left = letters.to_vec();
    word.iter()
        .filter(|letter| {
            left.iter().position(|have| have == *letter).map(|at| left.swap_remove(at)).is_none()
        })
        .count()
}

/// One part of a pattern, for a matcher that tries everything.
#[derive(Clone, Debug)]
enum Piece {
    Letter(Letter),
    Class(Vec<Letter>, bool),
    Any,
    Run,
}

fn piece(alphabet: &Alphabet) -> impl Strategy<Value = Piece> + use<> {
    let letter = word(alphabet, 1..=1).prop_map(|letters| letters[0]);
    let class = (word(alphabet, 1..=4), any::<bool>())
        .prop_map(|(letters, not)| Piece::Class(letters, not));
    prop_oneof![4 => letter.prop_map(Piece::Letter), 2 => class, 2 => Just(Piece::Any), 2 => Just(Piece::Run)]
}

fn fits(pieces: &[Piece], word: &[Letter]) -> bool {
    match (pieces, word) {
        ([], []) => true,
        ([Piece::Run, rest @ ..], _) => {
            fits(rest, word) || (!word.is_empty() && fits(pieces, &word[1..]))
        }
        ([piece, rest @ ..], [letter, others @ ..]) => {
            let one = match piece {
                Piece::Letter(wanted) => wanted == letter,
                Piece::Class(letters, not) => letters.contains(letter) != *not,
                Piece::Any | Piece::Run => true,
            };
            one && fits(rest, others)
        }
        _ => false,
    }
}

fn show(alphabet: &Alphabet, pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Letter(letter) => format!("[{}]", alphabet.face(*letter)),
        Piece::Class(letters, not) => {
            let faces: Vec<&str> = letters.iter().map(|&letter| alphabet.face(letter)).collect();
            format!("[{}{}]", if *not { "^" } else { "" }, faces.join(","))
        }
        Piece::Any => "?".to_owned(),
        Piece::Run => "*".to_owned(),
    };
    pieces.iter().map(piece).collect()
}

fn lexicon_and<S: Strategy>(
    more: impl Fn(&Alphabet) -> S + Clone,
) -> impl Strategy<Value = ((Lexicon, BTreeSet<Word>), S::Value)>
where
    S::Value: Clone,
{
    crate::common::alphabet().prop_flat_map(move |alphabet| {
        let parts = (crate::common::words(&alphabet), more(&alphabet));
        (Just(alphabet), parts).prop_map(|(alphabet, (words, more))| {
            ((crate::common::build(&alphabet, &words), words), more)
        })
    })
}

proptest! {
    #[test]
    fn anagrams(((lexicon, words), (letters, blanks)) in lexicon_and(|alphabet| (word(alphabet, 0..=8), 0usize..5))) {
        let sub: Vec<Word> = words.iter().filter(|word| missing(word, &letters) <= blanks).cloned().collect();
        let all: Vec<Word> = sub.iter().filter(|word| word.len() == letters.len() + blanks).cloned().collect();
        prop_assert_eq!(lexicon.subanagrams(&letters, blanks).collect::<Vec<_>>(), sub);
        prop_assert_eq!(lexicon.anagrams(&letters, blanks).collect::<Vec<_>>(), all);
    }

    #[test]
    fn patterns(((lexicon, words), pieces) in lexicon_and(|alphabet| prop::collection::vec(piece(alphabet), 1..7))) {
        let pattern = Pattern::parse(lexicon.alphabet(), &show(lexicon.alphabet(), &pieces)).unwrap();
        let expected: Vec<Word> = words.iter().filter(|word| fits(&pieces, word)).cloned().collect();
        prop_assert_eq!(lexicon.matches(&pattern).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn hooks_and_extensions(((lexicon, words), core) in lexicon_and(|alphabet| word(alphabet, 0..=4))) {
        let hooks = lexicon.hooks(&core);
        let inserted = |place: usize| -> LetterSet {
            lexicon.alphabet().letters().filter(|&letter| {
                let mut longer = core.clone();
                longer.insert(place, letter);
                words.contains(&longer)
            }).collect()
        };
        prop_assert_eq!(hooks.front, inserted(0));
        prop_assert_eq!(hooks.back, inserted(core.len()));
        prop_assert_eq!(hooks.inner, (1..core.len()).map(inserted).collect::<Vec<_>>());
        prop_assert_eq!(hooks.beheads, core.len() > 1 && words.contains(&core[1..]));
        prop_assert_eq!(hooks.curtails, core.len() > 1 && words.contains(&core[..core.len() - 1]));
        let longer = |fits: &dyn Fn(&Word) -> bool| words.iter().filter(|word| word.len() > core.len() && fits(word)).cloned().collect::<Vec<_>>();
        prop_assert_eq!(lexicon.extensions(&core, Side::Front).collect::<Vec<_>>(), longer(&|word| word.ends_with(&core)));
        prop_assert_eq!(lexicon.extensions(&core, Side::Back).collect::<Vec<_>>(), longer(&|word| word.starts_with(&core)));
        let inside = |word: &Word| core.is_empty() || word.windows(core.len()).any(|window| window == core);
        prop_assert_eq!(lexicon.extensions(&core, Side::Around).collect::<Vec<_>>(), longer(&inside));
    }

    #[test]
    fn words_by_length_and_letters(((lexicon, words), (with, without, from, to)) in
        lexicon_and(|alphabet| (word(alphabet, 0..=3), word(alphabet, 0..=2), 0usize..9, 0usize..9)))
    {
        let filter = Filter { lengths: from..=to, with: with.clone(), without: without.iter().copied().collect() };
        let fits = |word: &&Word| {
            (from..=to).contains(&word.len()) && missing(&with, word) == 0 && !word.iter().any(|letter| without.contains(letter))
        };
        prop_assert_eq!(lexicon.words_where(&filter).collect::<Vec<_>>(), words.iter().filter(fits).cloned().collect::<Vec<_>>());
    }

    #[test]
    fn lists_are_lazy((lexicon, words) in lexicon()) {
        prop_assert_eq!(lexicon.words().next(), words.first().cloned());
    }
}

/// Small lists send no walk astray for long, so here is a large one: narrow questions, and such as
/// look at the whole graph.
#[cfg(feature = "built-in")]
#[test]
fn queries_on_a_whole_language() {
    let alphabet = Alphabet::latin();
    let lexicon = tisane_lexicon::Catalogue::new(None).get("english-classic", &alphabet).unwrap();
    let words: Vec<Word> = lexicon.words().collect();
    let letters = |text: &str| alphabet.parse(text).unwrap();
    let vowel = || Piece::Class(letters("AEIOU"), false);
    let one = |text: &str| letters(text).into_iter().map(Piece::Letter).collect::<Vec<_>>();
    let patterns = [
        one("CARE").into_iter().chain([Piece::Run]).collect(),
        std::iter::once(Piece::Run).chain(one("CARE")).collect(),
        vec![Piece::Run, vowel(), vowel(), vowel(), vowel(), Piece::Run],
        vec![Piece::Run, Piece::Class(letters("AEIOU"), true), Piece::Letter(letters("Y")[0])],
        vec![vowel(), Piece::Run, vowel(), vowel(), vowel(), Piece::Any],
    ];
    for pieces in patterns {
        let text = show(&alphabet, &pieces);
        let pattern = Pattern::parse(&alphabet, &text).unwrap();
        let expected: Vec<&Word> = words.iter().filter(|word| fits(&pieces, word)).collect();
        assert!(lexicon.matches(&pattern).eq(expected.iter().map(|&word| word.clone())), "{text}");
        assert!(
            lexicon.matches(&pattern).take(7).eq(expected.iter().take(7).map(|&word| word.clone())),
            "{text}"
        );
    }
    // The last has more letters than a machine can count.
    for (with, without, lengths) in [
        ("QE", "", 7..=8),
        ("EEEEE", "S", 2..=21),
        ("AEIOUY", "", 2..=21),
        ("EEIINNOSSTT", "", 2..=21),
    ] {
        let filter = Filter {
            lengths: lengths.clone(),
            with: letters(with),
            without: without.chars().flat_map(|letter| letters(&letter.to_string())).collect(),
        };
        let fits = |word: &&Word| {
            lengths.contains(&word.len())
                && missing(&filter.with, word) == 0
                && !word.iter().any(|&letter| filter.without.contains(letter))
        };
        let expected: Vec<&Word> = words.iter().filter(fits).collect();
        assert!(!expected.is_empty(), "{with}");
        assert!(lexicon.words_where(&filter).eq(expected.into_iter().cloned()), "{with}");
    }
    let rack = letters("AEINRSTLDO");
    let expected = words.iter().filter(|word| word.len() == 13 && missing(&rack, word) == 0);
    assert!(lexicon.anagrams(&rack, 3).eq(expected.cloned()));
}

#[track_caller]
fn check(lexicon: &Lexicon, pattern: &str, expected: &str) {
    let pattern = Pattern::parse(lexicon.alphabet(), pattern).unwrap();
    assert_eq!(spell(lexicon, lexicon.matches(&pattern)), expected);
}

#[test]
fn patterns_as_people_write_them() {
    let lexicon = english("TEA TEAM TIE TOE TISANE STEAM QUIZ");
    check(&lexicon, "t?e", "TIE TOE");
    check(&lexicon, "t.e", "TIE TOE");
    check(&lexicon, "T[aeiou]E", "TIE TOE");
    check(&lexicon, "T[^i]?", "TEA TOE");
    check(&lexicon, "T[f-o]*", "TIE TISANE TOE");
    check(&lexicon, "[^Q-S]?[A-CE-I]", "TEA TIE TOE");
    check(&lexicon, "*EA*", "STEAM TEA TEAM");
    check(&lexicon, "**", "QUIZ STEAM TEA TEAM TIE TISANE TOE");
    check(&lexicon, "[EA]*", "");
}

#[test]
fn a_bracket_that_is_a_tile_is_that_tile() {
    let letters = "A C CH E H L LL O R".split(' ');
    let spanish = Alphabet::new(Casing::Standard, letters, NO_FOLDS).unwrap();
    let (lexicon, _) = Lexicon::build(
        "es",
        &spanish,
        &["CHE", "[C]HE", "HACHE", "CERO", "HERO", "LLAR", "ECO"].iter().collect(),
        15,
    );
    check(&lexicon, "[CH]?", "CHE");
    check(&lexicon, "[C,H]*", "CERO [C]HE HACHE HERO");
    check(&lexicon, "CHE", "CHE");
    check(&lexicon, "[C]HE", "[C]HE");
    check(&lexicon, "[CHE]*", "CHE ECO");
    check(&lexicon, "[^CH]*", "CERO [C]HE ECO HACHE HERO LLAR");
    check(&english("CHE HE HER COT"), "[CH]??", "CHE COT HER");
}

#[test]
fn errors_in_patterns_say_why() {
    let alphabet = Alphabet::latin();
    let error = |text: &str| {
        let error = Pattern::parse(&alphabet, text).unwrap_err();
        error.hint().map_or(error.to_string(), |hint| format!("{error}; {hint}"))
    };
    assert_eq!(error(" "), "the pattern is empty; `?` is any letter and `*` any run of letters");
    assert_eq!(error("TE[AB"), "the bracket at position 3 of \"TE[AB\" is not closed");
    let nothing =
        "the brackets at position 2 of \"T[]\" need letters; a range goes forward, as in [A-E]";
    assert_eq!([error("T[]"), error("T[E-A]").replace("E-A", "")], [nothing, nothing]);
    for bracket in ["[A-]", "[BA-]", "[D-A]", "[BD-A]"] {
        assert_eq!(error(&format!("T{bracket}")), nothing.replace("[]", bracket));
    }
    assert!(error("T!A").contains("unknown character \"!\" at position 2"), "{}", error("T!A"));
    assert!(error("T[A1]").contains("\"1\" at position 4"), "{}", error("T[A1]"));
    assert_eq!(Pattern::parse(&alphabet, &"A".repeat(64)), Err(PatternError::Long(64)));
    assert!(Pattern::parse(&alphabet, &"A".repeat(63)).is_ok());
}

#[test]
fn racks_as_people_write_them() {
    let lexicon = english("TEA EAT ATE TEAM TAME");
    let (letters, blanks) = parse_tiles(lexicon.alphabet(), "?eat").unwrap();
    assert_eq!((letters.len(), blanks), (3, 1));
    assert_eq!(spell(&lexicon, lexicon.anagrams(&letters, blanks)), "TAME TEAM");
    assert_eq!(parse_tiles(lexicon.alphabet(), "A-").unwrap_err().at, 2);
}

#[test]
fn racks_may_be_larger_than_any_word() {
    let lexicon = english("TEA EAT");
    let letters = lexicon.alphabet().parse(&"TEA".repeat(200)).unwrap();
    assert_eq!(lexicon.anagrams(&letters, 0).count(), 0);
    assert_eq!(lexicon.subanagrams(&letters, 100).count(), 2);
    assert_eq!(lexicon.extensions(&letters, Side::Around).count(), 0);
    assert_eq!(lexicon.words_where(&Filter { with: letters, ..Filter::default() }).count(), 0);
}
