//! What a player asks for. [`Game::decide`](crate::Game::decide) judges it.

use crate::table::{Move, Play, Tiles};

/// What a player asks for.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Action {
    /// Before the start: leaves the game.
    Leave,
    /// Before the start: is ready, or no longer. The host decides when to start.
    Ready(bool),
    /// The host starts the game.
    Start,

    /// Places tiles.
    Play(Play),
    /// Passes the turn.
    Pass,
    /// Exchanges these tiles.
    Exchange(Tiles),

    /// Challenges the last play.
    Challenge(Doubt),
    /// Accepts the last play of the game. A pass then means the same.
    Accept,

    /// Gives the game up.
    Resign,
    /// Offers the others to stop without a winner.
    OfferAbort,
    /// Agrees to stop.
    AcceptAbort,
    /// Wants to play on.
    DeclineAbort,
    /// Undoes the last turn or challenge, in games on one device.
    Undo,
    /// Is back after being away.
    Rejoin,
}

/// Which words of a play are challenged.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Doubt {
    /// All words of the play.
    All,
    /// By their index among the words of the play; the main word is 0.
    Words(Vec<usize>),
}

impl From<Move> for Action {
    fn from(mv: Move) -> Action {
        match mv {
            Move::Play(play) => Action::Play(play),
            Move::Exchange(tiles) => Action::Exchange(tiles),
            Move::Pass => Action::Pass,
        }
    }
}
