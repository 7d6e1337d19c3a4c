//! Work in parts: whatever the split and the order, merging gives what a whole run prints.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{TISANE, folder, run};

const WORDS: &str = "tests/cmd/words.txt";

/// Exit code, standard output and standard error.
type Output = (i32, String, String);

/// Runs a command with a data folder of its own.
fn tisane<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts-data");
    run(Command::new(TISANE).args(args).env("TISANE_DATA", data), "")
}

fn owned(args: &[&str]) -> Vec<String> {
    args.iter().map(|&arg| arg.to_owned()).collect()
}

/// The command for a part.
fn part(args: &[&str], number: u32, of: u32, out: &Path) -> Vec<String> {
    let shard = format!("{number}/{of}");
    let more = ["--shard", &shard, "--out", out.to_str().unwrap()];
    owned(&[args, &more].concat())
}

/// Makes all parts, the last one first. Odd ones use one thread, even ones two.
fn make(args: &[&str], of: u32, folder: &Path) -> Vec<PathBuf> {
    let make = |number: u32| {
        let out = folder.join(format!("{number}-of-{of}.json"));
        let threads = ["--threads", if number % 2 == 1 { "1" } else { "2" }];
        let (code, said, error) = tisane(part(&[args, &threads].concat(), number, of, &out));
        assert_eq!((code, &*said), (0, ""), "{error}");
        out
    };
    (1..=of).rev().map(make).collect()
}

fn merge(args: &[&str], parts: &[PathBuf]) -> Output {
    let parts = parts.iter().map(|part| part.to_str().unwrap().to_owned());
    tisane(owned(&[args, &["--merge"]].concat()).into_iter().chain(parts))
}

/// Compares a whole run with merged parts, as text and as JSON.
fn is_the_same_in_parts(name: &str, args: &[&str], forms: &[&[&str]]) {
    let folder = folder(name);
    let splits = [1, 2, 3].map(|of| make(args, of, &folder));
    for form in forms {
        let args = [args, form].concat();
        let (code, whole, error) = tisane(&args);
        assert!(!whole.is_empty(), "{error}");
        for parts in &splits {
            let mut parts = parts.clone();
            for _ in 0..parts.len() {
                parts.rotate_left(1);
                let (merged_code, merged, error) = merge(&args, &parts);
                assert_eq!((merged_code, merged), (code, whole.clone()), "{error}");
            }
        }
    }
}

const TEXT_AND_JSON: &[&[&str]] = &[&[], &["--json"]];

#[test]
fn a_match_in_parts_prints_the_same() {
    let args = ["match", "static", "greedy", "-l", WORDS, "--pairs", "5", "--seed", "3"];
    is_the_same_in_parts("parts-match", &args, TEXT_AND_JSON);
    let args = ["match", "greedy", "beginner", "-l", WORDS, "--pairs", "4", "--seats", "4"];
    is_the_same_in_parts("parts-match-four", &args, TEXT_AND_JSON);
}

#[test]
fn a_match_in_parts_stops_where_the_whole_stops() {
    let args = ["match", "greedy", "static,leaves=none", "-l", WORDS, "--set", "rack=4"];
    let args = [&args[..], &["--games", "800"]].concat();
    let (_, whole, _) = tisane(&args);
    assert!(whole.contains("\nthe difference is clear;"), "{whole}");
    assert!(!whole.contains("800 games"), "it stops early: {whole}");
    is_the_same_in_parts("parts-sequential", &args, TEXT_AND_JSON);
    let folder = folder("parts-waves");
    let mut parts = make(&args, 8, &folder);
    parts.reverse();
    let (code, said, error) = merge(&args, &parts[..1]);
    let first = "the difference is not clear after 50 pairs; continue with part 2 of 8\n";
    assert_eq!((code, &*said), (1, ""));
    assert!(error.ends_with(first), "{error}");
    let enough = (2..8).find(|&n| merge(&args, &parts[..n]).0 == 0).expect("it stops early");
    assert_eq!(merge(&args, &parts[..enough]).1, whole);
    parts.remove(0);
    let (code, _, error) = merge(&args, &parts);
    assert_eq!(code, 2);
    assert!(error.contains("error: part 1 of 8 is missing\n"), "{error}");
}

