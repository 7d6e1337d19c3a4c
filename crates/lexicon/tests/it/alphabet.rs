//! Text to letters and back, in every kind of alphabet.

use proptest::prelude::*;
use tisane_lexicon::{Alphabet, Casing};

const NO_FOLDS: [(&str, &str); 0] = [];

fn spanish() -> Alphabet {
    Alphabet::new(
        Casing::Standard,
        "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z".split(' '),
        [("Á", "A"), ("É", "E"), ("Í", "I"), ("Ó", "O"), ("Ú", "U"), ("Ü", "U")],
    )
    .unwrap()
}

#[track_caller]
fn check(alphabet: &Alphabet, text: &str, tiles: &str) {
    let letters = alphabet.parse(text).unwrap();
    let faces: Vec<&str> = letters.iter().map(|&letter| alphabet.face(letter)).collect();
    assert_eq!(faces.join(" "), tiles);
}

#[test]
fn the_longest_tile_wins_and_brackets_decide() {
    check(&spanish(), "CHORRILLO", "CH O RR I LL O");
    check(&spanish(), "[C]HORRILLO", "C H O RR I LL O");
    check(&spanish(), "año", "A Ñ O");
    check(&spanish(), "Chal", "CH A L");
}

#[test]
fn catalan_tiles_of_three_characters() {
    let catalan = Alphabet::new(
        Casing::Standard,
        ["A", "C", "L", "L·L", "N", "NY", "QU", "E", "U"],
        [("ĿL", "L·L")],
    )
    .unwrap();
    check(&catalan, "cal·leca", "C A L·L E C A");
    check(&catalan, "AĿLA", "A L·L A");
    check(&catalan, "quany", "QU A NY");
    assert_eq!(catalan.parse("AQA").unwrap_err().at, 2, "a Q without U has no tile");
}

#[test]
fn a_tile_of_several_characters_may_be_spelled_apart() {
    let apart = |alphabet: &Alphabet, face| alphabet.apart(alphabet.parse(face).unwrap()[0]);
    assert_eq!(apart(&spanish(), "LL").as_deref(), Some("[L][L]"));
    assert_eq!(apart(&spanish(), "L"), None);
    let catalan =
        Alphabet::new(Casing::Standard, ["A", "L", "L·L", "N", "QU", "U"], NO_FOLDS).unwrap();
    assert_eq!(apart(&catalan, "L·L"), None, "there is no tile for the point");
    assert_eq!(apart(&catalan, "QU"), None, "there is no Q alone");
}

#[test]
fn turkish_i_has_two_forms() {
    let turkish = Alphabet::new(Casing::Turkic, ["A", "I", "İ", "K", "R"], NO_FOLDS).unwrap();
    check(&turkish, "kır", "K I R");
    check(&turkish, "kir", "K İ R");
    check(&turkish, "KİR", "K İ R");
}

#[test]
fn final_sigma_is_sigma_and_sharp_s_is_two_letters() {
    let greek =
        Alphabet::new(Casing::Standard, ["Α", "Λ", "Ο", "Σ"], [("ς", "Σ"), ("Ά", "Α"), ("Ό", "Ο")])
            .unwrap();
    check(&greek, "άλλος", "Α Λ Λ Ο Σ");
    let german = Alphabet::new(Casing::Standard, ["A", "F", "P", "S", "Ü"], [("ß", "SS")]).unwrap();
    check(&german, "Spaß", "S P A S S");
    check(&german, "füß", "F Ü S S");
    assert_eq!(
        german.show(&german.parse("PASS").unwrap()),
        "PASS",
        "no brackets because SS is the capital of ß"
    );
    assert_eq!(german.read("SS").unwrap().letters.len(), 1, "a tile at a time");
}

#[test]
fn folds_are_data() {
    let erudit = Alphabet::new(Casing::Standard, ["Е", "Ж", "Й"], [("Ё", "Е")]).unwrap();
    check(&erudit, "ёж", "Е Ж");
    assert_eq!(
        Alphabet::new(Casing::Standard, ["Е", "Ё"], [("Ё", "Е")]).unwrap_err().to_string(),
        "the fold \"Ё\" is itself a letter of the alphabet"
    );
}

#[test]
fn signs_without_a_tile_are_ignored() {
    let hebrew = Alphabet::new(
        Casing::Standard,
        ["ל", "מ", "ש", "ו"],
        [("ם", "מ"), ("\u{5B8}", ""), ("\u{5B9}", ""), ("\u{5C1}", "")],
    )
    .unwrap();
    check(&hebrew, "ש\u{5C1}\u{5B8}לו\u{5B9}ם", "ש ל ו מ");
    check(&hebrew, "\u{FB2A}לום", "ש ל ו מ"); // one character for the letter and its point
    assert_eq!(hebrew.show(&hebrew.parse("שלום").unwrap()), "שלומ", "the tiles as they look");
    assert!(hebrew.letter("\u{5B8}").is_none());
}

#[test]
fn decomposed_text_is_composed() {
    let russian = Alphabet::new(Casing::Standard, ["И", "Й", "О", "Д"], NO_FOLDS).unwrap();
    check(&russian, "И\u{306}ОД", "Й О Д");
}

#[test]
fn scripts_without_case_mark_blanks_in_brackets() {
    let hebrew = Alphabet::new(Casing::Standard, ["א", "ב"], NO_FOLDS).unwrap();
    let reading = hebrew.read("[א?]ב").unwrap();
    assert!(reading.lower && reading.bytes == "[א?]".len());
    assert!(!hebrew.read("אב").unwrap().lower);
    assert!(spanish().read("[ch]e").unwrap().lower);
}

#[test]
fn errors_say_what_and_where() {
    assert_eq!(
        spanish().parse("AÑK1").unwrap_err().to_string(),
        "\"AÑK1\" cannot be read: unknown character \"K\" at position 3"
    );
    assert_eq!(spanish().parse("A[KX]").unwrap_err().found, "[KX]");
    assert!(Alphabet::new(Casing::Standard, ["A", "A"], NO_FOLDS).is_err());
    assert!(
        Alphabet::new(Casing::Standard, (0..64).map(|i| format!("X{}", "Y".repeat(i))), NO_FOLDS)
            .is_err()
    );
    assert!(Alphabet::new(Casing::Standard, ["A", "?"], NO_FOLDS).is_err());
}

proptest! {
    #[test]
    fn parse_undoes_show(indexes in prop::collection::vec(0..28usize, 0..20)) {
        let spanish = spanish();
        let word: Vec<_> = indexes.into_iter().map(|i| spanish.letters().nth(i).unwrap()).collect();
        prop_assert_eq!(spanish.parse(&spanish.show(&word)).unwrap(), word);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,12}", more in "[\\[\\]?A-Zchl]{0,12}") {
        let _ = spanish().parse(&text);
        let _ = spanish().parse(&more);
    }
}
