//! The crate `scrabble`, for comparison, and positions as it reads them.

use scrabble::board::Board;
use scrabble::lexicon::Lexicon;
use scrabble::rack::Rack;
use scrabble::rules::GameConfig;
use tisane_rules::Ruleset;

pub(crate) struct Peer {
    pub(crate) config: GameConfig,
    pub(crate) lexicon: Lexicon,
}

impl Peer {
    /// With the same words.
    pub(crate) fn new(ruleset: &Ruleset, lexicon: &tisane_lexicon::Lexicon) -> Peer {
        let config = GameConfig::standard();
        let spellings = lexicon.words().map(|word| ruleset.alphabet.spell(&word));
        let lexicon = Lexicon::from_words(&config.alphabet, spellings).unwrap();
        Peer { config, lexicon }
    }

    /// The board of a CGP, and the first of its racks.
    pub(crate) fn position(&self, cgp: &str) -> (Board, Rack) {
        let (board, rest) = cgp.split_once(' ').unwrap();
        let rack = rest.split('/').next().unwrap();
        let board =
            Board::parse(&self.config.layout, &self.config.alphabet, &drawn(board)).unwrap();
        (board, Rack::parse(&self.config.alphabet, rack).unwrap())
    }
}

/// A line for each row, with dots for the empty squares.
fn drawn(board: &str) -> String {
    let mut rows = String::new();
    for row in board.split('/') {
        let mut digits = String::new();
        for c in row.chars().chain(['|']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            rows.push_str(&".".repeat(digits.parse().unwrap_or(0)));
            digits.clear();
            rows.push(if c == '|' { '\n' } else { c });
        }
    }
    rows
}
