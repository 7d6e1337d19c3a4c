//! Faults in move generation known from other programs, one test each.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Board, Move, Position, Ruleset, Tiles};

use crate::common;

/// An engine for English tiles with these words.
fn engine(words: &str) -> Engine {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let words = WordList::from_text(words.split_whitespace().collect::<Vec<_>>().join("\n"));
    let (lexicon, _) = Lexicon::build("a few", &ruleset.alphabet, &words, 15);
    Engine::new(ruleset, Arc::new(lexicon), NoLeaves)
}

fn position(engine: &Engine, on_board: &[&str], rack: &str) -> Position {
    let ruleset = engine.ruleset();
    let mut board = Board::empty(&ruleset.layout);
    for play in on_board {
        ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
    }
    Position::new(ruleset, board, common::rack(ruleset, rack), vec![Tiles::new()], vec![0, 0])
        .unwrap()
}

/// The plays of a position as text, with their scores.
fn plays(engine: &Engine, position: &Position) -> BTreeSet<(String, i32)> {
    let moves = engine.moves(position);
    let plays = moves.iter().filter(|candidate| matches!(candidate.mv, Move::Play(_)));
    plays
        .map(|candidate| {
            (engine.ruleset().show_move(&position.board, &candidate.mv), candidate.score)
        })
        .collect()
}

#[track_caller]
fn has(plays: &BTreeSet<(String, i32)>, play: &str, score: i32) {
    assert!(plays.contains(&(play.to_owned(), score)), "{play} for {score} is missing: {plays:?}");
}

#[test]
fn the_last_tile_may_be_followed_by_tiles_on_the_board() {
    let engine = engine("STARTING AGAINSTS");
    let position = position(&engine, &["8B STARTING"], "AGAINST");
    has(&plays(&engine, &position), "B1 AGAINSTS", 2 * (8 + 1 + 2) + 50); // G on a double word, the first S on a triple letter
}

#[test]
fn a_blank_on_the_rack_does_not_hide_the_letter() {
    // Both orders of tiles: some programs try each letter only once, as whichever tile comes first.
    let engine = engine("QAT");
    for rack in ["?QAT", "QAT?"] {
        let found = plays(&engine, &position(&engine, &[], rack));
        has(&found, "8H QAT", 24);
        has(&found, "8H qAT", 4);
        has(&found, "8H QaT", 22);
    }
}

#[test]
fn the_best_square_for_a_blank_is_found() {
    let engine = engine("LABEL");
    let position = position(&engine, &[], "ABEL?");
    let found = plays(&engine, &position);
    // The blank as the L on the double letter, and as the other L.
    has(&found, "8D lABEL", 2 * 6);
    has(&found, "8D LABEl", 2 * 7);
    assert_eq!(engine.best(&position).score, found.iter().map(|&(_, score)| score).max().unwrap());
}

#[test]
fn a_blank_is_tried_on_the_last_square_of_a_row_and_a_column() {
    let engine = engine("CAT CATS AT");
    let found = plays(&engine, &position(&engine, &["15M CA"], "?"));
    has(&found, "15M CAt", 3 * 4);
    let found = plays(&engine, &position(&engine, &["O13 CA"], "?"));
    has(&found, "O13 CAt", 3 * 4);
}

#[test]
fn an_unfinished_word_at_the_edge_is_invalid() {
    // CATS is valid, CAT is not: at the edge the T would be the last letter of an unfinished word.
    let engine = engine("CATS SCAT");
    let found = plays(&engine, &position(&engine, &["15M CA"], "T"));
    assert!(found.is_empty(), "{found:?}");
    let found = plays(&engine, &position(&engine, &["15M CA"], "ST"));
    assert_eq!(
        found,
        BTreeSet::from([("15L SCAT".to_owned(), 3 * (2 + 3 + 1 + 1))]),
        "CATS would not fit the board"
    );
    let found = plays(&engine, &position(&engine, &["15L CA"], "ST"));
    has(&found, "15L CATS", 6 * 3);
}

#[test]
fn two_blanks_do_not_hang() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let engine = Engine::new(ruleset, lexicon, NoLeaves);
    let (done, listed) = mpsc::channel();
    std::thread::spawn(move || {
        let position = position(&engine, &["8D RETAINS", "J8 SOLVE", "12H WOE"], "AEINR??");
        let _ = done.send((engine.moves(&position).len(), engine.best(&position).score));
    });
    let (moves, best) = listed.recv_timeout(Duration::from_secs(30)).expect("an answer");
    assert!(moves > 10_000 && best > 60, "{moves} moves, the best for {best}");
}

#[test]
fn the_widest_position_does_not_hang() {
    let widest = tisane_engine::bench::widest();
    let ruleset = Arc::new(Ruleset::named(widest.ruleset).unwrap());
    let lexicon = common::lexicon(&ruleset, widest.lexicon);
    let board = common::board(&ruleset, widest.board);
    let rack = common::rack(&ruleset, widest.rack);
    let engine = Engine::new(ruleset.clone(), lexicon, NoLeaves);
    let position = Position::new(&ruleset, board, rack, vec![Tiles::new()], vec![0, 0]).unwrap();
    assert!(engine.best(&position).score > 100);
}

#[test]
fn opponents_may_have_any_unseen_tile() {
    // Sampling only the bag would never deal the opponent's real tiles: all unseen tiles must be
    // included, and no others.
    let engine = engine("CAT");
    let position = position(&engine, &["8H CAT"], "AEINRST");
    let unseen = position.unseen(engine.ruleset());
    assert_eq!(unseen.len(), 100 - 3 - 7);
    assert_eq!((position.bag, position.others[0].len), (90 - 7, 7));
}
