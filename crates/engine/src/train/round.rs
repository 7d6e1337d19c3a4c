//! A training in rounds, each of which can be split into parts: the boards of each generation, then
//! the games for the win chances. A round starts from the state that the previous one leaves.

use std::ops::Range;

use sha2::{Digest, Sha256};

use super::{GameSums, Learned, Progress, State, Training};
use crate::evaluate::model::Model;
use crate::evaluate::win::Swings;
use crate::search::Go;

/// A round of a training.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Round {
    /// The boards of a generation, counted from 1.
    Generation(usize),
    /// The games for the win chances, after all generations.
    Games,
}

/// What a part of a round has counted. Parts can be added in any order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RoundSums {
    /// Boards of a generation; for each leave, by its place:
    Boards {
        /// the sum over the boards of its value minus that of the empty leave, in 256ths of a
        /// point;
        sums: Vec<i64>,
        /// the number of boards on which it was possible.
        boards: Vec<u32>,
    },
    /// Games.
    Games {
        /// How often each swing was seen, for each amount of the game remaining.
        swings: Vec<Vec<u32>>,
        /// Points of turns once the bag is empty.
        late_points: i64,
        /// Number of those turns.
        late_turns: i64,
    },
}

impl RoundSums {
    /// The sums of two parts of a round; `None` if they are of different rounds, or if a number
    /// gets too large.
    pub fn plus(self, other: &RoundSums) -> Option<RoundSums> {
        use RoundSums::{Boards, Games};
        match (self, other) {
            (Boards { mut sums, mut boards }, Boards { sums: more_sums, boards: more_boards })
                if sums.len() == more_sums.len() && boards.len() == more_boards.len() =>
            {
                for (sum, &more) in sums.iter_mut().zip(more_sums) {
                    *sum = sum.checked_add(more)?;
                }
                add_counts(&mut boards, more_boards)?;
                Some(Boards { sums, boards })
            }
            (
                Games { mut swings, late_points, late_turns },
                Games { swings: more, late_points: more_points, late_turns: more_turns },
            ) if swings.len() == more.len() => {
                for (row, more) in swings.iter_mut().zip(more) {
                    if row.len() != more.len() {
                        return None;
                    }
                    add_counts(row, more)?;
                }
                Some(Games {
                    swings,
                    late_points: late_points.checked_add(*more_points)?,
                    late_turns: late_turns.checked_add(*more_turns)?,
                })
            }
            _ => None,
        }
    }
}

fn add_counts(counts: &mut [u32], more: &[u32]) -> Option<()> {
    for (count, &more) in counts.iter_mut().zip(more) {
        *count = count.checked_add(more)?;
    }
    Some(())
}

/// What a complete round leads to.
pub enum Step {
    /// The state from which the next round starts.
    Next(State),
    /// The model, after the last round.
    Done(Box<Model>),
}

impl State {
    /// Identifies the state: rounds that start from different leaves must not be mixed.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update((self.generation as u64).to_le_bytes());
        self.leaves.iter().for_each(|value| hash.update(value.to_le_bytes()));
        hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Training {
    /// The round that follows a state.
    pub fn round(&self, state: &State) -> Round {
        match state.generation < self.plan.boards.len() {
            true => Round::Generation(state.generation + 1),
            false => Round::Games,
        }
    }

    /// The number of boards or games of the round that follows a state.
    pub fn units(&self, state: &State) -> usize {
        self.plan.boards.get(state.generation).copied().unwrap_or(self.plan.games)
    }

    /// Does these boards or games of the round that follows a state; `None` if `progress` stops it.
    pub fn part(
        &self,
        state: &State,
        units: Range<usize>,
        progress: &(dyn Fn(Progress) -> Go + Sync),
    ) -> Option<RoundSums> {
        if self.round(state) == Round::Games {
            let GameSums { swings, late_points, late_turns } =
                self.games(state, units, progress)?;
            return Some(RoundSums::Games {
                swings: swings.into_counts(),
                late_points,
                late_turns,
            });
        }
        let (Learned { sums, boards }, done) = self.census(state, units.clone(), progress);
        (done == units.end).then_some(RoundSums::Boards { sums, boards })
    }

    /// Whether this many boards or games of the round can have these sums. Sums from files are
    /// checked before they are used.
    pub fn is_possible(&self, state: &State, sums: &RoundSums, units: usize) -> bool {
        /// The most that a leave can be worth on a board, in 256ths of a point.
        const LARGEST_VALUE: i64 = 1 << 24;
        /// Boards, and positions in games, beyond which sums would not fit in a number.
        const MOST_BOARDS: usize = 1 << 20;
        const MOST_POSITIONS: u64 = 1 << 42;
        match (sums, self.round(state)) {
            (RoundSums::Boards { sums, boards }, Round::Generation(_)) => {
                let leaves = self.ranking.first(self.ranking.largest());
                (sums.len(), boards.len()) == (leaves, leaves)
                    && units <= MOST_BOARDS
                    && sums.iter().zip(boards).all(|(&sum, &boards)| {
                        boards as usize <= units
                            && sum.unsigned_abs() <= (i64::from(boards) * LARGEST_VALUE) as u64
                    })
            }
            (RoundSums::Games { swings, late_points, late_turns }, Round::Games) => {
                let positions: u64 = swings.iter().flatten().map(|&n| u64::from(n)).sum();
                Swings::fit(self.engine.ruleset(), swings)
                    && positions <= MOST_POSITIONS
                    && (0..=MOST_POSITIONS as i64).contains(late_turns)
                    && late_points.unsigned_abs() <= MOST_POSITIONS
            }
            _ => false,
        }
    }

    /// Completes the round that follows a state, given the sums over all its boards or games;
    /// `None` if they are not [possible](Self::is_possible).
    pub fn complete(&self, mut state: State, sums: RoundSums) -> Option<Step> {
        if !self.is_possible(&state, &sums, self.units(&state)) {
            return None;
        }
        Some(match sums {
            RoundSums::Boards { sums, boards } => {
                state.learned = Learned { sums, boards };
                self.complete_generation(&mut state);
                Step::Next(state)
            }
            RoundSums::Games { swings, late_points, late_turns } => {
                let swings = Swings::from_counts(self.engine.ruleset(), swings)?;
                let games = GameSums { swings, late_points, late_turns };
                Step::Done(Box::new(self.model(&state, &games)))
            }
        })
    }
}
