//! The fuzz targets. They are here so that ordinary tests can run them too. Nothing may panic, hang
//! or read out of bounds, whatever the bytes.

use std::sync::LazyLock;

use crate::query::{Pattern, Side};
use crate::{Alphabet, Casing, KwgKind, Lexicon, WordList};

/// An alphabet with tiles of two characters, made only once for speed.
static ALPHABET: LazyLock<Alphabet> = LazyLock::new(|| {
    let letters = "A B C CH D E F G H I J K L LL M N Ñ O P Q R S T U V W X Y Z".split(' ');
    Alphabet::new(Casing::Standard, letters, [("Á", "A"), ("ß", "SS")]).expect("an alphabet")
});

/// Opens bytes as a lexicon file, also with a corrected checksum.
pub fn lexicon_file(bytes: &[u8]) {
    exercise(Lexicon::from_bytes(bytes).ok());
    if let Some(rest) = bytes.get(16..) {
        let mut mended = bytes.to_vec();
        mended[12..16].copy_from_slice(&crc32fast::hash(rest).to_le_bytes());
        exercise(Lexicon::from_bytes(&mended).ok());
    }
}

/// Reads bytes as KWG and as KBWG.
pub fn kwg(bytes: &[u8]) {
    for kind in [KwgKind::Kwg, KwgKind::Kbwg] {
        exercise(Lexicon::from_kwg("fuzz", &ALPHABET, bytes, kind).ok());
    }
}

/// Builds a lexicon from a word list, and writes and reads it in every format.
pub fn word_list(bytes: &[u8]) {
    let Ok(list) = WordList::read(bytes) else { return };
    let (lexicon, report) = Lexicon::build("fuzz", &ALPHABET, &list, 21);
    let reported = report.left_out.len() + report.remarks.len();
    assert_eq!(report.listed, report.kept + reported, "every word is either kept or reported");
    let _ = report.to_string();
    let again = Lexicon::from_bytes(&lexicon.to_bytes()).expect("our own file");
    assert_eq!(again.fingerprint(), lexicon.fingerprint());
    if let Ok(bytes) = lexicon.to_kwg(KwgKind::Kwg) {
        let again =
            Lexicon::from_kwg("fuzz", &ALPHABET, &bytes, KwgKind::Kwg).expect("our own KWG");
        assert_eq!(again.dawg(), lexicon.dawg());
    }
    exercise(Some(lexicon));
}

/// Reads text as a pattern and runs the query.
pub fn pattern(text: &str) {
    let Ok(pattern) = Pattern::parse(&ALPHABET, text) else { return };
    let list = ["CHE", "TEA", "TEAM", "LLANO", "AÑO", "TISANE", "RETAINS"].iter().collect();
    let (lexicon, _) = Lexicon::build("fuzz", &ALPHABET, &list, 21);
    assert!(lexicon.matches(&pattern).count() <= lexicon.len());
}

fn exercise(lexicon: Option<Lexicon>) {
    let Some(lexicon) = lexicon else { return };
    for (index, word) in lexicon.words().take(50).enumerate() {
        assert!(lexicon.contains(&word));
        assert_eq!(lexicon.dawg().index(&word), Some(index));
        assert_eq!(lexicon.dawg().word(index).as_deref(), Some(&word[..]));
        let _ = lexicon.level(&word);
        let _ = lexicon.hooks(&word);
        let _ = lexicon.anagrams(&word, 1).take(5).count();
        let _ = lexicon.extensions(&word, Side::Around).take(5).count();
        let _ = lexicon.alphabet().parse(&lexicon.alphabet().show(&word));
    }
    // A random file may contain millions of words.
    if lexicon.len() < 10_000 {
        let gaddag = lexicon.gaddag();
        assert_eq!(lexicon.is_empty(), gaddag.children(gaddag.root()).is_empty());
    }
}
