//! The endgame: with an empty bag nothing is hidden, and the game is solved to its end.
//!
//! All unseen tiles are on the opponent's rack, so this is a game like chess: both sides know
//! everything, and the best line has a value. Here that is the number of points the player on turn
//! gains on the opponent from now on, including what the ruleset settles at the end.
//!
//! ```text
//! EIN against AVY:  8L (S)INE scores 12 and goes out, which gains twice A1 + V4 + Y4: 30 in all.
//! RR against NT:    nobody gains by playing: pass, pass, and both lose 2, which is 0.
//! ```
//!
//! # How
//!
//! 1. `tableau` keeps every play of both sides on the current board. A play changes about eight of
//!    thirty lanes, and a lane in an earlier state has the same plays as before, so listing costs
//!    next to nothing. A rack is one machine word (`packed`), and "can this rack still make that
//!    play" is a subtraction.
//! 2. `search` is alpha–beta (Knuth and Moore) to the end of the game, without iterative deepening:
//!    values at the end are exact, and entries of the transposition table (`memory`) never become
//!    invalid. It only asks whether the value reaches a number; repeated with other numbers, this
//!    gives bounds and finally the value (Plaat's MTD).
//! 3. `replies`: a play leaves most plays of the opponent unchanged. If one of these goes out, its
//!    score and gain bound the play from above without a search; that settles most plays when the
//!    opponent can go out. The highest-scoring one is the expected reply.
//! 4. Move order decides the speed. Among the moves that seem to reach the number, the one that
//!    leaves the least to play comes first: it need not be the best, only quick to verify.
//! 5. `ceiling`: a side that scores with one tile after the other while its opponent only passes can
//!    score this much at most. Where a position takes longer, this bounds all its moves. If the
//!    opponent has no play, the moves that score most for each tile come first.
//! 6. Several threads run the same search with one memory, the helpers from the last move
//!    backwards: if no move is good enough, all must be searched, and the threads meet in the
//!    middle.
//! 7. `ending` knows the rules for the end: any settlement of racks, final turns, passes and
//!    scoreless turns, including those before the position. It also shows why two passes can
//!    represent six.
//!
//! # Limits
//!
//! Two seats, racks of up to eight tiles; `search::seats` has more seats and few tiles. Of 56
//! positions with 3 to 14 tiles, 53 are proven within 10 seconds; in the others, one side is stuck
//! with a high-value tile and the opponent may play out slowly, which takes minutes
//! (`lab/2026-11-16-endgame.md`, `lab/2026-11-18-endgame.md`). Invalid words are not played, and
//! nobody challenges. Positions are identified by 64-bit hashes: among ten million positions, the
//! chance of a collision is three in a million.
//!
//! # Papers
//!
//! - D. Knuth, R. Moore: *An Analysis of Alpha–Beta Pruning*. Artificial Intelligence 6, 1975.
//! - A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin: *Best-first Fixed-depth Minimax Algorithms*.
//!   Artificial Intelligence 87, 1996.
//! - B. Sheppard: *World-championship-caliber Scrabble*. Artificial Intelligence 134, 2002.

mod drawn;
mod ending;
mod memory;
mod packed;
mod replies;
mod search;
mod tableau;
mod variation;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tisane_rules::{Move, Position, Ruleset, Tiles};

use crate::movegen::Generator;
use crate::movegen::lanes::LaneLister;
pub(crate) use drawn::{Drawn, DrawnDeal};
use ending::{Ending, TurnsLeft};
use memory::{Memory, Shared};
use search::{INFINITE, Node, OutOfNodes, Search};
use tableau::{MOST_KNOWN, Tableau};
use variation::{Variation, pass_to_the_end};

/// How much work a search may do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Budget {
    /// Maximum number of positions searched by each thread; one with very many plays counts as
    /// several, so that some hundred thousand take a second.
    pub nodes: u64,
    /// Number of threads. Proven values are the same for any number; the choice between equally
    /// good lines, and what is known when the nodes run out, are not deterministic with more than
    /// one.
    pub threads: usize,
}

impl Budget {
    /// A budget for one thread.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes, threads: 1 }
    }
}

/// The result of a search. Values are points gained on the opponent from now on, including the
/// settlement of racks.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    /// The best moves of both sides to the end of the game; never empty.
    pub line: Vec<Move>,
    /// The value of the position if proven; otherwise an estimate.
    pub value: i32,
    /// A proven lower bound: the first move of the line gains at least this, whatever the opponent
    /// does.
    pub lower: Option<i32>,
    /// A proven upper bound: no move gains more against the best replies.
    pub upper: Option<i32>,
    /// Number of positions searched.
    pub nodes: u64,
}

impl Outcome {
    /// Whether the value is proven.
    pub fn is_proven(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }
}

/// What is known while the search is running.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SearchProgress {
    /// Number of positions searched.
    pub nodes: u64,
    /// Proven lower bound.
    pub lower: Option<i32>,
    /// Proven upper bound.
    pub upper: Option<i32>,
}

