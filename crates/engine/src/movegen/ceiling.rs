//! What a rack can still score at most, on this board and on any board it can make of it.
//!
//! Only this rack plays. Every word it will ever form is in one lane and consists of tiles on the
//! board and tiles of the rack, so all such words are listed, whatever the cross-sets say now. A
//! tile's share of a play is its cross word and an equal part of the main word. No two tiles are
//! on the same square, so the sum of all scores is at most the best assignment of tiles to squares.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::Searcher;
use super::graph::WordNode;
use super::grid::{Lane, crossing};
use super::lanes::{IdentityHasher, SEED, mix};
use super::tables::{BLANK, LONGEST};

/// Divisible by twice every number of tiles in a play.
const SCALE: i64 = 1680;

/// The number of tiles on a rack, and so of kinds.
pub(crate) const MOST_KINDS: usize = 8;

/// Tiles of one kind.
#[derive(Copy, Clone, Debug)]
pub(crate) struct KindCount {
    /// The letter's index; `None` is the blank.
    pub letter: Option<u8>,
    pub n: u8,
}

/// For each kind of tile, the squares with the greatest shares, best first.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    by_kind: [Vec<(u16, i64)>; MOST_KINDS],
}

/// What a tile can get from the words of one lane.
#[derive(Copy, Clone, Debug)]
struct InLane {
    index: u8,
    kind: u8,
    share: LaneShare,
}

#[derive(Copy, Clone, Default, Debug)]
struct LaneShare {
    /// At most, as its part of a main word.
    main: i64,
    /// At most, as the only new tile of a word.
    alone: i64,
    possible: bool,
}

/// By square and kind.
type LaneShares = [[LaneShare; MOST_KINDS]; LONGEST];

/// Lanes listed before.
#[derive(Default)]
pub(crate) struct KnownLanes {
    known: HashMap<u64, Rc<[InLane]>, BuildHasherDefault<IdentityHasher>>,
    n_known: usize,
    /// Words listed so far, a measure of the work.
    pub n_words: u64,
}

/// The number of entries remembered, 24 MB; then the table is cleared.
const MOST_KNOWN: usize = 1 << 21;

impl Searcher<'_> {
    /// The shares of the tiles of a rack of at most eight tiles; `None` if this ruleset has no such
    /// bounds.
    pub(crate) fn shares(&self, rack: &[KindCount], known: &mut KnownLanes) -> Option<Shares> {
        let tables = self.tables;
        if !tables.boundable || tables.bonus.iter().any(|bonus| bonus.times != 1) {
            return None;
        }
        let n_lanes = tables.n_lanes();
        let mut allowed = vec![[u8::MAX; LONGEST]; n_lanes];
        let mut found: Vec<Rc<[InLane]>> = Vec::with_capacity(n_lanes);
        // The second time without tiles that form no word across.
        for _ in 0..2 {
            found.clear();
            found.extend((0..n_lanes).map(|lane| known.lane(self, lane, &allowed[lane], rack)));
            for (lane, found) in found.iter().enumerate() {
                let here = &self.grid.lanes[lane];
                let mut possible = [0u8; LONGEST];
                found.iter().for_each(|tile| possible[usize::from(tile.index)] |= 1 << tile.kind);
                let tiles = here.occupied;
                let mut ends = (tiles << 1 | tiles >> 1) & !tiles;
                while ends != 0 {
                    let index = ends.trailing_zeros() as usize;
                    ends &= ends - 1;
                    if index < usize::from(here.len) {
                        let (other, at) = crossing(tables, lane, index);
                        allowed[other][at] &= possible[index];
                    }
                }
            }
        }
        let mut by_square =
            vec![[[LaneShare::default(); 2]; MOST_KINDS]; tables.rows * tables.cols];
        for (lane, found) in found.iter().enumerate() {
            for &InLane { index, kind, share } in found.iter() {
                let square = tables.square(lane, index.into());
                let at = usize::from(square.row) * tables.cols + usize::from(square.col);
                let fits = allowed[lane][usize::from(index)] >> kind & 1 == 1;
                by_square[at][usize::from(kind)][usize::from(lane >= tables.rows)] =
                    if fits { share } else { LaneShare::default() };
            }
        }
        let n_tiles: usize = rack.iter().map(|kind| usize::from(kind.n)).sum();
        let mut shares = Shares { by_kind: Default::default() };
        for (square, by_kind) in (0u16..).zip(&by_square) {
            for (kind, [across, down]) in by_kind.iter().enumerate() {
                if across.possible || down.possible {
                    let share = (across.main + down.alone).max(across.alone + down.main);
                    shares.by_kind[kind].push((square, share));
                }
            }
        }
        for squares in &mut shares.by_kind {
            // Of more squares than tiles, no assignment needs the lesser ones.
            let by_share = |&(square, share): &(u16, i64)| (std::cmp::Reverse(share), square);
            if squares.len() > n_tiles {
                squares.select_nth_unstable_by_key(n_tiles, by_share);
                squares.truncate(n_tiles);
            }
            squares.sort_unstable_by_key(by_share);
        }
        Some(shares)
    }
}

