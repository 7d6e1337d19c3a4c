//! What plays are worth: facts that others published, and sums done by hand.

use crate::common::*;
use tisane_rules::*;

#[track_caller]
fn check(ruleset: &Ruleset, board: &Board, play: &Play, total: i32) -> Scored {
    let scored = score(ruleset, board, play).unwrap();
    assert_eq!(scored.total, total, "{scored:#?}");
    scored
}

#[track_caller]
fn first_play(name: &str, row: u8, col: u8, text: &str, total: i32) {
    let ruleset = ruleset(name);
    check(&ruleset, &Board::empty(&ruleset.layout), &across(&ruleset, row, col, text), total);
}

#[test]
fn crossplay() {
    first_play("crossplay", 7, 7, "QUIZ", 24);
    first_play("crossplay", 7, 7, "HE", 4);
    first_play("crossplay", 7, 4, "AEINRST", 49);
    first_play("crossplay", 7, 7, "cAT", 3);
    first_play("crossplay", 7, 5, "HIKE", 14);
    first_play("crossplay", 7, 5, "HIkE", 8);
    // In the corner, a blank on the board attaches the play and adds nothing.
    let ruleset = ruleset("crossplay");
    let attached = |col| board(&ruleset, &[across(&ruleset, 0, col, "s")]);
    check(&ruleset, &attached(7), &across(&ruleset, 0, 0, "ABCDEFG"), 103);
    check(&ruleset, &attached(5), &across(&ruleset, 0, 3, "AT"), 6);
}

#[test]
fn english() {
    first_play("english", 7, 7, "AAAAAAA", 66); // (7 + 1) × 2 + 50
    first_play("english", 7, 7, "aT", 2);
    first_play("english", 7, 3, "RETAINS", 66);
    first_play("english", 7, 7, "QUIZ", 2 * 22);
    first_play("english", 7, 4, "qUIZ", 2 * 12);
}

#[test]
fn russian_and_erudit() {
    first_play("russian", 7, 3, "СЛОВО", 14); // (2·1 + 2 + 1 + 1 + 1) × 2
    first_play("erudit", 7, 3, "СЛОВО", 10); // 2·2 + 2 + 1 + 2 + 1, the centre does not double
    first_play("russian", 7, 3, "СТОЛИЦА", 2 * 13 + 50);
    first_play("erudit", 7, 3, "СТОЛИЦА", 21 + 15);
    let (russian, erudit) = (ruleset("russian"), ruleset("erudit"));
    assert_eq!((russian.tiles().len(), erudit.tiles().len()), (104, 131));
    assert_eq!((russian.alphabet.len(), erudit.alphabet.len()), (33, 32));
}

#[test]
fn super_has_quadruple_words_and_letters() {
    let ruleset = ruleset("english-super");
    let e = board(&ruleset, &[across(&ruleset, 0, 4, "E")]);
    check(&ruleset, &e, &across(&ruleset, 0, 0, "BRAK"), 4 * (3 + 1 + 1 + 2 * 5 + 1));
    let a = board(&ruleset, &[across(&ruleset, 2, 6, "A")]);
    check(&ruleset, &a, &across(&ruleset, 2, 5, "Z"), 4 * 10 + 1);
    // A whole row of 21 tiles with new ones on all word premiums: 4 × 3 × 3 × 4.
    let row = board(&ruleset, &[across(&ruleset, 0, 0, ".AAAAAA.AAAAA.AAAAAA")]);
    check(&ruleset, &row, &across(&ruleset, 0, 0, "A......A.....A......A"), 21 * 144);
    first_play("english-super", 10, 10, "RETAINS", 2 * (7 + 1) + 50);
}

#[test]
fn words_with_friends_and_wordfeud() {
    first_play("words-with-friends", 7, 3, "RETAINS", 2 * 8 + 35);
    first_play("wordfeud-english", 7, 4, "RETAINS", 7 + 40); // the centre is plain
    first_play("wordfeud-english", 7, 5, "RETAINS", 2 * 7 + 40);
}

/// The published maxima count one word along a whole edge: three tripled words, and two doubled
/// letters.
#[track_caller]
fn along_the_edge(name: &str, there: &str, new: &str, points: i32) {
    let ruleset = ruleset(name);
    let board = board(&ruleset, &[across(&ruleset, 0, 0, there)]);
    let scored = score(&ruleset, &board, &across(&ruleset, 0, 0, new)).unwrap();
    assert_eq!(
        (scored.words[0].multiplier, scored.words[0].points, scored.bonus),
        (27, points, 50)
    );
    assert_eq!(scored.words[0].word.tiles.len(), 15);
}

#[test]
fn published_maxima() {
    along_the_edge("english", ".X..HEN.UT..ON", "O.YP...B..AZ..E", 1458);
    along_the_edge("french", ".CH.ZO..YM..UE", "S..I..TH..IQ..S", 1566);
    along_the_edge("polish", ".SP.ŁP..IĄ..MY", "W..Ó..OS..DŹ..Ż", 1512);
}

