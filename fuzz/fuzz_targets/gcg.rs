//! Any bytes as a GCG file: what is read can be written, and is read again the same.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tisane_rules::{GcgFile, Ruleset};

static RULESETS: LazyLock<[Ruleset; 2]> =
    LazyLock::new(|| ["english", "spanish"].map(|name| Ruleset::named(name).unwrap()));

fuzz_target!(|bytes: &[u8]| {
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
});
