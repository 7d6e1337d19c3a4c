//! Games by events: challenges, endings, clocks, the lobby, what a seat may know.

mod abandon;
mod challenges;
mod clocks;
mod endings;
mod lobby;
mod turns;
mod views;
