//! The engine in the browser, tested without one.

mod answers;
mod limits;
