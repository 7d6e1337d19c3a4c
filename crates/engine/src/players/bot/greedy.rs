//! Plays the highest-scoring play, and exchanges as many tiles as possible if no play exists. The
//! baseline every other bot must beat.

use tisane_rules::{Move, Play, Position};

use super::{Bot, is_phony};
use crate::engine::{Engine, is_stuck};
use crate::evaluate::leave::NoLeaves;
use crate::movegen::Searcher;

/// A bot that plays the highest-scoring play.
pub struct Greedy<'a> {
    engine: &'a Engine,
    searcher: Searcher<'a>,
}

impl<'a> Greedy<'a> {
    /// A greedy bot for this engine's game.
    pub fn new(engine: &'a Engine) -> Greedy<'a> {
        Greedy { engine, searcher: engine.generator().searcher() }
    }
}

impl Bot for Greedy<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        self.searcher.set_board(&position.board);
        let n = position.rack.len().min(position.bag);
        match self.searcher.best(&position.rack, &NoLeaves) {
            Some(best) => Move::Play(best.play),
            None if !is_stuck(position) && position.may_exchange(self.engine.ruleset(), n) => {
                Move::Exchange(position.rack.iter().take(n).collect())
            }
            None => Move::Pass,
        }
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        is_phony(self.engine.ruleset(), self.engine.lexicon(), position, play)
    }
}
