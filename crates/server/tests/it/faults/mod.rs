//! When the disk or the database fails: what was acknowledged is stored, and stored once; the
//! server goes on when it can.

mod disk;
pub(crate) mod flaky;
mod play;
mod store;
