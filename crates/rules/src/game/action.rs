//! What a player asks for. Whether it happens, [`Game::decide`](crate::Game::decide) judges.

use crate::table::{Move, Play, Tiles};

/// What a player asks for.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Action {
    /// Before the start: gives the seat up.
    Leave,
    /// Before the start: shows the others that the game may begin, or not yet. The host decides.
    Ready(bool),
    /// Before the start, by the host.
    Start,

    /// Places tiles.
    Play(Play),
    /// Passes the turn.
    Pass,
    /// Exchanges these tiles.
    Exchange(Tiles),

    /// Doubts the last play.
    Challenge(Doubt),
    /// Lets the last play of the game stand. Passing then means the same.
    Accept,

    /// Gives the game up.
    Resign,
    /// Offers the others to stop without a winner.
    OfferAbort,
    /// Agrees to stop.
    AcceptAbort,
    /// Wants to play on.
    DeclineAbort,
    /// Takes the last turn or challenge back, in games at one machine.
    Undo,
    /// Is back after having been away.
    Rejoin,
}

/// Which words of a play are doubted.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Doubt {
    /// All words of the play.
    All,
    /// By their place among the words the play formed, the main word being 0.
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
