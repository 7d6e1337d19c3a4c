//! Every legal play by brute force, sharing no code with the generator: for every word, square, direction and choice of
//! blanks, does it fit, are all words valid, what does it score.

use std::collections::{BTreeMap, HashSet};

use tisane_lexicon::Letter;
use tisane_rules::{Board, BonusKind, Direction, Placed, Play, Ruleset, Square, Tile, Tiles};

/// A small repeatable source of chance.
pub(crate) struct Dice(pub u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// Every legal play with its score and the direction it is named by.
pub(crate) fn oracle(ruleset: &Ruleset, words: &[Vec<Letter>], board: &Board, rack: &Tiles) -> BTreeMap<Play, (i32, Direction)> {
    let valid: HashSet<&[Letter]> = words.iter().map(|word| &word[..]).collect();
    let mut plays = BTreeMap::new();
    let letters = |letters: &mut dyn Iterator<Item = Letter>| letters.fold(0u64, |set, letter| set | 1 << letter.index());
    let spelled: Vec<u64> = words.iter().map(|word| letters(&mut word.iter().copied())).collect();
    let own = rack.letters().bits();
    for direction in Direction::BOTH {
        for start in ruleset.layout.squares() {
            let line = (0..32).map_while(|n| start.step(direction, n).filter(|&square| board.contains(square)));
            let tiles: Vec<Letter> = line.filter_map(|square| board.get(square)).map(|placed| placed.letter).collect();
            let there = own | letters(&mut tiles.iter().copied());
            for (word, spelled) in words.iter().zip(&spelled) {
                // Only to save time: letters come from the rack or from the line.
                if word.len() > rack.len() + tiles.len() || (spelled & !there).count_ones() as usize > rack.blanks() {
                    continue;
                }
                let squares: Vec<Square> = (0..word.len() as i32).filter_map(|n| start.step(direction, n)).collect();
                let inside = squares.iter().all(|&square| board.contains(square));
                let ends = [start.step(direction, -1), start.step(direction, word.len() as i32)];
                if !inside || ends.into_iter().flatten().any(|square| board.get(square).is_some()) {
                    continue;
                }
                let mut empty = Vec::new();
                let mut matches = true;
                for (&square, &letter) in squares.iter().zip(word) {
                    match board.get(square) {
                        Some(placed) => matches &= placed.letter == letter,
                        None => empty.push((square, letter)),
                    }
                }
                if !matches || empty.is_empty() || empty.len() > rack.len() {
                    continue;
                }
                for blanks in 0..1u32 << empty.len() {
                    let tiles = |n: usize, letter| if blanks >> n & 1 == 1 { Tile::Blank } else { Tile::Letter(letter) };
                    let needed: Tiles = empty.iter().enumerate().map(|(n, &(_, letter))| tiles(n, letter)).collect();
                    if !rack.contains_all(&needed) {
                        continue;
                    }
                    let placed: Vec<(Square, Placed)> = empty
                        .iter()
                        .enumerate()
                        .map(|(n, &(square, letter))| (square, Placed { letter, blank: blanks >> n & 1 == 1 }))
                        .collect();
                    if let Some(points) = judge(ruleset, &valid, board, direction, &squares, &placed) {
                        let named = if placed.len() == 1 && run(board, &placed, placed[0].0, Direction::Across).len() > 1 {
                            Direction::Across
                        } else {
                            direction
                        };
                        plays.insert(Play::new(placed), (points, named));
                    }
                }
            }
        }
    }
    plays
}

/// The run of tiles through a square after a play: square, tile, is it new.
fn run(board: &Board, placed: &[(Square, Placed)], through: Square, direction: Direction) -> Vec<(Square, Placed, bool)> {
    let get = |square: Square| {
        let new = placed.iter().find(|(at, _)| *at == square).map(|&(_, tile)| (square, tile, true));
        new.or_else(|| board.get(square).map(|tile| (square, tile, false)))
    };
    let before = (1..).map_while(|n| get(through.step(direction, -n)?));
    let mut all: Vec<_> = before.collect();
    all.reverse();
    all.extend((0..).map_while(|n| get(through.step(direction, n)?)));
    all
}

/// The points of a play, if it is legal.
fn judge(
    ruleset: &Ruleset,
    valid: &HashSet<&[Letter]>,
    board: &Board,
    direction: Direction,
    squares: &[Square],
    placed: &[(Square, Placed)],
) -> Option<i32> {
    let touches = placed.iter().any(|&(square, _)| {
        Direction::BOTH
            .into_iter()
            .any(|way| [-1, 1].into_iter().any(|n| square.step(way, n).is_some_and(|next| board.get(next).is_some())))
    });
    let starts = placed.iter().any(|(square, _)| ruleset.layout.starts().contains(square));
    if if board.n_tiles() == 0 { !starts } else { !touches } {
        return None;
    }
    let mut runs = vec![run(board, placed, squares[0], direction)];
    runs.extend(placed.iter().map(|&(square, _)| run(board, placed, square, direction.other())).filter(|run| run.len() > 1));
    let mut points = 0;
    for run in runs {
        let letters: Vec<Letter> = run.iter().map(|(_, tile, _)| tile.letter).collect();
        if !valid.contains(&letters[..]) {
            return None;
        }
        let (mut sum, mut times) = (0, 1);
        for (square, tile, new) in run {
            let value = if tile.blank { ruleset.blanks.value } else { ruleset.letter(tile.letter).value };
            let premium = ruleset.layout.premium(square);
            let counts = premium.only_value.is_none_or(|only| i32::from(only) == value);
            sum += value * if new && counts { i32::from(premium.letter) } else { 1 };
            times *= if new { i32::from(premium.word) } else { 1 };
        }
        points += sum * times;
    }
    match ruleset.bonuses().iter().find(|bonus| bonus.tiles == placed.len()).map(|bonus| bonus.kind) {
        Some(BonusKind::Points(more)) => Some(points + more),
        Some(BonusKind::Times(times)) => Some(points * times),
        None => Some(points),
    }
}
