//! Plays the move with the highest static equity.

use tisane_rules::{Move, Play, Position};

use super::{Bot, is_phony};
use crate::engine::{Engine, Session};

/// A bot that plays the move with the highest static equity.
pub struct Static<'a>(Session<'a>);

impl<'a> Static<'a> {
    /// A static bot for this engine's game.
    pub fn new(engine: &'a Engine) -> Static<'a> {
        Static(engine.session())
    }
}

impl Bot for Static<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        self.0.best(position).mv
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        let engine = self.0.engine();
        is_phony(engine.ruleset(), engine.lexicon(), position, play)
    }
}
