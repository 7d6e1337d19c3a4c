//! Any text as tiles and as a move on a board with tiles.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tisane_rules::{Board, Move, MoveText, Ruleset, Through, score};

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

fuzz_target!(|text: &str| {
    for (ruleset, board) in &*BOARDS {
        if let Ok(tiles) = ruleset.parse_tiles(text) {
            assert_eq!(ruleset.parse_tiles(&ruleset.show_tiles(&tiles)), Ok(tiles));
        }
        let Ok(MoveText::Move(mv)) = ruleset.parse_move_text(board, text) else { continue };
        for through in [Through::Spelled, Through::Parenthesised, Through::Dots] {
            assert_eq!(
                ruleset.parse_move(board, &ruleset.show_move_as(board, &mv, through)).as_ref(),
                Ok(&mv)
            );
        }
        if let Move::Play(play) = mv {
            let _ = score(ruleset, board, &play);
        }
    }
});