/// Why a position is not an endgame that can be solved.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Not two seats.
    #[error("endgames are solved for 2 players, not {0}")]
    Seats(usize),
    /// The bag has tiles.
    #[error("an endgame needs an empty bag, but there are {0} tiles in it")]
    Bag(usize),
    /// The opponent's rack is not known.
    #[error("the opponent's rack is unknown: it has {expected} tiles, but {unseen} are unseen")]
    Unseen {
        /// Tiles on the opponent's rack.
        expected: usize,
        /// Unseen tiles.
        unseen: usize,
    },
    /// A rack is too long.
    #[error(
        "endgames are solved for racks of up to {most} tiles, not {found}",
        most = LaneLister::LONGEST_RACK
    )]
    RackTooLong {
        /// Tiles on the longest rack.
        found: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Solves a position of two seats with an empty bag. `report` is called every few thousand nodes
/// and may stop the search; then, and when the budget is used up, the best line so far is the
/// answer. On one thread the same budget gives the same answer.
pub fn solve(
    generator: &Generator,
    ruleset: &Ruleset,
    position: &Position,
    limits: Budget,
    report: &mut dyn FnMut(SearchProgress) -> ControlFlow<()>,
) -> Result<Outcome, Refusal> {
    let shared = (limits.threads > 1).then(|| Shared::new(MEMORY_BITS));
    let memory = || shared.as_ref().map_or_else(|| Memory::new(MEMORY_BITS), Memory::Shared);
    let done = AtomicBool::new(false);
    let mut ask = |progress: SearchProgress| {
        if done.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { report(progress) }
    };
    let (mut search, root) = begin(generator, ruleset, position, memory(), &mut ask)?;
    let guess = search.playout(root, 0);
    // All threads ask the same questions and share what they find through the memory.
    let help = || {
        let mut ask = |_| {
            if done.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (mut search, root) = begin(generator, ruleset, position, memory(), &mut ask).ok()?;
        search.backwards = true;
        search.narrow(root, guess.value, limits.nodes);
        if search.is_proven() {
            done.store(true, Ordering::Relaxed);
        }
        Some((search.progress, search.nodes))
    };
    if shared.is_none() {
        search.narrow(root, guess.value, limits.nodes);
    } else {
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..limits.threads).map(|_| scope.spawn(help)).collect();
            search.narrow(root, guess.value, limits.nodes);
            // Being stopped by a helper that has finished is not final.
            search.stopped &= !done.swap(true, Ordering::Relaxed);
            for helper in helpers {
                let (progress, nodes) =
                    helper.join().expect("a search does not panic").expect("the same position");
                search.learn(progress);
                search.nodes += nodes;
            }
        });
        done.store(false, Ordering::Relaxed);
    }
    let SearchProgress { lower, upper, .. } = search.progress;
    let nodes = search.nodes;
    let line = match lower {
        None => Variation { value: guess.value.min(upper.unwrap_or(INFINITE)), ..guess },
        Some(value) if lower == upper => {
            // Nearly the whole line is in the memory.
            search.most_nodes = (nodes + 10_000).saturating_add(limits.nodes / 4);
            search.proven_line(root, value)
        }
        Some(value) => {
            Variation { value, ..search.playout(root, search.memory.get(root.key()).best) }
        }
    };
    let Variation { mut moves, value } = line;
    pass_to_the_end(&ruleset.end, position, &mut moves);
    Ok(Outcome { line: moves, value, lower, upper, nodes })
}

/// Bounds of a value that was only compared with a number.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Bounds {
    /// The value without looking ahead.
    pub guess: i32,
    pub lower: Option<i32>,
    pub upper: Option<i32>,
}

/// Compares the value with `number`, as far as the nodes suffice; also returns the number of nodes.
/// This is much cheaper than finding the value.
pub(crate) fn compare(
    generator: &Generator,
    ruleset: &Ruleset,
    position: &Position,
    number: i32,
    limits: Budget,
    report: &mut dyn FnMut(SearchProgress) -> ControlFlow<()>,
) -> Result<(Bounds, u64), Refusal> {
    let (mut search, root) = begin(generator, ruleset, position, Memory::new(MEMORY_BITS), report)?;
    let guess = search.playout(root, 0).value;
    search.most_nodes = limits.nodes;
    // The expected answer takes one question, any other two.
    let questions = if guess > number { [number + 1, number] } else { [number, number + 1] };
    for ask in questions {
        let SearchProgress { lower, upper, .. } = search.progress;
        if lower.is_some_and(|lower| lower >= ask) || upper.is_some_and(|upper| upper < ask) {
            continue;
        }
        match search.value(root, ask - 1, ask) {
            Ok(value) if value >= ask => search.progress.lower = Some(value),
            Ok(value) => search.progress.upper = Some(value),
            Err(OutOfNodes) => break,
        }
    }
    let SearchProgress { lower, upper, .. } = search.progress;
    Ok((Bounds { guess, lower, upper }, search.nodes))
}

