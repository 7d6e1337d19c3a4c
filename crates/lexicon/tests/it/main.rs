//! The integration tests of the lexicon crate, in one binary.

mod alphabet;
mod build;
mod catalogue;
mod common;
mod faults;
mod file;
mod graph;
mod kwg;
mod query;
