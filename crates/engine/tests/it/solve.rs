//! Static answers about positions.

use std::sync::Arc;

use tisane_engine::leave::{NoLeaves, rule_of_thumb};
use tisane_engine::{Candidate, Engine, Evaluation, bench};
use tisane_lexicon::{Catalogue, Lexicon, WordList};
use tisane_rules::{Cgp, Move, Position, PublicMove, PublicTurn, Ruleset, Tiles, score};

fn english() -> Arc<Ruleset> {
    Arc::new(Ruleset::named("english").unwrap())
}

/// An engine with these words.
fn with_words(words: &str) -> Engine {
    let ruleset = english();
    let words = WordList::from_text(words.split_whitespace().collect::<Vec<_>>().join("\n"));
    let (lexicon, _) = Lexicon::build("a few", &ruleset.alphabet, &words, 15);
    Engine::new(ruleset, Arc::new(lexicon), NoLeaves)
}

fn with_english(leaves: impl Into<Evaluation>) -> Engine {
    let ruleset = english();
    let lexicon = Catalogue::new(None).get("english-classic", &ruleset.alphabet).unwrap();
    Engine::new(ruleset, lexicon, leaves)
}

fn position(ruleset: &Ruleset, cgp: &str) -> Position {
    cgp.parse::<Cgp>().unwrap().position(ruleset).unwrap()
}

/// Plays `on_board`, then checks which of these plays are found with the rack.
#[track_caller]
fn check(on_board: &[&str], rack: &str, legal: &[&str], refused: &[&str]) {
    let engine =
        with_words("EXIST EXISTS SEXIST NEW NEWT SNEW NEST HASHES SLIP RAT RATS RYE TART CAST TA");
    let ruleset = engine.ruleset();
    let mut board = tisane_rules::Board::empty(&ruleset.layout);
    for play in on_board {
        ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
    }
    let rack = ruleset.parse_tiles(rack).unwrap();
    let position = Position::new(ruleset, board, rack, vec![Tiles::new()], vec![0, 0]).unwrap();
    let moves = engine.moves(&position);
    let found = |text: &str| {
        moves
            .iter()
            .any(|candidate| candidate.mv == ruleset.parse_move(&position.board, text).unwrap())
    };
    for play in legal {
        assert!(found(play), "{play} is missing");
    }
    for play in refused {
        assert!(!found(play), "{play} is not a play");
    }
    for candidate in &moves {
        if let Move::Play(play) = &candidate.mv {
            assert_eq!(score(ruleset, &position.board, play).unwrap().total, candidate.score);
        }
    }
}

#[test]
fn a_word_may_end_on_a_tile() {
    check(&["8E EXIST"], "NEW", &["I5 NEWT"], &["I4 NEW", "J5 NEW"]);
}

#[test]
fn a_word_may_begin_with_a_tile() {
    check(&["8E EXIST"], "NEW", &["H8 SNEW"], &["I8 TNEW"]);
}

#[test]
fn a_word_may_hook_another() {
    check(&["8E EXIST"], "NEST", &["J6 NEST", "D6 NEST"], &["J5 NEST", "D5 NEST"]);
}

#[test]
fn a_word_may_run_through_two_separate_tiles() {
    check(&["8E EXISTS", "J8 SLIP", "10H ExIST"], "HAHS", &["H6 HASHES"], &["H6 HAS"]);
    check(&["8E EXISTS", "J8 SLIP", "10H ExIST"], "HAH?", &["H6 HAsHEs", "H6 HASHEs"], &[]);
}

#[test]
fn a_word_may_end_on_two_tiles() {
    check(&["8E EXIST", "9H TART"], "CA", &["H6 CAST"], &[]);
}

#[test]
fn every_cross_word_must_be_valid() {
    check(&["8E EXIST", "6E RATS", "E6 RYE"], "NEW", &["H8 SNEW"], &["I5 NEWT"]);
}

#[test]
fn the_best_moves_are_the_first_of_the_list() {
    let engine = with_english(rule_of_thumb(&english(), 6));
    let mut session = engine.session();
    let positions = bench::disciplines()[0].positions(engine.ruleset());
    for position in &positions {
        let moves = session.moves(position);
        assert!(
            moves.is_sorted_by(|a, b| Candidate::by_equity(a, b).is_lt()),
            "each move once, in order"
        );
        assert_eq!(session.top(position, 25), moves[..25.min(moves.len())]);
        assert_eq!(session.best(position), moves[0]);
        let plays = moves.iter().filter(|candidate| matches!(candidate.mv, Move::Play(_)));
        assert_eq!(session.count(position, None).plays, plays.clone().count());
        assert_eq!(
            session.count(position, None).points,
            plays.map(|candidate| i64::from(candidate.score)).sum::<i64>()
        );
    }
    // A new engine gives the same answer.
    assert_eq!(engine.best(&positions[0]), session.best(&positions[0]));
}

