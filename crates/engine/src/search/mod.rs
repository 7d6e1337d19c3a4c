//! Looking ahead: simulation, the pre-endgame and the endgame.

pub(crate) mod analysis;
pub mod endgame;
pub mod infer;
pub(crate) mod preendgame;
pub(crate) mod random;
mod seats;
pub(crate) mod simulate;
mod solve;
pub(crate) mod table;

/// Whether to continue, as progress callbacks answer.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Go {
    /// Continue.
    On,
    /// Stop as soon as possible.
    Stop,
}
