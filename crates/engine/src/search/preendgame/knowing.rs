//! The opponent who knows the bag: the usual assumption for a pass with one tile in the bag.
//!
//! After our pass she plays and draws the last tile, and an endgame follows in which we are on
//! turn; or she passes too. Then the position is as before, and we could have made our next move at
//! once without giving her the choice. So against her a pass is worth at most the better of two
//! results: both pass until the game ends, if the rules end it so, or the worst she can do with a
//! play.

use tisane_rules::{Move, Position};

use super::deals::Deal;
use super::fate::Fate;
use super::field::{Allowed, Question, endgame_fate, final_spread, make, set_up};
use super::work::Ask;
use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The outcome of a pass in a deal, and the number of nodes used.
pub(super) fn passed(
    engine: &Engine,
    position: &Position,
    deal: &Deal,
    allowed: Allowed,
    ask: Ask<'_>,
) -> (Fate, u64) {
    let Allowed { nodes, in_all } = allowed;
    let in_all = in_all.min(PATIENCE.saturating_mul(nodes));
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (mut table, board) = set_up(engine, position, deal);
    let pass = Candidate { mv: Move::Pass, score: 0, leave: position.rack.clone(), equity: 0 };
    table.make(&pass.mv, 0, &mut random);
    if let Some(reason) = table.over() {
        return (Fate::certain(final_spread(&table, reason)), 0);
    }
    let mut stalled = table.clone();
    while stalled.over().is_none() {
        stalled.make(&Move::Pass, 0, &mut random);
    }
    let mut worst = Fate::certain(final_spread(&stalled, stalled.over().expect("it is over")));
    let mut spent = 0;
    // The highest-scoring plays first: they are the likeliest refutations.
    for play in engine.session().plays(&table.position(board.clone()), None) {
        let (mut table, mut board) = (table.clone(), board.clone());
        make(&mut table, &mut board, &play, &mut random);
        let (fate, nodes_spent) = match table.over() {
            Some(reason) => (Fate::certain(final_spread(&table, reason)), 0),
            None => endgame_fate(
                engine,
                &table,
                board,
                Question::WhoWins,
                nodes.min(in_all - spent),
                ask,
            ),
        };
        spent += nodes_spent;
        worst = worst.or_worse(fate);
        // The pass is refuted, or the nodes are used up.
        if worst.upper.is_some_and(|upper| upper < 0) || spent >= in_all || ask().is_break() {
            worst.lower = None;
            break;
        }
    }
    // She might also exchange the tile she likes least.
    if table.position(board).may_exchange(engine.ruleset(), 1) {
        worst.lower = None;
    }
    (worst, spent)
}

/// The number of full endgames spent on a pass in one deal.
const PATIENCE: u64 = 40;
