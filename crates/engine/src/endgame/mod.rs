//! The endgame.
mod ending;
mod hand;
mod memory;
mod replies;
mod search;
mod tableau;

use tisane_rules::{Move, Position, Ruleset, Tiles};

use crate::movegen::Generator;
use crate::movegen::lanes::LaneLister;
use ending::{Ending, Left};
use memory::Memory;
use search::{INFINITE, Next, Node, Search, Spent};
use tableau::Tableau;

/// How long the search may take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// Positions that are looked at.
    pub nodes: u64,
}

/// What the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    pub line: Vec<Move>,
    pub value: i32,
    pub lower: i32,
    pub upper: i32,
    pub proven: bool,
    pub nodes: u64,
}

#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("an endgame has two seats, not {0}")]
    Seats(usize),
    #[error("an endgame has an empty bag, not {0} tiles in it")]
    Bag(usize),
    #[error("the opponent has {expected} tiles, but {unseen} are unseen")]
    Unseen { expected: usize, unseen: usize },
    #[error("racks of an endgame have up to {most} tiles, not {found}", most = LaneLister::LONGEST_RACK)]
    RackTooLong { found: usize },
    #[error("under these rules passes end no game, so that it might go on forever; set end.passes or end.scoreless_turns")]
    Endless,
    #[error("the game is over")]
    Over,
}

pub fn solve(generator: &Generator, ruleset: &Ruleset, position: &Position, limits: Limits) -> Result<Outcome, Refusal> {
    let (racks, ending, left) = check(ruleset, position)?;
    let tableau = Tableau::new(generator, ruleset, &position.board, [&racks[0], &racks[1]]);
    let hands = [tableau.deal(0).whole, tableau.deal(1).whole];
    let mut search = Search::new(tableau, ending, Memory::new(22), limits.nodes);
    let root = Node { side: 0, hands, left, placed: 0 };
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut guess = search.playout(root);
    while lower < upper {
        let beta = if guess == lower { guess + 1 } else { guess };
        match search.value(root, beta - 1, beta) {
            Ok(value) if value >= beta => lower = value,
            Ok(value) => upper = value,
            Err(Spent) => break,
        }
        if lower > -INFINITE && upper < INFINITE { guess = lower.max(upper.min(guess)) } 
        guess = if lower > -INFINITE && lower >= guess { lower } else { upper };
    }
    Ok(Outcome { line: Vec::new(), value: guess, lower, upper, proven: lower == upper, nodes: search.nodes })
}

impl Search<'_> {
    fn playout(&mut self, mut node: Node) -> i32 {
        let (mut total, mut sign, mut placed) = (0, 1, 0);
        loop {
            let mut moves = Vec::new();
            if let Some((value, _)) = self.rank(node, -INFINITE, &mut moves) {
                total += sign * value;
                break;
            }
            let choice = moves[0].choice;
            match self.next(node, choice.as_ref()) {
                Next::Over(value) => {
                    total += sign * value;
                    break;
                }
                Next::Node { score, node: next } => {
                    total += sign * score;
                    sign = -sign;
                    node = next;
                    if let Some(choice) = choice {
                        self.tableau.place(&choice.play);
                        placed += 1;
                    }
                }
            }
        }
        (0..placed).for_each(|_| self.tableau.undo());
        total
    }
}

/// The racks of both, the mover's first, and how the game ends.
fn check(ruleset: &Ruleset, position: &Position) -> Result<([Tiles; 2], Ending, Left), Refusal> {
    let [other] = &position.others[..] else { return Err(Refusal::Seats(position.others.len() + 1)) };
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
    let (ending, left) = Ending::new(&ruleset.end, position).ok_or(Refusal::Endless)?;
    let is_out = left.turns.is_none() && (position.rack.is_empty() || unseen.is_empty());
    if other.gone || is_out || ending.over(left, 0, 0).is_some() {
        return Err(Refusal::Over);
    }
    Ok(([position.rack.clone(), unseen], ending, left))
}
