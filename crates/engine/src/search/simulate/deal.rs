//! Deals the hidden tiles: opponents' racks and the order of the bag.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Position, Ruleset, Tile, Tiles};

use crate::search::infer::{Belief, Beliefs};
use crate::search::random::shuffle;
use crate::search::table::SimulatedGame;

/// The hidden tiles of a position.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    /// All unseen tiles, except those known to be on a rack.
    pool: Vec<Tile>,
    /// How many of them are on each opponent's rack.
    on_racks: Vec<usize>,
    /// What the opponents probably kept, besides known tiles.
    beliefs: Vec<Belief>,
}

impl Hidden {
    pub(super) fn new(ruleset: &Ruleset, position: &Position, beliefs: Beliefs) -> Hidden {
        let mut known = Tiles::new();
        position.others.iter().for_each(|other| known.add(&other.known));
        let pool =
            position.unseen(ruleset).without(&known).expect("known tiles of opponents are unseen");
        let on_racks = position.others.iter().map(|other| other.len - other.known.len()).collect();
        Hidden { pool: pool.iter().collect(), on_racks, beliefs: beliefs.others }
    }

    /// Deals the tiles for an iteration. Later random choices in it use the generator that is
    /// returned.
    pub(super) fn deal(
        &self,
        seed: u64,
        iteration: u64,
        table: &mut SimulatedGame<'_>,
    ) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(iteration);
        let tiles = &mut table.bag.tiles;
        tiles.clone_from(&self.pool);
        shuffle(tiles, &mut random);
        table.bag.from = 0;
        let mut missing = self.on_racks.clone();
        for ((rack, belief), n) in table.racks[1..].iter_mut().zip(&self.beliefs).zip(&mut missing)
        {
            let kept = belief.draw(&mut random).into_iter().flat_map(Tiles::iter);
            for tile in kept.take(*n) {
                // Two opponents may both be believed to have kept the same tile; only one gets it.
                if let Some(at) = tiles.iter().position(|&other| other == tile) {
                    rack.insert(tiles.remove(at));
                    *n -= 1;
                }
            }
        }
        for (rack, n) in table.racks[1..].iter_mut().zip(missing) {
            let rest = tiles.len() - n.min(tiles.len());
            tiles.drain(rest..).for_each(|tile| rack.insert(tile));
        }
        random
    }
}
