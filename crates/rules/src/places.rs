//! Where a word can go: every way to lay it down, for following a game that is played elsewhere.
//!
//! Ways that differ only in which of the tiles are blanks are one [`Place`], so that a list of them can be read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tisane_lexicon::{Alphabet, Letter, SpellingError, composed};

use crate::board::Board;
use crate::layout::{Direction, Square};
use crate::play::Play;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::score::{Scored, score};
use crate::tile::{Placed, Tile, Tiles};

/// A word to be laid down.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct WantedWord(Vec<(Letter, Option<bool>)>);

/// Why a text is no word to be laid down.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum WantedWordError {
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error("{0:?} is not a word: a word has two letters or more")]
    Short(String),
}

impl WantedWord {
    /// Small letters among capitals are blanks, whether they are laid or lie on the board; all capitals or all small says nothing about blanks.
    pub fn parse(alphabet: &Alphabet, text: &str) -> Result<WantedWord, WantedWordError> {
        let text = composed(text.trim());
        let mut word: Vec<(Letter, Option<bool>)> = Vec::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            let reading = alphabet.read(rest).ok_or_else(|| alphabet.unreadable(&text, rest))?;
            word.extend(reading.letters.iter().map(|&letter| (letter, Some(reading.lower))));
            rest = &rest[reading.bytes..];
        }
        if word.len() < 2 {
            return Err(WantedWordError::Short(text.into_owned()));
        }
        if word.iter().all(|&(_, lower)| lower == word[0].1) {
            word.iter_mut().for_each(|(_, blank)| *blank = None);
        }
        Ok(WantedWord(word))
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.0.iter().map(|&(letter, _)| letter).collect()
    }
}

/// Squares on which a word can be laid down.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Place {
    /// With as few blanks as can be.
    pub play: Play,
    pub scored: Scored,
    /// The same word on the same squares with more or other blanks, and what it counts then: the fewest blanks first.
    pub with_blanks: Vec<(Play, i32)>,
}

impl Place {
    fn of(mut ways: Vec<(Play, Scored)>) -> Place {
        ways.sort_by_cached_key(|(play, scored)| (play.tiles().blanks(), Reverse(scored.total), play.clone()));
        ways.dedup(); // a single tile is a play across and one down
        let mut ways = ways.into_iter();
        let (play, scored) = ways.next().expect("a place has a way");
        Place { play, scored, with_blanks: ways.map(|(play, scored)| (play, scored.total)).collect() }
    }
}

impl Position {
    /// The tiles that the player on turn can lay: the rack, or where it is not known, all that may be on it.
    pub fn hand(&self, ruleset: &Ruleset) -> Tiles {
        if self.rack.is_empty() { self.hidden(ruleset) } else { self.rack.clone() }
    }
}

/// Every place where a word can be laid with these tiles so that nothing but words is formed, the highest score first.
pub fn places(ruleset: &Ruleset, board: &Board, word: &WantedWord, hand: &Tiles, is_word: impl Fn(&[Letter]) -> bool) -> Vec<Place> {
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

/// Every way to lay the word here with these tiles, so that nothing stands before or after it.
fn plays(board: &Board, WantedWord(word): &WantedWord, start: Square, direction: Direction, hand: &Tiles, most: usize) -> Vec<Play> {
    let at = |n: i32| start.step(direction, n).filter(|&square| board.contains(square));
    let taken = |n: i32| at(n).is_some_and(|square| board.get(square).is_some());
    if taken(-1) || taken(word.len() as i32) {
        return Vec::new();
    }
    let mut new = Vec::new();
    for (n, &(letter, blank)) in (0..).zip(word) {
        let Some(square) = at(n) else { return Vec::new() };
        match board.get(square) {
            Some(there) if there.letter == letter && (there.blank || blank != Some(true)) => {}
            Some(_) => return Vec::new(),
            None => new.push((square, letter, blank)),
        }
    }
    if new.is_empty() || new.len() > most {
        return Vec::new();
    }
    let mut plays = Vec::new();
    lay(&new, &mut hand.clone(), &mut Vec::new(), &mut plays);
    plays
}

/// Lays the tiles one after the other, each as a letter and as a blank where that can be.
fn lay(new: &[(Square, Letter, Option<bool>)], hand: &mut Tiles, laid: &mut Vec<(Square, Placed)>, plays: &mut Vec<Play>) {
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

    /// The places of a word, as text with their scores and what they score with other blanks.
    #[track_caller]
    fn check(on_board: &[&str], word: &str, hand: &str, expected: &[(&str, i32, &[i32])]) {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        for play in on_board {
            ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
        }
        let (word, hand) = (WantedWord::parse(&ruleset.alphabet, word).unwrap(), ruleset.parse_tiles(hand).unwrap());
        let is_word = |word: &[Letter]| ["RETAINS", "QUIZ", "SQUIZ"].contains(&&*ruleset.alphabet.spell(word));
        let found: Vec<(String, i32, Vec<i32>)> = places(&ruleset, &board, &word, &hand, is_word)
            .iter()
            .map(|place| {
                let others = place.with_blanks.iter().map(|&(_, score)| score).collect();
                (ruleset.show_play(&board, &place.play, Through::Spelled), place.scored.total, others)
            })
            .collect();
        for &(play, score, others) in expected {
            assert!(found.contains(&(play.to_owned(), score, others.to_vec())), "{play} {score} {others:?} in {found:?}");
        }
    }

    /// A program that lists the places of an opponent's word is known to have forgotten both.
    #[test]
    fn places_count_the_bonus_and_know_blanks() {
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
            let word = WantedWord::parse(&ruleset.alphabet, word).unwrap();
            let hand = ruleset.parse_tiles("QUZ").unwrap();
            places(&ruleset, &board, &word, &hand, |_| true).len()
        };
        assert_eq!((through("8H IT", "QUiZ"), through("8H IT", "QUIZ")), (0, 1));
        assert_eq!((through("8H iT", "QUiZ"), through("8H iT", "QUIZ")), (1, 1));
    }
}
