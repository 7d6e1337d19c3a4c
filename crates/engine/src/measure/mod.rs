//! Fixed work for benchmarks and for comparisons with other engines.

pub mod bench;
pub mod perft;
