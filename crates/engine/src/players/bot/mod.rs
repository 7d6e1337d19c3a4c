//! Computer players: they see a position and choose a move.

mod champion;
mod dice;
mod greedy;
mod human;
mod level;
mod static_;
mod vocabulary;

use tisane_lexicon::{Letter, Lexicon};
use tisane_rules::{Board, Move, Play, Position, Ruleset, fit};

pub use champion::{Champion, ChampionSettings};
pub use greedy::Greedy;
pub use human::Human;
pub use level::{LEVELS, Level, LevelVocabulary};
pub use static_::Static;

/// The bots that do not imitate people, weakest first, each with a description.
pub const MACHINES: [(&str, &str); 3] = [
    ("greedy", "takes the most points, and plans nothing"),
    ("static", "weighs points against the tiles it keeps"),
    ("champion", "looks ahead, and knows how the game ends"),
];

/// Chooses moves for one seat at a time.
pub trait Bot {
    /// A legal move for the player on turn.
    fn choose(&mut self, position: &Position) -> Move;

    /// Whether to challenge the play an opponent has just made. It is on the position's board and
    /// last in its history.
    fn challenges(&mut self, _position: &Position, _play: &Play) -> bool {
        false
    }
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, position: &Position) -> Move {
        (**self).choose(position)
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        (**self).challenges(position, play)
    }
}

/// Whether a play, which is already on the board, formed an invalid word.
pub fn is_phony(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, play: &Play) -> bool {
    !words_before(ruleset, position, play).iter().all(|word| lexicon.contains(word))
}

/// The words that a play forms, the main word first.
fn words_of(ruleset: &Ruleset, board: &Board, play: &Play) -> Vec<Vec<Letter>> {
    fit(ruleset, board, play)
        .map_or(Vec::new(), |words| words.iter().map(|word| word.letters()).collect())
}

/// The words that a play formed, given the position after it.
fn words_before(ruleset: &Ruleset, position: &Position, play: &Play) -> Vec<Vec<Letter>> {
    let mut before = position.board.clone();
    play.take_from(&mut before);
    words_of(ruleset, &before, play)
}
