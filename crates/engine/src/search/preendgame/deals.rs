//! The possible contents of the bag: all of them, or a sample if there are too many.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Position, Ruleset, Tile, Tiles};

use crate::search::random::shuffle;

/// One distribution of the hidden tiles, and which of them is drawn last.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    /// The tiles in the bag, in draw order.
    pub bag: Vec<Tile>,
    /// The opponent's rack.
    pub rack: Tiles,
    /// The number of ways to draw these tiles with this one last.
    pub weight: u64,
}

/// The deals to be searched.
#[derive(Clone, Debug)]
pub(super) struct Deals {
    pub deals: Vec<Deal>,
    /// Whether these are all possible deals.
    pub are_all: bool,
    /// Deals with the same tiles in the bag. They are the same for a move that empties it.
    pub by_bag: Vec<Vec<usize>>,
    /// Deals that differ in the last tile only. A player who drew all tiles but the last can't tell
    /// them apart.
    pub by_draw: Vec<Vec<usize>>,
    /// Every deal by itself.
    pub each: Vec<Vec<usize>>,
}

impl Deals {
    /// All deals if there are at most `most` bags, or else as many random deals. The order of the
    /// tiles before the last is random.
    pub(super) fn new(ruleset: &Ruleset, position: &Position, seed: u64, most: usize) -> Deals {
        let known = &position.others[0].known;
        let pool = position
            .unseen(ruleset)
            .without(known)
            .expect("known tiles of the opponent are unseen");
        let kinds: Vec<(Tile, usize)> = pool.kinds().collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut all = Vec::new();
        let are_all = choose(&kinds, position.bag, most, 1, &mut Tiles::new(), &mut all);
        if !are_all {
            all.clear();
            let mut tiles: Vec<Tile> = pool.iter().collect();
            for _ in 0..most {
                shuffle(&mut tiles, &mut random);
                all.push((tiles[..position.bag].iter().copied().collect(), 1));
            }
        }
        let mut deals = Deals {
            deals: Vec::new(),
            are_all,
            by_bag: Vec::new(),
            by_draw: Vec::new(),
            each: Vec::new(),
        };
        let mut draws: Vec<Tiles> = Vec::new();
        for (bag, ways) in all {
            let mut rack = pool.without(&bag).expect("the bag is part of the pool");
            rack.add(known);
            let mut order: Vec<Tile> = bag.iter().collect();
            shuffle(&mut order, &mut random);
            let sampled_last = (*order.last().expect("the bag has tiles"), 1);
            let lasts = if are_all { bag.kinds().collect::<Vec<_>>() } else { vec![sampled_last] };
            let first = deals.deals.len();
            for (last, count) in lasts {
                let at = order.iter().rposition(|&tile| tile == last).expect("it is in the bag");
                let (mut bag, tile) = (order.clone(), order[at]);
                bag.remove(at);
                let draw: Tiles = bag.iter().copied().collect();
                bag.push(tile);
                let group = draws.iter().position(|known| are_all && *known == draw);
                let group = group.unwrap_or_else(|| {
                    draws.push(draw);
                    deals.by_draw.push(Vec::new());
                    draws.len() - 1
                });
                deals.by_draw[group].push(deals.deals.len());
                deals.deals.push(Deal { bag, rack: rack.clone(), weight: ways * count as u64 });
            }
            deals.by_bag.push((first..deals.deals.len()).collect());
        }
        deals.each = (0..deals.deals.len()).map(|at| vec![at]).collect();
        deals
    }

    /// The sum of all weights.
    pub(super) fn weight(&self) -> u64 {
        self.deals.iter().map(|deal| deal.weight).sum()
    }
}

/// Every choice of `n` tiles of these kinds, each with the number of ways to draw it; false if
/// there are more than `most`.
fn choose(
    kinds: &[(Tile, usize)],
    n: usize,
    most: usize,
    weight: u64,
    chosen: &mut Tiles,
    all: &mut Vec<(Tiles, u64)>,
) -> bool {
    if n == 0 {
        all.push((chosen.clone(), weight));
        return all.len() <= most;
    }
    let Some((&(tile, count), rest)) = kinds.split_first() else { return true };
    for taken in (0..=count.min(n)).rev() {
        chosen.insert_many(tile, taken);
        let goes_on =
            choose(rest, n - taken, most, weight * combinations(count, taken), chosen, all);
        (0..taken).for_each(|_| {
            chosen.remove(tile);
        });
        if !goes_on {
            return false;
        }
    }
    true
}

fn combinations(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, at| ways * (n - at) as u64 / (at + 1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tisane_rules::Board;

    fn deals(unseen_leaves: usize, most: usize) -> (Position, Deals) {
        let ruleset = Ruleset::named("english").unwrap();
        let rack = ruleset.parse_tiles("AEINRST").unwrap();
        let mut position = Position::new(
            &ruleset,
            Board::empty(&ruleset.layout),
            rack,
            vec![Tiles::new()],
            vec![0, 0],
        )
        .unwrap();
        // As if the opponent had all but these.
        position.others[0].len += position.bag - unseen_leaves;
        position.bag = unseen_leaves;
        let deals = Deals::new(&ruleset, &position, 1, most);
        (position, deals)
    }

    #[test]
    fn weights_add_up_to_all_ways_to_draw() {
        // 93 unseen tiles of 27 kinds.
        let (_, one) = deals(1, 1000);
        assert_eq!((one.are_all, one.deals.len(), one.weight()), (true, 27, 93));
        let (_, two) = deals(2, 1000);
        assert_eq!((two.are_all, two.weight()), (true, 93 * 92));
        assert!(two.deals.iter().all(|deal| deal.bag.len() == 2 && deal.rack.len() == 91));
    }

    #[test]
    fn deals_are_grouped_by_bag_and_by_draw() {
        let (_, two) = deals(2, 1000);
        let bag = |&at: &usize| two.deals[at].bag.iter().copied().collect::<Tiles>();
        for group in &two.by_bag {
            assert!(group.len() <= 2 && group.iter().all(|at| bag(at) == bag(&group[0])));
        }
        assert_eq!(two.by_draw.len(), 27);
        for group in &two.by_draw {
            assert!(group.iter().all(|&at| two.deals[at].bag[0] == two.deals[group[0]].bag[0]));
        }
        for groups in [&two.by_bag, &two.by_draw] {
            assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), two.deals.len());
        }
    }

    #[test]
    fn a_sample_is_limited_and_reproducible() {
        let (_, sample) = deals(3, 50);
        assert_eq!((sample.are_all, sample.deals.len(), sample.weight()), (false, 50, 50));
        let (_, again) = deals(3, 50);
        assert!(
            sample.deals.iter().zip(&again.deals).all(|(a, b)| a.bag == b.bag && a.rack == b.rack)
        );
    }
}
