//! What a bot does when it does not challenge.

use tisane_rules::{Action, Doubt, Move, Position};

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Fallback {
    /// It is the bot's turn.
    Move,
    /// Accepts the last play of the game.
    Accept,
    /// It is somebody else's turn.
    Nothing,
}

impl Fallback {
    /// The action, with the move that `choose` picks in the position.
    pub(crate) fn action(
        self,
        position: &Position,
        choose: impl FnOnce(&Position) -> Move,
    ) -> Option<Action> {
        match self {
            Fallback::Move => Some(choose(position).into()),
            Fallback::Accept => Some(Action::Accept),
            Fallback::Nothing => None,
        }
    }
}

/// Bots challenge the whole play.
pub(crate) fn challenge() -> Action {
    Action::Challenge(Doubt::All)
}
