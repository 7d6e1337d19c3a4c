//! The generator compared with an oracle that shares no code with it: for every word, square,
//! direction and choice of blanks, does it fit, are all words valid, what does it score. Thousands
//! of random games with random rulesets and small random lexicons.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tisane_engine::leave::{LeaveTable, Leaves};
use tisane_engine::movegen::{Directions, Plays, Searcher, Valued};
use tisane_lexicon::Letter;
use tisane_rules::{Board, Direction, Placed, Play, Ruleset, RulesetError, Tile, Tiles, score};

use crate::common;
use crate::common::oracle::{Dice, oracle};

const LETTERS: &[&str] = &[
    "A", "B", "C", "D", "E", "F", "CH", "LL", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P",
    "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "Б", "Г", "Д", "Ж", "З", "И", "Л", "П", "Ф",
    "Ц", "Ч", "Ш", "Щ", "Ы", "Э", "Ю", "Я", "Γ", "Δ", "Θ", "Λ", "Ξ", "Π", "Σ", "Φ", "Ψ", "Ω", "Æ",
    "Ø", "Å", "Þ", "Ð", "Ŋ", "Ł", "Ə",
];

/// The size of everything.
#[derive(Copy, Clone)]
enum Scale {
    /// Boards of up to 10×10, up to 200 words, up to three blanks.
    Small,
    /// Boards of 15×15 and 21×21, thousands of words, up to four blanks.
    Large,
}

fn random_ruleset(dice: &mut Dice, scale: Scale) -> Ruleset {
    let n_letters = dice.pick(&[3, 5, 8, 26, 33, 45, 63]);
    let rack = dice.pick(&[1, 3, 5, 7, 7, 7, 8, 8, 9, 10]);
    let (n_letters, rack, rows, cols) = match scale {
        Scale::Small => (n_letters, rack, 2 + dice.roll(9), 2 + dice.roll(9)),
        Scale::Large => {
            (n_letters.max(26), rack.max(6), dice.pick(&[15, 21]), dice.pick(&[15, 21]))
        }
    };
    let odd = dice.roll(4) == 0;
    let premiums: &[char] = if odd {
        &['.', '2', '3', 'd', 't', 'q', 'v', 'w', '9']
    } else {
        &['.', '.', '.', '2', '3', 'd', 't']
    };
    let symmetric = rows == cols && dice.roll(2) == 0;
    let mut grid: Vec<Vec<char>> = Vec::new();
    for row in 0..rows {
        let mirrored = |col: usize| (symmetric && col < row).then(|| grid[col][row]);
        let squares =
            (0..cols).map(|col| mirrored(col).unwrap_or_else(|| dice.pick(premiums))).collect();
        grid.push(squares);
    }
    let layout: Vec<String> =
        grid.iter().map(|row| format!("{:?}", row.iter().collect::<String>())).collect();
    let mut starts = vec![format!("[{}, {}]", rows / 2, cols / 2)];
    if dice.roll(3) == 0 {
        starts.push(format!("[{}, {}]", dice.roll(rows), dice.roll(cols)));
    }
    let lowest = if dice.roll(6) == 0 { -3 } else { 0 };
    let tiles: Vec<String> = LETTERS[..n_letters]
        .iter()
        .map(|letter| {
            format!(
                "{{ tile = {letter:?}, value = {}, count = {} }}",
                lowest + dice.roll(11) as i32,
                1 + dice.roll(6)
            )
        })
        .collect();
    let bonuses = match dice.roll(3) {
        0 => format!("[{{ tiles = {}, times = 2 }}, {{ tiles = {rack}, points = 50 }}]", rack + 1),
        1 => format!("[{{ tiles = {rack}, points = 50 }}]"),
        _ => format!("[{{ tiles = {rack}, times = 3 }}, {{ tiles = {}, points = 7 }}]", rack + 1),
    };
    let text = format!(
        "name = \"random\"\ntitle = \"random\"\nlocale = \"en\"\nrack = {rack}\nbonuses = {bonuses}\n\
         blanks = {{ count = 4, value = {} }}\ntiles = [{}]\n[board]\nstarts = [{}]\nlayout = [{}]\n\
         [board.legend]\nv = {{ letter = 3, only_value = 1 }}\nw = {{ letter = 2, word = 2 }}\n",
        dice.pick(&[0, 0, 0, 2, 5]),
        tiles.join(", "),
        starts.join(", "),
        layout.join(", "),
    );
    match Ruleset::parse(&text) {
        // So many word premiums that a play could score millions: roll again.
        Err(RulesetError::TooDear { .. }) => random_ruleset(dice, scale),
        ruleset => ruleset.expect("a ruleset"),
    }
}

