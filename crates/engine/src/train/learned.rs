//! What the boards of a generation tell about leaves, as sums that can be added in any order.

use crate::evaluate::ranking::{Pool, Ranking};

/// The weight, in boards, of the prediction from a leave's parts: this much for leaves hardly seen,
/// less for others, and none from [`ENOUGH`] boards on.
const GUESSED: i64 = 4;
const ENOUGH: i64 = 64;

/// By the place of each leave.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct Learned {
    /// The sum over all boards of its value minus that of the empty leave, in 256ths of a point.
    pub(super) sums: Vec<i64>,
    /// The number of boards on which the leave was possible.
    pub(super) boards: Vec<u32>,
}

impl Learned {
    pub(super) fn new(ranking: &Ranking) -> Learned {
        let leaves = ranking.first(ranking.largest());
        Learned { sums: vec![0; leaves], boards: vec![0; leaves] }
    }

    /// Adds the values of leaves on one board, by size and rank.
    pub(super) fn note(&mut self, ranking: &Ranking, pool: &Pool, worth: &[Vec<i32>]) {
        let empty = worth[0][0];
        for (size, worth) in worth.iter().enumerate() {
            ranking.visit(size, pool, |_, rank| {
                let place = ranking.first(size) + rank as usize;
                self.sums[place] += i64::from(worth[rank as usize] - empty);
                self.boards[place] += 1;
            });
        }
    }

    pub(super) fn add(&mut self, other: &Learned) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| *sum += other);
        self.boards.iter_mut().zip(&other.boards).for_each(|(n, other)| *n += other);
    }

    /// The value of each leave that the bag allows, in thousandths of a point: the mean over the
    /// boards. With few boards it is pulled towards the prediction from its parts, in which two
    /// tiles do not interact.
    pub(super) fn values(&self, ranking: &Ranking, bag: &Pool) -> Vec<i32> {
        let mut values = vec![0; self.sums.len()];
        for size in 1..ranking.largest() {
            ranking.visit(size, bag, |kinds, rank| {
                let place = ranking.first(size) + rank as usize;
                let boards = i64::from(self.boards[place]);
                let seen = self.sums[place] * 1000 / 256;
                // In 64ths of a board.
                let guessed = GUESSED * (ENOUGH - boards).max(0);
                let guess = if guessed > 0 { i64::from(guess(ranking, &values, kinds)) } else { 0 };
                values[place] =
                    ((seen * ENOUGH + guess * guessed) / (boards * ENOUGH + guessed)) as i32;
            });
        }
        values
    }
}

fn guess(ranking: &Ranking, values: &[i32], kinds: &[u8]) -> i32 {
    if kinds.len() < 2 {
        return 0;
    }
    let part = |kinds: &[u8]| values[ranking.place(kinds.iter().map(|&kind| kind.into()))];
    let n = kinds.len();
    part(&kinds[1..]) + part(&kinds[..n - 1]) - part(&kinds[1..n - 1])
}
