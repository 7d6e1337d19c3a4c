//! Where a word can be played, for tracking a game played elsewhere.
//!
//! Plays that differ only in which tiles are blanks are one [`Place`], which keeps lists short.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tisane_lexicon::{Alphabet, Letter, SpellingError, composed, excerpt};

use crate::plays::{Scored, fit, score};
use crate::ruleset::Ruleset;
use crate::table::{Board, Direction, Placed, Play, Square, Tile, Tiles};

/// A word to play.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TargetWord(Vec<(Letter, Option<bool>)>);

/// Why a text is not a word to play.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum TargetWordError {
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error("{:?} is not a word: a word has two letters or more", excerpt(.0))]
    Short(String),
}

impl TargetWord {
    /// If a word mixes cases, its lowercase letters are blanks, in the hand or on the board.
    /// Otherwise any tile may be a blank.
    pub fn parse(alphabet: &Alphabet, text: &str) -> Result<TargetWord, TargetWordError> {
        let text = composed(text.trim());
        let mut word: Vec<(Letter, Option<bool>)> = Vec::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            let reading = alphabet.read(rest).ok_or_else(|| alphabet.unreadable(&text, rest))?;
            word.extend(reading.letters.iter().map(|&letter| (letter, Some(reading.lower))));
            rest = &rest[reading.bytes..];
        }
        if word.len() < 2 {
            return Err(TargetWordError::Short(text.into_owned()));
        }
        if word.iter().all(|&(_, lower)| lower == word[0].1) {
            word.iter_mut().for_each(|(_, blank)| *blank = None);
        }
        Ok(TargetWord(word))
    }

    /// The word, letter by letter.
    pub fn letters(&self) -> Vec<Letter> {
        self.0.iter().map(|&(letter, _)| letter).collect()
    }
}

/// Squares where a word can be played.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Place {
    /// With as few blanks as possible.
    pub play: Play,
    /// What the play scores.
    pub scored: Scored,
    /// The same word on the same squares with more or other blanks, and the scores: the fewest
    /// blanks first.
    pub with_blanks: Vec<(Play, i32)>,
}

impl Place {
    fn of(mut ways: Vec<(Play, Scored)>) -> Place {
        ways.sort_by_cached_key(|(play, scored)| {
            (play.tiles().blanks(), Reverse(scored.total), play.clone())
        });
        ways.dedup(); // a single tile is a play across and one down
        let mut ways = ways.into_iter();
        let (play, scored) = ways.next().expect("a place has a way");
        Place {
            play,
            scored,
            with_blanks: ways.map(|(play, scored)| (play, scored.total)).collect(),
        }
    }
}

/// Every place where a word can be played with these tiles so that all words formed are valid, the
/// highest score first.
pub fn places(
    ruleset: &Ruleset,
    board: &Board,
    word: &TargetWord,
    hand: &Tiles,
    is_word: impl Fn(&[Letter]) -> bool,
) -> Vec<Place> {
    let mut found: BTreeMap<Vec<Square>, Vec<(Play, Scored)>> = BTreeMap::new();
    for direction in Direction::BOTH {
        for start in ruleset.layout.squares() {
            for play in plays(board, word, start, direction, hand, ruleset.rack) {
                let Ok(scored) = score(ruleset, board, &play) else { continue };
                if scored.words.iter().all(|word| is_word(&word.word.letters())) {
                    let squares = play.placements().iter().map(|&(square, _)| square).collect();
                    found.entry(squares).or_default().push((play, scored));
                }
            }
        }
    }
    let mut places: Vec<Place> = found.into_values().map(Place::of).collect();
    places.sort_by_key(|place| Reverse(place.scored.total)); // Equals stay in the order of their squares.
    places
}

/// Why a word cannot be played anywhere, whatever the lexicon.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum NoPlace {
    /// It is longer than any row or column.
    TooLong {
        /// The length of the longest row or column.
        squares: usize,
    },
    /// Wherever it fits on the board, at least these tiles are missing.
    Missing(Tiles),
    /// Wherever it fits, it needs more tiles than a rack has.
    ManyTiles {
        /// How many tiles a rack has.
        most: usize,
    },
    /// It fits neither through nor beside the tiles on the board.
    NoRoom,
}

