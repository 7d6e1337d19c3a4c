#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tisane_engine::fuzz::model_file(bytes));
