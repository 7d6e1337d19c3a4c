//! Endgames of more than two players who all know everything: exact values of every move.
//!
//! With three players "the best reply" depends on what each of them wants, so there are two values:
//!
//! - **max-n** (Luckhardt and Irani, 1986): everybody plays for the own spread over the best
//!   opponent. Among moves that are equal for a player, the worst for the player at the root
//!   counts, so the order of moves does not matter.
//! - **paranoid** (Sturtevant and Korf, 2000): all opponents play together against the player at the
//!   root. No play of theirs gives her less.
//!
//! Every line is tried, and positions that come up again are remembered. That is possible with few
//! tiles; positions with more are simulated.

use std::cmp::Reverse;
use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Move, Placed, Play, Position, Ruleset, Seat, Square, Tiles};

use crate::evaluate::candidate::Candidate;
use crate::evaluate::win::{CERTAIN, Chance};
use crate::movegen::{Directions, Generator, Plays, Searcher};
use crate::search::table::SimulatedGame;

/// How a game ends.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// The final scores by seat, if everybody plays for the own spread.
    totals: Vec<i32>,
    /// The win chance of seat 0 then.
    pub win: Chance,
    /// Seat 0's spread over the best opponent if all opponents play against it.
    pub paranoid: i32,
}

impl Outcome {
    /// Seat 0's spread over the best opponent, if everybody plays for the own spread.
    pub(crate) fn max_n(&self) -> i32 {
        spread(&self.totals, 0)
    }

    /// Seats prefer higher ranks.
    fn rank(&self, seat: Seat) -> (i32, Reverse<i32>, &[i32], Chance) {
        (spread(&self.totals, seat), Reverse(self.max_n()), &self.totals, self.win)
    }
}

/// The spread of a seat over its best opponent.
fn spread(totals: &[i32], seat: Seat) -> i32 {
    let others = totals.iter().enumerate().filter(|&(other, _)| other != seat);
    totals[seat] - others.map(|(_, &total)| total).max().unwrap_or(0)
}

/// Every rack by seat, if the position shows them all: what one opponent has is known if the tiles
/// of the others are.
pub(crate) fn known_racks(ruleset: &Ruleset, position: &Position) -> Option<Vec<Tiles>> {
    if position.bag > 0 {
        return None;
    }
    let mut rest = position.unseen(ruleset);
    for other in &position.others {
        rest = rest.without(&other.known).ok()?;
    }
    let missing = |seat: &usize| {
        let other = &position.others[*seat];
        other.len.saturating_sub(other.known.len())
    };
    let incomplete: Vec<usize> =
        (0..position.others.len()).filter(|seat| missing(seat) > 0).collect();
    let mut racks: Vec<Tiles> = std::iter::once(position.rack.clone())
        .chain(position.others.iter().map(|other| other.known.clone()))
        .collect();
    match &incomplete[..] {
        [] if rest.is_empty() => {}
        [seat] if missing(seat) == rest.len() => racks[seat + 1].add(&rest),
        _ => return None,
    }
    Some(racks)
}

/// Everything that decides the rest of the game.
#[derive(Clone, Eq, Hash, PartialEq)]
struct State {
    placed: Vec<(Square, Placed)>,
    racks: Vec<Tiles>,
    scores: Vec<i32>,
    on_turn: Seat,
    /// Passes and scoreless turns in a row.
    idle: [u32; 2],
    final_turns: Option<u32>,
}

/// There were too many positions.
#[derive(Debug)]
pub(crate) struct TooMany;

/// A search of every line.
pub(crate) struct Exhaustive<'a> {
    searcher: Searcher<'a>,
    placed: Vec<(Square, Placed)>,
    known: HashMap<State, Outcome>,
    /// Positions searched, and how many may be.
    pub positions: u64,
    most: u64,
}

impl<'a> Exhaustive<'a> {
    pub(crate) fn new(generator: &'a Generator, position: &Position, most: u64) -> Exhaustive<'a> {
        let mut searcher = generator.searcher();
        searcher.set_board(&position.board);
        Exhaustive { searcher, placed: Vec::new(), known: HashMap::new(), positions: 0, most }
    }

    /// How the game ends after a move.
    pub(crate) fn after(
        &mut self,
        table: &SimulatedGame<'_>,
        candidate: &Candidate,
    ) -> Result<Outcome, TooMany> {
        match &candidate.mv {
            Move::Play(play) => self.played(table, play, candidate.score),
            mv => self.outcome(&made(table, mv, 0)),
        }
    }

    fn played(
        &mut self,
        table: &SimulatedGame<'_>,
        play: &Play,
        score: i32,
    ) -> Result<Outcome, TooMany> {
        let before = self.placed.clone();
        self.placed.extend(play.placements());
        self.placed.sort_unstable();
        self.searcher.place(play);
        let outcome = self.outcome(&made(table, &Move::Play(play.clone()), score));
        self.searcher.undo();
        self.placed = before;
        outcome
    }

    fn outcome(&mut self, table: &SimulatedGame<'_>) -> Result<Outcome, TooMany> {
        if let Some(reason) = table.over() {
            let (totals, winners) = table.settle(reason);
            // Dropouts win nothing and are nobody's opponents.
            let totals: Vec<i32> = totals
                .into_iter()
                .zip(&table.gone)
                .map(|(total, gone)| if *gone { i32::MIN / 2 } else { total })
                .collect();
            let win = if winners.contains(&0) { CERTAIN / winners.len() as u32 } else { 0 };
            return Ok(Outcome { paranoid: spread(&totals, 0), totals, win });
        }
        let idle = table.idle();
        let state = State {
            placed: self.placed.clone(),
            racks: table.racks.clone(),
            scores: table.scores.clone(),
            on_turn: table.on_turn,
            idle: [idle.passes, idle.scoreless],
            final_turns: table.final_turns,
        };
        if let Some(known) = self.known.get(&state) {
            return Ok(known.clone());
        }
        self.positions += 1;
        if self.positions > self.most {
            return Err(TooMany);
        }
        let seat = table.on_turn;
        let mut list = Plays::new();
        self.searcher.all_plays(&table.racks[seat], Directions::Both, &mut list);
        let plays: Vec<(Play, i32)> = list
            .scores()
            .enumerate()
            .map(|(index, score)| (self.searcher.play(&list, index), score))
            .collect();
        let mut best = self.outcome(&made(table, &Move::Pass, 0))?;
        for (play, score) in plays {
            let next = self.played(table, &play, score)?;
            let paranoid = if seat == 0 {
                best.paranoid.max(next.paranoid)
            } else {
                best.paranoid.min(next.paranoid)
            };
            if next.rank(seat) > best.rank(seat) {
                best = next;
            }
            best.paranoid = paranoid;
        }
        self.known.insert(state, best.clone());
        Ok(best)
    }
}

fn made<'a>(table: &SimulatedGame<'a>, mv: &Move, score: i32) -> SimulatedGame<'a> {
    let mut next = table.clone();
    // The bag is empty, so nothing is drawn.
    next.make(mv, score, &mut ChaCha8Rng::seed_from_u64(0));
    next
}
