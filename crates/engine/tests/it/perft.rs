//! Positions whose plays were counted by other engines.

use sha2::{Digest, Sha256};
use tisane_engine::bench::widest;
use tisane_engine::leave::NoLeaves;
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_engine::perft::{self, Case, PlayCounts};
use tisane_lexicon::Letter;
use tisane_rules::{Board, Cgp, Direction, Play, Position, Ruleset, Tile, Tiles, score};

use crate::common;
use crate::common::oracle::{Dice, oracle};

#[test]
fn independent_engines_agree() {
    let ruleset = Ruleset::named("english").unwrap();
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let generator = Generator::new(&ruleset, &lexicon);
    let mut searcher = generator.searcher();
    let mut plays = Plays::new();
    for case in perft::read(include_str!("../english.perft")).unwrap() {
        let (board, rack) = case.position.split_once(' ').unwrap();
        let (board, rack) = (common::board(&ruleset, board), common::rack(&ruleset, rack));
        searcher.set_board(&board);
        let by_gaddag = common::gaddag::all_plays(&ruleset, &lexicon, &board, &rack).len();
        assert_eq!(Some(by_gaddag), case.moves, "{}", case.position);
        searcher.all_plays(&rack, Directions::Both, &mut plays);
        check(&case, &count(&ruleset, &board, &common::listed(&searcher, &plays)));
    }
}

/// Positions of games with other boards, alphabets and premiums, whose plays were counted by brute
/// force.
#[test]
fn brute_force_agrees() {
    for case in perft::read(include_str!("../others.perft")).unwrap() {
        let ruleset = Ruleset::named(case.ruleset.as_deref().unwrap()).unwrap();
        let generator =
            Generator::new(&ruleset, &common::lexicon(&ruleset, case.lexicon.as_deref().unwrap()));
        let Position { board, rack, .. } =
            case.position.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let mut searcher = generator.searcher();
        searcher.set_board(&board);
        let mut plays = Plays::new();
        searcher.all_plays(&rack, Directions::Both, &mut plays);
        check(&case, &count(&ruleset, &board, &common::listed(&searcher, &plays)));
    }
}

/// More than a million plays: nothing overflows, each is listed once, and the best is found without
/// listing the others.
#[test]
fn the_widest_position() {
    let widest = widest();
    let ruleset = Ruleset::named(widest.ruleset).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, widest.lexicon));
    generator.prepare();
    let mut searcher = generator.searcher();
    searcher.set_board(&common::board(&ruleset, widest.board));
    let rack = common::rack(&ruleset, widest.rack);
    let mut plays = Plays::new();
    let summed = |plays: &Plays| (plays.len(), plays.scores().map(i64::from).sum::<i64>());
    searcher.all_plays_plainly(&rack, Directions::Both, &mut plays);
    let all = summed(&plays);
    let [across, down] = Direction::BOTH.map(|direction| {
        searcher.all_plays(&rack, Directions::Only(direction), &mut plays);
        summed(&plays)
    });
    assert_eq!((across.0 + down.0, across.1 + down.1), all);
    searcher.all_plays(&rack, Directions::Both, &mut plays);
    assert_eq!(summed(&plays), all);
    assert_eq!(all, (1_153_993, 9_939_119));
    let best = searcher.best(&rack, &NoLeaves).unwrap();
    assert_eq!(Some(best.score), plays.scores().max());
}

fn check(case: &Case, counted: &PlayCounts) {
    let PlayCounts { moves, points, best, sha256 } = counted;
    assert_eq!(
        (case.moves, case.points, case.best),
        (Some(*moves), Some(*points), Some(*best)),
        "{}",
        case.position
    );
    assert_eq!(case.sha256.as_ref(), Some(sha256), "{}", case.position);
}

