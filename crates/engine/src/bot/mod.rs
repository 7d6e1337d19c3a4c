//! Computer players: whoever is shown a position and answers with a move.

mod champion;
mod greedy;
mod static_;

use tisane_rules::{Move, Position};

pub use champion::{Champion, Settings as ChampionSettings};
pub use greedy::Greedy;
pub use static_::Static;

/// Chooses moves for one seat at a time.
pub trait Bot {
    /// A legal move for the player on turn.
    fn choose(&mut self, position: &Position) -> Move;
}
