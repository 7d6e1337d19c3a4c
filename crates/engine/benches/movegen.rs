//! Move generation compared with the crate `scrabble`, in one run: `cargo bench -p tisane-engine`.
//!
//! Both take turns, in rounds of some hundred milliseconds, so that other load affects both; the
//! ratio printed is the median over rounds of processor time. `-- all`, `-- best` or `-- games`
//! runs one part; `-- only NAME` runs ours alone once, for a profiler.
#![allow(clippy::print_stdout)]

#[path = "../tests/it/common/mod.rs"]
mod common;
mod peer;

use std::time::Instant;

use peer::Peer;
use tisane_engine::bench::widest;
use tisane_engine::leave::{LeaveTable, NoLeaves, rule_of_thumb};
use tisane_engine::movegen::{Directions, Generator, Plays, Searcher};
use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Move, Ruleset, Tile, Tiles};

const SETS: [(&str, &str, usize); 3] = [
    ("0 blanks", include_str!("positions/english-0-blanks.txt"), 1),
    ("1 blank", include_str!("positions/english-1-blanks.txt"), 8),
    ("2 blanks", include_str!("positions/english-2-blanks.txt"), 16),
];
const ROUNDS: usize = 10;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let wants =
        |part: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == part);
    let ruleset = Ruleset::named("english").unwrap();
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let leaves = rule_of_thumb(&ruleset, 6);
    let begin = Instant::now();
    let generator = Generator::new(&ruleset, &lexicon);
    generator.searcher().best(&common::rack(&ruleset, "AEINRST"), &leaves);
    let first = begin.elapsed();
    generator.prepare();
    println!(
        "{} words, tables of {} KB; the first best play after {first:.1?}, all tables after {:.1?}",
        lexicon.len(),
        generator.size() / 1024,
        begin.elapsed()
    );
    if let Some(at) = arguments.iter().position(|argument| argument == "only") {
        return only(&ruleset, &lexicon, &generator, &arguments[at + 1..]);
    }
    let peer = Peer::new(&ruleset, &lexicon);
    for (part, heading) in [("all", "all plays with scores"), ("best", "best play")] {
        if wants(part) {
            println!("\n{heading:<22} plays   scrabble µs    ours µs   ratio   ns/play");
            for (name, text, share) in SETS {
                beside(&ruleset, &generator, &leaves, &peer, name, text, share, part == "best");
            }
        }
    }
    if wants("games") {
        games(&ruleset, &generator, &leaves, &peer);
    }
    if wants("others") {
        others(arguments.get(1));
    }
}

/// Processor time of this thread in nanoseconds.
fn now() -> u64 {
    cpu_time::ThreadTime::now().as_duration().as_nanos() as u64
}

fn positions(ruleset: &Ruleset, text: &str) -> Vec<(Board, Tiles)> {
    let position = |line: &str| {
        let (board, rack) = line.split_once(' ').unwrap();
        (common::board(ruleset, board), common::rack(ruleset, rack))
    };
    text.lines().map(position).collect()
}

