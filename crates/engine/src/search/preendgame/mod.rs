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
//! 2. Every legal move that can be proven is a candidate, however few lines are shown. A move that
//!    empties the bag leads to an endgame in each deal, in which nothing is hidden: the
//!    [`endgame`](super::endgame) search finds who wins it ([`spread`]). Whether the opponent knew
//!    the bag before makes no difference.
//! 3. With one tile in the bag, all endgames of a deal are positions of one search, which keeps its
//!    transposition table for all candidates ([`Drawn`](super::endgame::Drawn)). A pass is valued
//!    against an opponent who knows the bag, and so are moves that leave one tile ([`leaves`]).
//! 4. After any other move that leaves tiles in the bag, static moves are played until the bag is
//!    empty; then the endgame is searched. This is an estimate. If the opponent is assumed to see
//!    only one rack, she chooses her reply by a search like this one.
//! 5. [`field`] searches in stages, each with ten times the work of the one before. Deals in which
//!    most candidates lose come first, and a candidate is dropped once it can't win more often than
//!    the best one is proven to.
//! 6. Candidates that win equally often are ranked by spread ([`points`]). Who wins is proven long
//!    before by how much; until that is done, a spread is an estimate.
//!
//! A tie counts as half a win, whatever the ruleset's tie-break.

mod deals;
mod field;
mod final_spread;
mod leaves;
mod points;
mod value;
mod workers;

use tisane_rules::{Move, Position};

use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::movegen::lanes::LaneLister;
use crate::search::Go;
use crate::search::analysis::{Analysis, Limits, Opponent};
use deals::Deals;
use field::Field;
use value::{Kind, Problem, kind};
use workers::{ProgressReporter, with_workers};

/// More deals than this are sampled: four tiles in the bag and seven on a rack give at most 330.
const MOST_DEALS: usize = 330;

/// The reply of an opponent who doesn't know the bag takes this share of all nodes.
const REPLY_SHARE: u64 = 1_000;
const LEAST_REPLY: u64 = 4_000;

/// Solves a position of two seats with a few tiles in the bag; `None` if it is not one. `progress`
/// receives the analysis so far and may stop it.
pub(crate) fn preendgame(
    engine: &Engine,
    position: &Position,
    likely: &[Candidate],
    requested: Option<&Move>,
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
    let longest = position.rack.len().max(position.others[0].len);
    if !all_known || longest > ruleset.rack || ruleset.rack > LaneLister::LONGEST_RACK {
        return None;
    }
    let candidates = all_candidates(engine, position, likely, limits.opponent);
    let deals = Deals::new(ruleset, position, limits.seed, MOST_DEALS);
    let problem = Problem {
        engine,
        position,
        candidates: &candidates,
        deals: &deals,
        opponent: limits.opponent,
        reply_nodes: (limits.nodes / REPLY_SHARE).max(LEAST_REPLY),
    };
    let mut field = Field::new(problem, limits);
    let progress = ProgressReporter::new(progress, field.analysis(None));
    with_workers(limits.threads, &progress, problem, |workers| field.search(workers, &progress));
    Some(field.analysis(requested))
}

/// The likely moves, then all others that can be proven. Both parts are sorted by static equity.
fn all_candidates(
    engine: &Engine,
    position: &Position,
    likely: &[Candidate],
    opponent: Opponent,
) -> Vec<Candidate> {
    let mut candidates = likely.to_vec();
    let is_new = |candidate: &Candidate| likely.iter().all(|known| known.mv != candidate.mv);
    let is_provable = |candidate: &Candidate| {
        kind(engine.ruleset(), position, &candidate.mv, opponent) != Kind::Estimated
    };
    candidates.extend(
        engine
            .moves(position)
            .into_iter()
            .filter(|candidate| is_provable(candidate) && is_new(candidate)),
    );
    candidates
}
