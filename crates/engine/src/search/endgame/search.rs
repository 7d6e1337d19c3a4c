//! Alpha–beta search to the end of the game, with a transposition table.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use super::SearchProgress;
use super::ending::{Ending, TurnsLeft};
use super::memory::{Known, Memory};
use super::packed::PackedRack;
use super::replies::Replies;
use super::tableau::{Choice, SideIndex, Tableau};
use crate::movegen::ceiling::Shares;
use crate::movegen::lanes::{IdentityHasher, LaneLister, SEED, mix};

/// A position in the search; the tableau holds the board.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Node {
    pub side: SideIndex,
    pub hands: [PackedRack; 2],
    pub left: TurnsLeft,
    /// A hash of the tiles placed since the search began.
    pub placed: u64,
}

/// A move with its rank.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ranked {
    /// `None` is a pass.
    pub choice: Option<Choice>,
    /// Moves with higher numbers are tried first.
    order: i32,
    /// A proven upper bound of its value.
    at_most: i32,
}

/// What a move leads to.
pub(crate) enum Next {
    /// The end of the game, with the gain from this move on.
    Over(i32),
    /// The opponent is on turn; the move scored this many points.
    Node { score: i32, node: Node },
}

/// The nodes are used up, or the caller stopped the search.
#[derive(Debug)]
pub(crate) struct OutOfNodes;

pub(crate) struct Search<'a> {
    pub tableau: Tableau<'a>,
    pub ending: Ending,
    pub memory: Memory<'a>,
    /// Positions searched; one with very many plays counts as several.
    pub nodes: u64,
    /// The node count at the last report.
    reported: u64,
    pub most_nodes: u64,
    pub progress: SearchProgress,
    pub stopped: bool,
    /// Whether moves after the first are tried in reverse order: such a thread helps another to
    /// show that none of them is good enough.
    pub backwards: bool,
    report: Box<dyn FnMut(SearchProgress) -> ControlFlow<()> + 'a>,
    replies: Replies,
    /// Lists that are not in use.
    spare: Vec<Vec<Ranked>>,
    /// Ceilings of the positions on the way to this one.
    ceilings: Vec<Ceiling>,
    /// How many nodes are searched in a position before its ceiling is made, apart from the cost.
    pub patience: u64,
    /// What the latest ceilings cost in nodes, by the number of tiles.
    ceiling_costs: [u64; LaneLister::LONGEST_RACK + 1],
}

/// What a side can gain at most while the opponent only passes.
struct Ceiling {
    side: SideIndex,
    /// The opponent's rack, which does not change.
    other: PackedRack,
    shares: Shares,
    known: HashMap<u64, i32, BuildHasherDefault<IdentityHasher>>,
}

impl Ceiling {
    fn most(&mut self, tableau: &Tableau<'_>, ending: &Ending, hand: PackedRack) -> i32 {
        *self.known.entry(mix(SEED, hand.0)).or_insert_with(|| {
            let deal = tableau.deal(self.side);
            let kept = deal.values.map(|value| value * ending.kept());
            let (sum, all) = self.shares.most(hand.0.to_le_bytes(), kept);
            sum + ending.most(all, tableau.deal(1 - self.side).worth(self.other))
        })
    }
}

/// Among moves that seem good enough, those that leave less to play are tried first, since they are
/// verified sooner (`lab/2026-11-16-endgame.md`).
const SOONER: i32 = 5;

/// If the opponent has no play, there is time to score with one tile after the other, and a tile
/// more must score this many points more.
const LATER: i32 = 8;

/// Scanning this many plays takes as long as another position: with a blank there are thousands.
const PLAYS: u64 = 256;

/// See [`Search::patience`].
const PATIENCE: u64 = 10;
/// A ceiling may take some thousand nodes, so there must be this many left.
const LEAST_LEFT: u64 = 50_000;
/// The work of a ceiling, in nodes: at least this, and one for this many words.
const CEILING: u64 = 12;
const WORDS: u64 = 64;

/// Number of nodes between two reports.
const SLICE: u64 = 2048;

/// Beyond any value.
pub(crate) const INFINITE: i32 = 1 << 28;

