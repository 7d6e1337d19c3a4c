//! How long it takes to build, open and question a lexicon, beside the crate `scrabble` in the same
//! run.
//!
//! ```text
//! cargo bench -p tisane-lexicon [-- WORDLIST]
//! ```
//!
//! WORDLIST is a text file of words from A to Z; without one it is the built-in `english`, and
//! where that is not there, three letters and an ending make up words.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use tisane_lexicon::graph::Flat;
use tisane_lexicon::query::{Filter, Pattern, Side, parse_tiles};
use tisane_lexicon::{Alphabet, Catalogue, KwgKind, Lexicon, WordList};

/// The largest of the common boards has 21 squares.
const LONGEST: usize = 21;

/// Narrow ones, and such as send a walk astray.
const PATTERNS: [&str; 16] = [
    "CARE*",
    "?E?E?E*",
    "T?A*",
    "*Q*",
    "*Q[^U]*",
    "*ZZ",
    "*Z",
    "*UU*",
    "*K?K*",
    "*A*A*A*A*A*",
    "*E??E??E??E*",
    "*[AEIOU][AEIOU][AEIOU][AEIOU]*",
    "*[JQXZ]*[JQXZ]*",
    "*[^AEIOU][^AEIOU][^AEIOU][^AEIOU][^AEIOU]*",
    "*[^AEIOU]Y",
    "???????",
];

const FILTERS: [(&str, RangeInclusive<usize>); 6] = [
    ("QE", 7..=8),
    ("QZ", 2..=21),
    ("AAAA", 2..=21),
    ("EEEEE", 2..=21),
    ("AEIOUY", 2..=21),
    ("UUU", 7..=8),
];

const RACKS: [&str; 6] =
    ["RETAINS", "RETAIN?", "RETAI??", "QU??????", "ABCDEFGHIJKLM??", "AEINRSTLDO???"];

fn main() {
    let alphabet = Alphabet::latin();
    let text = text(&alphabet);
    let (lexicon, report) =
        Lexicon::build("bench", &alphabet, &WordList::from_text(&*text), LONGEST);
    println!("{report}\n");
    build(&alphabet, &text);
    sizes(&lexicon);
    open(&lexicon);
    walk(&lexicon);
    queries(&lexicon);
}

/// The list as text, from the command line or built in.
fn text(alphabet: &Alphabet) -> String {
    let given = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    if let Some(path) = given.or_else(|| std::env::var("TISANE_BENCH_WORDS").ok()) {
        return std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    if let Ok(lexicon) = Catalogue::new(None).get("english", alphabet) {
        return lexicon.list().iter().map(|word| format!("{}\n", word.spelling)).collect();
    }
    let letters = ["A", "B", "D", "E", "G", "I", "L", "M", "N", "O", "P", "R", "S", "T", "U"];
    let endings = ["", "S", "ED", "ER", "ING", "INGS", "ABLE", "ABLY", "NESS", "ISH"];
    let mut text = String::new();
    for (i, a) in letters.iter().enumerate() {
        for (j, b) in letters.iter().enumerate() {
            for (k, c) in letters.iter().enumerate() {
                for ending in endings.iter().skip((i + j * k) % 7) {
                    text += &format!("{a}{b}{c}{ending}\n{c}{a}{b}{a}{ending}\n");
                }
            }
        }
    }
    text
}

/// The median of several runs.
fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[runs / 2]
}

fn build(alphabet: &Alphabet, text: &str) {
    let dawg = time(9, || Lexicon::build("bench", alphabet, &WordList::from_text(text), LONGEST));
    let both = time(9, || {
        Lexicon::build("bench", alphabet, &WordList::from_text(text), LONGEST)
            .0
            .gaddag()
            .graph()
            .size()
    });
    let english = scrabble::rules::Alphabet::english();
    let theirs = time(3, || {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        scrabble::lexicon::Lexicon::from_words(&english, &words).expect("the same words")
    });
    println!("from text to the left-to-right graph    {dawg:>10.1?}");
    println!("from text to both graphs                {both:>10.1?}");
    println!(
        "the same, crate scrabble                {theirs:>10.1?}   {:.1} × as long\n",
        theirs.as_secs_f64() / both.as_secs_f64()
    );
}

