//! Makes the move of the highest static equity: the score, and what is left.

use tisane_rules::{Move, Position};

use super::Bot;
use crate::engine::{Engine, Session};

pub struct Static<'a>(Session<'a>);

impl<'a> Static<'a> {
    pub fn new(engine: &'a Engine) -> Static<'a> {
        Static(engine.session())
    }
}

impl Bot for Static<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        self.0.best(position).mv
    }
}
