//! The board with every play of both sides, updated as plays are placed and taken back.
//!
//! Plays are kept by lane for the full racks at the start of the search; those of a smaller rack
//! are among them. A play changes only a few lanes, and a lane in the same state has the same
//! plays, so each state of a lane is listed once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use tisane_rules::{Board, Play, Ruleset, Tiles};

use super::packed::{PackedRack, Packing};
use crate::movegen::ceiling::{KnownLanes, Shares};
use crate::movegen::lanes::{Footprint, IdentityHasher, LaneLister, LanePlay, SEED, mix};
use crate::movegen::{Generator, Searcher};

/// A possible play of one side, with everything the search needs.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Choice {
    pub play: LanePlay,
    /// The tiles it uses, and their value.
    pub hand: PackedRack,
    pub worth: i32,
    /// A hash of these tiles on these squares.
    pub hash: u64,
}

/// 0 or 1.
pub(crate) type SideIndex = usize;

pub(crate) struct Tableau<'a> {
    searcher: Searcher<'a>,
    sides: [Lists; 2],
    /// The lists that were replaced, and their number before each play.
    replaced: Vec<(SideIndex, usize, Rc<[Choice]>)>,
    placed: Vec<usize>,
    found: Vec<LanePlay>,
}

struct Lists {
    deal: Packing,
    lister: LaneLister,
    /// By lane.
    now: Vec<Rc<[Choice]>>,
    /// By the state of a lane.
    known: HashMap<u64, Rc<[Choice]>, BuildHasherDefault<IdentityHasher>>,
    n_known: usize,
    most_known: usize,
    known_lanes: KnownLanes,
}

/// The number of plays remembered for a side, 50 MB; then the table is cleared.
pub(crate) const MOST_KNOWN: usize = 1_000_000;

impl<'a> Tableau<'a> {
    pub(crate) fn new(
        generator: &'a Generator,
        ruleset: &Ruleset,
        board: &Board,
        racks: [&Tiles; 2],
        most_known: usize,
    ) -> Tableau<'a> {
        let mut searcher = generator.searcher();
        searcher.set_board(board);
        let empty: Rc<[Choice]> = Rc::new([]);
        let lists = |rack: &Tiles| Lists {
            deal: Packing::new(ruleset, rack),
            lister: LaneLister::new(generator, rack),
            now: vec![empty.clone(); searcher.n_lanes()],
            known: HashMap::default(),
            n_known: 0,
            most_known,
            known_lanes: KnownLanes::default(),
        };
        let sides = racks.map(lists);
        let mut tableau = Tableau {
            searcher,
            sides,
            replaced: Vec::new(),
            placed: Vec::new(),
            found: Vec::new(),
        };
        tableau.list(u64::MAX >> (64 - tableau.searcher.n_lanes()));
        tableau.replaced.clear();
        tableau
    }

    /// Whether the board is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.searcher.n_tiles() == 0
    }

    pub(crate) fn deal(&self, side: SideIndex) -> &Packing {
        &self.sides[side].deal
    }

    /// The plays of a side that has these tiles.
    pub(crate) fn choices(
        &self,
        side: SideIndex,
        hand: PackedRack,
    ) -> impl Iterator<Item = &Choice> {
        self.sides[side]
            .now
            .iter()
            .flat_map(|lane| lane.iter())
            .filter(move |choice| hand.contains(choice.hand))
    }

    /// The number of plays in all lists of both sides.
    pub(crate) fn n_choices(&self) -> u64 {
        self.sides.iter().flat_map(|lists| &lists.now).map(|lane| lane.len() as u64).sum()
    }

    pub(crate) fn place(&mut self, play: &LanePlay) {
        self.placed.push(self.replaced.len());
        self.searcher.place(&self.searcher.lane_play(play));
        self.list(self.searcher.touched());
    }

    pub(crate) fn undo(&mut self) {
        self.searcher.undo();
        let placed = self.placed.pop().expect("a play was placed");
        for (side, lane, plays) in self.replaced.drain(placed..).rev() {
            self.sides[side].now[lane] = plays;
        }
    }

    pub(crate) fn footprint(&self, play: &LanePlay) -> Footprint {
        self.searcher.footprint(play)
    }

    /// What the tiles of a rack can score at most from here on, if only this side plays.
    /// Also returns the number of words listed for it.
    pub(crate) fn shares(&mut self, side: SideIndex, hand: PackedRack) -> Option<(Shares, u64)> {
        let lists = &mut self.sides[side];
        let before = lists.known_lanes.n_words;
        let shares = self.searcher.shares(&lists.deal.kinds(hand), &mut lists.known_lanes)?;
        Some((shares, lists.known_lanes.n_words - before))
    }

    pub(crate) fn play(&self, play: &LanePlay) -> Play {
        self.searcher.lane_play(play)
    }

    /// Updates the plays of these lanes.
    fn list(&mut self, lanes: u64) {
        let mut lanes = lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let state = self.searcher.lane_state(lane);
            for (side, lists) in self.sides.iter_mut().enumerate() {
                let plays = lists.plays(&self.searcher, lane, state, &mut self.found);
                self.replaced.push((side, lane, std::mem::replace(&mut lists.now[lane], plays)));
            }
        }
    }
}

impl Lists {
    fn plays(
        &mut self,
        searcher: &Searcher<'_>,
        lane: usize,
        state: u64,
        found: &mut Vec<LanePlay>,
    ) -> Rc<[Choice]> {
        if let Some(plays) = self.known.get(&state) {
            return plays.clone();
        }
        found.clear();
        self.lister.list(searcher, lane, found);
        let plays: Rc<[Choice]> =
            found.iter().map(|&play| choice(searcher, &self.deal, play)).collect();
        if self.n_known + plays.len() > self.most_known {
            self.known.clear();
            self.n_known = 0;
        }
        self.n_known += plays.len() + 1;
        self.known.insert(state, plays.clone());
        plays
    }
}

fn choice(searcher: &Searcher<'_>, deal: &Packing, play: LanePlay) -> Choice {
    let n_tiles = play.squares.count_ones();
    let hand = deal.taken(play.letters, play.blanks, n_tiles);
    let mut squares = play.squares;
    let mut hash = 0;
    for n in 0..n_tiles {
        let square = searcher.square_number(play.lane.into(), squares.trailing_zeros() as usize);
        squares &= squares - 1;
        let tile = play.letters >> (8 * n) & 0xFF | u64::from(play.blanks >> n & 1) << 8;
        hash ^= mix(SEED, square << 16 | tile);
    }
    Choice { play, hand, worth: deal.worth(hand), hash }
}

/// The hash of a [`Choice`] that puts these tiles on these squares.
pub(crate) fn placement_hash(play: &Play) -> u64 {
    play.placements().iter().fold(0, |hash, (square, placed)| {
        let square = u64::from(square.row) << 5 | u64::from(square.col);
        let tile = placed.letter.index() as u64 | u64::from(placed.blank) << 8;
        hash ^ mix(SEED, square << 16 | tile)
    })
}