fn only(ruleset: &Ruleset, lexicon: &Lexicon, generator: &Generator, arguments: &[String]) {
    let (_, text, _) = SETS[arguments[1].parse::<usize>().unwrap()];
    let positions = positions(ruleset, text);
    let n: usize = arguments[2].parse().unwrap();
    let mut searcher = generator.searcher();
    let mut plays = Plays::new();
    let leaves = rule_of_thumb(ruleset, 6);
    let (mut total, mut quickest) = (0, u64::MAX);
    for _ in 0..12 {
        let start = now();
        for (board, rack) in positions.iter().cycle().take(n) {
            searcher.set_board(board);
            match &arguments[0][..] {
                "set" => {}
                "all" => searcher.all_plays(rack, Directions::Both, &mut plays),
                "plain" => searcher.all_plays_plainly(rack, Directions::Both, &mut plays),
                "gaddag" => {
                    total += common::gaddag::all_plays(ruleset, lexicon, board, rack).len();
                }
                "games" => {
                    game_of(ruleset, generator, &leaves, total as u64);
                    total += 1;
                }
                "best" => total += usize::from(searcher.best(rack, &leaves).is_some()),
                other => panic!("{other}?"),
            }
            total += plays.len();
        }
        quickest = quickest.min(now() - start);
    }
    println!("{total} plays, {:.2} µs each at best", quickest as f64 / 1000.0 / n as f64);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Our listing, or our best play, compared with their listing.
#[expect(clippy::too_many_arguments)]
fn beside(
    ruleset: &Ruleset,
    generator: &Generator,
    leaves: &LeaveTable,
    peer: &Peer,
    name: &str,
    text: &str,
    share: usize,
    best: bool,
) {
    let positions = positions(ruleset, text);
    let theirs: Vec<_> = text.lines().map(|line| peer.position(line)).collect();
    let mut searcher = generator.searcher();
    let mut plays = Plays::new();
    let mut their_generator = scrabble::movegen::MoveGenerator::new(&peer.config);
    let (mut ours_us, mut theirs_us, mut ratios, mut listed) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for round in 0..ROUNDS {
        let chosen: Vec<usize> = (round % share..positions.len()).step_by(share).collect();
        let t0 = now();
        let counts: Vec<usize> = chosen
            .iter()
            .map(|&at| their_generator.generate(&theirs[at].0, &theirs[at].1, &peer.lexicon).len())
            .collect();
        let t1 = now();
        // Both run long enough to have their own tables in the caches.
        for (board, rack) in &positions {
            searcher.set_board(board);
            if best {
                std::hint::black_box(searcher.best(rack, leaves));
            } else {
                searcher.all_plays(rack, Directions::Both, &mut plays);
            }
        }
        let t2 = now();
        for (&at, &count) in chosen.iter().zip(&counts) {
            searcher.set_board(&positions[at].0);
            searcher.all_plays(&positions[at].1, Directions::Both, &mut plays);
            assert_eq!(plays.len(), count);
        }
        listed += if round == 0 { counts.iter().sum() } else { 0 };
        let us = |ns: u64, n: usize| ns as f64 / 1000.0 / n as f64;
        theirs_us.push(us(t1 - t0, chosen.len()));
        ours_us.push(us(t2 - t1, positions.len()));
        ratios.push(theirs_us[round] / ours_us[round]);
    }
    let mean = listed as f64 / positions.len().div_ceil(share) as f64;
    let ours = median(ours_us);
    println!(
        "{name:<20} {mean:>8.1} {:>13.1} {ours:>10.1} {:>7.2} {:>9.1}",
        median(theirs_us),
        median(ratios),
        ours * 1000.0 / mean
    );
}

/// Complete games of two static players, compared with the peer's.
fn games(ruleset: &Ruleset, generator: &Generator, leaves: &LeaveTable, peer: &Peer) {
    println!("\nself-play              scrabble/s     ours/s   ratio   points");
    let (mut ours_rate, mut theirs_rate, mut ratios, mut points) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let evaluator = scrabble::eval::StaticEvaluator::new();
    for round in 0..ROUNDS as u64 {
        let (ours, theirs) = (100, 8);
        let t0 = now();
        scrabble::train::head_to_head(
            &peer.config,
            &peer.lexicon,
            &evaluator,
            &evaluator,
            theirs,
            round,
        );
        let t1 = now();
        for game in 0..ours {
            points.push(game_of(ruleset, generator, leaves, round * 1000 + game) as f64 / 2.0);
        }
        let t2 = now();
        ours_rate.push(ours as f64 * 1e9 / (t2 - t1) as f64);
        theirs_rate.push(theirs as f64 * 1e9 / (t1 - t0) as f64);
        ratios.push(ours_rate[round as usize] / theirs_rate[round as usize]);
    }
    let (theirs, ours, ratio) = (median(theirs_rate), median(ours_rate), median(ratios));
    println!(
        "{:<20} {theirs:>12.1} {ours:>10.1} {ratio:>7.2} {:>8.1}",
        "games",
        points.iter().sum::<f64>() / points.len() as f64
    );
}

/// Plays a game and returns the sum of both scores.
fn game_of(ruleset: &Ruleset, generator: &Generator, leaves: &LeaveTable, seed: u64) -> i32 {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut chance = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % n
    };
    let mut bag: Vec<Tile> = ruleset.tiles().iter().collect();
    for at in (1..bag.len()).rev() {
        bag.swap(at, chance(at + 1));
    }
    let mut racks = [Tiles::new(), Tiles::new()];
    let mut searcher = generator.searcher();
    let (mut points, mut scoreless) = (0, 0);
    for turn in 0.. {
        let rack = &mut racks[turn % 2];
        while rack.len() < ruleset.rack && !bag.is_empty() {
            rack.insert(bag.pop().expect("not empty"));
        }
        let exchange = if bag.len() >= 7 { 7 } else { 0 };
        let candidate = if bag.is_empty() {
            searcher.best_move(rack, &NoLeaves, 0)
        } else {
            searcher.best_move(rack, leaves, exchange)
        };
        scoreless = if candidate.score == 0 { scoreless + 1 } else { 0 };
        points += candidate.score;
        match candidate.mv {
            Move::Play(play) => {
                *rack = rack.without(&play.tiles()).expect("own tiles");
                searcher.place(&play);
            }
            Move::Exchange(tiles) => {
                *rack = rack.without(&tiles).expect("own tiles");
                for tile in tiles.iter() {
                    rack.insert(bag.pop().expect("the bag has tiles"));
                    bag.insert(chance(bag.len() + 1), tile);
                }
            }
            Move::Pass => {}
        }
        if rack.is_empty() && bag.is_empty() || scoreless == 6 {
            break;
        }
    }
    points
}

