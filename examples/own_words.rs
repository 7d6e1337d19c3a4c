//! Builds a lexicon from your own word list and asks it questions. Run with
//! `cargo run -p tisane-engine --example own_words`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use tisane_lexicon::query::{Pattern, parse_tiles};
use tisane_lexicon::{Letter, Lexicon, WordList};
use tisane_rules::Ruleset;

const WORDS: &str = "tea\nteas\neat\neats\nseat\nteapot\nteapots\nsteep\nx-ray\n";

fn main() -> Result<(), Box<dyn Error>> {
    // The ruleset's alphabet says which letters a word may have, its board how many.
    let ruleset = Ruleset::named("english")?;
    let list = WordList::from_text(WORDS);
    let (lexicon, report) =
        Lexicon::build("teas", &ruleset.alphabet, &list, ruleset.layout.longest());
    println!("{} of {} words can be played", lexicon.len(), report.listed);
    assert_eq!((lexicon.len(), report.listed), (8, 9));
    assert!(lexicon.has("TEAPOT") && !lexicon.has("COFFEE"));

    let spell = |words: Vec<Vec<Letter>>| -> Vec<String> {
        words.iter().map(|word| lexicon.alphabet().spell(word)).collect()
    };

    // A question mark is a blank.
    let (letters, blanks) = parse_tiles(lexicon.alphabet(), "AET?")?;
    let anagrams = spell(lexicon.anagrams(&letters, blanks).collect());
    println!("anagrams of AET?: {}", anagrams.join(" "));
    assert_eq!(anagrams, ["EATS", "SEAT", "TEAS"]);

    let pattern = Pattern::parse(lexicon.alphabet(), "TEA*")?;
    let matches = spell(lexicon.matches(&pattern).collect());
    println!("words that start with TEA: {}", matches.join(" "));
    assert_eq!(matches, ["TEA", "TEAPOT", "TEAPOTS", "TEAS"]);

    let hooks = lexicon.hooks(&lexicon.alphabet().parse("EAT")?);
    assert!(hooks.front.iter().eq(lexicon.alphabet().letter("S")));
    println!("EAT takes an S in front and {} letter behind", hooks.back.iter().count());
    Ok(())
}
