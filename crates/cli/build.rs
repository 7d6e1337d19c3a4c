//! Puts the commit into the version.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=TISANE_COMMIT");
    let given = std::env::var("TISANE_COMMIT").ok();
    let commit = given.or_else(from_git).filter(|commit| !commit.is_empty());
    let note = commit.map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=TISANE_COMMIT_NOTE={note}");
}

/// The commit of the repository this is built in; `None` for sources without one.
fn from_git() -> Option<String> {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // A checkout changes HEAD, a commit adds a line to its log.
    for file in ["HEAD", "logs/HEAD"] {
        println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", file])?);
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}
