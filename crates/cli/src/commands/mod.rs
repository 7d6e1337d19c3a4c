//! A module for each command.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod batch;
pub(crate) mod bench;
pub(crate) mod bots;
pub(crate) mod completions;
pub(crate) mod copy_database;
pub(crate) mod follow;
pub(crate) mod help;
pub(crate) mod ladder;
pub(crate) mod lexicon;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod place;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod rulesets;
pub(crate) mod score;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod words;
pub(crate) mod wordsolver;