fn count(ruleset: &Ruleset, board: &Board, plays: &[(Play, i32)]) -> PlayCounts {
    let line = |(play, points): &(Play, i32)| {
        assert_eq!(score(ruleset, board, play).unwrap().total, *points);
        format!("{} {points}\n", common::line(ruleset, board, play))
    };
    let mut lines: Vec<String> = plays.iter().map(line).collect();
    lines.sort_unstable();
    PlayCounts {
        moves: plays.len(),
        points: plays.iter().map(|&(_, points)| i64::from(points)).sum(),
        best: plays.iter().map(|&(_, points)| points).max().unwrap_or(0),
        sha256: Sha256::digest(lines.concat()).iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// Games of [`brute_force_agrees`]: ruleset, lexicon, and the numbers of blanks on the racks.
const OTHERS: [(&str, &str, &[usize]); 9] = [
    ("english-super", "english", &[0, 1, 3]),
    ("erudit", "russian", &[0, 1, 2]),
    ("spanish", "spanish", &[0, 1]),
    ("russian", "russian", &[0, 1, 2]),
    ("french", "french", &[0, 1]),
    ("dutch", "dutch", &[0, 1]),
    ("crossplay", "english", &[0, 1, 2]),
    ("wordfeud-english", "english", &[0, 1]),
    ("words-with-friends", "english", &[0, 1]),
];

/// Regenerates `others.perft` in a few minutes: `cargo test --release -p tisane-engine --test it --
/// --ignored make_others`.
#[test]
#[ignore = "makes a file"]
fn make_others() {
    let mut text = String::from(
        "# Counted by brute force: every word on every square in both directions (tests/it/perft.rs, make_others).\n",
    );
    let mut dice = Dice(0x7E15_A7E1);
    for (name, lexicon, blanks) in OTHERS {
        let ruleset = Ruleset::named(name).unwrap();
        text += &format!("\nruleset {name}\nlexicon {lexicon}\n");
        let lexicon = common::lexicon(&ruleset, lexicon);
        let words: Vec<Vec<Letter>> = lexicon.words().collect();
        let generator = Generator::new(&ruleset, &lexicon);
        let mut searcher = generator.searcher();
        let rows = vec![ruleset.layout.cols().to_string(); ruleset.layout.rows().into()];
        let start =
            format!("{} /", rows.join("/")).parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        for &blanks in blanks {
            let mut board = Board::empty(&ruleset.layout);
            let mut bag: Vec<Tile> =
                ruleset.tiles().iter().filter(|tile| *tile != Tile::Blank).collect();
            let mut spare = ruleset.blanks.count - blanks;
            for turn in 0..4 + dice.roll(9) {
                let rack = draw(&mut dice, &ruleset, &mut bag, spare.min(turn % 2));
                searcher.set_board(&board);
                let played = searcher.best(&rack, &NoLeaves).map(|best| best.play);
                let played = played.as_ref().map_or(&[][..], Play::placements);
                played.iter().for_each(|&(square, placed)| board.set(square, Some(placed)));
                let used: Tiles = played.iter().map(|(_, placed)| placed.tile()).collect();
                spare -= used.blanks();
                bag.extend(rack.without(&used).unwrap().iter().filter(|tile| *tile != Tile::Blank));
            }
            let rack = draw(&mut dice, &ruleset, &mut bag, blanks);
            let plays: Vec<(Play, i32)> = oracle(&ruleset, &words, &board, &rack)
                .into_iter()
                .map(|(play, (points, _))| (play, points))
                .collect();
            let PlayCounts { moves, points, best, sha256 } = count(&ruleset, &board, &plays);
            let cgp = Cgp::new(&ruleset, &Position { board, rack, ..start.clone() });
            text += &format!(
                "position {cgp}\nmoves {moves}\npoints {points}\nbest {best}\nsha256 {sha256}\n"
            );
        }
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/others.perft"), text).unwrap();
}

/// Draws a rack with exactly this many blanks.
fn draw(dice: &mut Dice, ruleset: &Ruleset, bag: &mut Vec<Tile>, blanks: usize) -> Tiles {
    let mut letter = || bag.swap_remove(dice.roll(bag.len()));
    (0..ruleset.rack).map(|n| if n < blanks { Tile::Blank } else { letter() }).collect()
}
