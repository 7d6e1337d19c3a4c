//! `cargo xtask …`: everything a contributor runs that cargo alone does not do.
fn main() {}
