//! Looks ahead as far as it is allowed to: simulates while the bag has tiles, and solves the endgame.

use tisane_rules::{Move, Position};

use super::Bot;
use crate::analysis::Limits;
use crate::engine::{Engine, Session};
use crate::matches::Go;

/// How a champion plays. Everything is a count, so that it plays the same on every machine.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Settings {
    /// How many games are played on for each move.
    pub rollouts: u64,
    /// Whether it looks ahead while there are tiles in the bag.
    pub simulation: bool,
    /// Whether it looks ahead when there are none.
    pub endgame: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rollouts: 2_000, simulation: true, endgame: true }
    }
}

/// Positions of an endgame: a second at most, and few endgames need so many.
const NODES: u64 = 300_000;
/// Candidates are compared with no fewer rollouts for each than this, if need be fewer candidates.
const FOR_EACH: u64 = 25;
/// Those of lower static equity are hardly ever best.
const CANDIDATES: u64 = 15;

pub struct Champion<'a> {
    session: Session<'a>,
    settings: Settings,
}

impl<'a> Champion<'a> {
    pub fn new(engine: &'a Engine, settings: Settings) -> Champion<'a> {
        Champion { session: engine.session(), settings }
    }
}

impl Bot for Champion<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let Settings { rollouts, simulation, endgame } = self.settings;
        let looks_ahead = if position.bag == 0 { endgame } else { simulation };
        if !looks_ahead {
            return self.session.best(position).mv;
        }
        let candidates = (rollouts / FOR_EACH).clamp(2, CANDIDATES) as usize;
        let limits = Limits { candidates, rollouts, nodes: NODES, ..Limits::default() };
        let mut analysis = self.session.engine().solve(position, limits, &mut |_| Go::On);
        analysis.lines.swap_remove(0).candidate.mv
    }
}
