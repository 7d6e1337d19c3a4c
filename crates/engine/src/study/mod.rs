//! Looking back at a game: mistakes, and how strong the players are.

pub mod review;
pub mod strength;
