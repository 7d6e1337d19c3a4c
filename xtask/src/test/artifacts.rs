//! The programs that the Rust tests have built.

use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use crate::command::{cargo, output};

/// One line of `cargo … --message-format json`.
#[derive(Deserialize)]
struct Artifact {
    target: Target,
    executable: Option<PathBuf>,
    #[serde(default)]
    profile: Profile,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Default, Deserialize)]
struct Profile {
    test: bool,
}

/// The executables of one kind (`bin`, `example`) with their names. They are built with the same
/// flags as for the Rust tests, so this builds nothing if those have run.
fn executables(kind: &str) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let build =
        cargo(["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"]);
    let messages = output(build)?;
    Ok(parse(&messages, kind))
}

fn parse(messages: &str, kind: &str) -> Vec<(String, PathBuf)> {
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let mut found: Vec<(String, PathBuf)> = artifacts
        .filter(|it| !it.profile.test && it.target.kind.iter().any(|it| it == kind))
        .filter_map(|it| Some((it.target.name, it.executable?)))
        .collect();
    found.sort();
    found
}

/// The program that the browser tests talk to.
pub(super) fn tisane() -> anyhow::Result<PathBuf> {
    let mut found = executables("bin")?.into_iter();
    let tisane = found.find(|(name, _)| name == "tisane");
    tisane.map(|(_, path)| path).context("cargo built no program called tisane")
}

pub(super) fn examples() -> anyhow::Result<Vec<(String, PathBuf)>> {
    executables("example")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_executables_from_cargo_messages() {
        let messages = r#"
            {"reason":"compiler-artifact","target":{"kind":["lib"],"name":"a"},"profile":{"test":false},"executable":null}
            {"reason":"compiler-artifact","target":{"kind":["bin"],"name":"b"},"profile":{"test":true},"executable":"/t/b-1"}
            {"reason":"compiler-artifact","target":{"kind":["bin"],"name":"b"},"profile":{"test":false},"executable":"/t/b"}
            {"reason":"compiler-artifact","target":{"kind":["example"],"name":"c"},"profile":{"test":false},"executable":"/t/c"}
            {"reason":"build-finished","success":true}
        "#;
        assert_eq!(parse(messages, "bin"), [("b".to_owned(), PathBuf::from("/t/b"))]);
        assert_eq!(parse(messages, "example"), [("c".to_owned(), PathBuf::from("/t/c"))]);
    }
}
