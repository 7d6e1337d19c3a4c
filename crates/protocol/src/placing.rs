//! Where a word can go: for whoever writes down what another has played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tisane_lexicon::{Letter, Lexicon, composed};
use tisane_rules::{Board, Direction, Move, MoveText, Placed, Play, Position, Ruleset, Square, Through, Tile, Tiles, score};

use crate::error::{ErrorCode, ErrorView};
use crate::game::PlacedView;

/// The places of a word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacesView {
    pub word: String,
    /// Whether it is in the lexicon; nothing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<bool>,
    /// Nowhere does it form words of the lexicon only: these are places where it lies at least.
    pub doubtful: bool,
    /// The highest score first.
    pub places: Vec<PlaceView>,
}

/// One place, with all ways in which blanks can be part of the word there.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlaceView {
    /// `8D` across, `D8` down.
    pub place: String,
    /// Without a blank where that can be, else with as few as can be; the highest score first.
    pub ways: Vec<WayView>,
}

/// One way to lay a word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WayView {
    /// `RE(TA)INs`: tiles on the board in parentheses, blanks small.
    pub word: String,
    pub score: i32,
    /// The new tiles.
    pub tiles: Vec<PlacedView>,
}

/// A letter of the word; whether it is to be a blank, if that was said.
type Wanted = (Letter, Option<bool>);

/// Every place where the player on turn may have laid this word: with the tiles of the rack, or if that is not known, with any that are not on the board
/// or another known rack. Small letters among capitals are blanks, exactly there.
pub(crate) fn places(ruleset: &Ruleset, lexicon: Option<&Lexicon>, position: &Position, text: &str) -> Result<PlacesView, ErrorView> {
    let word = read(ruleset, text)?;
    let letters: Vec<Letter> = word.iter().map(|&(letter, _)| letter).collect();
    let hand = hand(ruleset, position);
    let is_word = |word: &[Letter]| lexicon.is_none_or(|lexicon| lexicon.contains(word));
    let mut plays = plays(ruleset, &position.board, &word, &hand, is_word);
    let doubtful = plays.is_empty();
    if doubtful {
        plays = self::plays(ruleset, &position.board, &word, &hand, |_| true);
    }
    Ok(PlacesView {
        word: ruleset.alphabet.show(&letters),
        valid: lexicon.map(|lexicon| lexicon.contains(&letters)),
        doubtful: doubtful && !plays.is_empty(),
        places: grouped(ruleset, &position.board, plays),
    })
}

/// Reads a move as people type it. Small letters among capitals are blanks, exactly there; in a word all in capitals or all small, blanks stand
/// for the tiles that `hand` does not have, where they cost least.
pub(crate) fn read_move(ruleset: &Ruleset, board: &Board, hand: &Tiles, text: &str) -> Result<MoveText, ErrorView> {
    let text = composed(text.trim());
    let parse = |text: &str| ruleset.parse_move_text(board, text).map_err(|error| ErrorView::new(ErrorCode::Move, error));
    let (place, word) = text.split_once(char::is_whitespace).map_or((&*text, ""), |(place, word)| (place, word.trim()));
    let says_blanks = word.chars().any(char::is_lowercase) && word.chars().any(char::is_uppercase);
    if word.is_empty() || says_blanks {
        return parse(&text);
    }
    let MoveText::Move(Move::Play(play)) = parse(&format!("{place} {}", ruleset.alphabet.casing().upper(word)))? else {
        return parse(&text);
    };
    let new: Vec<(Square, Wanted)> = play.placements().iter().map(|&(square, placed)| (square, (placed.letter, None))).collect();
    let mut ways = Vec::new();
    lay(&new, &mut hand.clone(), &mut Vec::new(), &mut ways);
    let points = |play: &Play| score(ruleset, board, play).map_or(0, |scored| scored.total);
    let best = ways.into_iter().min_by_key(|way| (blanks(way), -points(way)));
    Ok(MoveText::Move(Move::Play(best.unwrap_or(play))))
}

fn blanks(play: &Play) -> usize {
    play.placements().iter().filter(|(_, placed)| placed.blank).count()
}

