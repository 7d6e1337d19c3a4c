//! Infers opponents' racks from their last moves.
//!
//! A player who played QI for 11 points would have played QIS with an S, so the rack probably had
//! none. Many possible *leaves* are drawn from the unseen tiles. For each, the engine finds the
//! best move from the rack with that leave; the more equity the real move loses, the less likely
//! the leave is:
//!
//! ```text
//! weight = 1/2 to the power of (equity of the best move − equity of the real move) / half
//! ```
//!
//! `half` is how much players typically misjudge a move; for a perfect static player it would be
//! zero. Tiles drawn after the move are unknown and stay random. A pass, or an exchange of `n`
//! tiles, is treated the same way, over the racks for which it would have been a good move.
//!
//! The result is a list of weighted leaves for each opponent, from which a simulation deals.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tisane_rules::{Board, History, Move, OtherRack, Position, PublicMove, Ruleset, Tile, Tiles};

use crate::engine::{Engine, Session};
use crate::evaluate::leave::Leaves;
use crate::search::random::below;

/// Settings of an inference.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Inference {
    /// Maximum number of leaves tried for each opponent.
    pub most: usize,
    /// Stop when the weights add up to this many leaves.
    pub enough: u64,
    /// A move is half as likely for each loss of this many thousandths of a point.
    pub half: i32,
    /// Random seed.
    pub seed: u64,
}

impl Default for Inference {
    fn default() -> Inference {
        Inference { most: 2_000, enough: 100, half: 2_500, seed: 1 }
    }
}

/// What is inferred about each opponent, in turn order.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Beliefs {
    /// By opponent, in turn order.
    pub others: Vec<Belief>,
}

/// Weighted leaves that an opponent may have kept, besides tiles known for certain. Without any,
/// nothing was inferred.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Belief {
    leaves: Vec<Tiles>,
    /// Cumulative weights.
    sums: Vec<u64>,
}

/// The weight 1.
const ONE: u64 = 1 << 20;

impl Belief {
    fn new(weighted: Vec<(Tiles, u64)>) -> Belief {
        let mut belief = Belief::default();
        let mut sum = 0;
        for (leave, weight) in weighted.into_iter().filter(|&(_, weight)| weight > 0) {
            sum += weight;
            belief.leaves.push(leave);
            belief.sums.push(sum);
        }
        belief
    }

    /// Whether nothing was inferred.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// A random leave, by weight.
    pub(crate) fn draw(&self, random: &mut ChaCha8Rng) -> Option<&Tiles> {
        let sum = *self.sums.last()?;
        let at = ((u128::from(random.next_u64()) * u128::from(sum)) >> 64) as u64;
        Some(&self.leaves[self.sums.partition_point(|&sum| sum <= at)])
    }

    /// The chance that this tile is among those kept, in thousandths.
    pub fn holds(&self, tile: Tile) -> u32 {
        let Some(&sum) = self.sums.last() else { return 0 };
        let weights =
            self.sums.iter().scan(0, |before, &sum| Some(sum - std::mem::replace(before, sum)));
        let with: u64 = weights
            .zip(&self.leaves)
            .filter(|(_, leave)| leave.contains(tile))
            .map(|(weight, _)| weight)
            .sum();
        (u128::from(with) * 1000 / u128::from(sum)) as u32
    }
}

impl Engine {
    /// Infers opponents' racks from their last moves.
    pub fn infer(&self, position: &Position, inference: Inference) -> Beliefs {
        let mut session = self.session();
        let others = (1..=position.others.len())
            .map(|seat| infer_seat(&mut session, position, seat, inference).unwrap_or_default());
        Beliefs { others: others.collect() }
    }
}

/// The last turn of a seat, and the position before it.
struct LastTurn {
    what: PublicMove,
    board: Board,
    /// Number of tiles in the bag.
    bag: usize,
}

/// `None` if the seat has had no turn.
fn last_turn(ruleset: &Ruleset, position: &Position, seat: usize) -> Option<LastTurn> {
    let mut board = position.board.clone();
    for turn in position.history.latest_first() {
        if let PublicMove::Played { play, .. } = turn.what {
            play.take_from(&mut board);
        }
        if turn.seat == seat {
            let off_board = ruleset.tiles().len() - board.n_tiles();
            let bag = off_board.saturating_sub(position.scores.len() * ruleset.rack);
            return Some(LastTurn { what: turn.what.clone(), board, bag });
        }
    }
    None
}

