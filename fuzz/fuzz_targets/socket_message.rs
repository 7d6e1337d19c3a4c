//! Any bytes as a message of a client, judged in games under way.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tisane_lexicon::{Lexicon, WordList};
use tisane_protocol::fuzz::socket_message;
use tisane_rules::{Action, Game, Ruleset, Seed, Setup};

static GAMES: LazyLock<[Game; 2]> = LazyLock::new(|| {
    ["english", "spanish"].map(|name| {
        let ruleset = Arc::new(Ruleset::named(name).unwrap());
        let (none, _) = Lexicon::build("none", &ruleset.alphabet, &WordList::from_text(""), 15);
        let mut game = Game::new(Setup::new(ruleset, &["Ada", "Bo"], Seed::from(1)).unwrap());
        let events = game.decide(&none, 0, 0, Action::Start).unwrap();
        events.iter().for_each(|event| game.apply(event));
        game
    })
});

fuzz_target!(|bytes: &[u8]| GAMES.iter().for_each(|game| socket_message(game, bytes)));