/// The tiles that can be laid.
pub(crate) fn hand(ruleset: &Ruleset, position: &Position) -> Tiles {
    if !position.rack.is_empty() {
        return position.rack.clone();
    }
    let known = position.others.iter().flat_map(|other| other.known.iter()).collect();
    position.unseen(ruleset).without(&known).expect("known tiles are not on the board")
}

/// The letters of the word; all capitals or all small says nothing about blanks.
fn read(ruleset: &Ruleset, text: &str) -> Result<Vec<Wanted>, ErrorView> {
    let alphabet = &ruleset.alphabet;
    let wrong = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Move, error);
    let text = composed(text.trim());
    let mut word: Vec<Wanted> = Vec::new();
    let mut rest = &*text;
    while !rest.is_empty() {
        let reading = alphabet.read(rest).ok_or_else(|| wrong(&alphabet.unreadable(&text, rest)))?;
        word.extend(reading.letters.iter().map(|&letter| (letter, Some(reading.lower))));
        rest = &rest[reading.bytes..];
    }
    if word.len() < 2 {
        return Err(wrong(&format!("{text:?} is not a word, which has two letters or more")));
    }
    if word.iter().all(|&(_, lower)| lower == word[0].1) {
        word.iter_mut().for_each(|(_, blank)| *blank = None);
    }
    Ok(word)
}

fn plays(ruleset: &Ruleset, board: &Board, word: &[Wanted], hand: &Tiles, is_word: impl Fn(&[Letter]) -> bool) -> BTreeMap<Play, i32> {
    let mut plays = BTreeMap::new();
    for direction in Direction::BOTH {
        for start in ruleset.layout.squares() {
            for play in placements(board, word, start, direction, hand, ruleset.rack) {
                let Ok(scored) = score(ruleset, board, &play) else { continue };
                if scored.words.iter().all(|word| is_word(&word.word.letters())) {
                    plays.insert(play, scored.total);
                }
            }
        }
    }
    plays
}

/// Every way to lay the word here with these tiles, so that nothing stands before or after it.
fn placements(board: &Board, word: &[Wanted], start: Square, direction: Direction, hand: &Tiles, most: usize) -> Vec<Play> {
    let at = |n: i32| start.step(direction, n).filter(|&square| board.contains(square));
    let taken = |n: i32| at(n).is_some_and(|square| board.get(square).is_some());
    if taken(-1) || taken(word.len() as i32) {
        return Vec::new();
    }
    let mut new: Vec<(Square, Wanted)> = Vec::new();
    for (n, &(letter, blank)) in (0..).zip(word) {
        let Some(square) = at(n) else { return Vec::new() };
        match board.get(square) {
            Some(there) if there.letter == letter => {}
            Some(_) => return Vec::new(),
            None => new.push((square, (letter, blank))),
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
fn lay(new: &[(Square, Wanted)], hand: &mut Tiles, laid: &mut Vec<(Square, Placed)>, plays: &mut Vec<Play>) {
    let Some((&(square, (letter, wanted)), rest)) = new.split_first() else {
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

/// Ways that differ in their blanks only are one place.
fn grouped(ruleset: &Ruleset, board: &Board, plays: BTreeMap<Play, i32>) -> Vec<PlaceView> {
    let mut places: BTreeMap<(Vec<Square>, String), Vec<(Play, i32)>> = BTreeMap::new();
    for (play, score) in plays {
        let text = ruleset.show_play(board, &play, Through::Parenthesised);
        let place = text.split_once(' ').map_or(text.as_str(), |(place, _)| place).to_owned();
        let squares = play.placements().iter().map(|&(square, _)| square).collect();
        places.entry((squares, place)).or_default().push((play, score));
    }
    let view = |(play, score): &(Play, i32)| {
        let text = ruleset.show_play(board, play, Through::Parenthesised);
        let word = text.split_once(' ').map_or("", |(_, word)| word).to_owned();
        WayView { word, score: *score, tiles: PlacedView::list(ruleset, play.placements()) }
    };
    let mut places: Vec<PlaceView> = places
        .into_iter()
        .map(|((_, place), mut ways)| {
            ways.sort_by_key(|(play, score)| (blanks(play), -score));
            PlaceView { place, ways: ways.iter().map(view).collect() }
        })
        .collect();
    places.sort_by_key(|place| -place.ways[0].score);
    places
}
