//! The highest score of every selection of tiles on one board: a sheet with an entry for each
//! multiset of tiles that a rack could contain.
//!
//! Every word that fits the board is visited once, whatever rack it might come from, as far as the
//! tiles that are not on the board allow it. Blanks are assigned afterwards: a blank changes the
//! score by a known amount, so no word is visited twice.

use tisane_lexicon::graph::NodeId;
use tisane_lexicon::{Dawg, Letter, LetterSet, Lexicon};
use tisane_rules::{Board, BonusKind, Direction, Premium, Ruleset, Square, Tile};

use super::POINT;
use crate::evaluate::ranking::{MAX_KINDS, MAX_TILES, Pool, Ranking};

/// The highest scores on one board, by the place of the tiles played.
pub(super) struct Sheet {
    /// In [`POINT`]s; 0 if there is no play.
    pub scores: Vec<i16>,
    /// Whether there is a play with these tiles and one lesser tile.
    pub with_one: Vec<bool>,
    /// Whether there is a play with these tiles and any number of lesser tiles.
    pub begun: Vec<bool>,
}

impl Sheet {
    pub(super) fn new(ranking: &Ranking) -> Sheet {
        // Eight entries are read at a time, from any place.
        let parts = ranking.first(ranking.largest());
        Sheet {
            scores: vec![0; ranking.len() + 8],
            with_one: vec![false; parts],
            begun: vec![false; parts],
        }
    }

    /// Fills the sheet for a board, with racks that can be drawn from this pool.
    pub(super) fn fill(
        &mut self,
        ranking: &Ranking,
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        board: &Board,
        pool: &Pool,
    ) {
        self.scores.fill(0);
        self.with_one.fill(false);
        self.begun.fill(false);
        let bonus: Vec<(i32, i32)> = (0..=ranking.largest())
            .map(|n| match ruleset.bonus(n) {
                None => (1, 0),
                Some(BonusKind::Points(points)) => (1, points),
                Some(BonusKind::Times(times)) => (times, 0),
            })
            .collect();
        for direction in Direction::BOTH {
            let lanes = match direction {
                Direction::Across => board.rows(),
                Direction::Down => board.cols(),
            };
            for lane in 0..lanes {
                let lane = lane_squares(board, direction, lane)
                    .map(|square| Spot::new(ruleset, lexicon, board, direction, square));
                let lane: Vec<Spot> = lane.collect();
                let mut walk = SheetWalk {
                    ranking,
                    ruleset,
                    dawg: lexicon.dawg(),
                    lane: &lane,
                    bonus: &bonus,
                    pool,
                    used: [0; MAX_KINDS],
                    missing: 0,
                    start: 0,
                    new: [New::default(); MAX_TILES],
                    sheet: self,
                };
                for start in 0..lane.len() {
                    let begins = start == 0 || lane[start - 1].tile.is_none();
                    let reach = lane[start..]
                        .iter()
                        .filter(|spot| spot.tile.is_none())
                        .position(|spot| spot.anchor);
                    if begins && reach.is_some_and(|reach| reach < ranking.largest()) {
                        walk.start = start;
                        let so_far = PartialScore {
                            node: lexicon.dawg().root(),
                            main: 0,
                            times: 1,
                            cross: 0,
                            n: 0,
                            attached: false,
                        };
                        walk.go(start, so_far, false);
                    }
                }
            }
        }
    }
}

fn lane_squares(
    board: &Board,
    direction: Direction,
    lane: u8,
) -> impl Iterator<Item = Square> + use<> {
    let (rows, cols) = (board.rows(), board.cols());
    let len = if direction == Direction::Across { cols } else { rows };
    (0..len).map(move |at| {
        if direction == Direction::Across { Square::new(lane, at) } else { Square::new(at, lane) }
    })
}

/// A square of a lane.
struct Spot {
    /// The letter on it and its value.
    tile: Option<(Letter, i32)>,
    /// The letters that a cross word allows.
    allowed: LetterSet,
    /// The value of the cross word's tiles, if there is one.
    crossed: Option<i32>,
    /// Whether a play that covers it is connected.
    anchor: bool,
    premium: Premium,
}

