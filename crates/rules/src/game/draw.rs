//! Drawing tiles: a function of the secret seed and of when the draw happens.
//!
//! The bag is a multiset, so it has no order that could leak or need shuffling. A draw picks tiles
//! of the full set at random until it picks one that is still in the bag. Each tile in the bag is
//! equally likely, and games with the same seed draw the same tiles while the bag has them.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::game::Seed;
use crate::table::{Seat, Tile, Tiles};

/// When a draw happens.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum When {
    /// In the event with this number, among those that count.
    Event(u64),
    /// After this many tiles drawn by this seat.
    Seat(Seat, u64),
}

/// Draws `n` tiles, or all if there are fewer, in order.
pub(crate) fn draw(seed: Seed, when: When, full: &Tiles, bag: &Tiles, n: usize) -> Vec<Tile> {
    let mut bag = bag.clone();
    let n = n.min(bag.len());
    let mut drawn = Vec::with_capacity(n);
    match when {
        When::Event(number) => {
            let mut random = stream(seed, number);
            for _ in 0..n {
                drawn.push(draw_one(&mut random, full, &mut bag));
            }
        }
        When::Seat(seat, before) => {
            for nth in before..before + n as u64 {
                let mut random = stream(seed, (seat as u64 + 1) << 48 | nth);
                drawn.push(draw_one(&mut random, full, &mut bag));
            }
        }
    }
    drawn
}

fn stream(seed: Seed, number: u64) -> ChaCha20Rng {
    let mut random = ChaCha20Rng::from_seed(seed.0);
    random.set_stream(number);
    random
}

fn draw_one(random: &mut ChaCha20Rng, full: &Tiles, bag: &mut Tiles) -> Tile {
    loop {
        let mut copy = below(random, full.len() as u32) as usize;
        for (tile, n) in full.kinds() {
            if copy >= n {
                copy -= n;
                continue;
            }
            if copy < bag.count(tile) {
                bag.remove(tile);
                return tile;
            }
            break;
        }
    }
}

/// A number below `n`, each equally likely: numbers of an incomplete last round are drawn again.
fn below(random: &mut ChaCha20Rng, n: u32) -> u32 {
    let rounds = u32::MAX / n * n;
    loop {
        let number = random.next_u32();
        if number < rounds {
            return number % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tisane_lexicon::Letter;

    fn tiles(counts: &[usize]) -> Tiles {
        let mut tiles = Tiles::new();
        for (index, &n) in counts.iter().enumerate() {
            tiles.insert_many(Tile::Letter(Letter::from_index(index)), n);
        }
        tiles
    }

    #[test]
    fn a_draw_takes_what_the_bag_has() {
        let (full, bag) = (tiles(&[5, 5, 5]), tiles(&[1, 0, 2]));
        for when in [When::Event(3), When::Seat(1, 20)] {
            let drawn: Tiles = draw(Seed::from(1), when, &full, &bag, 7).into_iter().collect();
            assert_eq!(drawn, bag);
        }
        assert!(draw(Seed::from(1), When::Event(3), &full, &Tiles::new(), 7).is_empty());
    }

    #[test]
    fn every_tile_of_the_bag_is_equally_likely() {
        let (full, bag) = (tiles(&[9, 2, 4]), tiles(&[3, 2, 1]));
        let mut counts = [0; 3];
        for number in 0..6000 {
            if let [Tile::Letter(letter)] =
                draw(Seed::from(9), When::Event(number), &full, &bag, 1)[..]
            {
                counts[letter.index()] += 1;
            }
        }
        for (count, expected) in counts.into_iter().zip([3000, 2000, 1000]) {
            assert!(i32::abs(count - expected) < 150, "{counts:?}");
        }
    }

    #[test]
    fn a_seat_draws_the_same_tiles_whatever_opponents_drew() {
        let full = tiles(&[20, 20, 20]);
        let draws = |bag: &[usize]| draw(Seed::from(4), When::Seat(0, 7), &full, &tiles(bag), 5);
        let same = draws(&[20, 20, 20])
            .iter()
            .zip(draws(&[18, 19, 17]))
            .filter(|(a, b)| **a == *b)
            .count();
        assert!(same >= 4, "{same}");
    }
}
