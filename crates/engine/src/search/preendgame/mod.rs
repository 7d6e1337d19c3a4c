//! The pre-endgame: the bag is nearly empty, and its contents decide who wins.
//!
//! With few tiles in the bag there are few distributions of the hidden tiles (*deals*), so they are
//! enumerated instead of sampled. The player does not know the deal and chooses one move for all of
//! them: a move is worth the share of deals in which it wins, and the mean of the final spreads;
//! never the mean over the best moves of each deal, which nobody could play.
//!
//! ```text
//! unseen: AEILNRSV, one of them in the bag
//!
//!                    A     E     I     L     N     R     S     V     wins
//!  8J QUAD          won   won   won   won   won   won  lost   won    7/8
//!  M3 QUIZ         lost  lost   won   won   won   won  lost  lost    4/8
//! ```
//!
//! # How
//!
//! 1. [`deals`] lists the deals with their weights.
//! 2. A move that empties the bag leads to an endgame in each deal, in which nothing is hidden: the
//!    [`endgame`](super::endgame) search finds who wins it ([`fate`]). Whether the opponent knew
//!    the bag before makes no difference.
//! 3. After a move that leaves tiles in the bag, static moves are played until the bag is empty;
//!    then the endgame is searched. This is an estimate, against an opponent who knows only what
//!    she sees.
//! 4. A pass with one tile in the bag is valued against an opponent who knows the bag
//!    ([`knowing`]).
//! 5. First every candidate is searched briefly; then fewer of them, with ten times the work
//!    ([`STAGES`]), until it is proven which wins most often or the nodes are used up.
//! 6. Candidates that win equally often are ranked by spread. Who wins is proven long before by how
//!    much, so the endgames of the best candidates are then searched for the exact spread
//!    ([`POINTS`]); until that is done, a spread is an estimate.
//!
//! A tie counts as half a win, whatever the ruleset's tie-break.

mod deals;
mod fate;
mod field;
mod knowing;
mod work;

use tisane_rules::{Move, Position};

use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::movegen::lanes::LaneLister;
use crate::search::Go;
use crate::search::analysis::{Analysis, Limits};
use deals::Deals;
use field::{Field, Question};

/// More deals than this are sampled: four tiles in the bag and seven on a rack give at most 330.
const MOST_DEALS: usize = 330;

/// Stages of proving who wins: the number of candidates, and the nodes for each of their endgames.
const STAGES: [(usize, u64); 5] =
    [(usize::MAX, 0), (12, 2_000), (6, 20_000), (4, 200_000), (2, 2_000_000)];

/// The same for proving by how much.
const POINTS: [(usize, u64); 4] = [(12, 2_000), (12, 20_000), (6, 200_000), (2, 2_000_000)];

/// Solves a position of two seats with a few tiles in the bag; `None` if it is not one. `progress`
/// receives the analysis so far and may stop it.
pub(crate) fn preendgame(
    engine: &Engine,
    position: &Position,
    candidates: &[Candidate],
    limits: Limits,
    progress: &mut dyn FnMut(&Analysis) -> Go,
) -> Option<Analysis> {
    let ruleset = engine.ruleset();
    if position.others.len() != 1
        || position.others[0].gone
        || !(1..=ruleset.rack).contains(&position.bag)
    {
        return None;
    }
    // If some of our own tiles are unknown, or racks are too long for an endgame, nothing could be
    // proven, and a simulation is better.
    let all_known = position.unseen(ruleset).len() == position.bag + position.others[0].len;
    if !all_known || ruleset.rack > LaneLister::LONGEST_RACK {
        return None;
    }
    let mut candidates = candidates.to_vec();
    if position.bag == 1 && candidates.iter().all(|candidate| candidate.mv != Move::Pass) {
        candidates.extend(
            engine.moves(position).into_iter().find(|candidate| candidate.mv == Move::Pass),
        );
    }
    let deals = Deals::new(ruleset, position, limits.seed, MOST_DEALS);
    let mut field = Field::new(engine, position, candidates, deals);
    let mut go = Go::On;
    for (keep, nodes) in STAGES {
        field.keep(keep);
        if field.is_settled() || go == Go::Stop {
            break;
        }
        go = field.advance(Question::WhoWins, nodes, limits, progress);
    }
    for (best, nodes) in POINTS {
        if go == Go::Stop {
            break;
        }
        field.return_to(best);
        go = field.advance(Question::ByHowMuch, nodes, limits, progress);
    }
    Some(field.analysis())
}
