//! The programs that the Rust tests have built.

use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use crate::command::{cargo, output, root};
use crate::compiler::checking;

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
    src_path: PathBuf,
}

#[derive(Default, Deserialize)]
struct Profile {
    test: bool,
}

/// A program, its name and its source.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) path: PathBuf,
    source: PathBuf,
}

/// The programs of one kind (`bin`, `example`). They are built with the same flags as for the Rust
/// tests, so this builds nothing if those have run.
fn programs(kind: &str) -> anyhow::Result<Vec<Program>> {
    let build =
        cargo(["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"]);
    let messages = output(checking(build)?)?;
    Ok(parse(&messages, kind))
}

fn parse(messages: &str, kind: &str) -> Vec<Program> {
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let mut found: Vec<Program> = artifacts
        .filter(|it| !it.profile.test && it.target.kind.iter().any(|it| it == kind))
        .filter_map(|Artifact { target, executable, .. }| {
            Some(Program { name: target.name, path: executable?, source: target.src_path })
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// The program that the browser tests talk to.
pub(super) fn tisane() -> anyhow::Result<PathBuf> {
    let mut found = programs("bin")?.into_iter();
    let tisane = found.find(|program| program.name == "tisane");
    tisane.map(|program| program.path).context("cargo built no program called tisane")
}

/// The programs of the folder `examples/`, without the measuring tools in the crates' own folders.
pub(super) fn examples() -> anyhow::Result<Vec<Program>> {
    let folder = root().join("examples").canonicalize()?;
    let mut found = programs("example")?;
    found.retain(|program| program.source.canonicalize().is_ok_and(|it| it.starts_with(&folder)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_executables_from_cargo_messages() {
        let messages = r#"
            {"reason":"compiler-artifact","target":{"kind":["lib"],"name":"a","src_path":"/s/a.rs"},"profile":{"test":false},"executable":null}
            {"reason":"compiler-artifact","target":{"kind":["bin"],"name":"b","src_path":"/s/b.rs"},"profile":{"test":true},"executable":"/t/b-1"}
            {"reason":"compiler-artifact","target":{"kind":["bin"],"name":"b","src_path":"/s/b.rs"},"profile":{"test":false},"executable":"/t/b"}
            {"reason":"compiler-artifact","target":{"kind":["example"],"name":"c","src_path":"/s/c.rs"},"profile":{"test":false},"executable":"/t/c"}
            {"reason":"build-finished","success":true}
        "#;
        let program = |name: &str| Program {
            name: name.to_owned(),
            path: format!("/t/{name}").into(),
            source: format!("/s/{name}.rs").into(),
        };
        assert_eq!(parse(messages, "bin"), [program("b")]);
        assert_eq!(parse(messages, "example"), [program("c")]);
    }
}
