//! The one binary: parse, dispatch, exit code.
fn main() {}
