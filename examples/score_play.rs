//! Reads plays, checks whether they fit and whether their words are valid, and scores them. Run
//! with `cargo run -p tisane-engine --example score_play`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use tisane_lexicon::{Catalogue, Lexicon};
use tisane_rules::{Board, Ruleset, score};

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Ruleset::named("english")?;
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet)?;
    let mut board = Board::empty(&ruleset.layout);

    // A row before a column is a play across; small letters are blanks.
    let plays = ["8D RETAINS", "I8 NO", "9G oX", "9A EAT", "J8 SZZ"];
    let results = plays.map(|play| check(&ruleset, &lexicon, &mut board, play));
    for (play, result) in plays.iter().zip(&results) {
        match result {
            Ok(points) => println!("{play:<12}{points:>3} points"),
            Err(reason) => println!("{play:<12}{reason}"),
        }
    }
    println!("{}", ruleset.show_board(&board));

    let valid = results.each_ref().map(Result::is_ok);
    assert_eq!(valid, [true, true, false, false, false]);
    assert_eq!(results[0], Ok(66)); // (7 + 1 for R on a double letter) × 2, and 50 for seven tiles
    Ok(())
}

/// Puts a valid play on the board and returns its score.
fn check(
    ruleset: &Ruleset,
    lexicon: &Lexicon,
    board: &mut Board,
    text: &str,
) -> Result<i32, String> {
    let play = ruleset.parse_play(board, text).map_err(|error| error.to_string())?;
    let scored = score(ruleset, board, &play).map_err(|error| error.to_string())?;
    for scored_word in &scored.words {
        let letters = scored_word.word.letters();
        if !lexicon.contains(&letters) {
            return Err(format!("{} is not a word", ruleset.alphabet.spell(&letters)));
        }
    }
    play.place_on(board);
    Ok(scored.total)
}
