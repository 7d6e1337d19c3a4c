//! The value of a move that leaves one tile in the bag, against an opponent who knows which.
//!
//! She replies with a play and draws the tile: an endgame, in which nothing is hidden. Or she
//! passes: then it is our turn again, and we choose one move for all deals that we can't tell
//! apart. Passing only pays for her if that move does worse than her best play.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Board, Move, OtherRack, Position, Tiles};

use super::final_spread::FinalSpread;
use super::value::{Problem, final_spread, make, set_up};
use super::workers::Found;
use crate::evaluate::candidate::Candidate;
use crate::search::endgame::{Drawn, DrawnDeal};
use crate::search::table::SimulatedGame;

/// The cost of setting up a search, in nodes.
const SET_UP: u64 = 40;

/// Our next moves may take this many times the nodes of her replies.
const NEXT: u64 = 8;

/// A candidate in the deals that differ in the last tile.
pub(super) struct Leaves<'a> {
    pub problem: Problem<'a>,
    pub candidate: &'a Candidate,
    pub unit: &'a [usize],
    pub ask: &'a dyn Fn() -> ControlFlow<()>,
}

impl Leaves<'_> {
    /// The outcome in each deal, with this many nodes for her replies in each of them.
    pub(super) fn value(&self, nodes: u64) -> Found {
        let Problem { engine, position, deals, .. } = self.problem;
        let first = &deals.deals[self.unit[0]];
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let (mut table, mut board) = set_up(engine, position, first);
        make(&mut table, &mut board, self.candidate, &mut random);
        let after = from_our_side(&table, board.clone());
        let mut spent = 0;
        let mut replied: Vec<FinalSpread> = Vec::new();
        for &at in self.unit {
            let mut drawn = Drawn::by_reply(self.drawn(&after, at), |_| (self.ask)());
            let outcome = FinalSpread::of(drawn.replied(nodes));
            spent += drawn.nodes() + SET_UP;
            replied.push(outcome);
        }
        let may_exchange = after.may_exchange(engine.ruleset(), 1);
        table.make(&Move::Pass, 0, &mut random);
        let is_over = table.over();
        if let Some(reason) = is_over {
            let ends = self.unit.iter().zip(&replied).map(|(&at, &replied)| {
                table.racks[1] = deals.deals[at].rack.clone();
                replied.or_worse(FinalSpread::certain(final_spread(&table, reason)))
            });
            return (ends.collect(), spent);
        }
        if may_exchange {
            // What she draws then is not known.
            let bounded = replied.iter().map(|&replied| FinalSpread { lower: None, ..replied });
            return (bounded.collect(), spent);
        }
        let passed = table.position(board);
        let (found, more) = self.after_pass(&passed, &replied, nodes);
        (found, spent + more)
    }

    fn drawn<'b>(&'b self, position: &'b Position, at: usize) -> DrawnDeal<'b> {
        let Problem { engine, deals, .. } = self.problem;
        let deal = &deals.deals[at];
        DrawnDeal {
            generator: engine.generator(),
            ruleset: engine.ruleset(),
            position,
            last: *deal.bag.last().expect("a tile is left"),
            other: &deal.rack,
        }
    }

    /// The outcomes if she passes wherever that is better for her than a play, and we make the move
    /// that wins most often then.
    fn after_pass(
        &self,
        passed: &Position,
        replied: &[FinalSpread],
        nodes: u64,
    ) -> (Vec<FinalSpread>, u64) {
        let weights: Vec<u64> =
            self.unit.iter().map(|&at| self.problem.deals.deals[at].weight).collect();
        let sum = |outcomes: &[FinalSpread], bound: usize| -> u64 {
            let chances = outcomes.iter().map(|outcome| u64::from(outcome.bounds()[bound]));
            chances.zip(&weights).map(|(chance, weight)| chance * weight).sum()
        };
        let most = sum(replied, 1);
        // A deal that she wins with a play is lost whatever we would do after a pass.
        let mut open: Vec<usize> =
            (0..self.unit.len()).filter(|&n| replied[n].bounds()[1] > 0).collect();
        let mut searches: Vec<Option<Drawn<'_>>> = self.unit.iter().map(|_| None).collect();
        let mut losses = vec![0u32; self.unit.len()];
        let (mut best, mut is_complete) = (None::<(u64, Vec<FinalSpread>)>, true);
        let mut spent = 0;
        let mut moves = self.problem.engine.moves(passed);
        moves.retain(|candidate| !matches!(candidate.mv, Move::Exchange(_)));
        for candidate in &moves {
            let best_sum = best.as_ref().map_or(0, |(sum, _)| *sum);
            if open.is_empty() || best.is_some() && best_sum == most {
                break;
            }
            if spent > nodes.saturating_mul(NEXT) || (self.ask)().is_break() {
                is_complete = false;
                break;
            }
            open.sort_by_key(|&n| (Reverse(losses[n]), n));
            let (mut outcomes, mut bound) = (replied.to_vec(), most);
            for &n in &open {
                let drawn = searches[n].get_or_insert_with(|| {
                    spent += SET_UP;
                    Drawn::by_us(self.drawn(passed, self.unit[n]), |_| (self.ask)())
                });
                let before = drawn.nodes();
                let outcome = match &candidate.mv {
                    Move::Play(play) => FinalSpread::of(drawn.who_wins(play, nodes)),
                    _ => drawn.stalled().map_or(FinalSpread::guessed(0), FinalSpread::certain),
                };
                spent += drawn.nodes() - before + 1;
                outcomes[n] = replied[n].or_worse(outcome);
                let lost = u64::from(replied[n].bounds()[1] - outcomes[n].bounds()[1]);
                bound -= lost * weights[n];
                losses[n] += u32::from(lost > 0);
                is_complete &= outcomes[n].is_decided();
                if best.is_some() && bound <= best_sum {
                    break;
                }
            }
            let least = sum(&outcomes, 0);
            if best.as_ref().is_none_or(|(sum, _)| least > *sum) {
                best = Some((least, outcomes));
            }
        }
        let Some((_, outcomes)) = best else { return (replied.to_vec(), spent) };
        if is_complete {
            return (outcomes, spent);
        }
        // Another move may win more often, but in no deal in which her play wins.
        let bounded = outcomes
            .iter()
            .zip(replied)
            .map(|(outcome, replied)| FinalSpread { upper: replied.upper, ..*outcome });
        (bounded.collect(), spent)
    }
}

/// What we know after our move, with the opponent to reply.
fn from_our_side(table: &SimulatedGame<'_>, board: Board) -> Position {
    let seen = table.position(board);
    Position {
        rack: table.racks[0].clone(),
        scores: table.scores.clone(),
        others: vec![OtherRack { len: table.racks[1].len(), known: Tiles::new(), gone: false }],
        ..seen
    }
}
