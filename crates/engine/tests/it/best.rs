//! The best plays are the first ones of the full, sorted list.

use tisane_engine::leave::{Leaves, NoLeaves, rule_of_thumb};
use tisane_engine::movegen::{Directions, Generator, Plays, Searcher, Valued};
use tisane_lexicon::Letter;
use tisane_rules::{Ruleset, Tiles};

use crate::common;

fn sorted_listing(searcher: &mut Searcher<'_>, rack: &Tiles, leaves: &impl Leaves) -> Vec<Valued> {
    let mut plays = Plays::new();
    searcher.all_plays(rack, Directions::Both, &mut plays);
    let value = |(play, score): (tisane_rules::Play, i32)| {
        let leave = rack.without(&play.tiles()).expect("the rack has the tiles");
        Valued { play, score, equity: score * 1000 + leaves.value(&leave) }
    };
    let mut all: Vec<Valued> = common::listed(searcher, &plays).into_iter().map(value).collect();
    all.sort_by(|a, b| b.equity.cmp(&a.equity).then_with(|| a.play.cmp(&b.play)));
    all
}

fn check(searcher: &mut Searcher<'_>, rack: &Tiles, leaves: &impl Leaves, position: &str) {
    let all = sorted_listing(searcher, rack, leaves);
    for n in [1, 2, 10] {
        assert_eq!(searcher.top(n, rack, leaves), all[..n.min(all.len())], "{position}");
    }
}

#[test]
fn positions_of_other_engines() {
    let ruleset = Ruleset::named("english").unwrap();
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let [generator, unprepared] = [(); 2].map(|()| Generator::new(&ruleset, &lexicon));
    generator.prepare();
    let (mut searcher, mut unprepared) = (generator.searcher(), unprepared.searcher());
    let leaves = rule_of_thumb(&ruleset, 6);
    for line in
        include_str!("../english.perft").lines().filter_map(|line| line.strip_prefix("position "))
    {
        let (board, rack) = line.split_once(' ').unwrap();
        let (board, rack) = (common::board(&ruleset, board), common::rack(&ruleset, rack));
        searcher.set_board(&board);
        unprepared.set_board(&board);
        assert_eq!(unprepared.best(&rack, &leaves), searcher.best(&rack, &leaves), "{line}");
        check(&mut searcher, &rack, &leaves, line);
        check(&mut searcher, &rack, &NoLeaves, line);
    }
}

/// No language has this many anagrams, but a word list may.
#[test]
fn thousands_of_anagrams() {
    let ruleset = Ruleset::named("english").unwrap();
    let mut words: Vec<Vec<Letter>> = vec![Vec::new()];
    for _ in 0..7 {
        let longer = |word: &Vec<Letter>| -> Vec<Vec<Letter>> {
            let unused = (0..7).map(Letter::from_index).filter(|letter| !word.contains(letter));
            unused.map(|letter| [&word[..], &[letter]].concat()).collect()
        };
        words = words.iter().flat_map(longer).collect();
    }
    assert_eq!(words.len(), 5040);
    let generator = common::generator(&ruleset, &words);
    generator.prepare();
    let mut searcher = generator.searcher();
    let leaves = rule_of_thumb(&ruleset, 6);
    for rack in ["ABCDEFG", "ABCDEF?"] {
        let rack = common::rack(&ruleset, rack);
        let best = sorted_listing(&mut searcher, &rack, &leaves);
        assert_eq!(searcher.top(5, &rack, &leaves), best[..5]);
    }
}
