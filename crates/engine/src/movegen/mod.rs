//! Move generation: every legal play, or only the best, on any board of any ruleset.
//!
//! A [`Generator`] holds what is derived from a ruleset and a lexicon. A [`Searcher`] holds a
//! board, on which plays are placed and taken back, and solves two problems in two different ways.
//!
//! # All plays
//!
//! A lane is a row or a column. Down plays are across plays of the columns, so there is one kind of
//! lane. A play either touches no tile of its own lane and is next to tiles of other lanes, or it
//! plays through tiles. Take the rack AELST and this row, with an E to play through and a word
//! above that crosses at `x`:
//!
//! ```text
//!    . . x x . . . E . .    alone:    any word the rack can spell, if cross-sets allow its letters
//!    . . T E A L . . . .    through:  a beginning the rack can spell, the E, and on from there
//!    . . L A T E S .        ◄ through: no tile of the row but E is in the way
//! ```
//!
//! 1. Once for each rack, `book` walks the word graph (a DAWG: Appel and Jacobson) with the rack
//!    alone, which gives every word and every beginning of a word it can spell. The classic
//!    algorithms repeat this for each of some hundred anchors.
//! 2. Words that touch nothing in their lane come from the book. For each length the words are
//!    stored as bit sets, one for each place and letter, so that "what fits this stretch" is an
//!    intersection: one or two machine words without blanks.
//! 3. For words through tiles, `list` sweeps along the lane with all parts of words that have come
//!    this far: beginnings from the book enter where a run of tiles begins, tiles filter, empty
//!    squares extend. All parts of one square are processed before the next square, so loads do not
//!    wait for each other. Every part knows from its node after how many letters words end, so
//!    those that cannot end in time are dropped.
//! 4. A spelling is walked once, whichever of its letters are blanks; `rack` chooses the blanks at
//!    the end, without dead ends.
//! 5. The squares of the new tiles decide every premium, so a `slot` scores a word with one product
//!    for each tile.
//!
//! # The best play
//!
//! Equity is the score plus the value of the leave. `best` gives every span that a play could fill
//! an upper bound from the premiums and the rack alone, searches spans from the highest bound down,
//! and stops when no bound reaches the best play found (modelled on Kurnia's "shadow" in wolges and
//! MAGPIE). Bounds are taken over *selections* of tiles, which ties the points to the leave they
//! cost, and only over those that form a word at all with the tiles on the board: `index` answers
//! that with a Bloom filter, then finds the words by hash. One or two blanks are completed letter
//! by letter with filters for one or two missing letters, more blanks by an inverted index (which
//! words contain these letters?), so blanks cost little.
//!
//! # Cost
//!
//! Listing *p* plays takes time about proportional to *p*, some 70–150 ns each, plus 10–20 µs for a
//! rack without blanks; the best play takes tens of microseconds whatever *p* is.
//! `lab/2026-11-15-move-generation.md` has the measurements, including what was tried and dropped.
//! Memory for English: a graph of 3 MB and an index of 7 MB, which grows when the first racks with
//! two or more blanks are searched.
//!
//! # Limits
//!
//! Boards up to 32×32, alphabets up to 63 letters. Racks of more than eight tiles are listed by the
//! `plain` walk, and their best play is found by listing; so is the best play under rules for which
//! bounds are not valid (premiums for some values only, negative values).
//!
//! # Conventions
//!
//! A play is a set of tiles and squares. A single tile that forms words both ways is one play,
//! listed across. On an empty symmetric board there are only across plays unless down plays are
//! requested. Among plays of equal equity the lesser [`Play`] is first.
//!
//! # Papers
//!
//! - A. Appel, G. Jacobson: *The World's Fastest Scrabble Program*. Communications of the ACM
//!   31(5), 1988.
//! - S. Gordon: *A Faster Scrabble Move Generation Algorithm*. Software: Practice and Experience
//!   24(2), 1994.
//! - J. Daciuk, S. Mihov, B. Watson, R. Watson: *Incremental Construction of Minimal Acyclic
//!   Finite-State Automata*. Computational Linguistics 26(1), 2000.
//! - B. Sheppard: *World-championship-caliber Scrabble*. Artificial Intelligence 134, 2002.
//!
//! # Example
//!
//! ```
//! use tisane_engine::leave::NoLeaves;
//! use tisane_engine::movegen::{Directions, Generator, Plays};
//! use tisane_lexicon::{Lexicon, WordList};
//! use tisane_rules::Ruleset;
//!
//! let ruleset = Ruleset::named("english")?;
//! let words = WordList::from_text("ALE\nLEAST\nTALES\nSEA");
//! let (lexicon, _) = Lexicon::build("small", &ruleset.alphabet, &words, 15);
//! let generator = Generator::new(&ruleset, &lexicon);
//! let mut searcher = generator.searcher();
//! let rack = ruleset.parse_tiles("AELST??")?;
//! let mut plays = Plays::new();
//! searcher.all_plays(&rack, Directions::Both, &mut plays);
//! let best = searcher.best(&rack, &NoLeaves).unwrap();
//! assert_eq!(best.score, plays.scores().max().unwrap());
//! searcher.place(&best.play);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod book;
pub(crate) mod ceiling;
mod graph;
mod grid;
mod index;
pub(crate) mod lanes;
mod list;
mod plain;
mod plays;
mod prepared;
mod rack;
mod slot;
mod tables;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Direction, Move, Placed, Play, Ruleset, Square, Tile, Tiles};

