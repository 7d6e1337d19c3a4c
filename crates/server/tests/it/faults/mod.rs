//! When the disk or the database fails: what was acknowledged is stored, and stored once; the
//! server goes on when it can.

mod disk;
mod flaky;
mod play;
mod store;
