//! The endgames after every play that draws the last tile of the bag, for one deal of the hidden
//! tiles.
//!
//! The player's tiles and the tile she draws make one rack of up to eight tiles, so all these
//! endgames are positions of one search: they share its board, lists of plays and memory.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tisane_rules::{Board, Play, Position, Ruleset, Tile, Tiles};

use super::ending::{Ending, TurnsLeft};
use super::memory::Memory;
use super::packed::PackedRack;
use super::search::{INFINITE, Next, Node, OutOfNodes, Search};
use super::tableau::{Choice, SideIndex, Tableau, placement_hash};
use super::{Bounds, SearchProgress};
use crate::movegen::Generator;

/// The size of the transposition table for one deal, as a power of two: 12 MB.
const MEMORY_BITS: u32 = 19;

/// The number of plays remembered for each side of one deal, 10 MB.
const MOST_KNOWN: usize = 200_000;

/// A position and one deal of its hidden tiles.
#[derive(Copy, Clone)]
pub(crate) struct DrawnDeal<'a> {
    pub generator: &'a Generator,
    pub ruleset: &'a Ruleset,
    pub position: &'a Position,
    /// The last tile of the bag.
    pub last: Tile,
    /// The opponent's rack.
    pub other: &'a Tiles,
}

/// One search for all plays of the side that draws the last tile.
pub(crate) struct Drawn<'a> {
    search: Search<'a>,
    root: Node,
    /// The tiles of the side on turn, without the one it draws.
    hand: PackedRack,
    /// The plays of that side, by where they put which tiles.
    choices: HashMap<u64, Choice>,
    /// The gain of the side on turn if nobody looks ahead, by position.
    guesses: HashMap<u64, i32>,
    /// Our lead.
    lead: i32,
    /// The final spread if both sides pass until the game ends.
    stalled: Option<i32>,
    /// The opponent's play that refuted our last pass; it is tried first.
    refutation: u64,
}