use crate::evaluate::candidate::Candidate;
use crate::evaluate::leave::Leaves;

use graph::WordGraph;
use grid::Grid;
use index::Index;
use list::Lister;
pub use plays::Plays;
pub(crate) use prepared::Prepared;
use rack::Rack;
use tables::Tables;

/// Tables derived once from a ruleset and a lexicon; any number of searchers share them.
#[derive(Debug)]
pub struct Generator {
    tables: Tables,
    graph: WordGraph,
    /// For the best play; built after [`PATIENCE`] plays.
    index: OnceLock<Option<Index>>,
    /// Number of plays listed by all searchers because there was no index.
    listed: AtomicUsize,
}

/// Listing this many plays takes about as long as building the index. A single best play is found
/// by listing; after many searches the index is built, and no more than half the time was lost.
const PATIENCE: usize = 1_000_000;

/// A play with its value.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Valued {
    /// The play.
    pub play: Play,
    /// Its score in points.
    pub score: i32,
    /// Score plus the value of the leave, in thousandths of a point.
    pub equity: i32,
}

/// Which plays to list.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Directions {
    /// Across and down; on an empty symmetric board, across only.
    #[default]
    Both,
    /// In one direction only.
    Only(Direction),
}

/// Finds plays on one board, which it changes and restores as moves are tried.
#[derive(Clone, Debug)]
pub struct Searcher<'a> {
    generator: &'a Generator,
    tables: &'a Tables,
    grid: Grid,
    lister: Lister,
    best: best::Workspace,
}

impl Generator {
    /// Derives the tables from a ruleset and a lexicon with the same letters.
    ///
    /// # Panics
    ///
    /// If the lexicon has more letters than the ruleset.
    pub fn new(ruleset: &Ruleset, lexicon: &Lexicon) -> Generator {
        assert!(
            lexicon.alphabet().len() <= ruleset.alphabet.len(),
            "a lexicon in the ruleset's alphabet"
        );
        Generator {
            tables: Tables::new(ruleset),
            graph: WordGraph::new(lexicon.dawg(), ruleset.alphabet.len()),
            index: OnceLock::new(),
            listed: AtomicUsize::new(0),
        }
    }

    /// Builds the index now instead of after many searches: for measurements, and to avoid a delay
    /// later.
    pub fn prepare(&self) {
        self.listed.store(PATIENCE, Ordering::Relaxed);
        self.index();
    }

    /// A searcher with an empty board.
    pub fn searcher(&self) -> Searcher<'_> {
        Searcher {
            generator: self,
            tables: &self.tables,
            grid: Grid::new(&self.tables),
            lister: Lister::default(),
            best: best::Workspace::default(),
        }
    }

    /// Size of the tables derived from the lexicon, in bytes.
    pub fn size(&self) -> usize {
        self.graph.size() + self.index.get().and_then(Option::as_ref).map_or(0, Index::size)
    }
}

impl<'a> Searcher<'a> {
    /// Replaces the board.
    pub fn set_board(&mut self, board: &Board) {
        self.grid.set_board(self.tables, &self.generator.graph, board);
    }

    /// Places a play on the board. It must fit.
    pub fn place(&mut self, play: &Play) {
        self.grid.place(self.tables, &self.generator.graph, play);
    }

