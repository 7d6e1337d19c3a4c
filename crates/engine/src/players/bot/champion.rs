//! Looks ahead as far as its settings allow: simulates while the bag has tiles, enumerates the last
//! unseen tiles, and solves the endgame.

use tisane_rules::{Move, Play, Position};

use super::{Bot, is_phony};
use crate::engine::{Engine, Session};
use crate::search::Go;
use crate::search::analysis::Limits;
use crate::search::infer::Inference;

/// Settings of a [`Champion`]. They are counts, so that it plays the same on every machine.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ChampionSettings {
    /// Number of rollouts for each move.
    pub rollouts: u64,
    /// Number of turns in a rollout; one round by default.
    pub plies: Option<usize>,
    /// Whether to simulate while the bag has tiles.
    pub simulation: bool,
    /// Whether to enumerate the last unseen tiles when the bag is nearly empty.
    pub preendgame: bool,
    /// Whether to search the endgame.
    pub endgame: bool,
    /// Whether to infer opponents' racks from their last moves.
    pub inference: bool,
}

impl Default for ChampionSettings {
    fn default() -> ChampionSettings {
        ChampionSettings {
            rollouts: 2_000,
            plies: None,
            simulation: true,
            preendgame: false,
            endgame: true,
            inference: false,
        }
    }
}

/// Positions searched in an endgame: a second at most; few endgames need that many.
const NODES: u64 = 300_000;
/// Moves of lower static equity are hardly ever best.
const CANDIDATES: usize = 25;

/// A bot that looks ahead.
pub struct Champion<'a> {
    session: Session<'a>,
    settings: ChampionSettings,
    go: fn() -> Go,
}

impl<'a> Champion<'a> {
    /// A champion for this engine's game.
    pub fn new(engine: &'a Engine, settings: ChampionSettings) -> Champion<'a> {
        Champion { session: engine.session(), settings, go: || Go::On }
    }

    /// Stops looking ahead when `go` says so, and plays the best move found so far.
    pub fn until(self, go: fn() -> Go) -> Champion<'a> {
        Champion { go, ..self }
    }
}

impl Bot for Champion<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let ChampionSettings { rollouts, plies, simulation, preendgame, endgame, inference } =
            self.settings;
        let usual = Limits::default();
        let most = if preendgame { usual.preendgame } else { 0 };
        let looks_ahead = match position.bag {
            0 => endgame,
            bag if bag <= most => true,
            _ => simulation,
        };
        if !looks_ahead {
            return self.session.best(position).mv;
        }
        // In an endgame the values of other moves are not needed.
        let candidates =
            if position.bag == 0 && position.others.len() == 1 { 1 } else { CANDIDATES };
        let inference = inference.then(Inference::default);
        let limits = Limits {
            candidates,
            rollouts,
            plies,
            nodes: NODES,
            preendgame: most,
            inference,
            ..usual
        };
        let mut analysis = self.session.engine().solve(position, limits, &mut |_| (self.go)());
        analysis.lines.swap_remove(0).candidate.mv
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        let engine = self.session.engine();
        is_phony(engine.ruleset(), engine.lexicon(), position, play)
    }
}
