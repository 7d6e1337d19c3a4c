//! Looks ahead as far as it is allowed to: simulates while the bag has tiles, goes through all ways
//! in which the last of them can lie, and solves the endgame.

use tisane_rules::{Move, Play, Position};

use super::{Bot, is_phony};
use crate::engine::{Engine, Session};
use crate::search::Go;
use crate::search::analysis::Limits;
use crate::search::infer::Inference;

/// How a champion plays. Everything is a count, so that it plays the same on every machine.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ChampionSettings {
    /// How many games are played on for each move.
    pub rollouts: u64,
    /// How many turns of them are played; a round if it is not said, so that everybody answers and
    /// the player answers them.
    pub plies: Option<usize>,
    /// Whether it looks ahead while there are tiles in the bag.
    pub simulation: bool,
    /// Whether it goes through all ways in which the last tiles can lie.
    pub preendgame: bool,
    /// Whether it looks ahead when there are no tiles in the bag.
    pub endgame: bool,
    /// Whether it takes the others' turns to tell what they hold.
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

/// Positions of an endgame: a second at most, and few endgames need so many.
const NODES: u64 = 300_000;
/// Those of lower static equity are hardly ever best.
const CANDIDATES: usize = 25;

pub struct Champion<'a> {
    session: Session<'a>,
    settings: ChampionSettings,
    go: fn() -> Go,
}

impl<'a> Champion<'a> {
    pub fn new(engine: &'a Engine, settings: ChampionSettings) -> Champion<'a> {
        Champion { session: engine.session(), settings, go: || Go::On }
    }

    /// As long as `go` says so; then it takes whatever it thinks best by then.
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
        // Of an endgame only the best move is wanted, not what the others are worth.
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
