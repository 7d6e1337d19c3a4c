//! Our file format: it comes back as it was, old files stay readable, and no bytes do harm.

use crate::common::{NO_FOLDS, lexicon, spell};
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tisane_lexicon::{About, Alphabet, Casing, Head, Lexicon, OpenError, WordList, fuzz};

fn pack(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// The lexicon in `tests/data`: everything the format can say.
fn sample() -> Lexicon {
    let letters = "A B C CH D E H I L LL O R T".split(' ');
    let alphabet = Alphabet::new(Casing::Standard, letters, [("É", "E"), ("Ó", "O")]).unwrap();
    let list = WordList::from_text(
        "che 10\nLLORÉ 20\nCALOR 20\nCALLO 35\nCALLAR 35\nCHAL\n[C]HAL 70\nBEBER 10\nBEBO 10\nTIARA 254",
    );
    let about = About {
        title: "A few words".to_owned(),
        language: "es".to_owned(),
        licence: "CC0-1.0".to_owned(),
        credit: "Nobody in particular".to_owned(),
    };
    Lexicon::build("sample", &alphabet, &list, 15).0.with_about(about)
}

fn assert_same(a: &Lexicon, b: &Lexicon) {
    assert_eq!(
        (a.name(), a.about(), a.alphabet(), a.dawg()),
        (b.name(), b.about(), b.alphabet(), b.dawg())
    );
    assert!(a.words().all(|word| a.level(&word) == b.level(&word)));
    assert_eq!(a.fingerprint(), b.fingerprint());
}

#[test]
fn files_of_version_1_stay_readable() {
    for bytes in [
        &include_bytes!("../data/version-1.lexicon")[..],
        include_bytes!("../data/version-1-packed.lexicon"),
    ] {
        let lexicon = Lexicon::from_bytes(bytes).unwrap();
        assert_same(&lexicon, &sample());
        assert_eq!(
            spell(&lexicon, lexicon.words()),
            "BEBER BEBO CALOR CALLAR CALLO [C]HAL CHAL CHE LLORE TIARA"
        );
        let level = |word: &str| lexicon.level(&lexicon.alphabet().parse(word).unwrap());
        assert_eq!(
            (level("CHE"), level("CHAL"), level("[C]HAL"), level("TIARA"), level("CALLE")),
            (Some(10), None, Some(70), Some(254), None)
        );
        assert_eq!(lexicon.fingerprint(), 2_792_565_950_424_193_546, "the same on every machine");
    }
    assert_eq!(
        sample().to_bytes(),
        include_bytes!("../data/version-1.lexicon"),
        "the same words, the same bytes"
    );
}

#[test]
fn a_mapped_file_can_be_opened() {
    let path = std::env::temp_dir().join(format!("tisane-mapped-{}.lexicon", std::process::id()));
    sample().save(&path).unwrap();
    let file = std::fs::File::open(&path).unwrap();
    #[expect(
        unsafe_code,
        reason = "to map a file is to promise that nobody shortens it meanwhile; this one is the test's own"
    )]
    let map = unsafe { memmap2::Mmap::map(&file) }.unwrap();
    let mapped = Lexicon::from_bytes(&map);
    drop(map);
    std::fs::remove_file(&path).unwrap();
    assert_same(&mapped.unwrap(), &sample());
}

#[test]
fn the_head_can_be_read_alone() {
    let head = Head::from_bytes(&sample().to_bytes()).unwrap();
    assert_eq!(
        (head.name.as_str(), head.words, head.longest, head.has_levels),
        ("sample", 10, 5, true)
    );
    assert_eq!(head.about.credit, "Nobody in particular");
}

