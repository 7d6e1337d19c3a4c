//! One file for each command.

pub(crate) mod completions;
pub(crate) mod lexicon;
pub(crate) mod man;
pub(crate) mod rulesets;
pub(crate) mod serve;
pub(crate) mod words;