fn begin<'a>(
    generator: &'a Generator,
    ruleset: &Ruleset,
    position: &Position,
    memory: Memory<'a>,
    report: &'a mut dyn FnMut(SearchProgress) -> ControlFlow<()>,
) -> Result<(Search<'a>, Node), Refusal> {
    let (racks, ending, left) = check(ruleset, position)?;
    let racks = [&racks[0], &racks[1]];
    let tableau = Tableau::new(generator, ruleset, &position.board, racks, MOST_KNOWN);
    let hands = [tableau.deal(0).whole, tableau.deal(1).whole];
    let root = Node { side: 0, hands, left, placed: 0 };
    Ok((Search::new(tableau, ending, memory, report), root))
}

/// About four million positions, a hundred megabytes.
const MEMORY_BITS: u32 = 22;

impl Search<'_> {
    fn is_proven(&self) -> bool {
        self.progress.lower.is_some() && self.progress.lower == self.progress.upper
    }

    /// Takes over the bounds found by another search of the same position.
    fn learn(&mut self, SearchProgress { lower, upper, .. }: SearchProgress) {
        let own = self.progress;
        self.progress = SearchProgress {
            lower: own.lower.max(lower),
            upper: own.upper.into_iter().chain(upper).min(),
            ..own
        };
    }

    /// Asks again and again whether the value reaches a number, until it is known (Plaat's MTD).
    /// While there is no lower bound, a question that takes too long is replaced by a more modest
    /// one.
    fn narrow(&mut self, root: Node, guess: i32, most_nodes: u64) {
        let (mut ask, mut step) = (guess, 8);
        while !self.is_proven() {
            let patience = if self.progress.lower.is_none() { most_nodes / 8 } else { most_nodes };
            self.most_nodes = most_nodes.min(self.nodes.saturating_add(patience.max(1)));
            match self.value(root, ask - 1, ask) {
                Ok(value) if value >= ask => {
                    self.progress.lower = Some(value);
                    ask = value + 1;
                }
                Ok(value) => {
                    self.progress.upper = Some(value);
                    ask = value;
                }
                Err(OutOfNodes) if self.nodes < most_nodes && !self.stopped => {
                    ask -= step;
                    step *= 2;
                }
                Err(OutOfNodes) => break,
            }
            if let (Some(lower), Some(upper)) = (self.progress.lower, self.progress.upper) {
                ask = ask.clamp(lower + 1, upper.max(lower + 1));
            }
        }
    }
}

/// Both racks, that of the player on turn first, and the rules for the end.
fn check(
    ruleset: &Ruleset,
    position: &Position,
) -> Result<([Tiles; 2], Ending, TurnsLeft), Refusal> {
    let [other] = &position.others[..] else {
        return Err(Refusal::Seats(position.others.len() + 1));
    };
    if position.bag > 0 {
        return Err(Refusal::Bag(position.bag));
    }
    let unseen = position.unseen(ruleset);
    if unseen.len() != other.len {
        return Err(Refusal::Unseen { expected: other.len, unseen: unseen.len() });
    }
    let found = position.rack.len().max(unseen.len());
    if found > LaneLister::LONGEST_RACK {
        return Err(Refusal::RackTooLong { found });
    }
    let (ending, left) = Ending::new(&ruleset.end, position);
    let is_out = left.turns.is_none() && (position.rack.is_empty() || unseen.is_empty());
    if other.gone || is_out || ending.over(left, 0, 0).is_some() {
        return Err(Refusal::Over);
    }
    Ok(([position.rack.clone(), unseen], ending, left))
}

#[cfg(test)]
mod tests {
    use tisane_lexicon::Catalogue;
    use tisane_rules::Cgp;

    use super::*;

    #[test]
    fn ceilings_in_every_position_change_no_value() {
        let text = include_str!("../../../../../rulesets/english.toml");
        let ruleset = Ruleset::parse_with(text, &["end.passes=2"]).unwrap();
        let lexicon = Catalogue::new(None).get("english-classic", &ruleset.alphabet).unwrap();
        let generator = Generator::new(&ruleset, &lexicon);
        let known = include_str!("../../../tests/english.endgames");
        let mut n_solved = 0;
        for line in known.lines().filter(|line| !line.starts_with('#')) {
            let (cgp, value) = line.rsplit_once(' ').unwrap();
            let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
            if position.rack.len() + position.others[0].len > 7 {
                continue;
            }
            let report = &mut |_| ControlFlow::Continue(());
            let memory = Memory::new(MEMORY_BITS);
            let (mut search, root) =
                begin(&generator, &ruleset, &position, memory, report).unwrap();
            search.patience = 0;
            let guess = search.playout(root, 0).value;
            search.narrow(root, guess, 400_000);
            let value: i32 = value.parse().unwrap();
            let SearchProgress { lower, upper, .. } = search.progress;
            assert_eq!((lower, upper), (Some(value), Some(value)), "{cgp}");
            n_solved += 1;
        }
        assert!(n_solved >= 8, "{n_solved}");
    }
}