#[test]
fn a_ladder_in_parts_prints_the_same() {
    let args = ["ladder", "greedy", "static", "beginner", "-l", WORDS, "--pairs", "4"];
    is_the_same_in_parts("parts-ladder", &args, TEXT_AND_JSON);
}

#[test]
fn reviews_in_parts_print_the_same() {
    let games = ["tests/cmd/game.gcg", "tests/cmd/partial.gcg", "tests/cmd/game.gcg"];
    let args = [&["review"], &games[..], &["-l", WORDS, "--static"]].concat();
    is_the_same_in_parts("parts-review", &args, TEXT_AND_JSON);
    let args =
        [&["review"], &games[..], &["-l", WORDS, "--rollouts", "16", "--seed", "2"]].concat();
    is_the_same_in_parts("parts-rollouts", &args, &[&["--json"]]);
    let out = folder("parts-timed").join("1.json");
    let (code, _, error) = tisane(part(&["review", games[0]], 1, 2, &out));
    assert_eq!(code, 2);
    assert!(
        error.contains("error: a time limit gives other results on every machine\n"),
        "{error}"
    );
}

#[test]
fn a_batch_in_parts_prints_the_same() {
    let args = ["solve", "--batch", "tests/cmd/positions.cgp", "-l", WORDS, "--top", "2"];
    is_the_same_in_parts("parts-batch", &args, &[&[]]);
    let args = ["solve", "--batch", "tests/cmd/bad-line.cgp", "-l", WORDS, "--iterations", "16"];
    is_the_same_in_parts("parts-bad-line", &args, &[&[]]);
    let out = folder("parts-stdin").join("1.json");
    let (code, _, error) = tisane(part(&["solve", "--batch", "-"], 1, 2, &out));
    assert!(code == 2 && error.contains("a batch in parts must be a file"), "{error}");
    let (code, _, error) = tisane(part(&["solve", "--rack", "NEW"], 1, 2, &out));
    assert!(code == 2 && error.contains("only a batch can be split"), "{error}");
}

/// Small racks and few boards.
const TRAIN: [&str; 9] =
    ["train", "-l", WORDS, "--set", "rack=3", "--boards", "3,4", "--games", "5"];

/// Trains in this many parts, round by round.
fn train(of: u32, folder: &Path) -> PathBuf {
    let mut after: Option<PathBuf> = None;
    for round in 1..=3 {
        let after_args: Vec<&str> =
            after.iter().flat_map(|path| ["--after", path.to_str().unwrap()]).collect();
        let args = [&TRAIN[..], &after_args].concat();
        let parts = make(&args, of, folder);
        let out = folder.join(format!("{of}-{round}"));
        let parts: Vec<&str> = parts.iter().map(|part| part.to_str().unwrap()).collect();
        let merge = [&args[..], &["--out", out.to_str().unwrap(), "--merge"], &parts].concat();
        let (code, said, error) = tisane(&merge);
        assert_eq!((code, said), (0, format!("{}\n", out.display())), "{error}");
        let expected = match round {
            3 => format!("to use it, name it: static,leaves={}\n", out.display()),
            _ => format!(
                "generation {round} of 2 is complete; continue with --after {}\n",
                out.display()
            ),
        };
        assert!(error.ends_with(&expected), "{error}");
        after = Some(out);
    }
    after.unwrap()
}

#[test]
fn a_model_trained_in_parts_is_the_same() {
    let folder = folder("parts-train");
    let whole = folder.join("whole.model");
    let args = [&TRAIN[..], &["--threads", "2", "--out", whole.to_str().unwrap()]].concat();
    let (code, _, error) = tisane(&args);
    assert_eq!(code, 0, "{error}");
    let whole = std::fs::read(whole).unwrap();
    assert!(whole.starts_with(b"TISANEMD"));
    for of in [1, 2, 3] {
        assert!(std::fs::read(train(of, &folder)).unwrap() == whole, "{of} parts");
    }
    // Parts of another round are named.
    let (first, last) = (folder.join("2-1"), folder.join("1-of-2.json"));
    let after = [&TRAIN[..], &["--after", first.to_str().unwrap()]].concat();
    let args = [&after[..], &["--out", "x", "--merge", last.to_str().unwrap()]].concat();
    let (code, _, error) = tisane(&args);
    assert_eq!(code, 2);
    let expected = "1-of-2.json was made with round \"games\", not \"generation 2 of 2\"\n";
    assert!(error.contains(expected), "{error}");
    let (code, _, error) =
        tisane([&TRAIN[..], &["--after", WORDS, "--shard", "1/2", "--out", "x"]].concat());
    assert!(
        code == 2 && error.contains("words.txt: it is damaged or has another version"),
        "{error}"
    );
}