    /// Takes the last play back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.grid.undo(self.tables)
    }

    /// Whether the board is empty.
    pub fn is_empty(&self) -> bool {
        self.grid.n_tiles == 0
    }

    /// The tile on a square.
    pub fn get(&self, square: Square) -> Option<Placed> {
        self.grid.get(self.tables, square)
    }

    /// Lists every legal play of this rack with its score, in no particular order.
    pub fn all_plays(&mut self, rack: &Tiles, directions: Directions, plays: &mut Plays) {
        plays.clear();
        let lanes = self.lanes(directions);
        let rack = &Rack::new(rack);
        if rack.len <= book::TILES {
            self.lister.open_book(self.generator, rack);
            self.lister.with_open_book(self.generator, &self.grid, rack, lanes, plays);
        } else {
            plain::every_play(self, rack, lanes, plays);
        }
    }

    /// [`all_plays`](Self::all_plays) by the plain walk: slow and simple, for checking.
    pub fn all_plays_plainly(&self, rack: &Tiles, directions: Directions, plays: &mut Plays) {
        plays.clear();
        plain::every_play(self, &Rack::new(rack), self.lanes(directions), plays);
    }

    /// The play with the highest equity.
    pub fn best(&mut self, rack: &Tiles, leaves: &impl Leaves) -> Option<Valued> {
        self.top(1, rack, leaves).pop()
    }

    /// The `n` plays with the highest equity, best first; among equals the lesser play is first.
    pub fn top(&mut self, n: usize, rack: &Tiles, leaves: &impl Leaves) -> Vec<Valued> {
        if rack.is_empty() || n == 0 {
            return Vec::new();
        }
        if rack.len() > book::TILES || n > MANY {
            return self.top_by_listing(n, rack, leaves);
        }
        self.keep_best(n, rack, leaves, &[], u64::MAX);
        let valued = |kept: &best::TopPlay| Valued {
            play: kept.play(self.tables),
            score: kept.score,
            equity: kept.equity,
        };
        self.best.keeper.kept.iter().map(valued).collect()
    }

    /// Finds the `n` best plays of a rack that fits a [`book`], and tabulates the values of its
    /// leaves. Only the lanes `searched` are searched; plays in the others are `known`.
    fn keep_best(
        &mut self,
        n: usize,
        rack: &Tiles,
        leaves: &impl Leaves,
        known: &[(best::TopPlay, book::RackBits)],
        searched: u64,
    ) {
        let own = Rack::new(rack);
        let lanes = self.lanes(Directions::Both).filter(|lane| searched >> lane & 1 == 1);
        let (generator, grid) = (self.generator, &self.grid);
        let best = &mut self.best;
        let mut tiles = [Tile::Blank; book::TILES];
        tiles.iter_mut().zip(rack.iter()).for_each(|(slot, tile)| *slot = tile);
        best.keeper.clear(n);
        best.leaves.resize(1 << book::TILES, 0);
        leaves.tabulate(&tiles[..own.len], &mut best.leaves);
        for &(kept, rest) in known.iter().filter(|(kept, _)| searched >> kept.lane & 1 == 0) {
            let equity = kept.score * 1000 + best.leaves[rest as usize];
            best.keeper.offer(self.tables, best::TopPlay { equity, ..kept });
        }
        match generator.index() {
            Some(index) => {
                best::BestSearch::new(generator, index, grid, &own, &mut self.lister.book, best)
                    .run(lanes)
            }
            None => {
                self.lister.open_book(generator, &own);
                let mut judge = best::Judge::new(
                    self.tables,
                    self.lister.book.dealt(),
                    own.len,
                    &best.leaves,
                    &mut best.keeper,
                );
                self.lister.with_open_book(generator, grid, &own, lanes, &mut judge);
                generator.listed.fetch_add(judge.seen, Ordering::Relaxed);
            }
        }
    }

    /// The best move: a play, an exchange of up to `exchange` tiles, or a pass if there is neither.
    /// Plays go before exchanges of the same equity; among exchanges, the first in [`exchanges`].
    pub fn best_move(&mut self, rack: &Tiles, leaves: &impl Leaves, exchange: usize) -> Candidate {
        let play = self.best(rack, leaves);
        self.best_move_beside(play, rack, leaves, exchange)
    }

    /// [`best_move`](Self::best_move), given the best play, which has just been found.
    pub(crate) fn best_move_beside(
        &mut self,
        play: Option<Valued>,
        rack: &Tiles,
        leaves: &impl Leaves,
        exchange: usize,
    ) -> Candidate {
        let threshold = play.as_ref().map_or(i32::MIN, |best| best.equity);
        let exchange = match exchange {
            0 => None,
            _ if rack.len() <= book::TILES => self.best_exchange(rack, exchange, threshold),
            _ => exchanges(rack, exchange)
                .into_iter()
                .map(|tiles| {
                    (leaves.value(&rack.without(&tiles).expect("tiles of the rack")), tiles)
                })
                .filter(|&(equity, _)| equity > threshold)
                .reduce(|best, other| if other.0 > best.0 { other } else { best }),
        };
        let (mv, score, used, equity) = match (exchange, play) {
            (Some((equity, tiles)), _) => (Move::Exchange(tiles.clone()), 0, tiles, equity),
            (None, Some(Valued { play, score, equity })) => {
                (Move::Play(play.clone()), score, play.tiles(), equity)
            }
            (None, None) => (Move::Pass, 0, Tiles::new(), leaves.value(rack)),
        };
        Candidate {
            mv,
            score,
            leave: rack.without(&used).expect("a move takes its tiles from the rack"),
            equity,
        }
    }

    /// The values of leaves from the last search, for a rack that fits a [`book`]: bit `i` of the
    /// index represents tile `i` of the rack.
    pub(crate) fn leave_values(&self, rack: &Tiles) -> Option<&[i32]> {
        (1..=book::TILES).contains(&rack.len()).then(|| &self.best.leaves[..1 << rack.len()])
    }

    /// The exchange with the best leave, if it is worth more than `threshold`. Uses the values of
    /// leaves from the last search.
    fn best_exchange(&self, rack: &Tiles, at_most: usize, threshold: i32) -> Option<(i32, Tiles)> {
        let (mut best, mut chosen) = (threshold, 0);
        let whole = (1usize << rack.len()) - 1;
        for taken in 1..=whole {
            let equity = self.best.leaves[whole ^ taken];
            if equity > best
                && taken.count_ones() as usize <= at_most
                && self.lister.book.is_canonical((whole ^ taken) as u8)
            {
                (best, chosen) = (equity, taken);
            }
        }
        let tiles = || {
            rack.iter()
                .enumerate()
                .filter(|&(at, _)| chosen >> at & 1 == 1)
                .map(|(_, tile)| tile)
                .collect()
        };
        (chosen != 0).then(|| (best, tiles()))
    }

    /// [`top`](Self::top) for racks that do not fit a [`book`], or for more plays than bounds
    /// save little.
    fn top_by_listing(&mut self, n: usize, rack: &Tiles, leaves: &impl Leaves) -> Vec<Valued> {
        let mut plays = Plays::new();
        self.all_plays(rack, Directions::Both, &mut plays);
        let mut all: Vec<Valued> = (0..plays.len())
            .zip(plays.scores())
            .map(|(index, score)| {
                let play = self.play(&plays, index);
                let leave =
                    rack.without(&play.tiles()).expect("a play takes its tiles from the rack");
                Valued { play, score, equity: score * 1000 + leaves.value(&leave) }
            })
            .collect();
        all.sort_by(|a, b| b.equity.cmp(&a.equity).then_with(|| a.play.cmp(&b.play)));
        all.truncate(n);
        all
    }

    /// The play at this index of a list made for this board.
    pub fn play(&self, plays: &Plays, index: usize) -> Play {
        plays.play(self.tables, index)
    }

    fn lanes(&self, directions: Directions) -> std::ops::Range<usize> {
        let (rows, all) = (self.tables.rows, self.tables.n_lanes());
        match directions {
            Directions::Both if self.grid.n_tiles == 0 && self.tables.symmetric => 0..rows,
            Directions::Both => 0..all,
            Directions::Only(Direction::Across) => 0..rows,
            Directions::Only(Direction::Down) => rows..all,
        }
    }
}

impl Generator {
    /// The index, if bounds are valid and it is worth building.
    fn index(&self) -> Option<&Index> {
        let worth_it = || self.tables.boundable && self.listed.load(Ordering::Relaxed) >= PATIENCE;
        let make = || {
            Index::new(
                self.tables.alphabet.count_ones() as usize,
                self.tables.rows.max(self.tables.cols),
                &self.graph,
            )
        };
        match self.index.get() {
            Some(index) => index.as_ref(),
            None if worth_it() => self.index.get_or_init(make).as_ref(),
            None => None,
        }
    }
}

/// More plays than this are found by listing all and sorting.
const MANY: usize = 1_000;

/// Every exchange of up to `at_most` tiles, each once.
pub fn exchanges(rack: &Tiles, at_most: usize) -> Vec<Tiles> {
    let kinds: Vec<(Tile, usize)> = rack.kinds().collect();
    let mut all = vec![Tiles::new()];
    for (tile, count) in kinds {
        let others = all.len();
        for n in 1..=count.min(at_most) {
            for index in 0..others {
                if all[index].len() + n <= at_most {
                    let mut more = all[index].clone();
                    more.insert_many(tile, n);
                    all.push(more);
                }
            }
        }
    }
    all.remove(0);
    all
}
