//! A move with its value.

use std::cmp::Ordering;

use tisane_rules::{Move, Tile, Tiles};

/// A legal move with its value.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its score in points.
    pub score: i32,
    /// The tiles kept on the rack.
    pub leave: Tiles,
    /// Score plus the value of the leave, in thousandths of a point.
    pub equity: i32,
}

impl Candidate {
    /// Orders lists: highest equity first, ties in canonical order.
    pub fn by_equity(a: &Candidate, b: &Candidate) -> Ordering {
        b.equity.cmp(&a.equity).then_with(|| canonical(&a.mv, &b.mv))
    }

    /// Orders lists by score: highest first, then by equity, then in canonical order.
    pub fn by_score(a: &Candidate, b: &Candidate) -> Ordering {
        b.score.cmp(&a.score).then_with(|| Candidate::by_equity(a, b))
    }
}

/// The order that breaks every tie: plays first, in their own order; then exchanges, those with
/// fewer of the alphabet's last tiles first; then the pass.
pub(crate) fn canonical(a: &Move, b: &Move) -> Ordering {
    match (a, b) {
        (Move::Play(a), Move::Play(b)) => a.cmp(b),
        (Move::Exchange(a), Move::Exchange(b)) => from_the_end(a).cmp(&from_the_end(b)),
        _ => rank(a).cmp(&rank(b)),
    }
}

fn from_the_end(tiles: &Tiles) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = tiles.iter().collect();
    tiles.reverse();
    tiles
}

fn rank(mv: &Move) -> u8 {
    match mv {
        Move::Play(_) => 0,
        Move::Exchange(_) => 1,
        Move::Pass => 2,
    }
}
