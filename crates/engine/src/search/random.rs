//! Random numbers that are the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use tisane_rules::Tile;

pub(crate) fn shuffle(tiles: &mut [Tile], random: &mut ChaCha8Rng) {
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, below(random, last + 1));
    }
}

/// A random number below `n`. `n` is small, so the bias is negligible.
pub(crate) fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}
