//! Shared by several tests: words, boards from text, plays as text.
#![allow(dead_code)]

pub(crate) mod gaddag;
pub(crate) mod oracle;
pub(crate) mod plain;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tisane_engine::movegen::{Generator, Plays, Searcher};
use tisane_lexicon::{Catalogue, Dawg, Letter, Lexicon};
use tisane_rules::{Board, Direction, Placed, Play, Ruleset, Square, Tiles, column_name, fit};

/// How long a random test goes on after its fewest cases.
const ENOUGH: Duration = Duration::from_secs(5);

/// The numbers of a random test's cases: all up to the start of the range, then more until it has
/// taken long enough. Set `TISANE_ALL_CASES` to run all of them on a slow machine.
pub(crate) fn cases(n: RangeInclusive<u64>) -> impl Iterator<Item = u64> {
    let (fewest, start) = (*n.start(), Instant::now());
    let all = std::env::var_os("TISANE_ALL_CASES").is_some();
    (1..=*n.end()).take_while(move |&case| all || case <= fewest || start.elapsed() < ENOUGH)
}

/// A built-in lexicon, spelled with the tiles of the ruleset.
pub(crate) fn lexicon(ruleset: &Ruleset, name: &str) -> Arc<Lexicon> {
    Catalogue::new(None).get(name, &ruleset.alphabet).expect("it is built in")
}

pub(crate) fn generator(ruleset: &Ruleset, words: &[Vec<Letter>]) -> Generator {
    let dawg = Dawg::from_sorted(words.iter().map(|word| &word[..]));
    Generator::new(ruleset, &Lexicon::new("words", (*ruleset.alphabet).clone(), dawg, None))
}

/// A board as in CGP: rows separated by slashes, numbers for empty squares, lower case for blanks.
pub(crate) fn board(ruleset: &Ruleset, text: &str) -> Board {
    let mut board = Board::empty(&ruleset.layout);
    for (row, text) in text.split('/').enumerate() {
        let (mut col, mut rest) = (0, text);
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                col += rest[..digits].parse::<u8>().unwrap();
                rest = &rest[digits..];
                continue;
            }
            let reading = ruleset.alphabet.read(rest).expect("a letter");
            board.set(
                Square::new(row as u8, col),
                Some(Placed { letter: reading.letters[0], blank: reading.lower }),
            );
            col += 1;
            rest = &rest[reading.bytes..];
        }
    }
    board
}

/// A play such as `8D RETAINS`, including tiles on the board, blanks in lower case.
pub(crate) fn line(ruleset: &Ruleset, board: &Board, play: &Play) -> String {
    let word = fit(ruleset, board, play).expect("a legal play").swap_remove(0);
    let Square { row, col } = word.start;
    let place = match word.direction {
        Direction::Across => format!("{}{}", row + 1, column_name(col)),
        Direction::Down => format!("{}{}", column_name(col), row + 1),
    };
    let face = |placed: Placed| match placed.blank {
        true => ruleset
            .alphabet
            .lower(placed.letter)
            .map_or_else(|| format!("[{}?]", ruleset.alphabet.face(placed.letter)), str::to_owned),
        false => ruleset.alphabet.face(placed.letter).to_owned(),
    };
    format!("{place} {}", word.tiles.iter().map(|tile| face(tile.placed)).collect::<String>())
}

/// Every play with its score.
pub(crate) fn listed(searcher: &Searcher<'_>, plays: &Plays) -> Vec<(Play, i32)> {
    (0..plays.len()).map(|index| searcher.play(plays, index)).zip(plays.scores()).collect()
}

pub(crate) fn rack(ruleset: &Ruleset, text: &str) -> Tiles {
    ruleset.parse_tiles(text).expect("a rack")
}

pub(crate) fn position(ruleset: &Ruleset, cgp: &str) -> tisane_rules::Position {
    cgp.parse::<tisane_rules::Cgp>().expect("a CGP").position(ruleset).expect("a position")
}
