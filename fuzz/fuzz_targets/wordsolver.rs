//! Any text as cases of the wordsolver format.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tisane_rules::{Ruleset, WordsolverCase};

static RULESET: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::named("english").unwrap());

fuzz_target!(|text: &str| {
    if let Ok(cases) = RULESET.parse_wordsolver(text) {
        let shown: String = cases.iter().map(WordsolverCase::show).collect();
        assert_eq!(RULESET.parse_wordsolver(&shown), Ok(cases));
    }
});