/// Words of the alphabet's first letters, so that they cross.
fn random_words(dice: &mut Dice, ruleset: &Ruleset, scale: Scale) -> Vec<Vec<Letter>> {
    let longest = ruleset.layout.longest();
    let (few, n) = match scale {
        Scale::Small => (dice.pick(&[3, 6, 12, 63]), dice.pick(&[0, 5, 60, 200])),
        Scale::Large => (dice.pick(&[12, 26, 63]), dice.pick(&[1000, 2000, 4000])),
    };
    let few = ruleset.alphabet.len().min(few);
    let mut words: Vec<Vec<Letter>> = (0..n)
        .map(|_| {
            let length = 2 + dice.roll(longest.max(3) - 1).min(dice.roll(7));
            (0..length).map(|_| Letter::from_index(dice.roll(few))).collect()
        })
        .collect();
    words.sort();
    words.dedup();
    words
}

fn random_rack(dice: &mut Dice, ruleset: &Ruleset, scale: Scale) -> Tiles {
    let few = ruleset.alphabet.len().min(12);
    let blanks = match scale {
        Scale::Small => dice.pick(&[0, 0, 1, 1, 2, 3]),
        Scale::Large => dice.pick(&[0, 1, 1, 2, 3, 4]),
    };
    let len = 1 + dice.roll(ruleset.rack);
    (0..len)
        .map(|n| {
            if n < blanks { Tile::Blank } else { Tile::Letter(Letter::from_index(dice.roll(few))) }
        })
        .collect()
}

fn listing(searcher: &Searcher<'_>, plays: &Plays) -> BTreeMap<Play, i32> {
    let all: BTreeMap<Play, i32> = common::listed(searcher, plays).into_iter().collect();
    assert_eq!(all.len(), plays.len(), "every play is listed once");
    all
}

/// Compares everything the searcher says about its board with the oracle.
fn check(
    ruleset: &Ruleset,
    words: &[Vec<Letter>],
    searcher: &mut Searcher<'_>,
    unprepared: &mut Searcher<'_>,
    board: &Board,
    rack: &Tiles,
    leaves: &impl Leaves,
) -> Vec<Play> {
    let all = oracle(ruleset, words, board, rack);
    let mirrored = board.is_empty() && ruleset.layout.is_symmetric();
    let only = |wanted: &dyn Fn(Direction) -> bool| -> BTreeMap<Play, i32> {
        all.iter()
            .filter(|(_, (_, named))| wanted(*named))
            .map(|(play, &(points, _))| (play.clone(), points))
            .collect()
    };
    let both = only(&|named| !mirrored || named == Direction::Across);
    let mut plays = Plays::new();
    searcher.all_plays(rack, Directions::Both, &mut plays);
    assert_eq!(listing(searcher, &plays), both);
    searcher.all_plays_plainly(rack, Directions::Both, &mut plays);
    assert_eq!(listing(searcher, &plays), both);
    for direction in Direction::BOTH {
        searcher.all_plays(rack, Directions::Only(direction), &mut plays);
        assert_eq!(listing(searcher, &plays), only(&|named| named == direction));
    }
    for (play, &points) in both.iter().take(20) {
        assert_eq!(score(ruleset, board, play).expect("a legal play").total, points);
    }
    let mut valued: Vec<Valued> = both
        .into_iter()
        .map(|(play, score)| {
            let leave = rack.without(&play.tiles()).expect("the rack has the tiles");
            Valued { play, score, equity: score * 1000 + leaves.value(&leave) }
        })
        .collect();
    valued.sort_by(|a, b| b.equity.cmp(&a.equity).then_with(|| a.play.cmp(&b.play)));
    unprepared.set_board(board);
    for n in [1, 4, 50] {
        assert_eq!(searcher.top(n, rack, leaves), valued[..n.min(valued.len())], "by bounds");
        assert_eq!(unprepared.top(n, rack, leaves), valued[..n.min(valued.len())], "by listing");
    }
    all.into_keys().collect()
}