fn infer_seat(
    session: &mut Session<'_>,
    position: &Position,
    seat: usize,
    inference: Inference,
) -> Option<Belief> {
    let ruleset = session.engine().ruleset();
    let other = &position.others[seat - 1];
    let last = last_turn(ruleset, position, seat)?;
    let (shown, drawn) = match &last.what {
        PublicMove::Played { play, .. } => (play.tiles(), play.placements().len().min(last.bag)),
        PublicMove::Exchanged { n_tiles } => (Tiles::new(), *n_tiles),
        PublicMove::Passed => (Tiles::new(), 0),
        // The tiles of a withdrawn play are already known, and a lost turn reveals nothing.
        PublicMove::Withdrawn { .. } | PublicMove::Lost => return None,
    };
    let kept = other.len.checked_sub(drawn)?;
    // No tile was kept, all are known, or the rack is certain.
    if kept <= other.known.len() || position.bag == 0 && position.others.len() == 1 {
        return None;
    }
    let mut pool: Vec<Tile> = position.unseen(ruleset).without(&other.known).ok()?.iter().collect();
    let unknown = kept - other.known.len();
    // Exchanged tiles are among the unseen ones.
    let given_back = if let PublicMove::Exchanged { n_tiles } = last.what { n_tiles } else { 0 };
    if unknown + given_back > pool.len() {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(inference.seed);
    random.set_stream(seat as u64);
    let mut explain = || {
        for at in 0..unknown + given_back {
            let drawn = at + below(&mut random, pool.len() - at);
            pool.swap(at, drawn);
        }
        let kept: Tiles = pool[..unknown].iter().copied().collect();
        let mut leave = other.known.clone();
        leave.add(&kept);
        let mut rack = leave.clone();
        rack.add(&shown);
        pool[unknown..unknown + given_back].iter().for_each(|&tile| rack.insert(tile));
        let lost = lost(session, &last.before(position, rack), &last.what, &leave);
        (kept, weight(lost, inference.half))
    };
    let (mut weighted, mut sum) = (Vec::new(), 0);
    while weighted.len() < inference.most && sum < inference.enough * ONE {
        let explained = explain();
        sum += explained.1;
        weighted.push(explained);
    }
    Some(Belief::new(weighted))
}

impl LastTurn {
    /// The position before the turn, for a player with this rack. Static moves depend on nothing
    /// else.
    fn before(&self, now: &Position, rack: Tiles) -> Position {
        let len = rack.len();
        let others = now.others.iter().map(|_| OtherRack { len, ..OtherRack::default() }).collect();
        Position {
            board: self.board.clone(),
            rack,
            scores: vec![0; now.scores.len()],
            others,
            bag: self.bag,
            passes: 0,
            scoreless_turns: 0,
            final_turns: None,
            history: History::default(),
        }
    }
}

/// The weight of a move that loses this much equity: halved for every `half`, linear in between.
/// (An exponential function would not be the same on every machine.)
fn weight(lost: i32, half: i32) -> u64 {
    let (lost, half) = (lost.max(0) as u64, half.max(1) as u64);
    let weight = ONE.checked_shr((lost / half).min(64) as u32).unwrap_or(0);
    weight - weight * (lost % half) / (2 * half)
}

/// The equity lost by the move made from this rack.
fn lost(session: &mut Session<'_>, before: &Position, what: &PublicMove, leave: &Tiles) -> i32 {
    let engine = session.engine();
    let kept = engine.evaluation().for_position(engine.ruleset(), before).value(leave);
    let best = session.best(before);
    let made = match what {
        PublicMove::Played { score, .. } => score * 1000 + kept,
        PublicMove::Passed if best.mv == Move::Pass => best.equity,
        _ => kept,
    };
    best.equity.saturating_sub(made)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tisane_lexicon::{Lexicon, WordList};
    use tisane_rules::{PublicTurn, score};

    use super::*;
    use crate::evaluate::leave::NoLeaves;

    /// The opponent played AT where ATE was possible with an E.
    #[test]
    fn a_missed_longer_word_means_a_missing_tile() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let words = WordList::from_text("at\nate\neat\n");
        let (lexicon, _) =
            Lexicon::build("three words", &ruleset.alphabet, &words, ruleset.layout.longest());
        let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
        let mut board = Board::empty(&ruleset.layout);
        let Move::Play(play) = ruleset.parse_move(&board, "8G AT").unwrap() else {
            panic!("a play")
        };
        let points = score(&ruleset, &board, &play).unwrap().total;
        play.place_on(&mut board);
        let rack = ruleset.parse_tiles("BCDFGHI").unwrap();
        let mut position =
            Position::new(&ruleset, board, rack, vec![Tiles::new()], vec![0, points]).unwrap();
        position
            .history
            .push(PublicTurn { seat: 1, what: PublicMove::Played { play, score: points } });
        let [e, o] =
            ["E", "O"].map(|tile| ruleset.parse_tiles(tile).unwrap().iter().next().unwrap());
        let beliefs = engine.infer(&position, Inference { half: 70, ..Inference::default() });
        assert_eq!(beliefs.others[0].holds(e), 0);
        assert!(beliefs.others[0].holds(o) > 200);
        // A player who ignores the score may have had one.
        let careless = Inference { half: 1_000_000_000, enough: 400, ..Inference::default() };
        let beliefs = engine.infer(&position, careless);
        assert!(beliefs.others[0].holds(e) > 300);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        assert!((0..100).all(|_| beliefs.others[0].draw(&mut random).unwrap().len() == 5));
        assert_eq!(beliefs, engine.infer(&position, careless));
        // A lost turn was not chosen by the player.
        position.history.push(PublicTurn { seat: 1, what: PublicMove::Lost });
        assert!(engine.infer(&position, careless).others[0].is_empty());
    }

    #[test]
    fn every_half_makes_a_move_half_as_likely() {
        assert_eq!(
            [0, 1_000, 2_000, 20_000].map(|lost| weight(lost, 1_000)),
            [ONE, ONE / 2, ONE / 4, 1]
        );
        assert_eq!(
            [weight(-5, 1_000), weight(500, 1_000), weight(i32::MAX, 1)],
            [ONE, ONE * 3 / 4, 0]
        );
        assert!((0..30_000).map(|lost| weight(lost, 700)).is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn without_a_turn_nothing_is_inferred() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let (lexicon, _) = Lexicon::build(
            "one word",
            &ruleset.alphabet,
            &WordList::from_text("at\n"),
            ruleset.layout.longest(),
        );
        let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
        let rack = ruleset.parse_tiles("BCDFGHI").unwrap();
        let known = vec![Tiles::new(); 2];
        let position =
            Position::new(&ruleset, Board::empty(&ruleset.layout), rack, known, vec![0; 3])
                .unwrap();
        assert!(engine.infer(&position, Inference::default()).others.iter().all(Belief::is_empty));
    }
}