#[test]
fn exchanges_need_enough_tiles_in_the_bag() {
    let engine = with_words("EXIST");
    let exchanges = |cgp: &str| {
        let moves = engine.moves(&position(engine.ruleset(), cgp));
        assert_eq!(moves.last().unwrap().mv, Move::Pass);
        moves.iter().filter(|candidate| matches!(candidate.mv, Move::Exchange(_))).count()
    };
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    assert_eq!(exchanges(&format!("{empty} ABCDFGH/")), 127);
    assert_eq!(exchanges(&format!("{empty} AAABB??/")), 4 * 3 * 3 - 1);
    assert_eq!(exchanges(&format!("{empty} /")), 0);
    // 100 tiles minus 81 on the board and two racks leave five in the bag: too few for this
    // ruleset.
    let full = "AAAAAAAAABBCC2/DDDDEEEEEEEEEEE/EFFGGGHHIIIIIII/IIJKLLLLMMNNNNN/NOOOOOOOOPPQRRR/RRRSSSS8/15/15/15/15/15/15/15/15/15";
    let nearly = position(engine.ruleset(), &format!("{full} TTTTTTU/"));
    assert!(nearly.bag > 0 && nearly.bag < 7, "{}", nearly.bag);
    assert_eq!(exchanges(&format!("{full} TTTTTTU/")), 0);
}

#[test]
fn without_a_word_there_is_still_a_move() {
    let engine = with_words("EXIST");
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let best = engine.best(&position(engine.ruleset(), &format!("{empty} V/")));
    assert_eq!(
        (
            engine
                .ruleset()
                .show_move(&position(engine.ruleset(), &format!("{empty} /")).board, &best.mv),
            best.score
        ),
        ("-V".to_owned(), 0)
    );
    assert_eq!(engine.best(&position(engine.ruleset(), &format!("{empty} /"))).mv, Move::Pass);
}

#[test]
fn every_bench_position_and_lexicon_can_be_read() {
    let catalogue = Catalogue::new(None);
    for discipline in bench::disciplines() {
        let ruleset = Ruleset::named(&discipline.ruleset).unwrap();
        assert!(discipline.positions(&ruleset).len() > 30);
        assert!((ruleset.players.from..=ruleset.players.to).contains(&discipline.seats));
        assert!(catalogue.knows(&discipline.lexicon));
    }
}

#[test]
fn games_are_reproducible() {
    let engine = with_words(
        "EXIST EXISTS NEW NEWT NEST TEN NET SENT TENS RAT RATS TAR STAR ART RATE TEAR AT TO ON NO SO",
    );
    for seats in [2, 3, 4] {
        let game = bench::play(&engine, seats, 9);
        assert_eq!(game, bench::play(&engine, seats, 9));
        assert_ne!(game.signature, bench::play(&engine, seats, 10).signature);
        assert_eq!(game.scores.len(), seats);
    }
}

#[test]
fn endless_exchanges_are_legal_and_listed_last() {
    let engine = with_words("EXIST");
    let mut position = position(
        engine.ruleset(),
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 BCDFGHJ/ 0/0 0",
    );
    let exchanges = |moves: &[Candidate]| {
        moves.iter().filter(|candidate| matches!(candidate.mv, Move::Exchange(_))).count()
    };
    let before = engine.moves(&position);
    let turn =
        |number: usize| PublicTurn { seat: number % 2, what: PublicMove::Exchanged { n_tiles: 1 } };
    position.history = (0..12).map(turn).collect();
    let moves = engine.moves(&position);
    assert_eq!(exchanges(&moves), exchanges(&before));
    assert!(exchanges(&moves) > 100);
    assert_eq!((&moves[0].mv, engine.best(&position).mv), (&Move::Pass, Move::Pass));
    assert_eq!(engine.top(&position, usize::MAX), moves);
}

#[test]
fn a_thousand_best_moves_are_the_first_of_the_list() {
    let engine = with_english(rule_of_thumb(&english(), 6));
    let position = position(
        engine.ruleset(),
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 RETINA?/ 0/0 0",
    );
    let moves = engine.moves(&position);
    for n in [999, 1_001, 3_000, usize::MAX] {
        assert_eq!(engine.top(&position, n), moves[..n.min(moves.len())], "{n}");
    }
}