impl KnownLanes {
    fn lane(
        &mut self,
        searcher: &Searcher<'_>,
        lane: usize,
        allowed: &[u8; LONGEST],
        rack: &[KindCount],
    ) -> Rc<[InLane]> {
        let here = &searcher.grid.lanes[lane];
        let mut key = mix(SEED, (lane as u64) << 32 | u64::from(here.occupied));
        for index in 0..usize::from(here.len) {
            if here.occupied >> index & 1 == 1 {
                let letter = u64::from(here.letters[index]) << 32;
                key = mix(key, letter | u64::from(here.values[index] as u32));
            }
        }
        for eight in allowed[..usize::from(here.len).next_multiple_of(8)].chunks_exact(8) {
            key = mix(key, u64::from_le_bytes(eight.try_into().expect("eight bytes")));
        }
        key = rack.iter().fold(key, |key, kind| mix(key, kind.n.into()));
        if let Some(found) = self.known.get(&key) {
            return found.clone();
        }
        let mut shares: LaneShares = Default::default();
        let mut walk = Walk {
            searcher,
            lane,
            here,
            allowed,
            rack,
            left: [0; MOST_KINDS],
            start: 0,
            new: [(0, 0); LONGEST],
            shares: &mut shares,
            n_words: 0,
        };
        walk.run();
        self.n_words += walk.n_words;
        let found: Rc<[InLane]> = shares[..usize::from(here.len)]
            .iter()
            .enumerate()
            .flat_map(|(index, kinds)| kinds.iter().enumerate().map(move |kind| (index, kind)))
            .filter(|(_, (_, share))| share.possible)
            .map(|(index, (kind, &share))| InLane { index: index as u8, kind: kind as u8, share })
            .collect();
        if self.n_known + found.len() > MOST_KNOWN {
            self.known.clear();
            self.n_known = 0;
        }
        self.n_known += found.len() + 2;
        self.known.insert(key, found.clone());
        found
    }
}

impl Shares {
    /// The most that these tiles, by kind, score in all. A tile may stay on the rack, which costs
    /// `kept` of its kind. The second value is whether every tile can be placed somewhere.
    pub(crate) fn most(&self, counts: [u8; MOST_KINDS], kept: [i32; MOST_KINDS]) -> (i32, bool) {
        let (mut tiles, mut n_tiles) = ([0; MOST_KINDS], 0);
        for (kind, n) in counts.into_iter().enumerate() {
            for _ in 0..n {
                tiles[n_tiles] = kind;
                n_tiles += 1;
            }
        }
        let tiles = &tiles[..n_tiles];
        let best = |kind: usize| &self.by_kind[kind][..self.by_kind[kind].len().min(n_tiles)];
        let mut squares: Vec<u16> = (0..MOST_KINDS)
            .filter(|&kind| counts[kind] > 0)
            .flat_map(|kind| best(kind).iter().map(|&(square, _)| square))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        // One more column for each tile that stays.
        let columns = squares.len() + n_tiles;
        let mut gains = vec![-NEVER; n_tiles * columns];
        for (&kind, gains) in tiles.iter().zip(gains.chunks_exact_mut(columns)) {
            for &(square, share) in best(kind) {
                gains[squares.binary_search(&square).expect("it is there")] = share;
            }
            gains[squares.len()..].fill(-i64::from(kept[kind]) * SCALE);
        }
        let all = tiles.iter().all(|&kind| !self.by_kind[kind].is_empty());
        let most = assign(n_tiles, columns, &gains).div_euclid(SCALE);
        (i32::try_from(most).unwrap_or(i32::MAX).min(UNLIMITED), all)
    }
}