impl<'a> Drawn<'a> {
    /// We play and draw the last tile.
    pub(crate) fn by_us(
        deal: DrawnDeal<'a>,
        report: impl FnMut(SearchProgress) -> ControlFlow<()> + 'a,
    ) -> Drawn<'a> {
        Drawn::new(deal, 0, false, report)
    }

    /// We pass; the opponent, who knows which tile is in the bag, plays and draws it.
    pub(crate) fn by_opponent(
        deal: DrawnDeal<'a>,
        report: impl FnMut(SearchProgress) -> ControlFlow<()> + 'a,
    ) -> Drawn<'a> {
        Drawn::new(deal, 1, true, report)
    }

    /// We have played and left the last tile in the bag, which is the position; the opponent knows
    /// it, replies and draws it.
    pub(crate) fn by_reply(
        deal: DrawnDeal<'a>,
        report: impl FnMut(SearchProgress) -> ControlFlow<()> + 'a,
    ) -> Drawn<'a> {
        Drawn::new(deal, 1, false, report)
    }

    fn new(
        deal: DrawnDeal<'a>,
        side: SideIndex,
        after_pass: bool,
        report: impl FnMut(SearchProgress) -> ControlFlow<()> + 'a,
    ) -> Drawn<'a> {
        let DrawnDeal { generator, ruleset, position, last, other } = deal;
        let mut racks = [position.rack.clone(), other.clone()];
        racks[side].insert(last);
        let board: &Board = &position.board;
        let racks = [&racks[0], &racks[1]];
        let tableau = Tableau::new(generator, ruleset, board, racks, MOST_KNOWN);
        let hands = [tableau.deal(0).whole, tableau.deal(1).whole];
        let hand = hands[side].without(tableau.deal(side).one(last));
        let choices = tableau.choices(side, hand).map(|choice| (choice.hash, *choice)).collect();
        let (ending, left) = Ending::new(&ruleset.end, position);
        // Final turns begin when the bag is empty, which is after this turn.
        let turns = left.turns.map(|_| 3);
        let before = if after_pass { ending.after_pass(left.with_turns(None)) } else { left };
        let worth = [tableau.deal(0).worth(hands[0]), tableau.deal(1).worth(hands[1])];
        let drawn = tableau.deal(side).worth(tableau.deal(side).one(last));
        let racks_worth = if side == 0 { worth } else { [worth[0], worth[1] - drawn] };
        let stalled = stalled(&ending, before.with_turns(None), racks_worth);
        let lead = position.scores[0] - position.scores[1];
        Drawn {
            search: Search::new(tableau, ending, Memory::new(MEMORY_BITS), report),
            root: Node { side, hands, left: before.with_turns(turns), placed: 0 },
            hand,
            choices,
            guesses: HashMap::new(),
            lead,
            stalled: stalled.map(|settled| lead + settled),
            refutation: 0,
        }
    }

    /// The number of nodes searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Bounds of the final spread after a play of ours that show who wins, if `nodes` more nodes
    /// are enough.
    pub(crate) fn who_wins(&mut self, play: &Play, nodes: u64) -> Bounds {
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
        let (sum, node) = match self.after(play) {
            Ok(reached) => reached,
            Err(over) => return certain(over),
        };
        let guess = sum - self.guess(node);
        let mut bounds = Bounds { guess, lower: None, upper: None };
        // The expected result needs one question, any other needs two.
        let goals = if guess > 0 { [1, 0] } else { [0, 1] };
        for goal in goals {
            let is_known = bounds.lower.is_some_and(|lower| lower >= goal)
                || bounds.upper.is_some_and(|upper| upper < goal);
            if is_known {
                continue;
            }
            match self.search.value(node, sum - goal, sum - goal + 1) {
                Ok(gain) if sum - gain >= goal => bounds.lower = Some(sum - gain),
                Ok(gain) => bounds.upper = Some(sum - gain),
                Err(OutOfNodes) => break,
            }
        }
        self.search.tableau.undo();
        bounds
    }

    /// A bound of the final spread after a play of ours that shows whether it reaches `goal`, if
    /// `nodes` more nodes are enough.
    pub(crate) fn reaches_with(&mut self, play: &Play, goal: i32, nodes: u64) -> Bounds {
        let (sum, node) = match self.after(play) {
            Ok(reached) => reached,
            Err(over) => return certain(over),
        };
        let mut bounds = Bounds { guess: sum - self.guess(node), lower: None, upper: None };
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
        match self.search.value(node, sum - goal, sum - goal + 1) {
            Ok(gain) if sum - gain >= goal => bounds.lower = Some(sum - gain),
            Ok(gain) => bounds.upper = Some(sum - gain),
            Err(OutOfNodes) => {}
        }
        self.search.tableau.undo();
        bounds
    }

    /// The final spread after a play of ours, proven if `nodes` more nodes are enough.
    pub(crate) fn by_how_much(&mut self, play: &Play, nodes: u64) -> Bounds {
        let (sum, node) = match self.after(play) {
            Ok(reached) => reached,
            Err(over) => return certain(over),
        };
        let guess = self.guess(node);
        let most = self.search.nodes.saturating_add(nodes);
        (self.search.progress.lower, self.search.progress.upper) = (None, None);
        self.search.narrow(node, guess, most);
        let SearchProgress { lower, upper, .. } = self.search.progress;
        self.search.tableau.undo();
        let ours = |gain: i32| sum - gain;
        Bounds { guess: ours(guess), lower: upper.map(ours), upper: lower.map(ours) }
    }

    /// The gain of the side on turn if nobody looks ahead.
    fn guess(&mut self, node: Node) -> i32 {
        let search = &mut self.search;
        *self.guesses.entry(node.key()).or_insert_with(|| search.playout(node, 0).value)
    }

    /// Makes a play of ours. Returns our lead after it and the next node, or the final spread if
    /// the game is over.
    fn after(&mut self, play: &Play) -> Result<(i32, Node), i32> {
        let choice = self.choices[&placement_hash(play)];
        match self.search.next(self.root, Some(&choice)) {
            Next::Over(value) => Err(self.lead + value),
            Next::Node { score, node } => {
                self.search.tableau.place(&choice.play);
                Ok((self.lead + score, node))
            }
        }
    }

    /// The final spread if both sides pass until the game ends.
    pub(crate) fn stalled(&self) -> Option<i32> {
        self.stalled
    }

    /// Bounds of the final spread after our pass that show who wins against an opponent who knows
    /// the bag. She plays, or she passes too. Then the position is as before, and we could have
    /// made our next move at once; so the only other result is that both pass until the game ends.
    pub(crate) fn passed(&mut self, nodes: u64) -> Bounds {
        self.answered(self.stalled, nodes)
    }

    /// The same if she has to play.
    pub(crate) fn replied(&mut self, nodes: u64) -> Bounds {
        self.answered(None, nodes)
    }

    fn answered(&mut self, stalled: Option<i32>, nodes: u64) -> Bounds {
        let plays = self.answers();
        let guess = self.guess_after_pass(plays.first(), stalled);
        let mut bounds = Bounds { guess, lower: None, upper: None };
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
        let goals = if guess > 0 { [1, 0] } else { [0, 1] };
        for goal in goals {
            let is_known = bounds.lower.is_some_and(|lower| lower >= goal)
                || bounds.upper.is_some_and(|upper| upper < goal);
            if is_known {
                continue;
            }
            match self.reaches(goal, stalled, &plays) {
                Ok(true) => bounds.lower = Some(goal),
                Ok(false) => bounds.upper = Some(goal - 1),
                Err(OutOfNodes) => break,
            }
        }
        bounds
    }

    /// The final spread after our pass against an opponent who knows the bag, proven if `nodes`
    /// more nodes are enough.
    pub(crate) fn passed_by_how_much(&mut self, nodes: u64) -> Bounds {
        let plays = self.answers();
        let guess = self.guess_after_pass(plays.first(), self.stalled);
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
        let mut bounds = Bounds { guess, lower: None, upper: None };
        let mut step = 1;
        loop {
            let goal = match (bounds.lower, bounds.upper) {
                (None, None) => guess,
                (Some(lower), None) => lower + step,
                (None, Some(upper)) => upper - step,
                (Some(lower), Some(upper)) if lower == upper => return bounds,
                (Some(lower), Some(upper)) => lower + (upper - lower + 1) / 2,
            };
            // Nobody can reach more or less.
            if goal.abs() >= INFINITE {
                return bounds;
            }
            step *= 2;
            match self.reaches(goal, self.stalled, &plays) {
                Ok(true) => bounds.lower = Some(goal),
                Ok(false) => bounds.upper = Some(goal - 1),
                Err(OutOfNodes) => return bounds,
            }
        }
    }

    /// The plays of the side that draws the last tile, best score first.
    fn answers(&self) -> Vec<Choice> {
        let mut plays: Vec<Choice> =
            self.search.tableau.choices(self.root.side, self.hand).copied().collect();
        plays.sort_by_key(|choice| (std::cmp::Reverse(choice.play.score), choice.hash));
        plays
    }

    fn guess_after_pass(&mut self, dearest: Option<&Choice>, stalled: Option<i32>) -> i32 {
        let played = dearest.map(|choice| match self.search.next(self.root, Some(choice)) {
            Next::Over(value) => self.lead - value,
            Next::Node { score, node } => {
                self.search.tableau.place(&choice.play);
                let ours = self.search.playout(node, 0).value;
                self.search.tableau.undo();
                self.lead - score + ours
            }
        });
        played.into_iter().chain(stalled).min().unwrap_or(self.lead)
    }

    /// Whether our final spread is at least `goal`, whatever she does.
    fn reaches(
        &mut self,
        goal: i32,
        stalled: Option<i32>,
        plays: &[Choice],
    ) -> Result<bool, OutOfNodes> {
        if stalled.is_some_and(|spread| spread < goal) {
            return Ok(false);
        }
        let first = plays.iter().filter(|choice| choice.hash == self.refutation);
        let rest = plays.iter().filter(|choice| choice.hash != self.refutation);
        for choice in first.chain(rest) {
            let is_refuted = match self.search.next(self.root, Some(choice)) {
                Next::Over(value) => self.lead - value < goal,
                Next::Node { score, node } => {
                    let needed = goal - self.lead + score;
                    self.search.tableau.place(&choice.play);
                    let ours = self.search.value(node, needed - 1, needed);
                    self.search.tableau.undo();
                    ours? < needed
                }
            };
            if is_refuted {
                self.refutation = choice.hash;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn certain(spread: i32) -> Bounds {
    Bounds { guess: spread, lower: Some(spread), upper: Some(spread) }
}

/// The gain of the first side if both pass until the game ends; `None` if passes never end it.
fn stalled(ending: &Ending, left: TurnsLeft, worth: [i32; 2]) -> Option<i32> {
    let mut left = left;
    for _ in 0..=MOST_PASSES {
        if let Some(settled) = ending.over(left, worth[0], worth[1]) {
            return Some(settled);
        }
        left = ending.after_pass(left);
    }
    None
}

/// No ruleset allows two players more passes.
const MOST_PASSES: u32 = 24;
