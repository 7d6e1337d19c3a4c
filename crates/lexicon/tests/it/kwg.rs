//! KWG and KBWG: both graphs come back, and no bytes do harm.

use crate::common::{english, lexicon};
use proptest::prelude::*;
use tisane_lexicon::{Alphabet, KwgError, KwgKind, Lexicon, fuzz};

const KINDS: [KwgKind; 2] = [KwgKind::Kwg, KwgKind::Kbwg];

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The strings below a place of a KWG file, read as other programs do; `@` is the separator.
fn strings(arcs: &[u32], place: u32, string: &str, found: &mut Vec<String>) {
    let mut at = place as usize;
    let mut before = None;
    if place == 0 {
        return;
    }
    loop {
        let arc = arcs[at];
        let tile = (arc >> 24) as u8;
        assert!(Some(tile) > before, "siblings ascend");
        before = Some(tile);
        let string = format!("{string}{}", char::from(b'@' + tile));
        if arc >> 23 & 1 == 1 {
            found.push(string.clone());
        }
        strings(arcs, arc & 0x3F_FFFF, &string, found);
        if arc >> 22 & 1 == 1 {
            break;
        }
        at += 1;
    }
}

#[test]
fn files_are_laid_out_as_in_other_programs() {
    let arcs = numbers(&english("CARE CAR").to_kwg(KwgKind::Kwg).unwrap());
    assert_eq!(
        (arcs[0] >> 22, arcs[1] >> 22),
        (1, 1),
        "the two roots are single arcs without tile"
    );
    let read = |root: u32| {
        let mut found = Vec::new();
        strings(&arcs, root & 0x3F_FFFF, "", &mut found);
        found
    };
    assert_eq!(read(arcs[0]), ["CAR", "CARE"]);
    assert_eq!(read(arcs[1]), ["AC@R", "AC@RE", "C@AR", "C@ARE", "ERAC", "RAC", "RAC@E"]);
}

/// CAR and CARE as other programs write them, byte by byte, with the graph for both directions.
#[test]
fn files_of_other_programs_are_read() {
    #[rustfmt::skip]
    let kwg = [
        0x02, 0x00, 0x40, 0x00, // 0: the words begin at 2
        0x06, 0x00, 0x40, 0x00, // 1: those read both ways at 6
        0x03, 0x00, 0x40, 0x03, // 2: C, then 3
        0x04, 0x00, 0x40, 0x01, // 3: A, then 4
        0x05, 0x00, 0xC0, 0x12, // 4: R, which ends a word, then 5
        0x00, 0x00, 0xC0, 0x05, // 5: E, which ends a word
        0x0A, 0x00, 0x00, 0x01, // 6: A, and its siblings follow
        0x0C, 0x00, 0x00, 0x03, // 7: C
        0x0D, 0x00, 0x00, 0x05, // 8: E
        0x10, 0x00, 0x40, 0x12, // 9: R, the last
        0x0B, 0x00, 0x40, 0x03, // 10: AC
        0x04, 0x00, 0x40, 0x00, // 11: AC and the turn, then 4
        0x03, 0x00, 0x40, 0x00, // 12: C and the turn, then 3
        0x0E, 0x00, 0x40, 0x12, // 13: ER
        0x0F, 0x00, 0x40, 0x01, // 14: ERA
        0x00, 0x00, 0xC0, 0x03, // 15: ERAC
        0x11, 0x00, 0x40, 0x01, // 16: RA
        0x12, 0x00, 0xC0, 0x03, // 17: RAC, a word too
        0x05, 0x00, 0x40, 0x00, // 18: RAC and the turn, then 5
    ];
    #[rustfmt::skip]
    let kbwg = [
        0x40, 0x02, 0x00, 0x00, // the same in the other layout: flags and tile first
        0x40, 0x06, 0x00, 0x00,
        0x43, 0x03, 0x00, 0x00,
        0x41, 0x04, 0x00, 0x00,
        0xD2, 0x05, 0x00, 0x00,
        0xC5, 0x00, 0x00, 0x00,
        0x01, 0x0A, 0x00, 0x00,
        0x03, 0x0C, 0x00, 0x00,
        0x05, 0x0D, 0x00, 0x00,
        0x52, 0x10, 0x00, 0x00,
        0x43, 0x0B, 0x00, 0x00,
        0x40, 0x04, 0x00, 0x00,
        0x40, 0x03, 0x00, 0x00,
        0x52, 0x0E, 0x00, 0x00,
        0x41, 0x0F, 0x00, 0x00,
        0xC3, 0x00, 0x00, 0x00,
        0x41, 0x11, 0x00, 0x00,
        0xC3, 0x12, 0x00, 0x00,
        0x40, 0x05, 0x00, 0x00,
    ];
    for (kind, file) in [(KwgKind::Kwg, &kwg), (KwgKind::Kbwg, &kbwg)] {
        let lexicon = Lexicon::from_kwg("brought", &Alphabet::latin(), file, kind).unwrap();
        assert_eq!(crate::common::spell(&lexicon, lexicon.words()), "CAR CARE", "{kind:?}");
        assert_eq!(lexicon.to_kwg(kind).unwrap().len(), file.len(), "{kind:?}: ours is no larger");
    }
    // Each is nonsense in the other layout, and no harm is done.
    assert!(Lexicon::from_kwg("brought", &Alphabet::latin(), &kbwg, KwgKind::Kwg).is_err());
    assert!(Lexicon::from_kwg("brought", &Alphabet::latin(), &kwg, KwgKind::Kbwg).is_err());
}

