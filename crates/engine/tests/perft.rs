//! Positions whose plays were counted by other engines.

mod common;

use sha2::{Digest, Sha256};
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_rules::{Ruleset, score};

/// One block of a perft file.
#[derive(Default)]
struct Block {
    position: String,
    moves: usize,
    points: i64,
    best: i32,
    sha256: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').expect("key and value");
        if key == "position" {
            blocks.push(Block { position: value.to_owned(), ..Block::default() });
            continue;
        }
        let block = blocks.last_mut().expect("a block begins with its position");
        match key {
            "moves" => block.moves = value.parse().unwrap(),
            "points" => block.points = value.parse().unwrap(),
            "best" => block.best = value.parse().unwrap(),
            "sha256" => block.sha256 = value.to_owned(),
            _ => panic!("{key} is not known"),
        }
    }
    blocks
}

#[test]
fn independent_engines_agree() {
    let ruleset = Ruleset::named("english").unwrap();
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let generator = Generator::new(&ruleset, &lexicon);
    let mut searcher = generator.searcher();
    let mut plays = Plays::new();
    for block in blocks(include_str!("english.perft")) {
        let (board, rack) = block.position.split_once(' ').unwrap();
        let (board, rack) = (common::board(&ruleset, board), common::rack(&ruleset, rack));
        searcher.set_board(&board);
        searcher.all_plays(&rack, Directions::Both, &mut plays);
        let position = &block.position;
        let listed = plays.len();
        searcher.all_plays_by_gaddag(lexicon.gaddag(), &rack, Directions::Both, &mut plays);
        assert_eq!(plays.len(), listed, "{position}");
        searcher.all_plays(&rack, Directions::Both, &mut plays);
        assert_eq!(plays.len(), block.moves, "{position}");
        assert_eq!(plays.scores().map(i64::from).sum::<i64>(), block.points, "{position}");
        assert_eq!(plays.scores().max().unwrap_or(0), block.best, "{position}");
        let mut lines: Vec<String> = common::listed(&searcher, &plays)
            .iter()
            .map(|(play, points)| {
                assert_eq!(score(&ruleset, &board, play).unwrap().total, *points);
                format!("{} {points}\n", common::line(&ruleset, &board, play))
            })
            .collect();
        lines.sort_unstable();
        let hash: String = Sha256::digest(lines.concat()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, block.sha256, "{position}");
    }
}