/// Arbitrary leaves with many ties.
fn random_leaves(dice: &mut Dice, ruleset: &Ruleset) -> LeaveTable {
    let salt = dice.roll(1 << 20) as u64;
    let coarse = dice.pick(&[1, 1000, 5000]);
    let largest = if ruleset.alphabet.len() > 30 { 3 } else { 4 };
    LeaveTable::new(ruleset, largest, |leave| {
        let key = leave
            .iter()
            .fold(salt, |key, tile| (key ^ tile_number(tile)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        ((key >> 40) % 40_000) as i32 / coarse * coarse - 10_000
    })
}

fn tile_number(tile: Tile) -> u64 {
    match tile {
        Tile::Letter(letter) => letter.index() as u64,
        Tile::Blank => 99,
    }
}

fn play_games(seed: u64, cases: RangeInclusive<u64>, scale: Scale) {
    let mut dice = Dice(seed);
    let (mut games, mut positions, mut found) = (0, 0, 0);
    for _ in common::cases(cases) {
        games += 1;
        let ruleset = random_ruleset(&mut dice, scale);
        let words = random_words(&mut dice, &ruleset, scale);
        let [generator, unprepared] = [(); 2].map(|()| common::generator(&ruleset, &words));
        generator.prepare();
        let leaves = random_leaves(&mut dice, &ruleset);
        let (mut searcher, mut unprepared) = (generator.searcher(), unprepared.searcher());
        let mut board = Board::empty(&ruleset.layout);
        for _ in 0..dice.roll(9) {
            let rack = random_rack(&mut dice, &ruleset, scale);
            let plays =
                check(&ruleset, &words, &mut searcher, &mut unprepared, &board, &rack, &leaves);
            positions += 1;
            found += plays.len();
            if plays.is_empty() {
                continue;
            }
            // Taking a play back leaves no trace.
            let trial = &plays[dice.roll(plays.len())];
            searcher.place(trial);
            assert!(searcher.undo());
            check(&ruleset, &words, &mut searcher, &mut unprepared, &board, &rack, &leaves);
            let play = &plays[dice.roll(plays.len())];
            searcher.place(play);
            play.place_on(&mut board);
            if dice.roll(8) == 0 {
                // A board may contain anything, valid words or not.
                for (square, placed) in board.clone().tiles() {
                    let other = Letter::from_index(dice.roll(ruleset.alphabet.len()));
                    if dice.roll(4) == 0 {
                        board.set(square, Some(Placed { letter: other, ..placed }));
                    }
                }
                searcher.set_board(&board);
            }
        }
    }
    assert!(positions > 2 * games && found > 100 * games, "{positions} positions, {found} plays");
}

#[test]
fn random_games_first() {
    play_games(1, 80..=400, Scale::Small);
}

#[test]
fn random_games_second() {
    play_games(0xDEAD_BEEF, 80..=400, Scale::Small);
}

#[test]
fn random_games_of_usual_size() {
    play_games(0x0B0A_4D50, 3..=6, Scale::Large);
}