impl<'a> Search<'a> {
    pub(crate) fn new(
        tableau: Tableau<'a>,
        ending: Ending,
        memory: Memory<'a>,
        report: impl FnMut(SearchProgress) -> ControlFlow<()> + 'a,
    ) -> Search<'a> {
        let progress = SearchProgress { nodes: 0, lower: None, upper: None };
        Search {
            tableau,
            ending,
            memory,
            nodes: 0,
            reported: 0,
            most_nodes: 0,
            progress,
            stopped: false,
            backwards: false,
            report: Box::new(report),
            replies: Replies::default(),
            spare: Vec::new(),
            ceilings: Vec::new(),
            patience: PATIENCE,
            ceiling_costs: [0; LaneLister::LONGEST_RACK + 1],
        }
    }

    fn is_stopped(&mut self) -> bool {
        self.reported = self.nodes;
        self.progress.nodes = self.nodes;
        self.stopped |= (self.report)(self.progress).is_break();
        self.stopped
    }

    /// The value of a position for the side on turn if it is between `alpha` and `beta`; otherwise
    /// a bound of it.
    pub(crate) fn value(&mut self, node: Node, alpha: i32, beta: i32) -> Result<i32, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.nodes - self.reported >= SLICE && self.is_stopped()
        {
            return Err(OutOfNodes);
        }
        let key = node.key();
        let known = self.memory.get(key);
        if known.lower >= beta {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        if let Some(at_most) = self.ceiling(node.side, node.hands)
            && at_most <= alpha
        {
            return Ok(at_most);
        }
        if let Some(at_most) = self.ceiling(1 - node.side, node.hands)
            && -at_most >= beta
        {
            return Ok(-at_most);
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        let n_ceilings = self.ceilings.len();
        let out = self.rank(node, beta, &mut moves);
        self.nodes += self.tableau.n_choices() / PLAYS;
        let found = match out {
            Some((value, best)) if value >= beta => Ok((value, best)),
            out => self.best_of(node, &mut moves, out, known.best, alpha, beta),
        };
        moves.clear();
        self.spare.push(moves);
        self.ceilings.truncate(n_ceilings);
        let (value, best) = found?;
        let known = if value >= beta {
            Known { lower: value.max(known.lower), upper: known.upper, best }
        } else if value <= alpha {
            Known { upper: value.min(known.upper), lower: known.lower, best: known.best }
        } else {
            Known { lower: value, upper: value, best }
        };
        self.memory.put(key, known, node.n_tiles());
        Ok(value)
    }

    fn best_of(
        &mut self,
        node: Node,
        moves: &mut [Ranked],
        out: Option<(i32, u32)>,
        expected: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, u32), OutOfNodes> {
        let (mut best, mut best_move) = out.unwrap_or((-INFINITE, 0));
        let mut alpha = alpha.max(best);
        if expected != 0
            && let Some(at) = moves.iter().position(|ranked| ranked.name() == expected)
        {
            moves[..=at].rotate_right(1);
        }
        if self.backwards && moves.len() > 2 {
            moves[1..].reverse();
        }
        let mut is_first = true;
        let (begin, mut tried) = (self.nodes, false);
        for at in 0..moves.len() {
            if !tried && self.nodes - begin > self.patience_with(node) {
                tried = true;
                self.make_ceiling(node);
                if let Some(ceiling) = self.ceiling_at(node.side, node.hands) {
                    let own = node.hands[node.side];
                    moves[at..].iter_mut().for_each(|ranked| self.lower(ceiling, own, ranked));
                }
            }
            let ranked = &moves[at];
            if ranked.at_most <= alpha {
                best = best.max(ranked.at_most);
                continue;
            }
            let value = match self.next(node, ranked.choice.as_ref()) {
                Next::Over(value) => value,
                Next::Node { score, node: next } => {
                    let (low, high) = (score - beta, score - alpha);
                    let known = self.memory.get(next.key());
                    if known.lower >= high {
                        score - known.lower
                    } else if known.upper <= low {
                        score - known.upper
                    } else {
                        self.place(ranked);
                        let value = self.scout(next, low, high, is_first);
                        self.take(ranked);
                        score - value?
                    }
                }
            };
            is_first = false;
            if value > best {
                (best, best_move) = (value, ranked.name());
                alpha = alpha.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        Ok((best, best_move))
    }

    /// The value of a reply. After the first move, most are only shown not to be better.
    fn scout(
        &mut self,
        node: Node,
        low: i32,
        high: i32,
        is_first: bool,
    ) -> Result<i32, OutOfNodes> {
        if is_first || high - low <= 1 {
            return self.value(node, low, high);
        }
        let value = self.value(node, high - 1, high)?;
        if value >= high || value <= low { Ok(value) } else { self.value(node, low, value) }
    }

    /// Fills `moves`, best rank first, except those that end the game by going out: the best of
    /// these is returned. If it reaches `enough`, `moves` is incomplete.
    pub(crate) fn rank(
        &mut self,
        node: Node,
        enough: i32,
        moves: &mut Vec<Ranked>,
    ) -> Option<(i32, u32)> {
        let Node { side, hands, left, .. } = node;
        let (own, other) = (hands[side], hands[1 - side]);
        let own_worth = self.tableau.deal(side).worth(own);
        let other_worth = self.tableau.deal(1 - side).worth(other);
        let out_gain = self.ending.out(left, other_worth);
        let mut best_out: Option<(i32, u32)> = None;
        for choice in self.tableau.choices(side, own) {
            match out_gain {
                Some(gain) if choice.hand == own => {
                    let value = choice.play.score + gain;
                    if best_out.is_none_or(|(best, _)| value > best) {
                        best_out = Some((value, name(choice)));
                    }
                }
                _ => moves.push(Ranked { choice: Some(*choice), order: 0, at_most: INFINITE }),
            }
        }
        if best_out.is_some_and(|(value, _)| value >= enough) {
            return best_out;
        }
        moves.push(Ranked { choice: None, order: 0, at_most: INFINITE });
        if moves.len() == 1 {
            return best_out;
        }
        self.replies.gather(&self.tableau, 1 - side, other);
        let ceiling = self.ceiling_at(side, hands);
        let is_stuck = !other.is_empty() && self.replies.is_empty() && !self.tableau.is_empty();
        for ranked in moves.iter_mut() {
            let choice = ranked.choice.as_ref();
            let (score, n_tiles, worth) = choice
                .map_or((0, 0, 0), |choice| (choice.play.score, choice.hand.len(), choice.worth));
            let play = choice.map(|choice| &choice.play);
            let mut estimate = score - self.replies.best(&self.tableau, play);
            // A scoreless turn may be the last; any other is followed by a reply.
            if score == 0
                && let Next::Over(value) = self.next(node, choice)
            {
                (estimate, ranked.at_most) = (value, value);
            } else if let Some(gain) = self.ending.out(left, own_worth - worth)
                && let Some(out) = self.replies.out(&self.tableau, play)
            {
                ranked.at_most = score - out - gain;
                estimate = estimate.min(ranked.at_most);
            }
            if let Some(ceiling) = ceiling {
                self.lower(ceiling, own, ranked);
                estimate = estimate.min(ranked.at_most);
            }
            ranked.order = if is_stuck {
                score - LATER * n_tiles as i32
            } else {
                estimate.min(enough) + SOONER * (n_tiles as i32 + worth)
            };
        }
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.order));
        best_out
    }

    /// How many nodes the search of a position takes before a ceiling is worth the work.
    fn patience_with(&self, node: Node) -> u64 {
        let hand = node.hands[node.side];
        let is_short = self.most_nodes.saturating_sub(self.nodes) < LEAST_LEFT;
        // With a blank there are too many words.
        let has_blank = self.tableau.deal(node.side).has_blank(hand);
        if node.left.turns.is_some() || hand.len() < 2 || has_blank || is_short {
            return u64::MAX;
        }
        self.patience + 2 * self.ceiling_costs[hand.len() as usize]
    }

    /// Computes what the side on turn can gain at most, for the rest of this position's moves.
    fn make_ceiling(&mut self, node: Node) {
        let Node { side, hands, .. } = node;
        if let Some((shares, n_words)) = self.tableau.shares(side, hands[side]) {
            let cost = CEILING + n_words / WORDS;
            self.nodes += cost;
            let before = &mut self.ceiling_costs[hands[side].len() as usize];
            *before = (*before + cost) / 2;
            self.ceilings.push(Ceiling {
                side,
                other: hands[1 - side],
                shares,
                known: HashMap::default(),
            });
        }
    }

    /// The latest ceiling of a side that is still valid: its opponent has played nothing since.
    fn ceiling_at(&self, side: SideIndex, hands: [PackedRack; 2]) -> Option<usize> {
        self.ceilings
            .iter()
            .rposition(|ceiling| ceiling.side == side && ceiling.other == hands[1 - side])
    }

    /// What a side gains at most, if there is a ceiling.
    fn ceiling(&mut self, side: SideIndex, hands: [PackedRack; 2]) -> Option<i32> {
        let at = self.ceiling_at(side, hands)?;
        Some(self.ceilings[at].most(&self.tableau, &self.ending, hands[side]))
    }

    /// Lowers the upper bound of a move to its score and what the rest of the rack gains at most.
    fn lower(&mut self, ceiling: usize, own: PackedRack, ranked: &mut Ranked) {
        let (score, hand) = ranked
            .choice
            .as_ref()
            .map_or((0, own), |choice| (choice.play.score, own.without(choice.hand)));
        let most = self.ceilings[ceiling].most(&self.tableau, &self.ending, hand);
        ranked.at_most = ranked.at_most.min(score + most);
    }

    /// Places the move on the board; nothing for a pass.
    pub(crate) fn place(&mut self, ranked: &Ranked) {
        if let Some(choice) = &ranked.choice {
            self.tableau.place(&choice.play);
        }
    }

    /// Takes the last move back.
    pub(crate) fn take(&mut self, ranked: &Ranked) {
        if ranked.choice.is_some() {
            self.tableau.undo();
        }
    }

    /// The play with this name.
    pub(crate) fn find(&self, node: Node, wanted_name: u32) -> Option<Ranked> {
        let found = self
            .tableau
            .choices(node.side, node.hands[node.side])
            .find(|choice| name(choice) == wanted_name);
        found.map(|&choice| Ranked { choice: Some(choice), order: INFINITE, at_most: INFINITE })
    }

    /// What a move leads to.
    pub(crate) fn next(&self, node: Node, choice: Option<&Choice>) -> Next {
        let Node { side, mut hands, left, placed } = node;
        let Some(choice) = choice else {
            return self
                .follow(Node { side: 1 - side, left: self.ending.after_pass(left), ..node }, 0);
        };
        hands[side] = hands[side].without(choice.hand);
        let score = choice.play.score;
        if hands[side].is_empty()
            && let Some(gain) =
                self.ending.out(left, self.tableau.deal(1 - side).worth(hands[1 - side]))
        {
            return Next::Over(score + gain);
        }
        let left = self.ending.after_play(left, score);
        self.follow(Node { side: 1 - side, hands, left, placed: placed ^ choice.hash }, score)
    }

    fn follow(&self, node: Node, score: i32) -> Next {
        let worth = |side: SideIndex| self.tableau.deal(side).worth(node.hands[side]);
        match self.ending.over(node.left, worth(1 - node.side), worth(node.side)) {
            Some(settled) => Next::Over(score + settled),
            None => Next::Node { score, node },
        }
    }
}

impl Node {
    pub(crate) fn key(&self) -> u64 {
        let turn = self.left.number() << 1 | self.side as u64;
        mix(mix(mix(SEED ^ self.placed, self.hands[0].0), self.hands[1].0), turn) | 1
    }

    fn n_tiles(&self) -> u32 {
        self.hands.iter().map(|hand| hand.len()).sum()
    }
}

impl Ranked {
    pub(crate) fn name(&self) -> u32 {
        self.choice.as_ref().map_or(0, name)
    }
}

fn name(choice: &Choice) -> u32 {
    (choice.hash >> 32) as u32 | 1
}