fn sizes(lexicon: &Lexicon) {
    let per_word = |bytes: usize| bytes as f64 / lexicon.len() as f64;
    let (dawg, gaddag) = (lexicon.dawg().graph(), lexicon.gaddag().graph());
    let code = lexicon.dawg().encode().len();
    println!(
        "left-to-right graph   {:>8} nodes {:>8} arcs {:>9} bytes in memory",
        dawg.nodes().len(),
        dawg.arcs().len(),
        dawg.size()
    );
    println!("  in files            {code:>9} bytes, {:.2} per word", per_word(code));
    let (nodes, arcs, size) = (gaddag.nodes().len(), gaddag.arcs().len(), gaddag.size());
    println!("both graphs           {nodes:>8} nodes {arcs:>8} arcs {size:>9} bytes in memory");
    let flat = Flat::<u32>::new(lexicon.gaddag()).expect("26 letters");
    println!("  laid out for walking                     {:>12} bytes in memory", flat.size());
    println!("  laying it out       {:>9.1?}\n", time(5, || Flat::<u32>::new(lexicon.gaddag())));
}

fn open(lexicon: &Lexicon) {
    let file = lexicon.to_bytes();
    let kwg = lexicon.to_kwg(KwgKind::Kbwg).expect("no lexicon is that large");
    println!(
        "open {} bytes                     {:>10.1?}",
        file.len(),
        time(9, || Lexicon::from_bytes(&file))
    );
    let read = time(9, || Lexicon::from_kwg("bench", lexicon.alphabet(), &kwg, KwgKind::Kbwg));
    println!("read {} bytes of KBWG            {read:>10.1?}", kwg.len());
    let catalogue = Catalogue::new(None);
    if catalogue.get("english", lexicon.alphabet()).is_ok() {
        let again = time(99, || catalogue.get("english", lexicon.alphabet()));
        println!("get a built-in lexicon again            {again:>10.1?}");
    }
    println!();
}

fn walk(lexicon: &Lexicon) {
    let words: Vec<_> = lexicon.words().collect();
    let all = time(9, || lexicon.words().count());
    let look_up = time(9, || words.iter().filter(|word| lexicon.contains(word)).count());
    let per_word = |time: Duration| time.as_nanos() / words.len().max(1) as u128;
    println!("list all words                          {:>7} ns per word", per_word(all));
    println!("look up all words                       {:>7} ns per word\n", per_word(look_up));
}

fn queries(lexicon: &Lexicon) {
    let alphabet = lexicon.alphabet();
    println!(
        "{:<48}{:>9}{:>12}{:>12}{:>12}",
        "answers a second", "words", "all", "first 50", "ns a word"
    );
    for text in PATTERNS {
        let pattern = Pattern::parse(alphabet, text).expect("a pattern");
        report(text, &|most| lexicon.matches(&pattern).take(most).count());
    }
    let word = alphabet.parse("CARE").expect("A to Z");
    for side in [Side::Front, Side::Back, Side::Around] {
        report(&format!("extensions CARE {side:?}"), &|most| {
            lexicon.extensions(&word, side).take(most).count()
        });
    }
    for (with, lengths) in FILTERS {
        let filter = Filter {
            lengths: lengths.clone(),
            with: alphabet.parse(with).unwrap_or_default(),
            ..Filter::default()
        };
        report(&format!("{lengths:?} letters with {with}"), &|most| {
            lexicon.words_where(&filter).take(most).count()
        });
    }
    for rack in RACKS {
        let (letters, blanks) = parse_tiles(alphabet, rack).expect("A to Z");
        report(&format!("anagrams {rack}"), &|most| {
            lexicon.anagrams(&letters, blanks).take(most).count()
        });
        report(&format!("subanagrams {rack}"), &|most| {
            lexicon.subanagrams(&letters, blanks).take(most).count()
        });
    }
    report("hooks CARE", &|_| lexicon.hooks(&word).back.len());
}

/// Says how often in a second a question is answered, wholly and with 50 words.
fn report(name: &str, count: &dyn Fn(usize) -> usize) {
    let rate = |most: usize| {
        // The quickest of some rounds: whatever else the machine does makes it slower, never
        // quicker.
        let round = || {
            let start = Instant::now();
            let mut runs = 0;
            while start.elapsed() < Duration::from_millis(20) {
                black_box(count(most));
                runs += 1;
            }
            start.elapsed().as_secs_f64() / f64::from(runs)
        };
        (0..8).map(|_| round()).fold(f64::INFINITY, f64::min)
    };
    let (words, all, first) = (count(usize::MAX), rate(usize::MAX), rate(50));
    println!(
        "{name:<48}{words:>9}{:>12.0}{:>12.0}{:>12.0}",
        1.0 / all,
        1.0 / first,
        all * 1e9 / words.max(1) as f64
    );
}