/// Beyond any sum of scores, and far below what overflows.
const UNLIMITED: i32 = 1 << 26;

/// More than any sum of shares.
const NEVER: i64 = 1 << 50;

/// The greatest sum of an assignment of every row to a column of its own (the Hungarian method).
/// There are at least as many columns as rows.
fn assign(rows: usize, columns: usize, gains: &[i64]) -> i64 {
    const WIDTH: usize = MOST_KINDS * (MOST_KINDS + 1) + 1;
    assert!(columns < WIDTH, "few tiles");
    let gain = |row: usize, column: usize| gains[(row - 1) * columns + column - 1];
    let (mut by_row, mut by_column) = ([0i64; MOST_KINDS + 1], [0i64; WIDTH]);
    let (mut row_of, mut way) = ([0; WIDTH], [0; WIDTH]);
    for row in 1..=rows {
        row_of[0] = row;
        let mut at = 0;
        let (mut least, mut used) = ([i64::MAX / 4; WIDTH], [false; WIDTH]);
        loop {
            used[at] = true;
            let (here, mut delta, mut next) = (row_of[at], i64::MAX, 0);
            for column in 1..=columns {
                if used[column] {
                    continue;
                }
                let cost = -gain(here, column) - by_row[here] - by_column[column];
                if cost < least[column] {
                    (least[column], way[column]) = (cost, at);
                }
                if least[column] < delta {
                    (delta, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if used[column] {
                    by_row[row_of[column]] += delta;
                    by_column[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = next;
            if row_of[at] == 0 {
                break;
            }
        }
        while at != 0 {
            row_of[at] = row_of[way[at]];
            at = way[at];
        }
    }
    (1..=columns)
        .filter(|&column| row_of[column] != 0)
        .map(|column| gain(row_of[column], column))
        .sum()
}

/// Lists the words of one lane.
struct Walk<'a> {
    searcher: &'a Searcher<'a>,
    lane: usize,
    here: &'a Lane,
    /// By square, as bits: the kinds that may be there.
    allowed: &'a [u8; LONGEST],
    rack: &'a [KindCount],
    left: [u8; MOST_KINDS],
    start: usize,
    /// Squares and kinds of the new tiles.
    new: [(u8, u8); LONGEST],
    shares: &'a mut LaneShares,
    n_words: u64,
}

impl Walk<'_> {
    fn run(&mut self) {
        let graph = &self.searcher.generator.graph;
        self.rack.iter().zip(&mut self.left).for_each(|(kind, left)| *left = kind.n);
        for start in 0..usize::from(self.here.len) {
            if start == 0 || self.here.occupied >> (start - 1) & 1 == 0 {
                self.start = start;
                self.go(graph.node(graph.root()), start, 0, false, 0);
            }
        }
    }

    fn go(&mut self, node: &WordNode, at: usize, n: usize, ends_word: bool, on_board: i32) {
        let len = usize::from(self.here.len);
        let occupied = at < len && self.here.occupied >> at & 1 == 1;
        if ends_word && !occupied && n > 0 && at - self.start > 1 {
            self.found(n, on_board);
        }
        if at == len {
            return;
        }
        let graph = &self.searcher.generator.graph;
        if occupied {
            let letter = self.here.letters[at];
            if let Some(next) = graph.step(node, letter) {
                let on_board = on_board + self.here.values[at];
                self.go(next, at + 1, n, node.accepts >> letter & 1 == 1, on_board);
            }
            return;
        }
        for kind in 0..self.rack.len() {
            if self.left[kind] == 0 || self.allowed[at] >> kind & 1 == 0 {
                continue;
            }
            let mut letters = match self.rack[kind].letter {
                Some(letter) => node.children & 1 << letter,
                None => node.children,
            };
            self.left[kind] -= 1;
            self.new[n] = (at as u8, kind as u8);
            while letters != 0 {
                let letter = letters.trailing_zeros();
                letters &= letters - 1;
                let next = graph.node(node.child(letter));
                self.go(next, at + 1, n + 1, node.accepts >> letter & 1 == 1, on_board);
            }
            self.left[kind] += 1;
        }
    }

    /// A word in which the tiles on the board have these points. The new tiles are placed in one
    /// play or in several, in any order.
    fn found(&mut self, n: usize, on_board: i32) {
        self.n_words += 1;
        let tables = self.searcher.tables;
        let premiums = &tables.lanes[self.lane];
        let mut tiles = [NewTile::default(); LONGEST];
        for (tile, &(at, kind)) in tiles.iter_mut().zip(&self.new[..n]) {
            let letter = self.rack[usize::from(kind)].letter.map_or(BLANK, usize::from);
            let value = i64::from(tables.value[letter]);
            let at = usize::from(at);
            let (letter_times, times) = (premiums.letter[at].into(), premiums.word[at].into());
            *tile = NewTile {
                value,
                points: value * i64::max(letter_times, 1),
                times: i64::max(times, 1),
            };
        }
        let tiles = &tiles[..n];
        let premium = (0..n)
            .filter(|&place| tiles[place].has_premium())
            .fold(0, |set, place| set | 1u32 << place);
        // Of the tiles without premiums, those of the highest values add most to a play.
        let mut plain = [0; LONGEST];
        (0..n).for_each(|place| plain[place] = place);
        let plain = &mut plain[..n];
        plain.sort_unstable_by_key(|&place| (std::cmp::Reverse(tiles[place].value), place));
        for place in 0..n {
            let own = 1u32 << place;
            let alone = self.share(tiles, place, own, on_board);
            let mut main = alone;
            let others = premium & !own;
            let mut chosen = others;
            loop {
                let mut play = chosen | own;
                main = main.max(self.share(tiles, place, play, on_board));
                for &place in plain.iter().filter(|&&place| (premium | own) >> place & 1 == 0) {
                    play |= 1 << place;
                    main = main.max(self.share(tiles, place, play, on_board));
                }
                if chosen == 0 {
                    break;
                }
                chosen = (chosen - 1) & others;
            }
            let (at, kind) = self.new[place];
            let entry = &mut self.shares[usize::from(at)][usize::from(kind)];
            entry.main = entry.main.max(main);
            entry.alone = entry.alone.max(alone);
            entry.possible = true;
        }
    }

    /// The share of the tile `own` in a word, if the tiles of the set `play` are placed together: an
    /// equal part of what they and the board score. A tile placed before or after them is in the
    /// same word only once, when the later one is placed; its points are divided between both.
    fn share(&self, tiles: &[NewTile], own: usize, play: u32, on_board: i32) -> i64 {
        let n = i64::from(play.count_ones());
        let (mut points, mut times) = (i64::from(on_board), 1);
        for (place, tile) in tiles.iter().enumerate() {
            if play >> place & 1 == 1 {
                points += tile.points;
                times *= tile.times;
            }
        }
        let value = tiles[own].value;
        let bonus = i64::from(self.searcher.tables.bonus[n as usize].plus.max(0));
        let mut share = (points * times + bonus) * SCALE / n;
        let (mut later, mut n_premium) = (1, 0);
        for (place, tile) in tiles.iter().enumerate() {
            if play >> place & 1 == 1 {
                continue;
            }
            let before = tile.value * times * (SCALE / 2) / n;
            if tile.times == 1 {
                share += before.max(value * (SCALE / 2));
            } else {
                share += before;
                later *= tile.times;
                n_premium += 1;
            }
        }
        // Several tiles with word premiums, placed together, multiply.
        if n_premium > 0 {
            share += value * later * (SCALE / 2);
        }
        share
    }
}

/// A new tile of a word.
#[derive(Copy, Clone, Default)]
struct NewTile {
    value: i64,
    /// With its letter premium.
    points: i64,
    /// Its word premium.
    times: i64,
}

impl NewTile {
    fn has_premium(self) -> bool {
        self.points != self.value || self.times != 1
    }
}
