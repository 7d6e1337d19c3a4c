//! Any text as a CGP position, and as a drawing of a board.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tisane_rules::{Cgp, Ruleset};

static RULESETS: LazyLock<[Ruleset; 3]> =
    LazyLock::new(|| ["english", "spanish", "hebrew"].map(|name| Ruleset::named(name).unwrap()));

fuzz_target!(|text: &str| {
    let cgp = text.parse::<Cgp>();
    if let Ok(cgp) = &cgp {
        assert_eq!(cgp.to_string().parse::<Cgp>().as_ref(), Ok(cgp));
    }
    for ruleset in &*RULESETS {
        if let Ok(position) =
            cgp.as_ref().map_err(|_| ()).and_then(|cgp| cgp.position(ruleset).map_err(|_| ()))
        {
            let again = Cgp::new(ruleset, &position).position(ruleset).unwrap();
            assert_eq!((again.board, again.rack), (position.board, position.rack));
        }
        if let Ok(board) = ruleset.parse_board(text) {
            assert_eq!(ruleset.parse_board(&ruleset.show_board(&board)), Ok(board));
        }
    }
});
