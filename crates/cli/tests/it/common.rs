//! Running the binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) const TISANE: &str = env!("CARGO_BIN_EXE_tisane");

/// A data folder with two small lexicons, one per test process.
pub(crate) fn data() -> PathBuf {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}", std::process::id()));
    std::fs::create_dir_all(data.join("lexicons")).unwrap();
    build(
        &data,
        "little",
        "english",
        "qi 80\nza 70\ntea 20\neat 10\nate 10\nteam 20\nmeat 20\ntisane 60\nat 10\ncot 10\ncoat 10\n",
    );
    build(&data, "poco", "spanish", "chal\nperro\ncalle\noh\n");
    data
}

fn build(data: &Path, name: &str, ruleset: &str, words: &str) {
    let out = data.join("lexicons").join(format!("{name}.lexicon"));
    let args = [
        "lexicon",
        "build",
        "-",
        "--ruleset",
        ruleset,
        "--title",
        "For tests",
        "--licence",
        "CC0-1.0",
        "--force",
        "--out",
    ];
    let (code, _, stderr) = run(Command::new(TISANE).args(args).arg(out), words);
    assert_eq!(code, 0, "{stderr}");
}

/// Runs a command; returns exit code, standard output and standard error.
pub(crate) fn run(command: &mut Command, input: &str) -> (i32, String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A new folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
