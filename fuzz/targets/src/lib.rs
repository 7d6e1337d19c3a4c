//! What the fuzz targets do with their input. No input may cause a panic or a hang. The fuzzer
//! calls these functions from `fuzz/fuzz_targets`, and a test calls them with `fuzz/corpus`.

use std::sync::{Arc, LazyLock};

use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{
    Action, Board, Cgp, Game, GcgFile, Move, MoveText, Ruleset, Seed, Setup, Through,
    WordsolverCase, score,
};

pub use tisane_engine::fuzz::{leave_file, model_file};
pub use tisane_lexicon::fuzz::{kwg, lexicon_file, word_list};

/// Takes any input and must not panic.
pub type Target = fn(&[u8]);

/// Every target by name. Its corpus is in `fuzz/corpus/NAME`.
pub const TARGETS: [(&str, Target); 12] = [
    ("cgp", cgp),
    ("gcg", gcg),
    ("kwg", kwg),
    ("leave_file", leave_file),
    ("lexicon_file", lexicon_file),
    ("model_file", model_file),
    ("move_text", move_text),
    ("pattern", pattern),
    ("ruleset", ruleset),
    ("socket_message", socket_message),
    ("word_list", word_list),
    ("wordsolver", wordsolver),
];

/// Reads a CGP position and a drawing of a board.
pub fn cgp(bytes: &[u8]) {
    static RULESETS: LazyLock<[Ruleset; 3]> =
        LazyLock::new(|| rulesets(["english", "spanish", "hebrew"]));
    let Ok(text) = str::from_utf8(bytes) else { return };
    let cgp = text.parse::<Cgp>();
    if let Ok(cgp) = &cgp {
        assert_eq!(cgp.to_string().parse::<Cgp>().as_ref(), Ok(cgp));
    }
    for ruleset in &*RULESETS {
        if let Some(position) = cgp.as_ref().ok().and_then(|cgp| cgp.position(ruleset).ok()) {
            let again = Cgp::new(ruleset, &position).position(ruleset).unwrap();
            assert_eq!((again.board, again.rack), (position.board, position.rack));
        }
        if let Ok(board) = ruleset.parse_board(text) {
            assert_eq!(ruleset.parse_board(&ruleset.show_board(&board)), Ok(board));
        }
    }
}

/// Reads a GCG file, writes it and reads it again.
pub fn gcg(bytes: &[u8]) {
    static RULESETS: LazyLock<[Ruleset; 2]> = LazyLock::new(|| rulesets(["english", "spanish"]));
    let Ok(file) = GcgFile::read(bytes) else { return };
    for ruleset in &*RULESETS {
        let Ok(read) = file.record(ruleset) else { continue };
        for position in read.record.positions(ruleset).unwrap() {
            let _ = position.position.map(|position| position.unseen(ruleset));
        }
        let text = read.record.to_gcg(ruleset).unwrap();
        let again = GcgFile::read(text.as_bytes()).unwrap().record(ruleset).unwrap();
        assert_eq!(again.record.entries, read.record.entries);
    }
}

/// Reads tiles, and a move on a board that has some.
pub fn move_text(bytes: &[u8]) {
    static BOARDS: LazyLock<[(Ruleset, Board); 3]> = LazyLock::new(|| {
        [("english", "8D RETAINs"), ("spanish", "8G LLE[ch]A"), ("hebrew", "8G ש[ל?]")].map(
            |(name, play)| {
                let ruleset = Ruleset::named(name).unwrap();
                let mut board = Board::empty(&ruleset.layout);
                ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
                (ruleset, board)
            },
        )
    });
    let Ok(text) = str::from_utf8(bytes) else { return };
    for (ruleset, board) in &*BOARDS {
        if let Ok(tiles) = ruleset.parse_tiles(text) {
            assert_eq!(ruleset.parse_tiles(&ruleset.show_tiles(&tiles)), Ok(tiles));
        }
        let Ok(MoveText::Move(mv)) = ruleset.parse_move_text(board, text) else { continue };
        for through in [Through::Spelled, Through::Parenthesised, Through::Dots] {
            let shown = ruleset.show_move_as(board, &mv, through);
            assert_eq!(ruleset.parse_move(board, &shown).as_ref(), Ok(&mv));
        }
        if let Move::Play(play) = mv {
            let _ = score(ruleset, board, &play);
        }
    }
}

/// Reads a pattern and searches with it.
pub fn pattern(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        tisane_lexicon::fuzz::pattern(text);
    }
}

/// Reads a ruleset file. A ruleset that is accepted can be played.
pub fn ruleset(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(ruleset) = Ruleset::parse(text) {
        let board = Board::empty(&ruleset.layout);
        assert_eq!(ruleset.parse_board(&ruleset.show_board(&board)), Ok(board));
        assert_eq!(ruleset.parse_tiles(&ruleset.show_tiles(&ruleset.tiles())), Ok(ruleset.tiles()));
    }
}

/// Reads a client's message and judges it in games that have started.
pub fn socket_message(bytes: &[u8]) {
    static GAMES: LazyLock<[Game; 2]> = LazyLock::new(|| {
        rulesets(["english", "spanish"]).map(|ruleset| {
            let (none, _) = Lexicon::build("none", &ruleset.alphabet, &WordList::from_text(""), 15);
            let setup = Setup::new(Arc::new(ruleset), &["Ada", "Bo"], Seed::from(1));
            let mut game = Game::new(setup.unwrap());
            let events = game.decide(&none, 0, 0, Action::Start).unwrap();
            events.iter().for_each(|event| game.apply(event));
            game
        })
    });
    GAMES.iter().for_each(|game| tisane_protocol::fuzz::socket_message(game, bytes));
}

/// Reads cases in the wordsolver format, writes them and reads them again.
pub fn wordsolver(bytes: &[u8]) {
    static RULESET: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::named("english").unwrap());
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(cases) = RULESET.parse_wordsolver(text) {
        let shown: String = cases.iter().map(WordsolverCase::show).collect();
        assert_eq!(RULESET.parse_wordsolver(&shown), Ok(cases));
    }
}

fn rulesets<const N: usize>(names: [&str; N]) -> [Ruleset; N] {
    names.map(|name| Ruleset::named(name).expect("a built-in ruleset"))
}
