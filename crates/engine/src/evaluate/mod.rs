//! What a move is worth without looking ahead: its score and the value of the tiles it keeps.

pub(crate) mod candidate;
mod draws;
pub(crate) mod equity;
pub(crate) mod fingerprint;
pub mod klv;
pub mod leave;
pub(crate) mod model;
pub(crate) mod opening;
pub(crate) mod pool;
pub(crate) mod ranking;
pub mod win;
