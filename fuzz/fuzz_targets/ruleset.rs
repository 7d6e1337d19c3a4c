//! Any text as a ruleset file: what is accepted can be played with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tisane_rules::{Board, Ruleset};

fuzz_target!(|text: &str| {
    if let Ok(ruleset) = Ruleset::parse(text) {
        let board = Board::empty(&ruleset.layout);
        assert_eq!(ruleset.parse_board(&ruleset.show_board(&board)), Ok(board));
        assert_eq!(ruleset.parse_tiles(&ruleset.show_tiles(&ruleset.tiles())), Ok(ruleset.tiles()));
    }
});