#[test]
fn the_best_known_english_play_with_its_seven_cross_words() {
    let ruleset = ruleset("english");
    let below = [
        (0, "PACIFYING"),
        (2, "ELKS"),
        (3, "REInTERVIEWED"),
        (7, "RAINWASHING"),
        (10, "MELIORATIVE"),
        (11, "ARFS"),
        (14, "JACULATING"),
    ];
    let mut words: Vec<Play> = below.map(|(col, text)| down(&ruleset, 1, col, text)).to_vec();
    words.push(across(&ruleset, 0, 0, ".X..HEN.UT..ON"));
    let board = board(&ruleset, &words);
    let play = across(&ruleset, 0, 0, "O.YP...B..AZ..E");
    let mut all = board.played();
    all.add(&play.tiles());
    assert!(ruleset.tiles().contains_all(&all), "one N is a blank, so the tiles suffice");
    let scored = check(&ruleset, &board, &play, 1778);
    let points: Vec<i32> = scored.words.iter().map(|word| word.points).collect();
    assert_eq!(points, [1458, 3 * 21, 12, 6 + 19, 3 * 21, 17, 20 + 7, 3 * 21]);
    assert_eq!(ruleset.alphabet.show(&scored.words[3].word.letters()), "PREINTERVIEWED");
}

#[test]
fn the_breakdown_says_what_each_word_and_tile_gives() {
    let ruleset = ruleset("english");
    let board = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    // QI below AT: Q on a plain square, I on a double letter.
    let scored = check(&ruleset, &board, &across(&ruleset, 8, 7, "Qi"), 10 + 11 + 1);
    let [main, aq, ti] = &scored.words[..] else { panic!("{scored:#?}") };
    assert_eq!(
        (main.points, main.multiplier, main.word.start, main.word.direction),
        (10, 1, Square::new(8, 7), Direction::Across)
    );
    assert_eq!(main.tiles, [ScoredTile { value: 10, times: 1 }, ScoredTile { value: 0, times: 2 }]);
    assert_eq!((aq.points, ti.points, scored.bonus), (11, 1, 0));
    assert_eq!(
        aq.tiles[0],
        ScoredTile { value: 1, times: 1 },
        "the A's square has no premium any more"
    );
    assert_eq!(aq.word.tiles.iter().map(|tile| tile.new).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_tile_counts_its_premium_in_both_words() {
    let ruleset = ruleset("english");
    let board = board(&ruleset, &[across(&ruleset, 7, 6, "CAT")]);
    // H on the double letter I9: HE across, TH down.
    let scored = check(&ruleset, &board, &across(&ruleset, 8, 8, "HE"), (8 + 1) + (1 + 8));
    assert_eq!(scored.words.len(), 2);
}

#[test]
fn several_word_premiums_multiply() {
    let ruleset = ruleset("english");
    let board = board(&ruleset, &[across(&ruleset, 1, 3, "AAAAAAAAA")]);
    check(&ruleset, &board, &across(&ruleset, 1, 0, "AAA.........A"), 2 * 13);
    check(&ruleset, &board, &across(&ruleset, 1, 1, "AA.........AA"), 2 * 2 * 13);
}

#[test]
fn a_bonus_may_multiply() {
    let ruleset = test_ruleset(include_str!("../rulesets/times.toml"));
    let empty = Board::empty(&ruleset.layout);
    assert_eq!(check(&ruleset, &empty, &across(&ruleset, 0, 0, "ABC"), 12).bonus, 6);
    assert_eq!(check(&ruleset, &empty, &across(&ruleset, 0, 0, "AB"), 8).bonus, 5);
    let there = board(&ruleset, &[across(&ruleset, 0, 4, "A")]);
    // Down the last column, the double word in it: (1 + 1 + 2 + 3) × 2, and all of it × 2.
    check(&ruleset, &there, &down(&ruleset, 1, 4, "ABC"), 28);
}

#[test]
fn a_premium_may_hold_for_tiles_of_one_value_only() {
    let ruleset = test_ruleset(include_str!("../rulesets/colours.toml"));
    let empty = Board::empty(&ruleset.layout);
    check(&ruleset, &empty, &across(&ruleset, 1, 0, "BA"), 3 * 2 + 3);
    check(&ruleset, &empty, &across(&ruleset, 1, 0, "AB"), 1 + 2);
    check(&ruleset, &empty, &across(&ruleset, 1, 0, "bA"), 3); // a blank is worth 0, not 2
    check(&ruleset, &empty, &across(&ruleset, 1, 1, "AC"), 2 * (3 + 2 * 3));
    check(&ruleset, &empty, &across(&ruleset, 1, 1, "AA"), 2 * (3 + 1)); // the word premium holds for any tile
}
