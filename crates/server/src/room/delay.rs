//! Delayed spectators: the game as it was some turns ago, with all racks.

use tisane_rules::{Event, Game, Millis, Phase};

/// A copy of the game that lags some turns behind.
pub(super) struct Delay {
    turns: usize,
    /// The game as spectators see it.
    pub(super) game: Game,
    /// The event of each turn.
    taken: Vec<usize>,
    /// The number of events at the end of the game.
    ended: Option<usize>,
}

impl Delay {
    /// For a game without events.
    pub(super) fn new(game: &Game, turns: usize) -> Delay {
        Delay { turns, game: game.clone(), taken: Vec::new(), ended: None }
    }

    /// Follows the last event of the log.
    pub(super) fn follow(&mut self, log: &[Event], game: &Game) {
        if game.turns().len() > self.taken.len() {
            self.taken.push(log.len() - 1);
        }
        if game.phase() == Phase::Ended {
            self.ended.get_or_insert(log.len());
        }
        let (from, to) = (self.seen(), self.seen_at(log.len()));
        log[from..to].iter().for_each(|event| self.game.apply(event));
    }

    /// How many events spectators have seen.
    pub(super) fn seen(&self) -> usize {
        self.game.n_events() as usize
    }

    /// How many events spectators had seen at a version; after the end, all.
    pub(super) fn seen_at(&self, version: usize) -> usize {
        if self.ended.is_some_and(|ended| version >= ended) {
            return version;
        }
        match self.taken.partition_point(|&at| at < version) {
            0 => version,
            turns => self.taken[turns.saturating_sub(self.turns)],
        }
    }

    /// Spectators see no racks before the first turns are old enough.
    pub(super) fn shows_racks(&self) -> bool {
        self.taken.len() >= self.turns
    }

    /// The time up to which spectators see the game; nothing if they see all of it.
    pub(super) fn until(&self, game: &Game) -> Option<Millis> {
        let next = game.turns().get(self.game.turns().len())?;
        Some(next.at)
    }

    /// The time up to which spectators read the players' chat. Until they see racks, that is the
    /// start: a player may mention a tile in the first turn.
    pub(super) fn heard_until(&self, game: &Game, started: Option<Millis>) -> Option<Millis> {
        if game.phase() == Phase::Ended {
            return None;
        }
        if self.shows_racks() { self.until(game) } else { started }
    }
}
