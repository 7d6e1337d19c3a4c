//! Hostile files are refused at once, as on the server.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::TISANE;

fn file(name: &str, text: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Runs the binary with 3 GB of address space; returns exit code, standard output and standard
/// error.
fn run(args: &[&str], file: Option<&PathBuf>) -> (Option<i32>, String, String) {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 3000000; exec \"$0\" \"$@\"", TISANE]).args(args).args(file);
    let output = command
        .stdin(Stdio::null())
        .env("TISANE_DATA", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn passes(n: usize) -> String {
    let turns: String =
        (0..n).map(|turn| format!(">{}: A - +0 0\n", ["a", "b"][turn % 2])).collect();
    format!("#player1 a Ada\n#player2 b Bo\n{turns}")
}

#[test]
fn refuses_games_with_too_many_turns() {
    let sheet = file("passes.gcg", &passes(18_000));
    for args in [
        &["review", "--ruleset", "english"][..],
        &["solve", "--ruleset", "english", "--static"],
        &["follow", "--ruleset", "english"],
    ] {
        let (code, _, error) = run(args, Some(&sheet));
        assert!(code.is_some_and(|code| code != 0), "{args:?}: {code:?} {error}");
        assert!(error.contains("18000 turns; at most 1000"), "{args:?}: {error}");
    }
}

#[test]
fn the_longest_game_takes_little_memory() {
    let sheet = file("longest.gcg", &passes(1_000));
    let (code, _, error) = run(&["solve", "--ruleset", "english", "--static"], Some(&sheet));
    assert!(code.is_some(), "{error}");
    assert!(!error.contains("memory allocation"), "{error}");
}

#[test]
fn refuses_hostile_input_with_a_short_error() {
    let row = ".".repeat(15) + "\n";
    for (name, text) in [
        ("frames", "-+\n".repeat(80_000) + &row.repeat(15)),
        ("brackets", row.repeat(14) + &"[".repeat(250_000)),
        ("line", "x".repeat(250_000)),
    ] {
        let (code, _, error) =
            run(&["solve", "--ruleset", "english", "--static"], Some(&file(name, &text)));
        assert!(code.is_some(), "{name}: {error}");
    }
    let pattern = "*A".repeat(40_000);
    let (code, _, error) = run(&["words", "pattern", "--lexicon", "english", &pattern], None);
    assert!(code.is_some_and(|code| code != 0), "{error}");
}