/// Places beyond 22 bits, which only the large kind can name.
#[test]
fn the_large_kind_addresses_more_arcs() {
    const FAR: usize = 5_000_000;
    let mut file = vec![0; (FAR + 1) * 4];
    file[0] = 0x40;
    file[1..4].copy_from_slice(&(FAR as u32).to_le_bytes()[..3]);
    file[4] = 0x40;
    file[FAR * 4] = 0xC1; // A, which ends a word, the last
    let lexicon = Lexicon::from_kwg("large", &Alphabet::latin(), &file, KwgKind::Kbwg).unwrap();
    assert_eq!(crate::common::spell(&lexicon, lexicon.words()), "A");
}

#[test]
fn a_lexicon_without_words_has_two_empty_roots() {
    assert_eq!(numbers(&english("").to_kwg(KwgKind::Kwg).unwrap()), [1 << 22, 1 << 22]);
    assert_eq!(numbers(&english("").to_kwg(KwgKind::Kbwg).unwrap()), [1 << 6, 1 << 6]);
    assert!(
        Lexicon::from_kwg("empty", &Alphabet::latin(), &bytes(&[1 << 22, 1 << 22]), KwgKind::Kwg)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn siblings_may_share_tails() {
    // AB, BB, and behind C only B: the list of C begins inside the other.
    let arc =
        |tile: u32, ends: u32, last: u32, place: u32| tile << 24 | ends << 23 | last << 22 | place;
    let file = [
        arc(0, 0, 1, 2),
        arc(0, 0, 1, 0),
        arc(1, 0, 0, 5),
        arc(2, 0, 0, 5),
        arc(3, 0, 1, 6),
        arc(1, 1, 0, 0),
        arc(2, 1, 1, 0),
    ];
    let lexicon =
        Lexicon::from_kwg("shared", &Alphabet::latin(), &bytes(&file), KwgKind::Kwg).unwrap();
    assert_eq!(crate::common::spell(&lexicon, lexicon.words()), "AA AB BA BB CB");
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let refusal = |file: &[u32]| {
        Lexicon::from_kwg("x", &Alphabet::latin(), &bytes(file), KwgKind::Kwg).unwrap_err()
    };
    let end = 1 << 22;
    let ends = 1 << 23;
    let a = 1 << 24;
    assert_eq!(refusal(&[end | 9, end]), KwgError::Place { arc: 0, place: 9, arcs: 2 });
    assert_eq!(refusal(&[end | 2, end, a | end | 2]), KwgError::Circle(2));
    assert_eq!(refusal(&[end | 2, end, a | end]), KwgError::DeadEnd(2));
    assert_eq!(refusal(&[end | 2, end, a | ends]), KwgError::Place { arc: 2, place: 3, arcs: 3 });
    assert_eq!(refusal(&[end | 2, end, a | ends, a | ends | end]), KwgError::Order(3));
    assert_eq!(
        refusal(&[end | 2, end, (27 * a) | ends | end]),
        KwgError::Tile { arc: 2, tile: 27, letters: 26 }
    );
    assert_eq!(
        refusal(&[end | 2, end, ends | end]),
        KwgError::Tile { arc: 2, tile: 0, letters: 26 }
    );
    assert_eq!(refusal(&[end, end | 2, a | ends | end]), KwgError::NoDawg);
    assert_eq!(
        Lexicon::from_kwg("x", &Alphabet::latin(), b"AA\nAB\n", KwgKind::Kwg).unwrap_err(),
        KwgError::Size(6)
    );
    assert_eq!(
        refusal(&[end | 2, end, (27 * a) | ends | end]).to_string(),
        "arc 2 has tile 27, but the alphabet has 26 letters: the file is for another language, or of the other kind (KWG or KBWG)"
    );
    let large = KwgError::Large { arcs: 5_000_000, kind: KwgKind::Kwg }.to_string();
    assert_eq!(
        large,
        "this lexicon needs 5000000 arcs, but KWG files have room for 4194304; write a KBWG file instead"
    );
}

#[test]
fn a_small_file_cannot_have_too_many_words() {
    // Every node leads to the next by two letters: 2^40 words in 80 arcs.
    let mut file = vec![1 << 22 | 2, 1 << 22];
    for level in 0..40 {
        let next = if level == 39 { 0 } else { 4 + 2 * level };
        file.extend([1 << 24 | 1 << 23 | next, 2 << 24 | 3 << 22 | next]);
    }
    assert_eq!(
        Lexicon::from_kwg("x", &Alphabet::latin(), &bytes(&file), KwgKind::Kwg).unwrap_err(),
        KwgError::Many
    );
}

#[test]
fn endless_words_are_refused() {
    // A chain of 100 letters.
    let mut file = vec![1 << 22 | 2, 1 << 22];
    file.extend((0..100).map(|i| 1 << 24 | 3 << 22 | if i == 99 { 0 } else { 3 + i }));
    assert_eq!(
        Lexicon::from_kwg("x", &Alphabet::latin(), &bytes(&file), KwgKind::Kwg).unwrap_err(),
        KwgError::Long
    );
}

proptest! {
    #[test]
    fn lexicons_round_trip((lexicon, _) in lexicon()) {
        for kind in KINDS {
            let file = lexicon.to_kwg(kind).unwrap();
            let back = Lexicon::from_kwg(lexicon.name(), lexicon.alphabet(), &file, kind).unwrap();
            prop_assert_eq!(back.dawg(), lexicon.dawg());
            prop_assert_eq!(back.fingerprint(), lexicon.fingerprint());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mutations_do_no_harm((lexicon, _) in lexicon(), edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        for kind in KINDS {
            let mut file = lexicon.to_kwg(kind).unwrap();
            for (place, byte) in &edits {
                let at = place.index(file.len());
                file[at] = *byte;
            }
            fuzz::kwg(&file);
        }
    }

    #[test]
    fn any_numbers_do_no_harm(arcs in prop::collection::vec((0u32..30, any::<bool>(), any::<bool>(), 0u32..20), 2..20)) {
        let file: Vec<u32> = arcs.iter().map(|&(tile, ends, last, place)| tile << 24 | u32::from(ends) << 23 | u32::from(last) << 22 | place).collect();
        fuzz::kwg(&bytes(&file));
    }

    #[test]
    fn any_text_is_a_list_and_perhaps_a_pattern(text in "[A-EHLaé\\[\\]\\^,?*#0-9\t\n\r ]{0,60}") {
        fuzz::word_list(text.as_bytes());
        fuzz::pattern(&text);
    }

    #[test]
    fn any_bytes_may_be_a_list(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        fuzz::word_list(&bytes);
    }
}
