//! Known faults of other programs with words, one test each. None of them is here.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tisane_lexicon::query::Pattern;
use tisane_lexicon::{Alphabet, Casing, Catalogue, Letter, Lexicon, WordList};

/// A built-in lexicon in its own letters.
fn built_in(name: &str) -> Arc<Lexicon> {
    Catalogue::new(None).native(name).unwrap()
}

/// FNV-1 of 32 bits, by which some programs look words up.
fn fnv(word: &[Letter]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash: u32, letter| {
        hash.wrapping_mul(0x0100_0193) ^ (u32::from(b'A') + letter.index() as u32)
    })
}

/// Every string of this many letters.
fn strings(lexicon: &Lexicon, length: usize) -> Vec<Vec<Letter>> {
    let longer = |shorter: Vec<Vec<Letter>>| {
        let with = |string: &Vec<Letter>| {
            lexicon
                .alphabet()
                .letters()
                .map(|letter| [&string[..], &[letter]].concat())
                .collect::<Vec<_>>()
        };
        shorter.iter().flat_map(with).collect()
    };
    (0..length).fold(vec![Vec::new()], |shorter, _| longer(shorter))
}

#[test]
fn strings_with_the_hash_of_a_word_are_not_words() {
    let lexicon = built_in("english-classic");
    let words: HashSet<Vec<Letter>> = lexicon.words().collect();
    let by_hash: HashMap<u32, &Vec<Letter>> = words.iter().map(|word| (fnv(word), word)).collect();
    let mut collisions = 0;
    for string in (1..=4).flat_map(|length| strings(&lexicon, length)) {
        assert_eq!(
            lexicon.contains(&string),
            words.contains(&string),
            "{}",
            lexicon.alphabet().show(&string)
        );
        collisions += usize::from(by_hash.contains_key(&fnv(&string)) && !words.contains(&string));
    }
    assert!(collisions > 0, "a set of hashes would have been wrong here");
}

/// Spell-check lists carry units, abbreviations and initials, which no game takes for words.
#[test]
fn short_words_are_not_abbreviations() {
    let everywhere = "CD DVD TV PC KG KM CM MG DB HZ GHZ KHZ MHZ PP PM NR NB WC GPS USB PDF SMS DNA DJ FBI CIA CEO HTML WWW";
    for (name, more) in [
        ("english", "ATM BBC FM LB LBS LTD MPH MR MRS OZ PHD QT RPM TBSP USA VS YD ETC TSP"),
        (
            "english-classic",
            "ATM BBC FM LB LBS LTD MPH MR MRS OZ PHD QT RPM TBSP USA VS YD ETC TSP",
        ),
        ("french", "ETC MGR NOV HLM FTP DLM TGV BD MM ML CL DL JANV FEVR SNCF TVA RER CV"),
        ("spanish", "AVD CTA SRA SR DR UD UDS ETC TEL PTA PTAS KM DL ML SL VD"),
        ("dutch", "BTW VWO MAVO APR OKT NOV BV NV ENZ DHR MW NL TZT HAVO VWO BH MM CV MBO HBO ZGN"),
        ("russian", "США СССР ГА КГ СМ КМ ММ ТВ ЦК МВД ФСБ ТЭЦ ГЭС РФ ДНК ВВП"),
    ] {
        let lexicon = built_in(name);
        // Some are words of one language all the same: such as CIA in Spanish, an old word for the
        // hip.
        let words = |word: &&str| {
            matches!((name, *word), ("spanish", "CIA" | "CEO") | ("dutch", "MAVO" | "HAVO"))
        };
        let asked = everywhere.split(' ').chain(more.split(' ')).filter(|word| !words(word));
        // What the alphabet cannot spell is no word either.
        let is_word = |word: &&str| {
            lexicon.alphabet().parse(word).is_ok_and(|letters| lexicon.contains(&letters))
        };
        let found: Vec<&str> = asked.filter(is_word).collect();
        assert!(found.is_empty(), "{name} has {found:?}");
    }
}

#[test]
fn errors_quote_no_more_than_sixty_characters() {
    let alphabet = Alphabet::latin();
    let (long, letters) = ("&".repeat(100_000), "A".repeat(100_000));
    let report = |text: &str| {
        Lexicon::build("long", &alphabet, &WordList::from_text(text), 15).1.to_string()
    };
    let no_folds: [(&str, &str); 0] = [];
    let messages = [
        report(&long),
        report(&letters),
        report(&format!("{letters} {long}")),
        report(&format!("A{long}\nB{long}\nC{long}\nD{long}")),
        alphabet.parse(&long).unwrap_err().to_string(),
        alphabet.parse(&format!("[{long}]")).unwrap_err().to_string(),
        Pattern::parse(&alphabet, &long).unwrap_err().to_string(),
        Pattern::parse(&alphabet, &format!("[{letters}")).unwrap_err().to_string(),
        Pattern::parse(&alphabet, &letters).unwrap_err().to_string(),
        Alphabet::new(Casing::Standard, [format!("{long} ")], no_folds).unwrap_err().to_string(),
        Alphabet::new(Casing::Standard, [&letters, &letters], no_folds).unwrap_err().to_string(),
        Alphabet::new(Casing::Standard, ["A"], [(&long, &long)]).unwrap_err().to_string(),
        Catalogue::new(None).get(&long, &alphabet).unwrap_err().to_string(),
    ];
    for message in messages {
        assert!(message.chars().count() < 600, "{} characters: {:.300}", message.len(), message);
    }
}
