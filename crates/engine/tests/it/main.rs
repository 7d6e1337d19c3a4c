//! All integration tests of the engine, in one binary.

mod common;

mod best;
mod chances;
mod endgame;
mod evaluation;
mod faults;
mod levels;
mod matches;
mod model;
mod oracle;
mod perft;
mod preendgame;
mod review;
mod seats;
mod simulate;
mod solve;