#[test]
fn errors_say_what_is_wrong_and_how_to_fix_it() {
    let bytes = sample().to_bytes();
    let refusal = |bytes: &[u8]| {
        let error = Lexicon::from_bytes(bytes).unwrap_err();
        format!("{error}; {}", error.hint().unwrap())
    };
    assert_eq!(
        refusal(b"AA\nAB\n"),
        "this is not a lexicon file; if it is a word list, convert it with `tisane lexicon build`"
    );
    assert_eq!(refusal(b""), refusal(b"AA\nAB\n"));
    assert_eq!(
        refusal(&bytes[..bytes.len() - 7]),
        "the file is cut off: 7 bytes missing; copy it again or rebuild it with `tisane lexicon build`"
    );
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(
        refusal(&newer),
        "the file has format 2, but this version reads formats up to 1; update tisane, or rebuild the file with `tisane lexicon build`"
    );
    let mut damaged = bytes.clone();
    damaged[60] ^= 4;
    assert_eq!(
        refusal(&damaged),
        "the file is damaged (its checksum is wrong); copy it again or rebuild it with `tisane lexicon build`"
    );
    let missing = Lexicon::open("no/such.lexicon").unwrap_err().to_string();
    assert_eq!(missing, "no/such.lexicon: no such file");
}

#[test]
fn every_cut_and_every_changed_bit_is_noticed() {
    for bytes in [sample().to_bytes(), sample().to_bytes_packed(pack)] {
        for length in 0..bytes.len() {
            let error = Lexicon::from_bytes(&bytes[..length]).unwrap_err();
            assert!(
                matches!(error, OpenError::Truncated { .. } | OpenError::Foreign),
                "{length}: {error}"
            );
        }
        for bit in 0..bytes.len() * 8 {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Lexicon::from_bytes(&bytes).is_err(), "bit {bit}");
            // And with the right checksum: whatever comes out, nothing breaks.
            fuzz::lexicon_file(&bytes);
        }
    }
}

#[test]
fn a_small_file_cannot_unpack_to_a_large_one() {
    let mut bytes = sample().to_bytes_packed(|_| pack(&vec![0; 50 << 20]));
    let head = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    assert!(bytes.len() < 28 + head + 50_000);
    assert!(Lexicon::from_bytes(&bytes).is_err());
    bytes[24..28].copy_from_slice(&u32::MAX.to_le_bytes());
    fuzz::lexicon_file(&bytes);
}

#[test]
fn files_are_written_whole() {
    let folder = std::env::temp_dir().join(format!("tisane-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("sample.lexicon");
    sample().save(&path).unwrap();
    sample().save(&path).unwrap();
    assert_same(&Lexicon::open(&path).unwrap(), &sample());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn fingerprints_depend_on_alphabet_words_and_levels_only() {
    let build =
        |text: &str| Lexicon::build("a", &Alphabet::latin(), &WordList::from_text(text), 15).0;
    let tea = build("TEA 1\nTEAM 2").fingerprint();
    assert_eq!(
        tea,
        build("team 2\nTEA 1")
            .with_name("b")
            .with_about(About { title: "c".to_owned(), ..About::default() })
            .fingerprint()
    );
    assert_ne!(tea, build("TEA 1\nTEAM 3").fingerprint());
    assert_ne!(tea, build("TEA 1\nTEAR 2").fingerprint());
    let more = ('A'..='Z').map(String::from).chain(["Ñ".to_owned()]);
    let more = Alphabet::new(Casing::Standard, more, NO_FOLDS).unwrap();
    assert_ne!(
        tea,
        Lexicon::build("a", &more, &WordList::from_text("TEA 1\nTEAM 2"), 15).0.fingerprint()
    );
}

proptest! {
    #[test]
    fn lexicons_round_trip((lexicon, _) in lexicon()) {
        assert_same(&Lexicon::from_bytes(&lexicon.to_bytes()).unwrap(), &lexicon);
        assert_same(&Lexicon::from_bytes(&lexicon.to_bytes_packed(pack)).unwrap(), &lexicon);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mutations_do_no_harm(
        (lexicon, _) in lexicon(),
        packed: bool,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..8),
    ) {
        let mut bytes = if packed { lexicon.to_bytes_packed(pack) } else { lexicon.to_bytes() };
        mutate(&mut bytes, &edits);
        fuzz::lexicon_file(&bytes);
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), magic: bool) {
        let mut file = if magic { b"TISANELX\x01\0\0\0".to_vec() } else { Vec::new() };
        file.extend(&bytes);
        fuzz::lexicon_file(&file);
    }
}

/// Changes, puts in and takes out bytes.
fn mutate(bytes: &mut Vec<u8>, edits: &[(prop::sample::Index, u8, i32)]) {
    for (place, byte, kind) in edits {
        let at = place.index(bytes.len());
        match kind {
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            _ => drop(bytes.remove(at)),
        }
    }
}
