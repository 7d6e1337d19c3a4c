//! The application layer, tested from outside with the built-in rulesets and lexicons.

mod open;
mod practice;
