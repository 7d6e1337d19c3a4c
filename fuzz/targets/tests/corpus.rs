//! Runs every fuzz target with its committed corpus, without a fuzzer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tisane_fuzz_targets::TARGETS;

/// The corpus is part of every clone, so it stays small.
const MAX_BYTES: u64 = 300_000;

/// The visible files and folders in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !file.file_name().unwrap().to_string_lossy().starts_with('.'));
    files.sort();
    files
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[test]
fn every_target_accepts_its_corpus() {
    for (name, target) in TARGETS {
        let seeds = files(&fuzz().join("corpus").join(name));
        assert!(seeds.len() >= 10, "{name} has only {} seeds", seeds.len());
        for seed in seeds {
            eprintln!("{}", seed.display()); // names the seed if the target panics
            target(&fs::read(&seed).unwrap());
        }
    }
}

#[test]
fn every_target_is_a_program_with_a_corpus() {
    let expected: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    for folder in ["corpus", "fuzz_targets"] {
        let found = files(&fuzz().join(folder));
        let names = found.iter().map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        assert_eq!(names.collect::<BTreeSet<String>>(), expected, "fuzz/{folder}");
    }
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for name in &expected {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml lacks {name}");
    }
}

#[test]
fn the_corpus_is_small() {
    let folders = files(&fuzz().join("corpus"));
    let bytes: u64 =
        folders.iter().flat_map(|it| files(it)).map(|it| fs::metadata(it).unwrap().len()).sum();
    assert!(bytes <= MAX_BYTES, "the corpus has {bytes} bytes; the limit is {MAX_BYTES}");
}
