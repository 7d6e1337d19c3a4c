//! Several servers on one database: any of them may act on any game.

mod bots;
mod cluster;
mod people;
mod play;
mod presence;
mod store;