const MATCH: [&str; 7] = ["match", "static", "greedy", "-l", WORDS, "--pairs", "6"];

#[test]
fn parts_that_do_not_belong_are_named() {
    let folder = folder("parts-errors");
    let parts = make(&MATCH, 3, &folder);
    let error_of = |args: &[&str], parts: &[PathBuf]| {
        let (code, said, error) = merge(args, parts);
        assert_eq!((code, &*said), (2, ""));
        error
    };
    let refused = |args: &[&str], parts: &[PathBuf], expected: &str| {
        let error = error_of(args, parts);
        assert!(error.contains(expected), "{expected}: {error}");
    };
    let all = [&MATCH[..], &["--all"]].concat();
    let (first, third) = (&parts[2], &parts[0]);
    let copy = folder.join("copy.json");
    std::fs::copy(first, &copy).unwrap();
    let with = |more: &Path| [&parts[..], &[more.to_owned()]].concat();
    refused(&MATCH, &[first.clone(), third.clone()], "error: part 2 of 3 is missing\n");
    refused(
        &MATCH,
        &with(&copy),
        &format!("{} and {} are both part 1 of 3", first.display(), copy.display()),
    );
    refused(&all, &parts, "3-of-3.json was made with all \"false\", not \"true\"");
    let seed = [&MATCH[..], &["--seed", "2"]].concat();
    refused(&seed, &parts, "3-of-3.json was made with seed \"1\", not \"2\"");
    let rack = [&MATCH[..], &["--set", "rack=6"]].concat();
    refused(&rack, &parts, "3-of-3.json was made with another ruleset\n");
    let words = folder.join("other.txt");
    std::fs::write(&words, "new\nnewt\n").unwrap();
    let lexicon = ["match", "static", "greedy", "--pairs", "6", "-l", words.to_str().unwrap()];
    refused(&lexicon, &parts, "3-of-3.json was made with another lexicon\n");
    let ladder = ["ladder", "static", "greedy", "-l", WORDS, "--pairs", "6"];
    refused(&ladder, &parts, "3-of-3.json is a part of `tisane match`, not of `tisane ladder`\n");
    let two = make(&MATCH, 2, &folder);
    refused(&MATCH, &with(&two[0]), "2-of-2.json is one of 2 parts, but ");
    refused(&MATCH, &[PathBuf::from(WORDS)], "error: tests/cmd/words.txt is not a part\n");
    refused(&MATCH, &[folder.join("none.json")], "no such file: ");
    refused(&MATCH, std::slice::from_ref(&folder), "is a folder, not a file\n");
}

#[test]
fn damaged_and_hostile_parts_are_named() {
    let folder = folder("parts-damaged");
    let parts = make(&MATCH, 1, &folder);
    let whole = std::fs::read_to_string(&parts[0]).unwrap();
    let bad = folder.join("bad.json");
    let error = |text: &[u8]| {
        std::fs::write(&bad, text).unwrap();
        let (code, said, error) = merge(&MATCH, std::slice::from_ref(&bad));
        assert_eq!((code, &*said), (2, ""), "{error}");
        assert!(error.contains("bad.json"), "{error}");
        error
    };
    assert!(error(&whole.as_bytes()[..whole.len() / 2]).contains("it is cut off or not JSON"));
    assert!(
        error(whole.replace("\"won\":", "\"won\":1").as_bytes()).contains("its checksum is wrong")
    );
    assert!(error(b"\xff\xfe{}").contains("is not a part"));
    // A part with a valid checksum and impossible numbers.
    let content = whole.split_once("\"content\":").unwrap().1.trim_end().strip_suffix('}').unwrap();
    let forged = |content: &str| {
        let sha256 = tisane_protocol::part::digest(content.as_bytes());
        format!("{{\"tisane_part\":1,\"sha256\":\"{sha256}\",\"content\":{content}}}\n")
    };
    assert_eq!(forged(content), whole);
    let pairs = content.replace("\"pairs\":6,\"shares\"", "\"pairs\":600,\"shares\"");
    assert!(error(forged(&pairs).as_bytes()).contains("its numbers are impossible"));
    let shares = content.replace("\"shares\":", "\"shares\":9223372036854775807,\"more\":");
    assert!(error(forged(&shares).as_bytes()).contains("its result is unreadable"));
    let deep = content.replace("\"marks\":[", &format!("\"marks\":[{}", "[".repeat(100_000)));
    error(forged(&deep).as_bytes());
    // Far larger than any part; it takes no room on the disk.
    std::fs::File::create(&bad).unwrap().set_len(1 << 32).unwrap();
    let (code, _, error) = merge(&MATCH, std::slice::from_ref(&bad));
    assert!(code == 2 && error.contains("bad.json is larger than any part"), "{error}");
}