impl Spot {
    fn new(
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        board: &Board,
        direction: Direction,
        square: Square,
    ) -> Spot {
        let premium = ruleset.layout.premium(square);
        let all = ruleset.alphabet.all();
        if let Some(placed) = board.get(square) {
            let value = ruleset.value(placed.tile());
            return Spot {
                tile: Some((placed.letter, value)),
                allowed: all,
                crossed: None,
                anchor: false,
                premium,
            };
        }
        let anchor = if board.is_empty() {
            ruleset.layout.starts().contains(&square)
        } else {
            board.has_neighbour(square)
        };
        let run = |step: i32| {
            (1..)
                .map_while(move |n| board.get(square.step(direction.other(), step * n)?))
                .map(|placed| (placed.letter, ruleset.value(placed.tile())))
        };
        let mut before: Vec<(Letter, i32)> = run(-1).collect();
        before.reverse();
        let after: Vec<(Letter, i32)> = run(1).collect();
        if before.is_empty() && after.is_empty() {
            return Spot { tile: None, allowed: all, crossed: None, anchor, premium };
        }
        let letters =
            |tiles: &[(Letter, i32)]| tiles.iter().map(|&(letter, _)| letter).collect::<Vec<_>>();
        let value = before.iter().chain(&after).map(|&(_, value)| value).sum();
        let allowed = allowed(lexicon.dawg(), &letters(&before), &letters(&after));
        Spot { tile: None, allowed, crossed: Some(value), anchor, premium }
    }
}

/// The letters that form a word between these.
fn allowed(dawg: &Dawg, before: &[Letter], after: &[Letter]) -> LetterSet {
    let Some(node) = dawg.walk(before) else { return LetterSet::EMPTY };
    let Some((&last, middle)) = after.split_last() else { return dawg.accepts(node) };
    let completes = |letter: &Letter| {
        let through = middle
            .iter()
            .try_fold(dawg.child(node, *letter)?, |node, &letter| dawg.child(node, letter))?;
        Some(dawg.accepts(through).contains(last))
    };
    dawg.children(node).iter().filter(|letter| completes(letter).unwrap_or(false)).collect()
}

/// A tile of the current play.
#[derive(Copy, Clone, Default)]
struct New {
    letter: u8,
    /// The value lost if it is a blank, each time it is scored.
    loss: i32,
    /// How often it is scored in its cross word.
    cross_times: i32,
}

struct SheetWalk<'a> {
    ranking: &'a Ranking,
    ruleset: &'a Ruleset,
    dawg: &'a Dawg,
    lane: &'a [Spot],
    /// By the number of tiles: factor and points.
    bonus: &'a [(i32, i32)],
    pool: &'a Pool,
    /// How many tiles of each letter the play has.
    used: [u8; MAX_KINDS],
    /// How many of them the pool lacks, so that blanks are needed.
    missing: u8,
    start: usize,
    new: [New; MAX_TILES],
    sheet: &'a mut Sheet,
}

/// The score of the part of a word visited so far.
#[derive(Copy, Clone)]
struct PartialScore {
    node: NodeId,
    /// Points of the word, before it is multiplied.
    main: i32,
    times: i32,
    /// Points of cross words.
    cross: i32,
    n: usize,
    attached: bool,
}

impl SheetWalk<'_> {
    fn go(&mut self, at: usize, so_far: PartialScore, ends_word: bool) {
        let spot = self.lane.get(at);
        if ends_word
            && so_far.attached
            && so_far.n > 0
            && at - self.start > 1
            && spot.is_none_or(|spot| spot.tile.is_none())
        {
            self.found(&so_far);
        }
        let Some(spot) = spot else { return };
        let dawg = self.dawg;
        if let Some((letter, value)) = spot.tile {
            if let Some(node) = dawg.child(so_far.node, letter) {
                let ends = dawg.accepts(so_far.node).contains(letter);
                self.go(
                    at + 1,
                    PartialScore { node, main: so_far.main + value, attached: true, ..so_far },
                    ends,
                );
            }
            return;
        }
        if so_far.n == self.ranking.largest() {
            return;
        }
        let accepts = dawg.accepts(so_far.node);
        let premium = spot.premium;
        let blank = self.ruleset.blanks.value * premium.letter_for(self.ruleset.blanks.value);
        let blanks = self.pool.counts[self.ranking.kinds() - 1];
        for letter in dawg.children(so_far.node).and(spot.allowed).iter() {
            let index = letter.index();
            let missing = u8::from(self.used[index] >= self.pool.counts[index]);
            if self.missing + missing > blanks {
                continue;
            }
            let value = self.ruleset.value(Tile::Letter(letter));
            let worth = value * premium.letter_for(value);
            let times = i32::from(premium.word);
            let cross_times = if spot.crossed.is_some() { times } else { 0 };
            self.new[so_far.n] = New { letter: index as u8, loss: worth - blank, cross_times };
            let next = PartialScore {
                node: dawg.child(so_far.node, letter).expect("one of the children"),
                main: so_far.main + worth,
                times: so_far.times * times,
                cross: so_far.cross + spot.crossed.map_or(0, |crossed| (crossed + worth) * times),
                n: so_far.n + 1,
                attached: so_far.attached || spot.anchor,
            };
            self.used[index] += 1;
            self.missing += missing;
            self.go(at + 1, next, accepts.contains(letter));
            self.used[index] -= 1;
            self.missing -= missing;
        }
    }

    /// Enters a word with every choice of blanks.
    fn found(&mut self, so_far: &PartialScore) {
        // By letter; for equal letters, those that lose least as a blank first.
        let mut tiles = [(0, 0); MAX_TILES];
        for (at, new) in self.new[..so_far.n].iter().enumerate() {
            let tile = (new.letter, new.loss * (so_far.times + new.cross_times));
            let mut place = at;
            while place > 0 && tiles[place - 1] > tile {
                tiles[place] = tiles[place - 1];
                place -= 1;
            }
            tiles[place] = tile;
        }
        let bonus = self.bonus[so_far.n];
        let tiles = &tiles[..so_far.n];
        let mut dealing = Dealing {
            ranking: self.ranking,
            tiles,
            pool: self.pool,
            bonus,
            sheet: self.sheet,
            dealt: [0; MAX_TILES],
        };
        dealing.deal(DealtBlanks {
            at: 0,
            letters: 0,
            blanks: 0,
            rank: 0,
            tail: 0,
            points: so_far.main * so_far.times + so_far.cross,
        });
    }
}

