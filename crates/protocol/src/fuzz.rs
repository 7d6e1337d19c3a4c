//! The body of the fuzz target, here so that ordinary tests can run it too. No input may panic,
//! hang or exhaust memory.

use tisane_lexicon::Letter;
use tisane_rules::{Game, Words};

use crate::{Ask, Asked};

/// A lexicon in which everything is a word.
struct AnyWord;

impl Words for AnyWord {
    fn contains(&self, _word: &[Letter]) -> bool {
        true
    }
}

/// Reads bytes as a client's message and lets the rules judge the action.
pub fn socket_message(game: &Game, bytes: &[u8]) {
    let Ok(asked) = serde_json::from_slice::<Asked>(bytes) else { return };
    let again = serde_json::to_string(&asked).expect("messages are plain data");
    assert_eq!(
        serde_json::from_str::<Asked>(&again).as_ref().ok(),
        Some(&asked),
        "what was read can be written"
    );
    let Ask::Act { action, .. } = asked.ask else { return };
    let Ok(action) = action.action(&game.setup().ruleset, game.board(), game.rack(0)) else {
        return;
    };
    for seat in 0..=game.n_seats() {
        if let Ok(events) = game.decide(&AnyWord, 1, seat, action.clone()) {
            let mut after = game.clone();
            events.iter().for_each(|event| after.apply(event));
            assert_eq!(after.n_events(), game.n_events() + events.len() as u64);
        }
    }
}
