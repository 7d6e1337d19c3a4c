//! The integration tests of the rules crate, in one binary.

mod common;
mod faults;
mod game;
mod games;
mod gcg;
mod notation;
mod notation_laws;
mod places;
mod plain_rules;
mod rulesets;
mod scores;
