//! A file for each resource.

pub(crate) mod about;
pub(crate) mod engine;
pub(crate) mod health;
pub(crate) mod lexicons;
pub(crate) mod rulesets;
pub(crate) mod words;