/// Why there are no [`places`] for a word, even if all words were valid.
pub fn why_nowhere(ruleset: &Ruleset, board: &Board, word: &TargetWord, hand: &Tiles) -> NoPlace {
    let longest = ruleset.layout.longest();
    if word.0.len() > longest {
        return NoPlace::TooLong { squares: longest };
    }
    let touches = |new: &[(Square, Letter, Option<bool>)]| {
        let tiles =
            new.iter().map(|&(square, letter, _)| (square, Placed { letter, blank: false }));
        fit(ruleset, board, &Play::new(tiles)).is_ok()
    };
    let starts = Direction::BOTH
        .into_iter()
        .flat_map(|direction| ruleset.layout.squares().map(move |start| (start, direction)));
    let fitting: Vec<_> = starts
        .filter_map(|(start, direction)| new_tiles(board, word, start, direction))
        .filter(|new| touches(new))
        .collect();
    let missing =
        fitting.iter().filter(|new| new.len() <= ruleset.rack).map(|new| missing(new, hand));
    match missing.min_by_key(Tiles::len) {
        Some(missing) => NoPlace::Missing(missing),
        None if fitting.is_empty() => NoPlace::NoRoom,
        None => NoPlace::ManyTiles { most: ruleset.rack },
    }
}

/// The tiles that are missing.
fn missing(new: &[(Square, Letter, Option<bool>)], hand: &Tiles) -> Tiles {
    let mut hand = hand.clone();
    let wanted = |&(_, letter, blank): &(Square, Letter, Option<bool>)| match blank {
        Some(true) => (Tile::Blank, false),
        Some(false) => (Tile::Letter(letter), false),
        None => (Tile::Letter(letter), true),
    };
    let lacking: Vec<(Tile, bool)> =
        new.iter().map(wanted).filter(|&(tile, _)| !hand.remove(tile)).collect();
    // A remaining blank replaces any letter that may be a blank.
    lacking
        .into_iter()
        .filter(|&(_, any)| !(any && hand.remove(Tile::Blank)))
        .map(|(tile, _)| tile)
        .collect()
}

/// Every way to play the word here with these tiles, with no tile before or after it.
fn plays(
    board: &Board,
    word: &TargetWord,
    start: Square,
    direction: Direction,
    hand: &Tiles,
    most: usize,
) -> Vec<Play> {
    let Some(new) = new_tiles(board, word, start, direction).filter(|new| new.len() <= most) else {
        return Vec::new();
    };
    let mut plays = Vec::new();
    lay(&new, &mut hand.clone(), &mut Vec::new(), &mut plays);
    plays
}

/// What must be laid for the word to stand here, with nothing before or after it; none if it
/// cannot, or stands here already.
fn new_tiles(
    board: &Board,
    TargetWord(word): &TargetWord,
    start: Square,
    direction: Direction,
) -> Option<Vec<(Square, Letter, Option<bool>)>> {
    let at = |n: i32| start.step(direction, n).filter(|&square| board.contains(square));
    let taken = |n: i32| at(n).is_some_and(|square| board.get(square).is_some());
    if taken(-1) || taken(word.len() as i32) {
        return None;
    }
    let mut new = Vec::new();
    for (n, &(letter, blank)) in (0..).zip(word) {
        let square = at(n)?;
        match board.get(square) {
            Some(there) if there.letter == letter && (there.blank || blank != Some(true)) => {}
            Some(_) => return None,
            None => new.push((square, letter, blank)),
        }
    }
    Some(new).filter(|new| !new.is_empty())
}

