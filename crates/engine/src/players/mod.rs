//! Computer players, and matches between them.

pub mod bot;
pub mod matches;
pub mod rating;
