//! Gordon's walk from every anchor outwards through a GADDAG, written from the paper with nothing
//! but public types: a second opinion for the tests and a baseline for the benchmark.

use std::collections::BTreeSet;

use tisane_lexicon::graph::NodeId;
use tisane_lexicon::{Dawg, Gaddag, Letter, LetterSet, Lexicon};
use tisane_rules::{Board, Direction, Placed, Play, Ruleset, Square, Tile, Tiles};

/// Every play of the rack; on an empty symmetric board, across only.
pub(crate) fn all_plays(
    ruleset: &Ruleset,
    lexicon: &Lexicon,
    board: &Board,
    rack: &Tiles,
) -> BTreeSet<Play> {
    let mut plays = BTreeSet::new();
    for direction in Direction::BOTH {
        if direction == Direction::Down && board.is_empty() && ruleset.layout.is_symmetric() {
            continue;
        }
        let lanes = if direction == Direction::Across { board.rows() } else { board.cols() };
        for lane in 0..lanes {
            let squares = lane_squares(board, direction, lane);
            let allowed = |&square: &Square| cross_set(ruleset, lexicon, board, direction, square);
            let mut walk = Walk {
                gaddag: lexicon.gaddag(),
                tiles: squares.iter().map(|&square| board.get(square)).collect(),
                allowed: squares.iter().map(allowed).collect(),
                squares,
                anchor: 0,
                limit: 0,
                rack: rack.clone(),
                placed: Vec::new(),
                plays: &mut plays,
            };
            for anchor in 0..walk.squares.len() {
                if is_anchor(ruleset, board, walk.squares[anchor]) {
                    walk.anchor = anchor;
                    walk.left(walk.gaddag.root(), anchor);
                    walk.limit = anchor + 1;
                }
            }
        }
    }
    plays
}

fn lane_squares(board: &Board, direction: Direction, lane: u8) -> Vec<Square> {
    match direction {
        Direction::Across => (0..board.cols()).map(|at| Square::new(lane, at)).collect(),
        Direction::Down => (0..board.rows()).map(|at| Square::new(at, lane)).collect(),
    }
}

fn is_anchor(ruleset: &Ruleset, board: &Board, square: Square) -> bool {
    board.get(square).is_none()
        && if board.is_empty() {
            ruleset.layout.starts().contains(&square)
        } else {
            board.has_neighbour(square)
        }
}

/// The letters that form a word, or none at all, in the other direction.
fn cross_set(
    ruleset: &Ruleset,
    lexicon: &Lexicon,
    board: &Board,
    direction: Direction,
    square: Square,
) -> LetterSet {
    let run = |step: i32| {
        let letters = (1..).map_while(|n| board.get(square.step(direction.other(), step * n)?));
        letters.map(|placed| placed.letter).collect::<Vec<Letter>>()
    };
    let (mut before, after) = (run(-1), run(1));
    before.reverse();
    if before.is_empty() && after.is_empty() {
        return ruleset.alphabet.all();
    }
    let dawg: &Dawg = lexicon.dawg();
    let is_word = |letter: &Letter| dawg.contains(&[&before[..], &[*letter], &after[..]].concat());
    ruleset.alphabet.letters().filter(is_word).collect()
}

struct Walk<'a> {
    gaddag: &'a Gaddag,
    squares: Vec<Square>,
    tiles: Vec<Option<Placed>>,
    allowed: Vec<LetterSet>,
    anchor: usize,
    /// The first square that new tiles may take; earlier ones belong to earlier anchors.
    limit: usize,
    rack: Tiles,
    placed: Vec<(Square, Placed)>,
    plays: &'a mut BTreeSet<Play>,
}

impl Walk<'_> {
    fn is_free(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.tiles.get(at)).is_none_or(Option::is_none)
    }

    /// Fills square `at` in every possible way and continues with `then`.
    fn fill(&mut self, node: NodeId, at: usize, then: impl Fn(&mut Self, NodeId, bool)) {
        let accepts = self.gaddag.accepts(node);
        if let Some(Placed { letter, .. }) = self.tiles[at] {
            if let Some(next) = self.gaddag.child(node, letter) {
                then(self, next, accepts.contains(letter));
            }
            return;
        }
        for letter in self.gaddag.children(node).and(self.allowed[at]).iter() {
            let Some(next) = self.gaddag.child(node, letter) else { continue };
            for (tile, blank) in [(Tile::Letter(letter), false), (Tile::Blank, true)] {
                if self.rack.contains(tile) {
                    self.rack.remove(tile);
                    self.placed.push((self.squares[at], Placed { letter, blank }));
                    then(self, next, accepts.contains(letter));
                    self.placed.pop();
                    self.rack.insert(tile);
                }
            }
        }
    }

    fn left(&mut self, node: NodeId, at: usize) {
        self.fill(node, at, |walk, next, ends| {
            let begins = walk.is_free(at.checked_sub(1));
            if begins && ends && walk.is_free(Some(walk.anchor + 1)) {
                walk.found(at, walk.anchor + 1);
            }
            if begins
                && walk.anchor + 1 < walk.squares.len()
                && let Some(right) = walk.gaddag.turn(next)
            {
                walk.right(right, at, walk.anchor + 1);
            }
            if at > walk.limit || at > 0 && walk.tiles[at - 1].is_some() {
                walk.left(next, at - 1);
            }
        });
    }

    fn right(&mut self, node: NodeId, start: usize, at: usize) {
        self.fill(node, at, |walk, next, ends| {
            if ends && walk.is_free(Some(at + 1)) {
                walk.found(start, at + 1);
            }
            if at + 1 < walk.squares.len() {
                walk.right(next, start, at + 1);
            }
        });
    }

    fn found(&mut self, start: usize, end: usize) {
        if end - start > 1 {
            self.plays.insert(Play::new(self.placed.iter().copied()));
        }
    }
}