#[test]
fn a_part_done_twice_changes_nothing() {
    let folder = folder("parts-twice");
    let out = folder.join("1.json");
    let first = tisane(part(&MATCH, 1, 2, &out));
    let bytes = std::fs::read(&out).unwrap();
    assert!(first.2.ends_with(&format!("part 1 of 2 is in {}\n", out.display())), "{first:?}");
    let second = tisane(part(&MATCH, 1, 2, &out));
    assert!(
        second.2.ends_with(&format!("part 1 of 2 was already in {}\n", out.display())),
        "{second:?}"
    );
    assert!(std::fs::read(&out).unwrap() == bytes);
    // Another part replaces it, and making the first again gives the same bytes.
    tisane(part(&MATCH, 2, 2, &out));
    assert!(std::fs::read(&out).unwrap() != bytes);
    tisane(part(&MATCH, 1, 2, &out));
    assert!(std::fs::read(&out).unwrap() == bytes);
    std::fs::write(&out, "my shopping list\n").unwrap();
    let (code, _, error) = tisane(part(&MATCH, 1, 2, &out));
    assert!(code == 2 && error.contains("already exists and is not a part"), "{error}");
    let (code, _, error) = tisane(part(&MATCH, 1, 2, &folder.join("none/1.json")));
    assert!(code == 2 && error.contains("no such folder: "), "{error}");
    for shard in ["0/2", "3/2", "1/0", "1", "a/b"] {
        let (code, _, error) = tisane([&MATCH[..], &["--shard", shard, "--out", "x"]].concat());
        assert!(code == 2 && error.contains("such as 2/8"), "{shard}: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_worker_leaves_no_file() {
    let folder = folder("parts-killed");
    let whole = tisane(MATCH);
    let start = |args: Vec<String>| {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts-data");
        let mut worker = Command::new(TISANE);
        worker.args(args).env("TISANE_DATA", data).stderr(std::process::Stdio::null());
        worker.spawn().unwrap()
    };
    // Too many games to finish; killed once its threads play.
    let long = ["match", "static", "greedy", "-l", WORDS, "--pairs", "100000000", "--threads", "2"];
    let mut worker = start(part(&long, 1, 1, &folder.join("1-of-3.json")));
    let tasks = format!("/proc/{}/task", worker.id());
    while std::fs::read_dir(&tasks).unwrap().count() < 3 {
        assert!(worker.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // Workers killed at any moment leave a complete part or nothing; doing them again mends it.
    for number in (1..=3).cycle().take(9) {
        let out = folder.join(format!("{number}-of-3.json"));
        let mut worker = start(part(&MATCH, number, 3, &out));
        for _ in 0..number * 2000 {
            std::thread::yield_now();
        }
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    let parts = make(&MATCH, 3, &folder);
    let (code, merged, error) = merge(&MATCH, &parts);
    assert_eq!((code, merged), (0, whole.1), "{error}");
}

/// Whatever is not installed is skipped.
#[cfg(unix)]
#[test]
fn the_deploy_scripts_work() {
    let mut check = Command::new("sh");
    let (code, said, error) = run(check.arg("../../deploy/check").env("TISANE", TISANE), "");
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("ok    slurm.sh, run as Slurm would\n"), "{said}{error}");
}
