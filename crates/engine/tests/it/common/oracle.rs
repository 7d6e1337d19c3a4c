//! Every legal play by brute force, sharing no code with the generator: for every word, square,
//! direction and choice of blanks, does it fit, are all words valid, what does it score.

use std::collections::{BTreeMap, HashSet};

use tisane_lexicon::Letter;
use tisane_rules::{Board, BonusKind, Direction, Placed, Play, Ruleset, Square, Tiles};

/// A small reproducible random generator.
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

/// Every legal play with its score and the direction of its main word.
pub(crate) fn oracle(
    ruleset: &Ruleset,
    words: &[Vec<Letter>],
    board: &Board,
    rack: &Tiles,
) -> BTreeMap<Play, (i32, Direction)> {
    let valid: HashSet<&[Letter]> = words.iter().map(|word| &word[..]).collect();
    let mut plays = BTreeMap::new();
    for direction in Direction::BOTH {
        for start in ruleset.layout.squares() {
            if start.step(direction, -1).is_some_and(|square| board.get(square).is_some()) {
                continue;
            }
            let line = (0..)
                .map_while(|n| start.step(direction, n).filter(|&square| board.contains(square)));
            let line: Vec<(Square, Option<Placed>)> =
                line.map(|square| (square, board.get(square))).collect();
            for word in words {
                let Some(letters) = new_letters(&line, word, rack) else { continue };
                let placed = |blanks: u32| -> Vec<(Square, Placed)> {
                    let place = |(n, &(square, letter)): (usize, &(Square, Letter))| {
                        (square, Placed { letter, blank: blanks >> n & 1 == 1 })
                    };
                    letters.iter().enumerate().map(place).collect()
                };
                // To save time: legality does not depend on which tiles are blanks.
                if judge(ruleset, &valid, board, direction, start, &placed(0)).is_none() {
                    continue;
                }
                for placed in (0..1u32 << letters.len()).map(placed) {
                    if !rack.contains_all(&placed.iter().map(|(_, placed)| placed.tile()).collect())
                    {
                        continue;
                    }
                    if let Some(points) = judge(ruleset, &valid, board, direction, start, &placed) {
                        let named = if placed.len() == 1
                            && run(board, &placed, placed[0].0, Direction::Across).len() > 1
                        {
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

/// The squares at which a word at the start of a line needs new tiles, and their letters; `None` if
/// it does not fit or the rack cannot have them.
fn new_letters(
    line: &[(Square, Option<Placed>)],
    word: &[Letter],
    rack: &Tiles,
) -> Option<Vec<(Square, Letter)>> {
    if word.len() > line.len() || line.get(word.len()).is_some_and(|(_, placed)| placed.is_some()) {
        return None;
    }
    let mut letters = Vec::new();
    for (&letter, &(square, placed)) in word.iter().zip(line) {
        match placed {
            Some(placed) if placed.letter != letter => return None,
            Some(_) => {}
            None if letters.len() == rack.len() => return None,
            None => letters.push((square, letter)),
        }
    }
    let lacking = letters.iter().filter(|(_, letter)| !rack.letters().contains(*letter)).count();
    (!letters.is_empty() && lacking <= rack.blanks()).then_some(letters)
}

/// The run of tiles through a square after a play: square, tile, whether it is new.
fn run(
    board: &Board,
    placed: &[(Square, Placed)],
    through: Square,
    direction: Direction,
) -> Vec<(Square, Placed, bool)> {
    let get = |square: Square| {
        let new =
            placed.iter().find(|(at, _)| *at == square).map(|&(_, tile)| (square, tile, true));
        new.or_else(|| board.get(square).map(|tile| (square, tile, false)))
    };
    let before = (1..).map_while(|n| get(through.step(direction, -n)?));
    let mut all: Vec<_> = before.collect();
    all.reverse();
    all.extend((0..).map_while(|n| get(through.step(direction, n)?)));
    all
}

/// The score of a play, if it is legal.
fn judge(
    ruleset: &Ruleset,
    valid: &HashSet<&[Letter]>,
    board: &Board,
    direction: Direction,
    start: Square,
    placed: &[(Square, Placed)],
) -> Option<i32> {
    let touches = placed.iter().any(|&(square, _)| {
        Direction::BOTH.into_iter().any(|way| {
            [-1, 1]
                .into_iter()
                .any(|n| square.step(way, n).is_some_and(|next| board.get(next).is_some()))
        })
    });
    let starts = placed.iter().any(|(square, _)| ruleset.layout.starts().contains(square));
    if if board.n_tiles() == 0 { !starts } else { !touches } {
        return None;
    }
    let mut runs = vec![run(board, placed, start, direction)];
    runs.extend(
        placed
            .iter()
            .map(|&(square, _)| run(board, placed, square, direction.other()))
            .filter(|run| run.len() > 1),
    );
    let mut points = 0;
    for run in runs {
        let letters: Vec<Letter> = run.iter().map(|(_, tile, _)| tile.letter).collect();
        if !valid.contains(&letters[..]) {
            return None;
        }
        let (mut sum, mut times) = (0, 1);
        for (square, tile, new) in run {
            let value =
                if tile.blank { ruleset.blanks.value } else { ruleset.letter(tile.letter).value };
            let premium = ruleset.layout.premium(square);
            let counts = premium.only_value.is_none_or(|only| i32::from(only) == value);
            sum += value * if new && counts { i32::from(premium.letter) } else { 1 };
            times *= if new { i32::from(premium.word) } else { 1 };
        }
        points += sum * times;
    }
    match ruleset.bonuses().iter().find(|bonus| bonus.tiles == placed.len()).map(|bonus| bonus.kind)
    {
        Some(BonusKind::Points(more)) => Some(points + more),
        Some(BonusKind::Times(times)) => Some(points * times),
        None => Some(points),
    }
}
