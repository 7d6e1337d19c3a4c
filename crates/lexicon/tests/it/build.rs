//! From word lists to lexicons, and the report about them.

use tisane_lexicon::{Alphabet, Lexicon, ListError, Why, WordList};

fn build(text: &str) -> (Lexicon, String) {
    let (lexicon, report) =
        Lexicon::build("test", &Alphabet::latin(), &WordList::from_text(text), 6);
    (lexicon, report.to_string())
}

#[test]
fn every_kind_of_line_is_read() {
    let list = WordList::read(
        "\u{FEFF}# a list\r\n\r\nCAT\r\n  dog \t 20 \r\nEEL\t35\t# slippery\nFOX # red\nGNU"
            .as_bytes(),
    )
    .unwrap();
    let read: Vec<(&str, Option<u8>, u32)> =
        list.iter().map(|word| (word.spelling, word.level, word.line)).collect();
    assert_eq!(
        read,
        [
            ("CAT", None, 3),
            ("dog", Some(20), 4),
            ("EEL", Some(35), 5),
            ("FOX", None, 6),
            ("GNU", None, 7)
        ]
    );
    assert_eq!(list.remarks(), []);
    let old = WordList::from_text("CAT\rDOG 20\r\rEEL");
    let read: Vec<(&str, u32)> = old.iter().map(|word| (word.spelling, word.line)).collect();
    assert_eq!(read, [("CAT", 1), ("DOG", 2), ("EEL", 4)], "a CR alone ends a line too");
}

#[test]
fn definitions_are_ignored() {
    let list = WordList::from_text(
        "QI\tlife force\nqi\tlife force\nCAT a feline [n CATS]\nDOG\t20\nEEL\t255\nice cream\nICE CREAM\n",
    );
    let read: Vec<(&str, Option<u8>)> =
        list.iter().map(|word| (word.spelling, word.level)).collect();
    assert_eq!(read, [("QI", None), ("qi", None), ("CAT", None), ("DOG", Some(20))]);
    let left_out: Vec<u32> = list.remarks().iter().map(|remark| remark.line).collect();
    assert_eq!(left_out, [5, 6, 7]);
}

#[test]
fn the_report_names_lines_and_reasons() {
    let (lexicon, report) =
        build("TEA\nTEAM\ntea\nT\nCAFÉ\nTEABAGS\nTEA-CUP\nTEE TIME\nTIE 255\nTIN 254\n");
    assert_eq!(crate::common::spell(&lexicon, lexicon.words()), "TEA TEAM TIN");
    assert_eq!(
        report,
        "3 of 10 words taken
2 left out: letters that the alphabet does not have:
  line 5: CAFÉ has \"É\"
  line 7: TEA-CUP has \"-\"
1 left out: too long:
  line 6: TEABAGS has 7 letters
1 left out: fewer than two letters:
  line 4: T has fewer than two letters
1 repeated:
  line 3: TEA is already on line 1
2 left out: neither a level nor a definition after the word:
  line 8: \"TIME\" after TEE is not a level from 0 to 254; put a tab before a definition
  line 9: \"255\" after TIE is not a level from 0 to 254; put a tab before a definition"
    );
}

#[test]
fn long_reports_are_short() {
    let text: String = (0..1000).map(|i| format!("WORD{i}\n")).collect();
    let (lexicon, report) = build(&text);
    assert!(lexicon.is_empty());
    assert_eq!(report.lines().count(), 6, "{report}");
    assert!(report.ends_with("and 997 more"), "{report}");
}

#[test]
fn order_does_not_matter_and_the_most_common_level_wins() {
    let sorted = build("ABBEY 1\nABBOT 2\nTEA 20\nTEAM 30").0;
    let mixed = build("TEAM 30\nTEA 50\nABBOT 2\nTEA 20\nABBEY 1").0;
    assert_eq!(sorted.fingerprint(), mixed.fingerprint());
    let tea = sorted.alphabet().parse("TEA").unwrap();
    assert_eq!(mixed.level(&tea), Some(20));
}

#[test]
fn words_longer_than_the_sorting_key_are_sorted_too() {
    let words =
        ["AAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAA"];
    let (lexicon, report) = Lexicon::build("long", &Alphabet::latin(), &words.iter().collect(), 32);
    assert_eq!(
        crate::common::spell(&lexicon, lexicon.words()),
        "AAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAB"
    );
    assert_eq!(report.left_out[0].why, Why::Again { line: 3 });
}

#[test]
fn binary_files_are_refused() {
    assert_eq!(WordList::read(b"CAT\nD\xD6G\n").unwrap_err(), ListError::NotUtf8 { line: 2 });
    assert_eq!(WordList::read(b"\xFF\xFEC\0A\0").unwrap_err(), ListError::Utf16);
    assert_eq!(WordList::read(b"CAT\n\0").unwrap_err(), ListError::Binary { line: 2 });
}

#[test]
fn every_word_is_kept_or_reported() {
    let list = WordList::from_text("\u{b}CAT\n\u{1}\nDOG CAT\n");
    assert_eq!((list.len(), list.remarks().len()), (0, 3));
}