/// Assigns the blanks of one play.
struct Dealing<'a> {
    ranking: &'a Ranking,
    tiles: &'a [(u8, i32)],
    pool: &'a Pool,
    bonus: (i32, i32),
    sheet: &'a mut Sheet,
    /// The letters that are not blanks, sorted.
    dealt: [usize; MAX_TILES],
}

/// For the tiles before `at` it is decided which are blanks.
#[derive(Copy, Clone)]
struct DealtBlanks {
    at: usize,
    letters: usize,
    blanks: usize,
    /// The rank of the letters, and of the letters without the first.
    rank: u32,
    tail: u32,
    points: i32,
}

impl Dealing<'_> {
    fn deal(&mut self, mut dealt: DealtBlanks) {
        let Some(&(letter, _)) = self.tiles.get(dealt.at) else { return self.enter(dealt) };
        let group = &self.tiles[dealt.at..];
        let n = group.iter().take_while(|tile| tile.0 == letter).count();
        let missing = n.saturating_sub(self.pool.counts[letter as usize].into());
        let most = n.min(usize::from(self.pool.counts[self.ranking.kinds() - 1]) - dealt.blanks);
        dealt.at += n;
        for blanks in 0..=most {
            if blanks >= missing {
                let mut next = DealtBlanks { blanks: dealt.blanks + blanks, ..dealt };
                for _ in blanks..n {
                    self.dealt[next.letters] = letter.into();
                    self.add(&mut next, letter.into());
                }
                self.deal(next);
            }
            if blanks < most {
                dealt.points -= self.tiles[dealt.at - n + blanks].1;
            }
        }
    }

    fn add(&self, dealt: &mut DealtBlanks, kind: usize) {
        if dealt.letters > 0 {
            dealt.tail += self.ranking.step(dealt.letters, kind);
        }
        dealt.letters += 1;
        dealt.rank += self.ranking.step(dealt.letters, kind);
    }

    fn enter(&mut self, mut dealt: DealtBlanks) {
        let letters = dealt.letters;
        for _ in 0..dealt.blanks {
            self.add(&mut dealt, self.ranking.kinds() - 1);
        }
        let (times, plus) = self.bonus;
        let points = (dealt.points * times + plus) * i32::from(POINT);
        let points = points.clamp(0, i16::MAX.into()) as i16;
        let score = &mut self.sheet.scores[self.ranking.first(dealt.letters) + dealt.rank as usize];
        if points > *score {
            let new = *score == 0;
            *score = points;
            if new {
                self.begin(letters, dealt);
            }
        }
    }

    /// Marks the greatest tiles of a new play; the first `letters` tiles are letters.
    fn begin(&mut self, letters: usize, dealt: DealtBlanks) {
        let size = dealt.letters;
        if size < self.ranking.largest() {
            self.sheet.begun[self.ranking.first(size) + dealt.rank as usize] = true;
        }
        let mut kinds = [self.ranking.kinds() - 1; MAX_TILES];
        // The letters of the play that are not blanks.
        kinds[..letters].copy_from_slice(&self.dealt[..letters]);
        self.sheet.with_one[self.ranking.first(size - 1) + dealt.tail as usize] = true;
        for from in 1..size {
            let place = self.ranking.place(kinds[from..size].iter().copied());
            if std::mem::replace(&mut self.sheet.begun[place], true) {
                break;
            }
        }
    }
}