/// Places the tiles one by one, each as a letter and as a blank if possible.
fn lay(
    new: &[(Square, Letter, Option<bool>)],
    hand: &mut Tiles,
    laid: &mut Vec<(Square, Placed)>,
    plays: &mut Vec<Play>,
) {
    let Some((&(square, letter, wanted), rest)) = new.split_first() else {
        plays.push(Play::new(laid.iter().copied()));
        return;
    };
    for (tile, blank) in [(Tile::Letter(letter), false), (Tile::Blank, true)] {
        if wanted.is_none_or(|wanted| wanted == blank) && hand.remove(tile) {
            laid.push((square, Placed { letter, blank }));
            lay(rest, hand, laid, plays);
            laid.pop();
            hand.insert(tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Through;

    /// The places of a word as text, with their scores, also with other blanks.
    #[track_caller]
    fn check(on_board: &[&str], word: &str, hand: &str, expected: &[(&str, i32, &[i32])]) {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        for play in on_board {
            ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
        }
        let (word, hand) = (
            TargetWord::parse(&ruleset.alphabet, word).unwrap(),
            ruleset.parse_tiles(hand).unwrap(),
        );
        let is_word = |word: &[Letter]| {
            ["RETAINS", "QUIZ", "SQUIZ"].contains(&&*ruleset.alphabet.spell(word))
        };
        let found: Vec<(String, i32, Vec<i32>)> = places(&ruleset, &board, &word, &hand, is_word)
            .iter()
            .map(|place| {
                let others = place.with_blanks.iter().map(|&(_, score)| score).collect();
                (
                    ruleset.show_play(&board, &place.play, Through::Spelled),
                    place.scored.total,
                    others,
                )
            })
            .collect();
        for &(play, score, others) in expected {
            assert!(
                found.contains(&(play.to_owned(), score, others.to_vec())),
                "{play} {score} {others:?} in {found:?}"
            );
        }
    }

    #[test]
    fn a_word_without_a_place_has_a_reason() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        ruleset.parse_play(&board, "8B SQUIZ").unwrap().place_on(&mut board);
        let tiles = |text: &str| ruleset.parse_tiles(text).unwrap();
        let why = |word: &str, hand: &str| {
            why_nowhere(
                &ruleset,
                &board,
                &TargetWord::parse(&ruleset.alphabet, word).unwrap(),
                &tiles(hand),
            )
        };
        assert_eq!(why("antidisestablishment", "AEINRST"), NoPlace::TooLong { squares: 15 });
        assert_eq!(why("zoo", "AEINRST"), NoPlace::Missing(tiles("OO")));
        assert_eq!(why("zoo", "AEINRS?"), NoPlace::Missing(tiles("O")));
        assert_eq!(why("ZoO", "AEINRSO"), NoPlace::Missing(tiles("?")), "the blank is wanted");
        assert_eq!(
            why("ZoO", "AEIN???"),
            NoPlace::Missing(tiles("O")),
            "capitals beside a small letter are tiles of their own"
        );
        assert_eq!(why("overconfident", "OVERCNF"), NoPlace::ManyTiles { most: 7 });
    }

    /// A known program forgets both.
    #[test]
    fn places_include_the_bonus_and_blanks() {
        check(&["8H SQUIZ"], "retains", "AEINRT", &[("H2 RETAINS", 8, &[])]);
        check(&[], "retains", "AEINRST", &[("H2 RETAINS", 66, &[])]);
        check(&[], "retains", "AEINRT?", &[("H2 RETAINs", 64, &[])]);
        check(&[], "QUiZ", "QUIZ?", &[("H5 QUiZ", 42, &[])]);
    }

    #[test]
    fn a_small_letter_is_a_blank_on_the_board_too() {
        let through = |on_board: &str, word: &str| {
            let ruleset = Ruleset::named("english").unwrap();
            let mut board = Board::empty(&ruleset.layout);
            ruleset.parse_play(&board, on_board).unwrap().place_on(&mut board);
            let word = TargetWord::parse(&ruleset.alphabet, word).unwrap();
            let hand = ruleset.parse_tiles("QUZ").unwrap();
            places(&ruleset, &board, &word, &hand, |_| true).len()
        };
        assert_eq!((through("8H IT", "QUiZ"), through("8H IT", "QUIZ")), (0, 1));
        assert_eq!((through("8H iT", "QUiZ"), through("8H iT", "QUIZ")), (1, 1));
    }
}
