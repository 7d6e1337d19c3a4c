#![no_main]
libfuzzer_sys::fuzz_target!(|text: &str| tisane_lexicon::fuzz::pattern(text));
