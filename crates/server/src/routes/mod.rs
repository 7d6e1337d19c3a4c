//! A file for each resource.

pub(crate) mod health;
pub(crate) mod rulesets;