/// Time per play for other games, on positions of self-play.
fn others(chosen: Option<&String>) {
    println!("\nother rulesets           words    plays    all µs   ns/play    best µs");
    for (name, list) in [
        ("english", "english-classic"),
        ("english-super", "english-classic"),
        ("erudit", "russian"),
        ("spanish", "spanish"),
    ] {
        if chosen.is_some_and(|chosen| chosen != name) {
            continue;
        }
        let ruleset = Ruleset::named(name).unwrap();
        let lexicon = common::lexicon(&ruleset, list);
        let generator = Generator::new(&ruleset, &lexicon);
        generator.prepare();
        let leaves = rule_of_thumb(&ruleset, 5);
        let mut searcher = generator.searcher();
        let mut plays = Plays::new();
        let (mut listed, mut turns, mut all_ns, mut best_ns) = (0, 0, 0, 0);
        // In the first round, tables are built.
        for seed in (0..12u64).chain(0..12) {
            if seed == 0 {
                (listed, turns, all_ns, best_ns) = (0, 0, 0, 0);
            }
            let mut state = seed.wrapping_add(7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut chance = move |n: usize| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as usize % n
            };
            let mut bag: Vec<Tile> = ruleset.tiles().iter().collect();
            let mut rack = Tiles::new();
            searcher.set_board(&Board::empty(&ruleset.layout));
            while bag.len() > 20 {
                while rack.len() < ruleset.rack {
                    rack.insert(bag.swap_remove(chance(bag.len())));
                }
                let t0 = now();
                searcher.all_plays(&rack, Directions::Both, &mut plays);
                let t1 = now();
                let best = searcher.best(&rack, &leaves);
                let t2 = now();
                (listed, turns, all_ns, best_ns) =
                    (listed + plays.len(), turns + 1, all_ns + t1 - t0, best_ns + t2 - t1);
                match best {
                    Some(best) => {
                        rack = rack.without(&best.play.tiles()).unwrap();
                        searcher.place(&best.play);
                    }
                    None => bag.extend(std::mem::take(&mut rack).iter()),
                }
            }
        }
        let per = |ns: u64, n: usize| ns as f64 / n as f64;
        println!(
            "{name:<20} {:>9} {:>8.0} {:>9.1} {:>9.1} {:>10.1}",
            lexicon.len(),
            listed as f64 / turns as f64,
            per(all_ns, turns) / 1000.0,
            per(all_ns, listed),
            per(best_ns, turns) / 1000.0
        );
    }
    four_blanks();
}

/// The widest known position.
fn four_blanks() {
    let widest = widest();
    let ruleset = Ruleset::named(widest.ruleset).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, widest.lexicon));
    generator.prepare();
    let leaves = rule_of_thumb(&ruleset, 6);
    let mut searcher = generator.searcher();
    let mut plays = Plays::new();
    searcher.set_board(&common::board(&ruleset, widest.board));
    let rack = common::rack(&ruleset, widest.rack);
    let mut quickest = |work: &mut dyn FnMut(&mut Searcher<'_>)| {
        let mut time = |_| {
            let begin = now();
            work(&mut searcher);
            now() - begin
        };
        let first = time(0);
        (first as f64 / 1e6, (0..5).map(time).min().unwrap_or(first) as f64 / 1e6)
    };
    let (_, all) =
        quickest(&mut |searcher| searcher.all_plays(&rack, Directions::Both, &mut plays));
    let (first, best) = quickest(&mut |searcher| assert!(searcher.best(&rack, &leaves).is_some()));
    println!(
        "\nfour blanks on Super: {} plays in {all:.1} ms ({:.0} ns each), the best in {best:.2} ms (the first time, {first:.1} ms)",
        plays.len(),
        all * 1e6 / plays.len() as f64
    );
}
