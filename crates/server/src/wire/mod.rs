//! The parts of a WebSocket that know nothing of games: what waits to be written, how it is
//! written, and why a connection ends.

pub(crate) mod backlog;
pub(crate) mod closing;
mod lag;
mod outbox;
pub(crate) mod tcp;
mod upgrade;
pub(crate) mod writer;

pub(crate) use lag::Lag;
pub(crate) use outbox::{Outbox, text};
pub(crate) use tokio_tungstenite::tungstenite::Utf8Bytes;
pub(crate) use upgrade::upgrade;
