//! Scoring a play. This is the only place that knows what a play is worth.
//!
//! The score of a play is the sum of the words it forms (the main word, and a cross word for each
//! new tile with a neighbour) and the bonus for the number of tiles. Premium squares count only
//! under new tiles: letter premiums multiply the tile, word premiums multiply the word. A tile in
//! two words counts its premium in both.

use crate::plays::{FormedWord, Misfit, fit};
use crate::ruleset::{BonusKind, Ruleset};
use crate::table::{Board, Play};

/// The score of a play, word by word.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Scored {
    /// The main word first, then cross words in board order.
    pub words: Vec<ScoredWord>,
    /// The bonus for the number of tiles.
    pub bonus: i32,
    /// All words and the bonus.
    pub total: i32,
}

/// The score of one word.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ScoredWord {
    /// The word.
    pub word: FormedWord,
    /// The tiles in order, before the word is multiplied.
    pub tiles: Vec<ScoredTile>,
    /// The product of the word premiums under its new tiles.
    pub multiplier: i32,
    /// The points of the word.
    pub points: i32,
}

/// The score of one tile.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ScoredTile {
    /// The value of the tile.
    pub value: i32,
    /// The letter premium, if the tile is new.
    pub times: i32,
}

/// Scores `play` on `board`, or says why it does not fit. The words need not be in any lexicon.
///
/// ```
/// use tisane_rules::{Board, Placed, Play, Ruleset, Square, score};
/// let ruleset = Ruleset::named("english")?;
/// let board = Board::empty(&ruleset.layout);
/// let word = ruleset.alphabet.parse("RETAINS")?;
/// let play = Play::new((3..).zip(word).map(|(col, letter)| (Square::new(7, col), Placed { letter, blank: false })));
/// let scored = score(&ruleset, &board, &play)?;
/// assert_eq!(scored.total, 2 * (7 + 1) + 50); // R on a double letter, the start doubles, seven tiles
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(ruleset: &Ruleset, board: &Board, play: &Play) -> Result<Scored, Misfit> {
    let words: Vec<ScoredWord> =
        fit(ruleset, board, play)?.into_iter().map(|word| score_word(ruleset, word)).collect();
    let points: i32 = words.iter().map(|word| word.points).sum();
    let bonus = match ruleset.bonus(play.placements().len()) {
        None => 0,
        Some(BonusKind::Points(bonus)) => bonus,
        Some(BonusKind::Times(times)) => points * (times - 1),
    };
    Ok(Scored { words, bonus, total: points + bonus })
}

fn score_word(ruleset: &Ruleset, word: FormedWord) -> ScoredWord {
    let mut multiplier = 1;
    let mut tiles = Vec::with_capacity(word.tiles.len());
    for tile in &word.tiles {
        let value = ruleset.value(tile.placed.tile());
        let premium = ruleset.layout.premium(tile.square);
        let times = if tile.new { premium.letter_for(value) } else { 1 };
        if tile.new {
            multiplier *= i32::from(premium.word);
        }
        tiles.push(ScoredTile { value, times });
    }
    let points = multiplier * tiles.iter().map(|tile| tile.value * tile.times).sum::<i32>();
    ScoredWord { word, tiles, multiplier, points }
}
